"""The taskset, the environment and the harness under verifiers, against a server in this process."""

import asyncio
import re
import unittest

import stepfall
import verifiers.v1 as vf
from chat import served
from verifiers.v1.utils.loaders import environment_class, harness_class, load_environment, load_taskset, taskset_class

PLUGIN = "stepfall-verifiers"


def work(id):
    """Returns the line of each step of the item of an id, by the name of the step."""
    trace = stepfall.Dialogue(id, condition="trace")
    lines = stepfall.simulate(trace.link, executor="followed")["transcript"].splitlines()
    return {line.split()[0]: line for line in lines if line.startswith("S")} | {"answer": lines[-1]}


def names(question):
    """Returns the names of the steps that a question of a dialogue asks for."""
    asked = re.search(r"Now do S(\d+)(?: to S(\d+))?", question)
    first, last = int(asked[1]), int(asked[2] or asked[1])
    return [f"S{number}" for number in range(first, last + 1)]


def configured(address, **taskset):
    """Returns the environment of a taskset and the context of its model."""
    env_class = environment_class(PLUGIN)
    config_class = env_class.__orig_bases__[0].__args__[0]
    config = config_class.model_validate({"taskset": {"id": PLUGIN, **taskset}})
    client = vf.EvalClientConfig(base_url=address, api_key_var="NONE")
    return load_environment(config), vf.ModelContext(model="table", client=client)


def played(answer, count, **taskset):
    """Plays the first tasks of a taskset and returns the traces."""

    async def run(address):
        env, context = configured(address, **taskset)
        async with env.serving():
            episodes = [await env.run_episode(task, context) for task in env.taskset.take(count)]
        for episode in episodes:
            assert episode.ok, episode.errors or [trace.errors for trace in episode.traces]
        return [trace for episode in episodes for trace in episode.traces]

    with served(answer) as address:
        return asyncio.run(run(address))


def by_prompt(count, **taskset):
    """Returns the ids of tasks by their prompts."""
    config_class = taskset_class(PLUGIN).__orig_bases__[0].__args__[1]
    tasks = load_taskset(config_class.model_validate({"id": PLUGIN, **taskset}))
    assert not tasks.bounded
    return {task.data.prompt: task.key for task in tasks.take(count)}


class VerifiersTest(unittest.TestCase):
    def test_the_plugin_has_one_class_of_each_kind(self):
        for find in (taskset_class, environment_class, harness_class):
            self.assertEqual(find(PLUGIN).__module__, "stepfall.environments.verifiers")

    def test_a_taskset_is_endless_and_lengthens_by_position(self):
        config = {"steps": [1, 2, 4], "tasks_per_length": 3}
        keys = by_prompt(12, **config)
        steps = [stepfall.Dialogue(id).steps for id in keys.values()]
        self.assertEqual(steps, [1] * 3 + [2] * 3 + [4] * 6)
        self.assertEqual(len(set(keys.values())), 12)
        self.assertEqual(by_prompt(12, **config), keys)
        self.assertFalse(set(by_prompt(12, split="test", **config).values()) & set(keys.values()))

    def test_single_replies_are_rewarded(self):
        config = {"steps": [3], "condition": "trace"}
        ids = by_prompt(4, **config)
        correct, alone, half, foreign = ids.values()

        def answer(messages):
            lines = work(id := ids[messages[-1]["content"]])
            steps = list(lines.values())
            return {correct: "\n".join(steps), alone: lines["answer"], half: "\n".join(steps[:2]), foreign: "I do not know."}[id]

        traces = {trace.task.key: trace for trace in played(answer, 4, **config)}
        rewards = {id: trace.rewards["work"].value for id, trace in traces.items()}
        self.assertEqual({id: round(reward, 3) for id, reward in rewards.items()}, {correct: 1.0, alone: 0.0, half: 0.333, foreign: 0.0})
        self.assertEqual((traces[half].metrics["prefix"], traces[half].metrics["replies"]), (2 / 3, 1.0))
        self.assertEqual(traces[correct].task.data.id, correct)

    def test_dialogues_are_rewarded(self):
        for condition, replies in (("stepwise", 4), ("verified.2", 3)):
            config = {"steps": [4], "condition": condition}
            ids = by_prompt(2, **config)
            good, _ = ids.values()

            def answer(messages):
                id = ids[messages[0]["content"]]
                lines, asked = work(id), names(messages[-1]["content"])
                if id != good:
                    return "\n".join(f"{name} = 99999" for name in asked)
                # The first value for S5 is incorrect, so the check requests the step again.
                is_first = "is wrong" not in messages[-1]["content"]
                if condition != "stepwise" and is_first and "S5" in asked:
                    return "S5 = 99999\nS6 = 99999"
                return "\n".join([*(lines[name] for name in asked), *([lines["answer"]] if "S6" in asked else [])])

            traces = {trace.task.key: trace for trace in played(answer, 2, **config)}
            self.assertEqual((traces[good].rewards["work"].value, traces[good].num_turns), (1.0, replies), condition)
            other = next(trace for id, trace in traces.items() if id != good)
            self.assertEqual(other.rewards["work"].value, 0.0)
            self.assertEqual(other.metrics["answer"], 0.0)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
