"""Measures the time that a peer takes to make one item of comparable length.

The peer is reasoning-gym, whose `chain_sum` and `decimal_chain_sum` make a sum of n terms with its answer. They are the closest
tasks elsewhere, and simpler than a procedure: no look-back, no liveness, no step values. Writes a JSON object with the
microseconds for one item under `<task>/<terms>`, the fastest of several rounds.
"""

import json
import sys
import time

import reasoning_gym

TASKS = ("chain_sum", "decimal_chain_sum")
TERMS = (5, 25, 95, 500)
ROUNDS = 5
ROUND_SECONDS = 0.2


def time_item(task: str, terms: int) -> float:
    """Returns the microseconds for one item, the fastest of several rounds over different items."""
    items = reasoning_gym.create_dataset(task, min_terms=terms, max_terms=terms, size=1_000_000, seed=42)
    rounds, index = [], 0
    for _ in range(ROUNDS):
        begin, first = time.perf_counter(), index
        while time.perf_counter() - begin < ROUND_SECONDS:
            items[index]
            index += 1
        rounds.append((time.perf_counter() - begin) / (index - first))
    return min(rounds) * 1e6


def main() -> None:
    """Times every task at every length."""
    figures = {f"{task}/{terms}": time_item(task, terms) for task in TASKS for terms in TERMS}
    json.dump(figures, sys.stdout)


if __name__ == "__main__":
    main()
