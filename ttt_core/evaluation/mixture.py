"""`Mixture`: several players, one of whom is drawn for each game, and its best opponent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ttt_core.evaluation.loops import RESIGNING, ROUNDING
from ttt_core.evaluation.policy import Player, Policy, as_policy
from ttt_core.game.graph import N_OPEN, graph, legal
from ttt_core.pictures import Shown


@dataclass(frozen=True, eq=False, repr=False)
class Mixture(Shown):
    """Several players, one of whom is drawn before each game and makes all its moves.

    `mix` draws again at every move instead. A mixture has no policy matrix, because its next move
    depends on who was drawn. It can be the partner in `train` and take part in a `match`.

    Parameters
    ----------
    players
        Agents, policy matrices, or any objects with a `policy()` method, which is called once.
    weights
        How likely each player is, in proportion to the others; equally likely if there are none.

    Raises
    ------
    ValueError
        If there are no players, one is not a player (see `evaluation.as_policy`), or the weights
        are not one number above 0 for each.

    Attributes
    ----------
    parts : tuple of (Policy, float)
        Each player's policy, and its share of the games.
    """

    players: Sequence[Player | Policy]
    weights: Sequence[float] | None = None
    parts: tuple[tuple[Policy, float], ...] = field(init=False, repr=False)

    def __eq__(self, other: object) -> bool:
        """Return whether the other has players of the same policies, with the same shares."""
        if not isinstance(other, Mixture):
            return NotImplemented
        return len(self.parts) == len(other.parts) and all(
            share == other_share and np.array_equal(policy, other_policy)
            for (policy, share), (other_policy, other_share) in zip(
                self.parts, other.parts, strict=True
            )
        )

    def __hash__(self) -> int:
        """Return a hash of the shares."""
        return hash(tuple(share for _, share in self.parts))

    def _facts(self) -> Mapping[str, object]:
        names = [getattr(player, "name", type(player).__name__) for player in self.players]
        return {
            "players": ", ".join(names),
            "shares": ", ".join(f"{share:.3g}" for _, share in self.parts),
        }

    def __post_init__(self) -> None:
        players: object = self.players
        if not isinstance(players, Sequence) or not players:
            raise ValueError("A mixture needs a list of at least one player.")
        policies = [as_policy(player) for player in self.players]
        given = np.ones(len(policies)) if self.weights is None else np.asarray(self.weights)
        if given.shape != (len(policies),) or given.dtype.kind not in "iuf":
            raise ValueError(
                f"A mixture of {len(policies)} needs as many weights, not {self.weights!r}."
            )
        if not (np.isfinite(given) & (given > 0)).all():
            raise ValueError(f"Weights must be numbers above 0, not {self.weights!r}.")
        shares = (given / given.sum()).tolist()
        object.__setattr__(self, "parts", tuple(zip(policies, shares, strict=True)))


def parts_of(player: Player | Policy | Mixture) -> tuple[tuple[Policy, float], ...]:
    """Return the policies of a player and the share of games played by each: one, or a mixture."""
    return player.parts if isinstance(player, Mixture) else ((as_policy(player), 1.0),)


_Chances = tuple[float, float, float]
"""That X wins, that O wins, and of a draw."""
_DIGITS = 12
"""Of what the opponent knows: how likely each player is."""


def best_chances(
    parts: Sequence[tuple[Policy, float]], responder: int, *, difference: bool
) -> _Chances:
    """Return the result of a mixture against its best opponent.

    The opponent knows the players and their shares, not who was drawn. It learns from the moves who
    that may be, so its reply depends on the game so far, not on the board alone: it is found by
    going through all games.

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
