"""A visitor's matches and report cards, each computed only once as long as it is shown."""

from collections.abc import Hashable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_ui.visit.cores import cores
from ttt_ui.visit.players import NamedPlayer
from ttt_ui.visit.session import per_visitor

Cards = dict[Hashable, ttt.ReportCard]
"""By the players' policy keys."""
Results = dict[tuple[Hashable, Hashable], ttt.Result]
"""By those of X and O."""


@dataclass
class Matches:
    """The results last computed."""

    results: Results = field(default_factory=dict)
    cards: Cards = field(default_factory=dict)

    def compute(
        self, everybody: Sequence[NamedPlayer], chosen: Sequence[NamedPlayer]
    ) -> tuple[Cards, Results]:
        """Return everybody's report card, and all matches of chosen players; keep only these."""
        policies: dict[Hashable, ttt.Policy] = {}

        def policy_of(player: NamedPlayer) -> ttt.Policy:
            if player.policy_key not in policies:
                policies[player.policy_key] = player.policy()
            return policies[player.policy_key]

        # New dictionaries: an older run of the script may still be reading the present ones.
        self.cards = cards = {
            one.policy_key: self.cards.get(one.policy_key) or ttt.evaluate(policy_of(one))
            for one in everybody
        }
        self.results = results = {
            (x.policy_key, o.policy_key): self.results.get((x.policy_key, o.policy_key))
            or ttt.match(policy_of(x), policy_of(o))
            for x in chosen
            for o in chosen
        }
        return cards, results

    def has(self, everybody: Sequence[NamedPlayer], chosen: Sequence[NamedPlayer]) -> bool:
        """Say whether `compute` would have nothing to do."""
        return all(one.policy_key in self.cards for one in everybody) and all(
            (x.policy_key, o.policy_key) in self.results for x in chosen for o in chosen
        )


def cards_and_results(
    everybody: Mapping[str, NamedPlayer], chosen: Mapping[str, NamedPlayer]
) -> tuple[dict[str, ttt.ReportCard], NDArray[np.float64]]:
    """Return everybody's report cards by name, and the chosen players' cross table.

    The table (n, n, 3) has win, draw and loss of the row as X against the column as O.
    """
    known, all_of_them, here = per_visitor(Matches), [*everybody.values()], [*chosen.values()]
    with nullcontext() if known.has(all_of_them, here) else cores().turn():
        cards, results = known.compute(all_of_them, here)
    table = [[results[x.policy_key, o.policy_key] for o in here] for x in here]
    return (
        {one.name: cards[one.policy_key] for one in all_of_them},
        np.array(table).reshape(len(here), len(here), 3),
    )
