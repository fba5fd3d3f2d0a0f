"""Networks of people who wrote their own: matrices and biases in lists or under names.

``[W1, b1, W2, b2]``, ``{"W1": …, "b1": …}``, ``{"weights": […], "biases": […]}``, and a list of
layers with weights and biases, as arrays or as lists of numbers.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ttt_core.files.elsewhere.networks.layers import MAX_WEIGHTS, Array, LayeredNetwork
from ttt_core.files.elsewhere.networks.named_weights import network_of_weights
from ttt_core.files.sentences import AgentFileError

_MOST = 60
_WEIGHTS = re.compile(r"(?:w|weights?|kernels?|coefs?)_?(\d*)(?:_?(?:ih|ho|hh))?_?", re.IGNORECASE)
_BIASES = re.compile(r"(?:b|bias(?:es)?|intercepts?)_?(\d*)_?", re.IGNORECASE)

_Layers = list[tuple[Array, Array | None]]


def plain_network(tree: Any) -> LayeredNetwork | None:
    """Return the network whose matrices a tree has; None if it has none that follow each other."""
    layers = _layers(tree)
    if len(layers) < 2:
        return None
    for units_last in (True, False):
        units = 1 if units_last else 0
        if all(bias is None or bias.size == kernel.shape[units] for kernel, bias in layers):
            named: dict[str, Any] = {}
            for number, (kernel, bias) in enumerate(layers):
                named[f"{number}.weight"] = kernel
                if bias is not None:
                    named[f"{number}.bias"] = bias.ravel()
            try:
                return network_of_weights("NumPy", named, units_last=units_last)
            except AgentFileError:
                continue
    return None


def _layers(tree: Any) -> _Layers:
    layers = _named(tree)
    if not layers and isinstance(tree, Mapping) and len(tree) <= _MOST:
        return next((found for part in tree.values() if len(found := _named(part)) > 1), [])
    if not layers and isinstance(tree, list | tuple) and len(tree) <= _MOST:
        return _in_turn(tree)
    return layers


def _named(tree: Any) -> _Layers:
    """Return the layers under names in a tree, or in each entry of a list."""
    entries = tree if isinstance(tree, list | tuple) and len(tree) <= _MOST else [tree]
    if not all(isinstance(entry, Mapping) and len(entry) <= _MOST for entry in entries):
        return []
    return [layer for entry in entries for layer in _of_names(entry)]


def _of_names(tree: Mapping[Any, Any]) -> _Layers:
    """Return the layers under names such as ``W1`` and ``b1``, or in two lists."""
    weights = {m[1]: part for name, part in tree.items() if (m := _WEIGHTS.fullmatch(str(name)))}
    biases = {m[1]: part for name, part in tree.items() if (m := _BIASES.fullmatch(str(name)))}
    if set(weights) == {""} and (array := _array(weights[""])) is not None and array.ndim == 2:
        return [(array, _array(biases.get("")))]
    if set(weights) == {""}:
        return _zipped(weights[""], biases.get(""))
    kernels = {name: _array(part) for name, part in weights.items()}
    return [
        (kernel, _array(biases.get(name)))
        for name, kernel in sorted(kernels.items(), key=lambda item: int(item[0] or 0))
        if kernel is not None and kernel.ndim == 2
    ]


def _zipped(weights: Any, biases: Any) -> _Layers:
    if not isinstance(weights, list | tuple) or len(weights) > _MOST:
        return []
    others = biases if isinstance(biases, list | tuple) else [None] * len(weights)
    return [
        (kernel, _array(bias))
        for kernel, bias in zip(map(_array, weights), others, strict=False)
        if kernel is not None and kernel.ndim == 2
    ]


def _in_turn(parts: Sequence[Any]) -> _Layers:
    """Return the layers of a list of matrices, each with or without its bias behind it."""
    layers: _Layers = []
    for array in map(_array, parts):
        if array is None:
            return []
        if (array.ndim == 2 and min(array.shape) > 1) or not layers:
            layers.append((array, None))
        elif layers[-1][1] is None:
            layers[-1] = (layers[-1][0], array)
        else:
            layers.append((array, None))
    return layers if all(kernel.ndim == 2 for kernel, _ in layers) else []


def _array(part: Any) -> Array | None:
    """Return an array, or a list of numbers or of equally long lists of numbers, as an array."""
    if isinstance(part, np.ndarray):
        return part if part.dtype.kind in "fiu" and part.size <= MAX_WEIGHTS else None
    if not isinstance(part, list | tuple) or not part or len(part) > 5_000:
        return None
    rows = part if isinstance(part[0], list | tuple) else [part]
    width = len(rows[0])
    if not all(isinstance(row, list | tuple) and len(row) == width <= 5_000 for row in rows):
        return None
    if not all(isinstance(number, int | float) for row in rows for number in row):
        return None
    return np.array(part, np.float64)
