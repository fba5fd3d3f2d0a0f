"""Exact results against an opponent, computed once and kept for the visitor."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import result_for
from ttt_core.game import Side, position_of
from ttt_ui.visit.players import NamedPlayer
from ttt_ui.visit.session import session


class OpponentAnalyses:
    """The visitor's last analysis, as long as they have this agent."""

    def __init__(self, _: ttt.Agent) -> None:
        self.analysis: OpponentAnalysis | None = None


def opponent_analysis(opponent: NamedPlayer) -> "OpponentAnalysis":
    """Return the analysis of an opponent; kept until the opponent changes or learns."""
    keep = session().about(OpponentAnalyses)
    if keep.analysis is None or keep.analysis.opponent.policy_key != opponent.policy_key:
        keep.analysis = OpponentAnalysis(opponent)
    return keep.analysis


class OpponentAnalysis:
    """Exact results against one opponent. Each part is computed when it is first needed."""

    def __init__(self, opponent: NamedPlayer) -> None:
        self.opponent = opponent
        self._chances: dict[Side, NDArray[np.float64]] = {}

    @cached_property
    def card(self) -> ttt.ReportCard:
        return ttt.evaluate(self.opponent.policy())

    def perfect_play(self, board: str, side: Side) -> ttt.Result:
        """Return how often `side` wins, draws and loses from a position if it plays perfectly.

        Perfectly means that it minimises its losses against this opponent, random moves included,
        and then maximises its wins. It therefore never risks what perfect play secures: a drawn
        position shows no losses and a won one only wins. A perfect move never changes the figures;
        only the opponent's moves and mistakes do.
        """
        if side not in self._chances:
            self._chances[side], _ = ttt.best_response(self.opponent.policy(), side, score="safety")
        return result_for(self._chances[side][position_of(board)], side)
