"""What to try with an agent from elsewhere: each cause in an agent made to have it, and repairs."""

from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation import reachable
from ttt_core.evaluation.policy import greedy
from ttt_core.game import N_OPEN, SIDES, boards, graph, legal, move_values
from ttt_core.game.solution import move_scores
from ttt_core.study import SlowWin, advice, repair, slow_wins

# Draws are worth a quarter, because 0 counts as no value.
TRUE = np.where(legal(), move_values() + 0.25, np.nan)
QUICK = np.where(legal(), move_scores() + 0.25, np.nan)
SIDE = graph().side[:N_OPEN]


def read(values: np.ndarray, known: np.ndarray | None = None) -> ttt.Agent:
    """Return the agent of a file with values, of all positions or of the known ones."""
    rows = np.flatnonzero(np.ones(N_OPEN, np.bool_) if known is None else known)
    filled = np.where(np.isnan(values), 0.0, values)
    return ttt.read_any({boards()[row]: filled[row].tolist() for row in rows}).agent


@pytest.fixture(scope="module")
def perfect() -> ttt.Agent:
    return read(TRUE)


@pytest.fixture(scope="module")
def mistaken() -> ttt.Agent:
    return read(-TRUE)


def said(agent: ttt.Agent) -> str:
    return " ".join(advice(agent))


def test_a_perfect_table_that_wins_at_once_gets_no_advice() -> None:
    quick = read(QUICK)
    assert ttt.evaluate(quick).unbeatable
    assert advice(quick) == []


def test_only_last_moves_have_values(perfect: ttt.Agent) -> None:
    ends = graph().child >= N_OPEN
    agent = read(np.where(ends, TRUE, 0.0))
    moves = int(ends.sum())
    assert f"Of its {moves:,} moves with a value, {moves:,} end the game" in said(agent)
    assert "end the game:" not in said(perfect)


def test_reversed_values_are_told_with_both_shares(mistaken: ttt.Agent) -> None:
    assert "Its values look reversed" in said(mistaken)
    assert "if it played the smallest value, 100.0%" in said(mistaken)
    assert "values for the opponent" not in said(mistaken)
    assert "if its cells are" not in said(mistaken)


def test_moved_cells_are_named(perfect: ttt.Agent) -> None:
    agent = replace(perfect, q=np.where(legal(), np.roll(np.nan_to_num(TRUE), 1, axis=1), np.nan))
    assert "if its cells are moved back by one" in said(agent)


@pytest.mark.parametrize("side", SIDES)
def test_a_side_with_the_opponents_values_is_named(perfect: ttt.Agent, side: str) -> None:
    own = SIDES.index(side) == SIDE
    agent = replace(perfect, q=np.where(own[:, None], -TRUE, TRUE))
    assert f"Its values of {side}'s moves look like values for the opponent" in said(agent)
    assert "look reversed" not in said(agent)


def test_positions_never_seen_are_counted_on_the_side_that_misses_most() -> None:
    known = (SIDE == 0) | (np.arange(N_OPEN) % 2 == 0)
    agent = read(TRUE, known)
    here = reachable(agent) & (legal().sum(axis=1) > 1) & (SIDE == 1)
    unseen = int((here & ~agent.known).sum())
    assert unseen > 0.4 * here.sum()
    assert f"{int(here.sum()):,} positions, and it has no values for {unseen:,} of" in said(agent)
    assert "As O, its games can come to" in said(agent)


def test_an_unbeatable_player_that_values_all_wins_alike_wins_late(perfect: ttt.Agent) -> None:
    wins, advised = slow_wins(perfect), said(perfect)
    assert f"later than it could in {len(wins):,} positions" in advised
    assert f"may need {wins[0].moves} more of its own moves, although {wins[0].least}" in advised


def test_the_slowest_wins_are_what_trying_all_games_finds() -> None:
    policy = greedy(TRUE)
    wins = slow_wins(policy)
    assert wins == sorted(wins, key=lambda win: win.least - win.moves)
    for win in (*wins[:2], *wins[-2:]):
        assert win == SlowWin(win.board, longest(policy, win.board), longest(QUICKLY, win.board))
        assert win.moves > win.least
    assert slow_wins(QUICKLY) == []


QUICKLY = greedy(QUICK)


def longest(policy: np.ndarray, board: str) -> int:
    """Return after how many moves of its own a player has won at the latest, in all its games."""
    cells = np.flatnonzero(policy[ttt.position_of(board), :9] > 0).tolist()
    return max(1 + delayed(policy, ttt.play(board, cell)) for cell in cells)


def delayed(policy: np.ndarray, board: str) -> int:
    if ttt.outcome(board) is not None:
        return 0
    return max(longest(policy, ttt.play(board, cell)) for cell in ttt.legal_moves(board))


def test_a_weak_table_is_trained_on_from_its_values_until_it_is_unbeatable(
    mistaken: ttt.Agent,
) -> None:
    found = repair(mistaken)
    assert found.continues
    assert found.effect == "unbeatable"
    assert ttt.evaluate(ttt.train(found.config, start=mistaken)).unbeatable
    one_less = replace(found.config, games=found.config.games - 1)
    assert not ttt.evaluate(ttt.train(one_less, start=mistaken)).unbeatable


def test_an_agent_of_ours_or_one_trained_here_is_not_repaired(mistaken: ttt.Agent) -> None:
    assert repair(ttt.train(ttt.TrainingConfig(games=100, seed=1))) is None
    assert repair(ttt.train(ttt.TrainingConfig(games=5), start=mistaken)) is None
