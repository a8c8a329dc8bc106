"""Streams of prompts for training, with splits that share no seed and a curriculum of lengths.

This module also exports the functions of `stepfall.writers`, which turn rows into tables and files.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict
from urllib.parse import parse_qs

from .stepfall import Dialogue, _link, suite
from .writers import arrow_table, gym_entry, gym_line, hugging_face, hugging_face_stream, verl_row, write_gym, write_verl

if TYPE_CHECKING:
    from . import Message, Question

__all__ = [
    "Curriculum",
    "PromptRow",
    "arrow_table",
    "gym_entry",
    "gym_line",
    "hugging_face",
    "hugging_face_stream",
    "prompts",
    "split_of",
    "verl_row",
    "write_gym",
    "write_verl",
]

Split = Literal["train", "test"]
"""A split. Items of `train` have even seeds, and items of `test` odd ones."""

_SPLITS: tuple[Split, ...] = ("train", "test")
_BLOCK = 64
"""The number of items of one seed."""
_BLOCKS = 1 << 20
"""The number of seeds of each stream and length."""
_DIALOGUES = ("stepwise", "checkpoints", "verified")
"""The conditions with several turns that have rewards."""


class PromptRow(TypedDict):
    """A question as a row of a dataset."""

    prompt: "list[Message]"
    """The prompt as messages."""
    id: str
    """The id, which the rewards need."""
    answer: str
    steps: int
    spec: str
    """The item as a link, with its settings and its seed."""


class Curriculum:
    """The lengths of procedures by success: the next length begins when the mean of recent rewards is high enough.

    >>> lengths = Curriculum([1, 2, 4], threshold=0.5, window=2)
    >>> lengths(0)
    1
    >>> lengths.update([1.0, 0.5])
    >>> lengths(1)
    2
    """

    def __init__(self, lengths: Sequence[int], *, threshold: float = 0.8, window: int = 256):
        """Creates a curriculum. A length ends when the mean of the last `window` rewards is at least
        `threshold`.
        """
        if not lengths or window < 1:
            raise ValueError("a curriculum has at least one length and a window from 1")
        self.lengths = list(lengths)
        self.threshold = threshold
        self.level = 0
        self._recent: deque[float] = deque(maxlen=window)

    def __call__(self, index: int) -> int:
        """Returns the current length."""
        return self.lengths[self.level]

    def update(self, rewards: Sequence[float | None]) -> None:
        """Adds rewards of the current length. None counts as 0."""
        for reward in rewards:
            self._recent.append(reward or 0.0)
            is_full = len(self._recent) == self._recent.maxlen
            if is_full and sum(self._recent) / len(self._recent) >= self.threshold and self.level + 1 < len(self.lengths):
                self.level += 1
                self._recent.clear()


def prompts(
    steps: int | Sequence[int] | Callable[[int], int],
    *,
    split: Split = "train",
    count: int | None = None,
    seed: int = 0,
    condition: str = "trace",
    **spec: Any,
) -> Iterator[PromptRow]:
    """Yields questions as rows; without end if `count` is None.

    `steps` is a length, several that take turns, or a function from the index of a row to a length,
    such as a `Curriculum`. If the condition is a dialogue, the prompt is its first question, and
    `stepfall.Dialogue(row["id"])` has the others. Streams that differ in `seed` or `split` share no seed
    of an item, and so no id. Very short procedures may still be equal by chance. The other settings are those of `suite`.

    >>> rows = list(prompts([1, 2], count=3))
    >>> [row["steps"] for row in rows]
    [1, 2, 1]
    >>> split_of(rows[0]["id"])
    'train'
    """
    if split not in _SPLITS:
        raise ValueError(f"there is no split {split!r}: the splits are train and test")
    if not 0 <= seed < _BLOCKS:
        raise ValueError(f"seed is a whole number from 0 and below {_BLOCKS}, not {seed}")
    if callable(steps):
        length = steps
    else:
        lengths = [steps] if isinstance(steps, int) else list(steps)
        length = lambda index: lengths[index % len(lengths)]  # noqa: E731
    return _rows(length, split, count, seed, condition, spec)


def _rows(length: Callable[[int], int], split: Split, count: int | None, seed: int, condition: str, spec: dict[str, Any]) -> Iterator[PromptRow]:
    streams: dict[int, Iterator[PromptRow]] = {}
    index = 0
    while count is None or index < count:
        steps = length(index)
        if steps not in streams:
            streams[steps] = _of_length(steps, split, seed, condition, spec)
        yield next(streams[steps])
        index += 1


def _of_length(steps: int, split: Split, seed: int, condition: str, spec: dict[str, Any]) -> Iterator[PromptRow]:
    """Yields the questions of one length, seed by seed."""
    for block in range(_BLOCKS):
        number = 2 * (seed * _BLOCKS + block) + _SPLITS.index(split)
        # `suite` makes no dialogues. A dialogue takes the item of a question under `trace`.
        is_dialogue = condition.partition(".")[0] in _DIALOGUES
        for question in suite("own", steps=steps, items=_BLOCK, seed=number, condition="trace" if is_dialogue else condition, **spec):
            yield _of_dialogue(question["id"], condition) if is_dialogue else _row(question)


def _row(question: "Question") -> PromptRow:
    return {
        "prompt": question["messages"],
        "id": question["id"],
        "answer": question["target"],
        "steps": question["steps"],
        "spec": question["link"],
    }


def _of_dialogue(id: str, condition: str) -> PromptRow:
    """Returns the row of the same item under a condition with several turns."""
    dialogue = Dialogue(id, condition=condition)
    link = dialogue.link
    assert link is not None, "an item of a suite is no custom procedure"
    return {"prompt": dialogue.messages, "id": dialogue.id, "answer": dialogue.target, "steps": dialogue.steps, "spec": link}


def split_of(id: str) -> Split:
    """Returns the split of an id from `prompts`, which is the parity of its seed."""
    link = _link(id)
    if link is None:
        raise ValueError("a custom procedure has no seed and so no split")
    seed = parse_qs(link.partition("?")[2]).get("seed", ["0"])[0]
    return _SPLITS[int(seed) % 2]
