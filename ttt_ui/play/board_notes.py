"""What Play shows on a board: values, true values, hints, and the bar with the chances."""

from dataclasses import replace
from typing import NamedTuple

import ttt_core as ttt
from ttt_core.game import DRAW, LOSS, WIN, move_values, moves_to_end, position_of, position_values
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import BarPart, CellNote, EvaluationBar
from ttt_ui.drawing.colours import signed_tone, value_tone
from ttt_ui.drawing.heatmap import value_text
from ttt_ui.language import tr
from ttt_ui.moves.values import (
    DASH,
    NOT_TRIED,
    Certainty,
    MoveValues,
    beliefs_against_facts,
    results_in_words,
    values_of,
    values_of_agent,
)
from ttt_ui.play.state import OpponentAnalysis
from ttt_ui.replay.game import Decision, Game
from ttt_ui.visit.players import (
    DEPTHS,
    MINIMAX,
    YOUR_AGENT,
    NamedPlayer,
    player_label,
)
from ttt_ui.wording import (
    TRUE_VALUE_WORDS,
    cell_name,
    counted,
    percent,
    worth,
)

_NEXT_MOVE_WINS = 3
"""Moves to the end: this one, any reply, and the one that wins."""
_OUTCOMES = {1: tr_noop("a win"), 0: tr_noop("a draw"), -1: tr_noop("a loss")}


class BoardNotes(NamedTuple):
    """What is shown on the cells of a board, and the words under the board for it."""

    notes: dict[int, CellNote]
    caption: str


def agents_view(agent: ttt.Agent, board: str, *, true_values: bool = False) -> BoardNotes:
    """Show the agent's values of the next move, or its beads, in an open position."""
    given = values_of_agent(agent, board)
    side = rules.side_to_move(board)
    caption = _with_facts(
        tr("{values} for {side}'s move", values=_values(given), side=side), given, true_values
    )
    return BoardNotes(move_notes(board, given, true_values=true_values), caption)


def game_notes(
    game: Game,
    agent: ttt.Agent,
    rival: NamedPlayer,
    *,
    values: bool,
    true_values: bool,
    hint: int | None = None,
) -> BoardNotes:
    """Show the players' values and the true values on the board of a game.

    The values are those of the person's opponent before its last move, because they explain that
    move; before its first move and in a game of two players, they belong to the present position.
    True values belong to the same position as the values. A hint is about the present position.
    """
    if hint is not None:
        notes = move_notes(game.board, None, true_values=true_values)
        return BoardNotes(notes, hint_reason(game.board, hint))
    decision = game.last_decision
    if values and decision is not None:
        notes = _decision_notes(decision, true_values=true_values)
        caption = _with_facts(why_it_moved(decision), decision.given, true_values)
        return BoardNotes(notes, caption)
    if game.over or not (values or true_values):
        return BoardNotes({}, "")
    if not values:
        caption = (
            tr("True values of your moves")
            if game.person == game.side
            else tr("True values of {side}'s moves", side=game.side)
        )
        return BoardNotes(move_notes(game.board, None, true_values=True), caption)
    if game.person is None:
        return agents_view(agent, game.board, true_values=true_values)
    given = values_of(rival, game.board)
    caption = (
        tr("{values} for your move; it has not moved yet", values=_values(given))
        if game.persons_turn
        else tr(
            "{values} for {side}'s move; it has not moved yet",
            values=_values(given),
            side=game.side,
        )
    )
    caption = _with_facts(caption, given, true_values)
    return BoardNotes(move_notes(game.board, given, true_values=true_values), caption)


def hint_reason(board: str, cell: int) -> str:
    """Name the best move for the side to move, and say what it does."""
    side = rules.side_to_move(board)
    other, value = rules.other(side), position_values()[position_of(board)]
    if rules.outcome(rules.play(board, cell)) == side:
        sentence = tr_noop("{cell} completes a line.")
    elif value == WIN and moves_to_end()[position_of(board)] == _NEXT_MOVE_WINS:
        sentence = tr_noop("{cell} makes two threats, and {other} can block only one.")
    elif value == WIN:
        sentence = tr_noop("{cell} forces a win.")
    elif rules.outcome(board[:cell] + other + board[cell + 1 :]) == other:
        sentence = tr_noop("{cell} blocks {other}'s line.")
    elif value == DRAW:
        sentence = tr_noop("{cell} keeps the draw.")
    else:
        sentence = tr_noop("{cell} holds out longest, although every move loses here.")
    return tr("Hint: {reason}", reason=tr(sentence, cell=cell_name(cell), other=other))


def _with_facts(caption: str, given: MoveValues, true_values: bool) -> str:
    facts = [
        results_in_words(given.results),
        beliefs_against_facts(given, shows_true_values=true_values),
    ]
    sentences = " ".join(filter(None, facts))
    return f"{caption.removesuffix('.')}. {sentences}" if sentences else caption


def _values(given: MoveValues) -> str:
    if given.kind == "policy":
        return tr("The probabilities of {player}'s moves", player=_player(given))
    if given.player == YOUR_AGENT:
        return tr("The agent's beads") if given.kind == "matchboxes" else tr("The agent's values")
    player = _player(given)
    if given.kind == "matchboxes":
        return tr("{player}'s beads", player=player)
    return tr("{player}'s values", player=player)


