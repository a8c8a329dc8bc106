"""The small model in JAX, which defines the meaning of the weights. `crates/small-model` is tested
against it.

The model is a decoder of a few layers without biases, with RMSNorm and a tied embedding. Each layer
adds to the normalised residual stream a learned mix, channel by channel, of the stream at the four
previous positions. This mix is a causal depthwise convolution. Then the layer applies attention
with rotary positions, and an MLP with GELU in its tanh form.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

EPSILON = 1e-5
TAPS = 4
ROTARY_BASE = 10_000.0


class Shape(NamedTuple):
    vocabulary: int = 176
    layers: int = 4
    width: int = 96
    heads: int = 4

    @property
    def head(self):
        return self.width // self.heads


def initial(shape: Shape, seed: int) -> dict[str, jax.Array]:
    draw = np.random.default_rng(seed)
    width = shape.width

    def normal(*size, scale):
        return jnp.asarray(draw.normal(size=size) * scale, jnp.float32)

    out = {"embedding": normal(shape.vocabulary, width, scale=0.1), "norm": jnp.ones(width)}
    for layer in range(shape.layers):
        small = 1 / np.sqrt(2 * shape.layers)
        out[f"{layer}.norm1"] = jnp.ones(width)
        out[f"{layer}.norm2"] = jnp.ones(width)
        out[f"{layer}.taps"] = jnp.zeros((TAPS, width))
        out[f"{layer}.query"] = normal(width, width, scale=width**-0.5)
        out[f"{layer}.key"] = normal(width, width, scale=width**-0.5)
        out[f"{layer}.value"] = normal(width, width, scale=width**-0.5)
        out[f"{layer}.out"] = normal(width, width, scale=width**-0.5 * small)
        out[f"{layer}.up"] = normal(width, 4 * width, scale=width**-0.5)
        out[f"{layer}.down"] = normal(4 * width, width, scale=(4 * width) ** -0.5 * small)
    return out


def rms(x, gain):
    return x * jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + EPSILON) * gain


def rotate(x, cos, sin):
    """Rotates the pairs (i, i + half) of a head; `x` is (batch, time, heads, head)."""
    half = x.shape[-1] // 2
    a, b = x[..., :half], x[..., half:]
    return jnp.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)


def mixed(x, taps):
    """Returns the stream plus the channel-wise mix of its four predecessors."""
    time = x.shape[1]
    padded = jnp.pad(x, ((0, 0), (TAPS, 0), (0, 0)))
    return x + sum(taps[j] * padded[:, TAPS - 1 - j : TAPS - 1 - j + time] for j in range(TAPS))


def logits(weights, tokens, positions, shape: Shape, gates=None):
    """Returns the logits at every position.

    `gates` are arrays (batch, heads, time, time), one for each layer. They multiply the attention
    weights. If all gates are one, the gradient by a gate is the attention weight times its
    gradient.
    """
    half = shape.head // 2
    rates = ROTARY_BASE ** (-jnp.arange(half) / half)
    angles = positions[..., None].astype(jnp.float32) * rates
    cos, sin = jnp.cos(angles)[:, :, None, :], jnp.sin(angles)[:, :, None, :]
    batch, time = tokens.shape
    causal = jnp.tril(jnp.ones((time, time), bool))
    x = weights["embedding"][tokens]
    for layer in range(shape.layers):
        u = mixed(rms(x, weights[f"{layer}.norm1"]), weights[f"{layer}.taps"])

        def heads(name, u=u, layer=layer):
            return (u @ weights[f"{layer}.{name}"]).reshape(batch, time, shape.heads, shape.head)

        q, k, v = rotate(heads("query"), cos, sin), rotate(heads("key"), cos, sin), heads("value")
        scores = jnp.einsum("bthd,bshd->bhts", q, k) * shape.head**-0.5
        attention = jax.nn.softmax(jnp.where(causal, scores, -1e30), axis=-1)
        if gates is not None:
            attention = attention * gates[layer]
        mean = jnp.einsum("bhts,bshd->bthd", attention, v).reshape(batch, time, shape.width)
        x = x + mean @ weights[f"{layer}.out"]
        hidden = rms(x, weights[f"{layer}.norm2"]) @ weights[f"{layer}.up"]
        x = x + jax.nn.gelu(hidden, approximate=True) @ weights[f"{layer}.down"]
    return rms(x, weights["norm"]) @ weights["embedding"].T
