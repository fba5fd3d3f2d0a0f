"""What the controls of the ranking do: read files, take an agent to the cross table."""

from dataclasses import dataclass, field
from typing import Any

import ttt_core as ttt
from ttt_core.learning import PackedAgent
from ttt_ui.compare import actions as comparing
from ttt_ui.language import reason, tr
from ttt_ui.visit import messages
from ttt_ui.visit.limits import MAX_REASONS, LimitError, shortened
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Message, per_visitor
from ttt_ui.widgets import FreshKeys
from ttt_ui.wording import plain

MAX_HOMEWORK = 40
HOMEWORK = "homework"


@dataclass(frozen=True)
class Judged:
    """An agent of the ranking, and its row."""

    packed: PackedAgent
    row: dict[str, Any]
    rank: tuple[Any, ...]
    card: ttt.ReportCard


@dataclass
class Homework:
    """The agents of the ranking, by the name of their file."""

    judged: dict[str, Judged] = field(default_factory=dict)
    key: FreshKeys = field(default_factory=lambda: FreshKeys("homework"))


def homework() -> Homework:
    return per_visitor(Homework)


def take_files(files: Any) -> None:
    """Judge the agents of the uploaded files; say of the others why they were not read."""
    kept, said = homework(), list[Message]()
    kept.key.renew("upload")
    for file in list(files or [])[:MAX_HOMEWORK]:
        name = shortened(str(getattr(file, "name", tr("A file"))))
        try:
            agents = comparing.agents_in(file)
        except (ttt.AgentFileError, LimitError) as error:
            why = tr(
                "{file} was not loaded. {reason}", file=plain(name), reason=plain(reason(error))
            )
            said.append(Message("error", why))
            continue
        for agent in agents:
            label = name if len(agents) == 1 else f"{name}: {agent.name}"
            if label in kept.judged or len(kept.judged) < MAX_HOMEWORK:
                one = ttt.judge(agent, label)
                kept.judged[label] = Judged(PackedAgent(agent), one.row(), one.rank, one.card)
    if len(said) > MAX_REASONS:
        rest = len(said) - MAX_REASONS
        said[MAX_REASONS:] = [Message("error", tr("{n:,} more were not loaded.", n=rest))]
    messages.answer(HOMEWORK, *said)


def clear() -> None:
    homework().judged.clear()


def to_the_cross_table(name: object) -> None:
    """Add an agent of the ranking to the players."""
    judged = homework().judged.get(name) if isinstance(name, str) else None
    if judged is not None and not roster().full:
        comparing.add(judged.packed.agent)
