"""What can be had of an opponent, exactly: worked out once for each, and kept for the visitor."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation.match import result_for
from ttt_core.game.board import Side
from ttt_core.game.graph import position_of
from ttt_ui.shared.opponents import Opponent
from ttt_ui.shared.session import session


class OpponentAnalyses:
    """What was worked out last for the visitor, as long as they have this agent."""

    def __init__(self, _: ttt.Agent) -> None:
        self.analysis: OpponentAnalysis | None = None


def opponent_analysis(opponent: Opponent) -> "OpponentAnalysis":
    """Return what can be had of an opponent; kept until it is another, or has learned more."""
    keep = session().about(OpponentAnalyses)
    if keep.analysis is None or keep.analysis.opponent != opponent:
        keep.analysis = OpponentAnalysis(opponent)
    return keep.analysis


class OpponentAnalysis:
    """What can be had of one opponent. Each part is worked out when it is first asked for.

    Parameters
    ----------
    opponent
    """

    def __init__(self, opponent: Opponent) -> None:
        self.opponent = opponent
        self._chances: dict[Side, NDArray[np.float64]] = {}

    @cached_property
    def card(self) -> ttt.ReportCard:
        """The opponent's own report card."""
        return ttt.evaluate(self.opponent.policy)

    def perfect_play(self, board: str, side: Side) -> ttt.Result:
        """Return how often `side` wins, draws and loses from a board, playing perfectly.

        Perfectly means: it loses as seldom as can be against this very opponent, its random moves
        included, and then wins as often as can be. So nothing that best play holds is ever risked
        for the hope of a mistake: a drawn position shows no loss, a won one nothing but the win,
        and the figures never rise or fall by a perfect move, only by the opponent's or by a slip.
        """
        if side not in self._chances:
            self._chances[side], _ = ttt.best_response(
                self.opponent.policy, side, safety_first=True
            )
        return result_for(self._chances[side][position_of(board)], side)
