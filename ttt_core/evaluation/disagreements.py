"""Positions where two players choose differently, and the cost of each choice."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING, ROUNDING
from ttt_core.evaluation.mistakes import steps_thrown_away
from ttt_core.evaluation.policy import Player, Policy, as_policy, widened
from ttt_core.pictures import facts_html, line_of


class Disagreements(NamedTuple):
    """The choices of two players, A and B, in every open position.

    Attributes
    ----------
    differ : boolean array (4520,)
        Whether A and B make some move with different probabilities; resigning counts as a move.
    thrown_a, thrown_b : float64 array (4520,)
        Expected loss of true value, in steps (win to draw, draw to loss): the probability of each
        mistake times its steps. Exactly 0 where the player makes no mistake.
    """

    differ: NDArray[np.bool_]
    thrown_a: NDArray[np.float64]
    thrown_b: NDArray[np.float64]

    @property
    def cost(self) -> NDArray[np.float64]:
        """How much more A's choice costs than B's, float64 array (4520,); negative if less.

        The difference of the expected true values (1 win, 0 draw, -1 loss) for the side to move.
        """
        return self.thrown_a - self.thrown_b

    def __repr__(self) -> str:
        """Return a line with how often the two differ."""
        return line_of("Disagreements", self._facts())

    def _repr_html_(self) -> str:
        return facts_html("Disagreements", self._facts())

    def _facts(self) -> dict[str, object]:
        return {
            "positions": f"{self.differ.sum():,}",
            "better choice of A": f"{(self.cost < 0).sum():,}",
            "of B": f"{(self.cost > 0).sum():,}",
        }


def disagreements(player_a: Player | Policy, player_b: Player | Policy) -> Disagreements:
    """Compare the choices of two players in every open position.

    Parameters
    ----------
    player_a, player_b
        Agents, policy matrices, or any objects with a `policy()` method.

    Raises
    ------
    ValueError
        If `player_a` or `player_b` is not a player (see `evaluation.as_policy`).
    """
    policy_a, policy_b = as_policy(player_a), as_policy(player_b)
    columns = RESIGNING + 1
    wide_a, wide_b = widened(policy_a, columns), widened(policy_b, columns)
    return Disagreements(
        differ=np.asarray((np.abs(wide_a - wide_b) > ROUNDING).any(axis=1)),
        thrown_a=(wide_a * steps_thrown_away()).sum(axis=1),
        thrown_b=(wide_b * steps_thrown_away()).sum(axis=1),
    )
