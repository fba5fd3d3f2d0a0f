"""Other games, for the algorithms that learned tic-tac-toe.

A game is a declaration (`BoardGame`). `compiled` makes its graph of it, `train` an agent, and
`evaluate` its exact worth; none of them knows the game. ``docs/other-games.md`` tells how to
declare a third.
"""

from ttt_core.other_games.connect_four import connect_four
from ttt_core.other_games.evaluation import (
    GameCard,
    Policy,
    best_response,
    evaluate,
    greedy,
    match,
    perfect,
    uniform,
)
from ttt_core.other_games.game import (
    DRAWN,
    FROM_HAND,
    BoardGame,
    GameGraph,
    Men,
    Move,
    Place,
    compiled,
    completed_line,
    legal_moves,
    play,
)
from ttt_core.other_games.learning import (
    ALL_ALIKE,
    MOST_PLIES,
    PUBLISHED,
    GameConfig,
    GameRun,
    train,
)
from ttt_core.other_games.morris import MEN, MORRIS
from ttt_core.other_games.ready_made import GAMES, LEARNERS, Learned, ready_made

__all__ = [
    "ALL_ALIKE",
    "DRAWN",
    "FROM_HAND",
    "GAMES",
    "LEARNERS",
    "MEN",
    "MORRIS",
    "MOST_PLIES",
    "PUBLISHED",
    "BoardGame",
    "GameCard",
    "GameConfig",
    "GameGraph",
    "GameRun",
    "Learned",
    "Men",
    "Move",
    "Place",
    "Policy",
    "best_response",
    "compiled",
    "completed_line",
    "connect_four",
    "evaluate",
    "greedy",
    "legal_moves",
    "match",
    "perfect",
    "play",
    "ready_made",
    "train",
    "uniform",
]
