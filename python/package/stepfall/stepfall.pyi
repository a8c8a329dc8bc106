"""The compiled part of the package. Its public names are those of `stepfall`."""

from collections.abc import Iterable
from typing import Any

from . import ArrowArray, ArrowStream, Question

def _measure_many(
    ids: ArrowArray | ArrowStream | Iterable[str | None],
    completions: ArrowArray | ArrowStream | Iterable[str | None],
    *,
    with_form: bool = False,
    threads: int | None = None,
) -> list[tuple[float | None, float | None, float | None, float | None, bool] | None]: ...
def _shown_steps(id: str, completion: str) -> dict[str, Any] | None: ...
def _question(id: str) -> Question: ...
