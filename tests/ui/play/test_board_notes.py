"""Why the opponent moved there: its values before its last move, or a random move."""

from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

import ttt_core as ttt
from tests.ui.play.conftest import AGENT, Desk
from tests.ui.support import Dice, machine_with_empty_box, played
from ttt_core.game import board as rules
from ttt_core.game.graph import boards, position_of
from ttt_core.game.solution import move_values
from ttt_core.learning.agent import Level
from ttt_ui.moves.values import values_of
from ttt_ui.play import actions, board_notes, wording
from ttt_ui.replay.game import Decision, Game
from ttt_ui.replay.views import announcement
from ttt_ui.visit.players import MINIMAX, YOUR_AGENT, NamedPlayer, opponent, preset_agent

HIGHEST = "Looking back: as O, the agent chose the highest of these values."
ALWAYS, NEVER = 0.0, 1 - 1e-9
"""What dice throw if each move should be random, or none."""


def notes_on(desk: Desk, **switches: Any) -> board_notes.BoardNotes:
    switches = {"values": True, "true_values": False} | switches
    return board_notes.game_notes(desk.play.game, desk.visitor.agent, actions.rival(), **switches)


@pytest.mark.parametrize("level", get_args(Level))
@pytest.mark.parametrize("thrown", [ALWAYS, NEVER])
def test_every_level_says_whether_its_move_was_random(
    desk: Desk, level: Level, thrown: float
) -> None:
    desk.visitor.relabel(level=level)
    desk.widgets |= {"play_random_share": 0.5, "play_epsilon": 0.5}
    desk.play.random = Dice(thrown)  # type: ignore[assignment]
    desk.take(4)
    game = desk.play.game
    decision = game.last_decision
    assert (decision.cell, decision.given.board) == (game.moves[1], "----X----")
    assert decision.at_random == (thrown == ALWAYS and level != "Expert")
    shown = notes_on(desk)
    note = shown.notes[game.moves[1]]
    assert note.over_mark
    assert note.choice == ("random" if decision.at_random else "own")
    assert note.spoken.endswith("chosen at random" if decision.at_random else "its choice")
    who = "Minimax" if level in ("Expert", "Adaptive") else "the agent"
    if decision.at_random:
        assert shown.caption == f"Looking back: as O, {who} made a random move."
    elif who == "Minimax":
        assert shown.caption == "Looking back: as O, Minimax made one of the best moves."
    else:
        assert shown.caption == HIGHEST


def test_the_values_are_those_it_had_when_it_moved(desk: Desk) -> None:
    desk.visitor.relabel(level="Intermediate")
    before = notes_on(desk)
    assert before.caption == "The agent's values for your move; it has not moved yet"
    assert before.notes == board_notes.agents_view(AGENT, "-" * 9).notes
    desk.take(4)
    shown = notes_on(desk)
    desk.visitor.adopt(ttt.untrained())
    assert notes_on(desk) == shown
    assert shown.caption == HIGHEST
    values = AGENT.q_values("----X----")
    assert set(shown.notes) == {0, 1, 2, 3, 5, 6, 7, 8}
    for cell, note in shown.notes.items():
        assert note.spoken.startswith(f"value {values[cell]:.2f}")


def test_at_the_end_the_values_are_those_from_before_it_learned(desk: Desk) -> None:
    desk.visitor.relabel(level="Intermediate")
    desk.play_out()
    decision = desk.play.game.last_decision
    position = position_of(decision.given.board)
    assert np.array_equal(decision.given.values, AGENT.q[position], equal_nan=True)
    assert not np.array_equal(desk.visitor.agent.q, AGENT.q, equal_nan=True)
    shown = notes_on(desk)
    assert shown.caption == HIGHEST
    assert set(shown.notes) == set(rules.legal_moves(decision.given.board))


def test_undoing_a_move_returns_to_the_decision_before(desk: Desk) -> None:
    desk.take(4)
    first = desk.play.game.last_decision
    desk.take_first()
    assert desk.play.game.last_decision != first
    actions.undo_move()
    assert desk.play.game.last_decision is first
    actions.undo_move()
    assert desk.play.game.last_decision is None
    actions.new_game()
    assert desk.play.game.last_decision is None


