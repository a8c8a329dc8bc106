"""Procedures as a dataset of reasoning-gym, whose score is the default mixture.

Needs `pip install 'stepfall[reasoning-gym]'`.
"""

import reasoning_gym
import stepfall
import stepfall.environments.reasoning_gym


def main():
    dataset = reasoning_gym.create_dataset("stepfall", size=5, seed=1, min_steps=3)
    for entry in dataset:
        link = entry["metadata"]["spec"]
        work = {name: stepfall.simulate(link, solver=name)["transcript"] for name in ("followed", "slip-digit")}
        work["answer alone"] = "Answer: " + entry["answer"]
        print({name: round(dataset.score_answer(text, entry), 2) for name, text in work.items()})


if __name__ == "__main__":
    main()
