"""Arithmetic procedures from shareable seeds, and an exact grader.

The grader reports where a language model stopped following a procedure.
"""

from . import rewards
from .stepfall import (
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

__all__ = [
    "Questions",
    "Table",
    "__version__",
    "export",
    "grade",
    "grade_files",
    "grade_many",
    "item",
    "rewards",
    "simulate",
    "suite",
    "suites",
    "verdict",
]
