"""Runs a program with a file as its standard input: `measure.py FILE OUTPUT PROGRAM ARGUMENT…`. What it writes goes to the file OUTPUT.

Writes its seconds by the clock, the seconds of its processor and its greatest resident memory, in bytes, as JSON. Unix only: `wait4` counts for one process alone.
"""

import json
import os
import subprocess
import sys
import time


def main() -> None:
    """Measures one run."""
    source, output, *command = sys.argv[1:]
    with open(source, "rb") as lines, open(output, "wb") as out:
        begin = time.perf_counter()
        child = subprocess.Popen(command, stdin=lines, stdout=out)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begin
    if status != 0:
        sys.exit(f"{command} ended with {os.waitstatus_to_exitcode(status)}")
    # macOS counts bytes, all others kilobytes.
    unit = 1 if sys.platform == "darwin" else 1024
    figures = {"seconds": seconds, "processor": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss * unit}
    json.dump(figures, sys.stdout)


if __name__ == "__main__":
    main()
