"""Look back or look ahead: what the chapter shows and says, checked against the engine."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.support import send_click
from ttt_core.game import board as rules
from ttt_ui.learn import looking_back as chapter
from ttt_ui.learn.looking_back import DECAYS, EXAMPLE, values_after
from ttt_ui.visit.session import per_visitor

MONTE_CARLO, ONE_STEP, _, BACKWARD = range(4)


def test_a_draw_changes_no_value() -> None:
    for cells in ("402635178", "041352687", "048176253"):
        values = values_after(tuple(map(int, cells)), 3)
        assert not values.any()
        assert chapter.comparison(values).startswith("Nobody won")


def test_the_agents_learn_as_those_of_the_engine() -> None:
    values = values_after(EXAMPLE, 2)
    for column in (MONTE_CARLO, ONE_STEP, BACKWARD):
        config = [*chapter.AGENTS.values()][column]
        agent = ttt.learn_from_games(ttt.untrained(), [EXAMPLE] * 2, config=config, in_play=False)
        board = rules.EMPTY_BOARD
        for ply, cell in enumerate(EXAMPLE):
            assert agent.q_values(board)[cell] == values[ply, column]
            board = rules.play(board, cell)


def test_the_answer_and_its_reason_are_true() -> None:
    assert chapter.ANSWERS[chapter.right()] == "One step"
    reached = [values_after(EXAMPLE, times)[0, ONE_STEP] != 0 for times in (3, 4)]
    assert reached == [False, True]
    assert "a game of 7 moves has to be learned from 4 times" in chapter.reason()
    after_once = chapter.comparison(values_after(EXAMPLE, 1))
    assert "of 7: Monte Carlo 7, One step 2, Replay 5, Backward 5." in after_once
    question = chapter.WITHOUT_LOOKING_AHEAD
    assert question.answers[question.right()] == "It gets stuck on the way"
    assert "100.0% of those positions" in question.reason()
    assert "with 1 mark 0.0%" in question.reason()


def test_the_figure_shows_and_describes_each_value() -> None:
    agents = chapter.with_trace(0.5)
    values = values_after(EXAMPLE, 1, agents)
    trace = chapter.values_by_move(agents, values)["data"][0]
    assert trace["x"] == ["One step", "λ = 0.5", "Monte Carlo", "Replay", "Backward"]
    assert trace["y"] == ["1 X", "2 O", "3 X", "4 O", "5 X", "6 O", "7 X"]
    assert trace["z"] == values.tolist()
    assert trace["text"][-2][:2] == ["−0.5", "−0.5"]
    said = chapter.figure_in_words(agents, values, 1)
    assert "after learning from it once. One step: 0, 0, 0, 0, 0, −0.5, 0.5;" in said
    assert "λ = 0.5: 0.05, −0.1, 0.1, −0.23, 0.23, −0.5, 0.5;" in said
    assert "after learning from it 2 times." in chapter.figure_in_words(agents, values, 2)


def test_the_trace_decay_leads_from_one_step_to_monte_carlo() -> None:
    for times in (1, 3, chapter.MOST_TIMES):
        near, far = (
            values_after(EXAMPLE, times, chapter.with_trace(decay))
            for decay in (DECAYS[0], DECAYS[-1])
        )
        assert np.array_equal(near[:, 1], near[:, 0])
        assert np.array_equal(far[:, 1], far[:, 2])
    first_move = [values_after(EXAMPLE, 1, chapter.with_trace(decay))[0, 1] for decay in DECAYS]
    assert first_move == sorted(set(first_move))


def test_for_most_seeds_an_agent_between_the_ends_is_unbeatable_sooner() -> None:
    near, middle, far = (chapter.games_needed(decay) for decay in (0.0, 0.5, 1.0))
    for end in (near, far):
        assert sum(map(int.__lt__, middle, end)) > 0.8 * len(chapter.SEEDS)
    assert "an agent with λ = 0.5 is first unbeatable after 2,850 games" in chapter.between(0.5)


def test_the_visitor_plays_both_sides_to_the_end(session_state: dict[str, Any]) -> None:
    own = per_visitor(chapter.OwnGame)
    for cell in (*EXAMPLE, 1):  # the last one comes too late
        send_click(chapter._KEY, cell, own.game.token)
        chapter.take_cell()
    assert own.game.moves == [*EXAMPLE]
    assert chapter.turn(own.game) == "**X has won** in 7 moves."
    for times in range(2, chapter.MOST_TIMES + 3):
        own.learn_again()
        assert own.times == min(times, chapter.MOST_TIMES)
    own.begin()
    assert (own.game.moves, own.times) == ([], 1)
    chapter.take_cell()  # a click on the earlier game
    assert own.game.moves == []
    own.begin(EXAMPLE)
    assert own.game.over


@pytest.mark.thorough
def test_without_looking_ahead_knowledge_gets_stuck_with_other_seeds_too() -> None:
    for seed in range(4):
        config = replace(chapter.LOOKS_AHEAD, seed=seed)
        ahead, nothing = (
            ttt.fronts(replace(config, gamma=gamma)).played_right[-1] for gamma in chapter.FACTORS
        )
        assert (nothing[0], nothing[6]) == (0, 1)
        assert sorted(nothing) == nothing.tolist()
        assert ahead[0] == 1
        assert ahead.min() > 0.9
