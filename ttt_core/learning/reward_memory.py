"""The score of a move in a reward memory (Kutschera 2018)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import inlined
from ttt_core.game.graph import DRAWN, N_OPEN, O_WON, X_TO_MOVE, X_WON, graph, legal
from ttt_core.learning.config import MAX_TOTAL_GAMES

MAX_REWARD_PER_GAME = 16
_SPARE_REWARDS = 2**31 - 1 - MAX_REWARD_PER_GAME * MAX_TOTAL_GAMES


@inlined
def score(win: Any, draw: Any, loss: Any) -> Any:
    """Score a move by its rewards from games that the mover won, drew and lost.

    (100 · win + 10 · draw - loss) / (win + draw + loss), and 0 for a move never tried.
    """
    total = win + draw + loss
    return (100.0 * win + 10.0 * draw - loss) / (total + (total == 0))


def memory_scores(memory: NDArray[np.integer]) -> NDArray[np.float64]:
    """Score every move of a reward memory for its mover.

    Parameters
    ----------
    memory : integer array (4520, 9, 3)
        Rewards by result: X won, O won, draw.

    Returns
    -------
    float64 array (4520, 9)
        nan where not legal.
    """
    x_to_move = (graph().side[:N_OPEN] == X_TO_MOVE)[:, None]
    rewards = memory.astype(np.int64)
    x_won, o_won, drawn = (rewards[..., result] for result in (X_WON, O_WON, DRAWN))
    win, loss = np.where(x_to_move, (x_won, o_won), (o_won, x_won))
    scores = score.py_func(win, drawn, loss)  # type: ignore[attr-defined]
    return np.asarray(np.where(legal(), scores, np.nan))


def most_rewards(games: int) -> int:
    """Return up to where the rewards of a memory may go after so many games.

    A training adds up to 16 a game and goes on to 100 million games in all: no reward overflows.
    """
    return _SPARE_REWARDS + MAX_REWARD_PER_GAME * games
