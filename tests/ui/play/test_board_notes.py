"""Why the opponent moved there: its values before its last move, or a random move."""

import re
from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

import ttt_core as ttt
from tests.ui.play.conftest import AGENT, Desk
from tests.ui.support import Dice, machine_with_empty_box
from ttt_core.game import board as rules
from ttt_core.game.graph import boards, position_of
from ttt_core.game.solution import move_values
from ttt_core.learning.agent import Level
from ttt_ui.drawing.heatmap import values_figure
from ttt_ui.moves.values import value_scale, values_of
from ttt_ui.play import actions, board_notes, wording
from ttt_ui.replay.game import Decision, Game
from ttt_ui.replay.views import announcement
from ttt_ui.visit.players import MINIMAX, YOUR_AGENT, NamedPlayer, opponent, preset_agent

LOOKING_BACK = "Looking back: as O, the agent chose the highest of these values."


def notes_on(desk: Desk, **switches: Any) -> board_notes.BoardNotes:
    switches = {"values": True, "true_values": False} | switches
    return board_notes.game_notes(desk.play.game, desk.visitor.agent, actions.rival(), **switches)


@pytest.mark.parametrize("level", get_args(Level))
@pytest.mark.parametrize("always", [True, False])
def test_every_level_says_whether_its_move_was_random(
    desk: Desk,
    level: Level,
    always: bool,
) -> None:
    desk.visitor.relabel(level=level)
    desk.widgets |= {"play_random_share": 0.5, "play_epsilon": 0.5}
    desk.play.random = Dice(0.0 if always else 1 - 1e-9)  # type: ignore[assignment]
    desk.take(4)
    game = desk.play.game
    decision = game.last_decision
    assert decision is not None
    assert decision.cell == game.moves[1]
    assert decision.given.board == "----X----"
    assert decision.at_random == (always and level != "Expert")
    shown = notes_on(desk)
    note = shown.notes[game.moves[1]]
    assert note.over_mark
    assert note.choice == ("random" if decision.at_random else "own")
    assert ("chosen at random" in note.spoken) == decision.at_random
    assert ("its choice" in note.spoken) != decision.at_random
    if decision.at_random:
        who = "Minimax" if level == "Adaptive" else "the agent"
        assert shown.caption == f"Looking back: as O, {who} made a random move."
    elif level in ("Expert", "Adaptive"):
        assert shown.caption == "Looking back: as O, Minimax made one of the best moves."
    else:
        assert shown.caption == LOOKING_BACK
    assert sum(note.choice is not None for note in shown.notes.values()) == 1


def test_the_values_are_those_it_had_when_it_moved(desk: Desk) -> None:
    desk.visitor.relabel(level="Intermediate")
    desk.take(4)
    then = AGENT.q_values("----X----")
    shown = notes_on(desk)
    desk.visitor.adopt(ttt.untrained())
    assert notes_on(desk) == shown
    assert set(shown.notes) == {0, 1, 2, 3, 5, 6, 7, 8}
    for cell, note in shown.notes.items():
        assert note.spoken.startswith(f"value {then[cell]:.2f}")


def test_at_the_end_the_values_are_those_from_before_it_learned(desk: Desk) -> None:
    desk.visitor.relabel(level="Intermediate")
    desk.play_out()
    decision = desk.play.game.last_decision
    assert decision is not None
    position = position_of(decision.given.board)
    assert np.array_equal(decision.given.values, AGENT.q[position], equal_nan=True)
    assert not np.array_equal(desk.visitor.agent.q, AGENT.q, equal_nan=True)
    assert notes_on(desk).caption == LOOKING_BACK
    cells = {cell for cell in range(9) if decision.given.board[cell] == "-"}
    assert set(notes_on(desk).notes) == cells


def test_before_its_first_move_it_shows_its_values_for_yours(desk: Desk) -> None:
    desk.visitor.relabel(level="Intermediate")
    shown = notes_on(desk)
    assert shown.caption == "The agent's values for your move; it has not moved yet"
    assert shown.notes == board_notes.agents_view(AGENT, "-" * 9).notes


