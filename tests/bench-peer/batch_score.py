"""Scores transcripts from standard input by a regular expression, to compare its speed with `stepfall batch grade`.

With the argument `answer`, compares the first number after `Answer:` with the target. With `steps`, also counts the steps before
the first error: compares the lines of the trace with the correct ones in order, as L0-Bench does (arXiv 2503.22832).

Each line contains the target and the correct values, because this program cannot compute them; the grader computes them from the
id. Everything up to `</think>` is ignored, and no cause of an error is found.

Writes the number of responses, the number of correct ones, and the mean number of steps before the first error, as JSON.
"""

import json
import sys

from score import ANSWER, steps_before_error


def main() -> None:
    """Scores line by line, in constant memory."""
    with_steps = sys.argv[1] == "steps"
    count = right = before = 0
    for line in sys.stdin.buffer:
        work = json.loads(line)
        reply = work["response"].rpartition("</think>")[2]
        found = ANSWER.search(reply)
        count += 1
        right += found is not None and found[1] == work["target"]
        if with_steps:
            before += steps_before_error(reply, work["values"])
    json.dump({"responses": count, "correct": right, "before": before / max(count, 1)}, sys.stdout)


if __name__ == "__main__":
    main()
