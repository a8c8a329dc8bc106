"""Imports of packages that Stepfall works with but does not need."""

import importlib
from types import ModuleType

__all__: list[str] = []


def needed(name: str, extra: str) -> ModuleType:
    """Imports an optional package. If it is missing, the error names the extra that installs it."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        package = name.partition(".")[0]
        if error.name not in (name, package):
            raise
        message = f"this needs the package {package}: pip install 'stepfall[{extra}]'"
        raise ModuleNotFoundError(message, name=error.name) from None
