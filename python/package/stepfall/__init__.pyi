"""Arithmetic procedures from shareable seeds, and an exact grader.

The grader reports where a language model stopped following a procedure.
"""

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Protocol, TypedDict, final, overload

from . import dataset as dataset, rewards as rewards
from .supervision import simulated_rows as simulated_rows, stepwise_rows as stepwise_rows

__version__: str

Outcome = Literal["correct", "wrong", "unparsed", "unclear", "truncated", "refused", "errored"]
"""The outcome of a response. Only an incorrect answer is `wrong`."""

Stop = Literal["unknown", "length"]
"""The reason why the model stopped: `length` if the provider reports that the output was cut."""

Ending = Literal["unknown", "length", "refusal"]
"""The end of a reply: `length` if the provider reports that the output was cut, and `refusal` if it
reports a refusal by the model or a filter.
"""

Target = Literal["openai", "openai-responses", "anthropic", "gemini", "inspect", "promptfoo", "lm-eval", "jsonl", "csv"]
"""The service or tool that reads a file of questions."""

class ArrowArray(Protocol):
    """One Arrow array of strings, such as a `pyarrow.Array`."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

class ArrowStream(Protocol):
    """An Arrow array of strings in chunks, such as a `pyarrow.ChunkedArray`, a series of polars or of pandas."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class Suite(TypedDict):
    """A named suite."""

    name: str
    version: int
    specs: int
    """The number of specs."""
    items: int
    """The default number of items of each spec."""
    size: int
    """The default number of questions."""
    condition: str | None
    """The default condition, or None if the suite fixes its conditions."""
    fixed: list[str]
    """The settings that the suite fixes."""

class Message(TypedDict):
    """A turn of a dialogue."""

    role: Literal["user", "assistant"]
    content: str

class Question(TypedDict):
    """A question about an item, with its id."""

    id: str
    """The id, from which the item can be made and graded again. It has at most 64 characters."""
    dataset: str
    condition: str
    steps: int
    prompt: str
    """The prompt as one text."""
    messages: list[Message]
    """The prompt as turns."""
    target: str
    """The correct answer in the requested form."""
    link: str
    """The link that opens the item in the page, from its `#` on."""

class Row(TypedDict):
    """The result of a response."""

    id: str
    sample: int
    """The number of the sample among those of the item, from 0."""
    condition: str
    steps: int
    lookback: int
    """The largest look-back of the spec."""
    outcome: Outcome
    mode: str | None
    """The main failure mode; `followed` if there is no failure, and None if there is no reply."""
    headline: str
    """A summary in one sentence."""
    answer: str | None
    """The first answer."""
    target: str
    """The correct answer."""
    link: str | None
    """The link that opens the item; None for a custom procedure."""
    grader: int
    """The version of the grader."""

class ManyRow(TypedDict):
    """The result of one of many responses. If it cannot be graded, all fields but `id` and `why` are
    None.
    """

    id: str | None
    sample: int | None
    condition: str | None
    steps: int | None
    lookback: int | None
    outcome: Outcome | None
    mode: str | None
    headline: str | None
    answer: str | None
    target: str | None
    link: str | None
    grader: int | None
    why: str | None
    """The reason why the response is not graded, in a sentence."""

@final
class Questions(Iterator[Question]):
    """An iterator over questions."""

    def __iter__(self) -> Questions: ...
    def __next__(self) -> Question: ...

class Rewards(TypedDict):
    """The rewards of a dialogue by name. All are None before the first reply, and if the replies
    are longer than 1 MiB.
    """

    answer: float | None
    """1 if the answer at the end is correct, else 0; or None if a single reply is unclear."""
    step: float | None
    """None for an unclear text."""
    prefix: float | None
    """None for an unclear text."""
    format: float | None
    """None for a dialogue with several turns, since such replies have no requested form."""

