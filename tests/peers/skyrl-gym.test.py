"""The environment under SkyRL Gym, with a reward for each turn."""

import unittest

import skyrl_gym
import stepfall
from skyrl_gym.envs import register
from stepfall.dataset import prompts

register(id="stepfall", entry_point="stepfall.environments.skyrl:ProcedureEnv")


def opened(condition, steps=4, config=None):
    """Returns an environment for a question of a condition, and the lines of correct work."""
    [row] = prompts(steps, condition=condition, count=1)
    environment = skyrl_gym.make("stepfall", env_config=config or {}, extras=row)
    chat, _ = environment.init(row["prompt"])
    assert chat == row["prompt"]
    trace = stepfall.Dialogue(row["id"], condition="trace")
    return environment, stepfall.simulate(trace.link, executor="followed")["transcript"].splitlines()


class SkyRlGymTest(unittest.TestCase):
    def test_a_plain_question_has_one_turn(self):
        environment, lines = opened("trace")
        self.assertEqual(environment.max_turns, 1)
        out = environment.step("\n".join(lines))
        self.assertEqual((out["reward"], out["done"], out["observations"]), (1.0, True, []))

    def test_each_turn_is_rewarded(self):
        environment, lines = opened("stepwise")
        outs = [environment.step(reply) for reply in [*lines[:3], "\n".join(lines[3:])]]
        self.assertEqual([out["reward"] for out in outs], [0.125, 0.125, 0.125, 0.625])
        self.assertEqual([out["done"] for out in outs], [False, False, False, True])
        self.assertTrue(outs[0]["observations"][0]["content"].startswith("Now do S4"))
        self.assertEqual(environment.get_metrics(), {"reward": 1.0, "turns": 4, "steps": 4})

    def test_a_corrected_step_is_rewarded_later(self):
        environment, lines = opened("verified.2")
        replies = ["\n".join(lines[:2]), "S5 = 99999\nS6 = 99999", "\n".join(lines[2:])]
        outs = [environment.step(reply) for reply in replies]
        self.assertEqual([out["reward"] for out in outs], [0.25, 0.0, 0.75])
        self.assertIn("S5 is wrong", outs[1]["observations"][0]["content"])

    def test_weights_and_ids_are_read(self):
        environment, lines = opened("stepwise", config={"weights": {"step": 1}})
        self.assertEqual(environment.step(lines[0])["reward"], 0.25)
        with self.assertRaisesRegex(ValueError, "there is no id"):
            skyrl_gym.make("stepfall", env_config={}, extras={})


if __name__ == "__main__":
    unittest.main()
