"""Grades transcripts in one process: `python3 python/examples/run.py one_process 10000`."""

import os
import sys

import pyarrow as pa
import pyarrow.compute as pc
import stepfall
from made import last_number_is_right, timed, transcripts

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()

table = transcripts(COUNT)
size = pc.sum(pc.binary_length(table["transcript"])).as_py()


def counts(outcomes):
    return {pair["values"]: pair["counts"] for pair in pc.value_counts(outcomes).to_pylist()}


def graded(threads):
    return counts(pa.table(stepfall.grade_many(table["id"], table["transcript"], threads=threads))["outcome"])


def plain():
    pairs = zip(table["transcript"].to_pylist(), table["target"].to_pylist())
    return counts(pa.array([last_number_is_right(*pair) for pair in pairs]))


print(f"{CORES} cores, {size / COUNT:,.0f} bytes a transcript")
timed("stepfall, 1 thread", COUNT, lambda: graded(1))
if CORES > 1:
    timed(f"stepfall, {CORES} threads", COUNT, lambda: graded(CORES))
timed("a regex", COUNT, plain)
