"""Agents of files with their lines for the ranking, and pupils from links, in a worker process."""

from dataclasses import dataclass, replace
from datetime import UTC
from typing import Any

import ttt_core as ttt
from ttt_core.files import AgentReading, SeveralAgentsError, load_roster, without_tables
from ttt_ui.play.pupil.lessons import lesson_games, taught


@dataclass(frozen=True)
class RankingLine:
    """An agent's line of the ranking.

    Attributes
    ----------
    row : dict
        As `Judgement.row` returns it, and what is known of how it was trained.
    rank : tuple
        What sorts the best first.
    card : ReportCard
    verdict : str
        Both verdicts if its file fits two readings and nothing in it decides.
    agent : bytes
        Its fingerprint.
    """

    row: dict[str, Any]
    rank: tuple[Any, ...]
    card: ttt.ReportCard
    verdict: str
    agent: bytes

    def named(self, name: str) -> "RankingLine":
        return replace(self, row=self.row | {"name": name}, rank=(*self.rank[:-1], name))


@dataclass(frozen=True)
class FileAgent:
    """An agent of a file, how the file was read, and the agent's line.

    Attributes
    ----------
    reading : AgentReading
    others : int
        How many other readings fit.
    line : RankingLine
    """

    reading: AgentReading
    others: int
    line: RankingLine


def agents_of_file(data: bytes, name: str) -> tuple[FileAgent, ...]:
    """Return the agents of a file: several of ours, or one of any program.

    Raises
    ------
    AgentFileError
        If it contains none; the message says why.
    """
    try:
        reading = ttt.read_any(data, name)
    except SeveralAgentsError:
        return tuple(
            FileAgent(AgentReading(agent, ""), 0, line_of_file(agent, agent.name))
            for agent in load_roster(data)
        )
    first, *others = without_tables(reading)
    return (FileAgent(first, len(others), line_of_file(reading, first.agent.name)),)


def line_of_file(player: ttt.Agent | ttt.Reading, label: str) -> RankingLine:
    """Return the line of a file's agent; it says nothing of games and time in another program."""
    agent = player if isinstance(player, ttt.Agent) else player.agent
    if agent.trained_elsewhere:
        return _line(player, label, None, None, None)
    alone = sum(run.games for run in agent.training)
    with_person = max(0, agent.stats.games - alone)
    when = f"{agent.created.astimezone(UTC):%Y-%m-%d %H:%M}"
    return _line(player, label, with_person, alone, when)


def _line(
    player: ttt.Agent | ttt.Reading,
    label: str,
    with_person: int | None,
    alone: int | None,
    when: str | None,
) -> RankingLine:
    judged = ttt.judge(player, label)
    games = {"games with a person": with_person, "games alone": alone, "when (UTC)": when}
    illegal = ttt.judge(player.forfeiting()).forfeits if isinstance(player, ttt.Reading) else []
    row = judged.row() | {"positions with a taken cell first": len(illegal)} | games
    agent = player if isinstance(player, ttt.Agent) else player.agent
    return RankingLine(row, judged.rank, judged.card, judged.verdict, agent.fingerprint)


def judge_pupil(name: str, text: str) -> RankingLine | ValueError:
    """Teach a pupil the lessons of a text again; return its line, or why there is none."""
    try:
        return _line(taught(text), name, *lesson_games(text), None)
    except ValueError as error:
        return error
