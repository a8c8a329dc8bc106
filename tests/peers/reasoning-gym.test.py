"""The dataset under reasoning-gym, and its scores by the function that NeMo Gym takes."""

import json
import tempfile
import unittest
from pathlib import Path

import reasoning_gym
import stepfall
import stepfall.environments.reasoning_gym
from reasoning_gym.composite import DatasetSpec
from reasoning_gym.factory import create_curriculum
from stepfall.dataset import prompts, write_gym


def work(entry):
    """Returns correct work for an entry."""
    return stepfall.simulate(entry["metadata"]["spec"], executor="followed")["transcript"]


class ReasoningGymTest(unittest.TestCase):
    def test_a_dataset_scores_whole_replies(self):
        dataset = reasoning_gym.create_dataset("stepfall", size=6, seed=1, min_steps=2, max_steps=4)
        self.assertEqual([entry["metadata"]["difficulty"]["steps"] for entry in dataset], [2, 3, 4] * 2)
        for entry in dataset:
            self.assertEqual(dataset.score_answer(work(entry), entry), 1.0)
            self.assertEqual(dataset.score_answer("Answer: " + entry["answer"], entry), 0.0)
            self.assertEqual(dataset.score_answer(None, entry), 0.0)
        other = reasoning_gym.create_dataset("stepfall", size=6, seed=2, min_steps=2, max_steps=4)
        ids = [{entry["metadata"]["id"] for entry in one} for one in (dataset, other)]
        self.assertFalse(ids[0] & ids[1])

    def test_a_composite_has_its_entries(self):
        specs = [DatasetSpec(name="stepfall", weight=1, config={"max_steps": 2}), DatasetSpec(name="chain_sum", weight=1, config={})]
        composite = reasoning_gym.create_dataset("composite", size=20, seed=1, datasets=specs)
        entries = [entry for entry in composite if entry["metadata"]["source_dataset"] == "stepfall"]
        self.assertTrue(0 < len(entries) < 20)
        for entry in entries:
            self.assertEqual(composite.score_answer(work(entry), entry), 1.0)

    def test_the_curriculum_makes_procedures_longer(self):
        curriculum = create_curriculum("stepfall")
        lengths = []
        for _ in range(3):
            config = curriculum.generate_configuration({"seed": 1, "size": 4})
            lengths.append(config.max_steps)
            curriculum.increment_attr_level("steps")
        self.assertEqual(lengths, sorted(set(lengths)))

    def test_lines_for_nemo_gym_are_scored_by_their_dataset(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "train.jsonl")
            write_gym(prompts([1, 3], count=4), path)
            lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for line in lines:
            entry = {name: line[name] for name in ("question", "answer", "metadata")}
            score = reasoning_gym.get_score_answer_fn(entry["metadata"]["source_dataset"])
            self.assertEqual(score(answer=work(entry), entry=entry), 1.0)
            self.assertEqual(score(answer=entry["answer"], entry=entry), 0.0)


if __name__ == "__main__":
    unittest.main()
