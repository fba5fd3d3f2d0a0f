"""The lines of the ranking; a worker process judges the pupils from links."""

from dataclasses import dataclass
from datetime import UTC
from typing import Any

import ttt_core as ttt
from ttt_ui.play.pupil.lessons import lesson_games, taught


@dataclass(frozen=True)
class RankingLine:
    """An agent's line of the ranking."""

    row: dict[str, Any]
    rank: tuple[Any, ...]
    card: ttt.ReportCard


def line_of_file(agent: ttt.Agent, label: str) -> RankingLine:
    """Return the line of a file's agent; it says nothing of games and time in another program."""
    if agent.trained_elsewhere:
        return _line(agent, label, None, None, None)
    alone = sum(run.games for run in agent.training)
    with_person = max(0, agent.stats.games - alone)
    when = f"{agent.created.astimezone(UTC):%Y-%m-%d %H:%M}"
    return _line(agent, label, with_person, alone, when)


def _line(
    agent: ttt.Agent, label: str, with_person: int | None, alone: int | None, when: str | None
) -> RankingLine:
    judged = ttt.judge(agent, label)
    games = {"games with a person": with_person, "games alone": alone, "when (UTC)": when}
    return RankingLine(judged.row() | games, judged.rank, judged.card)


def judge_pupil(name: str, text: str) -> RankingLine | ValueError:
    """Teach a pupil the lessons of a text again; return its line, or why there is none."""
    try:
        return _line(taught(text), name, *lesson_games(text), None)
    except ValueError as error:
        return error
