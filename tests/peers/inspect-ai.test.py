"""An exported suite under Inspect AI with its mock model: the scores, and the log."""

import runpy
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
    """Returns an output of the mock model with its token usage. Without it, Inspect would download a table to count tokens."""
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
            # Only an answer that is neither correct nor incorrect has a reason.
            is_scored = answer["outcome"] in ("correct", "wrong")
            self.assertEqual(score.reason, None if is_scored else answer["outcome"])
            self.assertEqual(score.explanation.startswith(answer["outcome"] + ": "), not is_scored)
        [score] = log.results.scores
        metrics = {name: metric.value for name, metric in score.metrics.items()}
        for reason in ("unclear", "unparsed", "truncated", "refused"):
            self.assertAlmostEqual(metrics[reason], tally["outcomes"][reason] / 10)
        by_steps = {}
        for sample in log.samples:
            found = sample.scores["procedure"]
            by_steps.setdefault(found.metadata["steps"], []).append(found.value == "C")
        self.assertGreater(len(by_steps), 1)
        for steps, correct in by_steps.items():
            self.assertAlmostEqual(metrics[f"accuracy, {steps} steps"], sum(correct) / len(correct))
        self.assertAlmostEqual(score.metrics["accuracy"].value, 2 / 10)
        self.assertEqual((tally["correct"], tally["all"]), (2, score.scored_samples))
        outcomes = Counter(sample.scores["procedure"].metadata["outcome"] for sample in log.samples)
        self.assertEqual({outcome: count for outcome, count in tally["outcomes"].items() if count}, outcomes)

    def test_a_cut_reply_is_truncated_and_not_incorrect(self):
        def answer(messages, tools, choice, config):
            return output("S3 =", stop="max_tokens")

        with tempfile.TemporaryDirectory() as folder:
            log, tally = self.run_task(folder, answer)
        self.assertEqual(tally["outcomes"]["truncated"], 10)
        outcomes = {sample.scores["procedure"].metadata["outcome"] for sample in log.samples}
        self.assertEqual(outcomes, {"truncated"})
        self.assertEqual({sample.scores["procedure"].reason for sample in log.samples}, {"truncated"})

    def test_a_filtered_reply_counts_as_refused(self):
        def answer(messages, tools, choice, config):
            return output("S3 =", stop="content_filter")

        with tempfile.TemporaryDirectory() as folder:
            log, tally = self.run_task(folder, answer)
        self.assertEqual(tally["outcomes"]["refused"], 10)
        self.assertEqual({(score.value, score.reason) for score in (sample.scores["procedure"] for sample in log.samples)}, {("N", "refused")})

    def test_older_inspect_versions_have_the_outcome_in_metadata(self):
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            stepfall.export("quick", "inspect", ".", items=1)
            task = runpy.run_path("stepfall_task.py")
        [question] = stepfall.suite("own", steps=2, items=1)
        row = stepfall.grade(question["id"], "I do not know.")
        score = task["graded"](row)
        self.assertEqual((score.value, score.reason), ("N", row["outcome"]))

        class Older:
            model_fields = {"value", "answer", "explanation", "metadata"}

            def __init__(self, **fields):
                self.fields = fields

        task["graded"].__globals__["Score"] = Older
        fields = task["graded"](row).fields
        self.assertEqual((set(fields), fields["metadata"]["outcome"]), (Older.model_fields, row["outcome"]))
        self.assertTrue(fields["explanation"].startswith(row["outcome"] + ": "))


if __name__ == "__main__":
    unittest.main(warnings="ignore")
