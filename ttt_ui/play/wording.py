"""What the play page says of a game, a position and an opponent."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import position_of
from ttt_core.game.solution import move_values, position_values
from ttt_core.learning.agent import Level
from ttt_core.learning.rules import RULES_IN_PLAY
from ttt_ui.play.opponent_analysis import OpponentAnalysis
from ttt_ui.play.shown_values import Decision, ShownValues, shown_values_of, shown_values_of_agent
from ttt_ui.play.state import Game, NewlyMet
from ttt_ui.shared.board_component import BarPart, CellNote, EvaluationBar
from ttt_ui.shared.cell_colours import Tone, amount_tone, signed_tone
from ttt_ui.shared.heatmap import value_text
from ttt_ui.shared.opponents import YOUR_AGENT, Opponent
from ttt_ui.shared.standing import DASH, NOT_TRIED, Standing
from ttt_ui.shared.wording import TRUE_VALUE_WORDS, cell_name, coloured, counted, percent


def status(game: Game) -> str:
    """Say whose turn it is, or how the game ended."""
    result = game.result
    if result == "draw":
        return "A draw"
    if game.resigned:
        winner = f"{result} wins" if game.person is None else "you win"
        return f"It resigns: {winner}"
    if game.person is None:
        return f"{result} wins" if result else f"{game.side} to move"
    if result:
        return "You win" if result == game.person else "The agent wins"
    return f"Your turn, you are {game.person}"


def headline(game: Game) -> str:
    """Say the same in Markdown, with the sides in their colours; an ending stands out."""
    said, result = status(game), game.result
    if result is None:
        return coloured(said)
    if result == "draw":
        return f":material/handshake: {said}"
    return f":{'blue' if result == rules.X else 'orange'}[:material/flag: {said}]"


def announcement(game: Game, hint: int | None = None) -> str:
    """Say to screen readers the hint or, without one, the last moves and how the game stands."""
    if hint is not None:
        return f"Hint: {cell_name(hint)}."
    said = []
    for ply in range(max(0, len(game.moves) - 2), len(game.moves)):
        side = "XO"[ply % 2]
        who = side if game.person is None else "You" if side == game.person else "Agent"
        said.append(f"{who} took {cell_name(game.moves[ply])}.")
    return " ".join([*said, f"{status(game)}."])


class Overlay(NamedTuple):
    """What lies over the cells of a board, and whose view of which position it is."""

    notes: dict[int, CellNote]
    caption: str


def agents_view(agent: ttt.Agent, board: str, *, true_values: bool = False) -> Overlay:
    """Lay an agent's values of the next move (scores, beads) over an open board."""
    seen = shown_values_of_agent(agent, board)
    caption = f"{_view(seen)} for the move of {rules.side_to_move(board)}"
    return Overlay(notes(board, seen, true_values=true_values), caption)


def overlay(
    game: Game, agent: ttt.Agent, rival: Opponent, *, thoughts: bool, true_values: bool
) -> Overlay:
    """Lay over the board of a game what its players' thoughts and the truth are.

    The thoughts are those of the person's opponent at its last move, so that they say why it moved
    there; before its first, and where two people play, those on the present position. The truth is
    that of the position which the thoughts are about.
    """
    decision = game.last_decision
    if thoughts and decision is not None:
        return Overlay(
            _decision_notes(decision, true_values=true_values), _before_its_move(decision)
        )
    if game.over:
        return Overlay({}, "")
    if thoughts:
        if game.person is None:
            return agents_view(agent, game.board, true_values=true_values)
        seen = shown_values_of(rival, game.board)
        mover = "your move" if game.persons_turn else f"the move of {game.side}"
        caption = f"It has not moved yet. {_view(seen)} for {mover}"
        return Overlay(notes(game.board, seen, true_values=true_values), caption)
    if true_values:
        whose = "each of your moves" if game.person == game.side else f"each move of {game.side}"
        return Overlay(notes(game.board, None, true_values=True), f"What {whose} is truly worth")
    return Overlay({}, "")


