"""Which opening is best: the ranks, and the numbers of games, checked against the engine."""

from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.brute_force import agent_with, random_table
from ttt_core.evaluation import RESIGNING
from ttt_core.evaluation.policy import minimax
from ttt_core.game import N_GAMES
from ttt_ui.learn import which_opening as chapter
from ttt_ui.learn.trained import quick_studies
from ttt_ui.learn.which_opening import policy_of, wins_by_opening
from ttt_ui.visit.players import EXPLORING_LEVELS, opponent

DEFAULT = ttt.train(ttt.PRESETS["Default"])


def test_the_openings_change_rank_with_the_opponent() -> None:
    """Corner, centre and edge: which wins most often, and which least."""
    for name, order in (
        ("random", [0, 4, 1]),
        ("win-or-block", [0, 1, 4]),
        ("intermediate", [4, 0, 1]),
    ):
        wins = wins_by_opening(policy_of(name, DEFAULT))
        assert sorted((0, 4, 1), key=lambda cell: -wins[cell]) == order
        assert chapter.best_kinds(wins) == ["The centre" if order[0] == 4 else "A corner"]
    for perfect in ("your-agent", "expert"):
        wins = wins_by_opening(policy_of(perfect, DEFAULT))
        assert chapter.best_kinds(wins) == ["A corner", "The centre", "An edge"]
        assert wins.max() == 0


def test_each_opponent_is_the_one_named() -> None:
    assert (policy_of("random", DEFAULT) == ttt.uniform()).all()
    assert (policy_of("win-or-block", DEFAULT) == ttt.win_or_block()).all()
    assert (policy_of("your-agent", DEFAULT) == DEFAULT.policy()).all()
    for level in EXPLORING_LEVELS:
        plays = opponent(level, DEFAULT, {}).policy()
        assert (policy_of(level.lower(), DEFAULT) == plays).all()
    assert (policy_of("expert", DEFAULT) == minimax()).all()
    said = {name: chapter.who(name, DEFAULT) for name in chapter.OPPONENTS}
    assert len(set(said.values())) == len(chapter.OPPONENTS)
    assert said["your-agent"] == "Agent, without random moves."
    assert said["beginner"] == "Agent, with 70% random moves."


def test_the_board_shows_each_win_rate() -> None:
    wins = wins_by_opening(ttt.uniform())
    assert chapter.finding(wins) == "**Best against this opponent: a corner.**"
    shown = chapter.notes(wins)
    assert [shown[cell].text for cell in (0, 4, 1)] == ["99.5%", "99.0%", "98.7%"]
    assert [cell for cell, note in shown.items() if note.choice] == [0, 2, 6, 8]
    assert shown[0].tone != shown[4].tone != shown[1].tone
    equal = chapter.notes(np.zeros(9))
    assert not any(note.choice for note in equal.values())
    assert "every opening is equally good" in chapter.finding(np.zeros(9))


def test_an_agent_that_answers_equivalent_openings_differently_is_judged_by_its_best_cells() -> (
    None
):
    agent = agent_with(random_table(4))
    wins = wins_by_opening(policy_of("beginner", agent))
    assert len(set(wins[[0, 2, 6, 8]])) > 1
    best = int(np.argmax(wins))
    assert wins[best] > np.sort(wins)[-2]
    assert chapter.best_kinds(wins) == [
        "The centre" if best == 4 else "An edge" if best % 2 else "A corner"
    ]


def test_an_agent_that_may_resign_can_be_the_opponent() -> None:
    machine = ttt.train(replace(ttt.PRESETS["MENACE (Michie 1961)"], learns="both"))
    policy = policy_of("your-agent", machine)
    assert policy.shape[1] == RESIGNING + 1
    assert ((wins_by_opening(policy) > 0) & (wins_by_opening(policy) <= 1)).all()


def test_between_equals_the_centre_has_the_largest_margin() -> None:
    assert chapter.ANSWERS[chapter.right()] == "The centre"
    assert chapter.table_of_equals().splitlines()[2:] == [
        "| X wins | 35.7% | 30.0% | 26.9% |",
        "| Draws | 52.2% | 65.8% | 47.2% |",
        "| O wins | 12.2% | 4.2% | 25.9% |",
        "| Margin | 23.5% | 25.8% | 1.0% |",
        "| Replies that still draw | 1 of 8 | 4 of 8 | 4 of 8 |",
    ]
    assert [chapter.replies_that_draw(cell) for cell in (0, 2, 6, 8)] == [(1, 8)] * 4
    assert "only 1 of 8 replies still draws" in chapter.reason()


@pytest.mark.thorough
def test_the_counts_and_how_few_games_an_agent_has_seen() -> None:
    counts = [row.split("|")[2].strip() for row in chapter.table_of_counts().splitlines()[2:]]
    assert counts == ["19,683", "5,478", "4,520", "765", "255,168", "29,600"]
    assert chapter.games_seen() == np.median(
        [agent.stats.distinct_games for agent in quick_studies()]
    )
    assert f"{chapter.games_seen():,} different games" in chapter.brute_force()
    assert chapter.games_seen() / N_GAMES == pytest.approx(0.0017, abs=0.0001)
    assert "0.2% of all" in chapter.brute_force()
