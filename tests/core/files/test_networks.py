"""Networks from elsewhere: each file's verdict is that of a forward pass in plain Python."""

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

import ttt_core as ttt
from tests.core.files import network_files as files
from tests.core.files.network_files import Layer
from tests.core.files.sample_files import assert_sentence
from ttt_core.files.elsewhere.networks.encodings import Encoding, encodings, marks_of
from ttt_core.game.graph import N_OPEN, boards, legal
from ttt_core.game.solution import move_values

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
    hidden = np.vectorize(_FUNCTIONS[function])(inputs @ kernel + bias)
    wanted = np.where(legal(), np.nan_to_num(move_values()), -1.0)
    with_one = np.hstack([hidden, np.ones((len(hidden), 1))])
    fitted = as_stored(np.linalg.lstsq(with_one, wanted, rcond=None)[0])
    return Layer(kernel, bias, function), Layer(fitted[:-1], fitted[-1], last)


def as_stored(array: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return numbers as a file of 32 bits has them."""
    return array.astype(np.float32).astype(np.float64)


@cache
def taught(function: str, last: str = "linear", words: str = OWN_VIEW, inputs: int = 9) -> Network:
    """Return a network that plays well if boards are given to it like this, and only then."""
    units = 96 if words == OWN_VIEW else 400
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


def assert_plays(data: bytes, layers: Network, *, like_ours: bool) -> ttt.Reading:
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
    assert ttt.load_agent(ttt.dump_agent(reading.agent)) == reading.agent
    return reading


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


@pytest.mark.parametrize("name", FILES)
def test_every_file_of_a_network_with_rectified_units(name: str) -> None:
    layers = taught("relu")
    assert_plays(FILES[name](layers), layers, like_ours=True)


@pytest.mark.parametrize("name", [*FILES, "brain.js", "brain.js, old"])
def test_every_file_of_a_network_with_sigmoid_units(name: str) -> None:
    layers = taught("sigmoid", "sigmoid")
    write = (FILES | {"brain.js": files.brain, "brain.js, old": files.old_brain})[name]
    assert_plays(write(layers), layers, like_ours=False)


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
