"""What is said of two players: on one board, in all positions, and of the game that both play."""

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation.disagreements import first_equivalents
from ttt_core.evaluation.match import best_response, outcome_chances, result_for
from ttt_core.evaluation.policy import Policy, uniform
from ttt_core.evaluation.sweeps import RESIGNING
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import N_OPEN, position_of
from ttt_ui.play.state import Game
from ttt_ui.shared.choices import best_cells, choice, consequence
from ttt_ui.shared.wording import cell_name, counted, listed, percent

_SURE = 1 - 1e-12
_NOTHING = 5e-13


def on_board(policy: Policy, board: str) -> str:
    """Say in Markdown what a player chooses on an open board, and what comes of it, exactly."""
    row = policy[position_of(board)]
    against_random, at_worst = _prospects(policy, board)
    return (
        f"{_choice(row, board)} From here it {_said(against_random)} against random play; "
        f"against the best reply it {_said(at_worst)}."
    )


def _choice(row: NDArray[np.float64], board: str) -> str:
    resigns = float(row[RESIGNING:].sum())
    if resigns > _SURE:
        return "resigns: its box for this board is empty."
    cells = best_cells(row)
    together = float(row[cells].sum())
    resigning = f" In {percent(resigns)} it resigns." if resigns else ""
    if together > _SURE:
        return f"plays {choice(row)}{consequence(board, row)}"
    if len(cells) == 1:
        likely = f"most likely plays {choice(row)} ({percent(together)})"
    else:
        likely = f"most likely plays {choice(row)} ({percent(together)} together)"
    return f"{likely}{consequence(board, row)}{resigning}"


def _prospects(policy: Policy, board: str) -> tuple[ttt.Result, ttt.Result]:
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
        return "They choose alike here."
    cost = float(found.cost[position])
    if abs(cost) < _NOTHING:
        return "They choose differently here; with best play afterwards that makes no difference."
    worse = "A" if cost > 0 else "B"
    return (
        f"They choose differently here, and **{worse}'s choice costs {abs(cost):.2f}** of the "
        "game's value: so much less it comes to on average with best play afterwards (a win "
        "counts 1, a draw 0, a loss −1)."
    )


def overview(found: ttt.Disagreements) -> str:
    """Say in Markdown in how many positions two players choose differently."""
    number = int(found.differ.sum())
    if not number:
        return f"They choose alike in all {N_OPEN:,} positions."
    classes = len(np.unique(first_equivalents()[found.differ]))
    all_classes = len(np.unique(first_equivalents()))
    said = (
        f"They choose differently in **{number:,} of {N_OPEN:,}** positions "
        f"({classes:,} of {all_classes:,} where mirror images and rotations count once)"
    )
    disjoint = int(found.disjoint.sum())
    if disjoint:
        said += f", in {disjoint:,} of them without a move in common"
    worse_a = int((found.cost > _NOTHING).sum())
    worse_b = int((found.cost < -_NOTHING).sum())
    if not worse_a and not worse_b:
        return f"{said}. With best play afterwards, none of this makes a difference."
    none = number - worse_a - worse_b
    rest = (
        f"; in the other {none:,} it makes no difference with best play afterwards" if none else ""
    )
    return f"{said}. **A throws more away in {worse_a:,}, B in {worse_b:,}**{rest}."


def of_result(game: Game, side: Side) -> str:
    """Say how a game has ended for a side: ``wins after 7 moves``."""
    result = game.result
    ending = "draws" if result == "draw" else "wins" if result == side else "loses"
    resigned = " as it resigns" if game.resigned and result != side else ""
    resigned = " as the opponent resigns" if game.resigned and result == side else resigned
    return f"{ending} after {counted(len(game.moves), 'move')}{resigned}"


def of_parting(games: ttt.PairedGames) -> str:
    """Say in Markdown at which move two games part, and how."""
    if games.parting is None:
        return "Both games are the same, move for move."
    ply = games.parting
    a, b = (_does(cells, ply) for cells in (games.cells_a, games.cells_b))
    return f"**They part at move {ply + 1}**: A {a}, B {b}."


def _does(cells: tuple[int, ...], ply: int) -> str:
    return f"takes {cell_name(cells[ply])}" if ply < len(cells) else "resigns"