def test_the_player_of_a_custom_level_shows_its_own_values(desk: Desk) -> None:
    desk.visitor.relabel(level="Custom")
    desk.widgets["play_brain"] = "Reward memory"
    desk.take(4)
    shown = notes_on(desk)
    assert "as O, Reward memory chose the highest of these values. In its" in shown.caption
    values = preset_agent("Reward memory (Kutschera 2018)").q_values("----X----")
    assert shown.notes[1].spoken.startswith(f"value {values[1]:.2f}")


def test_minimax_shows_only_what_it_sees(desk: Desk) -> None:
    board = "XO-------"  # every corner but one wins, in five moves
    for depth, seen in ((4, {0}), (5, {0, 1})):
        values = values_of(NamedPlayer(f"Minimax, depth {depth}"), board).values
        assert set(values[rules.legal_moves(board)]) == seen
    desk.visitor.relabel(level="Custom")
    desk.widgets["play_brain"] = "Minimax, depth 1"
    desk.take(4)
    shown = notes_on(desk)
    assert shown.caption == "Looking back: as O, Minimax, depth 1 made one of the best moves."
    assert {note.true_value for note in shown.notes.values()} == {"draw"}


def test_true_values_belong_to_the_same_position_as_the_values(desk: Desk) -> None:
    desk.take(4)
    assert notes_on(desk, values=False) == ({}, "")
    for values, board in ((True, "----X----"), (False, desk.play.game.board)):
        shown = notes_on(desk, values=values, true_values=True)
        true_value = move_values()[position_of(board)]
        assert {cell: note.true_value for cell, note in shown.notes.items()} == {
            cell: {1: "win", 0: "draw", -1: "loss"}[int(true_value[cell])]
            for cell in rules.legal_moves(board)
        }
    assert shown.caption == "True values of your moves"


def test_a_machine_that_resigned_shows_its_empty_box(desk: Desk) -> None:
    desk.visitor.adopt(machine_with_empty_box("---------"))
    desk.play.side = "O"
    actions.new_game()
    shown = notes_on(desk)
    assert shown.caption == "Looking back: as X, the agent resigned, because its box is empty."
    assert {note.spoken for note in shown.notes.values()} == {"0 beads, untried"}


def test_two_players_see_the_agents_values_for_the_next_move(desk: Desk) -> None:
    desk.widgets["play_mode"] = "Two people"
    actions.change_mode()
    desk.take(4)
    shown = notes_on(desk)
    assert shown.caption == "The agent's values for O's move"
    assert shown.notes == board_notes.agents_view(AGENT, "----X----").notes
    assert notes_on(desk, values=False, true_values=True).caption == "True values of O's moves"
    desk.take(0, 3, 1, 5)
    assert desk.play.game.over
    assert notes_on(desk, true_values=True) == ({}, "")


@given(
    cells=some.permutations(range(9)),
    thrown=some.sampled_from([ALWAYS, NEVER]),
    true_values=some.booleans(),
)
def test_the_chosen_cell_always_bears_the_mark(
    cells: list[int], thrown: float, true_values: bool
) -> None:
    rival, dice = NamedPlayer(MINIMAX, None, 0.5), Dice(thrown)
    game = Game(person="X")
    for cell in cells:
        if game.over or game.board[cell] != "-":
            continue
        game.play(cell)
        if not game.over:
            board = game.board
            game.decide(Decision(values_of(rival, board), *rival.move(board, dice)))  # type: ignore[arg-type]
            shown = board_notes.game_notes(game, AGENT, rival, values=True, true_values=true_values)
            chosen = [cell for cell, note in shown.notes.items() if note.choice]
            assert chosen == [game.moves[-1]]
            assert set(shown.notes) == set(rules.legal_moves(board))
            assert game.board[chosen[0]] == "O"


def test_a_hint_is_about_the_visitors_move_and_disappears_with_it(desk: Desk) -> None:
    desk.take(4, 0)
    actions.give_hint()
    hint, now = desk.play.hint, desk.play.game.board
    for true_values, cells in ((True, set(rules.legal_moves(now))), (False, set[int]())):
        noted = notes_on(desk, true_values=true_values, hint=hint)
        assert set(noted.notes) == cells
        assert not any(note.over_mark for note in noted.notes.values())
        assert noted.caption == board_notes.hint_reason(now, hint)
    desk.take_first()
    assert desk.play.hint is None


