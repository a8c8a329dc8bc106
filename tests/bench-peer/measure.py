"""Runs a program on some cores, with a file as its standard input: `measure.py CORES FILE OUTPUT PROGRAM ARGUMENT…`.

The output of the program goes to the file OUTPUT. Writes elapsed seconds, processor seconds and the peak resident memory in
bytes, as JSON. Works only on Linux, where a process can be restricted to some cores.
"""

import json
import os
import subprocess
import sys
import time


def main() -> None:
    """Measures one run."""
    cores, source, output, *command = sys.argv[1:]
    # The program inherits the cores.
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(cores)])
    with open(source, "rb") as lines, open(output, "wb") as out:
        begin = time.perf_counter()
        child = subprocess.Popen(command, stdin=lines, stdout=out)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begin
    if status != 0:
        sys.exit(f"{command} ended with {os.waitstatus_to_exitcode(status)}")
    figures = {"seconds": seconds, "processor": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss * 1024}
    json.dump(figures, sys.stdout)


if __name__ == "__main__":
    main()
