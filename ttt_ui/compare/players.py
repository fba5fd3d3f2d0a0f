"""The players that can be compared: your agent, added agents and built-in players."""

from dataclasses import dataclass
from typing import NamedTuple

import ttt_core as ttt
from ttt_core.learning import RULES, PackedAgent
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.colours import NEUTRAL, PLAYER_COLOURS
from ttt_ui.language import tr, tr_plural
from ttt_ui.visit.opponents import EXPLORING_LEVELS, Strength, opponent
from ttt_ui.visit.players import (
    DEPTHS,
    MENACE,
    MINIMAX,
    MINIMAX_FIRST,
    RANDOM,
    REWARD_MEMORY,
    YOUR_AGENT,
    NamedPlayer,
)
from ttt_ui.visit.roster import FIXED_PLAYERS, roster
from ttt_ui.visit.session import session
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


class Mark(NamedTuple):
    """The symbol that stands for a player in charts and lists; no two are the same."""

    shape: str  # one letter
    colour: str


_MARK_OF_YOUR_AGENT = Mark("◆", NEUTRAL)


@dataclass(frozen=True, eq=False, kw_only=True)
class ComparedPlayer(NamedPlayer):
    mark: Mark
    origin: str  # where it comes from, in a few words of Markdown


def players() -> dict[str, ComparedPlayer]:
    """Return all players by name."""
    agent = session().agent
    compared = [_agent(YOUR_AGENT, agent, _MARK_OF_YOUR_AGENT)]
    for name, added in roster().slotted().items():
        compared.append(_agent(name, added.packed, Mark("●", PLAYER_COLOURS[added.slot])))
    levels: dict[str, NamedPlayer] = {
        level: opponent(Strength(level), agent, {}) for level in EXPLORING_LEVELS
    }
    for place, name in enumerate(FIXED_PLAYERS):
        player = levels.get(name, NamedPlayer(name))
        mark = (
            Mark("①②③④⑤⑥⑦⑧⑨"[DEPTHS[name] - 1], NEUTRAL)
            if name in DEPTHS
            else Mark("■", PLAYER_COLOURS[place])
        )
        compared.append(
            ComparedPlayer(name, player.given, player.random_share, mark=mark, origin=_origin(name))
        )
    return {player.name: player for player in compared}


def _origin(name: str) -> str:
    if name in DEPTHS:
        return tr_plural("looks {n} move ahead", "looks {n} moves ahead", DEPTHS[name])
    return tr(_ORIGINS[name])


def _agent(name: str, agent: ttt.Agent | PackedAgent, mark: Mark) -> ComparedPlayer:
    games = agent.stats.games
    rule = tr(RULES[agent.config.rule].label)
    if games:
        origin = f"{rule}, {counted(games, 'game', 'games')}"
    else:
        origin = tr("untrained") if agent.is_blank else tr("from another program")
    return ComparedPlayer(name, agent, mark=mark, origin=origin)
