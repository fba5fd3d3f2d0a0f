"""A network from nothing but its named weights: which layer follows which is told by their sizes.

Such files do not name the functions between the layers. The last one does not matter, as it does
not change which answer is the largest.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ttt_core.files.elsewhere.networks.layers import (
    MAX_WEIGHTS,
    UNNAMED,
    Activation,
    Array,
    Conv,
    Dense,
    LayeredNetwork,
    Scaling,
    Step,
    flatten,
    in_line,
    normalisation,
    too_large,
    transposed,
    unknown_layer,
    weights_of,
)
from ttt_core.files.sentences import file_refusal, quoted
from ttt_core.sentences import sentence

_INPUTS: tuple[tuple[int, ...], ...] = (
    (9,), (10,), (18,), (19,), (27,), (1, 3, 3), (2, 3, 3), (3, 3, 3),
)  # fmt: skip
_ANSWERS = (9, 1)
_MOST_LAYERS = 24
_LEAVES_OUT = re.compile(r"target|critic|value", re.IGNORECASE)
_LAST = re.compile(r"[./:]")
_WEIGHTS = ("weight", "kernel", "w")
_BIASES = ("bias", "b")


class _Layer(NamedTuple):
    """A layer's name, its weights (units, inputs, …), bias, and the normalisation behind it.

    Attributes
    ----------
    channels_last : bool
        Whether its program keeps the planes of a cell side by side.
    """

    name: str
    kernel: Array
    bias: Array
    channels_last: bool
    scale: Scaling | None = None


class _Shape(NamedTuple):
    """What a layer is given: some numbers, or planes of so many rows and columns."""

    units: int
    board: tuple[int, ...] = ()


def network_of_weights(
    program: str,
    named: Mapping[str, Any],
    *,
    units_last: bool = False,
    function: str | None = None,
) -> LayeredNetwork:
    """Return the network whose layers have these weights.

    Parameters
    ----------
    program
        What saved it.
    named
        The arrays by name, in the order of the file.
    units_last
        Whether a layer's weights are (inputs, units), as in Keras; otherwise (units, inputs).
    function
        The function between the layers, if the file names it.

    Raises
    ------
    AgentFileError
        If its layers do not follow each other.
    """
    layers = _layers(named, units_last)
    if len(layers) > _MOST_LAYERS:
        raise file_refusal("This network has too many layers to be judged here.")
    for some in _networks_in(layers):
        for inputs in _INPUTS:
            for answers in _ANSWERS:
                start = _Shape(inputs[0], inputs[1:])
                found = next(_lines(start, some, answers, [10_000]), None)
                if found is not None:
                    steps, used = found
                    unused = [layer.name for layer in layers if layer.name not in used]
                    network = _network(program, inputs, steps, units_last, function)
                    return replace(network, notes=_notes(unused))
    sizes = ", ".join("×".join(map(str, layer.kernel.shape)) for layer in layers[:6])
    raise file_refusal(
        "The layers of this network ({sizes}) do not lead from 9, 10, 18, 19 or 27 inputs to nine "
        "outputs or one. Save what it answers on every board instead: docs/any-agent.md shows it.",
        sizes=sizes or sentence("none"),
    )


def _notes(unused: Sequence[str]) -> tuple[str, ...]:
    in_line = sentence(
        "The file has only the weights. Its layers are assumed to follow one another, each once."
    )
    if not unused:
        return (in_line,)
    names = quoted(", ".join(unused))
    return (in_line, sentence("These layers of the file were not used: {names}.", names=names))


def _network(
    program: str, inputs: tuple[int, ...], steps: list[Step], units_last: bool, function: str | None
) -> LayeredNetwork:
    step = UNNAMED if function is None else Activation(function)
    named = [step if part is UNNAMED else part for part in steps]
    if units_last and len(inputs) > 1:
        named.insert(0, transposed((0, 3, 1, 2)))
        inputs = (*inputs[1:], inputs[0])
    return in_line(
        program,
        named,
        inputs,
        planes_first=None if len(inputs) == 1 else not units_last,
        assumed=function is None and UNNAMED in steps,
    )


def _layers(named: Mapping[str, Any], units_last: bool) -> list[_Layer]:
    """Return the layers, with the normalisations behind them."""
    layers: list[_Layer] = []
    for name, parts in _grouped(named).items():
        kernel, bias = _part(parts, _WEIGHTS), _part(parts, _BIASES)
        mean = parts.get("running_mean", parts.get("moving_mean"))
        variance = parts.get("running_var", parts.get("moving_variance"))
        if mean is not None and variance is not None:
            gamma = parts.get("gamma", kernel)
            beta = parts.get("beta", bias)
            if not layers or layers[-1].bias.size != mean.size:
                raise file_refusal(
                    "The file has only the weights, and does not say which layer the normalisation "
                    "{name} follows. Save the whole model.",
                    name=quoted(name),
                )
            layers[-1] = layers[-1]._replace(
                scale=normalisation(
                    mean,
                    variance,
                    np.ones_like(mean) if gamma is None else gamma,
                    np.zeros_like(mean) if beta is None else beta,
                    1e-3 if units_last else 1e-5,
                )
            )
        elif kernel is not None and kernel.ndim in (2, 4):
            if units_last:
                kernel = kernel.T if kernel.ndim == 2 else kernel.transpose(3, 2, 0, 1)
            bias = np.zeros(len(kernel)) if bias is None else bias
            if bias.shape == kernel.shape[:1]:
                layers.append(_Layer(name, kernel, bias, units_last))
        elif any(part.size > 1 for part in parts.values()):
            raise unknown_layer(name)
    return layers


def _grouped(named: Mapping[str, Any]) -> dict[str, dict[str, Array]]:
    """Return the arrays of each layer by the last part of their names."""
    if sum(np.size(array) for array in named.values()) > MAX_WEIGHTS:
        raise too_large()
    groups: dict[str, dict[str, Array]] = {}
    for name, array in named.items():
        path = [part for part in _LAST.split(str(name)) if part]
        if len(path) > 1 and path[-1] == "0" and _is_part(path[-2]):
            path.pop()  # kernel:0
        layer, part = (path[:-1], path[-1]) if path else ([], "")
        groups.setdefault(".".join(layer), {})[part.lower()] = weights_of(array)
    return groups


def _is_part(text: str) -> bool:
    return text.lower() in (*_WEIGHTS, *_BIASES, "gamma", "beta", "moving_mean", "moving_variance")


def _part(parts: Mapping[str, Array], names: Sequence[str]) -> Array | None:
    return next((parts[name] for name in names if name in parts), None)


def _networks_in(layers: list[_Layer]) -> Iterator[list[_Layer]]:
    """Return the layers of each network in a file: first those without a copy's, then all."""
    plain = [layer for layer in layers if not _LEAVES_OUT.search(layer.name)]
    if 0 < len(plain) < len(layers):
        yield plain
    yield layers


