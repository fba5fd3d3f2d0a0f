"""The score of a move in a reward memory (Kutschera 2018)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import inlined
from ttt_core.game.graph import DRAWN, N_OPEN, O_WON, X_TO_MOVE, X_WON, graph, legal
from ttt_core.learning.config import MAX_TOTAL_GAMES, TrainingConfig

MAX_REWARD_PER_GAME = 16
_SPARE_REWARDS = 2**31 - 1 - MAX_REWARD_PER_GAME * MAX_TOTAL_GAMES
_LONGEST = 9


@inlined
def game_reward(base: Any, length: Any) -> Any:
    """Return the reward of a game: with base 2, 1 for nine moves, 2 for eight, … 16 for five."""
    reward = 1.0
    for _ in range(_LONGEST - length):
        reward *= base
    return np.int64(reward + 0.5)


@inlined
def score(weights: Any, absolute: Any, win: Any, draw: Any, loss: Any) -> Any:
    """Return the score of a move from its rewards in games that the mover won, drew and lost.

    It is the mean of the `weights` of a win, a draw and a loss over these rewards, or their total
    if it is `absolute`, and 0 for an untried move. With the published weights the mean is
    (100 · win + 10 · draw - loss) / (win + draw + loss).
    """
    rewards = win + draw + loss
    total = weights[0] * win + weights[1] * draw + weights[2] * loss
    return total if absolute else total / (rewards + (rewards == 0))


def memory_weights(config: TrainingConfig) -> tuple[float, float, float]:
    """Return the weights of a win, a draw and a loss."""
    return config.weight_win, config.weight_draw, config.weight_loss


def memory_scores(memory: NDArray[np.integer], config: TrainingConfig) -> NDArray[np.float64]:
    """Return the score of every move of a reward memory, by the weights of a configuration.

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
    scores = score(memory_weights(config), config.score == "absolute", win, drawn, loss)
    return np.asarray(np.where(legal(), scores, np.nan))


def most_rewards(games: int) -> int:
    """Return the largest reward that a memory may contain after this many games.

    A game adds up to 16, and an agent can play up to 100 million: no reward overflows.
    """
    return _SPARE_REWARDS + MAX_REWARD_PER_GAME * games
