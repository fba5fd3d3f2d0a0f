"""Sentences about two players: on one board, in all positions, and in the game that both play."""

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import (
    RESIGNING,
    Policy,
    best_response,
    first_equivalents,
    outcome_chances,
    result_for,
    uniform,
)
from ttt_core.game import N_OPEN, Side, position_of
from ttt_core.game import board as rules
from ttt_ui.drawing.choices import best_cells, choice, consequence
from ttt_ui.play.state import Game
from ttt_ui.wording import counted, listed, percent

VALUES_SHOWN = {
    "q-table": "Q-values on one scale · :green-badge[A higher] :violet-badge[B higher] · "
    ":material/crop_square: the moves they play",
    "reward-memory": "Scores on one scale · :green-badge[A higher] :violet-badge[B higher] · "
    ":material/crop_square: the moves they play",
    "network": "Values on one scale · :green-badge[A higher] :violet-badge[B higher] · "
    ":material/crop_square: the moves they play",
}
"""By the kind of both agents."""
PROBABILITIES_SHOWN = (
    "Probability of each move · :green-badge[A likelier] :violet-badge[B likelier] · "
    ":material/crop_square: the likeliest move"
)

_SURE = 1 - 1e-12
_NOTHING = 5e-13


def on_board(policy: Policy, board: str) -> str:
    """Say in Markdown what a player chooses on an open board, and its exact results from there."""
    against_random, worst_case = _results_from(policy, board)
    return (
        f"{_choice(policy[position_of(board)], board)} From here it {_said(against_random)} vs "
        f"random, and {_said(worst_case)} in the worst case."
    )


def _choice(row: NDArray[np.float64], board: str) -> str:
    resigns = float(row[RESIGNING:].sum())
    if resigns > _SURE:
        return "resigns, because its box for this position is empty."
    cells = best_cells(row)
    together = float(row[cells].sum())
    if together > _SURE:
        return f"plays {choice(row)}. {consequence(board, row)}"
    if len(cells) == 1:
        likely = f"most likely plays {choice(row)} ({percent(together)})"
    else:
        likely = f"most likely plays {choice(row)} ({percent(together)} together)"
    if resigns:
        return f"{likely}. {consequence(board, row)} It resigns {percent(resigns)} of the time."
    return f"{likely}. {consequence(board, row)}"


def _results_from(policy: Policy, board: str) -> tuple[ttt.Result, ttt.Result]:
    position, side = position_of(board), rules.side_to_move(board)
    pair = (policy, uniform()) if side == "X" else (uniform(), policy)
    replies, _ = best_response(policy, rules.other(side))
    return (
        result_for(outcome_chances(*pair)[position], side),
        result_for(replies[position], side),
    )


def _said(result: ttt.Result) -> str:
    for share, word in zip(result, ("wins", "draws", "loses"), strict=True):
        if share > _SURE:
            return f"always {word}"
    parts = [
        f"{word} {percent(share)}"
        for share, word in zip(result, ("wins", "draws", "loses"), strict=True)
        if share > 0
    ]
    return listed(parts)


def costs_here(found: ttt.Disagreements, board: str) -> str:
    """Say whether two players choose differently on an open board, and what it costs."""
    position = position_of(board)
    if not found.differ[position]:
        return "They make the same choice."
    cost = float(found.cost[position])
    if abs(cost) < _NOTHING:
        return "They choose differently, which makes no difference under perfect play."
    worse = "A" if cost > 0 else "B"
    return (
        f"**{worse}'s choice costs {abs(cost):.2f}**: its average result under perfect play is "
        "that much worse (win 1, draw 0, loss −1)."
    )


def overview(found: ttt.Disagreements) -> str:
    """Say in Markdown in how many positions two players choose differently, and who is worse."""
    number = int(found.differ.sum())
    if not number:
        return f"They make the same choices in all {N_OPEN:,} positions."
    classes = len(np.unique(first_equivalents()[found.differ]))
    all_classes = len(np.unique(first_equivalents()))
    worse_a = int((found.cost > _NOTHING).sum())
    worse_b = int((found.cost < -_NOTHING).sum())
    return (
        f"**{number:,} of {N_OPEN:,}** ({classes:,} of {all_classes:,} up to symmetry), "
        f"{int(found.disjoint.sum()):,} without a common move. Under perfect play, **A's choice is "
        f"worse in {worse_a:,}, B's in {worse_b:,}**."
    )


def of_list(number: int, most: int) -> str:
    """Say how many positions a list has, and how many of them are shown."""
    if number > most:
        return f"The {most:,} costliest of {number:,} positions."
    return f"{counted(number, 'position', 'positions')}, costliest first."


def of_both_games(seed: int, side: Side, games: tuple[Game, Game]) -> str:
    """Say how the game has ended for A and for B."""
    a, b = (of_result(game, side) for game in games)
    return f"Game {seed:,}: A {a}; B {b}."


def of_result(game: Game, side: Side) -> str:
    """Say how a game has ended for a side: ``wins after 7 moves``."""
    moves = counted(len(game.moves), "move", "moves")
    if game.result == "draw":
        return f"draws after {moves}"
    if game.result != side:
        return f"resigns after {moves}" if game.resigned else f"loses after {moves}"
    if game.resigned:
        return f"wins after {moves}, when its opponent resigns"
    return f"wins after {moves}"


def of_parting(games: ttt.PairedGames) -> str:
    """Say in Markdown at which move the two games differ."""
    if games.parting is None:
        return "Both games are identical."
    return f"**They differ at move {games.parting + 1}.**"
