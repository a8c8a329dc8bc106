"""Grades a suite of Stepfall in lm-evaluation-harness, by the id of each row, on this machine.

    pip install stepfall

Each answer has one outcome, and the metric `solved` counts `correct`. Answers that are unclear,
unparsed, truncated or refused are neither correct nor incorrect. `invalid` counts answers that are
unclear or unparsed. `missing_end` counts replies that begin to reason and do not end their
reasoning, whatever their outcome.
"""

import stepfall

OTHERS = ("wrong", "unclear", "unparsed", "truncated", "refused")


def lacks_end(reply):
    """Reports whether reasoning is opened and not closed."""
    return reply.rfind("<think") > reply.rfind("</think")


def process_results(doc, results):
    outcome = stepfall.grade(doc["id"], results[0])["outcome"]
    counted = {"invalid": outcome in ("unclear", "unparsed"), "missing_end": lacks_end(results[0])}
    outcomes = {"solved": outcome == "correct", **{other: outcome == other for other in OTHERS}}
    return {name: float(value) for name, value in {**outcomes, **counted}.items()}
