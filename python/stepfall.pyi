"""Arithmetic procedures from shareable seeds, and one exact grader that says where a language model stopped following them."""

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Protocol, TypedDict, final, overload

__version__: str

Outcome = Literal["correct", "wrong", "unparsed", "unclear", "truncated", "refused", "errored"]
"""What came of a response, each kind apart from wrong."""

Stop = Literal["unknown", "length"]
"""Why the model stopped: `length` where the provider says that the output was cut."""

Ending = Literal["unknown", "length", "refusal"]
"""How a reply ended: `refusal` where the provider says that the model or a filter refused."""

Target = Literal["openai", "openai-responses", "anthropic", "gemini", "inspect", "promptfoo", "lm-eval", "jsonl", "csv"]
"""Who takes a file of questions."""

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
    """How many specs it has."""
    items: int
    """How many items of each there are where nothing else is said."""
    size: int
    """How many questions these are."""
    condition: str | None
    """How they are asked where nothing else is said; None where the suite has its own conditions."""
    fixed: list[str]
    """The settings that it has its own values for."""

class Message(TypedDict):
    """A turn of a dialogue."""

    role: Literal["user", "assistant"]
    content: str

class Question(TypedDict):
    """An item as it is asked for under its id."""

    id: str
    """Everything that is needed to make and to grade it anew, in at most 64 characters."""
    dataset: str
    condition: str
    steps: int
    prompt: str
    """All that is said to the model, as one text."""
    messages: list[Message]
    """The same as turns."""
    target: str
    """The right answer, as it is to be written."""
    link: str
    """The link that opens the item in the page, from its `#` on."""

class Row(TypedDict):
    """What came of a response."""

    id: str
    sample: int
    """Which of several samples of the item it is, from 0."""
    condition: str
    steps: int
    lookback: int
    """How far back a step may reach."""
    outcome: Outcome
    mode: str | None
    """The failure mode to name, `followed` where there is none; None where there is no reply."""
    headline: str
    """What happened, in one sentence."""
    answer: str | None
    """The answer that was read first."""
    target: str
    """The right one."""
    link: str | None
    """The link that opens the item; None for a procedure of one's own."""
    grader: int
    """The version of the grader."""

class ManyRow(TypedDict):
    """What came of one of many responses. Where nobody can grade it, all but `id` and `why` is None."""

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
    """Why it is not graded, in a sentence."""

@final
class Questions(Iterator[Question]):
    """An iterator over questions."""

    def __iter__(self) -> Questions: ...
    def __next__(self) -> Question: ...

@final
class Table:
    """Graded rows as an Arrow table with the columns of `ManyRow`, those of files with `model` behind them: `pyarrow.table(rows)` and `polars.DataFrame(rows)` read it without a copy."""

    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def item(link: str) -> dict[str, Any]:
    """The item that a link names, with its prompt and its batch `id`.

    A link is whole, from its `#` on (`#/play?v=2&steps=25&seed=42&condition=trace`), or its parameters alone (`v=2&steps=25`). What is wrong with it is moved to
    the nearest that works, and told in `notices`. `id` names the item in batches; it is None under a condition that takes a dialogue, which has no place in them,
    and of a procedure of one's own, which no id holds. All values are str, so that nothing turns them into floats. The rest is described by the JSON schema of an item.
    """

def suites() -> list[Suite]:
    """The named suites."""

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
    """The questions of a suite, one after the other.

    `name` is one of `suites()`, or "own", of which `steps` and `condition` may be lists. `items` is how many items of each spec there are, those with the indexes
    from 0 of `seed`, where nothing is said as many as the suite has, or 20 of "own"; `samples` how often each is asked. The other settings are those of a link and of the command line; a suite fixes some. What is unknown, or
    cannot be asked, is a `ValueError` before the first question.
    """

