"""Writes a network in the files of the programs that people use, none of which is installed.

A network is a list of layers: weights (inputs, units), biases (units,) and a function's name.
"""

import base64
import io
import json
import pickle
import struct
import zipfile
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Layer:
    kernel: Array
    bias: Array
    function: str = "linear"


Layers = Sequence[Layer]


# Keras


def sequential(described: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """Return the configuration of a model from the kind and settings of each of its layers."""
    layers = [{"class_name": kind, "config": config} for kind, config in described]
    return {"class_name": "Sequential", "config": {"name": "sequential", "layers": layers}}


def keras_config(layers: Layers) -> dict[str, Any]:
    first, *others = (
        (
            "Dense",
            {
                "name": f"dense_{number + 4}",  # not the first model of its program
                "units": layer.bias.size,
                "activation": layer.function,
                "use_bias": True,
            },
        )
        for number, layer in enumerate(layers)
    )
    inputs = {"name": "input", "batch_shape": [None, len(layers[0].kernel)]}
    dropout = {"name": "dropout", "rate": 0.5}
    return sequential([("InputLayer", inputs), first, ("Dropout", dropout), *others])


def hdf5(arrays: Mapping[str, Array], attributes: Mapping[str, Any] | None = None) -> bytes:
    stream = io.BytesIO()
    with h5py.File(stream, "w") as file:
        for name, array in arrays.items():
            file[name] = array
        for name, value in (attributes or {}).items():
            file.attrs[name] = value
    return stream.getvalue()


def zipped(files: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def keras_of(
    described: Sequence[tuple[str, Mapping[str, Any]]], arrays: Mapping[str, Array]
) -> bytes:
    """Return a file of any layers and their arrays."""
    stored = {f"model_weights/{name}": array for name, array in arrays.items()}
    return hdf5(stored, {"model_config": json.dumps(sequential(described))})


def keras_h5(layers: Layers) -> bytes:
    arrays = {}
    for number, layer in enumerate(layers):
        name = f"dense_{number + 4}"
        arrays[f"model_weights/{name}/{name}/kernel:0"] = layer.kernel
        arrays[f"model_weights/{name}/{name}/bias:0"] = layer.bias
        arrays[f"optimizer_weights/{name}/kernel:0"] = 0 * layer.kernel
    return hdf5(arrays, {"model_config": json.dumps(keras_config(layers))})


def keras_weights_h5(layers: Layers) -> bytes:
    names = [f"layer_{number}" for number in reversed(range(len(layers)))]
    arrays = {}
    for name, layer in zip(names, layers, strict=True):
        arrays[f"{name}/{name}/bias:0"] = layer.bias
        arrays[f"{name}/{name}/kernel:0"] = layer.kernel
    return hdf5(arrays, {"layer_names": np.array(names, "S")})


def keras_3_weights(layers: Layers) -> bytes:
    arrays = {}
    for number, layer in enumerate(layers):
        name = f"layers/dense{f'_{number}' if number else ''}/vars"
        arrays[f"{name}/0"], arrays[f"{name}/1"] = layer.kernel, layer.bias
    return hdf5(arrays)


def keras_zip(layers: Layers) -> bytes:
    return zipped(
        {
            "metadata.json": b'{"keras_version": "3.8.0"}',
            "config.json": json.dumps(keras_config(layers)).encode(),
            "model.weights.h5": keras_3_weights(layers),
        }
    )


# TensorFlow.js


def tensorflow_parts(layers: Layers) -> tuple[dict[str, Any], list[Any], bytes]:
    specifications, data = [], b""
    for number, layer in enumerate(layers):
        for name, array in (("kernel", layer.kernel), ("bias", layer.bias)):
            path = f"dense_{number + 4}/{name}"
            specifications.append({"name": path, "shape": array.shape, "dtype": "float32"})
            data += array.astype("<f4").tobytes()
    return {"model_config": keras_config(layers)}, specifications, data


def tensorflow_json(layers: Layers) -> bytes:
    topology, specifications, data = tensorflow_parts(layers)
    model = {
        "modelTopology": topology,
        "weightSpecs": specifications,
        "weightData": base64.b64encode(data).decode(),
    }
    return json.dumps(model).encode()


def tensorflow_model(layers: Layers) -> bytes:
    topology, specifications, _ = tensorflow_parts(layers)
    manifest = [{"paths": ["group1-shard1of1.bin"], "weights": specifications}]
    return json.dumps({"modelTopology": topology, "weightsManifest": manifest}).encode()


def tensorflow_zip(layers: Layers) -> bytes:
    *_, data = tensorflow_parts(layers)
    return zipped({"m/model.json": tensorflow_model(layers), "m/group1-shard1of1.bin": data})


def tensorflow_storage(layers: Layers) -> bytes:
    topology, specifications, data = tensorflow_parts(layers)
    name = "tensorflowjs_models/tic-tac-toe/"
    stored = {
        f"{name}model_topology": json.dumps(topology),
        f"{name}weight_specs": json.dumps(specifications),
        f"{name}weight_data": base64.b64encode(data).decode(),
    }
    return json.dumps(stored).encode()


# Pickles of what is not installed


class Named(str):
    """The name of a class or a function."""

    __slots__ = ()

    def __call__(self) -> None: ...


@dataclass(frozen=True)
class Made:
    """An object of a class, and its attributes."""

    kind: Named
    state: Mapping[str, Any]


class _Pickler(vars(pickle)["_Pickler"]):  # type: ignore[misc]
    def save(self, thing: Any, save_persistent_id: bool = True) -> None:
        if isinstance(thing, Named):
            module, _, name = thing.rpartition(".")
            if self.proto < 4:
                self.write(pickle.GLOBAL + f"{module}\n{name}\n".encode())
            else:
                self.save(module)
                self.save(name)
                self.write(pickle.STACK_GLOBAL)
        elif isinstance(thing, Made):
            self.save(thing.kind)
            self.write(pickle.EMPTY_TUPLE + pickle.NEWOBJ)
            self.save(thing.state)
            self.write(pickle.BUILD)
        else:
            super().save(thing, save_persistent_id)


def _pickled(tree: Any) -> bytes:
    stream = io.BytesIO()
    _Pickler(stream).dump(tree)
    return stream.getvalue()


# PyTorch


class _Storage(str):
    __slots__ = ()


class _TorchPickler(_Pickler):
    """Writes arrays as tensors, whose numbers are in storages elsewhere."""

    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream, 2)
        self.storages: list[Array] = []

    def save(self, thing: Any, save_persistent_id: bool = True) -> None:
        if not isinstance(thing, np.ndarray):
            super().save(thing, save_persistent_id)
            return
        storage = _Storage(len(self.storages))
        self.storages.append(thing)
        strides = tuple(size // thing.itemsize for size in thing.strides)
        tensor = (storage, 0, thing.shape, strides, False, OrderedDict())
        self.save_reduce(Named("torch._utils._rebuild_tensor_v2"), tensor)

    def persistent_id(self, thing: Any) -> Any:
        kind = Named("torch.FloatStorage")
        return ("storage", kind, str(thing), "cpu", 1) if isinstance(thing, _Storage) else None


def _torch_pickle(tree: Any) -> tuple[bytes, list[Array]]:
    """Return a tree as it is pickled, and the arrays that are stored elsewhere."""
    stream = io.BytesIO()
    pickler = _TorchPickler(stream)
    pickler.dump(tree)
    return stream.getvalue(), pickler.storages


def torch_zip(tree: Any) -> bytes:
    """Return an archive of what is saved, with arrays as tensors."""
    pickled, storages = _torch_pickle(tree)
    files = {"archive/data.pkl": pickled, "archive/version": b"3\n"}
    for number, array in enumerate(storages):
        files[f"archive/data/{number}"] = array.astype("<f4").tobytes("A")
    return zipped(files)


class State(OrderedDict[str, Any]):
    """A dictionary with an attribute, as a state of PyTorch is."""

    def __reduce__(self) -> Any:
        return OrderedDict, (), {"_metadata": OrderedDict()}, None, iter(self.items())


def _state(layers: Layers) -> State:
    state = State()
    for number, layer in enumerate(layers, 1):
        state |= {f"fc{number}.weight": layer.kernel.T, f"fc{number}.bias": layer.bias}
    return state


def torch_state(layers: Layers) -> bytes:
    return torch_zip(_state(layers))


def torch_checkpoint(layers: Layers) -> bytes:
    others = [Layer(layer.kernel[::-1] - 1, layer.bias) for layer in layers]
    return torch_zip(
        {
            "episode": 5,
            "target_net": _state(others),
            "policy_net": _state(layers),
            "optimizer": {"state": {0: {"exp_avg": layers[0].kernel}}},
        }
    )


def torch_legacy(layers: Layers) -> bytes:
    content, storages = _torch_pickle(_state(layers))
    parts = [pickle.dumps(part, 2) for part in (0x1950A86A20F9469CFC6C, 1001, {"little": True})]
    names = pickle.dumps([str(number) for number in range(len(storages))], 2)
    numbers = [
        struct.pack("<q", array.size) + array.astype("<f4").tobytes("A") for array in storages
    ]
    return b"".join([*parts, content, names, *numbers])


_MODULES = {"relu": "activation.ReLU", "tanh": "activation.Tanh", "sigmoid": "activation.Sigmoid"}


def _module(kind: str, parameters: Any = (), modules: Any = ()) -> Made:
    state = {"_parameters": parameters, "_modules": modules, "_buffers": ()}
    ordered = {name: OrderedDict(content) for name, content in state.items()}
    return Made(Named(kind), {"training": False, **ordered})


def torch_module(layers: Layers) -> bytes:
    """Return a `Sequential` saved whole, inside a class of one's own."""
    parts = []
    for layer in layers:
        weights = {"weight": layer.kernel.T, "bias": layer.bias}
        parts.append(_module("torch.nn.modules.linear.Linear", weights))
        if layer.function in _MODULES:
            parts.append(_module(f"torch.nn.modules.{_MODULES[layer.function]}"))
    named = {str(number): part for number, part in enumerate(parts)}
    line = _module("torch.nn.modules.container.Sequential", (), named)
    return torch_zip(_module("__main__.QNet", (), {"net": line}))


def safetensors(layers: Layers) -> bytes:
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    data = b""
    for number, layer in enumerate(layers):
        for name, array in (("bias", layer.bias), ("weight", layer.kernel.T)):
            content = array.astype("<f4").tobytes()
            header[f"net.{10 * number}.{name}"] = {
                "dtype": "F32",
                "shape": array.shape,
                "data_offsets": [len(data), len(data) + len(content)],
            }
            data += content
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


# ONNX


def _varint(value: int) -> bytes:
    parts = []
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])


