"""Keras in HDF5: whole models (``.h5``, ``.keras``) and their weights alone.

`h5py` is loaded only where a file is HDF5. What lies outside the file is never followed.
"""

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ttt_core.files.elsewhere.networks.keras import DAMAGED_LAYERS, Config, keras_network
from ttt_core.files.elsewhere.networks.layers import MAX_WEIGHTS, Array, LayeredNetwork
from ttt_core.files.elsewhere.networks.named_weights import in_natural_order, network_of_weights
from ttt_core.files.sentences import file_refusal, refusing

_MOST_OBJECTS = 2_000
_DEEPEST = 12
_MOST_TEXT = 2**20
_ORDER = ("gamma", "kernel", "beta", "bias", "moving_mean", "moving_variance")

Arrays = dict[str, Array]
"""Arrays by their path."""


def is_hdf5(data: bytes) -> bool:
    """Return whether bytes are a file in HDF5."""
    return data.startswith(b"\x89HDF\r\n\x1a\n")


def read_hdf5(data: bytes) -> Any:
    """Return the network of a model or of its weights; of another file its arrays, by path."""
    arrays, attributes = _contents(data)
    if "model_config" in attributes:
        model = _parsed(attributes["model_config"])
        groups = _groups(arrays, "model_weights/")
        return keras_network("Keras", model, lambda layer, _: groups.get(_name(layer), ()))
    layer_names = attributes.get("layer_names")
    if layer_names is not None or any("/vars/" in path for path in arrays):
        return network_of_weights("Keras", _in_order(arrays, layer_names), units_last=True)
    return arrays


def read_keras(data: bytes) -> LayeredNetwork:
    """Return the network of a model saved by Keras 3, an archive with HDF5 inside."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        model = _parsed(member(archive, "config.json"))
        arrays, _ = _contents(member(archive, "model.weights.h5"))
    groups = _saved_states(arrays)
    names = [_name(layer) for layer in _layers(model) if _name(layer) in groups]
    by_name = set(names) == set(groups)

    def weights(layer: Config, number: int) -> Sequence[Array]:
        kind = _snake(layer["class_name"])
        in_turn = f"{kind}_{number}" if number else kind
        return groups.get(_name(layer) if by_name else in_turn, ())

    return keras_network("Keras", model, weights)


def member(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return a file of an archive; raise `ValueError` if it is unreasonably large."""
    info = archive.getinfo(name)
    if info.file_size > 8 * MAX_WEIGHTS:
        raise ValueError("too large")
    with archive.open(info) as file:
        return file.read(8 * MAX_WEIGHTS + 1)


def _name(layer: Config) -> str:
    return str(layer["config"].get("name", ""))


def _layers(model: Any) -> list[Config]:
    try:
        config = model["config"]
        found = config if isinstance(config, list) else config["layers"]
        return [layer for layer in found if isinstance(layer["config"], Mapping)]
    except (KeyError, TypeError):
        return []


def _snake(name: str) -> str:
    """Return the name of a class as Keras writes it in paths."""
    name = re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()


@refusing(DAMAGED_LAYERS)
def _parsed(text: Any) -> Any:
    text = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
    return json.loads(text) if len(text) <= _MOST_TEXT else {}


# Which arrays belong to which layer


def _groups(arrays: Arrays, under: str) -> dict[str, list[Array]]:
    """Return the arrays of each layer, by the layer's name, in the order in which it has them."""
    groups: dict[str, list[tuple[int, Array]]] = {}
    for path, array in arrays.items():
        if path.startswith(under):
            layer, _, rest = path.removeprefix(under).partition("/")
            part = rest.rsplit("/", 1)[-1].partition(":")[0]
            if part in _ORDER:
                groups.setdefault(layer, []).append((_ORDER.index(part), array))
    return {
        name: [array for _, array in sorted(parts, key=lambda part: part[0])]
        for name, parts in groups.items()
    }


def _saved_states(arrays: Arrays) -> dict[str, list[Array]]:
    """Return the arrays of each layer as Keras 3 saves them: ``layers/dense/vars/0``."""
    groups: dict[str, list[tuple[int, Array]]] = {}
    for path, array in arrays.items():
        match = re.fullmatch(r"(?:.*/)?([^/]+)/vars/(\d{1,3})", path)
        if match and not path.startswith(("optimizer", "metrics")):
            groups.setdefault(match[1], []).append((int(match[2]), array))
    return {
        name: [array for _, array in sorted(parts, key=lambda part: part[0])]
        for name, parts in groups.items()
    }


def _in_order(arrays: Arrays, layer_names: Any) -> Arrays:
    """Return the arrays of a file of weights alone, layer by layer."""
    states = _saved_states(arrays)
    if states:
        named: Arrays = {}
        for name in sorted(states, key=in_natural_order):
            parts = states[name]
            normalises = len(parts) == 4 and all(part.ndim == 1 for part in parts)
            names = ("gamma", "beta", "moving_mean", "moving_variance") if normalises else (
                "kernel", "bias", *map(str, range(len(parts))))  # fmt: skip
            named |= {f"{name}/{part}": array for part, array in zip(names, parts, strict=False)}
        return named
    order = [_text(name) for name in np.ravel(layer_names).tolist()]
    return {
        path: array
        for name in order
        for path, array in arrays.items()
        if path.startswith(f"{name}/")
    }


def _text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


# HDF5


def _contents(data: bytes) -> tuple[Arrays, dict[str, Any]]:
    """Return the arrays of a file, and the attributes of its root."""
    try:
        import h5py  # takes a tenth of a second, which other files need not wait
    except ImportError:
        raise file_refusal("This is an HDF5 file. To read it, install h5py.") from None
    with h5py.File(io.BytesIO(data), "r") as file:
        left = [_MOST_OBJECTS, 2 * MAX_WEIGHTS]
        wanted = ("model_config", "layer_names")
        attributes = {name: file.attrs[name] for name in wanted if name in file.attrs}
        return dict(_arrays(h5py, file, "", left)), attributes


def _arrays(h5py: Any, group: Any, path: str, left: list[int]) -> Iterator[tuple[str, Array]]:
    """Return the arrays under a group, of those that are in the file itself."""
    for name in group:
        left[0] -= 1
        if left[0] < 0 or path.count("/") > _DEEPEST:
            raise file_refusal("The file has more entries than an agent can have.")
        if not isinstance(group.get(name, getlink=True), h5py.HardLink):
            continue
        entry = group[name]
        if isinstance(entry, h5py.Group):
            yield from _arrays(h5py, entry, f"{path}{name}/", left)
        elif entry.dtype.kind in "fiu" and not entry.is_virtual and not entry.external:
            if path.startswith("optimizer"):
                continue
            left[1] -= entry.size
            if left[1] < 0:
                raise file_refusal("The file has more entries than an agent can have.")
            yield f"{path}{name}", entry[()]
