"""An exported suite under Inspect AI with its mock model: the scores, and the log."""

import tempfile
import unittest
from collections import Counter
from contextlib import chdir

import stepfall
from inspect_ai import eval
from inspect_ai.log import read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from transcripts import table

VALUES = {"correct": "C", "wrong": "I", "unparsed": "N", "refused": "N", "truncated": "N"}


def output(text, stop="stop"):
    """Returns an output of the mock model with its usage; otherwise the model fetches a table to count tokens."""
    made = ModelOutput.from_content("mockllm/model", text, stop_reason=stop)
    made.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return made


class InspectTest(unittest.TestCase):
    def run_task(self, folder, answer):
        stepfall.export("quick", "inspect", folder, items=2)
        model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
        with chdir(folder):
            [log] = eval("stepfall_task.py", model=model, log_dir="logs", display="none")
            self.assertEqual(log.status, "success", log.error)
            # Grades the tool's own log as a batch.
            rows, tally = stepfall.grade_files(log.location)
            self.assertEqual((len(rows), tally["ungraded"], tally["troubles"]), (10, 0, []))
            return read_eval_log(log.location), tally

    def test_every_sample_has_its_score(self):
        answers = table("quick", items=2)

        def answer(messages, tools, choice, config):
            return output(answers[messages[-1].text]["transcript"])

        with tempfile.TemporaryDirectory() as folder:
            log, tally = self.run_task(folder, answer)
        self.assertEqual(log.eval.dataset.name, "stepfall-quick-v1")
        samples = {sample.id: sample for sample in log.samples}
        self.assertEqual(set(samples), {answer["id"] for answer in answers.values()})
        for answer in answers.values():
            score = samples[answer["id"]].scores["procedure"]
            self.assertEqual((score.metadata["outcome"], score.value), (answer["outcome"], VALUES[answer["outcome"]]))
            self.assertEqual((samples[answer["id"]].target, score.metadata["id"]), (answer["target"], answer["id"]))
            self.assertTrue(score.explanation)
        [score] = log.results.scores
        self.assertAlmostEqual(score.metrics["accuracy"].value, 2 / 10)
        self.assertEqual((tally["correct"], tally["all"]), (2, score.scored_samples))
        told = Counter(sample.scores["procedure"].metadata["outcome"] for sample in log.samples)
        self.assertEqual({outcome: count for outcome, count in tally["outcomes"].items() if count}, told)

    def test_what_was_cut_is_no_wrong_answer(self):
        def answer(messages, tools, choice, config):
            return output("S3 =", stop="max_tokens")

        with tempfile.TemporaryDirectory() as folder:
            log, tally = self.run_task(folder, answer)
        self.assertEqual(tally["outcomes"]["truncated"], 10)
        outcomes = {sample.scores["procedure"].metadata["outcome"] for sample in log.samples}
        self.assertEqual(outcomes, {"truncated"})

    def test_what_a_filter_took_is_refused(self):
        def answer(messages, tools, choice, config):
            return output("S3 =", stop="content_filter")

        with tempfile.TemporaryDirectory() as folder:
            log, tally = self.run_task(folder, answer)
        self.assertEqual(tally["outcomes"]["refused"], 10)
        self.assertEqual({sample.scores["procedure"].value for sample in log.samples}, {"N"})


if __name__ == "__main__":
    unittest.main(warnings="ignore")
