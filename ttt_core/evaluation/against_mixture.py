"""The best opponent of a `Mixture`: it knows the players and their shares, not who was drawn.

It learns from the moves who it may be, so its reply depends on the game so far, not on the board
alone: it is found by going through all games.
"""

from collections.abc import Sequence

from ttt_core.evaluation.loops import RESIGNING, ROUNDING
from ttt_core.evaluation.policy import Policy
from ttt_core.game.graph import N_OPEN, graph, legal

_Chances = tuple[float, float, float]
"""That X wins, that O wins, and of a draw."""
_DIGITS = 12
"""Of what the opponent knows: how likely each player is."""


def best_chances(
    parts: Sequence[tuple[Policy, float]], responder: int, *, difference: bool
) -> _Chances:
    """Return the result of a mixture against its best opponent.

    Parameters
    ----------
    parts
        Policies, and the share of games of each.
    responder
        The opponent's side, 0 or 1.
    difference
        Whether the opponent maximises wins minus losses; otherwise its wins, and then it minimises
        its losses.
    """
    child, side, result = graph().child, graph().side, graph().result
    rows = [policy.tolist() for policy, _ in parts]
    cells = [[c for c in range(9) if free[c]] for free in legal().tolist()]
    known: dict[tuple[int, tuple[float, ...]], _Chances] = {}

    def rank(chances: _Chances) -> tuple[float, float]:
        won, lost = chances[responder], chances[1 - responder]
        return (won - lost, 0.0) if difference else (won, -lost)

    def after(position: int, shares: tuple[float, ...]) -> _Chances:
        if position >= N_OPEN:
            ended = int(result[position - N_OPEN])
            return (float(ended == 0), float(ended == 1), float(ended == 2))
        key = position, shares
        if key not in known:
            replies = side[position] == responder
            known[key] = chosen(position, shares) if replies else drawn(position, shares)
        return known[key]

    def chosen(position: int, shares: tuple[float, ...]) -> _Chances:
        best: _Chances | None = None
        for cell in cells[position]:
            chances = after(int(child[position, cell]), shares)
            if best is None:
                best = chances
                continue
            (first, second), (most, least) = rank(chances), rank(best)
            if first > most + ROUNDING or (first > most - ROUNDING and second > least + ROUNDING):
                best = chances
        assert best is not None
        return best

    def drawn(position: int, shares: tuple[float, ...]) -> _Chances:
        total = [0.0, 0.0, 0.0]
        for cell in cells[position]:
            joint = [share * row[position][cell] for share, row in zip(shares, rows, strict=True)]
            chance = sum(joint)
            if chance > 0:
                seen = tuple(round(one / chance, _DIGITS) for one in joint)
                for outcome, part in enumerate(after(int(child[position, cell]), seen)):
                    total[outcome] += chance * part
        for share, row in zip(shares, rows, strict=True):
            total[responder] += share * sum(row[position][RESIGNING:])
        return total[0], total[1], total[2]

    return after(0, tuple(share for _, share in parts))