def message(*fields: tuple[int, int | bytes | str]) -> bytes:
    """Return a message of Protocol Buffers: its fields by number."""
    written = b""
    for number, value in fields:
        if isinstance(value, int):
            written += _varint(number << 3) + _varint(value)
        else:
            content = value.encode() if isinstance(value, str) else value
            written += _varint(number << 3 | 2) + _varint(len(content)) + content
    return written


def onnx_tensor(name: str, array: Array) -> bytes:
    kind = 1 if array.dtype.kind == "f" else 7
    data = array.astype("<f4" if kind == 1 else "<i8").tobytes()
    return message(*((1, size) for size in array.shape), (2, kind), (8, name), (9, data))


def onnx_node(kind: str, inputs: Sequence[str], output: str, **settings: Any) -> bytes:
    attributes = []
    for name, value in settings.items():
        numbers = [(3, value)] if isinstance(value, int) else [(8, number) for number in value]
        attributes.append((5, message((1, name), *numbers)))
    return message(*((1, name) for name in inputs), (2, output), (4, kind), *attributes)


def onnx_shape(name: str, shape: Sequence[int]) -> bytes:
    dimensions = [(1, message((1, size)) if size else message((2, "n"))) for size in shape]
    return message((1, name), (2, message((1, message((1, 1), (2, message(*dimensions)))))))


