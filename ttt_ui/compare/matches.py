"""Matches and report cards that were worked out for a visitor, so that none is worked out twice."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_ui.compare.players import Player
from ttt_ui.shared.cores import cores
from ttt_ui.shared.session import per_visitor

MOST_MATCHES = 400
"""That are kept. Sixteen players have 256 with each other."""
MOST_CARDS = 40

_T = TypeVar("_T")
_Key = TypeVar("_Key", bound=Hashable)


@dataclass
class Matches:
    """What was worked out, by how the players play.

    Attributes
    ----------
    results
        Of the first as X against the second as O.
    cards
    """

    results: dict[tuple[Hashable, Hashable], ttt.Result] = field(default_factory=dict)
    cards: dict[Hashable, ttt.ReportCard] = field(default_factory=dict)

    def work_out(self, everybody: Sequence[Player], present: Sequence[Player]) -> None:
        """Work out what is not known yet: the card of everybody, all matches of who takes part."""
        policies: dict[Hashable, ttt.Policy] = {}

        def policy_of(player: Player) -> ttt.Policy:
            if player.plays_like not in policies:
                policies[player.plays_like] = player.policy()
            return policies[player.plays_like]

        cards = {
            one.plays_like: ttt.evaluate(policy_of(one))
            for one in everybody
            if one.plays_like not in self.cards
        }
        results = {
            (x.plays_like, o.plays_like): ttt.match(policy_of(x), policy_of(o))
            for x in present
            for o in present
            if (x.plays_like, o.plays_like) not in self.results
        }
        # Made anew, not changed: a run of the script that was overtaken may still be at work here.
        self.cards = _latest(self.cards, cards, [one.plays_like for one in everybody], MOST_CARDS)
        pairs = [(x.plays_like, o.plays_like) for x in present for o in present]
        self.results = _latest(self.results, results, pairs, MOST_MATCHES)

    def knows(self, everybody: Sequence[Player], present: Sequence[Player]) -> bool:
        """Say whether nothing of that is left to be worked out."""
        return all(one.plays_like in self.cards for one in everybody) and all(
            (x.plays_like, o.plays_like) in self.results for x in present for o in present
        )


def _latest(
    known: Mapping[_Key, _T], new: Mapping[_Key, _T], wanted: Sequence[_Key], most: int
) -> dict[_Key, _T]:
    """Return what is wanted, and as much as there is room for of what was wanted before."""
    both = {**known, **new}
    needed = {key: both[key] for key in wanted}
    rest = [key for key in both if key not in needed]
    room = max(most - len(needed), 0)
    return {**{key: both[key] for key in rest[len(rest) - min(room, len(rest)) :]}, **needed}


def worked_out(
    everybody: Mapping[str, Player], present: Mapping[str, Player]
) -> tuple[dict[str, ttt.ReportCard], NDArray[np.float64]]:
    """Return the report card of everybody, and the cross table of who takes part.

    Returns
    -------
    cards : dict
        By name.
    results : float64 array (n, n, 3)
        Win, draw and loss of the row as X against the column as O.
    """
    known, all_of_them, here = (
        per_visitor(Matches),
        list(everybody.values()),
        list(present.values()),
    )
    if not known.knows(all_of_them, here):
        with cores().turn():
            known.work_out(all_of_them, here)
    cards, results = known.cards, known.results
    table = [[results[x.plays_like, o.plays_like] for o in here] for x in here]
    return (
        {one.name: cards[one.plays_like] for one in all_of_them},
        np.array(table).reshape(len(here), len(here), 3),
    )
