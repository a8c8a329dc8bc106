"""Procedures as a dataset of reasoning-gym, whose score is the default mixture.

Needs `pip install reasoning-gym stepfall`; it was run with reasoning-gym 0.1.25. Stacks that take
such datasets, NeMo Gym among them, pass the whole reply to `score_answer`.
"""

from dataclasses import dataclass

import reasoning_gym
import stepfall
from reasoning_gym.factory import ProceduralDataset, register_dataset
from stepfall.dataset import prompts
from stepfall.rewards import mixture


@dataclass
class ProcedureConfig:
    """The settings of a dataset."""

    steps: int = 3
    condition: str = "trace"
    seed: int | None = 0
    size: int = 100

    def validate(self):
        assert self.steps > 0 and self.size > 0


class ProcedureDataset(ProceduralDataset):
    """Procedures of one length."""

    def __init__(self, config):
        super().__init__(config=config, seed=config.seed, size=config.size)
        self.rows = list(prompts(config.steps, seed=self.seed, condition=config.condition, count=config.size))

    def __getitem__(self, at):
        row = self.rows[at]
        metadata = {"source_dataset": "stepfall", "source_index": at, "id": row["id"], "spec": row["spec"], "difficulty": {"steps": row["steps"]}}
        return {"question": row["prompt"][0]["content"], "answer": row["answer"], "metadata": metadata}

    def score_answer(self, answer, entry):
        return mixture()(None, [answer], id=[entry["metadata"]["id"]])[0] or 0.0


register_dataset("stepfall", ProcedureDataset, ProcedureConfig)


def main():
    dataset = reasoning_gym.create_dataset("stepfall", size=5, seed=1, steps=3)
    for entry in dataset:
        link = entry["metadata"]["spec"]
        work = {name: stepfall.simulate(link, executor=name)["transcript"] for name in ("followed", "slip-digit")}
        work["answer alone"] = "Answer: " + entry["answer"]
        print({name: round(dataset.score_answer(text, entry), 2) for name, text in work.items()})


if __name__ == "__main__":
    main()
