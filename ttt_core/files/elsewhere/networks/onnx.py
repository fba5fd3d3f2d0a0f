"""ONNX: a graph of operations and its weights, in the wire format of Protocol Buffers.

Field numbers are those of ``onnx.proto``. Only the fields that a forward pass needs are read.
"""

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ttt_core.files.elsewhere.networks.layers import (
    MAX_STEPS,
    Activation,
    Array,
    Conv,
    Dense,
    LayeredNetwork,
    NamedStep,
    Step,
    activation,
    combined,
    joined,
    normalisation,
    reduced,
    reshaped,
    transposed,
    unchanged,
    unknown_layer,
    weights_of,
)
from ttt_core.files.sentences import file_refusal

Fields = dict[int, list[Any]]
"""The values of a message by the number of their field: numbers, or bytes."""

_TYPES = {
    1: "<f4", 2: "<u1", 3: "<i1", 4: "<u2", 5: "<i2", 6: "<i4", 7: "<i8", 9: "|b1", 10: "<f2",
    11: "<f8", 12: "<u4", 13: "<u8",
}  # fmt: skip
_MODEL_GRAPH = 7
_NODES, _INITIALISERS, _INPUTS, _OUTPUTS = 1, 5, 11, 12


def is_onnx(data: bytes) -> bool:
    """Return whether bytes look like a model: its version, then who made it or its graph."""
    return data[:1] == b"\x08" and data[2:3] in (b"\x12", b"\x1a", b"\x3a", b"\x42", b"\x2a")


def read_onnx(data: bytes) -> LayeredNetwork:
    """Return the network of a model."""
    return _network(_fields(_fields(memoryview(data))[_MODEL_GRAPH][0]))


# The wire format


def _fields(message: memoryview) -> Fields:
    fields: Fields = {}
    place = 0
    while place < len(message):
        tag, place = _varint(message, place)
        kind = tag & 7
        value: Any
        if kind == 0:
            value, place = _varint(message, place)
        elif kind == 2:
            length, place = _varint(message, place)
            if length > len(message) - place:
                raise ValueError("cut off")
            value, place = message[place : place + length], place + length
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
            (value,) = struct.unpack_from("<d" if kind == 1 else "<f", message, place)
            place += size
        else:
            raise ValueError("not a message")
        fields.setdefault(tag >> 3, []).append(value)
    return fields