def grade(item: str, transcript: str | None, *, stop: Ending = "unknown") -> Row:
    """What came of a transcript, as a flat dict.

    `item` is a batch id (`sf1-…`), a link that is understood in every part, or the JSON record of an item. `transcript` is all that the model wrote; None stands
    for a call that failed. A condition that takes a dialogue is a `ValueError` here: take `verdict`.
    """

def verdict(item: str, transcript: str, *, stop: Stop = "unknown") -> dict[str, Any]:
    """The whole verdict on a transcript: every step, what explains each fault, and where it stands.

    Takes what `grade` takes, and dialogues too: the transcript is then the first reply, or the dialogue so far with parts under the lines `=== asked ===` and
    `=== answered ===`. Positions are indices of the transcript, or of `dialogue["text"]` where that is there. The rest is described by the JSON schema of a
    verdict.
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
    """What came of many transcripts, in their order, on all cores and without Python's lock.

    `ids` are batch ids, `transcripts` what models wrote, where None stands for a call that failed, and `stops`, if given, why each stopped: "length" where the
    output was cut, "refusal" where the model or a filter refused, else "unknown" or None. Where ids or transcripts came as Arrow, a `Table` is returned, else a list of dicts. A response that nobody can grade,
    such as one with an unknown id, never loses the others: its `outcome` is None and `why` says the reason. `threads` is how many threads grade, all cores where
    it is None.
    """

class Cell(TypedDict):
    """How many responses of one kind are right."""

    model: str | None
    """The model that answered, by the file's own name."""
    condition: str
    lookback: int
    steps: int
    correct: int
    scored: int
    """Those that are right or wrong."""
    all: int

class Tally(TypedDict):
    """What came of all responses together."""

    correct: int
    scored: int
    """Those that are right or wrong."""
    all: int
    """All that are graded; duplicates are not among them."""
    outcomes: dict[Outcome, int]
    modes: dict[str, int]
    """How many replies have which failure mode."""
    cells: list[Cell]
    """The same by model, condition, look-back and steps."""
    duplicates: int
    """Responses with the id, sample and model of an earlier one."""
    ungraded: int
    """Responses that nobody can grade."""
    troubles: list[str]
    """What of the files could not be read, in sentences."""

def grade_files(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    id: str | None = None,
    output: str | None = None,
    model: str | None = None,
    threads: int | None = None,
) -> tuple[Table, Tally]:
    """What came of the responses in result files, in the order of the files, and the tally of all of them.

    Results of OpenAI's, Anthropic's and Gemini's batches, logs of Inspect, results of promptfoo, samples of lm-evaluation-harness, JSONL and CSV are known by what is
    in them; files with the records of procedures of one's own come before those that answer them. Of any other table `id` and `output` name the columns. The rows have a last column `model`, which is what the file says, or `model` where it names none. A second response with the same
    id, sample and model is counted as a duplicate, and has no row. A file that is not there is a `FileNotFoundError`. `threads` is how many threads grade, all cores
    where it is None.
    """

class Simulation(TypedDict):
    """What a simulated solver did."""

    transcript: str
    """What it wrote; a whole dialogue where the condition is one."""
    mode: str
    """The failure mode that a careful reader names; of a dialogue, the one that the grader names."""

def simulate(link: str, *, executor: str = "mixed", form: str = "trace", rate: int = 0, run: int = 0) -> Simulation:
    """What a program writes that fails in a known way. It is no model.

    `executor` is what it does wrong, `form` how it writes, `rate` how often a step fails, in ten-thousandths, where the solver can fail more than once (0 is
    once), and `run` gives other deeds. Not every solver can fail at every item in every form.
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
    """Writes the questions of a suite into a folder, as a batch service or an evaluation tool takes them, and returns the paths of the files.

    `name` and the settings are those of `suite`. `model` is the model's name, for the targets whose lines name one; `max_output`, `temperature` and `effort` say
    how it is asked. What a service takes no more of in one file becomes several. Tools get their task or configuration beside the questions. Files that are there
    already are left alone and are a `FileExistsError`.
    """
