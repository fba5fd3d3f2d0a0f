"""Which files are networks: by their first bytes, the names in an archive, or what they contain."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

from ttt_core.files.elsewhere.networks.hdf5 import is_hdf5, read_hdf5, read_keras
from ttt_core.files.elsewhere.networks.javascript import network_of_brain, network_of_synaptic
from ttt_core.files.elsewhere.networks.layers import LayeredNetwork
from ttt_core.files.elsewhere.networks.onnx import is_onnx, read_onnx
from ttt_core.files.elsewhere.networks.plain_weights import plain_network
from ttt_core.files.elsewhere.networks.pytorch import (
    is_safetensors,
    network_of_pytorch,
    read_safetensors,
)
from ttt_core.files.elsewhere.networks.scikit_learn import network_of_scikit_learn
from ttt_core.files.elsewhere.networks.tensorflow_js import network_of_tensorflow, read_tensorflow
from ttt_core.files.elsewhere.pickles import read_pickle
from ttt_core.sentences import tr_noop


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


NETWORK_FILES: tuple[tuple[Callable[[bytes], bool], Callable[[bytes], Any], str], ...] = (
    (is_hdf5, read_hdf5, tr_noop("This HDF5 file is damaged.")),
    (_is_torch, read_pickle, tr_noop("This PyTorch file is damaged.")),
    (_is_keras, read_keras, tr_noop("This Keras file is damaged.")),
    (_is_tensorflow, read_tensorflow, tr_noop("This model of TensorFlow.js is damaged.")),
    (is_safetensors, read_safetensors, tr_noop("This safetensors file is damaged.")),
    (is_onnx, read_onnx, tr_noop("This ONNX file is damaged.")),
)
"""Binary notations: whether bytes are in it, how it is read, and what is said if that fails."""

_TREES: tuple[Callable[[Any], LayeredNetwork | None], ...] = (
    network_of_tensorflow,
    network_of_brain,
    network_of_synaptic,
    network_of_scikit_learn,
    network_of_pytorch,
    plain_network,
)
"""Notations in trees: the network, or None if the tree is not in the notation."""


def network_in(tree: Any) -> LayeredNetwork | None:
    """Return the network that a tree is; None if it is none.

    Raises
    ------
    AgentFileError
        If it is one that is not read.
    """
    if isinstance(tree, LayeredNetwork):
        return tree
    return next((network for read in _TREES if (network := read(tree)) is not None), None)
