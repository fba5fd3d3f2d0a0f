"""Which files are networks: by their first bytes, the names in an archive, or what they contain."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

from ttt_core.files.elsewhere.networks import javascript, pytorch, scikit_learn
from ttt_core.files.elsewhere.networks.hdf5 import is_hdf5, read_hdf5, read_keras
from ttt_core.files.elsewhere.networks.layers import LayeredNetwork
from ttt_core.files.elsewhere.networks.onnx import is_onnx, read_onnx
from ttt_core.files.elsewhere.networks.plain_weights import plain_network
from ttt_core.files.elsewhere.networks.tensorflow_js import (
    is_tensorflow,
    network_of_tensorflow,
    read_tensorflow,
)
from ttt_core.files.elsewhere.pickles import read_pickle


def _names(data: bytes) -> list[str]:
    """Return the names in an archive; none if it is not one."""
    if not data.startswith(b"PK\x03\x04"):
        return []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.namelist()
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, RuntimeError, NotImplementedError):
        return []


def _is_torch(data: bytes) -> bool:
    return any(name.rpartition("/")[2] == "data.pkl" for name in _names(data))


def _is_keras(data: bytes) -> bool:
    return {"config.json", "model.weights.h5"} <= set(_names(data))


def _is_tensorflow(data: bytes) -> bool:
    names = _names(data)
    return any(name.endswith("model.json") for name in names) and any(
        name.endswith(".bin") for name in names
    )


NETWORK_FILES: tuple[tuple[Callable[[bytes], bool], Callable[[bytes], Any]], ...] = (
    (is_hdf5, read_hdf5),
    (_is_torch, read_pickle),
    (_is_keras, read_keras),
    (_is_tensorflow, read_tensorflow),
    (pytorch.is_safetensors, pytorch.read_safetensors),
    (is_onnx, read_onnx),
)
"""Binary notations of networks: whether bytes are in it, and how it is read."""


def network_in(tree: Any) -> LayeredNetwork | None:
    """Return the network that a tree is; None if it is none.

    Raises
    ------
    AgentFileError
        If it is one that is not read.
    """
    if isinstance(tree, LayeredNetwork):
        return tree
    if is_tensorflow(tree):
        return network_of_tensorflow(tree, {})
    if javascript.is_brain(tree):
        return javascript.network_of_brain(tree)
    if javascript.is_synaptic(tree):
        return javascript.network_of_synaptic(tree)
    model = scikit_learn.model_in(tree)
    if model is not None:
        return scikit_learn.network_of_model(model)
    return pytorch.network_in(tree) or plain_network(tree)
