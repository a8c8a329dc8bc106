"""Scores a file of transcripts from standard input the way others do: the peer of `stepfall batch grade`.

`answer` compares the first number behind "Answer:" with the target. `steps` also counts the steps to the first error, by comparing the lines of the trace with the right ones in order, as
L0-Bench does (arXiv 2503.22832). Target and right values stand in each line: unlike the grader, which makes the item from its id, the peer cannot work them out. It passes over what stands
between `<think>` and `</think>`, and it says nothing about causes.

Writes how many responses there are, how many are right, and the mean of steps to the first error, as JSON.
"""

import json
import sys

from score import ANSWER, steps_before_error


def main() -> None:
    """Scores one line after the other, and holds none."""
    with_steps = sys.argv[1] == "steps"
    count = right = before = 0
    for line in sys.stdin.buffer:
        work = json.loads(line)
        spoken = work["response"].rpartition("</think>")[2]
        found = ANSWER.search(spoken)
        count += 1
        right += found is not None and found[1] == work["target"]
        if with_steps:
            before += steps_before_error(spoken, work["values"])
    json.dump({"responses": count, "correct": right, "before": before / max(count, 1)}, sys.stdout)


if __name__ == "__main__":
    main()
