"""Scores a file of transcripts by a regular expression, to compare its speed with the grader.

A regular expression finds the first answer. To count the steps before the first error, the lines of the trace are compared with
the correct ones in order, as L0-Bench does (arXiv 2503.22832). The file contains the correct values, because this program cannot
compute them; the grader computes them from the link. No cause of an error is found.

Takes the file and the grader's scores, and fails if its own scores differ. Writes the microseconds for one pass over the file as
JSON, the fastest of several rounds.
"""

import json
import re
import sys
import time
from pathlib import Path

ROUNDS = 7
ANSWER = re.compile(r"Answer:\s*(-?\d+)")


def score(line: str) -> list:
    """Reports whether the first answer is correct, and how many steps come before the first error."""
    work = json.loads(line)
    reply = work["transcript"].rpartition("</think>")[2]
    found = ANSWER.search(reply)
    right = found is not None and found[1] == work["answer"]
    return [right, steps_before_error(reply, work["values"])]


def steps_before_error(reply: str, values: list) -> int:
    """Counts the lines of the trace before the first incorrect one; `values` are the correct values from S3 on."""
    claims = (claim.replace(" ", "") for claim in reply.splitlines() if claim.startswith("S"))
    before = 0
    for number, (claim, value) in enumerate(zip(claims, values), start=3):
        if not (claim.startswith(f"S{number}=") and claim.rpartition("=")[2] == value):
            break
        before += 1
    return before


def scores(lines: str) -> list:
    """Returns the scores of all lines of a file."""
    return [score(line) for line in lines.splitlines()]


def main() -> None:
    """Compares the scores with those of the grader, then measures the time."""
    lines, grader = (Path(path).read_text(encoding="utf-8") for path in sys.argv[1:])
    own, grader = scores(lines), json.loads(grader)
    differing = [number for number, pair in enumerate(zip(own, grader), start=1) if pair[0] != pair[1]]
    if differing or len(own) != len(grader):
        sys.exit(f"{len(own)} scores beside {len(grader)} of the grader; they differ on the lines {differing[:20]}")
    rounds = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        scores(lines)
        rounds.append((time.perf_counter() - begin) * 1e6)
    json.dump(min(rounds), sys.stdout)


if __name__ == "__main__":
    main()
