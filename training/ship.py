"""Writes a trained checkpoint as it is shipped, in 16 bits a weight, and what this framework makes of it, which the tests of `crates/specimen` are held against.

`python ship.py short out/short.safetensors ../crates/specimen/weights --lessons PROGRAM`
"""

import argparse
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import load_file, save_file

from model import Shape, logits
from train import VALIDATION, lessons

# Steps of the procedure that the reference is about: enough for a text that has everything.
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

    weights = {name: jnp.asarray(value, jnp.float32) for name, value in half.items()}
    layers = sum(name.endswith(".norm1") for name in weights)
    shape = Shape(layers=layers, width=weights["norm"].size)
    batch = next(b for b in lessons(given.lessons, STEPS, STEPS, 200, VALIDATION, 64) if 10 in b[0])
    tokens = jnp.asarray(batch[:1])
    time = tokens.shape[1]
    places = jnp.arange(time)[None]
    scores = logits(weights, tokens, places, shape)[0]

    def loss(gates, at):
        row = logits(weights, tokens, places, shape, gates)[0, at]
        return -jax.nn.log_softmax(row)[tokens[0, at + 1]]

    # One backward pass a row. The gradient by a gate of one is the attention weight times its gradient.
    ones = [jnp.ones((1, shape.heads, time, time)) for _ in range(layers)]
    by_gates = jax.jit(jax.grad(loss))
    rows = [[np.abs(np.asarray(g)[0, :, at]).mean(axis=0) for g in by_gates(ones, at)] for at in range(time - 1)]
    reference = {
        "tokens": np.asarray(tokens[0], np.uint8),
        "scores": np.asarray(scores, np.float32),
        # Row, layer, position.
        "saliency": np.asarray(rows, np.float32),
    }
    save_file(reference, given.folder / f"{given.name}.reference.safetensors")


if __name__ == "__main__":
    main()