def onnx_model(
    nodes: Sequence[bytes], weights: Mapping[str, Array], inputs: Sequence[int], output: str
) -> bytes:
    graph = message(
        *((1, node) for node in nodes),
        (2, "net"),
        *((5, onnx_tensor(name, array)) for name, array in weights.items()),
        (11, onnx_shape("board", inputs)),
        (12, onnx_shape(output, [0, 9])),
    )
    return message((1, 8), (2, "pytorch"), (7, graph), (8, message((2, 17))))


_ONNX = {"relu": "Relu", "tanh": "Tanh", "sigmoid": "Sigmoid", "softmax": "Softmax"}


def onnx(layers: Layers) -> bytes:
    nodes, weights, before = [], {}, "board"
    for number, layer in enumerate(layers):
        names = [before, f"w{number}", f"b{number}"]
        weights[names[1]], weights[names[2]] = layer.kernel, layer.bias
        if number % 2:
            nodes.append(onnx_node("MatMul", names[:2], f"m{number}"))
            nodes.append(onnx_node("Add", [f"m{number}", names[2]], f"g{number}"))
        else:
            weights[names[1]] = layer.kernel.T
            nodes.append(onnx_node("Gemm", names, f"g{number}", transB=1))
        before = f"g{number}"
        if layer.function in _ONNX:
            nodes.append(onnx_node(_ONNX[layer.function], [before], f"f{number}"))
            before = f"f{number}"
    return onnx_model(nodes, weights, [0, len(layers[0].kernel)], before)


# scikit-learn

_FUNCTIONS = {"sigmoid": "logistic", "linear": "identity"}


def _scikit(kind: str, **state: Any) -> Made:
    return Made(Named(f"sklearn.{kind}"), state | {"_sklearn_version": "1.7.0"})


def _mlp(layers: Layers, classes: Any = range(9)) -> Made:
    hidden, last = (_FUNCTIONS.get(at.function, at.function) for at in (layers[0], layers[-1]))
    return _scikit(
        "neural_network._multilayer_perceptron.MLPClassifier",
        activation=hidden,
        coefs_=[layer.kernel for layer in layers],
        intercepts_=[layer.bias for layer in layers],
        out_activation_=last,
        classes_=np.array(classes),
        n_layers_=len(layers) + 1,
    )


