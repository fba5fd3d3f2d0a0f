"""Networks from elsewhere: each file's verdict is that of a forward pass in plain Python."""

import io
import json
import math
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from numpy.typing import NDArray

import ttt_core as ttt
from tests.core.files import network_files as files
from tests.core.files.network_files import Layer
from tests.core.files.sample_files import assert_refused, assert_sentence, judged_or_refused
from ttt_core.files.elsewhere.networks.encodings import Encoding, encodings, marks_of
from ttt_core.game.graph import N_OPEN, N_POSITIONS, boards, graph, legal
from ttt_core.game.solution import move_values

pytestmark = pytest.mark.usefixtures("pickles_read_here")

Network = tuple[Layer, ...]

OWN_VIEW = "the player to move is 1, the opponent is −1, a free cell 0"
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "linear": lambda value: value,
    "relu": lambda value: max(value, 0.0),
    "tanh": math.tanh,
    "sigmoid": lambda value: 1 / (1 + math.exp(-value)),
}


def own_view(board: str) -> list[float]:
    mover = "XO"[board.count("X") > board.count("O")]
    return [0.0 if mark == "-" else 1.0 if mark == mover else -1.0 for mark in board]


def encoding_of(words: str, inputs: int = 9, *, of_moves: bool = False) -> Encoding:
    found = encodings(inputs, None, of_moves=of_moves)
    return next(encoding for encoding in found if encoding.sentence == words)


def inputs_of(encoding: Encoding) -> NDArray[np.float64]:
    return encoding.inputs(marks_of(encoding.view, np.arange(N_OPEN), None))


def taught_on(inputs: NDArray[np.float64], function: str, last: str, units: int) -> Network:
    """Return a network with random hidden units, whose outputs are fitted to the true values."""
    random = np.random.default_rng(5)
    scale = 1.0 if function == "relu" else 0.4
    kernel = as_stored(scale * random.normal(size=(inputs.shape[1], units)))
    bias = as_stored(scale * random.normal(size=units))
    sums = inputs @ kernel + bias
    hidden = np.maximum(sums, 0) if function == "relu" else 1 / (1 + np.exp(-sums))
    wanted = np.where(legal(), np.nan_to_num(move_values()), -1.0)
    return Layer(kernel, bias, function), fitted_to(wanted, hidden, last)


def fitted_to(
    wanted: NDArray[np.float64], hidden: NDArray[np.float64], function: str = "linear"
) -> Layer:
    """Return the layer that comes closest to wanted answers, by least squares."""
    with_one = np.hstack([hidden, np.ones((len(hidden), 1))])
    fitted = as_stored(np.linalg.lstsq(with_one.T @ with_one, with_one.T @ wanted)[0])
    return Layer(fitted[:-1], fitted[-1], function)


