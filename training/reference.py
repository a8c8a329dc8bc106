"""Writes scores and saliency of one text in float64. The tests of `crates/small-model` compare the
forward and backward pass with them.

`python reference.py short ../crates/small-model/weights` computes them again for the text in the
existing file.
"""

import argparse
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import load_file, save_file

from model import Shape, logits

jax.config.update("jax_enable_x64", True)


def loss_of(row, target):
    """Returns the loss -log p of a token, given the scores of all tokens.

    The form `log(1 + sum of odds)` makes the gradient by the token's own score minus the sum of the
    other probabilities. The usual `p - 1` loses its digits if p is near 1.
    """
    odds = jnp.exp(row - row[target]).at[target].set(0.0)
    return jnp.log1p(jnp.sum(odds))


def reference(weights, tokens):
    """Returns the scores, and the saliency of each row from its own backward pass."""
    weights = {name: jnp.asarray(value, jnp.float64) for name, value in weights.items()}
    layers = sum(name.endswith(".norm1") for name in weights)
    shape = Shape(layers=layers, width=weights["norm"].size)
    batch = jnp.asarray(tokens, jnp.int32)[None]
    time = batch.shape[1]
    places = jnp.arange(time)[None]
    scores = logits(weights, batch, places, shape)[0]

    def loss(gates, at):
        return loss_of(logits(weights, batch, places, shape, gates)[0, at], batch[0, at + 1])

    # The gradient by a gate of one is the attention weight times its gradient.
    ones = [jnp.ones((1, shape.heads, time, time)) for _ in range(layers)]
    by_gates = jax.jit(jax.grad(loss))
    rows = [[np.abs(np.asarray(g)[0, :, at]).mean(axis=0) for g in by_gates(ones, at)] for at in range(time - 1)]
    # 32 bits hold the values themselves to seven digits, however small they are.
    return {
        "tokens": np.asarray(tokens, np.uint8),
        "scores": np.asarray(scores, np.float32),
        # Row, layer, position.
        "saliency": np.asarray(rows, np.float32),
    }


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("name")
    arguments.add_argument("folder", type=Path)
    given = arguments.parse_args()
    file = given.folder / f"{given.name}.reference.safetensors"
    weights = load_file(given.folder / f"{given.name}.safetensors")
    save_file(reference(weights, load_file(file)["tokens"]), file)


if __name__ == "__main__":
    main()
