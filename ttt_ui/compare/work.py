"""An agent's line in the list: of a player, a file or a pupil's link. The last two in a worker."""

from dataclasses import dataclass, replace
from typing import Any

import ttt_core as ttt
from ttt_core.files import AgentReading, SeveralAgentsError, load_roster, without_tables
from ttt_ui.drawing.emblem import emblem
from ttt_ui.play.work import lesson_games, taught


@dataclass(frozen=True)
class AgentLine:
    """What the list says of an agent.

    Attributes
    ----------
    row : dict
        As `Judgement.row` returns it, and its emblem; of a file or a pupil, how it was taught. The
        verdict is both if its file fits two readings and nothing in it decides.
    rank : tuple
        What sorts the best first.
    agent : bytes
        Its fingerprint; empty for a built-in player.
    """

    row: dict[str, Any]
    rank: tuple[Any, ...]
    agent: bytes = b""

    def named(self, name: str) -> "AgentLine":
        return replace(self, row=self.row | {"name": name}, rank=(*self.rank[:-1], name))


def agents_of_file(data: bytes, name: str) -> list[tuple[AgentReading, int, AgentLine]]:
    """Return the agents of a file: several of ours, or one of any program.

    Returns
    -------
    list of tuple
        How each was read, how many other readings fit, and its line.

    Raises
    ------
    AgentFileError
        If it contains none; the message says why.
    """
    try:
        reading = ttt.read_any(data, name)
    except SeveralAgentsError:
        agents = load_roster(data)
        return [(AgentReading(agent, ""), 0, line_of_file(agent, agent.name)) for agent in agents]
    first, *others = without_tables(reading)
    return [(first, len(others), line_of_file(reading, first.agent.name))]


def line_of_file(player: ttt.Agent | ttt.Reading, name: str) -> AgentLine:
    """Return the line of a file's agent; it says nothing of games and time in another program."""
    agent = player if isinstance(player, ttt.Agent) else player.agent
    more: dict[str, Any] = {}
    if not agent.trained_elsewhere:
        alone = sum(run.games for run in agent.training)
        with_person = max(0, agent.stats.games - alone)
        more = {"games with a person": with_person, "games alone": alone, "when": agent.created}
    if isinstance(player, ttt.Reading):
        illegal = ttt.judge(player.forfeiting()).forfeits
        more["positions with a taken cell first"] = len(illegal)
    return line_of(player, name, agent, **more)


def judge_pupil(name: str, text: str) -> AgentLine | ValueError:
    """Teach a pupil the lessons of a text again; return its line, or why there is none."""
    try:
        pupil = taught(text)
        with_person, alone = lesson_games(text)
    except ValueError as error:
        return error
    games = {"games with a person": with_person, "games alone": alone}
    return line_of(pupil, name, pupil, **games)


def line_of(player: ttt.Player, name: str, agent: ttt.Agent | None, **more: Any) -> AgentLine:
    """Return the line of a player, which plays by the values of an agent or by none."""
    judged = ttt.judge(player, name)
    shown = emblem(player if agent is None else agent)
    row = judged.row() | {"verdict": judged.verdict, "emblem": shown} | more
    return AgentLine(row, judged.rank, b"" if agent is None else agent.fingerprint)
