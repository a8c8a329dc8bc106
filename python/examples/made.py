"""Transcripts that programs wrote, for the examples; and a plain scorer to hold the grader against."""

import itertools
import re
import time

import pyarrow as pa
import stepfall

DISTINCT = 5_000
"""How many different ones there are; more repeat them, so that making them takes no longer than grading."""

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def transcripts(count):
    """A table with the columns `id`, `transcript` and `target`: procedures of 5, 15, 25, 45 and 95 steps, most of them followed to the end, others not."""
    rows = []
    questions = stepfall.suite("quick", items=-(-min(count, DISTINCT) // 5))
    for run, question in enumerate(questions):
        made = stepfall.simulate(question["link"], executor="mixed", rate=100, run=run)
        rows.append({"id": question["id"], "transcript": made["transcript"], "target": question["target"]})
    return pa.Table.from_pylist(list(itertools.islice(itertools.cycle(rows), count)))


def last_number_is_right(transcript, target):
    """What a plain scorer does: the last number that stands there is the answer."""
    numbers = NUMBER.findall(transcript)
    return bool(numbers) and numbers[-1] == target


def timed(name, count, work):
    """Runs something and prints how many transcripts it took a second."""
    begin = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - begin
    print(f"{name:<28} {count:>9,} transcripts  {seconds:8.2f} s  {count / seconds:>11,.0f} a second  {result}", flush=True)
