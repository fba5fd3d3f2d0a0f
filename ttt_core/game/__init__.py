"""The game: its rules, symmetries, graph and solution.

Here are boards, positions, what follows from each move, and what each is worth under perfect play.
"""

from ttt_core.game.access import Positions, equivalent, legal_moves, outcome, play, positions
from ttt_core.game.board import EMPTY_BOARD, SIDES, Outcome, Side, equivalents, other
from ttt_core.game.graph import (
    N_GAMES,
    N_OPEN,
    N_POSITIONS,
    boards,
    frozen,
    graph,
    legal,
    position_of,
    slots_of,
    symmetry_class,
    walk,
)
from ttt_core.game.solution import (
    DRAW,
    LOSS,
    WIN,
    best_move,
    move_scores,
    move_values,
    moves_to_end,
    position_values,
    threatened_cells,
)

__all__ = [
    "DRAW",
    "EMPTY_BOARD",
    "LOSS",
    "N_GAMES",
    "N_OPEN",
    "N_POSITIONS",
    "SIDES",
    "WIN",
    "Outcome",
    "Positions",
    "Side",
    "best_move",
    "boards",
    "equivalent",
    "equivalents",
    "frozen",
    "graph",
    "legal",
    "legal_moves",
    "move_scores",
    "move_values",
    "moves_to_end",
    "other",
    "outcome",
    "play",
    "position_of",
    "position_values",
    "positions",
    "slots_of",
    "symmetry_class",
    "threatened_cells",
    "walk",
]
