"""A suite of Stepfall under Inspect AI, graded by Stepfall on this machine.

    pip install inspect-ai stepfall
    inspect eval stepfall_task.py --model openai/gpt-5-mini

Unparsed, unclear, truncated and refused answers are told apart from wrong ones in each score's metadata. The log can be dropped on
Stepfall's page, or graded anew by `stepfall batch grade`.
"""

from pathlib import Path

import stepfall
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, json_dataset
from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, Score, accuracy, scorer, stderr
from inspect_ai.solver import generate

FILES = @FILES@


@scorer(metrics=[accuracy(), stderr()])
def procedure():
    """Says what the model did in the procedure, by the id of the sample."""

    async def score(state, target):
        cut = state.output.stop_reason in ("max_tokens", "model_length")
        row = stepfall.grade(str(state.sample_id), state.output.completion, stop="length" if cut else "unknown")
        if row["outcome"] == "correct":
            value = CORRECT
        elif row["outcome"] in ("unparsed", "refused"):
            value = NOANSWER
        else:
            value = INCORRECT
        return Score(value=value, answer=row["answer"], explanation=row["headline"], metadata=row)

    return score


@task
def stepfall_suite():
    here = Path(__file__).parent
    samples = [sample for name in FILES for sample in json_dataset(str(here / name))]
    return Task(dataset=MemoryDataset(samples, name="stepfall-@SUITE@"), solver=generate(), scorer=procedure())
