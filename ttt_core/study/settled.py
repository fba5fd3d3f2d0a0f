"""Limits of the values: what they would converge to if every move were updated for ever.

A position never recurs in a game, so the limits can be computed backwards from the final positions:
for every move, the limit is the mean target of the rule over the replies, or the highest if the
best result is kept. Mistakes are judged by the limits: either they contain the mistake, or training
has not reached them yet.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.policy import Policy, Ties, minimax
from ttt_core.game.board import SIDES
from ttt_core.game.graph import DRAWN, N_OPEN, N_POSITIONS, boards, frozen, graph, legal, plies
from ttt_core.learning.agent import first_values
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.reward_memory import game_reward, memory_weights
from ttt_core.learning.rules import RULES

ROUNDING = 1e-9
"""Relative difference below which values count as equal, because sums may differ in order."""

DRAWN_KINDS = ("matchboxes", "policy")
"""Kinds of agents that draw their moves, so that their values have no limits."""

_Array = NDArray[np.float64]


@lru_cache(maxsize=16)
def settled_values(config: TrainingConfig, epsilon: float) -> _Array:
    """Return the limits of a training's values.

    Every move is assumed to be updated for ever, while the agent has the exploration rate `epsilon`
    and otherwise plays by these values. Each reply is the random player's, the perfect player's or
    the agent's own, by their shares of the games.

    Returns
    -------
    float64 array (4520, 9)
        nan where not legal. A side that does not learn keeps its initial values.

    Raises
    ------
    ValueError
        If the rule has no limits: matchboxes and policies draw their moves.
    """
    if RULES[config.rule].kind in DRAWN_KINDS:
        raise ValueError("An agent that draws its moves has no limit values.")
    q = first_values(RULES[config.rule].kind, config).copy()
    game = _Ahead(config, epsilon)
    for ply, positions in reversed(list(enumerate(plies()))):
        if config.learns in ("both", SIDES[ply % 2]):
            q[positions] = game.values(ply)
        game.step_back(ply, q[positions])
    return frozen(q)


def targets(config: TrainingConfig, epsilon: float, q: _Array) -> _Array:
    """Return the mean targets of the next updates of an agent's values `q`, (4520, 9).

    The other parameters are as in `settled_values`.
    """
    settled = np.empty((N_OPEN, 9))
    game = _Ahead(config, epsilon)
    for ply, positions in reversed(list(enumerate(plies()))):
        settled[positions] = game.values(ply)
        game.step_back(ply, q[positions])
    return settled


def settled_policy(config: TrainingConfig, epsilon: float) -> Policy:
    """Return the greedy policy by the limits of a training's values."""
    return _greedy(settled_values(config, epsilon), config.ties)