@pytest.mark.parametrize(
    ("board", "cell", "reason"),
    [
        ("XX-OO----", 2, "Hint: top right completes a line."),
        ("XX--O----", 2, "Hint: top right blocks X's line."),
        ("X---O---X", 1, "Hint: top keeps the draw."),
        ("XO--X---O", 3, "Hint: left makes two threats, and O can block only one."),
        ("X-------O", 2, "Hint: top right forces a win."),
    ],
)
def test_a_hint_gives_its_reason(board: str, cell: int, reason: str) -> None:
    assert board_notes.hint_reason(board, cell) == reason


@pytest.mark.parametrize(
    ("name", "results"),
    [
        ("Default", ""),
        ("MENACE (Michie 1961)", ""),
        ("Trap setter", "a win is worth 1, a draw 0 and a loss −15."),
        ("Sutton and Barto (2018)", "a win is worth 1, a draw 0.5 and a loss 0."),
        ("Adaptive (freeCodeCamp 2025)", "a win is worth 1, a draw −1 and a loss −1."),
        ("Reward memory (Kutschera 2018)", "a win is worth 100, a draw 10 and a loss −1."),
    ],
)
def test_the_caption_says_what_results_are_worth_unless_it_is_what_everybody_expects(
    name: str, results: str
) -> None:
    agent = ttt.train(replace(ttt.PRESETS[name], games=1))
    caption = board_notes.agents_view(agent, "X--------").caption
    assert ("In its training" in caption) == bool(results)
    assert results in caption


def test_a_good_colour_never_meets_a_lost_move_without_a_sentence() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=2_000, rule="q-learning", initial_value=0.5))
    believed = (np.nan_to_num(agent.q) > 0.1) & (agent.visits > 0)
    position = np.argwhere((move_values() == -1) & believed)[0][0]
    caption = board_notes.agents_view(agent, boards()[position], true_values=True).caption
    assert "in fact, th" in caption


def test_a_move_is_announced_and_an_ending_stands_out_in_the_colour_of_the_winner() -> None:
    assert announcement(played("4")) == "You played centre. Your turn: you are X."
    resigned = replace(Game(person="O"), resigned=True)
    for game, said in (
        (played("4"), "Your turn: you are :blue[X]"),
        (played("03142"), ":blue[:material/flag: You win]"),
        (played("03142", "O"), ":blue[:material/flag: The agent wins]"),
        (played("306142", None), ":orange[:material/flag: O wins]"),
        (played("041352687"), ":material/handshake: A draw"),
        (resigned, ":orange[:material/flag: The agent resigns: you win]"),
    ):
        assert wording.headline(game) == said


BY_EXPLORING = "The agent is unbeatable when it does not explore, but {} of its moves"


@pytest.mark.parametrize(
    ("level", "settings", "beginning"),
    [
        ("Intermediate", {}, BY_EXPLORING.format("10.0%")),
        ("Beginner", {}, BY_EXPLORING.format("73.0%")),
        ("Intermediate", {"explores": False}, "A random player"),
        ("Expert", {}, "A random player never beats it."),
        ("Custom", {"random_share": 0.5}, "Your mix plays differently from the agent alone."),
    ],
)
def test_the_level_says_why_it_differs_from_the_verdict_in_the_sidebar(
    level: Level, settings: dict[str, Any], beginning: str
) -> None:
    agent = ttt.train(ttt.PRESETS["Default"])
    rival = opponent(level, agent, {}, **settings)
    card = ttt.evaluate(rival.policy())
    assert wording.how_it_plays(level, rival, agent, card).startswith(beginning)
    if level == "Expert":
        said = wording.how_it_plays(level, rival, ttt.untrained(), card)
        assert said.startswith("Your agent is beatable; minimax, which plays here, is not.")


def test_a_win_against_an_unbeatable_agent_is_put_down_to_its_random_moves() -> None:
    def said(game: Game, *, unbeatable: bool = True) -> str:
        return wording.beaten_although_unbeatable(game, unbeatable=unbeatable)

    rival = NamedPlayer(YOUR_AGENT, AGENT, 1.0)
    game = Game(person="X")
    for cell, reply in ((0, 3), (1, 4)):
        game.play(cell)
        game.decide(Decision(values_of(rival, game.board), reply, at_random=reply == 3))
    assert said(game) == ""
    game.play(2)
    assert said(game).endswith("In this game it made 1 random move.")
    assert said(game, unbeatable=False) == ""
    assert said(replace(game, person="O")) == ""
    assert said(replace(game, decisions={})) == ""