@final
class Dialogue:
    """The dialogue about one item. The next question depends on the replies.

    The conditions are `stepwise`, `checkpoints.N`, `verified.N`, and those with one plain reply.
    """

    id: str
    """The id of the question."""
    link: str | None
    """The link that opens the item in the page; None for a custom procedure."""
    condition: str
    steps: int
    target: str
    """The correct answer."""
    messages: list[Message]
    """The turns so far. Before the end, the last one is the question for the next reply."""
    most_replies: int
    """The maximum number of replies."""
    replies: int
    """The number of replies so far."""
    is_over: bool
    """Whether no more replies are read."""
    text: str
    """The dialogue as one text, which `verdict` reads."""

    def __init__(self, item: str, *, condition: str | None = None) -> None:
        """Creates the dialogue about an item. `item` is a batch id, a link or the JSON record of an item.
        `condition` replaces the condition that `item` contains.
        """

    def reply(self, reply: str, *, stop: Ending = "unknown") -> str | None:
        """Takes a reply and returns the next question, or None at the end."""

    def rewards(self) -> Rewards:
        """Returns the rewards of all replies so far. `answer` is 0 before the end."""

    def _measures(self) -> tuple[float | None, float | None, float | None, float | None, bool] | None: ...

@final
class Table:
    """Graded rows as an Arrow table with the columns of `ManyRow`. Rows of files have a last column
    `model`.

    `pyarrow.table(rows)` and `polars.DataFrame(rows)` read the table without a copy.
    """

    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def item(link: str) -> dict[str, Any]:
    """Returns the item of a link, with its prompt and its batch `id`.

    A link is whole, from its `#` (`#/play?v=2&steps=25&seed=42&condition=trace`), or consists of
    its parameters alone (`v=2&steps=25`). Invalid parts are replaced by the nearest valid ones and
    reported in `notices`. `id` names the item in batches. It is None if the condition is a
    dialogue, and for a custom procedure. All values are str, so that nothing turns them into
    floats. The JSON schema of an item describes the rest.
    """

def suites() -> list[Suite]:
    """Returns the named suites."""

def suite(
    name: str,
    *,
    items: int | None = None,
    samples: int = 1,
    seed: int = 0,
    condition: str | Iterable[str] | None = None,
    steps: int | Iterable[int] = ...,
    lookback: int | str = ...,
    ops: str = ...,
    numbers: str = ...,
    bound: int = ...,
    inputs: str = ...,
    constants: str = ...,
    dead: int = ...,
    wording: str = ...,
    names: str = ...,
    lines: str = ...,
    nested: bool = ...,
) -> Questions:
    """Generates the questions of a suite.

    `name` is one of `suites()`, or "own". For "own", `steps` and `condition` may be lists. `items`
    is the number of items of each spec, with indexes from 0 under `seed`. The default is that of the
    suite, or 20 for "own". `samples` is the number of samples of each item. The other settings are
    those of links and of the command line. A suite fixes some of them. Unknown words and
    unsupported questions are a `ValueError` before the first question.
    """

def grade(item: str, transcript: str | None, *, stop: Ending = "unknown") -> Row:
    """Grades a transcript and returns a flat dict.

    `item` is a batch id (`sf1-…`), a link without unknown parts, or the JSON record of an item.
    `transcript` is the whole output of the model; None means a call that failed. A condition that
    is a dialogue is a `ValueError` here: use `verdict`.
    """

def verdict(item: str, transcript: str, *, stop: Stop = "unknown") -> dict[str, Any]:
    """Returns the whole verdict on a transcript: every step, and the explanation and position of each
    error.

    The arguments are those of `grade`, but dialogues are accepted too. The transcript of a dialogue
    is the first reply or the dialogue so far, with parts under the lines `=== asked ===` and
    `=== answered ===`. Positions are indices of the transcript, or of `dialogue["text"]` if that
    exists. The JSON schema of a verdict describes the rest.
    """

@overload
def grade_many(
    ids: ArrowArray | ArrowStream,
    transcripts: ArrowArray | ArrowStream | Iterable[str | None],
    *,
    stops: ArrowArray | ArrowStream | Iterable[str | None] | None = None,
    threads: int | None = None,
) -> Table: ...
@overload
def grade_many(
    ids: Iterable[str | None],
    transcripts: ArrowArray | ArrowStream,
    *,
    stops: ArrowArray | ArrowStream | Iterable[str | None] | None = None,
    threads: int | None = None,
) -> Table: ...
@overload
def grade_many(
    ids: Iterable[str | None],
    transcripts: Iterable[str | None],
    *,
    stops: ArrowArray | ArrowStream | Iterable[str | None] | None = None,
    threads: int | None = None,
) -> list[ManyRow]:
    """Grades many transcripts, in order, on all cores and without Python's lock.

    `ids` are batch ids, and `transcripts` the outputs of models. A transcript of None means a call
    that failed. `stops` are the optional reasons why each model stopped: "length" if the output was
    cut, "refusal" if the model or a filter refused, else "unknown" or None. If ids or transcripts
    are Arrow arrays, the result is a `Table`, else a list of dicts. A response that cannot be
    graded, for example because of an unknown id, has an `outcome` of None and the reason in `why`.
    The other responses are graded. `threads` is the number of threads; None means one for each
    core.
    """

