"""A network as a player: which encoding its boards have is decided as the reading of a table is.

Every encoding with as many inputs as the network has is tried. First on one of each set of
equivalent positions, then the best of them on all. Those that play correctly equally often count
as equal, and the usual one is taken. What else is close is told, with its figures.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.likely_faults import can_go_wrong, correct_moves
from ttt_core.evaluation.match import evaluate
from ttt_core.evaluation.policy import uniform
from ttt_core.files.elsewhere.networks.encodings import (
    Encoding,
    Marks,
    encodings,
    marks_of,
)
from ttt_core.files.elsewhere.networks.layers import (
    UNNAMED,
    Activation,
    Array,
    Conv,
    Dense,
    LayeredNetwork,
    checked,
    flatten,
    unchanged,
)
from ttt_core.files.elsewhere.reading import RankedReadings, TableReading
from ttt_core.files.elsewhere.values import (
    BOARD_MEANINGS,
    IN_PROPORTION,
    LARGEST,
    MOVED,
    TO_MOVE,
    BoardMeaning,
    moves_from_boards,
)
from ttt_core.files.sentences import AgentFileError, file_refusal
from ttt_core.game.graph import N_OPEN, N_POSITIONS, frozen, graph, legal, symmetry_class
from ttt_core.learning.config import MAX_HIDDEN_UNITS
from ttt_core.learning.network import MAX_WEIGHT, n_weights, parts_of_network
from ttt_core.sentences import Sentence, sentence

INPUTS = (9, 10, 18, 19, 27)
_TRIED = 4
"""Encodings that are tried on all positions, other than the usual one."""
_MOST_WORK, _FEWEST = 1_000_000_000, 60
"""Multiplications for all encodings, and positions on which each is tried in any case."""
_EQUAL, _CLOSE = 1.02, 1.3
"""Encodings with so many times the mistakes of the best count as equally good, or as close."""
_HARDLY = 0.1
"""So little more than random moves is hardly anything."""
_HIDDEN = ("relu", "tanh", "sigmoid")
"""What hidden units may do if the file does not say; the usual one first."""


@dataclass(frozen=True, eq=False)
class NetworkReading(TableReading):
    """One reading of a network, as the table of what it answers."""


class _Way(NamedTuple):
    """One way to ask a network."""

    network: LayeredNetwork
    result: str
    encoding: Encoding
    meaning: BoardMeaning | None
    """If its one answer is a board's value."""
    of_boards: Callable[[bytes], Array]
    """Its answers on boards, whose numbers are given as bytes; asked once for all meanings."""


def readings_of_network(network: LayeredNetwork) -> RankedReadings:
    """Return the readings of a network, the best first.

    Raises
    ------
    AgentFileError
        If it is not one for tic-tac-toe, or too large.
    """
    network = checked(network)
    ways = _ways(network)
    positions = _some_positions(len(ways) * network.work)
    shares = np.array([_share_of(way, positions) for way in ways])
    tried = {0, *np.argsort(-shares, kind="stable")[:_TRIED].tolist()}
    if (shares[list(tried)] < 0).all():
        raise file_refusal("This network answers with numbers that are not finite.")
    tried = {number for number in tried if shares[number] >= 0}
    return _ranked([_judged(ways[number]) for number in sorted(tried)], network)


def _ways(network: LayeredNetwork) -> list[_Way]:
    inputs = prod(network.shape)
    result = _result_of(network)
    answers = prod(network.sizes[result])
    if inputs not in INPUTS:
        raise file_refusal(
            "This is a network with {inputs:,} inputs. Networks with 9, 10, 18, 19 or 27 are read: "
            "nine cells as numbers, as two planes or as three, and the side to move. Save what it "
            "answers on every board instead: docs/any-agent.md shows it.",
            inputs=inputs,
        )
    of_moves = answers == 1
    found = encodings(inputs, _planes_first(network), of_moves=of_moves)
    return [
        _Way(variant, result, encoding, meaning, asked)
        for variant in _variants(network)
        for encoding in found
        for asked in (_asked_once(variant, result, encoding),)
        for meaning in _meanings(encoding, of_moves)
    ]


def _result_of(network: LayeredNetwork) -> str:
    """Return which of its results has nine answers, or one."""
    if network.cells is not None:
        return network.results[0]
    for wanted in (9, 1):
        for result in network.results:
            if prod(network.sizes[result]) == wanted:
                return result
    answers = prod(network.sizes[network.results[0]])
    raise file_refusal(
        "This is a network with {answers:,} outputs. It needs nine, one for each cell, or one, for "
        "the board. Save what it answers on every board instead: docs/any-agent.md shows it.",
        answers=answers,
    )


def _planes_first(network: LayeredNetwork) -> bool | None:
    """Return what the shape of the inputs says about planes."""
    inner = [size for size in network.shape if size > 1]
    if len(inner) > 1 and prod(inner) in (18, 27) and inner != [3, 3, 3]:
        return inner[0] == prod(inner) // 9
    return network.planes_first if len(inner) > 1 else None


