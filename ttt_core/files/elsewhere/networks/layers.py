"""Networks as lists of steps, and their forward pass in NumPy: no framework is imported.

Each step takes arrays whose first axis is the boards, and gives one. What a file can ask for is
bounded: the number of steps, of weights, of numbers in a step and of multiplications for a board.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.files.sentences import AgentFileError, file_refusal, quoted

Array = NDArray[Any]
Step = Callable[..., Array]

MAX_STEPS = 400
MAX_WEIGHTS = 4_000_000
MAX_WORK = 2_000_000
"""Multiplications for each board."""
_MAX_SIZE = 50_000
"""Numbers that a step gives for each board."""
_MAX_INPUTS = 64
_AT_ONCE = 4_000_000
"""Numbers of all steps together that are held at once."""


def unknown_layer(kind: object) -> AgentFileError:
    """Return the refusal of a network with a layer that is not read."""
    return file_refusal(
        "This network has a layer or step of the kind {kind}, which is not read here. Save what "
        "the network answers on every board instead: docs/any-agent.md shows it.",
        kind=quoted(str(kind)),
    )


# Steps


@dataclass(frozen=True, eq=False)
class Dense:
    """A layer in which every unit is connected to every input.

    Attributes
    ----------
    kernel : array (inputs, units)
    bias : array (units,)
    """

    kernel: Array
    bias: Array

    @property
    def units(self) -> int:
        """The number of its units."""
        return int(self.kernel.shape[1])

    def __call__(self, values: Array) -> Array:
        """Return the weighted sums, over the last axis."""
        return np.asarray(values @ self.kernel + self.bias)


@dataclass(frozen=True, eq=False)
class Conv:
    """A convolution over boards (n, channels, rows, columns).

    Attributes
    ----------
    kernel : array (units, channels, rows, columns)
    bias : array (units,)
    pads : tuple
        Rows above and below, columns left and right that are filled with 0.
    strides : tuple
        Of rows and of columns.
    """

    kernel: Array
    bias: Array
    pads: tuple[tuple[int, int], tuple[int, int]]
    strides: tuple[int, int] = (1, 1)

    @property
    def units(self) -> int:
        """The number of its units."""
        return len(self.kernel)

    def __call__(self, values: Array) -> Array:
        """Return the sums over all windows."""
        padded = np.pad(values, ((0, 0), (0, 0), *self.pads))
        windows = np.lib.stride_tricks.sliding_window_view(padded, self.kernel.shape[2:], (2, 3))
        windows = windows[:, :, :: self.strides[0], :: self.strides[1]]
        sums = np.tensordot(windows, self.kernel, ((1, 4, 5), (1, 2, 3)))  # (n, rows, columns, u)
        return np.moveaxis(sums + self.bias, -1, 1)


@dataclass(frozen=True, eq=False)
class Scaling:
    """What a normalisation does once it has been trained: numbers times one, plus another."""

    factor: Array
    shift: Array
    axis: int = -1

    def __call__(self, values: Array) -> Array:
        """Scaling along the axis."""
        shape = [1] * values.ndim
        shape[self.axis] = -1
        return np.asarray(values * self.factor.reshape(shape) + self.shift.reshape(shape))


def normalisation(
    mean: Array, variance: Array, gamma: Array, beta: Array, epsilon: float, axis: int = -1
) -> Scaling:
    """Return a trained batch normalisation."""
    factor = gamma / np.sqrt(variance + epsilon)
    return Scaling(factor, beta - mean * factor, axis)


@dataclass(frozen=True, eq=False)
class Activation:
    """A function of each number, or a softmax; `slope` is that of its left part, where it has one.

    Attributes
    ----------
    name : str
        One of `ACTIVATIONS`.
    """

    name: str
    slope: float = 0.0
    axis: int = -1

    def __call__(self, values: Array) -> Array:
        """Return the function of the numbers."""
        return np.asarray(ACTIVATIONS[self.name](values, self))


def _softmax(values: Array, step: Activation) -> Array:
    shifted = values - values.max(axis=step.axis, keepdims=True)
    powers = np.exp(shifted)
    return np.asarray(powers / powers.sum(axis=step.axis, keepdims=True))


def _log_softmax(values: Array, step: Activation) -> Array:
    shifted = values - values.max(axis=step.axis, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=step.axis, keepdims=True)))


def _sigmoid(values: Array) -> Array:
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * values)))


_ELU = (1.6732632423543772, 1.0507009873554805)

ACTIVATIONS: Mapping[str, Callable[[Array, Activation], Array]] = {
    "linear": lambda values, _: values,
    "relu": lambda values, _: np.maximum(values, 0.0),
    "relu6": lambda values, _: np.clip(values, 0.0, 6.0),
    "leaky relu": lambda values, step: np.where(values > 0, values, step.slope * values),
    "elu": lambda values, step: np.where(
        values > 0, values, step.slope * np.expm1(np.minimum(values, 0))
    ),
    "selu": lambda values, _: (
        _ELU[1] * np.where(values > 0, values, _ELU[0] * np.expm1(np.minimum(values, 0)))
    ),
    "tanh": lambda values, _: np.tanh(values),
    "sigmoid": lambda values, _: _sigmoid(values),
    "hard sigmoid": lambda values, step: np.clip(step.slope * values + 0.5, 0.0, 1.0),
    "softplus": lambda values, _: np.logaddexp(0.0, values),
    "softsign": lambda values, _: values / (1.0 + np.abs(values)),
    "silu": lambda values, _: values * _sigmoid(values),
    "gelu": lambda values, _: _gelu(values),
    "sine": lambda values, _: np.sin(values),
    "exponential": lambda values, _: np.exp(np.minimum(values, 700.0)),
    "softmax": _softmax,
    "log softmax": _log_softmax,
}


_SPELLINGS = {name.replace(" ", ""): name for name in ACTIVATIONS} | {
    "identity": "linear", "logistic": "sigmoid", "swish": "silu", "sin": "sine",
}  # fmt: skip


def activation(spelling: object) -> Activation:
    """Return a function by its name in any program; those with a slope differ between programs."""
    name = _SPELLINGS.get(str(spelling).replace("_", "").lower())
    if name is None or name in ("leaky relu", "elu", "hard sigmoid"):
        raise unknown_layer(spelling)
    return Activation(name)


def _gelu(values: Array) -> Array:
    """Return x times the share of a normal distribution below x, by a series of the error function.

    Abramowitz and Stegun 1964, 7.1.26: within 2e-7.
    """
    t = 1.0 / (1.0 + 0.3275911 * np.abs(values) / np.sqrt(2.0))
    series = t * (
        0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))
    )
    tail = 0.5 * series * np.exp(-values * values / 2.0)
    return np.asarray(values * np.where(values > 0, 1.0 - tail, tail))


UNNAMED = Activation("relu")
"""Stands between layers if the file does not say what is there."""


def flatten(values: Array) -> Array:
    """Return all numbers of a board in one row."""
    return values.reshape(len(values), -1)


def unchanged(values: Array) -> Array:
    """Return the numbers themselves, as a dropout does once the network has been trained."""
    return values


def reshaped(shape: tuple[int, ...]) -> Step:
    """Return another shape for the numbers of a board; -1 stands for what is left."""
    return lambda values: values.reshape(len(values), *shape)


def transposed(axes: tuple[int, ...]) -> Step:
    """Return another order of the axes; the first, of the boards, remains."""
    return lambda values: values.transpose(axes)


def joined(axis: int = -1) -> Step:
    """Return the numbers of several steps, one behind the other."""
    return lambda *values: np.concatenate(values, axis=axis)


def combined(function: Callable[[Array, Array], Array]) -> Step:
    """Return the sums, products or the like of the numbers of several steps."""

    def step(*values: Array) -> Array:
        result = values[0]
        for other in values[1:]:
            _bounded(prod(np.broadcast_shapes(result.shape, other.shape)[1:]))
            result = function(result, other)
        return result

    return step


def reduced(function: Callable[..., Array], axes: tuple[int, ...], *, keeps: bool = False) -> Step:
    """Return the mean, the largest or the sum along some axes."""
    return lambda values: np.asarray(function(values, axis=axes, keepdims=keeps))


# Networks


class NamedStep(NamedTuple):
    """A step with a name, and the names of the steps whose numbers it takes."""

    name: str
    step: Step
    inputs: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class LayeredNetwork:
    """A function from boards to numbers, as a file describes it.

    Attributes
    ----------
    program : str
        What saved it.
    nodes : tuple of NamedStep
        In the order in which they are computed.
    source : str
        The name of what it is given.
    results : tuple of str
        The steps that are its answers.
    shape : tuple of int
        Of what it is given for one board.
    planes_first : bool or None
        Whether an input of several planes has a plane after the other, or those of a cell side by
        side; None if the file does not say.
    cells : tuple of int or None
        The cells for which its answers are, if the file names them.
    assumed : bool
        Whether the file does not say which function its hidden units have.
    notes : tuple of str
        What else must be said of the file.
    sizes : mapping
        The shape of what each step gives for a board, once it is `checked`.
    work : int
        Multiplications for a board, then too.
    """

    program: str
    nodes: tuple[NamedStep, ...]
    source: str
    results: tuple[str, ...]
    shape: tuple[int, ...]
    planes_first: bool | None = None
    cells: tuple[int, ...] | None = None
    assumed: bool = False
    notes: tuple[str, ...] = ()
    sizes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    work: int = 0

    def answers(self, inputs: Array, result: str) -> Array:
        """Return the answers of a step to inputs (n, numbers), as an array (n, k) of float64.

        Raises
        ------
        AgentFileError
            If they are not finite numbers.
        """
        at_once = max(1, _AT_ONCE // sum(map(prod, self.sizes.values())))
        parts = [
            flatten(self._run(inputs[first : first + at_once])[result])
            for first in range(0, len(inputs), at_once)
        ]
        answers = np.concatenate(parts)
        if not np.isfinite(answers).all():
            raise file_refusal("This network answers with numbers that are not finite.")
        return answers

    def _run(self, inputs: Array) -> dict[str, Array]:
        values = {self.source: inputs.reshape(len(inputs), *self.shape)}
        with np.errstate(all="ignore"):
            for node in self.nodes:
                values[node.name] = node.step(*(values[name] for name in node.inputs))
        return values


def checked(network: LayeredNetwork) -> LayeredNetwork:
    """Return a network that has answered once, with the shapes of what its steps give.

    Raises
    ------
    AgentFileError
        If its steps do not fit together, or it is too large.
    """
    if len(network.nodes) > MAX_STEPS or any(
        len(node.inputs) > _MAX_INPUTS for node in network.nodes
    ):
        raise too_large()
    _bounded(prod(network.shape))
    sizes: dict[str, tuple[int, ...]] = {network.source: network.shape}
    values = {network.source: np.zeros((1, *network.shape))}
    work = 0
    with np.errstate(all="ignore"):
        for node in network.nodes:
            given = [values[name] for name in node.inputs]
            if isinstance(node.step, Dense | Conv) and node.step.bias.shape != (node.step.units,):
                raise file_refusal("The layers of this network do not fit together.")
            work += _work(node.step, given)
            if work > MAX_WORK:
                raise too_large()
            try:
                made = np.asarray(node.step(*given), np.float64)
            except (ValueError, TypeError, IndexError, KeyError, np.exceptions.AxisError):
                raise file_refusal("The layers of this network do not fit together.") from None
            if made.shape[:1] != (1,):
                raise file_refusal("The layers of this network do not fit together.")
            _bounded(made.size)
            values[node.name], sizes[node.name] = made, made.shape[1:]
    return replace(network, sizes=sizes, work=work)


def _work(step: Step, given: Sequence[Array]) -> int:
    if isinstance(step, Dense):
        return step.kernel.size * prod(given[0].shape[1:-1])
    if isinstance(step, Conv):
        rows, columns = given[0].shape[2:]
        windows = (rows + sum(step.pads[0])) * (columns + sum(step.pads[1]))
        return int(step.kernel.size * windows)
    return 0


def _bounded(size: int) -> None:
    if size > _MAX_SIZE:
        raise too_large()


def too_large() -> AgentFileError:
    """Return the refusal of a network that would take too long."""
    return file_refusal(
        "This network is too large to be judged here. Save what it answers on every board instead: "
        "docs/any-agent.md shows it."
    )


def weights_of(array: Any) -> Array:
    """Return an array of a file as float64.

    Raises
    ------
    AgentFileError
        If it is too large, or not of finite numbers.
    """
    found = np.asarray(array)
    if found.size > MAX_WEIGHTS:
        raise too_large()
    if found.dtype.kind not in "biuf":
        raise file_refusal("The weights of this network are not numbers.")
    wide = found.astype(np.float64)
    if not np.isfinite(wide).all():
        raise file_refusal("The weights of this network are not all finite numbers.")
    return wide


def in_line(
    program: str, steps: Sequence[Step], shape: tuple[int, ...], **more: Any
) -> LayeredNetwork:
    """Return the network of steps one after the other; `more` are its other attributes."""
    names = ["", *(str(number + 1) for number in range(len(steps)))]
    nodes = tuple(
        NamedStep(after, step, (before,))
        for (before, after), step in zip(pairwise(names), steps, strict=True)
    )
    return LayeredNetwork(program, nodes, "", (names[-1],), shape, **more)
