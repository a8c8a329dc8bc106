"""Prints the time per text of `grade_many` and of the default mixture of rewards, on one thread."""

import statistics
import time

import stepfall
from stepfall.rewards import mixture

ROUNDS = 7

questions = list(stepfall.suite("own", steps=[5, 15, 25], items=600, condition="trace"))
ids = [question["id"] for question in questions]
texts = [stepfall.simulate(question["link"], solver="mixed", rate=100, run=run)["transcript"] for run, question in enumerate(questions)]
reward = mixture(threads=1)


def micros(work):
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) / len(texts) * 1e6


rounds = [
    (micros(lambda: stepfall.grade_many(ids, texts, threads=1)), micros(lambda: reward(None, texts, ids)))
    for _ in range(ROUNDS)
]
for name, column in zip(["grade_many", "mixture"], zip(*rounds)):
    print(f"{name:12} {statistics.median(column):.1f} µs per text")
print(f"rate of the mixture: {statistics.median(grade / reward for grade, reward in rounds):.2f} of that of grade_many")
