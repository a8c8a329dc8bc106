"""Simulated transcripts for the examples, and a plain scorer as a baseline for the grader."""

import itertools
import re
import time

import pyarrow as pa
import stepfall

DISTINCT = 5_000
"""The number of distinct transcripts. Larger tables repeat them, since simulating takes time too."""

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def transcripts(count):
    """Returns a table with the columns `id`, `transcript` and `target`. The procedures have 5, 15, 25,
    45 and 95 steps. Most transcripts follow them to the end.
    """
    rows = []
    questions = stepfall.suite("quick", items=-(-min(count, DISTINCT) // 5))
    for run, question in enumerate(questions):
        made = stepfall.simulate(question["link"], solver="mixed", rate=100, run=run)
        rows.append({"id": question["id"], "transcript": made["transcript"], "target": question["target"]})
    return pa.Table.from_pylist(list(itertools.islice(itertools.cycle(rows), count)))


def last_number_is_right(transcript, target):
    """Reports whether the last number in a transcript is the target, as a plain scorer does."""
    numbers = NUMBER.findall(transcript)
    return bool(numbers) and numbers[-1] == target


def timed(name, count, work):
    """Runs a function and prints the number of transcripts per second."""
    begin = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - begin
    print(f"{name:<28} {count:>9,} transcripts  {seconds:8.2f} s  {count / seconds:>11,.0f} a second  {result}", flush=True)
