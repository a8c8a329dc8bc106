"""How lm-evaluation-harness grades a suite of Stepfall: by the id of each row, on this machine (`pip install stepfall`)."""

import stepfall


def process_results(doc, results):
    row = stepfall.grade(doc["id"], results[0])
    return {
        "solved": float(row["outcome"] == "correct"),
        "unparsed": float(row["outcome"] == "unparsed"),
        "refused": float(row["outcome"] == "refused"),
    }
