"""Two steps of GRPO under TRL with a tiny model of random weights, run by the package's `examples/grpo.py`."""

import csv
import importlib.util
import math
import tempfile
import unittest
from pathlib import Path

import stepfall
from stepfall.dataset import hugging_face, hugging_face_stream, prompts

EXAMPLE = Path(__file__).parents[2] / "python/examples/grpo.py"


def example():
    """Returns the example as a module."""
    spec = importlib.util.spec_from_file_location("grpo", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class TrlTest(unittest.TestCase):
    def test_rows_are_a_dataset(self):
        rows = list(prompts([1, 2], count=6))
        self.assertEqual(hugging_face(rows).to_list(), rows)
        stream = hugging_face_stream([1, 2], count=6)
        self.assertEqual([list(stream), list(stream)], [rows, rows])
        self.assertEqual(list(hugging_face_stream(lambda index: 1 + index % 2).take(6)), rows)

    def test_grpo_calls_the_rewards(self):
        grpo = example()
        calls = []
        record = grpo.Recorded.__call__

        def recorded(self, prompts, completions, id, **columns):
            rewards = record(self, prompts, completions, id, **columns)
            calls.append((self.__name__, completions, id, sorted(columns), rewards))
            return rewards

        grpo.Recorded.__call__ = recorded
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "curve.csv")
            sizes = "--steps 2 --batch 4 --group 2 --max-tokens 8 --held-out 3 --seeds 0".split()
            gains = grpo.main(["--tiny", *sizes, "--out", str(path)])
            with open(path, encoding="utf-8") as file:
                curve = list(csv.DictReader(file))
        self.assertEqual([name for name, *_ in calls], ["exact"] * 2 + ["shuffled"] * 2)
        for _, completions, ids, columns, rewards in calls:
            self.assertEqual((len(completions), len(rewards)), (4, 4))
            # A group is the replies to one prompt.
            self.assertEqual((ids[0], ids[2]), (ids[1], ids[3]))
            self.assertTrue(all(stepfall.Dialogue(id).steps in (1, 2, 3) for id in ids))
            self.assertEqual([message["role"] for message in completions[0]], ["assistant"])
            self.assertLessEqual({"answer", "steps", "spec", "trainer_state"}, set(columns))
        self.assertEqual({kind: len(of_kind) for kind, of_kind in gains.items()}, {"exact": 1, "shuffled": 1})
        self.assertTrue(all(math.isfinite(one) for of_kind in gains.values() for gain in of_kind for one in gain))
        self.assertEqual([row["step"] for row in curve], ["1", "2", "held-out before", "held-out after"] * 2)

    def test_the_control_has_the_same_rewards_in_another_order(self):
        grpo = example()
        [row] = prompts(2, count=1)
        correct = stepfall.simulate(row["spec"], executor="followed")["transcript"]
        completions = [[{"role": "assistant", "content": text}] for text in [correct] * 3 + ["I do not know."] * 5]
        ids = [row["id"]] * 8
        exact, shuffled = (grpo.Recorded(is_shuffled, 0) for is_shuffled in (False, True))
        rewards = [one(None, completions, ids) for one in (exact, shuffled)]
        self.assertEqual(rewards[0], [1.0] * 3 + [0.0] * 5)
        self.assertNotEqual(rewards[0], rewards[1])
        self.assertEqual(sorted(rewards[0]), sorted(rewards[1]))
        self.assertEqual(exact.curve, shuffled.curve)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
