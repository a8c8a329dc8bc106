"""Grades a suite of Stepfall in lm-evaluation-harness, by the id of each row, on this machine.

    pip install stepfall

Each answer has one outcome, and the metric `solved` counts `correct`. Answers that are unclear,
unparsed, truncated or refused are neither correct nor incorrect.
"""

import stepfall

OTHERS = ("wrong", "unclear", "unparsed", "truncated", "refused")


def process_results(doc, results):
    outcome = stepfall.grade(doc["id"], results[0])["outcome"]
    return {"solved": float(outcome == "correct"), **{other: float(outcome == other) for other in OTHERS}}
