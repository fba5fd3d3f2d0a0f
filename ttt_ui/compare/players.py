"""The players that can be compared, and what is known about them: standings and matches."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.learning import RULES, PackedAgent
from ttt_core.sentences import tr_noop
from ttt_ui.compare.agent_list import said
from ttt_ui.compare.work import AgentLine, line_of
from ttt_ui.language import tr, tr_plural
from ttt_ui.visit.attached import HowRead
from ttt_ui.visit.players import (
    DEPTHS,
    EXPLORING_LEVELS,
    MENACE,
    MINIMAX,
    MINIMAX_FIRST,
    RANDOM,
    REWARD_MEMORY,
    YOUR_AGENT,
    NamedPlayer,
    opponent,
)
from ttt_ui.visit.roster import FIXED_PLAYERS, roster
from ttt_ui.visit.session import per_visitor, session
from ttt_ui.wording import counted

_ORIGINS = {
    RANDOM: tr_noop("every move equally likely"),
    "Beginner": tr_noop("your agent, with 70% random moves"),
    "Intermediate": tr_noop("your agent, exploring as on Play"),
    MINIMAX: tr_noop("perfect play, choosing evenly between equal moves"),
    MINIMAX_FIRST: tr_noop("perfect play, and always the same of equal moves"),
    REWARD_MEMORY: tr_noop("trained as Kutschera did, for 100,000 games"),
    MENACE: tr_noop("304 matchboxes with Michie's beads, trained for 220 games"),
}


@dataclass(frozen=True, eq=False, kw_only=True)
class ComparedPlayer(NamedPlayer):
    origin: str  # where it comes from, in a few words
    how: HowRead | None = None


def players() -> dict[str, ComparedPlayer]:
    """Return all players by name."""
    agent = session().agent
    compared = [_agent(YOUR_AGENT, agent, session().attached.get(HowRead))]
    compared += [_agent(name, one.packed, one.how) for name, one in roster().slotted().items()]
    levels: dict[str, NamedPlayer] = {
        level: opponent(level, agent, {}) for level in EXPLORING_LEVELS
    }
    for name in FIXED_PLAYERS:
        player = levels.get(name, NamedPlayer(name))
        compared.append(
            ComparedPlayer(name, player.given, player.random_share, origin=_origin(name))
        )
    return {player.name: player for player in compared}


def _origin(name: str) -> str:
    if name in DEPTHS:
        return tr_plural("looks {n} move ahead", "looks {n} moves ahead", DEPTHS[name])
    return tr(_ORIGINS[name])


def _agent(name: str, agent: ttt.Agent | PackedAgent, how: HowRead | None) -> ComparedPlayer:
    games = agent.stats.games
    rule = tr(RULES[agent.config.rule].label)
    if games:
        origin = f"{rule}, {counted(games, 'game', 'games')}"
    else:
        origin = tr("untrained") if agent.is_blank else tr("from another program")
    return ComparedPlayer(name, agent, origin=origin, how=how)


@dataclass
class Matches:
    """What was last computed: lines of the list by policy key, results by those of X and O."""

    lines: dict[Hashable, AgentLine] = field(default_factory=dict)
    results: dict[tuple[Hashable, Hashable], ttt.Result] = field(default_factory=dict)


class Compared(NamedTuple):
    """The standings and the cross table of some players, the strongest first.

    Attributes
    ----------
    players : dict
    rows : list of dict
        A row of the list for each, in the visitor's language.
    results : float64 array (n, n, 3)
        Win, draw and loss of the row as X against the column as O; nan if one of them has not
        learned that side, because it is then not judged.
    """

    players: dict[str, ComparedPlayer]
    rows: list[dict[str, Any]]
    results: NDArray[np.float64]


def compared(chosen: Mapping[str, ComparedPlayer]) -> Compared:
    """Judge players, play their matches, and rank them by points per judged game.

    Points are 1 for a win and ½ for a draw. What is known already is not computed again.
    """
    known, names, here = per_visitor(Matches), list(chosen), list(chosen.values())
    players = {player.policy_key: player for player in here}
    pairs = [(x, o) for x in players for o in players]
    # New dictionaries: an older run of the script may still be reading the present ones.
    known.lines = lines = {
        key: known.lines.get(key)
        or line_of(player, player.name, None if player.random_share else player.agent)
        for key, player in players.items()
    }
    policies = {x: players[x].policy() for x, o in pairs if (x, o) not in known.results}
    known.results = results = {
        (x, o): known.results.get((x, o)) or ttt.match(policies[x], policies[o]) for x, o in pairs
    }
    table = np.array([[results[x.policy_key, o.policy_key] for o in here] for x in here])
    table = table.reshape(len(here), len(here), 3)
    table[["X" not in player.sides for player in here]] = np.nan
    table[:, ["O" not in player.sides for player in here]] = np.nan
    as_x, as_o = _mean(points(table).T), 1 - _mean(points(table))
    total = _mean(np.stack([as_x, as_o]))
    order = np.argsort(-total, kind="stable")
    rows = [
        _row(here[place], lines[here[place].policy_key])
        | {"points": total[place], "points as X": as_x[place], "points as O": as_o[place]}
        for place in order.tolist()
    ]
    ranked = {names[place]: here[place] for place in order.tolist()}
    return Compared(ranked, rows, table[np.ix_(order, order)])


def points(results: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return X's points per game, (n, n): 1 for a win, ½ for a draw."""
    return np.asarray(results[..., 0] + results[..., 1] / 2)


def _row(player: ComparedPlayer, line: AgentLine) -> dict[str, Any]:
    row = line.row | {"name": player.label, "about": player.origin}
    return said(row, player.how)


def _mean(amounts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean of each column without its nans; nan if it has nothing else."""
    return np.asarray(np.ma.masked_invalid(amounts).mean(axis=0).filled(np.nan))
