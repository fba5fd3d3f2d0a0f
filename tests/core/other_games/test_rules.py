"""The rules, and the solution: every number has been computed by another program too."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from tests.core.other_games import slow
from tests.core.other_games.slow import START, forced
from ttt_core.other_games import (
    DRAWN,
    MORRIS,
    BoardGame,
    compiled,
    completed_line,
    connect_four,
    legal_moves,
    play,
)

GAME = compiled(MORRIS)
position_of = GAME.position_of
PLACES = [GAME.place(position) for position in range(GAME.side.size)]


def test_the_counts_are_those_of_the_game() -> None:
    assert (GAME.side.size, GAME.n_open) == (5_390, 4_974)
    assert GAME.n_moves.sum() == 21_509
    assert GAME.n_moves.max() == 9
    assert PLACES[0] == START


@pytest.mark.parametrize(
    ("game", "rules", "step"),
    [(MORRIS, slow.MORRIS, 1), (connect_four(), slow.FOUR, 40)],
    ids=["Morris", "Connect Four"],
)
def test_every_position_has_the_moves_of_the_slow_rules(
    game: BoardGame, rules: slow.Rules, step: int
) -> None:
    graph = compiled(game)
    for index in range(0, graph.side.size, step):
        place = board, side = graph.place(index)
        assert index % 1_000 or graph.position_of(*place) == index
        reached = [play(board, side, move) for move in graph.moves(index)]
        assert [(each, "XO"["XO".index(side) - 1]) for each in reached] == [*rules.after(*place)]
        assert legal_moves(game, board, side) == graph.moves(index)
        children = graph.child[index, : len(reached)].tolist() if reached else []
        assert [graph.place(child)[0] for child in children] == reached
        assert side == "XO"[graph.side[index]]
        winners = [mark for mark in "XO" if rules.won(board, mark)]
        assert (completed_line(game, board) is not None) == bool(winners)
        if not reached:
            result = "XO".index(winners[0]) if winners else DRAWN
            assert graph.result[index - graph.n_open] == result


def test_in_morris_nobody_is_ever_blocked() -> None:
    assert DRAWN not in GAME.result


def test_the_counts_of_connect_four_are_those_of_a_plain_search() -> None:
    graph, turned = compiled(connect_four()), compiled(connect_four(), symmetry=True)
    assert (graph.side.size, graph.n_open, graph.n_moves.sum()) == (161_029, 134_289, 304_574)
    assert (turned.side.size, graph.n_moves.max()) == (80_541, 4)
    assert not graph.outcome[graph.child[0]].any()
    three = compiled(connect_four(4, 4, 3))
    assert three.side.size == 41_750
    assert (three.outcome[three.child[0]] == -1).all()


@pytest.mark.thorough
def test_on_larger_boards_only_an_edge_of_five_by_four_loses() -> None:
    compiled.cache_clear()
    graph = compiled(connect_four(4, 5))
    assert graph.side.size == 1_706_255
    assert not graph.outcome[graph.child[0]].any()
    graph = compiled(connect_four(5, 4))
    assert graph.side.size == 3_945_711
    assert (-graph.outcome[graph.child[0]]).tolist() == [-1, 0, 0, 0, -1]
    compiled.cache_clear()


@cache
def searched(board: str, side: str) -> int:
    """Return 1 if the side to move wins Connect Four on 4 by 4, -1 if it loses, otherwise 0."""
    reached = slow.FOUR.after(board, side)
    if not reached:
        return -int(any(slow.FOUR.won(board, mark) for mark in "XO"))
    return max(-searched(*place) for place in reached)


def test_values_of_connect_four_are_those_of_a_plain_search() -> None:
    graph = compiled(connect_four())
    full = (graph.board != 0).sum(axis=1)
    for position in np.flatnonzero((full >= 10) & (np.arange(full.size) % 7 == 0)).tolist():
        assert graph.outcome[position] == searched(*graph.place(position))


@pytest.mark.thorough
def test_all_values_of_connect_four_are_those_of_a_plain_search() -> None:
    graph = compiled(connect_four())
    for position in range(graph.side.size):
        assert graph.outcome[position] == searched(*graph.place(position))


def test_the_centre_wins_in_nine_plies_a_corner_draws_and_an_edge_loses() -> None:
    assert (GAME.outcome[0], GAME.plies[0]) == (1, 9)
    openings = {
        target: int(-GAME.outcome[child])
        for (_, target), child in zip(GAME.moves(0), GAME.child[0], strict=True)
    }
    assert openings == {4: 1, **dict.fromkeys((0, 2, 6, 8), 0), **dict.fromkeys((1, 3, 5, 7), -1)}


def test_brute_force_to_depth_nine_agrees_everywhere() -> None:
    kinds = Counter()
    for place, outcome, plies in zip(
        PLACES, GAME.outcome.tolist(), GAME.plies.tolist(), strict=True
    ):
        within = outcome if plies <= 9 else 0
        assert forced(*place, 9) == within, place
        if 0 < plies <= 9:
            assert forced(*place, plies - 1) == 0, place
        kinds[outcome] += 1
    assert kinds == {
        1: (GAME.outcome == 1).sum(),
        0: (GAME.outcome == 0).sum(),
        -1: (GAME.outcome == -1).sum(),
    }
    assert min(kinds.values()) > 500


def test_the_solution_is_the_one_that_fits_its_own_moves() -> None:
    for index in range(GAME.n_open):
        children = GAME.child[index, : GAME.n_moves[index]]
        assert GAME.outcome[index] == max(-GAME.outcome[children])
        if GAME.outcome[index]:
            same = children[GAME.outcome[children] == -GAME.outcome[index]]
            hurry = min if GAME.outcome[index] == 1 else max
            assert GAME.plies[index] == 1 + hurry(GAME.plies[same])


def test_a_position_that_cannot_occur_is_refused() -> None:
    assert position_of("---------", "X") == 0
    assert PLACES[position_of("X---O----", "X")] == ("X---O----", "X")
    for board, side in (("XXXX-----", "O"), ("---------", "O"), ("hello", "X")):
        with pytest.raises(ValueError, match="cannot occur"):
            position_of(board, side)  # type: ignore[arg-type]


def test_the_arrays_are_read_only() -> None:
    for array in GAME:
        if isinstance(array, np.ndarray):
            assert not array.flags.writeable
