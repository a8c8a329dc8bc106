"""Trains a checkpoint of the small model. `python train.py short` and `python train.py long` train the
two shipped checkpoints; see README.md.

A run is a function of its recipe: batch i has seed i, and positions and initial weights are drawn
from seeds too. A run can be stopped at any time and continues from its last saved state.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import load_file, save_file

from model import Shape, initial, logits

BEGIN, LINE_END, TRACE, SUMMARY, ANSWER, PAD = 1, 2, 10, 11, 12, 0
# The maximum distance that `positions` adds between two lines.
MOST_GAP = 12
# The kinds of the tokens of a line of the trace, in order.
KINDS = ["line", "mark", "name", "fetch", "operation", "name", "fetch", "mark", "mark", "result", "mark"]

RECIPES = {
    "short": {"fewest": 1, "most": 12, "tokens": 2048, "updates": 14_000, "rate": 2e-3, "grain": 32},
    "long": {"fewest": 1, "most": 48, "tokens": 4096, "updates": 4_500, "rate": 1e-3, "grain": 96, "from": "short"},
}
WARM_UP = 300
DECAY = 0.02
BETAS = (0.9, 0.98)
CLIP = 1.0
# The number of the first validation batch, above those of all training batches.
VALIDATION = 1 << 40


def lessons(program, fewest, most, tokens, start, count):
    """Generates batches as arrays (sequences, length), from `examples/lessons.rs`."""
    command = [program, *map(str, (fewest, most, tokens, start, count))]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        for _ in range(count):
            rows, length = np.frombuffer(process.stdout.read(8), "<u4")
            body = process.stdout.read(int(rows) * int(length))
            yield np.frombuffer(body, np.uint8).reshape(rows, length).astype(np.int32)


def padded(batch, grain, tokens):
    """Pads a batch to one of a few shapes, so that few programs are compiled."""
    time = -(-batch.shape[1] // grain) * grain
    rows = max(1, tokens // time)
    out = np.zeros((rows, time), np.int32)
    kept = batch[:rows]
    out[: len(kept), : batch.shape[1]] = kept
    return out


def positions(tokens, draw):
    """Returns positions that grow by one within a line, and by a random number more between lines.
    The maximum of that number is drawn once for each sequence.
    """
    most = draw.integers(0, MOST_GAP + 1, size=(len(tokens), 1))
    gaps = (draw.random(tokens.shape) * (most + 1)).astype(np.int64)
    gaps *= np.isin(tokens, (BEGIN, LINE_END, TRACE))
    before = np.cumsum(gaps, axis=1) - gaps
    return (np.arange(tokens.shape[1]) + before).astype(np.int32)


def taught(tokens):
    """Returns which next tokens count in the loss: those after the token that ends the prompt."""
    asked = np.isin(tokens, (TRACE, ANSWER))
    return (np.cumsum(asked, axis=1) > 0)[:, :-1] & (tokens[:, 1:] != PAD)


def loss(weights, tokens, places, mask, shape):
    scores = logits(weights, tokens[:, :-1], places[:, :-1], shape)
    chosen = jnp.take_along_axis(jax.nn.log_softmax(scores), tokens[:, 1:, None], axis=-1)[..., 0]
    return -jnp.sum(chosen * mask) / jnp.maximum(jnp.sum(mask), 1)


def updated(state, tokens, places, mask, rate, shape):
    """Makes one step of AdamW; only matrices decay."""
    weights, first, second, count = state
    value, gradient = jax.value_and_grad(loss)(weights, tokens, places, mask, shape)
    size = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(gradient)))
    gradient = jax.tree.map(lambda g: g * jnp.minimum(1.0, CLIP / (size + 1e-9)), gradient)
    count = count + 1
    first = jax.tree.map(lambda m, g: BETAS[0] * m + (1 - BETAS[0]) * g, first, gradient)
    second = jax.tree.map(lambda s, g: BETAS[1] * s + (1 - BETAS[1]) * g * g, second, gradient)

    def stepped(w, m, s):
        step = m / (1 - BETAS[0] ** count) / (jnp.sqrt(s / (1 - BETAS[1] ** count)) + 1e-9)
        return w - rate * (step + (DECAY * w if w.ndim == 2 else 0.0))

    return (jax.tree.map(stepped, weights, first, second), first, second, count), value


def rate_at(update, recipe):
    if update < WARM_UP:
        return recipe["rate"] * (update + 1) / WARM_UP
    part = (update - WARM_UP) / max(1, recipe["updates"] - WARM_UP)
    return recipe["rate"] * (0.5 * (1 + np.cos(np.pi * part)) * 0.99 + 0.01)


def validate(weights, predicted, program, steps):
    """Returns the teacher-forced accuracy by kind of token, over procedures of `steps` steps that
    are not in the training data.
    """
    hits, seen, whole, rows = {}, {}, 0, 0
    for tokens in lessons(program, steps, steps, 32 * (19 + 17 * steps), VALIDATION, 3):
        if TRACE not in tokens[0]:
            continue
        start = int(np.argmax(tokens[0] == TRACE))
        places = np.broadcast_to(np.arange(tokens.shape[1], dtype=np.int32), tokens.shape)
        right = np.asarray(predicted(weights, tokens[:, :-1], places[:, :-1])) == tokens[:, 1:]
        trace = right[:, start : start + 11 * steps]
        whole += int(trace.all(axis=1).sum())
        rows += len(tokens)
        for at in range(11 * steps):
            kind = KINDS[at % 11]
            hits[kind] = hits.get(kind, 0) + int(trace[:, at].sum())
            seen[kind] = seen.get(kind, 0) + len(tokens)
        tail = right[:, start + 11 * steps :]
        for at, kind in [(2, "recall"), (4, "recall"), (6, "answer")]:
            hits[kind] = hits.get(kind, 0) + int(tail[:, at].sum())
            seen[kind] = seen.get(kind, 0) + len(tokens)
    shares = {kind: round(hits[kind] / seen[kind], 4) for kind in hits}
    return {"steps": steps, "whole": round(whole / max(rows, 1), 4), **shares}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("recipe", choices=RECIPES)
    arguments.add_argument("--lessons", required=True, help="the program that examples/lessons.rs is compiled to")
    arguments.add_argument("--folder", type=Path, default=Path("out"))
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--updates", type=int, help="fewer or more updates than the recipe has")
    arguments.add_argument("--layers", type=int, default=4)
    arguments.add_argument("--width", type=int, default=96)
    given = arguments.parse_args()
    recipe = dict(RECIPES[given.recipe])
    if given.updates:
        recipe["updates"] = given.updates
    shape = Shape(layers=given.layers, width=given.width)
    given.folder.mkdir(parents=True, exist_ok=True)
    kept = given.folder / f"{given.recipe}.state.safetensors"

    if "from" in recipe:
        weights = {k: jnp.asarray(v) for k, v in load_file(given.folder / f"{recipe['from']}.safetensors").items()}
    else:
        weights = initial(shape, given.seed)
    state = (weights, jax.tree.map(jnp.zeros_like, weights), jax.tree.map(jnp.zeros_like, weights), jnp.zeros((), jnp.int32))
    if kept.exists():
        flat = load_file(kept)
        take = lambda part: {k: jnp.asarray(flat[f"{part}/{k}"]) for k in weights}
        state = (take("w"), take("m"), take("s"), jnp.asarray(flat["count"]))
    begun = int(state[3])

    def keep(state):
        flat = {f"{part}/{k}": np.asarray(v) for part, tree in zip("wms", state) for k, v in tree.items()}
        flat["count"] = np.asarray(state[3])
        save_file(flat, kept.with_suffix(".new"))
        os.replace(kept.with_suffix(".new"), kept)

    update = jax.jit(updated, static_argnums=5, donate_argnums=0)
    predicted = jax.jit(lambda w, t, p: jnp.argmax(logits(w, t, p, shape), axis=-1))
    log = (given.folder / f"{given.recipe}.log").open("a")

    def say(**what):
        line = json.dumps(what)
        print(line, flush=True)
        print(line, file=log, flush=True)

    say(recipe=given.recipe, **{k: v for k, v in recipe.items()}, seed=given.seed, parameters=sum(w.size for w in weights.values()), begun=begun)
    # A recipe that starts from another one must not repeat its batches, so it begins at batch 2^30.
    first = 1 << 30 if "from" in recipe else 0
    count, began, seen, losses = recipe["updates"] - begun, time.time(), 0, []
    spent = time.time()
    batches = lessons(given.lessons, recipe["fewest"], recipe["most"], recipe["tokens"], first + begun, count)
    for at, batch in enumerate(batches, begun):
        tokens = padded(batch, recipe["grain"], recipe["tokens"])
        places = positions(tokens, np.random.default_rng((given.seed, first + at)))
        mask = taught(tokens).astype(np.float32)
        state, value = update(state, tokens, places, mask, rate_at(at, recipe), shape)
        seen += int((tokens != PAD).sum())
        losses.append(value)
        if (at + 1) % 500 == 0:
            mean = float(np.mean([float(v) for v in losses]))
            say(update=at + 1, loss=round(mean, 4), tokens_a_second=round(seen / (time.time() - began)), seconds=round(time.time() - began))
            losses = []
        if time.time() - spent > 60:
            keep(state)
            spent = time.time()
        if (at + 1) % 2000 == 0 or at + 1 == recipe["updates"]:
            for steps in (5, 10, 15, 25, 40):
                say(update=at + 1, **validate(state[0], predicted, given.lessons, steps))
    keep(state)
    save_file({k: np.asarray(v) for k, v in state[0].items()}, given.folder / f"{given.recipe}.safetensors")


if __name__ == "__main__":
    sys.exit(main())
