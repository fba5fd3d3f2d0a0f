"""A visitor's matches and report cards, each computed only once as long as it is shown."""

from collections.abc import Hashable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import is_mistake, reachable
from ttt_core.game import N_OPEN, SIDES, graph
from ttt_ui.jobs import cores
from ttt_ui.visit.players import NamedPlayer
from ttt_ui.visit.session import per_visitor


@dataclass
class Matches:
    """What was last computed: cards and mistakes by policy key, results by those of X and O."""

    cards: dict[Hashable, ttt.ReportCard] = field(default_factory=dict)
    mistakes: dict[Hashable, int] = field(default_factory=dict)
    results: dict[tuple[Hashable, Hashable], ttt.Result] = field(default_factory=dict)


class Compared(NamedTuple):
    """The players and their cross table.

    Attributes
    ----------
    cards : dict
        Everybody's report cards by name.
    mistakes : dict
        For each chosen player the number of positions in which it can make a mistake.
    results : float64 array (n, n, 3)
        Win, draw and loss of the row as X against the column as O; nan if one of them has not
        learned that side, because it is then not judged.
    """

    cards: dict[str, ttt.ReportCard]
    mistakes: dict[str, int]
    results: NDArray[np.float64]


def compared(everybody: Mapping[str, NamedPlayer], chosen: Mapping[str, NamedPlayer]) -> Compared:
    """Judge everybody, and play the matches of those who are chosen."""
    known = per_visitor(Matches)
    players = {player.policy_key: player for player in everybody.values()}
    here = [player.policy_key for player in chosen.values()]
    pairs = {(x, o) for x in here for o in here}
    is_new = players.keys() - known.cards.keys() or pairs - known.results.keys()
    policy = cache(lambda key: players[key].policy())
    with cores().turn() if is_new else nullcontext():
        # New dictionaries: an older run of the script may still be reading the present ones.
        known.cards = cards = {
            key: known.cards.get(key) or replace(ttt.evaluate(policy(key)), sides=other.sides)
            for key, other in players.items()
        }
        known.mistakes = wrong = {
            key: known.mistakes[key]
            if key in known.mistakes
            else _number_of_mistakes(policy(key), cards[key].sides)
            for key in here
        }
        known.results = results = {
            (x, o): known.results.get((x, o)) or ttt.match(policy(x), policy(o)) for x, o in pairs
        }
    table = np.array([[results[x, o] for o in here] for x in here])
    table = table.reshape(len(here), len(here), 3)
    table[["X" not in cards[key].sides for key in here]] = np.nan
    table[:, ["O" not in cards[key].sides for key in here]] = np.nan
    return Compared(
        {name: cards[player.policy_key] for name, player in everybody.items()},
        {name: wrong[player.policy_key] for name, player in chosen.items()},
        table,
    )


def _number_of_mistakes(policy: ttt.Policy, sides: str) -> int:
    """Return in how many positions of its games it can make a mistake, on the sides it knows."""
    may_err = ((policy > 0) & is_mistake()[:, : policy.shape[1]]).any(axis=1)
    known = np.isin(graph().side[:N_OPEN], [SIDES.index(side) for side in sides])
    return int((may_err & known & reachable(policy)).sum())
