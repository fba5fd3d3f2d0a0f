"""The chapter on the matchboxes: its boxes are the engine's, and its claims are true."""

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.game import SIDES
from ttt_core.game import board as rules
from ttt_core.game.graph import position_of
from ttt_core.game.solution import move_values, position_values
from ttt_core.learning.matchboxes import beads_in_boxes, has_box, number_of_boxes
from ttt_ui.learn import matchboxes as chapter
from ttt_ui.learn.matchboxes import LONG
from ttt_ui.wording import COLUMNS, percent

CHANGES = {"won": 3, "drew": 1, "lost": -1, "resigned": -1}


@pytest.mark.parametrize("partner", chapter.PARTNERS)
def test_each_game_is_shown_box_by_box(partner: str) -> None:
    seen = set()
    for games in range(1, 25):
        shown = chapter.machine(partner, 1, games)
        config = chapter.menace(partner, 1, games)
        agent = ttt.train(config)
        before = ttt.train(chapter.menace(partner, 1, games - 1)) if games > 1 else None
        table = (before or ttt.TrainingRun(config).agent()).q
        seen.add(shown.result)
        for box in shown.boxes:
            position = position_of(box.board)
            assert has_box()[position]
            assert rules.side_to_move(box.board) == "X"
            assert box.beads_before == beads_in_boxes(table)[position]
            assert all(table[position, cell] == beads for cell, beads in box.beads.items())
            assert box.beads_after == beads_in_boxes(agent.q)[position]
            letters = [note.text.split()[0] for note in chapter.notes(box).values()]
            assert len(set(letters)) == len(letters) == len(box.beads)
            if box.cell is None:
                assert (shown.result, box.beads_before) == ("resigned", 0)
            else:
                assert box.after == agent.q[position, box.cell]
                assert box.after == box.beads[box.cell] + CHANGES[shown.result]
        assert shown.known == number_of_boxes("X", agent.known)
        assert shown.first_box == beads_in_boxes(agent.q)[0]
        assert shown.worst_case_losses == ttt.evaluate(agent).worst_case_as_x.loss
    assert seen == ({"won", "drew", "lost"} if partner == "random_share" else {*CHANGES} - {"won"})


def test_the_words_on_the_last_game_and_on_the_box() -> None:
    new = chapter.machine("random_share", 0, 0)
    assert (number_of_boxes("X"), new.first_box, new.known) == (304, 12, 0)
    assert [(box.board, box.beads) for box in new.boxes] == [("-" * 9, {0: 4, 1: 4, 4: 4})]
    assert "first box" in chapter.last_game(new)
    assert chapter.drawn(new.boxes[0]) == "12 beads"
    won = chapter.machine("random_share", 0, 1)
    assert chapter.last_game(won).startswith("**Game 1: it won.**")
    assert (won.result, won.first_box) == ("won", 15)
    assert chapter.drawn(won.boxes[0]) == "L: 4 → 7. Box: 15 beads"
    empty = chapter.machine("minimax_share", 1, 100)
    assert empty.first_box == 0
    assert "its first box is empty" in chapter.last_game(empty)
    assert chapter.drawn(empty.boxes[0]) == "Empty"
    words = {"drew": "with 1 more", "lost": "is taken away", "resigned": "is taken away"}
    for games in range(1, 20):
        shown = chapter.machine("minimax_share", 0, games)
        assert words[shown.result] in chapter.last_game(shown)


def test_each_bead_has_a_letter_and_a_colour_of_its_own() -> None:
    letters = {letter for letter, _ in chapter.BEADS}
    assert len(letters) == len({colour for _, colour in chapter.BEADS}) == 9
    assert not letters & {*COLUMNS.upper(), *SIDES}  # which the board has


def test_the_right_answer_and_its_reason() -> None:
    late, early = (
        chapter.worst_case_losses_after(games) for games in (LONG, chapter.MEASURED_AT[1])
    )
    assert chapter.right() == 2
    assert late.min() > 0.1
    assert (late < early).all()
    assert chapter.reason().startswith("In 23.8% to 56.1% of games, over 5 machines.")


def test_a_mistake_can_have_most_of_the_beads() -> None:
    agent = ttt.train(chapter.menace("random_share", 0, LONG))
    is_mistake = move_values() < position_values()[: len(move_values()), None]
    shares = agent.policy()[:, :9]
    boxes = agent.known & has_box()
    assert (np.where(is_mistake & (agent.q > 100), shares, 0).max(axis=1)[boxes] > 0.5).any()


def test_it_learns_nothing_for_o_and_stays_beatable_as_x() -> None:
    losses_as_o = chapter.trained_for_long()[0].worst_case_as_o[0, 2]
    assert f"worst-case losses as O stay at {percent(losses_as_o)}." in chapter.never_learned(
        losses_as_o
    )
    for curve in chapter.trained_for_long():
        assert curve.worst_case_as_o[0, 2] == losses_as_o
        assert np.unique(curve.worst_case_as_o[:, 2]).size == 1
        assert (curve.worst_case_as_x[:, 2] > 0).all()
        assert curve.beatable_as_x.all()


def test_the_buttons(monkeypatch: pytest.MonkeyPatch) -> None:
    state = chapter.MachineState()
    state.play(1)
    state.play(10)
    assert (state.partner, state.games, list(state.curve)) == ("random_share", 11, [0, 1, 11])
    assert state.curve[11] == state.machine.worst_case_losses
    for partner, games in (("random_share", 11), ("minimax_share", 0)):
        chapter.PARTNER.hear(state.partner, state.choose, partner)
        assert (state.partner, state.seed, state.games) == (partner, 0, games)
    state.play(chapter.MOST_GAMES + 5)
    assert state.games == chapter.MOST_GAMES
    state.begin("minimax_share", 1)
    assert (state.partner, state.seed, state.games) == ("minimax_share", 1, 0)
    monkeypatch.setattr(chapter, "MOST_POINTS", 4)
    for _ in range(6):
        state.play(1)
    assert list(state.curve) == [0, 4, 6]  # a long one is thinned


@pytest.mark.thorough
def test_other_machines_end_up_no_better() -> None:
    config = chapter.menace("random_share", 0, LONG)
    losses = [
        curve.worst_case_as_x[-1, 2]
        for curve in ttt.learning_curves(config, range(1_000, 1_005), [LONG])
    ]
    assert min(losses) > 0.1