_CALLED: dict[str, str] = {
    "q-table": "values",
    "reward-memory": "scores",
    "matchboxes": "beads",
    "minimax": "view",
}


def _view(seen: ShownValues) -> str:
    whose = "The agent" if seen.whose == YOUR_AGENT else seen.whose
    return f"{whose}'s {_CALLED[seen.kind]}"


def _before_its_move(decision: Decision) -> str:
    seen = decision.thoughts
    caption = f"{_view(seen)}, as {rules.side_to_move(seen.board)}, "
    if decision.cell is None:
        return f"{caption}where it resigned"
    return f"{caption}before its last move" + (", a random one" if decision.at_random else "")


def _decision_notes(decision: Decision, *, true_values: bool) -> dict[int, CellNote]:
    """Return notes that also lie over what was free at the decision and is not any more."""
    seen = decision.thoughts
    result = {
        cell: replace(note, over_mark=True)
        for cell, note in notes(seen.board, seen, true_values=true_values).items()
    }
    if decision.cell is not None:
        note = result[decision.cell]
        result[decision.cell] = replace(
            note,
            choice="random" if decision.at_random else "own",
            spoken=f"{note.spoken}, {'drawn at random' if decision.at_random else 'its choice'}",
        )
    return result


def notes(board: str, seen: ShownValues | None, *, true_values: bool) -> dict[int, CellNote]:
    """Lay what somebody thinks of a board, and what is true, over its free cells."""
    free = rules.legal_moves(board)
    if not free or not (seen or true_values):
        return {}
    true_value = move_values()[position_of(board)]
    return {
        cell: _note(cell, seen, int(true_value[cell]), true_values=true_values) for cell in free
    }


def _note(cell: int, seen: ShownValues | None, true_value: int, *, true_values: bool) -> CellNote:
    word = TRUE_VALUE_WORDS[true_value]
    if seen is None:
        return CellNote("", signed_tone(true_value), word, f"truly a {word}")
    value = seen.values[cell]
    badge = word if true_values or seen.kind == "minimax" else None
    standing = seen.standings.get(cell)
    parts = (_spoken(value, seen.kind), standing, f"truly a {word}" if true_values else None)
    return CellNote(
        _written(value, seen, standing),
        _tone(value, seen),
        badge,
        ", ".join(part for part in parts if part),
        standing=standing,
    )


def _tone(value: float, seen: ShownValues) -> Tone:
    """Return the colour that Inspect gives the value, too."""
    if seen.kind == "matchboxes":
        return amount_tone(value / max(float(np.nanmax(seen.values)), 1))
    return signed_tone(float(seen.scale.cell_colours(np.array(value))))


def _written(value: float, seen: ShownValues, standing: Standing | None) -> str:
    if seen.kind == "minimax":
        return ""  # its badge says it
    if seen.kind == "matchboxes":
        return f"{value:.0f}"
    if standing == NOT_TRIED:
        return DASH
    return value_text(value, seen.scale)


def _spoken(value: float, kind: str) -> str:
    if kind == "minimax":
        return f"a {TRUE_VALUE_WORDS[int(value)]}"
    if kind == "matchboxes":
        return f"{value:.0f} {'bead' if value == 1 else 'beads'}"
    return f"{'score' if kind == 'reward-memory' else 'Q-value'} {value:z.2f}"


def evaluation(game: Game, analysis: OpponentAnalysis) -> EvaluationBar:
    """Say how a game ends from here with perfect play: the person's or, of two people, of both."""
    if game.person is None:
        return _best_play(game)
    if game.over:
        label, result = "The game has ended", _one_of_three(game.result, game.person)
    else:
        label = "If you play perfectly"
        result = analysis.perfect_play(game.board, game.person)
    return EvaluationBar(
        label,
        (
            BarPart("win", f"win {percent(result.win)}", result.win),
            BarPart("draw", f"draw {percent(result.draw)}", result.draw),
            BarPart("loss", f"lose {percent(result.loss)}", result.loss),
        ),
    )