class Cell(TypedDict):
    """The numbers of responses with the same model, condition, look-back and steps."""

    model: str | None
    """The model that answered, by its name in the file."""
    condition: str
    lookback: int
    steps: int
    correct: int
    scored: int
    """The number of responses that are correct or wrong."""
    all: int

class Tally(TypedDict):
    """The tally of all responses."""

    correct: int
    scored: int
    """The number of responses that are correct or wrong."""
    all: int
    """The number of all graded responses, without duplicates."""
    outcomes: dict[Outcome, int]
    modes: dict[str, int]
    """The number of replies with each failure mode."""
    cells: list[Cell]
    """The same counts by model, condition, look-back and steps."""
    duplicates: int
    """The number of responses that repeat the id, sample and model of an earlier one."""
    ungraded: int
    """The number of responses that cannot be graded."""
    troubles: list[str]
    """The unreadable parts of the files, in sentences."""

def grade_files(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    id: str | None = None,
    output: str | None = None,
    model: str | None = None,
    threads: int | None = None,
) -> tuple[Table, Tally]:
    """Grades the responses in result files. Returns the rows in the order of the files, and the tally
    of all files.

    The content of a file identifies its format: results of OpenAI's, Anthropic's and Gemini's
    batches, logs of Inspect, results of promptfoo, samples of lm-evaluation-harness, JSONL or CSV.
    For other tables `id` and `output` name the columns. Files with records of custom procedures
    come before those with the responses. The last column `model` is the model that the file names,
    else the argument `model`.

    A second response with the same id, sample and model is counted as a duplicate and has no row. A
    missing file is a `FileNotFoundError`. `threads` is the number of threads; None means one for
    each core.
    """

class Simulation(TypedDict):
    """The result of a simulation."""

    transcript: str
    """The reply, or the whole dialogue if the condition is one."""
    mode: str
    """The failure mode that a careful reader would name. For a dialogue, it is the mode that the
    grader names; likewise under `answer-only` for a solver that can fail more than once.
    """

def simulate(
    link: str,
    *,
    solver: str | None = None,
    form: str = "trace",
    rate: int = 0,
    run: int = 0,
    executor: str | None = None,
) -> Simulation:
    """Simulates a solver, a program that fails in a known way. A solver is not a model.

    `solver` names the solver (`mixed` if it is None), and `form` the form of its text. `rate` is the probability that a
    step fails, in ten-thousandths, for solvers that can fail more than once; 0 means one failure.
    Runs differ in their random choices. Not every solver can fail at every item in every form.
    `executor` is an older name of `solver`.
    """

def export(
    name: str,
    target: Target,
    folder: str | PathLike[str],
    *,
    model: str | None = None,
    max_output: int | None = None,
    temperature: float | None = None,
    effort: str | None = None,
    items: int | None = None,
    samples: int = 1,
    seed: int = 0,
    condition: str | Iterable[str] | None = None,
    steps: int | Iterable[int] = ...,
    lookback: int | str = ...,
    ops: str = ...,
    numbers: str = ...,
    bound: int = ...,
    inputs: str = ...,
    constants: str = ...,
    dead: int = ...,
    wording: str = ...,
    names: str = ...,
    lines: str = ...,
    nested: bool = ...,
) -> list[Path]:
    """Writes the questions of a suite into a folder, as files for a batch service or an evaluation
    tool. Returns the paths of the files.

    `name` and the settings are those of `suite`. `model` is the model's name, for targets whose
    lines contain one. `max_output`, `temperature` and `effort` are parameters of the requests. A
    file that exceeds the limits of its service is split. Tools also get their task or
    configuration. An existing file is not overwritten and is a `FileExistsError`.
    """
