"""What a player of Three Men's Morris is worth, exactly, although a game may never end.

The chances of two policies are the least solution of linear equations, reached from below by
iteration (an absorbed Markov chain; Kemeny and Snell 1960); against the best opponent, those of a
Markov decision process (Puterman 1994). What remains is a game that goes on for ever: a draw.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import compiled
from ttt_core.evaluation.match import Result
from ttt_core.morris.rules import MOST_MOVES, morris

Policy = NDArray[np.float64]
"""Float array (n_open, 9): the probability of each move in each open position."""

PRECISION = 1e-13
_X, _O, _NOBODY = 0, 1, -1


@dataclass(frozen=True)
class MorrisCard:
    """Exact figures of one player.

    Attributes
    ----------
    vs_random_as_x, vs_random_as_o : Result
        Win, draw and loss against the random player.
    worst_case_loss_as_x, worst_case_loss_as_o : float
        How often the opponent that makes it lose most often beats it.
    least_wins_as_x, least_wins_as_o : float
        How often it still wins against the opponent that makes it win least often.
    forces_win_as_x : bool
        Whether it wins as X whatever O does, and whichever of its equal moves it makes.
    never_loses_as_x : bool
        Whether it is unbeatable as X. (As O, no player is.)
    """

    vs_random_as_x: Result
    vs_random_as_o: Result
    worst_case_loss_as_x: float
    worst_case_loss_as_o: float
    least_wins_as_x: float
    least_wins_as_o: float
    forces_win_as_x: bool
    never_loses_as_x: bool


def uniform() -> Policy:
    """Return the random player: every move is equally likely."""
    return is_move() / morris().n_moves[:, None]


def perfect() -> Policy:
    """Return the perfect player: it wins as fast and loses as slowly as it can."""
    game = morris()
    after, plies = game.outcome[game.child], game.plies[game.child].astype(float)
    return greedy(np.where(after == 0, 0.0, -after * 1000.0 + after * plies))


def greedy(q: NDArray[np.float64]) -> Policy:
    """Return the policy that makes the move with the highest value, ties evenly.

    Parameters
    ----------
    q : float64 array (n_open, 9)
        In the order of `Morris.child`; entries after the last move are ignored.
    """
    values = np.where(is_move(), q, -np.inf)
    best = values == values.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def is_move() -> NDArray[np.bool_]:
    """Return which entries of `Morris.child` are moves, a boolean array (n_open, 9)."""
    return np.asarray(np.arange(MOST_MOVES) < morris().n_moves[:, None])


def match(policy_x: Policy, policy_o: Policy) -> Result:
    """Return the result for X when two policies play each other."""
    policy = np.where(_moves_of(_X), policy_x, policy_o)
    won, lost = (_reached(side, policy) for side in (_X, _O))
    return Result(won, max(0.0, 1.0 - won - lost), lost)


def evaluate(policy: Policy) -> MorrisCard:
    """Return the exact figures of a policy."""
    as_x, as_o = match(policy, uniform()), match(uniform(), policy)
    return MorrisCard(
        vs_random_as_x=as_x,
        vs_random_as_o=Result(as_o.loss, as_o.draw, as_o.win),
        worst_case_loss_as_x=_reached(_O, policy, opponent=_O, most=True),
        worst_case_loss_as_o=_reached(_X, policy, opponent=_X, most=True),
        least_wins_as_x=_reached(_X, policy, opponent=_O, most=False),
        least_wins_as_o=_reached(_O, policy, opponent=_X, most=False),
        forces_win_as_x=_comes_about(_X, policy, _X, surely=True),
        never_loses_as_x=not _comes_about(_O, policy, _X, surely=False),
    )


def _moves_of(side: int) -> NDArray[np.bool_]:
    """Return where a side moves, a boolean array (n_open, 1)."""
    game = morris()
    return np.asarray(game.side[: game.n_open, None] == side)


def _won_by(side: int) -> NDArray[np.bool_]:
    """Return which positions a side has won, a boolean array (n,)."""
    game = morris()
    return np.asarray((game.side != side) & (np.arange(game.side.size) >= game.n_open))


def _reached(winner: int, policy: Policy, opponent: int = _NOBODY, *, most: bool = True) -> float:
    """Return the probability, from the beginning, that a side wins.

    All moves follow the policy, except those of the `opponent`, which makes the probability as
    large (`most`) or as small as it can.
    """
    game = morris()
    chances = _won_by(winner).astype(float)
    _improve(game.child, game.n_moves, game.side, policy, opponent, most, chances)
    return min(float(chances[0]), 1.0)


@compiled
def _improve(
    child: Any, n_moves: Any, side: Any, policy: Any, opponent: int, most: bool, chances: Any
) -> None:
    """Raise the chances from 0 to the least solution, until a round changes none by `PRECISION`."""
    change = 1.0
    while change > PRECISION:
        change = 0.0
        for position in range(child.shape[0] - 1, -1, -1):
            expected = 0.0
            best = chances[child[position, 0]]
            for move in range(n_moves[position]):
                chance = chances[child[position, move]]
                expected += policy[position, move] * chance
                best = max(best, chance) if most else min(best, chance)
            new = best if side[position] == opponent else expected
            change = max(change, new - chances[position])
            chances[position] = new


def _comes_about(winner: int, policy: Policy, side: int, *, surely: bool) -> bool:
    """Return whether a side wins, surely or possibly, if `side` plays by a policy."""
    game = morris()
    decided = _won_by(winner)
    considered = np.where(_moves_of(side), policy > 0, is_move())
    while True:
        after = decided[game.child]
        comes_about = (
            (after | ~considered).all(axis=1) if surely else (after & considered).any(axis=1)
        )
        if (comes_about <= decided[: game.n_open]).all():
            return bool(decided[0])
        decided[: game.n_open] |= comes_about
