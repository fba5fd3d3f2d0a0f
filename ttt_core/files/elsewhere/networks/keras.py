"""Models of Keras and TensorFlow.js: layers by their configuration, weights by their place."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ttt_core.files.elsewhere.networks.layers import (
    Activation,
    Array,
    Conv,
    Dense,
    LayeredNetwork,
    NamedStep,
    Step,
    activation,
    combined,
    flatten,
    joined,
    normalisation,
    reduced,
    reshaped,
    transposed,
    unchanged,
    unknown_layer,
    weights_of,
)
from ttt_core.files.sentences import file_refusal, refusing
from ttt_core.sentences import tr_noop

Config = Mapping[str, Any]
WeightsOf = Callable[[Config, int], Sequence[Any]]
"""The weights of a layer, by its description and its place among those of its class."""

_NO_WEIGHTS = {
    "Dropout", "GaussianNoise", "GaussianDropout", "AlphaDropout", "SpatialDropout1D",
    "SpatialDropout2D", "ActivityRegularization", "Masking",
}  # fmt: skip
_WITH_SLOPE = {
    "leaky_relu": Activation("leaky relu", 0.2),
    "elu": Activation("elu", 1.0),
    "hard_sigmoid": Activation("hard sigmoid", 0.2),
}
_MERGES: Mapping[str, Step] = {
    "Add": combined(np.add), "Subtract": combined(np.subtract),
    "Multiply": combined(np.multiply), "Maximum": combined(np.maximum),
    "Minimum": combined(np.minimum),
}  # fmt: skip
_MOST_LAYERS = 200
DAMAGED_LAYERS = tr_noop("The description of this network's layers is damaged.")


@refusing(DAMAGED_LAYERS)
def keras_network(program: str, model: Any, weights_of_layer: WeightsOf) -> LayeredNetwork:
    """Return the network of a model's configuration, ``{"class_name": …, "config": …}``.

    Raises
    ------
    AgentFileError
        If it has layers that are not read, or its parts do not agree.
    """
    config = model["config"]
    layers: list[Config] = config if isinstance(config, list) else config["layers"]
    if len(layers) > _MOST_LAYERS:
        raise file_refusal("This network has too many layers to be judged here.")
    in_line = not any(layer.get("inbound_nodes") for layer in layers)
    counts: dict[str, int] = {}
    nodes: list[NamedStep] = []
    before = ""
    shape: tuple[int, ...] | None = None
    for layer in layers:
        kind = layer["class_name"]
        name = str(layer["config"].get("name", layer.get("name", kind)))
        if kind == "InputLayer":
            if shape is not None:
                raise file_refusal("This network has several inputs. It needs one, for the board.")
            shape, before = _input_shape(layer), name
            continue
        number = counts[kind] = counts.get(kind, -1) + 1
        weights = [weights_of(array) for array in weights_of_layer(layer, number)]
        shape = shape or _input_shape(layer) or _from_weights(weights)
        inputs = (before,) if in_line else tuple(_inbound(layer.get("inbound_nodes")))
        nodes += _nodes_of(layer, name, weights, inputs)
        before = name
    results = tuple(_inbound(config["output_layers"])) if not in_line else (before,)
    if shape is None or not nodes:
        raise file_refusal(DAMAGED_LAYERS)
    source = nodes[0].inputs[0]
    return LayeredNetwork(program, tuple(nodes), source, results, shape, planes_first=False)


def _input_shape(layer: Config) -> tuple[int, ...] | None:
    config = layer["config"]
    shape = config.get("batch_input_shape") or config.get("batch_shape")
    shape = shape or (layer.get("build_config") or {}).get("input_shape")
    if not isinstance(shape, list | tuple) or len(shape) < 2 or None in shape[1:]:
        return None
    return tuple(int(size) for size in shape[1:])


def _from_weights(weights: Sequence[Array]) -> tuple[int, ...] | None:
    if not weights or weights[0].ndim not in (2, 4):
        return None
    return (len(weights[0]),) if weights[0].ndim == 2 else (3, 3, weights[0].shape[2])


def _inbound(value: Any) -> Iterator[str]:
    """Return the names of layers in a list of references, as any version of Keras writes them."""
    match value:
        case [str() as name, int(), int(), *_]:
            yield name
        case list() | tuple():
            for part in value:
                yield from _inbound(part)
        case {"keras_history": history}:
            yield from _inbound(list(history))
        case dict():
            for key in ("args", "config"):
                yield from _inbound(value.get(key))


def _nodes_of(
    layer: Config, name: str, weights: Sequence[Array], inputs: tuple[str, ...]
) -> Iterator[NamedStep]:
    kind, config = layer["class_name"], layer["config"]
    steps = list(_steps(kind, config, weights))
    if kind in ("Dense", "Conv2D") and config.get("activation") is not None:
        steps.append(_activation(config["activation"]))
    for number, step in enumerate(steps):
        last = number == len(steps) - 1
        step_name = name if last else f"{name} {number}"
        yield NamedStep(step_name, step, inputs)
        inputs = (step_name,)


def _steps(kind: str, config: Config, weights: Sequence[Array]) -> Iterator[Step]:
    if kind in _MERGES:
        yield _MERGES[kind]
    elif kind in _NO_WEIGHTS:
        yield unchanged
    elif kind == "Dense":
        yield Dense(weights[0], weights[1] if len(weights) > 1 else np.zeros(weights[0].shape[1]))
    elif kind == "Conv2D":
        yield from _convolution(config, weights)
    elif kind == "Flatten":
        yield flatten
    elif kind == "Reshape":
        yield reshaped(tuple(map(int, config["target_shape"])))
    elif kind == "Permute":
        yield transposed((0, *map(int, config["dims"])))
    elif kind == "Concatenate":
        yield joined(int(config.get("axis", -1)))
    elif kind == "BatchNormalization":
        yield _batch_normalisation(config, list(weights))
    elif kind == "GlobalAveragePooling2D":
        yield reduced(np.mean, (1, 2))
    elif kind == "GlobalMaxPooling2D":
        yield reduced(np.max, (1, 2))
    elif kind == "Activation":
        yield _activation(config["activation"])
    elif kind == "ReLU" and not config.get("threshold") and not config.get("max_value"):
        yield _with_slope("leaky relu", config, "negative_slope", 0.0)
    elif kind == "LeakyReLU":
        default = config.get("negative_slope", 0.3)
        yield _with_slope("leaky relu", config, "alpha", default)
    elif kind == "ELU":
        yield _with_slope("elu", config, "alpha", 1.0)
    elif kind == "Softmax" and config.get("axis", -1) == -1:
        yield Activation("softmax")
    else:
        raise unknown_layer(kind)


def _activation(function: Any) -> Activation:
    if isinstance(function, Mapping):
        step = next(_steps(str(function["class_name"]), function.get("config") or {}, ()), None)
        if not isinstance(step, Activation):
            raise unknown_layer(function["class_name"])
        return step
    return _WITH_SLOPE.get(str(function)) or activation(function)


def _with_slope(name: str, config: Config, key: str, default: Any) -> Activation:
    slope = config.get(key, default)
    return Activation(name, float(default if slope is None else slope))


def _convolution(config: Config, weights: Sequence[Array]) -> Iterator[Step]:
    if config.get("data_format") == "channels_first" or _pair(config, "dilation_rate") != (1, 1):
        raise unknown_layer("Conv2D")
    kernel = weights[0].transpose(3, 2, 0, 1)
    rows, columns = kernel.shape[2:]
    strides = _pair(config, "strides")
    if config.get("padding") == "same":
        if strides != (1, 1):
            raise unknown_layer("Conv2D")
        pads = (((rows - 1) // 2, rows // 2), ((columns - 1) // 2, columns // 2))
    else:
        pads = ((0, 0), (0, 0))
    bias = weights[1] if len(weights) > 1 else np.zeros(len(kernel))
    yield transposed((0, 3, 1, 2))
    yield Conv(kernel, bias, pads, strides)
    yield transposed((0, 2, 3, 1))


def _pair(config: Config, key: str) -> tuple[int, int]:
    value = config.get(key, 1)
    first, second = value if isinstance(value, list | tuple) else (value, value)
    return int(first), int(second)


def _batch_normalisation(config: Config, weights: list[Array]) -> Step:
    axis = config.get("axis", -1)
    axis = int(axis[0] if isinstance(axis, list | tuple) else axis)
    units = weights[0].size
    gamma = weights.pop(0) if config.get("scale", True) else np.ones(units)
    beta = weights.pop(0) if config.get("center", True) else np.zeros(units)
    mean, variance = weights
    return normalisation(mean, variance, gamma, beta, float(config.get("epsilon", 1e-3)), axis)
