"""Where two players choose differently, and what the choice of each throws away."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.match import Player, as_policy
from ttt_core.evaluation.mistakes import reachable, steps_thrown_away
from ttt_core.evaluation.policy import Policy, widened
from ttt_core.evaluation.sweeps import RESIGNING, ROUNDING
from ttt_core.game.graph import graph


class Disagreements(NamedTuple):
    """The choices of two players, A and B, in every open position.

    Attributes
    ----------
    differ : boolean array (4520,)
        Whether some move has another chance with A than with B; resigning is a move here.
    disjoint : boolean array (4520,)
        Whether there is no move that both may make.
    thrown_a, thrown_b : float64 array (4520,)
        What the choice throws away on average, in steps: from a win to a draw is one, from a draw
        to a loss another. It is the chance of each mistake times its steps, by which the outcome
        is worse than it could be when both sides play on perfectly. 0 exactly where no mistake is
        made.
    reachable_a, reachable_b : boolean array (4520,)
        Whether the player can come to move there when it plays that side, whatever the opponent
        does.
    """

    differ: NDArray[np.bool_]
    disjoint: NDArray[np.bool_]
    thrown_a: NDArray[np.float64]
    thrown_b: NDArray[np.float64]
    reachable_a: NDArray[np.bool_]
    reachable_b: NDArray[np.bool_]

    @property
    def cost(self) -> NDArray[np.float64]:
        """What A throws away more than B, float64 array (4520,); below 0 where it is less.

        It is what the expected outcome for the side to move (1 win, 0 draw, -1 loss) under best
        play afterwards is lower by after A's choice than after B's.
        """
        return self.thrown_a - self.thrown_b


def disagreements(player_a: Player | Policy, player_b: Player | Policy) -> Disagreements:
    """Compare the choices of two players in every open position.

    Parameters
    ----------
    player_a, player_b
        Agents, policy matrices, or anything else with a `policy()`.

    Raises
    ------
    ValueError
        If a player is none.
    """
    policy_a, policy_b = as_policy(player_a), as_policy(player_b)
    columns = RESIGNING + 1
    wide_a, wide_b = widened(policy_a, columns), widened(policy_b, columns)
    return Disagreements(
        differ=np.asarray((np.abs(wide_a - wide_b) > ROUNDING).any(axis=1)),
        disjoint=~np.asarray(((wide_a > 0) & (wide_b > 0)).any(axis=1)),
        thrown_a=(wide_a * steps_thrown_away()).sum(axis=1),
        thrown_b=(wide_b * steps_thrown_away()).sum(axis=1),
        reachable_a=reachable(policy_a),
        reachable_b=reachable(policy_b),
    )


def first_equivalents() -> NDArray[np.intp]:
    """Return for each open position the first that it can be turned or mirrored into, (4520,)."""
    return np.asarray(graph().class_slot[:, 0] // 9, np.intp)
