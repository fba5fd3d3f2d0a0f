"""The rules, and the solution: every number has been computed by another program too."""

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
    assert DRAWN not in GAME.result  # nobody is ever blocked


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
        assert index % 10_000 or graph.position_of(*place) == index
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
    graph = compiled(connect_four(4, 5), symmetry=True)
    assert not graph.outcome[graph.child[0]].any()
    graph = compiled(connect_four(5, 4), symmetry=True)
    assert (-graph.outcome[graph.child[0]]).tolist() == [-1, 0, 0, 0, -1]
    compiled.cache_clear()


def test_the_centre_wins_in_nine_plies_a_corner_draws_and_an_edge_loses() -> None:
    assert (GAME.outcome[0], GAME.plies[0]) == (1, 9)
    openings = {
        target: int(-GAME.outcome[child])
        for (_, target), child in zip(GAME.moves(0), GAME.child[0], strict=True)
    }
    assert openings == {4: 1, **dict.fromkeys((0, 2, 6, 8), 0), **dict.fromkeys((1, 3, 5, 7), -1)}


def test_brute_force_to_depth_nine_agrees_everywhere() -> None:
    for place, outcome, plies in zip(
        PLACES, GAME.outcome.tolist(), GAME.plies.tolist(), strict=True
    ):
        assert forced(*place, 9) == (outcome if plies <= 9 else 0), place
        if 0 < plies <= 9:
            assert forced(*place, plies - 1) == 0, place
    assert np.bincount(GAME.outcome + 1).min() > 500


@pytest.mark.parametrize("game", [MORRIS, connect_four()], ids=["Morris", "Connect Four"])
def test_the_solution_is_the_one_that_fits_its_own_moves(game: BoardGame) -> None:
    """In Connect Four, where no position comes again, that alone proves every value."""
    graph = compiled(game)
    outcome = graph.outcome[: graph.n_open]
    after = np.where(graph.is_move, -graph.outcome[graph.child], -2)
    assert (outcome == after.max(axis=1)).all()
    assert (graph.outcome[graph.n_open :] == np.where(graph.result == DRAWN, 0, -1)).all()
    plies = graph.plies[graph.child]
    quickest = np.where(after == 1, plies, 1_000).min(axis=1)
    slowest = np.where(graph.is_move, plies, -1).max(axis=1)
    assert (graph.plies[: graph.n_open][outcome == 1] == 1 + quickest[outcome == 1]).all()
    assert (graph.plies[: graph.n_open][outcome == -1] == 1 + slowest[outcome == -1]).all()
    assert not graph.plies[graph.outcome == 0].any()


def test_a_position_that_cannot_occur_is_refused() -> None:
    assert position_of("---------", "X") == 0
    assert PLACES[position_of("X---O----", "X")] == ("X---O----", "X")
    for board, side in (("XXXX-----", "O"), ("---------", "O"), ("hello", "X")):
        with pytest.raises(ValueError, match="cannot occur"):
            position_of(board, side)  # type: ignore[arg-type]


def test_the_arrays_are_read_only() -> None:
    arrays = [array for array in GAME if isinstance(array, np.ndarray)]
    assert not any(array.flags.writeable for array in arrays)
