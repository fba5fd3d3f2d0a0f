"""The level Adaptive: as strong as the visitor has lately been.

A model player stands for the visitor. It makes a share of its moves at random and otherwise chooses
evenly among all optimal moves. After each game the share changes in proportion to the difference
between the visitor's score (win 1, draw 1/2, loss 0) and the model player's expected one, as a
rating does (Elo 1978).
"""

from bisect import bisect_left
from functools import cache

from ttt_core.evaluation import Policy, outcome_chances, policy, result_for
from ttt_core.game import Outcome, Side
from ttt_ui.visit.opponents import BEGINNER_RANDOM_SHARE

FIRST_SHARE = 0.3
"""The visitor's share of random moves before their first game."""
LARGEST_SHARE = BEGINNER_RANDOM_SHARE
_STEP = 0.15


def expected_score(share: float, rival: Policy, side: Side) -> float:
    """Return what the model player, on this side, scores against a rival."""
    model = policy.mix(policy.uniform(), policy.optimal(), share)
    players = (model, rival) if side == "X" else (rival, model)
    result = result_for(outcome_chances(*players)[0], side)
    return result.win + result.draw / 2


def share_after(share: float, rival: Policy, side: Side, result: Outcome | None) -> float:
    """Return the visitor's share of random moves after a game against a rival."""
    score = 0.5 if result == "draw" else float(result == side)
    return min(max(share - _STEP * (score - expected_score(share, rival, side)), 0.0), 1.0)


def even_share(share: float, side: Side) -> float:
    """Return the share of random moves with which minimax is as strong as a visitor on `side`.

    It is a whole percentage, and at most that of Beginner, 70%: against a visitor who makes more
    random moves than that, minimax can no longer be only their equal.
    """
    return _even_percentage(round(100 * share), side) / 100


@cache
def _even_percentage(visitors: int, side: Side) -> int:
    def score(percentage: int) -> float:
        rival = policy.mix(policy.uniform(), policy.minimax(), percentage / 100)
        return expected_score(visitors / 100, rival, side)

    # Each per cent adds at most 0.01 to the score, so the first above 0.495 is nearest to 1/2.
    return bisect_left(range(round(100 * LARGEST_SHARE)), 0.495, key=score)