def test_undoing_a_move_returns_to_the_decision_before(desk: Desk) -> None:
    desk.take(4)
    first = desk.play.game.last_decision
    desk.take(rules.legal_moves(desk.play.game.board)[0])
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
    assert shown.caption == (
        "Looking back: as O, Reward memory chose the highest of these values. In its training, a "
        "win is worth 100, a draw 10 and a loss −1."
    )
    memory = preset_agent("Reward memory (Kutschera 2018)")
    values = memory.q_values("----X----")
    assert shown.notes[1].spoken.startswith(f"value {values[1]:.2f}")


def test_minimax_shows_only_what_it_sees(desk: Desk) -> None:
    board = "XO-------"  # every corner but one wins, in five moves
    for depth, seen in ((4, {0}), (5, {0, 1})):
        rival = NamedPlayer(f"Minimax, depth {depth}")
        free = rules.legal_moves(board)
        assert set(values_of(rival, board).values[free]) == seen
    desk.visitor.relabel(level="Custom")
    desk.widgets["play_brain"] = "Minimax, depth 1"
    desk.take(4)
    shown = notes_on(desk)
    assert shown.caption == "Looking back: as O, Minimax, depth 1 made one of the best moves."
    assert {note.true_value for note in shown.notes.values()} == {"draw"}


def test_true_values_belong_to_the_same_position_as_the_values(desk: Desk) -> None:
    desk.take(4)
    then, now = "----X----", desk.play.game.board
    for switches, board in (({"values": True}, then), ({"values": False}, now)):
        shown = notes_on(desk, true_values=True, **switches)
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
    for cell in (0, 3, 1, 5):
        desk.take(cell)
    assert desk.play.game.over
    assert notes_on(desk, true_values=True) == ({}, "")


def test_the_board_shows_nothing_if_no_switch_is_on(desk: Desk) -> None:
    desk.take(4)
    assert notes_on(desk, values=False) == ({}, "")


@given(cells=some.permutations(range(9)), always=some.booleans(), true_values=some.booleans())
def test_the_chosen_cell_always_bears_the_mark(
    cells: list[int], always: bool, true_values: bool
) -> None:
    rival = NamedPlayer(MINIMAX, None, 0.5)
    dice: Any = Dice(0.0 if always else 1 - 1e-9)
    game = Game(person="X")
    for cell in cells:
        if game.over or game.board[cell] != "-":
            continue
        game.play(cell)
        if not game.over:
            board = game.board
            game.decide(Decision(values_of(rival, board), *rival.move(board, dice)))
            shown = board_notes.game_notes(game, AGENT, rival, values=True, true_values=true_values)
            chosen = [cell for cell, note in shown.notes.items() if note.choice]
            assert chosen == [game.moves[-1]]
            assert set(shown.notes) == set(rules.legal_moves(board))
            assert game.board[chosen[0]] == "O"


@pytest.mark.parametrize("true_values", [True, False])
def test_a_hint_is_about_the_visitors_move(desk: Desk, true_values: bool) -> None:
    for cell in (4, 0):
        desk.take(cell)
    actions.give_hint()
    hint, now = desk.play.hint, desk.play.game.board
    assert hint is not None
    noted = notes_on(desk, values=True, true_values=true_values, hint=hint)
    assert set(noted.notes) == (set(rules.legal_moves(now)) if true_values else set())
    assert not any(note.over_mark for note in noted.notes.values())
    assert noted.caption == board_notes.hint_reason(now, hint)


@pytest.mark.parametrize(
    ("board", "cell", "reason"),
    [
        ("XX-OO----", 2, "Hint: top right completes a line."),
        ("XX--O----", 2, "Hint: top right blocks X's line."),
        ("X---O---X", 1, "Hint: top keeps the draw."),
        ("XO--X---O", 3, "Hint: left makes two threats, and O can block only one."),
        ("X-------O", 2, "Hint: top right forces a win."),
        ("XO--X----", 8, "Hint: bottom right blocks X's line."),
        ("X-O-X-O-X"[:8] + "-", 8, "Hint: bottom right completes a line."),
    ],
)
def test_a_hint_gives_its_reason(board: str, cell: int, reason: str) -> None:
    assert board_notes.hint_reason(board, cell) == reason