def _varint(message: memoryview, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[place]
        place += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, place
        if shift > 63:
            raise ValueError("not a number")


def _signed(value: int) -> int:
    return value - 2**64 if value >= 2**63 else value


def _text(value: Any) -> str:
    return bytes(value).decode("utf-8", "replace")


def _numbers(values: Sequence[Any]) -> list[int]:
    """Return whole numbers, packed or one by one."""
    found: list[int] = []
    for value in values:
        if isinstance(value, memoryview):
            place = 0
            while place < len(value):
                number, place = _varint(value, place)
                found.append(_signed(number))
        else:
            found.append(_signed(value))
    return found


def _tensor(message: memoryview) -> Array:
    fields = _fields(message)
    shape = _numbers(fields.get(1, []))
    letters = _TYPES[fields[2][0]]
    if fields.get(14) == [1] or 13 in fields:
        raise file_refusal(
            "The weights of this ONNX model are in another file. Save them in the model itself."
        )
    if 9 in fields:
        array = np.frombuffer(fields[9][0], letters)
    elif letters in ("<f4", "<f8"):
        parts = fields.get(4 if letters == "<f4" else 10, [])
        packed = b"".join(bytes(part) for part in parts if isinstance(part, memoryview))
        array = np.frombuffer(packed, letters) if packed else np.array(parts, letters)
    else:
        array = np.array(_numbers(fields.get(5, fields.get(7, []))), np.float64)
    return weights_of(array).reshape(shape)


class _Call(NamedTuple):
    """An operation: its kind, the names of what it takes and gives, and its settings."""

    kind: str
    inputs: list[str]
    outputs: list[str]
    settings: dict[str, Any]


def _call(message: memoryview) -> _Call:
    fields = _fields(message)
    return _Call(
        _text(fields[4][0]),
        [_text(name) for name in fields.get(1, [])],
        [_text(name) for name in fields.get(2, [])],
        dict(map(_setting, fields.get(5, []))),
    )


def _setting(message: memoryview) -> tuple[str, Any]:
    fields = _fields(message)
    value: Any = None
    if 2 in fields:
        value = fields[2][0]
    elif 3 in fields:
        value = _signed(fields[3][0])
    elif 4 in fields:
        value = _text(fields[4][0])
    elif 5 in fields:
        value = _tensor(fields[5][0])
    elif 8 in fields:
        value = _numbers(fields[8])
    return _text(fields[1][0]), value


def _shape(message: memoryview) -> tuple[str, list[int]]:
    """Return the name and the shape of an input; 0 stands for a length that is not fixed."""
    fields = _fields(message)
    try:
        dimensions = _fields(_fields(_fields(fields[2][0])[1][0])[2][0])[1]
        shape = [_signed(_fields(part).get(1, [0])[0]) for part in dimensions]
    except (KeyError, IndexError):
        shape = []
    return _text(fields[1][0]), shape


# The graph


def _network(graph: Fields) -> LayeredNetwork:
    constants = {}
    for message in graph.get(_INITIALISERS, []):
        constants[_text(_fields(message)[8][0])] = _tensor(message)
    if len(graph[_NODES]) > MAX_STEPS:
        raise file_refusal("This network has too many layers to be judged here.")
    given = [entry for entry in map(_shape, graph[_INPUTS]) if entry[0] not in constants]
    if len(given) != 1:
        raise file_refusal("This network has several inputs. It needs one, for the board.")
    source, shape = given[0]
    if not shape:
        raise file_refusal("The description of this network's layers is damaged.")
    nodes: list[NamedStep] = []
    for call in map(_call, graph[_NODES]):
        if call.kind == "Constant":
            constants[call.outputs[0]] = _constant(call)
        elif all(name in constants for name in call.inputs if name):
            constants[call.outputs[0]] = _folded(call, constants)
        else:
            nodes.append(_node(call, constants))
            _add_bias(nodes, call, constants)
    reached = _reached(nodes, source)
    if not reached:
        raise file_refusal("The description of this network's layers is damaged.")
    results = [name for name, _ in map(_shape, graph[_OUTPUTS]) if name in reached]
    inner = tuple(shape[1:] if len(shape) > 1 else shape)
    return LayeredNetwork(
        "ONNX", tuple(reached.values()), source, tuple(results or list(reached)[-1:]), inner
    )


def _add_bias(nodes: list[NamedStep], call: _Call, constants: Mapping[str, Array]) -> None:
    """Make one layer of a product and the sum behind it."""
    if len(nodes) < 2 or call.kind != "Add" or nodes[-1].inputs != (nodes[-2].name,):
        return
    dense = nodes[-2].step
    bias = next(constants[name] for name in call.inputs if name in constants).ravel()
    if isinstance(dense, Dense) and bias.shape == dense.bias.shape:
        nodes[-2:] = [
            NamedStep(nodes[-1].name, Dense(dense.kernel, dense.bias + bias), nodes[-2].inputs)
        ]


def _reached(nodes: Sequence[NamedStep], source: str) -> dict[str, NamedStep]:
    """Return the nodes up to what is only chosen from their answers."""
    reached: dict[str, NamedStep] = {}
    for node in nodes:
        if node.step is not _chosen and all(
            name == source or name in reached for name in node.inputs
        ):
            reached[node.name] = node
    return reached


def _constant(call: _Call) -> Array:
    for value in call.settings.values():
        if value is not None and not isinstance(value, str):
            return np.asarray(value, np.float64)
    raise unknown_layer("Constant")


def _folded(call: _Call, constants: Mapping[str, Array]) -> Array:
    """Return what an operation makes of weights alone."""
    values = [constants[name] for name in call.inputs if name]
    if call.kind == "Transpose":
        return values[0].transpose(call.settings.get("perm"))
    if call.kind in ("Identity", "Cast", "Dropout"):
        return values[0]
    if call.kind in ("Unsqueeze", "Squeeze", "Reshape") and len(values) == 2:
        return _reshaped(call.kind, values[0], [int(size) for size in values[1].ravel()])
    if call.kind in _TWO:
        return np.asarray(_TWO[call.kind](values[0], values[1]))
    raise unknown_layer(call.kind)


def _reshaped(kind: str, value: Array, sizes: list[int]) -> Array:
    if kind == "Unsqueeze":
        return np.expand_dims(value, tuple(sizes))
    return np.squeeze(value, tuple(sizes)) if kind == "Squeeze" else value.reshape(sizes)


_TWO: Mapping[str, Callable[[Array, Array], Array]] = {
    "Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Div": np.divide,
    "Max": np.maximum, "Min": np.minimum, "Sum": np.add,
}  # fmt: skip


def _node(call: _Call, constants: Mapping[str, Array]) -> NamedStep:
    names = [name for name in call.inputs if name]
    weights = [constants.get(name) for name in names]
    inputs = tuple(name for name in names if name not in constants)
    step = _step(call, weights)
    return NamedStep(call.outputs[0], step, inputs)


def _step(call: _Call, weights: list[Array | None]) -> Step:
    kind, settings = call.kind, call.settings
    if kind in _TWO:
        return _of_two(_TWO[kind], weights)
    if kind in ("Identity", "Dropout", "Cast"):
        return unchanged
    if kind in ("Softmax", "LogSoftmax"):
        name = "softmax" if kind == "Softmax" else "log softmax"
        return Activation(name, axis=int(settings.get("axis", -1)))
    if kind in ("LeakyRelu", "Elu"):
        slope = float(settings.get("alpha", 0.01 if kind == "LeakyRelu" else 1.0))
        return Activation("leaky relu" if kind == "LeakyRelu" else "elu", slope)
    if kind == "Clip":
        return _clip(settings, weights)
    if kind in ("Gemm", "MatMul"):
        return _dense(kind, settings, weights)
    if kind == "Conv":
        return _convolution(settings, weights)
    if kind == "BatchNormalization":
        gamma, beta, mean, variance = (weight for weight in weights[1:] if weight is not None)
        return normalisation(mean, variance, gamma, beta, float(settings.get("epsilon", 1e-5)), 1)
    if kind == "Flatten" and settings.get("axis", 1) == 1:
        return lambda values: values.reshape(len(values), -1)
    if kind == "Reshape" and weights[1] is not None:
        return reshaped(tuple(int(size) for size in weights[1].ravel()[1:]))
    if kind in ("Squeeze", "Unsqueeze"):
        return _of_axes(kind, settings, weights)
    if kind == "Transpose" and settings.get("perm", [1])[0] == 0:
        return transposed(tuple(settings["perm"]))
    if kind == "Concat":
        return joined(int(settings["axis"]))
    if kind in ("ReduceMean", "ReduceSum", "ReduceMax", "GlobalAveragePool"):
        return _reduction(kind, settings, weights)
    if kind in ("ArgMax", "TopK", "ZipMap", "ArrayFeatureExtractor"):
        return _chosen
    return activation(kind)


def _chosen(*_: Array) -> Array:
    """Stand for what only chooses from the answers."""
    raise ValueError("not a step")


def _of_two(function: Callable[[Array, Array], Array], weights: list[Array | None]) -> Step:
    if all(weight is None for weight in weights):
        return combined(function)
    first, second = weights

    def step(values: Array) -> Array:
        return combined(function)(
            values if first is None else first, values if second is None else second
        )

    return step


def _clip(settings: Mapping[str, Any], weights: list[Array | None]) -> Step:
    low, high = ([*weights[1:], None, None])[:2]
    lowest = float(settings.get("min", -np.inf) if low is None else low.item())
    highest = float(settings.get("max", np.inf) if high is None else high.item())
    return lambda values: np.clip(values, lowest, highest)


def _dense(kind: str, settings: Mapping[str, Any], weights: list[Array | None]) -> Step:
    kernel = weights[1]
    if kernel is None or kernel.ndim != 2 or settings.get("transA"):
        raise unknown_layer(kind)
    kernel = kernel.T if settings.get("transB") else kernel
    bias = weights[2] if len(weights) > 2 else None
    shift = np.zeros(kernel.shape[1]) if bias is None else np.broadcast_to(
        float(settings.get("beta", 1.0)) * bias.ravel(), kernel.shape[1:])  # fmt: skip
    return Dense(float(settings.get("alpha", 1.0)) * kernel, shift)


def _convolution(settings: Mapping[str, Any], weights: list[Array | None]) -> Step:
    kernel = weights[1]
    plain = all(size == 1 for size in settings.get("dilations", [1]))
    if kernel is None or kernel.ndim != 4 or settings.get("group", 1) != 1 or not plain:
        raise unknown_layer("Conv")
    top, left, bottom, right = settings.get("pads", [0, 0, 0, 0])
    automatic = settings.get("auto_pad", "NOTSET")
    if automatic == "SAME_UPPER":
        (top, bottom), (left, right) = (((size - 1) // 2, size // 2) for size in kernel.shape[2:])
    elif automatic not in ("NOTSET", "VALID"):
        raise unknown_layer("Conv")
    if not all(0 <= pad <= 9 for pad in (top, left, bottom, right)):
        raise unknown_layer("Conv")
    bias = weights[2] if len(weights) > 2 else None
    rows, columns = settings.get("strides", [1, 1])
    shift = np.zeros(len(kernel)) if bias is None else bias
    return Conv(kernel, shift, ((top, bottom), (left, right)), (rows, columns))


def _of_axes(kind: str, settings: Mapping[str, Any], weights: list[Array | None]) -> Step:
    given = weights[1] if len(weights) > 1 else None
    sizes = settings.get("axes", []) if given is None else [int(size) for size in given.ravel()]
    if 0 in sizes:
        raise unknown_layer(kind)
    return lambda values: _reshaped(kind, values, sizes)


def _reduction(kind: str, settings: Mapping[str, Any], weights: list[Array | None]) -> Step:
    if kind == "GlobalAveragePool":
        return reduced(np.mean, (2, 3), keeps=True)
    functions: dict[str, Callable[..., Array]] = {
        "ReduceMean": np.mean,
        "ReduceSum": np.sum,
        "ReduceMax": np.max,
    }
    given = weights[1] if len(weights) > 1 else None
    axes = settings.get("axes", [-1]) if given is None else [int(size) for size in given.ravel()]
    return reduced(functions[kind], tuple(axes), keeps=bool(settings.get("keepdims", 1)))