def _lines(
    given: _Shape, layers: list[_Layer], answers: int, left: list[int]
) -> Iterator[tuple[list[Step], set[str]]]:
    """Return the lines of layers from what is given to the answers, the longest first."""
    left[0] -= 1
    if left[0] < 0:
        return
    for place, layer in enumerate(layers):
        for steps, after in _followed(given, layer):
            others = layers[:place] + layers[place + 1 :]
            for more, used in _lines(after, others, answers, left):
                yield [*steps, UNNAMED, *more], {layer.name, *used}
            if after == (answers, ()):
                yield steps, {layer.name}


def _followed(given: _Shape, layer: _Layer) -> Iterator[tuple[list[Step], _Shape]]:
    """Return the steps of a layer behind what is given, in each way that fits its size."""
    units, inputs = layer.kernel.shape[:2]
    scale = [] if layer.scale is None else [layer.scale]
    if layer.kernel.ndim == 2:
        if inputs == given.units * int(np.prod(given.board, dtype=int)):
            steps: list[Step] = [flatten] if given.board else []
            if given.board and layer.channels_last:
                steps.insert(0, transposed((0, 2, 3, 1)))
            yield [*steps, Dense(layer.kernel.T, layer.bias), *scale], _Shape(units)
        return
    if not given.board or inputs != given.units:
        return
    rows, columns = layer.kernel.shape[2:]
    for pad in (0, 1, 2):
        board = (given.board[0] + 2 * pad - rows + 1, given.board[1] + 2 * pad - columns + 1)
        if min(board) > 0 and (pad == 0 or 2 * pad < rows + 1):
            steps = [Conv(layer.kernel, layer.bias, ((pad, pad), (pad, pad)))]
            scaled = [Scaling(part.factor, part.shift, 1) for part in scale]
            yield [*steps, *scaled], _Shape(units, board)


def in_natural_order(name: str) -> list[tuple[int, str]]:
    """Return what sorts names with numbers in them by these numbers."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]