@pytest.mark.parametrize("name", [*ttt.PRESETS])
def test_a_value_has_one_number_on_all_pages(name: str) -> None:
    """A draw may be worth as little as a loss, as in the published adaptive AI."""
    agent = ttt.train(replace(ttt.PRESETS[name], games=200))
    for board in ("X--------", "X---O----", "XO--X----"):
        tried = agent.visits[position_of(board)] > 0
        on_play = board_notes.agents_view(agent, board)
        on_inspect = values_figure(agent, board, value_scale(agent), [])
        texts = {note.x + 3 * note.y: note.text for note in on_inspect.layout.annotations}
        for cell, note in on_play.notes.items():
            if agent.kind == "policy":  # probabilities, with a decimal less on Inspect
                continue
            assert re.sub("</?b>|<br>.*", "", texts[cell]) == note.text
            if tried[cell] and agent.kind != "matchboxes":
                exact = agent.q_values(board)[cell]
                assert float(note.text.replace("−", "-")) == pytest.approx(exact, abs=0.051)
        rewards = {
            "Adaptive (freeCodeCamp 2025)": "a win is worth 1, a draw −1 and a loss −1.",
            "Reward memory (Kutschera 2018)": "a win is worth 100, a draw 10 and a loss −1.",
            "Taught memory (Kutschera 2018)": "a win is worth 100, a draw 10 and a loss −1.",
            "Trap setter": "a win is worth 1, a draw 0 and a loss −15.",
            "Sutton and Barto (2018)": "a win is worth 1, a draw 0.5 and a loss 0.",
            "Sutton and Barto, as the text has it": "a win is worth 1, a draw 0 and a loss 0.",
        }
        assert ("In its training" in on_play.caption) == (name in rewards)
        assert rewards.get(name, "") in on_play.caption


def test_a_good_colour_never_meets_a_lost_move_without_a_sentence() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=2_000, rule="q-learning", initial_value=0.5))
    believed = (np.nan_to_num(agent.q) > 0.1) & (agent.visits > 0)
    position = np.argwhere((move_values() == -1) & believed)[0][0]
    caption = board_notes.agents_view(agent, boards()[position], true_values=True).caption
    assert "in fact, th" in caption


def test_moves_are_announced_by_their_cells() -> None:
    game = Game()
    game.play(4)
    assert announcement(game) == "You played centre. Your turn: you are X."


def test_an_ending_stands_out_in_the_colour_of_the_winner() -> None:
    def after(cells: str, **more: Any) -> str:
        return wording.headline(replace(Game(moves=[int(cell) for cell in cells]), **more))

    assert after("4") == "Your turn: you are :blue[X]"
    assert after("03142") == ":blue[:material/flag: You win]"
    assert after("03142", person="O") == ":blue[:material/flag: The agent wins]"
    assert after("306142", person=None) == ":orange[:material/flag: O wins]"
    assert after("041352687") == ":material/handshake: A draw"
    assert (
        after("", person="O", resigned=True)
        == ":orange[:material/flag: The agent resigns: you win]"
    )


@pytest.mark.parametrize(
    ("level", "settings", "beginning"),
    [
        (
            *("Intermediate", {}),
            "The agent is unbeatable when it does not explore, but 10.0% of its moves",
        ),
        (
            *("Beginner", {}),
            "The agent is unbeatable when it does not explore, but 73.0% of its moves",
        ),
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
    said = wording.how_it_plays(level, rival, agent, ttt.evaluate(rival.policy()))
    assert said.startswith(beginning)


def test_expert_is_unbeatable_though_the_agent_is_beatable() -> None:
    rival = opponent("Expert", ttt.untrained(), {})
    card = ttt.evaluate(rival.policy())
    said = wording.how_it_plays("Expert", rival, ttt.untrained(), card)
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
    assert said(game) == (
        "The agent is unbeatable only when it makes no random moves. "
        "In this game it made 1 random move."
    )
    assert said(game, unbeatable=False) == ""
    assert said(replace(game, person="O")) == ""
    assert said(replace(game, decisions={})) == ""
