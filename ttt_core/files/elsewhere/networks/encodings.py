"""How a board becomes the inputs of a network, in the ways that people use.

A view says whose marks come first: those of the player to move, of the player who has just moved,
or of X. An encoding says which numbers these marks, the other's and free cells become.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.files.elsewhere.networks.layers import Array
from ttt_core.game.graph import boards, frozen, graph
from ttt_core.sentences import Sentence, sentence, tr_noop


class Marks(NamedTuple):
    """Boards as a view sees them.

    Attributes
    ----------
    first, second : float64 arrays (n, 9)
        1 where the first player of the view has a mark, or the second one.
    x_moves : float64 array (n, 1)
        1 where X is to move, otherwise 0.
    move : float64 array (n, 9)
        1 in the cell of the move that is judged; 0 everywhere if there is none.
    """

    first: Array
    second: Array
    x_moves: Array
    move: Array


class Viewpoint(NamedTuple):
    """Whose marks are the first: names of the two players and of their marks, and the rule.

    Attributes
    ----------
    relative : bool
        Whether the players are the one to move, or the one who has just moved, and the opponent;
        otherwise they are X and O.
    after : bool
        Whether it is the player who has just moved.
    """

    players: tuple[str, str]
    marks: tuple[str, str]
    relative: bool
    after: bool = False


MOVER = Viewpoint(
    (tr_noop("the player to move"), tr_noop("the opponent")),
    (tr_noop("the marks of the player to move"), tr_noop("the opponent's marks")),
    relative=True,
)
MOVED = Viewpoint(
    (tr_noop("the player who has just moved"), tr_noop("the opponent")),
    (tr_noop("the marks of the player who has just moved"), tr_noop("the opponent's marks")),
    relative=True,
    after=True,
)
X_AND_O = Viewpoint(
    (tr_noop("X"), tr_noop("O")), (tr_noop("X's marks"), tr_noop("O's marks")), relative=False
)


_Inputs = Callable[[Marks], Array]


class Encoding(NamedTuple):
    """One way to give boards to a network: a sentence, and the inputs (n, k) for marks."""

    sentence: Sentence
    view: Viewpoint
    inputs: _Inputs
    of_moves: bool = False
    """Whether the inputs have a move, too."""


@cache
def _marks_of_x_and_o() -> tuple[Array, Array, Array]:
    """Return where X and O are on all boards (5478, 9), and whether X is to move (5478, 1)."""
    letters = np.array([list(board) for board in boards()])
    x, o = (letters == "X").astype(np.float64), (letters == "O").astype(np.float64)
    x_moves = (graph().side == 0).astype(np.float64)[:, None]
    return frozen(x), frozen(o), frozen(x_moves)


def marks_of(
    view: Viewpoint, positions: NDArray[np.int64], moves: NDArray[np.int64] | None
) -> Marks:
    """Return some of the 5,478 positions as a view sees them, with a move for each or none."""
    x, o, x_moves = (array[positions] for array in _marks_of_x_and_o())
    x_first = x_moves > 0 if not view.after else x_moves == 0
    first, second = (np.where(x_first, x, o), np.where(x_first, o, x)) if view.relative else (x, o)
    move = np.zeros_like(x) if moves is None else np.eye(9)[moves]
    return Marks(first, second, x_moves, move)


# Numbers for nine cells

_NUMBERS = (
    (1, -1, 0), (1, 2, 0), (-1, 1, 0), (2, 1, 0), (1, 0, 0.5), (0, 1, 0.5), (0.5, 1, 0),
    (1, 0.5, 0), (1, 0, -1), (0, 1, -1), (0, 1, 2), (1, 0, 2), (2, 0, 1), (0, 2, 1),
)  # fmt: skip
"""For a mark of the first player, of the second, and a free cell; the usual ones first."""


def _numbers(marks: Marks, numbers: tuple[float, float, float]) -> Array:
    first, second, free = numbers
    return free + (first - free) * marks.first + (second - free) * marks.second


def _nine(view: Viewpoint, numbers: tuple[float, float, float]) -> Encoding:
    first, second = map(Sentence, view.players)
    one, two, free = map(_shown, numbers)
    words = sentence(
        "{first} is {one}, {second} is {two}, a free cell {free}",
        first=first, second=second, one=one, two=two, free=free,
    )  # fmt: skip
    return Encoding(words, view, lambda marks: _numbers(marks, numbers))


def _shown(number: float) -> str:
    return f"{number:g}".replace("-", "−")


# Planes

_FIRST, _SECOND, _FREE = range(3)
_FREE_CELLS = tr_noop("free cells")


def _planes(view: Viewpoint, order: tuple[int, ...], planes_first: bool) -> Encoding:
    listed, *others = (Sentence((*view.marks, _FREE_CELLS)[plane]) for plane in order)
    for other in others:
        listed = sentence("{planes}, then {plane}", planes=listed, plane=other)
    if not planes_first:
        listed = sentence("{planes}, cell by cell", planes=listed)

    def inputs(marks: Marks) -> Array:
        both = (marks.first, marks.second, 1 - marks.first - marks.second)
        return _flat([both[plane] for plane in order], planes_first)

    return Encoding(listed, view, inputs)


def _flat(planes: list[Array], planes_first: bool) -> Array:
    stacked = np.stack(planes, axis=1 if planes_first else 2)
    return stacked.reshape(len(stacked), -1)


# The side to move

_SIDES = ((1, -1), (1, 0), (0, 1), (-1, 1), (1, 2), (2, 1))
"""For X to move and for O to move."""


def _side_values(marks: Marks, numbers: tuple[float, float]) -> Array:
    return numbers[1] + (numbers[0] - numbers[1]) * marks.x_moves


def _side_sentence(numbers: tuple[float, float]) -> Sentence:
    x, o = map(_shown, numbers)
    return sentence("{x} if X is to move and {o} if O is", x=x, o=o)


def _extras() -> Iterator[tuple[Sentence, _Inputs]]:
    """Return what one more input can be."""
    for numbers in _SIDES:
        yield (
            _side_sentence(numbers),
            partial(_side_values, numbers=numbers),
        )
    yield sentence("1 always"), lambda marks: np.ones_like(marks.x_moves)
    yield (
        sentence("the number of marks"),
        lambda marks: (marks.first + marks.second).sum(axis=1, keepdims=True),
    )


def _with_extra(encoding: Encoding) -> Iterator[Encoding]:
    for words, extra in _extras():
        yield Encoding(
            sentence("{board}; then {extra}", board=encoding.sentence, extra=words),
            encoding.view,
            _side_by_side(encoding.inputs, extra),
        )
        yield Encoding(
            sentence("{extra}; then {board}", board=encoding.sentence, extra=words),
            encoding.view,
            _side_by_side(extra, encoding.inputs),
        )


def _side_by_side(*parts: _Inputs) -> _Inputs:
    return lambda marks: np.hstack([part(marks) for part in parts])


def _with_side_plane(view: Viewpoint, planes_first: bool) -> Iterator[Encoding]:
    pair = _planes(view, (_FIRST, _SECOND), planes_first)
    for numbers in _SIDES:
        yield Encoding(
            sentence(
                "{board}; then a third plane of {side}",
                board=pair.sentence,
                side=_side_sentence(numbers),
            ),
            view,
            partial(_with_third_plane, numbers=numbers, planes_first=planes_first),
        )


def _with_third_plane(marks: Marks, numbers: tuple[float, float], planes_first: bool) -> Array:
    third = np.repeat(_side_values(marks, numbers), 9, axis=1)
    return _flat([marks.first, marks.second, third], planes_first)


# A move behind the board


def _with_move(encoding: Encoding) -> Encoding:
    return Encoding(
        sentence("{board}; then nine cells, 1 at the move", board=encoding.sentence),
        encoding.view,
        _side_by_side(encoding.inputs, lambda marks: marks.move),
        of_moves=True,
    )


def _with_cell_number(encoding: Encoding) -> Encoding:
    return Encoding(
        sentence("{board}; then the cell of the move, 0 to 8", board=encoding.sentence),
        encoding.view,
        _side_by_side(encoding.inputs, lambda marks: marks.move @ np.arange(9)[:, None]),
        of_moves=True,
    )


# All


def encodings(inputs: int, planes_first: bool | None, *, of_moves: bool) -> list[Encoding]:
    """Return the encodings with so many inputs, the usual ones first.

    Parameters
    ----------
    inputs
    planes_first
        As in `LayeredNetwork`: what the file says about the order of planes.
    of_moves
        Whether one answer may belong to a move rather than to a board: of a network with one.
    """
    return [
        encoding
        for view in ((X_AND_O, MOVED, MOVER) if of_moves else (MOVER, X_AND_O))
        for encoding in _of_view(view, inputs, planes_first, of_moves=of_moves)
    ]


def _of_view(
    view: Viewpoint, inputs: int, planes_first: bool | None, *, of_moves: bool
) -> Iterator[Encoding]:
    orders = [first for first in (True, False) if planes_first in (None, first)]
    nine = [_nine(view, numbers) for numbers in _NUMBERS]
    pairs = [
        _planes(view, order, first)
        for first in orders
        for order in ((_FIRST, _SECOND), (_SECOND, _FIRST))
    ]
    moves = of_moves and not view.after
    if inputs == 9:
        yield from nine
    elif inputs == 10:
        for encoding in nine[:4]:
            yield from _with_extra(encoding)
        if moves:
            yield from map(_with_cell_number, nine[:4])
    elif inputs == 18:
        yield from pairs
        if moves:
            yield from map(_with_move, nine[:4])
    elif inputs == 19:
        for encoding in pairs:
            yield from _with_extra(encoding)
    elif inputs == 27:
        for first in orders:
            for order in permutations((_FIRST, _SECOND, _FREE)):
                yield _planes(view, order, first)
            yield from _with_side_plane(view, first)
        if moves:
            yield from map(_with_move, pairs[:2])
