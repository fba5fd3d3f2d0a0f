"""PyTorch: states and whole modules, and safetensors.

Their arrays have been read by then: those of a pickle by `inert_pickle`, which runs nothing. A
state has only weights. A whole module has the classes of its layers, too, but not the order in
which a class of one's own uses them; only a `Sequential` says that.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from ttt_core.files.elsewhere.networks.layers import (
    Activation,
    Dense,
    LayeredNetwork,
    Step,
    activation,
    flatten,
    in_line,
    unchanged,
    weights_of,
)
from ttt_core.files.elsewhere.networks.named_weights import in_natural_order, network_of_weights
from ttt_core.files.sentences import AgentFileError

_NO_WEIGHTS: Mapping[str, Step] = {
    "Identity": unchanged, "Dropout": unchanged, "AlphaDropout": unchanged, "Flatten": flatten,
}  # fmt: skip
_MODULES = "torch.nn.modules."
_DEEPEST = 8
_MOST = 400
_OPTIMISER = re.compile("optim", re.IGNORECASE)
_NOT_PLAYED = re.compile(r"optim|target|critic|sched|memory|buffer|replay", re.IGNORECASE)


def network_of_pytorch(tree: Any) -> LayeredNetwork | None:
    """Return the network of a module saved whole, or of a state."""
    if isinstance(tree, Mapping) and isinstance(tree.get("_modules"), Mapping):
        return _network_of_module(tree)
    named = _state_in(tree)
    if any(name.endswith("weight") and array.ndim in (2, 4) for name, array in named.items()):
        return network_of_weights("PyTorch", named)
    return None


def _network_of_module(module: Mapping[Any, Any]) -> LayeredNetwork:
    line = list(_line(module, 0))
    if line and all(kind != "" for kind, _ in line):
        steps = [_step(kind, part) for kind, part in line]
        first = next((step for step in steps if isinstance(step, Dense)), None)
        if first is not None:
            return in_line("PyTorch", steps, (len(first.kernel),))
    named = dict(_parameters(module, "", 0))
    functions = set[str]()
    for kind in _kinds(module, 0):
        with suppress(AgentFileError):  # it has layers of other kinds, too
            functions.add(activation(kind).name)
    functions -= {"linear", "softmax", "log softmax"}
    return network_of_weights(
        "PyTorch", named, function=functions.pop() if len(functions) == 1 else None
    )


def _kind(module: Any) -> str:
    name = str(module.get("__class__", "")) if isinstance(module, Mapping) else ""
    return name.rpartition(".")[2] if name.startswith(_MODULES) else ""


def _children(module: Any) -> list[Any]:
    parts = module.get("_modules") if isinstance(module, Mapping) else None
    return list(parts.values())[:_MOST] if isinstance(parts, Mapping) else []


def _line(module: Any, depth: int) -> Iterator[tuple[str, Any]]:
    """Return the layers in the order of their use; of a kind ``""`` if that is unknown."""
    kind, children = _kind(module), _children(module)
    if depth > _DEEPEST or (kind != "Sequential" and len(children) > 1):
        yield "", module
    elif children:
        for child in children:
            yield from _line(child, depth + 1)
    else:
        yield kind, module


def _step(kind: str, module: Any) -> Step:
    if kind in _NO_WEIGHTS:
        return _NO_WEIGHTS[kind]
    if kind == "LeakyReLU":
        return Activation("leaky relu", float(module.get("negative_slope", 0.01)))
    if kind == "ELU":
        return Activation("elu", float(module.get("alpha", 1.0)))
    if kind == "Linear":
        parameters = module["_parameters"]
        kernel = weights_of(parameters["weight"])
        bias = parameters.get("bias")
        return Dense(kernel.T, np.zeros(len(kernel)) if bias is None else weights_of(bias))
    return activation(kind)


def _kinds(module: Any, depth: int) -> Iterator[str]:
    yield _kind(module)
    if depth < _DEEPEST:
        for child in _children(module):
            yield from _kinds(child, depth + 1)


def _parameters(module: Any, path: str, depth: int) -> Iterator[tuple[str, Any]]:
    if not isinstance(module, Mapping) or depth > _DEEPEST:
        return
    for kind in ("_parameters", "_buffers"):
        parts = module.get(kind)
        for name, array in parts.items() if isinstance(parts, Mapping) else ():
            if isinstance(array, np.ndarray):
                yield f"{path}{name}", array
    parts = module.get("_modules")
    for name, child in list(parts.items())[:_MOST] if isinstance(parts, Mapping) else ():
        yield from _parameters(child, f"{path}{name}.", depth + 1)


# States


def _state_in(tree: Any) -> dict[str, Any]:
    """Return the arrays in a tree by their path, without those of optimisers and copies."""
    if not isinstance(tree, Mapping):
        return {}
    played = dict(_arrays(tree, "", 0, _NOT_PLAYED))
    return played or dict(_arrays(tree, "", 0, _OPTIMISER))


def _arrays(
    tree: Mapping[Any, Any], path: str, depth: int, leaves_out: re.Pattern[str]
) -> Iterator[tuple[str, Any]]:
    for name, part in list(tree.items())[:_MOST]:
        if not isinstance(part, np.ndarray | Mapping) or leaves_out.search(str(name)):
            continue
        if isinstance(part, np.ndarray):
            yield f"{path}{name}", part
        elif depth < _DEEPEST:
            yield from _arrays(part, f"{path}{name}.", depth + 1, leaves_out)


# Safetensors

_TYPES: Mapping[str, str] = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4",
    "I16": "<i2", "I8": "<i1", "U8": "<u1", "BOOL": "|b1",
}  # fmt: skip


def is_safetensors(data: bytes) -> bool:
    """Return whether bytes are a file of safetensors."""
    length = int.from_bytes(data[:8], "little")
    return data[8:9] == b"{" and 0 < length <= len(data) - 8


def read_safetensors(data: bytes) -> LayeredNetwork:
    """Return the network of a file of safetensors."""
    end = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:end])
    header.pop("__metadata__", None)
    numbers = memoryview(data)[end:]
    named = {name: _safe_array(numbers, part) for name, part in header.items()}
    return network_of_weights(
        "safetensors", {name: named[name] for name in sorted(named, key=in_natural_order)}
    )


def _safe_array(data: memoryview, part: Any) -> Any:
    first, last = part["data_offsets"]
    array = np.frombuffer(data[first:last], _TYPES[part["dtype"]])
    if part["dtype"] == "BF16":  # the first half of a float of 32 bits
        array = (array.astype(np.uint32) << 16).view(np.float32)
    return array.reshape(part["shape"])
