"""The compiled part of the package. Its public names are those of `stepfall`."""

from collections.abc import Iterable
from typing import Any

from . import (
    ArrowArray,
    ArrowStream,
    Dialogue as Dialogue,
    Question,
    Questions as Questions,
    Table as Table,
    __version__ as __version__,
    export as export,
    grade as grade,
    grade_files as grade_files,
    grade_many as grade_many,
    item as item,
    simulate as simulate,
    suite as suite,
    suites as suites,
    verdict as verdict,
)

def _measure_many(
    ids: ArrowArray | ArrowStream | Iterable[str | None],
    completions: ArrowArray | ArrowStream | Iterable[str | None],
    *,
    with_form: bool = False,
    threads: int | None = None,
) -> list[tuple[float | None, float | None, float | None, float | None, bool] | None]: ...
def _shown_steps(id: str, completion: str) -> dict[str, Any] | None: ...
def _question(id: str) -> Question: ...
def _link(id: str) -> str | None: ...
