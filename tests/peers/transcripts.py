"""What is answered in the place of a model to the questions of a suite, and what is to come of it."""

import stepfall

# What programs write that fail in a known way, and the outcome that it has.
EXECUTORS = {
    "followed": "correct",
    "wrong-operand": "wrong",
    "missing-answer": "unparsed",
    "refused": "refused",
    "slip-digit": "wrong",
}


def table(suite, **settings):
    """For each prompt of a suite its id, what is answered, and the outcome."""
    answers = {}
    for at, question in enumerate(stepfall.suite(suite, **settings)):
        executor, outcome = list(EXECUTORS.items())[at % len(EXECUTORS)]
        transcript = stepfall.simulate(question["link"], executor=executor)["transcript"]
        answers[question["prompt"]] = {"id": question["id"], "transcript": transcript, "outcome": outcome, "target": question["target"]}
    return answers
