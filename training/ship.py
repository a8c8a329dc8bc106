"""Writes a trained checkpoint with 16 bits for each weight, as it is shipped, and its reference in
float64 (`reference.py`).

`python ship.py short out/short.safetensors ../crates/small-model/weights --lessons PROGRAM`
"""

import argparse
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file

from reference import reference
from train import VALIDATION, lessons

# The number of steps of the reference's procedure. With three steps, a text can contain every kind
# of token.
STEPS = 3


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("name")
    arguments.add_argument("weights", type=Path)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--lessons", required=True)
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    half = {name: value.astype(np.float16) for name, value in load_file(given.weights).items()}
    save_file(half, given.folder / f"{given.name}.safetensors", metadata={"specimen": given.name})

    batch = next(b for b in lessons(given.lessons, STEPS, STEPS, 200, VALIDATION, 64) if 10 in b[0])
    save_file(reference(half, batch[0]), given.folder / f"{given.name}.reference.safetensors")


if __name__ == "__main__":
    main()
