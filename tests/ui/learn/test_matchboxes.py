"""The chapter on the matchboxes: its boxes are the engine's, and its claims are true."""

from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.session_size import size_of
from ttt_core.game import board as rules
from ttt_core.game.graph import position_of
from ttt_core.game.solution import move_values, position_values
from ttt_core.learning.matchboxes import beads_in_boxes, has_box, number_of_boxes
from ttt_ui.learn.matchboxes import actions, chapter, machine, wording
from ttt_ui.learn.matchboxes.machine import LONG, MOST_GAMES, PARTNERS
from ttt_ui.learn.matchboxes.state import MOST_POINTS, MachineState, machine_state
from ttt_ui.wording import percent

CHANGES = {"won": 3, "drew": 1, "lost": -1, "resigned": -1}


@pytest.mark.parametrize("partner", PARTNERS)
def test_each_game_is_shown_box_by_box(partner: str) -> None:
    seen = set()
    for games in range(1, 60):
        shown = machine.machine(partner, 1, games)
        config = machine.menace(partner, 1, games)
        agent = ttt.train(config)
        before = ttt.train(machine.menace(partner, 1, games - 1)) if games > 1 else None
        table = (before or ttt.TrainingRun(config).agent()).q
        seen.add(shown.result)
        for box in shown.boxes:
            position = position_of(box.board)
            assert has_box()[position]
            assert rules.side_to_move(box.board) == "X"
            assert box.beads_before == beads_in_boxes(table)[position]
            assert all(table[position, cell] == beads for cell, beads in box.beads.items())
            if box.cell is None:
                assert (shown.result, box.beads_before) == ("resigned", 0)
            else:
                assert box.after == agent.q[position, box.cell]
                assert box.after == box.beads[box.cell] + CHANGES[shown.result]
        assert shown.known == number_of_boxes("X", agent.known)
        assert shown.first_box == beads_in_boxes(agent.q)[0]
        assert shown.worst_case_losses == ttt.evaluate(agent).worst_case_as_x.loss
    assert seen == ({"won", "drew", "lost"} if partner == "random_share" else {*CHANGES} - {"won"})


def test_the_words_on_the_last_game() -> None:
    assert "first box" in wording.last_game(machine.machine("random_share", 0, 0))
    assert wording.last_game(machine.machine("random_share", 0, 1)).startswith(
        "**Game 1: it won.**"
    )
    empty = machine.machine("minimax_share", 1, 100)
    assert empty.first_box == 0
    assert "its first box is empty" in wording.last_game(empty)
    for games in range(1, 30):
        shown = machine.machine("minimax_share", 0, games)
        assert {"drew": "with 1 more", "lost": "is taken away", "resigned": "is taken away"}[
            shown.result
        ] in wording.last_game(shown)


def test_there_are_304_boxes_and_at_first_12_beads_in_the_first() -> None:
    new = machine.machine("random_share", 0, 0)
    assert (number_of_boxes("X"), new.first_box, new.known) == (304, 12, 0)


def test_the_right_answer_and_its_reason() -> None:
    late, early = (chapter.worst_case_losses_after(games) for games in (LONG, wording.MICHIE))
    assert chapter.CHAPTER.question.right() == 2
    assert late.min() > 0.1
    assert (late < early).all()
    assert chapter.CHAPTER.question.reason().startswith(
        "In 23.8% to 56.1% of games, over 5 machines."
    )


def test_a_mistake_can_have_most_of_the_beads() -> None:
    agent = ttt.train(machine.menace("random_share", 0, LONG))
    is_mistake = move_values() < position_values()[: len(move_values()), None]
    shares = agent.policy()[:, :9]
    boxes = agent.known & has_box()
    assert (np.where(is_mistake & (agent.q > 100), shares, 0).max(axis=1)[boxes] > 0.5).any()


def test_it_learns_nothing_for_o_and_stays_beatable_as_x() -> None:
    losses_as_o = machine.trained_for_long()[0].worst_case_as_o[0, 2]
    assert f"Worst-case losses as O stay at {percent(losses_as_o)}." in wording.never_learned(
        losses_as_o
    )
    for curve in machine.trained_for_long():
        assert curve.worst_case_as_o[0, 2] == losses_as_o
        assert np.unique(curve.worst_case_as_o[:, 2]).size == 1
        assert (curve.worst_case_as_x[:, 2] > 0).all()
        assert curve.beatable_as_x.all()


def test_the_buttons(session_state: dict[str, Any]) -> None:
    actions.play(1)
    actions.play(10)
    state = machine_state()
    assert (state.partner, state.games, list(state.curve)) == ("random_share", 11, [0, 1, 11])
    assert state.curve[11] == state.machine.worst_case_losses
    for odd in (None, 3, [], float("nan"), "nobody", "random_share"):
        session_state[actions.PARTNER_KEY] = odd
        actions.choose_partner()
        assert state.games == 11
    session_state[actions.PARTNER_KEY] = "minimax_share"
    actions.choose_partner()
    assert (state.partner, state.seed, state.games) == ("minimax_share", 0, 0)
    actions.play(MOST_GAMES + 5)
    assert state.games == MOST_GAMES
    actions.new_machine()
    assert (state.partner, state.seed, state.games) == ("minimax_share", 1, 0)


def test_a_long_visit_needs_little_memory() -> None:
    state = MachineState()
    for _ in range(MOST_POINTS + 30):
        state.play(1)
    assert len(state.curve) <= MOST_POINTS
    assert next(iter(state.curve)) == 0
    assert list(state.curve)[-1] == state.games == MOST_POINTS + 30
    assert size_of(state) < 30_000