class _Ahead:
    """Expected values of positions for the side that has just moved, filled in backwards.

    For a reward memory they are mean rewards by result; for other rules, one number.

    Attributes
    ----------
    expected : float64 array (5478, 1 or 3)
    """

    def __init__(self, config: TrainingConfig, epsilon: float) -> None:
        self._config = config
        self._epsilon = 1.0 if config.best_ever else epsilon  # the best once seen while exploring
        self._rule = RULES[config.rule]
        self._is_memory = self._rule.method == "reward-memory"
        self._gamma = 1.0 if self._rule.method == "afterstates" else config.gamma
        self._ends = self._values_of_ends()
        movers = 1 - graph().side[N_OPEN:]
        ended = self._ends[movers, np.arange(N_POSITIONS - N_OPEN)]
        self.expected = np.zeros((N_POSITIONS, ended.shape[1]))
        self.expected[N_OPEN:] = ended
        self._own_turn = np.zeros((N_OPEN, ended.shape[1]))

    def _values_of_ends(self) -> _Array:
        """Return the value of each final position for X and for O, (2, 958, 1 or 3)."""
        config, results = self._config, graph().result
        if self._is_memory:
            length = np.array([9 - board.count("-") for board in boards()[N_OPEN:]])
            reward = [game_reward(config.reward_base, int(moves)) for moves in length]
            by_result = np.eye(3)[results] * np.array(reward)[:, None]
            return np.stack([by_result, by_result])
        sides = np.arange(2)[:, None] * (config.rewards_for == "mover")
        final = np.where(results == sides, config.reward_win, config.reward_loss)
        final = np.where(results == DRAWN, config.reward_draw, final)
        return np.asarray(final - config.move_cost)[:, :, None]

    def values(self, ply: int) -> _Array:
        """Return the values (n, 9) of the moves of one ply, nan where not legal."""
        expected, free = self._after_moves(ply), legal()[plies()[ply]]
        if not self._is_memory:
            least = self._config.initial_value if self._config.best_ever else -np.inf
            return np.where(free, np.maximum(expected[..., 0], least), np.nan)
        won, lost, drawn = (
            expected[..., ply % 2],
            expected[..., 1 - ply % 2],
            expected[..., DRAWN],
        )
        win, draw, loss = memory_weights(self._config)
        total = won + lost + drawn
        score = (win * won + draw * drawn + loss * lost) / np.where(free, total, 1)
        return np.where(free, score, np.nan)

    def step_back(self, ply: int, q: _Array) -> None:
        """Fill in the positions of one ply from the values (n, 9) of their moves."""
        config, positions = self._config, plies()[ply]
        own = _exploring(q, config.ties, self._epsilon)
        shares = config.random_share, config.minimax_share
        replies = (
            shares[0] * _exploring(q, config.ties, 1.0)
            + shares[1] * minimax()[positions]
            + max(0.0, 1 - sum(shares)) * own
        )
        turns_by = replies if self._rule.plies_ahead == 1 else own
        self._own_turn[positions] = self._turn(ply, q, turns_by)
        if self._rule.plies_ahead == 1:
            ahead = self._rule.sign * self._gamma * self._own_turn[positions]
            self.expected[positions] = ahead - config.move_cost
            return
        self.expected[positions] = self._over(replies, self._after_replies(ply))

    def _turn(self, ply: int, q: _Array, moves: _Array) -> _Array:
        """Return what an update looks ahead to in the positions of one ply, (n, 1 or 3).

        `moves` (n, 9) are the probabilities of the moves that are made there.
        """
        method, decay = self._rule.method, self._config.trace_decay
        if method in ("final-reward", "reward-memory"):
            return self._over(moves, self._after_moves(ply))
        explores = method in ("sarsa", "expected-sarsa") or self._config.explore_learns
        values = self._over(moves, q[..., None]) if explores else np.nanmax(q, axis=1)[:, None]
        if not decay:
            return values
        return np.asarray((1 - decay) * values + decay * self._over(moves, self._after_moves(ply)))

    def _over(self, chances: _Array, expected: _Array) -> _Array:
        """Return the mean value (n, 1 or 3) of moves with these chances, or the highest."""
        if self._config.best_ever:
            return np.asarray(np.where(chances[..., None] > 0, expected, -np.inf).max(axis=1))
        return np.asarray(np.nansum(chances[..., None] * expected, axis=1))

    def _after_moves(self, ply: int) -> _Array:
        """Return the value of each move (n, 9, 1 or 3) for its mover; meaningless if not legal."""
        return self.expected[graph().child[plies()[ply]]]

    def _after_replies(self, ply: int) -> _Array:
        """Return the value of each reply (n, 9, 1 or 3) for the side that moved before it."""
        child = graph().child[plies()[ply]]
        carried = self._own_turn[np.clip(child, 0, N_OPEN - 1)]
        if not self._is_memory:
            carried = self._gamma * carried - self._config.move_cost
        ended = self._ends[1 - ply % 2, np.clip(child - N_OPEN, 0, None)]
        return np.where((child >= N_OPEN)[..., None], ended, carried)


def _exploring(q: _Array, ties: Ties, epsilon: float) -> _Array:
    """Return the policy (n, 9) of an agent with values (n, 9) and exploration rate `epsilon`."""
    free = ~np.isnan(q)
    return np.asarray(
        epsilon * free / free.sum(axis=1, keepdims=True) + (1 - epsilon) * _greedy(q, ties)
    )


def _greedy(q: _Array, ties: Ties) -> _Array:
    """Return the policy (n, 9) of a greedy agent; values that differ by rounding are equal."""
    best = np.nanmax(q, axis=1, keepdims=True)
    tied = q >= best - ROUNDING * np.maximum(1, np.abs(best))
    if ties == "first":
        tied &= tied.cumsum(axis=1) == 1
    return np.asarray(tied / tied.sum(axis=1, keepdims=True))