def _variants(network: LayeredNetwork) -> list[LayeredNetwork]:
    """Return the network, with each function its hidden units may have if it does not say."""
    if not network.assumed:
        return [network]
    return [
        replace(
            network,
            nodes=tuple(
                node._replace(step=Activation(name)) if node.step is UNNAMED else node
                for node in network.nodes
            ),
        )
        for name in _HIDDEN
    ]


def _meanings(encoding: Encoding, of_moves: bool) -> Sequence[BoardMeaning | None]:
    if not of_moves or encoding.of_moves:
        return (None,)
    if encoding.view.relative:
        return (MOVED,) if encoding.view.after else (TO_MOVE,)
    return BOARD_MEANINGS


# Answers


def _values(way: _Way, positions: NDArray[np.int64]) -> Array:
    """Return the values of the moves in some open positions (n, 9), and of taken cells, if any."""
    if way.meaning is not None:
        return _of_boards(way, positions)
    if way.encoding.of_moves:
        values = np.full((len(positions), 9), np.nan)
        row, cell = np.nonzero(legal()[positions])
        marks = marks_of(way.encoding.view, positions[row], cell)
        values[row, cell] = _answers(way, marks)[:, 0]
        return values
    answers = _answers(way, marks_of(way.encoding.view, positions, None))
    cells = way.network.cells
    return answers if cells is None else _by_cell(answers, cells)


def _answers(way: _Way, marks: Marks) -> Array:
    return way.network.answers(way.encoding.inputs(marks), way.result)


def _by_cell(answers: Array, cells: Sequence[int]) -> Array:
    values = np.full((len(answers), 9), np.nan)
    values[:, list(cells)] = answers
    return values


def _of_boards(way: _Way, positions: NDArray[np.int64]) -> Array:
    """Return the values of moves from those of the boards they lead to."""
    assert way.meaning is not None
    children = np.unique(graph().child[positions][legal()[positions]]).astype(np.int64)
    values = np.full((2, N_POSITIONS), np.nan)
    values[:, children] = way.of_boards(children.tobytes())
    filled, _ = moves_from_boards(values, way.meaning)
    return filled[positions]


def _asked_once(
    network: LayeredNetwork, result: str, encoding: Encoding
) -> Callable[[bytes], Array]:
    @cache
    def of_boards(positions: bytes) -> Array:
        marks = marks_of(encoding.view, np.frombuffer(positions, np.int64), None)
        return network.answers(encoding.inputs(marks), result)[:, 0]

    return of_boards


# The choice