def _best_play(game: Game) -> EvaluationBar:
    if game.over:
        label, result = "The game has ended", _one_of_three(game.result, rules.X)
    else:
        true_value = int(position_values()[position_of(game.board)])
        winner = game.side if true_value > 0 else rules.other(game.side)
        label, result = (
            "If both play perfectly",
            _one_of_three(winner if true_value else "draw", rules.X),
        )
    return EvaluationBar(
        label,
        (
            BarPart("X", f"X wins {percent(result.win)}", result.win),
            BarPart("draw", f"draw {percent(result.draw)}", result.draw),
            BarPart("O", f"O wins {percent(result.loss)}", result.loss),
        ),
    )


def _one_of_three(outcome: rules.Outcome | None, side: Side) -> ttt.Result:
    return ttt.Result(
        float(outcome == side), float(outcome == "draw"), float(outcome == rules.other(side))
    )


def taught(agent: ttt.Agent, *, people: bool) -> str:
    """Say what the agent learns from a game, with people or by itself."""
    if people and agent.in_play is not None:
        rule = RULES_IN_PLAY[agent.in_play.rule]
        return (
            f"By the rule of its program, with α {agent.in_play.alpha:g} and "
            f"γ {agent.in_play.gamma:g}. {rule.sentence}"
        )
    return "After each game the moves of both sides go into the agent's table."


def watching(agent: ttt.Agent) -> str:
    """Say from whom the agent learns when two people play."""
    learns = "both" if agent.in_play is None else RULES_IN_PLAY[agent.in_play.rule].learns
    return f"The agent watches, and learns from {'both of you' if learns == 'both' else learns}."


def learned_sentence(met: NewlyMet, changed: int) -> str:
    """Say which positions the agent met in the last game, and how many of its values changed."""
    said = []
    if met.in_the_game:
        equivalents = ", mirror images and rotations among them" if met.with_equivalents else ""
        said.append(
            f"From this game it knows {counted(met.in_the_game, 'new position')}{equivalents}."
        )
    if met.thinking:
        met_so = f"{met.thinking:,} more" if said else counted(met.thinking, "new position")
        said.append(f"Thinking the game over, it met {met_so}.")
    if changed:
        said.append("What each move of the game is worth to its player, before and after:")
    elif said:
        said.append("What it knew of the moves of this game stands.")
    else:
        said.append("This game told it nothing that it did not know.")
    return " ".join(said)


def how_it_plays(level: Level, rival: Opponent, agent: ttt.Agent, now: ttt.ReportCard) -> str:
    """Say how often a random player beats an opponent, and why that is not the agent's best play.

    Parameters
    ----------
    level, rival
    agent
        The visitor's, of which the sidebar says how good it is at its best.
    now
        The figures of the opponent as it plays.
    """
    if ttt.evaluate(agent).unbeatable == now.unbeatable:
        return chance_of_random(now)
    if level == "Expert":
        return f"The agent itself can be beaten; minimax cannot. {chance_of_random(now)}"
    if level == "Custom":
        return f"Your mixture is not the agent at its best. {chance_of_random(now)}"
    return (
        f"At its best it cannot be beaten; but {percent(rival.random_share)} of its moves at this "
        f"level are random. {chance_of_random(now)}"
    )


def chance_of_random(card: ttt.ReportCard) -> str:
    """Say how often a random player beats an opponent."""
    as_x, as_o = card.vs_random_as_o.loss, card.vs_random_as_x.loss
    if as_x == as_o == 0:
        return "A random player never beats it."
    return (
        f"A random player beats it in exactly {percent((as_x + as_o) / 2)} of games: "
        f"{percent(as_x)} when random is X, {percent(as_o)} when it is O."
    )
