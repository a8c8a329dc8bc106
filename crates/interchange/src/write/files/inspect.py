"""A suite of Stepfall under Inspect AI, graded by Stepfall on this machine.

    pip install inspect-ai stepfall
    inspect eval stepfall_task.py --model openai/gpt-5-mini

A score is C (correct), I (incorrect), or N for answers that are neither. The reason of an N is
`unclear`, `unparsed`, `truncated` or `refused`. It is in `Score.reason`, and in the metadata and
the explanation for versions of Inspect without that field. Inspect's `accuracy` counts N like I.
`by_length` is the accuracy for each number of steps. `unscored` is the share of the answers with
each reason. The log can be dropped on Stepfall's page, or graded again by `stepfall batch grade`.
"""

from pathlib import Path

import stepfall
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, json_dataset
from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, SampleScore, Score, accuracy, metric, scorer, stderr
from inspect_ai.solver import generate

FILES = @FILES@
STOPS = {"max_tokens": "length", "model_length": "length", "content_filter": "refusal"}
VALUES = {"correct": CORRECT, "wrong": INCORRECT}
REASONS = ("unclear", "unparsed", "truncated", "refused")


@metric
def by_length():
    """Returns the accuracy for each number of steps."""

    def shares(scores: list[SampleScore]):
        by_steps = {}
        for one in scores:
            by_steps.setdefault(one.score.metadata["steps"], []).append(one.score.metadata["outcome"] == "correct")
        return {f"accuracy, {steps} steps": sum(found) / len(found) for steps, found in sorted(by_steps.items())}

    return shares


@metric
def unscored():
    """Returns the share of answers that are neither correct nor incorrect, by reason."""

    def share(scores: list[SampleScore]):
        outcomes = [one.score.metadata["outcome"] for one in scores]
        return {reason: outcomes.count(reason) / max(1, len(outcomes)) for reason in REASONS}

    return share


def graded(row):
    """Returns the score of a graded answer."""
    outcome = row["outcome"]
    if outcome in VALUES:
        return Score(value=VALUES[outcome], answer=row["answer"], explanation=row["headline"], metadata=row)
    reason = {"reason": outcome} if "reason" in Score.model_fields else {}
    explanation = f"{outcome}: {row['headline']}"
    return Score(value=NOANSWER, answer=row["answer"], explanation=explanation, metadata=row, **reason)


@scorer(metrics=[accuracy(), stderr(), by_length(), unscored()])
def procedure():
    """Grades an output by the id of its sample."""

    async def score(state, target):
        stop = STOPS.get(state.output.stop_reason, "unknown")
        return graded(stepfall.grade(state.metadata["stepfall_id"], state.output.completion, stop=stop))

    return score


@task
def stepfall_suite():
    here = Path(__file__).parent
    samples = [sample for name in FILES for sample in json_dataset(str(here / name))]
    return Task(dataset=MemoryDataset(samples, name="stepfall-@SUITE@"), solver=generate(), scorer=procedure())
