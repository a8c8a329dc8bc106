"""How lm-evaluation-harness grades a suite of Stepfall: by the id of each row, on this machine (`pip install stepfall`).

Each answer is one of these; `correct` is what the metric `solved` counts. What is unclear, unparsed, truncated or refused is neither right nor wrong.
"""

import stepfall

OTHERS = ("wrong", "unclear", "unparsed", "truncated", "refused")


def process_results(doc, results):
    outcome = stepfall.grade(doc["id"], results[0])["outcome"]
    return {"solved": float(outcome == "correct"), **{other: float(outcome == other) for other in OTHERS}}
