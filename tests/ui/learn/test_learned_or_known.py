"""The chapter on minimax and the agent: what it says of them, and the ladder."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.support import finish, send_click
from ttt_core.evaluation.mistakes import reachable
from ttt_core.game import board as rules
from ttt_core.game.board import EMPTY_BOARD
from ttt_core.game.graph import N_OPEN, N_POSITIONS, graph, legal, position_of
from ttt_core.game.solution import move_values, position_values
from ttt_ui import jobs
from ttt_ui.learn import ladder
from ttt_ui.learn import learned_or_known as both
from ttt_ui.learn import learned_or_known as chapter
from ttt_ui.learn.ladder import RUNGS, SEEDS, LadderState
from ttt_ui.learn.learned_or_known import (
    AGENT,
    MINIMAX,
    BothBoards,
    choices,
    mistakes,
    trained_agent,
)
from ttt_ui.visit.session import per_visitor


def test_agreement_with_minimax_is_counted_over_every_position() -> None:
    found = trained_agent()
    best = legal() & (move_values() == position_values()[:N_OPEN, None])
    agrees = ~((found.policy > 0) & ~best).any(axis=1)
    reaches = reachable(found.policy)
    assert (agrees.sum(), reaches.sum(), (agrees & reaches).sum()) == (4_046, 420, 418)
    assert "4,046 of 4,520" in both.agent_needed()
    assert "418 of the 420" in both.agent_needed()
    assert f"{N_POSITIONS:,}" in both._MINIMAX_NEEDED
    assert "2,000 games" in both.agent_needed()
    assert ttt.evaluate(found.agent).unbeatable
    assert len(found.mistakes) == N_OPEN - 4_046


def test_its_mistakes_in_positions_it_reaches_only_miss_a_win() -> None:
    met = [mistake for mistake in mistakes() if mistake.reachable]
    assert len(met) == 2
    assert mistakes()[:2] == met
    assert all((mistake.before, mistake.after) == (1, 0) for mistake in met)


def test_a_draw_is_worth_less_to_x_than_to_o() -> None:
    agent = trained_agent().agent
    assert agent.q_values(EMPTY_BOARD)[0] == pytest.approx(-0.15, abs=0.005)
    assert np.nanmax(agent.q_values("X---O----")) == pytest.approx(-0.15, abs=0.005)
    assert np.nanmax(agent.q_values("X--------")) == pytest.approx(0, abs=0.005)
    assert agent.config.move_cost == 0.15


def test_a_certain_win_is_worth_1_less_the_cost_of_one_move() -> None:
    taught = trained_agent()
    met = reachable(taught.policy)
    to_x = met & (position_values()[:N_OPEN] == 1) & (graph().side[:N_OPEN] == 0)
    assert to_x.sum() == 95
    best = np.nanmax(np.where(taught.agent.visits > 0, taught.agent.q, -np.inf)[to_x], axis=1)
    np.testing.assert_allclose(best, 0.85, atol=0.005)
    losing = np.nanmin(taught.agent.q_values("X-X-O----"))
    assert losing == pytest.approx(-1, abs=0.005)


def test_the_boards_show_true_values_and_learned_values() -> None:
    taught = trained_agent()
    for shown in (EMPTY_BOARD, "X---O----", taught.mistakes[0].board, taught.mistakes[99].board):
        position = position_of(shown)
        true_value, values = both.minimax_notes(shown), both.agent_notes(shown)
        for cell in rules.legal_moves(shown):
            value = int(move_values()[position, cell])
            assert true_value[cell].true_value == {1: "win", 0: "draw", -1: "loss"}[value]
            assert (true_value[cell].choice == "own") == (value == position_values()[position])
            assert (values[cell].choice == "own") == (taught.policy[position, cell] > 0)
            assert (values[cell].text == "–") == (taught.agent.visits[position, cell] == 0)
        assert ("mistake: it turns" in choices(shown)) == (
            shown in [mistake.board for mistake in taught.mistakes]
        )
    assert "a draw for :blue[X]." in choices(EMPTY_BOARD)
    assert both.minimax_notes("XXXOO----") == {}
    assert "has won" in choices("XXXOO----")


def test_the_ladder_leads_to_quick_study() -> None:
    last = ladder.settings_of(len(RUNGS) - 1)
    assert replace(last, games=2_000) == ttt.PRESETS["Quick study"]
    assert len({rung.label for rung in RUNGS}) == len(RUNGS)


@pytest.mark.parametrize("rung", [1, len(RUNGS) - 1])
def test_a_rung_is_first_unbeatable_after_its_number_of_games(rung: int) -> None:
    games = ladder.games_needed(rung, 2)
    config = replace(ladder.settings_of(rung), seed=2)
    assert ttt.evaluate(ttt.train(replace(config, games=games))).unbeatable
    for before in (games - 1, games // 2, 1):
        assert not ttt.evaluate(ttt.train(replace(config, games=before))).unbeatable


def test_the_medians_fall_from_rung_to_rung_and_answer_the_question() -> None:
    medians = [ladder.median_of(rung) for rung in range(len(RUNGS))]
    assert medians == [65_828, 5_595, 3_678, 1_215, 781, 750, 595, 481]
    assert chapter.ANSWERS[chapter.right()] == "About 500"
    assert chapter.reason() == "481 games is the median of 9 training runs."
    assert all(max(ladder.games_needed(r, s) for s in SEEDS) < ladder.MOST_GAMES for r in range(8))


def test_the_ladder_is_trained_rung_by_rung(session_state: dict[str, Any]) -> None:
    state = per_visitor(LadderState)
    state.ask(1)
    state.train_one()
    assert (state.trained, state.at_work, state.agents) == (0, True, 1)
    assert ladder.progress(state).endswith("learned separately. Training run 2 of 9…")
    finish(jobs.in_thread(state.train))
    assert state.trained == 1
    assert ladder.progress(state).startswith("**Random moves: 65,828 games.**")
    state.ask(99)
    finish(jobs.in_thread(state.train))
    assert state.trained == len(RUNGS)
    assert "+ replay: 1,215 games" in ladder.in_words(state)
    state.ask(1)
    assert not state.at_work


def test_an_untrained_ladder_is_empty() -> None:
    state = LadderState()
    assert "no step of the ladder is trained yet" in ladder.in_words(state)
    assert ladder.figure(state)["data"][0]["x"] == []


def test_both_boards_show_the_next_position_where_they_differ(
    session_state: dict[str, Any],
) -> None:
    state, found = per_visitor(BothBoards), mistakes()
    send_click(MINIMAX.board_key, 4, state.trail.key("board"))
    MINIMAX.play_clicked()
    assert AGENT.trail().board == "----X----"
    for number in range(len(found) + 1):
        state.differ()
        assert state.trail.board == found[number % len(found)].board
