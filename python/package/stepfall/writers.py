"""Rows of `stepfall.dataset.prompts` in the forms that other stacks read.

Each function that needs a package imports it when it is called, and its error names the extra of
Stepfall that installs the package.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, TypedDict

from .optional import needed

if TYPE_CHECKING:
    import datasets
    import pyarrow

    from . import Message
    from .dataset import PromptRow

__all__ = [
    "GymEntry",
    "GymLine",
    "VerlRow",
    "arrow_table",
    "gym_entry",
    "gym_line",
    "hugging_face",
    "hugging_face_stream",
    "verl_row",
    "write_gym",
    "write_verl",
]

Path = str | PathLike[str]

_BATCH = 4096
"""The number of rows of a row group of a Parquet file."""


class RewardModel(TypedDict):
    """The reference of a reward function in verl."""

    style: str
    """Always `rule`: the reward is computed."""
    ground_truth: str


class VerlRow(TypedDict):
    """A question as a row of verl."""

    data_source: str
    prompt: "list[Message]"
    ability: str
    reward_model: RewardModel
    extra_info: dict[str, Any]
    """Its `id` is the one that `stepfall.rewards.compute_score` needs."""


class GymEntry(TypedDict):
    """A question as an entry of reasoning-gym."""

    question: str
    answer: str
    metadata: dict[str, Any]


class GymLine(GymEntry):
    """A question as a line of NeMo Gym: an entry with the request to the model."""

    responses_create_params: "dict[str, list[Message]]"


def _schema() -> "pyarrow.Schema":
    arrow = needed("pyarrow", "arrow")
    message = arrow.struct([("role", arrow.string()), ("content", arrow.string())])
    names = [("prompt", arrow.list_(message)), ("id", arrow.string()), ("answer", arrow.string())]
    return arrow.schema([*names, ("steps", arrow.int32()), ("spec", arrow.string())])


def arrow_table(rows: "Iterable[PromptRow]") -> "pyarrow.Table":
    """Returns rows as an Arrow table. Needs `stepfall[arrow]`.

    >>> from stepfall.dataset import prompts
    >>> table = arrow_table(prompts(2, count=3))
    >>> table.num_rows, table.column_names
    (3, ['prompt', 'id', 'answer', 'steps', 'spec'])
    """
    return needed("pyarrow", "arrow").Table.from_pylist(list(rows), schema=_schema())


def hugging_face(rows: "Iterable[PromptRow]") -> "datasets.Dataset":
    """Returns rows as a `datasets.Dataset`, which TRL takes. Needs `stepfall[datasets]`.

    The prompts are conversations. TRL passes the other columns to reward functions.
    """
    return needed("datasets", "datasets").Dataset(arrow_table(rows))


def hugging_face_stream(
    steps: int | Sequence[int] | Callable[[int], int], **settings: Any
) -> "datasets.IterableDataset":
    """Returns the stream of `stepfall.dataset.prompts(steps, **settings)` as a
    `datasets.IterableDataset`. Needs `stepfall[datasets]`.

    Each pass over the dataset begins the stream again. Without a `count` it has no end.
    """
    library = needed("datasets", "datasets")
    # A list among the arguments would be split over the workers of a loader.
    lengths = steps if callable(steps) or isinstance(steps, int) else tuple(steps)
    features = library.Features.from_arrow_schema(_schema())
    return library.IterableDataset.from_generator(_stream, features=features, gen_kwargs={"steps": lengths, "settings": settings})


def _stream(steps: Any, settings: dict[str, Any]) -> "Iterator[PromptRow]":
    from .dataset import prompts

    return prompts(steps, **settings)


def verl_row(row: "PromptRow", index: int = 0) -> VerlRow:
    """Returns a row in the form of verl.

    >>> from stepfall.dataset import prompts
    >>> from stepfall.rewards import compute_score
    >>> [row] = prompts(2, count=1)
    >>> of_verl = verl_row(row)
    >>> score = compute_score("stepfall", "Answer: 1", of_verl["reward_model"]["ground_truth"], of_verl["extra_info"])
    >>> score["score"]
    0.0
    """
    from .dataset import split_of

    extra_info = {"split": split_of(row["id"]), "index": index, "id": row["id"], "steps": row["steps"], "spec": row["spec"]}
    return {
        "data_source": "stepfall",
        "prompt": row["prompt"],
        "ability": "math",
        "reward_model": {"style": "rule", "ground_truth": row["answer"]},
        "extra_info": extra_info,
    }


def write_verl(rows: "Iterable[PromptRow]", path: Path) -> int:
    """Writes rows as a Parquet file for verl and returns their number. Needs `stepfall[arrow]`.

    Rows are written in groups, so a long stream needs little memory.
    """
    arrow = needed("pyarrow", "arrow")
    parquet = needed("pyarrow.parquet", "arrow")
    text = arrow.string()
    message = arrow.struct([("role", text), ("content", text)])
    info = [("split", text), ("index", arrow.int64()), ("id", text), ("steps", arrow.int32()), ("spec", text)]
    schema = arrow.schema(
        [
            ("data_source", text),
            ("prompt", arrow.list_(message)),
            ("ability", text),
            ("reward_model", arrow.struct([("style", text), ("ground_truth", text)])),
            ("extra_info", arrow.struct(info)),
        ]
    )
    written = 0
    group: list[VerlRow] = []
    with parquet.ParquetWriter(path, schema) as writer:
        for row in rows:
            group.append(verl_row(row, written))
            written += 1
            if len(group) == _BATCH:
                writer.write_table(arrow.Table.from_pylist(group, schema=schema))
                group.clear()
        writer.write_table(arrow.Table.from_pylist(group, schema=schema))
    return written


def gym_entry(row: "PromptRow", index: int = 0) -> GymEntry:
    """Returns a row in the form of reasoning-gym.

    >>> from stepfall.dataset import prompts
    >>> [row] = prompts(2, count=1)
    >>> gym_entry(row)["metadata"]["difficulty"]
    {'steps': 2}
    """
    metadata = {"source_dataset": "stepfall", "source_index": index, "id": row["id"], "spec": row["spec"]}
    question = row["prompt"][-1]["content"]
    return {"question": question, "answer": row["answer"], "metadata": {**metadata, "difficulty": {"steps": row["steps"]}}}


def gym_line(row: "PromptRow", index: int = 0) -> GymLine:
    """Returns a row in the form of NeMo Gym, which adds the request to reasoning-gym's entry.

    >>> from stepfall.dataset import prompts
    >>> [row] = prompts(2, count=1)
    >>> list(gym_line(row))
    ['responses_create_params', 'question', 'answer', 'metadata']
    """
    return {"responses_create_params": {"input": row["prompt"]}, **gym_entry(row, index)}


def write_gym(rows: "Iterable[PromptRow]", path: Path) -> int:
    """Writes rows as JSON lines for NeMo Gym and returns their number.

    NeMo Gym scores them with the dataset of reasoning-gym that is registered as `stepfall`: see
    `stepfall.environments.reasoning_gym`.
    """
    written = 0
    with open(path, "w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(gym_line(row, written), ensure_ascii=False) + "\n")
            written += 1
    return written
