"""Grades transcripts in Dask on this machine: `python3 python/examples/run.py dask 10000`."""

import os
import sys
import tempfile
from pathlib import Path

import dask
import dask.dataframe as dd
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import stepfall
from made import last_number_is_right, timed, transcripts

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def graded(frame):
    """Grades a part on one core. Dask runs as many tasks at a time as it has cores."""
    ids, texts = (pa.array(frame[name], pa.string()) for name in ("id", "transcript"))
    rows = pa.table(stepfall.grade_many(ids, texts, threads=1))
    return rows.select(["id", "outcome", "mode", "answer"]).to_pandas()


def plain(frame):
    pairs = zip(frame["transcript"], frame["target"])
    return pd.DataFrame({"right": [last_number_is_right(*pair) for pair in pairs]})


def main():
    with tempfile.TemporaryDirectory() as folder:
        table = transcripts(COUNT)
        size = -(-COUNT // (4 * CORES))
        for part in range(4 * CORES):
            pq.write_table(table.slice(part * size, size), f"{folder}/{part:03}.parquet")
        frame = dd.read_parquet(str(Path(folder) / "*.parquet"))
        columns = {"id": str, "outcome": str, "mode": str, "answer": str}
        outcomes = frame.map_partitions(graded, meta=columns)["outcome"].value_counts()
        rights = frame.map_partitions(plain, meta={"right": bool})["right"].value_counts()
        print(f"Dask {dask.__version__}, {CORES} cores")
        for scheduler in ("threads", "processes"):
            with dask.config.set(scheduler=scheduler, num_workers=CORES):
                timed(f"stepfall, {scheduler}", COUNT, lambda: outcomes.compute().to_dict())
                timed(f"a regex, {scheduler}", COUNT, lambda: rights.compute().to_dict())


if __name__ == "__main__":
    main()
