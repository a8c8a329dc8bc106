"""Writes the small model as an ONNX graph, for a general engine: `python small_model.py WEIGHTS OUT`.

The graph reads one token. Its inputs and outputs also include the keys and values of all earlier tokens, and the normalised
streams of the last four.
"""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

TAPS, HEADS, EPSILON = 4, 4, 1e-5

weights = {name: value.astype(np.float32) for name, value in load_file(sys.argv[1]).items()}
width = weights["norm"].size
head = width // HEADS
layers = sum(name.endswith(".norm1") for name in weights)
nodes, constants = [], []


def constant(name, value):
    constants.append(numpy_helper.from_array(np.asarray(value), name))
    return name


def node(kind, *inputs, outputs=1, **attributes):
    names = [f"{kind}-{len(nodes)}-{at}" for at in range(outputs)]
    nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
    return names[0] if outputs == 1 else names


def number(value):
    return constant(f"number-{len(constants)}", np.float32(value))


def whole(*values):
    return constant(f"whole-{len(constants)}", np.array(values, np.int64))


def rms(x, gain):
    mean = node("ReduceMean", node("Mul", x, x), whole(-1), keepdims=1)
    root = node("Sqrt", node("Add", mean, number(EPSILON)))
    return node("Mul", node("Div", x, root), constant(f"{gain}-gain", weights[gain]))


def rotated(x):
    a, b = node("Split", x, outputs=2, axis=-1, num_outputs=2)
    left = node("Sub", node("Mul", a, "cos"), node("Mul", b, "sin"))
    right = node("Add", node("Mul", a, "sin"), node("Mul", b, "cos"))
    return node("Concat", left, right, axis=-1)


def gelu(x):
    cube = node("Mul", node("Mul", x, x), x)
    inner = node("Mul", node("Add", x, node("Mul", cube, number(0.044715))), number(np.sqrt(2 / np.pi)))
    return node("Mul", node("Mul", x, number(0.5)), node("Add", node("Tanh", inner), number(1.0)))


def product(x, name):
    return node("MatMul", x, constant(name, weights[name]))


inputs = [
    helper.make_tensor_value_info("token", TensorProto.INT64, [1]),
    helper.make_tensor_value_info("cos", TensorProto.FLOAT, [head // 2]),
    helper.make_tensor_value_info("sin", TensorProto.FLOAT, [head // 2]),
]
outputs = [helper.make_tensor_value_info("scores", TensorProto.FLOAT, [1, len(weights["embedding"])])]


def renamed(old, new, shape):
    nodes.append(helper.make_node("Identity", [old], [new]))
    outputs.append(helper.make_tensor_value_info(new, TensorProto.FLOAT, shape))


table = constant("embedding", weights["embedding"])
x = node("Gather", table, "token", axis=0)
for layer in range(layers):
    cached = {name: f"{name}-{layer}" for name in ("keys", "values", "recent")}
    shapes = {"keys": [HEADS, f"t{layer}", head], "values": [HEADS, f"t{layer}", head], "recent": [TAPS, width]}
    for name, input_name in cached.items():
        inputs.append(helper.make_tensor_value_info(input_name, TensorProto.FLOAT, shapes[name]))
    normed = rms(x, f"{layer}.norm1")
    taps = constant(f"{layer}.taps", weights[f"{layer}.taps"])
    mix = node("ReduceSum", node("Mul", cached["recent"], taps), whole(0), keepdims=1)
    u = node("Add", normed, mix)
    before = node("Slice", cached["recent"], whole(0), whole(TAPS - 1), whole(0))
    renamed(node("Concat", normed, before, axis=0), f"recent-{layer}-out", [TAPS, width])
    apart = lambda name: node("Reshape", product(u, f"{layer}.{name}"), whole(HEADS, 1, head))
    query = rotated(apart("query"))
    keys = node("Concat", cached["keys"], rotated(apart("key")), axis=1)
    values = node("Concat", cached["values"], apart("value"), axis=1)
    renamed(keys, f"keys-{layer}-out", [HEADS, f"u{layer}", head])
    renamed(values, f"values-{layer}-out", [HEADS, f"u{layer}", head])
    scores = node("MatMul", query, node("Transpose", keys, perm=[0, 2, 1]))
    attention = node("Softmax", node("Mul", scores, number(head**-0.5)), axis=-1)
    mean = node("Reshape", node("MatMul", attention, values), whole(1, width))
    x = node("Add", x, product(mean, f"{layer}.out"))
    hidden = gelu(product(rms(x, f"{layer}.norm2"), f"{layer}.up"))
    x = node("Add", x, product(hidden, f"{layer}.down"))
nodes.append(
    helper.make_node("MatMul", [rms(x, "norm"), constant("unembedding", weights["embedding"].T.copy())], ["scores"])
)
graph = helper.make_graph(nodes, "specimen", inputs, outputs, constants)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
onnx.checker.check_model(model)
onnx.save(model, sys.argv[2])
