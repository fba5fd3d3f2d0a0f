"""The rules, and the solution: every number has been computed by another program too."""

from collections import Counter

import numpy as np
import pytest

from tests.core.morris.slow import START, after, forced
from ttt_core.morris import morris, moves, play, position_of

GAME = morris()


def test_the_counts_are_those_of_the_game() -> None:
    assert (len(GAME.places), GAME.n_open) == (5_390, 4_974)
    assert GAME.n_moves.sum() == 21_509
    assert GAME.n_moves.max() == 9
    assert GAME.places[0] == START


def test_every_position_has_the_moves_of_the_slow_rules() -> None:
    for index, place in enumerate(GAME.places):
        children = after(*place)
        if index >= GAME.n_open:
            assert children == ()
            continue
        n = GAME.n_moves[index]
        assert tuple(GAME.places[child] for child in GAME.child[index, :n]) == children
        men = list(
            zip(GAME.origin[index, :n].tolist(), GAME.target[index, :n].tolist(), strict=True)
        )
        assert men == moves(*place)
        assert [play(*place, move) for move in men] == [board for board, _ in children]
        assert place[1] == "XO"[GAME.side[index]]


def test_the_centre_wins_in_nine_plies_a_corner_draws_and_an_edge_loses() -> None:
    assert (GAME.outcome[0], GAME.plies[0]) == (1, 9)
    openings = {
        int(GAME.target[0, order]): int(-GAME.outcome[GAME.child[0, order]]) for order in range(9)
    }
    assert openings == {4: 1, **dict.fromkeys((0, 2, 6, 8), 0), **dict.fromkeys((1, 3, 5, 7), -1)}


def test_brute_force_to_depth_nine_agrees_everywhere() -> None:
    kinds = Counter()
    for place, outcome, plies in zip(
        GAME.places, GAME.outcome.tolist(), GAME.plies.tolist(), strict=True
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
    assert GAME.places[position_of("X---O----", "X")] == ("X---O----", "X")
    for board, side in (("XXXX-----", "O"), ("---------", "O"), ("hello", "X")):
        with pytest.raises(ValueError, match="cannot occur"):
            position_of(board, side)  # type: ignore[arg-type]


def test_the_arrays_are_read_only() -> None:
    for array in GAME:
        if isinstance(array, np.ndarray):
            assert not array.flags.writeable
