"""TensorFlow.js: the layers of a model in JSON, and its weights in the same file or in others."""

import base64
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import numpy as np

from ttt_core.files.elsewhere.networks.hdf5 import member
from ttt_core.files.elsewhere.networks.keras import Config, keras_network
from ttt_core.files.elsewhere.networks.layers import MAX_WEIGHTS, LayeredNetwork, too_large
from ttt_core.files.sentences import file_refusal, quoted, refusing
from ttt_core.sentences import tr_noop

_TYPES = {"float32": "<f4", "int32": "<i4", "bool": "|b1", "uint8": "<u1", "float16": "<f2"}
_STORED = "tensorflowjs_models/"
_MOST_STORED = 99


@refusing(tr_noop("This model of TensorFlow.js is damaged."))
def network_of_tensorflow(tree: Any) -> LayeredNetwork | None:
    """Return the network of a model in JSON, or of what a browser has stored of one."""
    if not isinstance(tree, Mapping):
        return None
    if "modelTopology" in tree:
        return _network(tree, {})
    stored = {
        str(name).rpartition("/")[2]: json.loads(part) if str(part)[:1] in "{[" else part
        for name, part in list(tree.items())[:_MOST_STORED]
        if str(name).startswith(_STORED)
    }
    if not stored:
        return None
    model = {
        "modelTopology": stored["model_topology"],
        "weightSpecs": stored["weight_specs"],
        "weightData": stored["weight_data"],
    }
    return _network(model, {})


def read_tensorflow(data: bytes) -> LayeredNetwork:
    """Return the model of an archive with ``model.json`` and its files of weights."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        model = next(name for name in names if name.endswith("model.json"))
        tree = json.loads(member(archive, model))
        shards = {name.rpartition("/")[2]: member(archive, name) for name in names
                  if name.endswith(".bin")}  # fmt: skip
    return _network(tree, shards)


def _network(model: Mapping[str, Any], shards: Mapping[str, bytes]) -> LayeredNetwork:
    specifications, data = _weights(model, shards)
    topology = model["modelTopology"]
    if "node" in topology:
        raise file_refusal(
            "This is a graph model of TensorFlow.js. Only layers models are read: convert it with "
            "--output_format=tfjs_layers_model."
        )
    arrays: dict[str, list[Any]] = {}
    place = 0
    for specification in specifications:
        shape = [int(size) for size in specification["shape"]]
        if prod(shape) > MAX_WEIGHTS or min(shape, default=1) < 0:
            raise too_large()
        if "quantization" in specification:
            raise file_refusal("The weights of this model of TensorFlow.js are quantised.")
        dtype = np.dtype(_TYPES[specification["dtype"]])
        array = np.frombuffer(data, dtype, prod(shape), place).reshape(shape)
        place += array.nbytes
        layer = specification["name"].rpartition("/")[0]
        arrays.setdefault(layer.rpartition("/")[2], []).append(array)
    described = topology.get("model_config", topology)

    def weights(layer: Config, _: int) -> Sequence[Any]:
        return arrays.get(str(layer["config"].get("name")), ())

    return keras_network("TensorFlow.js", described, weights)


def _weights(model: Mapping[str, Any], shards: Mapping[str, bytes]) -> tuple[list[Any], bytes]:
    """Return what the weights are, and their bytes."""
    if isinstance(model.get("weightData"), str):
        return model["weightSpecs"], base64.b64decode(model["weightData"])
    groups = model["weightsManifest"]
    paths = [str(path) for group in groups for path in group["paths"]]
    missing = [path for path in paths if path.rpartition("/")[2] not in shards]
    if missing:
        raise file_refusal(
            "This file has the layers of a TensorFlow.js model, but its weights are in {files}. "
            "Put both into one zip file.",
            files=quoted(", ".join(missing)),
        )
    specifications = [part for group in groups for part in group["weights"]]
    return specifications, b"".join(shards[path.rpartition("/")[2]] for path in paths)
