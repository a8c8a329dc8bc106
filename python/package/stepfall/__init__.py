"""Arithmetic procedures from shareable seeds, and an exact grader.

The grader reports where a language model stopped following a procedure.
"""

from . import dataset, rewards
from .stepfall import (
    Dialogue,
    Questions,
    Table,
    __version__,
    export,
    grade,
    grade_files,
    grade_many,
    item,
    simulate,
    suite,
    suites,
    verdict,
)
from .supervision import simulated_rows, stepwise_rows

__all__ = [
    "Dialogue",
    "Questions",
    "Table",
    "__version__",
    "dataset",
    "export",
    "grade",
    "grade_files",
    "grade_many",
    "item",
    "rewards",
    "simulate",
    "simulated_rows",
    "stepwise_rows",
    "suite",
    "suites",
    "verdict",
]
