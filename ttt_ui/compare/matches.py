"""A visitor's matches and report cards, each computed only once as long as it is shown."""

from collections.abc import Hashable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_ui.visit.cores import cores
from ttt_ui.visit.players import NamedPlayer
from ttt_ui.visit.session import per_visitor


@dataclass
class Matches:
    """What was last computed: report cards by policy key, and results by those of X and O."""

    cards: dict[Hashable, ttt.ReportCard] = field(default_factory=dict)
    results: dict[tuple[Hashable, Hashable], ttt.Result] = field(default_factory=dict)


def cards_and_results(
    everybody: Mapping[str, NamedPlayer], chosen: Mapping[str, NamedPlayer]
) -> tuple[dict[str, ttt.ReportCard], NDArray[np.float64]]:
    """Return everybody's report cards by name, and the cross table of those who are chosen.

    The table (n, n, 3) has win, draw and loss of the row as X against the column as O.
    """
    known = per_visitor(Matches)
    players = {player.policy_key: player for player in everybody.values()}
    here = [player.policy_key for player in chosen.values()]
    pairs = {(x, o) for x in here for o in here}
    is_new = players.keys() - known.cards.keys() or pairs - known.results.keys()
    policy = cache(lambda key: players[key].policy())
    with cores().turn() if is_new else nullcontext():
        # New dictionaries: an older run of the script may still be reading the present ones.
        known.cards = cards = {
            key: known.cards.get(key) or replace(ttt.evaluate(policy(key)), sides=one.sides)
            for key, one in players.items()
        }
        known.results = results = {
            (x, o): known.results.get((x, o)) or ttt.match(policy(x), policy(o)) for x, o in pairs
        }
    table = [[results[x, o] for o in here] for x in here]
    return (
        {name: cards[player.policy_key] for name, player in everybody.items()},
        np.array(table).reshape(len(here), len(here), 3),
    )