def _player(given: MoveValues) -> str:
    if given.kind == "minimax" and given.player not in DEPTHS:
        return player_label(MINIMAX)
    return tr("the agent") if given.player == YOUR_AGENT else player_label(given.player)


def why_it_moved(decision: Decision) -> str:
    """Say why the opponent made its last move: a look back, although the visitor is to move."""
    given = decision.given
    if decision.cell is None:
        sentence = tr_noop("Looking back: as {side}, {player} resigned, because its box is empty.")
    elif decision.at_random:
        sentence = tr_noop("Looking back: as {side}, {player} made a random move.")
    elif given.kind == "matchboxes":
        sentence = tr_noop("Looking back: as {side}, {player} drew one of these beads.")
    elif given.kind == "policy":
        sentence = tr_noop(
            "Looking back: as {side}, {player} drew its move by these probabilities."
        )
    elif given.kind == "minimax":
        sentence = tr_noop("Looking back: as {side}, {player} made one of the best moves.")
    else:
        sentence = tr_noop("Looking back: as {side}, {player} chose the highest of these values.")
    return tr(sentence, side=rules.side_to_move(given.board), player=_player(given))


def _decision_notes(decision: Decision, *, true_values: bool) -> dict[int, CellNote]:
    """Return notes that are also shown on the cells that have been taken since."""
    given = decision.given
    result = {
        cell: replace(note, over_mark=True)
        for cell, note in move_notes(given.board, given, true_values=true_values).items()
    }
    if decision.cell is not None:
        note = result[decision.cell]
        result[decision.cell] = replace(
            note,
            choice="random" if decision.at_random else "own",
            spoken=tr("{value}, chosen at random", value=note.spoken)
            if decision.at_random
            else tr("{value}, its choice", value=note.spoken),
        )
    return result


def move_notes(board: str, given: MoveValues | None, *, true_values: bool) -> dict[int, CellNote]:
    """Return what the free cells show: the values a player has given, the true values, or both."""
    free = rules.legal_moves(board)
    if not free or not (given or true_values):
        return {}
    true_value = move_values()[position_of(board)]
    return {
        cell: _note(cell, given, int(true_value[cell]), true_values=true_values) for cell in free
    }


def _note(cell: int, given: MoveValues | None, true_value: int, *, true_values: bool) -> CellNote:
    word = TRUE_VALUE_WORDS[true_value]
    spoken = tr("true value: {value}", value=worth(true_value, 0))
    if given is None:
        return CellNote("", signed_tone(true_value), word, spoken)
    value = given.values[cell]
    seen = TRUE_VALUE_WORDS[int(value)] if given.kind == "minimax" else None
    certainty = given.certainties.get(cell)
    parts = (
        _spoken(value, given.kind),
        tr(certainty) if certainty else None,
        spoken if true_values else None,
    )
    return CellNote(
        _written(value, given, certainty),
        value_tone(value, given.values, given.scale, given.kind),
        word if true_values else seen,
        ", ".join(part for part in parts if part),
        certainty=certainty,
    )


def _written(value: float, given: MoveValues, certainty: Certainty | None) -> str:
    if given.kind == "minimax":
        return ""  # its badge says it
    if given.kind == "matchboxes":
        return f"{value:.0f}"
    if given.kind == "policy":
        return percent(value)
    if certainty == NOT_TRIED:
        return DASH
    return value_text(value, given.scale)


def _spoken(value: float, kind: str) -> str:
    if kind == "minimax":
        return tr(_OUTCOMES[int(value)])
    if kind == "matchboxes":
        return counted(round(value), "bead", "beads")
    if kind == "policy":
        return tr("probability {share}", share=percent(value))
    return tr("value {value:z.2f}", value=value)


def evaluation(game: Game, analysis: OpponentAnalysis) -> EvaluationBar:
    """Return how a game ends from here if the person, or both players, play perfectly."""
    if game.person is None:
        return _two_perfect_players(game)
    result = analysis.perfect_play(game.board, game.person)
    return EvaluationBar(
        tr("If you play perfectly"),
        (
            BarPart("win", tr("win {share}", share=percent(result.win)), result.win),
            BarPart("draw", tr("draw {share}", share=percent(result.draw)), result.draw),
            BarPart("loss", tr("lose {share}", share=percent(result.loss)), result.loss),
        ),
    )


def _two_perfect_players(game: Game) -> EvaluationBar:
    for_x = int(position_values()[position_of(game.board)]) * (1 if game.side == rules.X else -1)
    result = ttt.Result(float(for_x == WIN), float(for_x == DRAW), float(for_x == LOSS))
    return EvaluationBar(
        tr("If both play perfectly"),
        (
            BarPart("X", tr("X wins {share}", share=percent(result.win)), result.win),
            BarPart("draw", tr("draw {share}", share=percent(result.draw)), result.draw),
            BarPart("O", tr("O wins {share}", share=percent(result.loss)), result.loss),
        ),
    )
