"""A suite of Stepfall under Inspect AI, graded by Stepfall on this machine.

    pip install inspect-ai stepfall
    inspect eval stepfall_task.py --model openai/gpt-5-mini

A score is C (correct), I (incorrect), or N for answers that are neither: unclear, unparsed,
truncated or refused. `outcome` in the metadata of each score contains the reason. Inspect's
`accuracy` counts N like I. The log can be dropped on Stepfall's page, or graded again by
`stepfall batch grade`.
"""

from pathlib import Path

import stepfall
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, json_dataset
from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, Score, accuracy, scorer, stderr
from inspect_ai.solver import generate

FILES = @FILES@
STOPS = {"max_tokens": "length", "model_length": "length", "content_filter": "refusal"}
VALUES = {"correct": CORRECT, "wrong": INCORRECT}


@scorer(metrics=[accuracy(), stderr()])
def procedure():
    """Grades an output by the id of its sample."""

    async def score(state, target):
        stop = STOPS.get(state.output.stop_reason, "unknown")
        row = stepfall.grade(state.metadata["stepfall_id"], state.output.completion, stop=stop)
        value = VALUES.get(row["outcome"], NOANSWER)
        return Score(value=value, answer=row["answer"], explanation=row["headline"], metadata=row)

    return score


@task
def stepfall_suite():
    here = Path(__file__).parent
    samples = [sample for name in FILES for sample in json_dataset(str(here / name))]
    return Task(dataset=MemoryDataset(samples, name="stepfall-@SUITE@"), solver=generate(), scorer=procedure())
