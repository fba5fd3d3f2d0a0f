"""Where the values of a training lead: what they would be if every move were learned from for ever.

The game has no way back, so these values can be worked out from its ends: at every move it is the
mean of what the rule moves a value towards, over the replies. That is the yardstick by which an
error is told: either the settings lead to it, or the training has not come to where they lead.
"""

from functools import cache, lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.policy import Policy, Ties, minimax
from ttt_core.game.board import SIDES
from ttt_core.game.graph import DRAWN, N_OPEN, N_POSITIONS, boards, frozen, graph, legal
from ttt_core.learning.agent import first_values
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.reward_memory import game_reward, memory_weights
from ttt_core.learning.rules import RULES

ROUNDING = 1e-9
"""Values that differ by less than this part of them count as equal: sums come in another order."""

_Array = NDArray[np.float64]


@lru_cache(maxsize=16)
def settled_values(config: TrainingConfig, epsilon: float) -> _Array:
    """Return the values that a training would come to.

    Every move is taken to be learned from again and again, while the agent explores with chance
    `epsilon` and else plays what these values say. With partners, each reply is taken to be that
    of random play, of perfect play or of the agent itself, by the shares of the games.

    Returns
    -------
    float64 array (4520, 9)
        nan where not legal. A side that is not learned for keeps the values that it began with.

    Raises
    ------
    ValueError
        If the rule has no values that settle: matchboxes draw by the share of beads.
    """
    if RULES[config.rule].method == "matchboxes":
        raise ValueError("Matchboxes have no values that settle: they draw by the share of beads.")
    q = first_values(RULES[config.rule].kind, config).copy()
    game = _Ahead(config, epsilon)
    for ply, positions in reversed(list(enumerate(_plies()))):
        if config.learns in ("both", SIDES[ply % 2]):
            q[positions] = game.values(ply)
        game.step_back(ply, q[positions])
    return frozen(q)


def targets(config: TrainingConfig, epsilon: float, q: _Array) -> _Array:
    """Return what the next lessons would move the values `q` towards, on average, (4520, 9).

    Parameters as in `settled_values`; the values are those of an agent.
    """
    found = np.empty((N_OPEN, 9))
    game = _Ahead(config, epsilon)
    for ply, positions in reversed(list(enumerate(_plies()))):
        found[positions] = game.values(ply)
        game.step_back(ply, q[positions])
    return found


def settled_policy(config: TrainingConfig, epsilon: float) -> Policy:
    """Return the greedy policy by the values that a training would come to."""
    return _greedy(settled_values(config, epsilon), config.ties)


class _Ahead:
    """What positions are worth to whoever has just moved there, as far as it is worked out.

    Of a reward memory that is the mean of the rewards by result; of other rules one number.

    Attributes
    ----------
    true_value : float64 array (5478, 1 or 3)
    """

    def __init__(self, config: TrainingConfig, epsilon: float) -> None:
        self._config, self._epsilon = config, epsilon
        self._rule = RULES[config.rule]
        self._is_memory = self._rule.method == "reward-memory"
        self._ends = self._values_of_ends()
        movers = 1 - graph().side[N_OPEN:]
        ended = self._ends[movers, np.arange(N_POSITIONS - N_OPEN)]
        self.true_value = np.zeros((N_POSITIONS, ended.shape[1]))
        self.true_value[N_OPEN:] = ended
        self._own_turn = np.zeros((N_OPEN, ended.shape[1]))

    def _values_of_ends(self) -> _Array:
        """Return what the end of a game is worth to X and to O, (2, 958, 1 or 3)."""
        config, results = self._config, graph().result
        if self._is_memory:
            length = np.array([9 - board.count("-") for board in boards()[N_OPEN:]])
            reward = [game_reward(config.reward_base, int(moves)) for moves in length]
            by_result = np.eye(3)[results] * np.array(reward)[:, None]
            return np.stack([by_result, by_result])
        sides = np.arange(2)[:, None]
        final = np.where(results == sides, config.reward_win, config.reward_loss)
        final = np.where(results == DRAWN, config.reward_draw, final)
        return np.asarray(final - config.move_cost)[:, :, None]

    def values(self, ply: int) -> _Array:
        """Return the values (n, 9) of the moves of one ply, nan where not legal."""
        true_value, free = self._after_moves(ply), legal()[_plies()[ply]]
        if not self._is_memory:
            return np.where(free, true_value[..., 0], np.nan)
        won, lost, drawn = (
            true_value[..., ply % 2],
            true_value[..., 1 - ply % 2],
            true_value[..., DRAWN],
        )
        win, draw, loss = memory_weights(self._config)
        total = won + lost + drawn
        score = (win * won + draw * drawn + loss * lost) / np.where(free, total, 1)
        return np.where(free, score, np.nan)

    def step_back(self, ply: int, q: _Array) -> None:
        """Work out the positions of one ply from the values (n, 9) of their moves."""
        config, positions = self._config, _plies()[ply]
        own = _exploring(q, config.ties, self._epsilon)
        if self._rule.method == "look-ahead":
            self._own_turn[positions, 0] = np.nanmax(q, axis=1)
        else:
            self._own_turn[positions] = _mean(own, self._after_moves(ply))
        if self._rule.plies_ahead == 1:
            ahead = self._rule.sign * config.gamma * self._own_turn[positions]
            self.true_value[positions] = ahead - config.move_cost
            return
        shares = config.random_share, config.minimax_share
        replies = (
            shares[0] * _exploring(q, config.ties, 1.0)
            + shares[1] * minimax()[positions]
            + max(0.0, 1 - sum(shares)) * own
        )
        self.true_value[positions] = _mean(replies, self._after_replies(ply))

    def _after_moves(self, ply: int) -> _Array:
        """Return what each move (n, 9, 1 or 3) is worth to its mover; nonsense if not legal."""
        return self.true_value[graph().child[_plies()[ply]]]

    def _after_replies(self, ply: int) -> _Array:
        """Return what each reply (n, 9, 1 or 3) leaves the side whose turn it was before."""
        child = graph().child[_plies()[ply]]
        carried = self._own_turn[np.clip(child, 0, N_OPEN - 1)]
        if not self._is_memory:
            carried = self._config.gamma * carried - self._config.move_cost
        ended = self._ends[1 - ply % 2, np.clip(child - N_OPEN, 0, None)]
        return np.where((child >= N_OPEN)[..., None], ended, carried)


def _mean(chances: _Array, true_value: _Array) -> _Array:
    return np.asarray((chances[..., None] * true_value).sum(axis=1))


def _exploring(q: _Array, ties: Ties, epsilon: float) -> _Array:
    """Return the chances (n, 9) of an agent with values (n, 9) that explores with `epsilon`."""
    free = ~np.isnan(q)
    return np.asarray(
        epsilon * free / free.sum(axis=1, keepdims=True) + (1 - epsilon) * _greedy(q, ties)
    )


def _greedy(q: _Array, ties: Ties) -> _Array:
    """Return the chances (n, 9) of a greedy agent; values that differ by rounding are equal."""
    best = np.nanmax(q, axis=1, keepdims=True)
    tied = q >= best - ROUNDING * np.maximum(1, np.abs(best))
    if ties == "first":
        tied &= tied.cumsum(axis=1) == 1
    return np.asarray(tied / tied.sum(axis=1, keepdims=True))


@cache
def _plies() -> tuple[slice, ...]:
    """Return the open positions by their number of marks."""
    marks = [9 - board.count("-") for board in boards()[:N_OPEN]]
    starts = np.searchsorted(marks, np.arange(10)).tolist()
    return tuple(slice(*ends) for ends in pairwise(starts))