def _some_positions(work: int) -> NDArray[np.int64]:
    """Return one of each set of equivalent positions that matter; of a large network, fewer."""
    positions = np.unique(symmetry_class()[:N_OPEN], return_index=True)[1]
    positions = positions[can_go_wrong()[positions]]
    wanted = max(_FEWEST, _MOST_WORK // max(work, 1))
    return positions[:: -(-len(positions) // wanted)]


def _share_of(way: _Way, positions: NDArray[np.int64]) -> float:
    """Return how often it plays correctly in some positions."""
    try:
        values = _values(way, positions)
    except AgentFileError:
        return -1.0
    best = np.where(legal()[positions] & ~np.isnan(values), values, -np.inf).argmax(axis=1)
    return float(correct_moves()[positions, best].mean())


class _Tried(NamedTuple):
    """A way to ask a network, the reading it gives, and how often that plays correctly."""

    way: _Way
    reading: NetworkReading
    share: float


def _judged(way: _Way) -> _Tried:
    values = _values(way, np.arange(N_OPEN))
    has_value = legal() & ~np.isnan(values)
    taken = np.full_like(values, np.nan) if way.meaning is not None else values
    reading = NetworkReading(
        values=frozen(np.where(legal(), np.where(has_value, values, 0.0), np.nan)),
        has_value=frozen(has_value),
        taken=frozen(np.where(legal(), np.nan, taken)),
        meaning=LARGEST,
        how=sentence(""),
        explained=1.0,
        fit=1.0,
        weights=_as_ours(way),
    )
    correct = (reading.policy()[:, :9] * correct_moves()).sum(axis=1)
    judged = _Tried(way, reading, float(correct[can_go_wrong()].mean()))
    return judged._replace(reading=replace(reading, how=_how(judged)))


def _how(judged: _Tried) -> Sentence:
    way, reading, share = judged
    if way.meaning is not None:
        values = Sentence(way.meaning.sentence)
    elif way.encoding.of_moves:
        values = sentence("one value for each move")
    else:
        values = sentence("one value for each cell")
    return sentence(
        "Network ({program}, {layers}): {encoding}; {values}; {meaning}. It plays correctly in "
        "{share:.1%} of the positions where mistakes are possible.",
        program=way.network.program,
        layers=_layers(way.network),
        encoding=way.encoding.sentence,
        values=values,
        meaning=Sentence(reading.meaning.sentence),
        share=share,
    )


def _layers(network: LayeredNetwork) -> str:
    """Return the sizes and functions of its layers, such as ``9 → 96 relu → 9``."""
    sizes = [f"{prod(network.shape)}"]
    for node in network.nodes:
        match node.step:
            case Dense() | Conv():
                sizes.append(str(node.step.bias.size))
            case Activation(name=name) if name != "linear":
                sizes[-1] += f" {name}"
    return " → ".join(sizes)


def _ranked(judged: Sequence[_Tried], network: LayeredNetwork) -> RankedReadings:
    """Return the best reading with what must be said about it, then its rivals and the others."""
    least = min(1 - share for _, _, share in judged)
    hopeless = 1 - least < _share_of_random() + _HARDLY
    best = next(one for one in judged if hopeless or 1 - one.share <= _EQUAL * least)
    order = sorted(judged, key=lambda one: (one is not best, -one.share))
    distinct: dict[bytes, _Tried] = {}
    for one in order:
        distinct.setdefault(one.reading.policy().tobytes(), one)
    others = list(distinct.values())[1:]
    close = sum(1 - one.share <= _CLOSE * (1 - best.share) for one in others)
    readings = [one.reading for one in (best, *others)]
    readings[0] = replace(best.reading, notes=_notes(best, hopeless, network))
    if _ends_in_softmax(best.way):
        sampled = best._replace(reading=replace(best.reading, meaning=IN_PROPORTION, weights=None))
        readings.append(replace(sampled.reading, how=_how(sampled)))
    return RankedReadings(list(readings), close)


def _ends_in_softmax(way: _Way) -> bool:
    last = next(node.step for node in way.network.nodes if node.name == way.result)
    return _is(last, "softmax")


def _notes(best: _Tried, hopeless: bool, network: LayeredNetwork) -> tuple[str, ...]:
    """Return what was assumed."""
    notes = list(network.notes)
    if network.assumed:
        notes.append(
            sentence(
                "The file does not say which function its hidden units have. ReLU is assumed "
                "unless another one plays correctly much more often."
            )
        )
    if hopeless:
        notes.append(
            sentence(
                "However its boards are written, it hardly plays better than random moves. Perhaps "
                "your program gives it boards in a way that is not tried here."
            )
        )
    taken = _taken_first(best.reading)
    if taken:
        as_it_plays = evaluate(replace(best.reading, illegal="as a forfeit"))
        notes.append(
            sentence(
                "In {n:,} of {all:,} positions, it values a taken cell most. The verdict leaves "
                "taken cells out. If choosing one lost the game, a random player would win "
                "{as_x:.1%} of its games as X and {as_o:.1%} as O.",
                n=taken,
                all=N_OPEN,
                as_x=as_it_plays.vs_random_as_x.loss,
                as_o=as_it_plays.vs_random_as_o.loss,
            )
        )
    notes.append(
        sentence(
            "A network answers on every board, so its file cannot tell which sides it has learned. "
            "Both are judged."
        )
    )
    return tuple(notes)


@cache
def _share_of_random() -> float:
    return float((uniform() * correct_moves()).sum(axis=1)[can_go_wrong()].mean())


def _taken_first(reading: NetworkReading) -> int:
    """Return in how many positions a taken cell has the highest value."""
    free = np.nan_to_num(reading.values, nan=-np.inf).max(axis=1)
    return int((np.nan_to_num(reading.taken, nan=-np.inf).max(axis=1) > free).sum())


# A network like ours


def _as_ours(way: _Way) -> Array | None:
    """Return the weights of our network that gives the same values; None if there is none.

    Ours has 18 inputs, 1 where the player to move or the opponent has a mark, one layer of
    rectified units, and nine outputs. Every encoding that does not depend on the side to move is a
    sum of these inputs.
    """
    steps = [
        node.step
        for node in way.network.nodes
        if node.step not in (flatten, unchanged) and not _is(node.step, "linear")
    ]
    if len(steps) == 4 and _is(steps[3], "softmax"):
        steps.pop()
    match steps:
        case [Dense() as into, function, Dense() as out_of] if (
            _is(function, "relu")
            and out_of.bias.size == 9
            and into.bias.size <= MAX_HIDDEN_UNITS
            and way.encoding.view.relative
            and way.network.cells is None
        ):
            pass
        case _:
            return None
    if_x, if_o = (_inputs_of_marks(way.encoding, x_moves) for x_moves in (1.0, 0.0))
    if not np.array_equal(if_x, if_o):
        return None
    nothing = if_x[0] @ into.kernel
    weights = np.empty(n_weights(into.bias.size))
    ours = parts_of_network(weights)
    ours.into_units[:] = if_x[1:] @ into.kernel - nothing
    ours.biases[:] = nothing + into.bias
    ours.out_of_units[:] = out_of.kernel.T
    ours.output_biases[:] = out_of.bias
    return frozen(weights) if (np.abs(weights) <= MAX_WEIGHT).all() else None


def _is(step: object, name: str) -> bool:
    return isinstance(step, Activation) and step.name == name


def _inputs_of_marks(encoding: Encoding, x_moves: float) -> Array:
    """Return the inputs (19, k) of a board without marks, and of 18 boards with one mark each."""
    one_each = np.vstack([np.zeros(18), np.eye(18)])
    side = np.full((19, 1), x_moves)
    return encoding.inputs(Marks(one_each[:, :9], one_each[:, 9:], side, np.zeros((19, 9))))
