"""Rows for training on steps: each step of a transcript with a label.

The rows are those of TRL's stepwise supervision (`prompt`, `completions`, `labels`) with the first
error and its cause. They come from transcripts of models or of simulated solvers.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TypedDict

from .rewards import answer_reward, prefix_reward, spans
from .stepfall import _question, simulate, suite, verdict

__all__ = ["StepwiseRow", "simulated_rows", "stepwise_rows"]


class StepwiseRow(TypedDict):
    """The steps of a transcript with their labels."""

    id: str
    prompt: str
    completions: list[str]
    """The parts of the transcript: one for each shown step, and one for the text after the last step."""
    labels: list[bool]
    """True for each part before the first error, and False for all others."""
    first_error: int | None
    """The index of the first part with an error, if there is one."""
    cause: str | None
    """The likeliest cause of that error, such as `wrong-operand`; `revised` if a step has a second value."""


def stepwise_rows(ids: Iterable[str], transcripts: Iterable[str]) -> list[StepwiseRow]:
    """Returns a row for each transcript whose steps are certain and that shows at least one.

    The label of the part after the last step is True only if all steps and the answer are correct.

    >>> import stepfall
    >>> [question] = stepfall.suite("own", steps=3, items=1)
    >>> trace = stepfall.simulate(question["link"], solver="slip-digit")["transcript"]
    >>> [row] = stepfall.stepwise_rows([question["id"]], [trace])
    >>> row["completions"][0] == trace.splitlines()[0], len(row["completions"])
    (True, 4)
    >>> row["labels"].index(False) == row["first_error"]
    True
    """
    rows = []
    for at, (id, transcript) in enumerate(zip(ids, transcripts, strict=True)):
        try:
            row = _row(id, transcript)
        except (TypeError, ValueError) as error:
            raise type(error)(f"row {at}: {error}") from None
        if row is not None:
            rows.append(row)
    return rows


def _row(id: str, transcript: str) -> StepwiseRow | None:
    steps_shown = spans(id, transcript)
    if not steps_shown:
        return None
    pieces, labels, end = [], [], 0
    is_correct = True
    for step in sorted(steps_shown, key=lambda step: step["characters"]):
        if step["characters"][1] <= end:
            continue
        pieces.append(transcript[end : step["characters"][1]].strip())
        end = step["characters"][1]
        is_correct = is_correct and step["before_error"]
        labels.append(is_correct)
    rest = transcript[end:].strip()
    if any(character.isalnum() for character in rest):
        pieces.append(rest)
        is_paid = [reward(None, [transcript], [id]) == [1.0] for reward in (prefix_reward, answer_reward)]
        labels.append(is_correct and all(is_paid))
    first = None if all(labels) else labels.index(False)
    cause = None
    if first is not None:
        roots = verdict(id, transcript)["root_faults"]
        cause = roots[0]["cause"] if roots else "revised"
    return {"id": id, "prompt": _question(id)["prompt"], "completions": pieces, "labels": labels, "first_error": first, "cause": cause}


def simulated_rows(name: str = "own", *, solver: str | None = None, rate: int = 0, runs: int = 1, executor: str | None = None, **settings: Any) -> Iterator[StepwiseRow]:
    """Yields rows from simulated solvers, which continue from their own values after an error.

    `name` and the settings are those of `suite`; `solver`, `executor` and `rate` are those of `simulate`. Each
    question is solved `runs` times. Solvers that cannot fail at a question are left out.

    >>> import stepfall
    >>> rows = list(stepfall.simulated_rows(solver="wrong-operand", steps=4, items=3, runs=2))
    >>> len(rows), {row["cause"] for row in rows}
    (6, {'wrong-operand'})
    """
    run = 0
    for question in suite(name, **settings):
        form = "json" if question["condition"] == "structured" else "trace"
        for _ in range(runs):
            run += 1
            try:
                transcript = simulate(question["link"], solver=solver or executor, form=form, rate=rate, run=run)["transcript"]
            except ValueError:
                continue
            row = _row(question["id"], transcript)
            if row is not None:
                yield row
