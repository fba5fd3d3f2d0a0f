"""A visitor's matches and report cards, each computed only once."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_ui.visit.cores import cores
from ttt_ui.visit.players import NamedPlayer
from ttt_ui.visit.session import per_visitor

MOST_MATCHES = 400
"""The number kept. Sixteen players need 256."""
MOST_CARDS = 40

_T = TypeVar("_T")
_Key = TypeVar("_Key", bound=Hashable)


@dataclass
class Matches:
    """Computed results, by the players' policy keys."""

    # By the keys of X and O.
    results: dict[tuple[Hashable, Hashable], ttt.Result] = field(default_factory=dict)
    cards: dict[Hashable, ttt.ReportCard] = field(default_factory=dict)

    def compute(self, everybody: Sequence[NamedPlayer], chosen: Sequence[NamedPlayer]) -> None:
        """Compute what is missing: everybody's report card, and all matches of chosen players."""
        policies: dict[Hashable, ttt.Policy] = {}

        def policy_of(player: NamedPlayer) -> ttt.Policy:
            if player.policy_key not in policies:
                policies[player.policy_key] = player.policy()
            return policies[player.policy_key]

        cards = {
            one.policy_key: ttt.evaluate(policy_of(one))
            for one in everybody
            if one.policy_key not in self.cards
        }
        results = {
            (x.policy_key, o.policy_key): ttt.match(policy_of(x), policy_of(o))
            for x in chosen
            for o in chosen
            if (x.policy_key, o.policy_key) not in self.results
        }
        # New dictionaries: an older run of the script may still be reading the present ones.
        self.cards = _latest(self.cards, cards, [one.policy_key for one in everybody], MOST_CARDS)
        pairs = [(x.policy_key, o.policy_key) for x in chosen for o in chosen]
        self.results = _latest(self.results, results, pairs, MOST_MATCHES)

    def has(self, everybody: Sequence[NamedPlayer], chosen: Sequence[NamedPlayer]) -> bool:
        """Say whether `compute` would have nothing to do."""
        return all(one.policy_key in self.cards for one in everybody) and all(
            (x.policy_key, o.policy_key) in self.results for x in chosen for o in chosen
        )


def _latest(
    known: Mapping[_Key, _T], new: Mapping[_Key, _T], wanted: Sequence[_Key], most: int
) -> dict[_Key, _T]:
    """Return what is wanted and, up to `most` in all, the latest of the rest."""
    both = {**known, **new}
    needed = {key: both[key] for key in wanted}
    rest = [key for key in both if key not in needed]
    room = max(most - len(needed), 0)
    return {**{key: both[key] for key in rest[len(rest) - min(room, len(rest)) :]}, **needed}


def cards_and_results(
    everybody: Mapping[str, NamedPlayer], chosen: Mapping[str, NamedPlayer]
) -> tuple[dict[str, ttt.ReportCard], NDArray[np.float64]]:
    """Return everybody's report cards by name, and the chosen players' cross table.

    The table (n, n, 3) has win, draw and loss of the row as X against the column as O.
    """
    known, all_of_them, here = per_visitor(Matches), [*everybody.values()], [*chosen.values()]
    if not known.has(all_of_them, here):
        with cores().turn():
            known.compute(all_of_them, here)
    cards, results = known.cards, known.results
    table = [[results[x.policy_key, o.policy_key] for o in here] for x in here]
    return (
        {one.name: cards[one.policy_key] for one in all_of_them},
        np.array(table).reshape(len(here), len(here), 3),
    )
