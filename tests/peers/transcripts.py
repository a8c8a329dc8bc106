"""Answers to the questions of a suite in place of a model, and their outcomes."""

import stepfall

# Simulated solvers, and the outcome of their answers.
EXECUTORS = {
    "followed": "correct",
    "wrong-operand": "wrong",
    "missing-answer": "unparsed",
    "refused": "refused",
    "slip-digit": "wrong",
}


def table(suite, **settings):
    """Returns the id, the answer, the outcome and the target for each prompt of a suite."""
    answers = {}
    for at, question in enumerate(stepfall.suite(suite, **settings)):
        executor, outcome = list(EXECUTORS.items())[at % len(EXECUTORS)]
        transcript = stepfall.simulate(question["link"], executor=executor)["transcript"]
        answers[question["prompt"]] = {"id": question["id"], "transcript": transcript, "outcome": outcome, "target": question["target"]}
    return answers
