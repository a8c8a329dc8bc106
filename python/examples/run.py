"""Runs an example in its own environment below target/, with the package from this folder.

    python3 python/examples/run.py spark 10000
    python3 python/examples/run.py dask 10000
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "target"


def main(example, *arguments):
    pins = HERE / f"{example}.txt"
    folder = TARGET / "examples" / example
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", pins], check=True)
    build = os.environ | {"CARGO_TARGET_DIR": str(TARGET / "python")}
    subprocess.run([*pip, "--force-reinstall", "--no-deps", HERE.parent], check=True, env=build)
    subprocess.run([python, HERE / f"grade_in_{example}.py", *arguments], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
