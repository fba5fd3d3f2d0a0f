"""Which opening is best against whom, in exact fractions from the rules alone."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.brute_force import (
    OPEN_BOARDS,
    blundering_policy,
    called_for,
    chances,
    completing_cells,
    evenly,
    followers,
    keeping_cells,
    random_moves,
)
from ttt_core.game import EMPTY_BOARD, Side, graph
from ttt_core.game import board as rules

CORNER, CENTRE, EDGE = 0, 4, 1
Chances = Callable[[str], Mapping[int, float | Fraction]]


def win_or_block(board: str) -> dict[int, Fraction]:
    return evenly(called_for(board))


def most_wins(side: Side, opponent: Chances) -> Callable[[str], Fraction]:
    """Return how often `side` wins from a board if it keeps every win and every draw."""

    @cache
    def wins(board: str) -> Fraction:
        if rules.outcome(board) is not None:
            return Fraction(rules.outcome(board) == side)
        after = followers(board)
        if rules.side_to_move(board) == side:
            return max(wins(after[cell]) for cell in keeping_cells(board))
        return sum(
            (share * wins(after[cell]) for cell, share in opponent(board).items()), Fraction(0)
        )

    return wins


CARELESS = blundering_policy(3, 0.5)


@pytest.mark.parametrize(
    ("policy", "opponent"),
    [
        (ttt.uniform(), random_moves),
        (ttt.win_or_block(), win_or_block),
        (CARELESS, chances(CARELESS).__getitem__),
    ],
    ids=["random", "win-or-block", "careless"],
)
@pytest.mark.parametrize("side", ["X", "O"])
def test_a_player_without_mistakes_wins_as_often_as_it_can(
    policy: ttt.Policy, opponent: Chances, side: Side
) -> None:
    """A worst-case opponent of a careless player may risk a loss; this one never does."""
    chances, reply = ttt.unbeatable_response(policy, side)
    wins = most_wins(side, opponent)
    for board, position in zip(OPEN_BOARDS, range(len(reply)), strict=True):
        assert chances[position, "XO".index(side)] == pytest.approx(float(wins(board)), abs=1e-12)
        if rules.side_to_move(board) == side:
            assert reply[position] in keeping_cells(board)
        else:
            assert reply[position] == -1


def test_the_published_facts_about_openings() -> None:
    against_random = most_wins("X", random_moves)
    wins = [against_random(rules.play(EMPTY_BOARD, cell)) for cell in (CORNER, CENTRE, EDGE)]
    assert wins == [Fraction(191, 192), Fraction(95, 96), Fraction(379, 384)]
    assert most_wins("O", random_moves)(EMPTY_BOARD) == Fraction(866, 945)
    for cell, shares in (
        (CORNER, [0.3566, 0.5216, 0.1217]),
        (CENTRE, [0.3000, 0.6583, 0.0417]),
        (EDGE, [0.2689, 0.4721, 0.2589]),
    ):
        opening = ttt.win_or_block()
        opening[0] = np.arange(9) == cell
        assert np.round(ttt.match(opening, ttt.win_or_block()), 4).tolist() == shares


# How many games there are


def games(board: str, may_play: Callable[[str], set[int]]) -> list[int]:
    """Count the games from a board that X wins, O wins and that are drawn."""

    @cache
    def counted(board: str) -> tuple[int, ...]:
        outcome = rules.outcome(board)
        if outcome is not None:
            return tuple(int(outcome == result) for result in ("X", "O", "draw"))
        after = [counted(rules.play(board, cell)) for cell in may_play(board)]
        return tuple(map(sum, zip(*after, strict=True)))

    return list(counted(board))


def without_oversights(board: str) -> set[int]:
    own = rules.side_to_move(board)
    threats = completing_cells(board, rules.other(own))
    lone_threat = threats if len(threats) == 1 else set[int]()
    return completing_cells(board, own) or lone_threat or set(rules.legal_moves(board))


def test_all_games_and_those_without_oversights_are_counted() -> None:
    everything = ttt.possible_games(ttt.uniform(), ttt.uniform())
    assert everything == (131_184, 77_904, 46_080)
    assert everything.total == 255_168
    careful = ttt.games_without_oversights()
    assert list(careful) == games(EMPTY_BOARD, without_oversights) == [9_760, 3_776, 16_064]
    assert careful.total == 29_600


def test_possible_games_follow_both_players_and_resigning_ends_one() -> None:
    first = ttt.minimax("first")
    assert ttt.possible_games(first, first) == (0, 0, 1)
    assert list(ttt.possible_games(ttt.win_or_block(), ttt.win_or_block())) == games(
        EMPTY_BOARD, called_for
    )
    resigning = np.pad(first, ((0, 0), (0, 1)))
    resigning[graph().side[: len(first)] == 1] = np.arange(10) == 9
    assert ttt.possible_games(first, resigning) == (1, 0, 0)
