"""Explore or exploit: what the chapter shows and says, checked against the engine."""

from dataclasses import replace

import pytest

import ttt_core as ttt
from tests.ui.support import send_click
from ttt_core.game import board as rules
from ttt_core.game.graph import position_of
from ttt_core.game.solution import move_values
from ttt_ui.learn import exploring as chapter
from ttt_ui.learn.exploring import BOARD, EPSILONS, FORK
from ttt_ui.learn.trained import GAMES, train_on


def test_the_board_has_one_fork_and_it_wins_whatever_o_does() -> None:
    assert rules.side_to_move(BOARD) == "X"
    forks = [cell for cell in rules.legal_moves(BOARD) if len(chapter.threats_after(cell)) == 2]
    assert forks == [FORK]
    after = rules.play(BOARD, FORK)
    for reply in rules.legal_moves(after):
        answered = rules.play(after, reply)
        assert rules.outcome(answered) is None
        ends = [rules.outcome(rules.play(answered, cell)) for cell in rules.legal_moves(answered)]
        assert "X" in ends
    assert move_values()[position_of(BOARD), FORK] == 1


def test_the_words_on_a_move_fit_its_threats() -> None:
    seen = set()
    for cell in rules.legal_moves(BOARD):
        threats = len(chapter.threats_after(cell))
        beginnings = ("That makes no threat.", "That makes one threat,", "The fork! Two threats,")
        assert chapter.share_text(cell).startswith(beginnings[threats])
        seen.add(threats)
    assert seen == {0, 1, 2}


def test_only_an_agent_that_never_explores_misses_the_fork() -> None:
    assert EPSILONS == (0, 0.4, 1)
    never, sometimes, always = (chapter.trained(epsilon, GAMES[-1]) for epsilon in EPSILONS)
    assert not any(FORK in chapter.trained(0.0, games).tried for games in GAMES)
    assert [one.plays == [FORK] for one in (never, sometimes, always)] == [
        False,
        True,
        True,
    ]
    assert always.moves_tried == chapter.N_MOVES == 16_167
    assert never.moves_tried == chapter.trained(0.0, 100).moves_tried
    assert never.moves_tried < sometimes.moves_tried < always.moves_tried
    assert [one.card.unbeatable for one in (never, sometimes, always)] == [False, True, False]
    assert chapter.ANSWERS[chapter.right()].startswith("ε = 0.4: ")
    assert (always.card.beatable_as_x, always.card.beatable_as_o) == (False, True)
    assert f"{never.moves_tried:,} of 16,167 moves tried" in chapter.progress(never)
    assert "**It plays the fork.**" in chapter.progress(sometimes)
    assert "16,167 of 16,167 moves tried" in chapter.progress(always)


@pytest.mark.thorough
def test_it_holds_for_other_seeds_too() -> None:
    unbeatable, forks = {}, {}
    for epsilon in EPSILONS:
        agents = [
            train_on(replace(chapter.CONFIG, epsilon=epsilon, seed=seed), GAMES[-1], BOARD)
            for seed in range(1_000, 1_005)
        ]
        unbeatable[epsilon] = sum(agent.card.unbeatable for agent in agents)
        forks[epsilon] = sum(agent.plays == [FORK] for agent in agents)
    assert unbeatable[0.4] >= 4
    assert unbeatable[0.0] == unbeatable[1.0] == forks[0.0] == 0
    assert forks[1.0] == 5


@pytest.mark.thorough
def test_the_fronts_freeze_stay_near_the_best_games_or_get_everywhere() -> None:
    for seed in range(4):
        all_, some, none = (
            ttt.fronts(replace(chapter.CONFIG, epsilon=epsilon, seed=seed))
            for epsilon in chapter.RATES
        )
        assert chapter.frozen_since(none) <= 200 < chapter.frozen_since(some)
        middle = [shown.played_right[-1, 3] for shown in (none, some, all_)]
        assert middle == sorted(middle)
        assert middle[2] > 0.9


def test_the_words_on_the_fronts_are_true() -> None:
    none = chapter.fronts(0.0)
    since = chapter.frozen_since(none)
    assert (none.played_right[none.games >= since] == none.played_right[-1]).all()
    assert f"With ε = 0 the picture is frozen after {since:,} games:" in chapter.rising()


def test_random_moves_do_no_harm_with_the_minus_sign() -> None:
    card = ttt.evaluate(ttt.train(replace(chapter.CONFIG, epsilon=1.0, rule="minimax-q")))
    assert card.unbeatable


@pytest.mark.usefixtures("session_state")
def test_each_cell_can_be_tried_in_turn_but_no_mark() -> None:
    for cell in rules.legal_moves(BOARD):
        for clicked in (cell, cell, 1):
            send_click(chapter._KEY, clicked, str(chapter.TRIED.value))
            chapter.try_cell()
            assert chapter.TRIED.value == cell