def as_stored(array: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return numbers as a file of 32 bits has them."""
    return array.astype(np.float32).astype(np.float64)


@cache
def taught(function: str, last: str = "linear", words: str = OWN_VIEW, inputs: int = 9) -> Network:
    """Return a network that plays well if boards are given to it like this, and only then."""
    units = 96 if words == OWN_VIEW else 256
    return taught_on(inputs_of(encoding_of(words, inputs)), function, last, units)


@cache
def plain_policy(layers: Network) -> ttt.Policy:
    """Return the policy of a network that is given its own view, in plain Python."""
    columns = [list(zip(*layer.kernel.tolist(), strict=True)) for layer in layers]
    policy = np.zeros((N_OPEN, 9))
    for position, board in enumerate(boards()[:N_OPEN]):
        values = own_view(board)
        for layer, units in zip(layers, columns, strict=True):
            function = _FUNCTIONS[layer.function]
            values = [
                function(sum(map(float.__mul__, values, unit)) + bias)
                for unit, bias in zip(units, layer.bias.tolist(), strict=True)
            ]
        free = [cell for cell in range(9) if board[cell] == "-"]
        policy[position, max(free, key=values.__getitem__)] = 1
    return policy


def assert_plays(data: bytes, layers: Network, *, like_ours: bool) -> None:
    """Check that a file is read as this network with its own view."""
    reading = ttt.read_any(data, "Somebody")
    assert np.array_equal(reading.policy(), plain_policy(layers)), reading.how
    assert np.array_equal(reading.agent.policy(), plain_policy(layers))
    assert reading.card == ttt.evaluate(plain_policy(layers))
    assert reading.agent.kind == ("network" if like_ours else "q-table")
    assert OWN_VIEW in reading.how
    assert reading.sides == "XO"
    assert reading.known == N_OPEN
    for text in (reading.how, *reading.notes):
        assert_sentence(text)


# Every file


FILES: dict[str, Callable[[Network], bytes]] = {
    "Keras .h5": files.keras_h5,
    "Keras .keras": files.keras_zip,
    "Keras weights .h5": files.keras_weights_h5,
    "Keras .weights.h5": files.keras_3_weights,
    "TensorFlow.js, one file": files.tensorflow_json,
    "TensorFlow.js, zip": files.tensorflow_zip,
    "TensorFlow.js, storage": files.tensorflow_storage,
    "PyTorch state": files.torch_state,
    "PyTorch checkpoint": files.torch_checkpoint,
    "PyTorch legacy": files.torch_legacy,
    "PyTorch module": files.torch_module,
    "safetensors": files.safetensors,
    "ONNX": files.onnx,
    "scikit-learn": files.scikit_pickle,
    "joblib": files.joblib,
    "synaptic": files.synaptic,
    "NumPy by name": files.numpy_named,
    "NumPy list": files.numpy_list,
    "lists in JSON": files.numbers_in_json,
}
OF_SIGMOID_UNITS = ("Keras .h5", "PyTorch module", "ONNX", "scikit-learn", "synaptic", "NumPy list")
BRAINS = {"brain.js": files.brain, "brain.js, old": files.old_brain}


@pytest.mark.parametrize("name", FILES)
def test_every_file_of_a_network(name: str) -> None:
    assert_plays(FILES[name](taught("relu")), taught("relu"), like_ours=True)


@pytest.mark.parametrize("name", [*OF_SIGMOID_UNITS, *BRAINS])
def test_a_network_of_sigmoid_units(name: str) -> None:
    layers = taught("sigmoid", "sigmoid")
    assert_plays((FILES | BRAINS)[name](layers), layers, like_ours=False)


@pytest.mark.parametrize("function", ["relu", "sigmoid"])
def test_the_agent_of_a_network_comes_back_from_its_file(function: str) -> None:
    agent = ttt.read_any(files.numpy_list(taught(function))).agent
    assert ttt.load_agent(ttt.dump_agent(agent)) == agent


def test_a_file_that_does_not_name_its_functions_says_what_was_assumed() -> None:
    assumed = "ReLU is assumed"
    reading = ttt.read_any(files.torch_state(taught("relu")))
    assert any(assumed in note for note in reading.notes)
    assert any("assumed to follow one another" in note for note in reading.notes)
    named = ttt.read_any(files.torch_module(taught("relu")))
    assert not any("assumed" in note for note in named.notes)


# Every encoding


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        (9, "X is 1, O is −1, a free cell 0"),
        (9, "the player to move is 1, the opponent is 2, a free cell 0"),
        (9, "X is 2, O is 1, a free cell 0"),
        (9, "X is 1, O is 0, a free cell 0.5"),
        (10, "X is 1, O is −1, a free cell 0; then 1 if X is to move and −1 if O is"),
        (10, "0 if X is to move and 1 if O is; then X is 1, O is 2, a free cell 0"),
        (18, "the marks of the player to move, then the opponent's marks"),
        (18, "X's marks, then O's marks"),
        (18, "the opponent's marks, then the marks of the player to move, cell by cell"),
        (19, "X's marks, then O's marks; then 1 if X is to move and 0 if O is"),
        (27, "the marks of the player to move, then the opponent's marks, then free cells"),
        (27, "free cells, then X's marks, then O's marks, cell by cell"),
        (27, "X's marks, then O's marks; then a third plane of 1 if X is to move and 0 if O is"),
    ],
)
def test_the_encoding_is_found(inputs: int, words: str) -> None:
    layers = taught("relu", words=words, inputs=inputs)
    reading = ttt.read_any(files.onnx(layers))
    assert words in reading.how
    values = inputs_of(encoding_of(words, inputs))
    for layer in layers:
        values = values @ layer.kernel + layer.bias
        values = np.maximum(values, 0) if layer.function == "relu" else values
    assert np.array_equal(reading.policy(), ttt.greedy(values))
    assert all("It plays correctly in" in other.how for other in reading.alternatives[:3])


# A board's value


SIGN = np.where(graph().side == 0, 1, -1)


@pytest.mark.parametrize(
    ("words", "meaning", "sign"),
    [
        ("X is 1, O is −1, a free cell 0", "for X", SIGN),
        (
            "the player who has just moved is 1, the opponent is −1, a free cell 0",
            "for the player who has just moved",
            -1,
        ),
        (OWN_VIEW, "for the player to move", 1),
    ],
    ids=["X", "just moved", "to move"],
)
def test_one_answer_is_a_boards_value(words: str, meaning: str, sign: Any) -> None:
    encoding = encoding_of(words, of_moves=True)
    inputs = encoding.inputs(marks_of(encoding.view, np.arange(N_POSITIONS), None))
    random = np.random.default_rng(3)
    kernel, bias = as_stored(random.normal(size=(9, 200))), as_stored(random.normal(size=200))
    hidden = np.maximum(inputs @ kernel + bias, 0)
    last = fitted_to((sign * ttt.positions().value)[:, None], hidden)
    reading = ttt.read_any(files.keras_h5((Layer(kernel, bias, "relu"), last)))
    assert f"{words}; one value for each board, {meaning};" in reading.how
    for_mover = sign * (hidden @ last.kernel + last.bias)[:, 0]
    values = np.where(legal(), -for_mover[graph().child[:N_OPEN]], np.nan)
    assert np.array_equal(reading.policy(), ttt.greedy(values))


# Convolutions and normalisations


PLANES = "the marks of the player to move, then the opponent's marks"


def test_convolutions() -> None:
    in_planes, out = taught("relu", words=PLANES, inputs=18)
    policy = ttt.read_any(files.onnx((in_planes, out))).policy()
    windows = np.ascontiguousarray(in_planes.kernel.T).reshape(-1, 2, 3, 3)
    torch = {
        "conv.weight": windows,
        "conv.bias": in_planes.bias,
        "out.weight": out.kernel.T,
        "out.bias": out.bias,
    }
    nodes = [
        files.onnx_node("Conv", ["board", "k", "b"], "c", pads=[0, 0, 0, 0]),
        files.onnx_node("Relu", ["c"], "r"),
        files.onnx_node("Flatten", ["r"], "f", axis=1),
        files.onnx_node("Gemm", ["f", "w", "v"], "g"),
    ]
    weights = {"k": windows, "b": in_planes.bias, "w": out.kernel, "v": out.bias}
    for data in (files.torch_zip(torch), files.onnx_model(nodes, weights, [1, 2, 3, 3], "g")):
        reading = ttt.read_any(data)
        assert PLANES in reading.how
        assert np.array_equal(reading.policy(), policy)


def test_a_keras_convolution_has_its_planes_cell_by_cell() -> None:
    words = f"{PLANES}, cell by cell"
    cell_by_cell, out = taught("relu", words=words, inputs=18)
    described = [
        ("InputLayer", {"name": "i", "batch_shape": [None, 3, 3, 2]}),
        ("Conv2D", {"name": "c", "padding": "valid", "activation": "relu"}),
        ("Flatten", {"name": "f"}),
        ("Dense", {"name": "d", "activation": "linear"}),
    ]
    arrays = {
        "c/c/kernel": cell_by_cell.kernel.reshape(3, 3, 2, -1),
        "c/c/bias": cell_by_cell.bias,
        "d/d/kernel": out.kernel,
        "d/d/bias": out.bias,
    }
    reading = ttt.read_any(files.keras_of(described, arrays))
    assert words in reading.how
    dense = ttt.read_any(files.onnx((cell_by_cell, out)))
    assert np.array_equal(reading.policy(), dense.policy())


def test_a_normalisation_is_folded_in() -> None:
    hidden, out = taught("relu")
    random = np.random.default_rng(1)
    mean, variance, gamma, beta = (random.uniform(0.5, 2, hidden.bias.size) for _ in range(4))
    factor = gamma / np.sqrt(variance + 1e-5)
    kernel, bias = hidden.kernel / factor, (hidden.bias - beta) / factor + mean
    torch = {"fc.weight": kernel.T, "fc.bias": bias, "bn.weight": gamma, "bn.bias": beta,
             "bn.running_mean": mean, "bn.running_var": variance,
             "out.weight": out.kernel.T, "out.bias": out.bias}  # fmt: skip
    described = [
        ("Dense", {"name": "fc", "activation": "linear"}),
        ("BatchNormalization", {"name": "bn", "epsilon": 1e-5}),
        ("ReLU", {"name": "r"}),
        ("Dense", {"name": "out"}),
    ]
    arrays = {"fc/kernel": kernel, "fc/bias": bias, "bn/gamma": gamma, "bn/beta": beta,
              "bn/moving_mean": mean, "bn/moving_variance": variance,
              "out/kernel": out.kernel, "out/bias": out.bias}  # fmt: skip
    wanted = plain_policy((hidden, out))
    for data in (files.torch_zip(torch), files.keras_of(described, arrays)):
        same = (ttt.read_any(data).policy() == wanted).all(axis=1)
        assert same.mean() > 0.999  # the numbers in the file are rounded


def test_the_classes_of_a_classifier_are_cells() -> None:
    hidden, out = taught("relu")
    turned = Layer(out.kernel[:, ::-1], out.bias[::-1], "softmax")
    reading = ttt.read_any(files.scikit_pickle((hidden, turned), np.arange(9, 0, -1)))
    assert np.array_equal(reading.policy(), plain_policy((hidden, out)))
    drawn = "each move is as likely as its share"
    (sampled,) = (other for other in reading.alternatives if drawn in other.how)
    assert 0 < sampled.policy()[0].min() < sampled.policy()[0].max() < 1
    refusal = assert_refused(files.scikit_pickle((hidden, out), np.array([*"abcdefghi"])))
    assert "which are not cells" in refusal


def test_the_scaling_of_a_pipeline_goes_first() -> None:
    hidden, out = taught("relu")
    random = np.random.default_rng(1)
    mean, scale = random.uniform(-1, 1, 9), random.uniform(0.5, 2, 9)
    first = Layer(scale[:, None] * hidden.kernel, hidden.bias + mean @ hidden.kernel, "relu")
    assert_plays(files.scikit_pipeline((first, out), mean, scale), (hidden, out), like_ours=False)


# What must be said


def test_taken_cells_are_left_out_and_told() -> None:
    hidden, out = taught("relu")
    stubborn = Layer(out.kernel, out.bias + np.eye(9)[4] * 5)  # always wants the centre
    reading = ttt.read_any(files.keras_h5((hidden, stubborn)))
    assert any("it values a taken cell most" in note for note in reading.notes)
    assert reading.policy().shape == (N_OPEN, 9)


def test_a_close_call_is_a_question_with_both_verdicts() -> None:
    reading = ttt.read_any(files.keras_h5(taught("relu")))
    assert reading.undecided
    assert "X is 1, O is −1, a free cell 0" in reading.alternatives[0].how
    assert "to random moves; if X is 1, O is −1, a free cell 0, " in reading.question
    assert_sentence(reading.question)


def test_weights_alone_do_not_say_which_layer_a_normalisation_follows() -> None:
    kernel, units = np.ones((9, 9)), np.ones(9)
    arrays = {f"layers/batch_normalization/vars/{number}": units for number in range(4)}
    arrays |= {"layers/dense/vars/0": kernel, "layers/dense/vars/1": units}
    with pytest.raises(ttt.AgentFileError, match="which layer the normalisation"):
        ttt.read_any(files.hdf5(arrays))


def test_a_network_that_plays_at_random_is_read_in_the_usual_way_and_told() -> None:
    random = np.random.default_rng(2)
    layers = (Layer(random.normal(size=(9, 9)), random.normal(size=9), "sigmoid"),)
    reading = ttt.read_any(files.synaptic(layers))
    assert OWN_VIEW in reading.how
    assert any("hardly plays better than random moves" in note for note in reading.notes)


# What is not read


def other_layer(kind: str) -> bytes:
    return files.keras_of(
        [("Dense", {"name": "d"}), (kind, {"name": "x"})],
        {"d/kernel": np.ones((9, 9)), "d/bias": np.ones(9)},
    )


def square(units: int, inputs: int = 9) -> tuple[Layer, ...]:
    return (
        Layer(np.ones((inputs, units)), np.zeros(units), "relu"),
        Layer(np.ones((units, 9)), np.zeros(9)),
    )


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "recurrent": (lambda: other_layer("LSTM"), "of the kind “LSTM”"),
    "a layer of one's own": (lambda: other_layer("Lambda"), "of the kind “Lambda”"),
    "another game": (lambda: files.keras_h5(square(4, 64)), "with 64 inputs"),
    "another game's state": (lambda: files.torch_state(square(4, 64)), "(4×64, 9×4)"),
    "a forest": (files.scikit_forest, "of the kind “RandomForestClassifier”"),
    "weights elsewhere": (lambda: files.tensorflow_model(square(4)), "“group1-shard1of1.bin”"),
    "too large": (lambda: files.onnx((*square(1_000)[:1], Layer(np.ones((1_000, 2_000)),
                  np.ones(2_000)), *square(2_000)[1:])), "too large"),
    "not finite": (lambda: files.keras_h5((Layer(np.full((9, 9), np.nan), np.ones(9)),)),
                   "not all finite"),
    "overflowing": (lambda: files.keras_h5((Layer(np.full((9, 9), 1e300), np.ones(9)),
                    Layer(np.full((9, 9), 1e300), np.ones(9)))), "not finite"),
    "a brain with a memory": (lambda: b'{"type": "LSTM", "hiddenLayers": [], "inputLookup": null}',
                              "of the kind “LSTM”"),
    "connected in a circle": (lambda: json.dumps({
        "neurons": [{}, {}], "connections": [{"from": 0, "to": 1, "weight": 1},
                                             {"from": 1, "to": 0, "weight": 1}]}).encode(),
                              "of the kind “recurrent”"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_read_is_refused_by_its_kind(name: str) -> None:
    write, wanted = REFUSED[name]
    assert wanted in assert_refused(write())


DOUBLED = [
    files.onnx_node("Concat", [f"x{n}", f"x{n}"], f"x{n + 1}", axis=1)  # twice as long each time
    for n in range(60)
]
HOSTILE = [
    files.safetensors(square(4)).replace(b"[4, 9]", b"[4,99]"),
    b"\x08\x08\x12\x07pytorch" + b"\x3a\xff\xff\xff\xff\x7f",
    files.zipped({"a/data.pkl": b"\x80\x02cos\nsystem\n(X\x01\x00\x00\x00xtR."}),
    files.zipped({"config.json": b"[" * 100_000, "model.weights.h5": b""}),
    files.zipped({"m/data.pkl": b"\x80\x02N.", "m/data/0": bytes(10)}),
    b'{"neurons": [{}, {}], "connections": [{"from": -1, "to": 1000000000}]}',
    json.dumps({"layers": [{"weights": [[1] * 9] * 9, "biases": [1]}], "sizes": []}).encode(),
    files.onnx_model([files.onnx_node("Relu", ["board"], "x0"), *DOUBLED], {}, [1, 9], "x60"),
]


@pytest.mark.parametrize("data", HOSTILE)
def test_hostile_files_are_refused(data: bytes) -> None:
    assert_refused(data)


def test_hdf5_never_reads_another_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(np.ones((9, 9)).tobytes())
    stream = io.BytesIO()
    with h5py.File(stream, "w") as file:
        file.attrs["layer_names"] = np.array(["d"], "S")
        file.create_dataset("d/kernel", (9, 9), "f8", external=[(str(secret), 0, 648)])
        file["elsewhere"] = h5py.ExternalLink(str(secret), "/")
    assert_refused(stream.getvalue())


@pytest.mark.parametrize("name", FILES)
def test_damaged_files_are_judged_or_refused(name: str) -> None:
    data = FILES[name](taught_on(inputs_of(encoding_of(OWN_VIEW)), "sigmoid", "sigmoid", 4))
    random = np.random.default_rng(len(name))
    judged_or_refused(data[: len(data) // 2])
    for _ in range(2):
        damaged = bytearray(data)
        damaged[int(random.integers(min(len(data), 600)))] ^= int(random.integers(1, 256))
        judged_or_refused(bytes(damaged))


def test_the_lines_that_save_answers_give_the_same_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Path("docs/any-agent.md").read_text(encoding="utf-8")
    section = page[page.index("### If your network is not read") :]
    lines = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert lines is not None
    hidden, out = taught("relu")

    def answers(asked: list[str]) -> Any:
        units = np.maximum(np.array(list(map(own_view, asked))) @ hidden.kernel + hidden.bias, 0)
        return (units @ out.kernel + out.bias).tolist()

    monkeypatch.chdir(tmp_path)
    exec(lines[1], {"answers": answers})
    reading = ttt.read_any((tmp_path / "answers.json").read_bytes())
    assert np.array_equal(reading.policy(), plain_policy((hidden, out)))
