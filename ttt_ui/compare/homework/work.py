"""The work of judging pupils from links, for a worker process."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

import ttt_core as ttt
from ttt_ui.play.pupil.lessons import taught


@dataclass(frozen=True)
class RankingLine:
    """An agent's line of the ranking."""

    row: dict[str, Any]
    rank: tuple[Any, ...]
    card: ttt.ReportCard


def line_of(agent: ttt.Agent, label: str) -> RankingLine:
    judged = ttt.judge(agent, label)
    return RankingLine(judged.row() | {"games": agent.stats.games}, judged.rank, judged.card)


def judge_pupils(
    texts: Sequence[tuple[str, str]],
) -> Generator[RankingLine | ValueError, None, None]:
    """Teach each pupil its lessons again, given its name and their text; yield what comes of it."""
    for name, text in texts:
        try:
            yield line_of(taught(text), name)
        except ValueError as error:
            yield error
