"""What the play page says of a game, a position and an opponent."""

from collections.abc import Mapping

import numpy as np

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game.graph import position_of
from ttt_core.game.solution import move_values
from ttt_core.learning.rules import RULES_IN_PLAY
from ttt_ui.play.state import Game
from ttt_ui.shared.board_component import CellNote
from ttt_ui.shared.opponents import plays_itself
from ttt_ui.shared.wording import WORTH_WORDS, cell_name, percent


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


def announcement(game: Game) -> str:
    """Say the last moves and the state of the game, for screen readers."""
    said = []
    for ply in range(max(0, len(game.moves) - 2), len(game.moves)):
        side = "XO"[ply % 2]
        who = side if game.person is None else "You" if side == game.person else "Agent"
        said.append(f"{who} took {cell_name(game.moves[ply])}.")
    return " ".join([*said, f"{status(game)}."])


def notes(agent: ttt.Agent, board: str, *, thoughts: bool, truth: bool) -> dict[int, CellNote]:
    """Lay Q-values (scores, beads) and true worth over the free cells.

    The colour of a Q-value goes from the lowest to the highest on the board; where all are equal
    it is neutral.
    """
    free = rules.legal_moves(board)
    if not free or not (thoughts or truth):
        return {}
    values = agent.q_values(board)
    low, high = np.nanmin(values), np.nanmax(values)
    worth = move_values()[position_of(board)]
    result = {}
    for cell in free:
        spoken = []
        if thoughts:
            spoken.append(_spoken(values[cell], agent))
        if truth:
            spoken.append(f"truly a {WORTH_WORDS[int(worth[cell])]}")
        result[cell] = CellNote(
            text=number(values[cell], agent) if thoughts else "",
            tone=float((values[cell] - low) / (high - low)) if thoughts and high > low else None,
            worth=WORTH_WORDS[int(worth[cell])] if truth else None,
            spoken=", ".join(spoken),
        )
    return result


def familiarity(agent: ttt.Agent, board: str) -> str:
    """Say whether the agent knows a board."""
    if rules.outcome(board) is not None:
        return "The game is over."
    if agent.resigns(board):
        return "Its box here is empty: it resigns."
    known = agent.known[position_of(board)]
    return "It knows this position." if known else "It has not met this position before."


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


def exploring(brain: str, rivals: Mapping[str, ttt.Agent]) -> str:
    """Say which side may explore when the agent plays a brain by itself."""
    if plays_itself(brain, rivals):
        return "Both sides are the agent's own, and explore alike."
    return "Its opponent never explores."


def number(value: float, agent: ttt.Agent) -> str:
    """Write a Q-value with its sign, the score of a reward memory, or a number of beads."""
    if agent.kind == "matchboxes":
        return f"{value:.0f}"
    if agent.kind == "reward-memory":
        return f"{value:.1f}"
    return f"{value:+.2f}".replace("+0.00", "0.00").replace("-0.00", "0.00")


def _spoken(value: float, agent: ttt.Agent) -> str:
    if agent.kind == "matchboxes":
        return f"{value:.0f} {'bead' if value == 1 else 'beads'}"
    return f"{'score' if agent.kind == 'reward-memory' else 'Q-value'} {value:.2f}"


def chance_of_random(card: ttt.ReportCard) -> str:
    """Say how often a random player beats an opponent."""
    as_x, as_o = card.vs_random_as_o.loss, card.vs_random_as_x.loss
    if as_x == as_o == 0:
        return "A random player never beats it."
    return (
        f"A random player beats it in exactly {percent((as_x + as_o) / 2)} of games: "
        f"{percent(as_x)} when random is X, {percent(as_o)} when it is O."
    )