def scikit_pickle(layers: Layers, classes: Any = range(9)) -> bytes:
    return _pickled(_mlp(layers, classes))


def scikit_pipeline(layers: Layers, mean: Array, scale: Array) -> bytes:
    scaler = _scikit(
        "preprocessing._data.StandardScaler",
        **{"mean_": mean, "scale_": scale, "with_mean": True, "with_std": True},
    )
    steps = [("scale", scaler), ("net", _mlp(layers))]
    return _pickled({"model": _scikit("pipeline.Pipeline", steps=steps, memory=None)})


def scikit_forest() -> bytes:
    return _pickled(_scikit("ensemble._forest.RandomForestClassifier", n_estimators=100))


class _JoblibPickler(_Pickler):
    """Writes arrays as joblib does: what they are, then their bytes, outside the frames."""

    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream, 4)
        self.stream = stream

    def save(self, thing: Any, save_persistent_id: bool = True) -> None:
        if not isinstance(thing, np.ndarray):
            super().save(thing, save_persistent_id)
            return
        about = {
            "subclass": np.ndarray,
            "shape": thing.shape,
            "order": "C" if thing.flags.c_contiguous else "F",
            "dtype": thing.dtype,
            "allow_mmap": True,
            "numpy_array_alignment_bytes": 16,
        }
        super().save(Made(Named("joblib.numpy_pickle.NumpyArrayWrapper"), about))
        self.framer.commit_frame(force=True)
        padding = -(self.stream.tell() + 1) % 16
        self.stream.write(bytes([padding]) + b"\xff" * padding + thing.tobytes("A"))


def joblib(layers: Layers) -> bytes:
    stream = io.BytesIO()
    _JoblibPickler(stream).dump(_mlp(layers))
    return stream.getvalue()


# JavaScript


def brain(layers: Layers) -> bytes:
    described: list[Any] = [{"weights": [], "biases": []}]
    for layer in layers:
        described.append({"weights": layer.kernel.T.tolist(), "biases": layer.bias.tolist()})
    tree = {
        "type": "NeuralNetwork",
        "sizes": [len(layers[0].kernel), *(layer.bias.size for layer in layers)],
        "layers": described,
        "inputLookup": None,
        "outputLookup": {str(cell): cell for cell in range(9)},
        "options": {"activation": layers[0].function},
        "trainOpts": {"activation": layers[0].function, "leakyReluAlpha": 0.01},
    }
    return json.dumps(tree).encode()


def old_brain(layers: Layers) -> bytes:
    described: list[Any] = [{str(cell): {} for cell in range(len(layers[0].kernel))}]
    for layer in layers:
        units = zip(layer.bias.tolist(), layer.kernel.T, strict=True)
        described.append(
            {str(n): {"bias": b, "weights": dict(enumerate(w))} for n, (b, w) in enumerate(units)}
        )
    tree = {"sizes": [0], "layers": described, "activation": layers[0].function}
    return json.dumps(tree).encode()


def synaptic(layers: Layers) -> bytes:
    squash = {"sigmoid": "LOGISTIC", "tanh": "TANH", "relu": "RELU", "linear": "IDENTITY"}
    neurons = [{"layer": "input", "bias": 0, "squash": "LOGISTIC"} for _ in layers[0].kernel]
    connections = []
    begin = 0
    for layer in layers:
        end = len(neurons)
        neurons += [{"layer": "0", "bias": bias, "squash": squash[layer.function]}
                    for bias in layer.bias.tolist()]  # fmt: skip
        connections += [
            {"from": str(begin + row), "to": str(end + unit), "weight": weight, "gater": None}
            for row, weights in enumerate(layer.kernel.tolist())
            for unit, weight in enumerate(weights)
        ]
        begin = end
    return json.dumps({"neurons": neurons, "connections": connections}).encode()


# One's own


def numpy_named(layers: Layers) -> bytes:
    stream = io.BytesIO()
    arrays = {f"W{n}": layer.kernel for n, layer in enumerate(layers, 1)}
    np.savez(stream, **arrays, **{f"b{n}": layer.bias for n, layer in enumerate(layers, 1)})
    return stream.getvalue()


def numpy_list(layers: Layers) -> bytes:
    return pickle.dumps([array for layer in layers for array in (layer.kernel, layer.bias)])


def numbers_in_json(layers: Layers) -> bytes:
    tree = {
        "weights": [layer.kernel.T.tolist() for layer in layers],
        "biases": [layer.bias.tolist() for layer in layers],
    }
    return json.dumps(tree).encode()
