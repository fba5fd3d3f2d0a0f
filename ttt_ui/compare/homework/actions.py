"""What the controls of the ranking do: read files and links, take an agent to the cross table."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import ttt_core as ttt
from ttt_core.learning import PackedAgent
from ttt_core.sentences import sentence
from ttt_ui.compare import actions as comparing
from ttt_ui.language import reason, tr
from ttt_ui.play.pupil.taught import PUPIL, read_pupil
from ttt_ui.visit import messages
from ttt_ui.visit.limits import MAX_QUERY, MAX_REASONS, LimitError, shortened, typed_name
from ttt_ui.visit.roster import add, roster
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
            _keep(agent, name if len(agents) == 1 else f"{name}: {agent.name}")
    _tell(said)


def take_links(typed: object) -> None:
    """Judge the pupils of links, one a line; each is taught its lessons again."""
    kept, said = homework(), list[Message]()
    kept.key.renew("links")
    lines = [line.strip() for line in str(typed).splitlines() if line.strip()]
    for number, line in enumerate(lines[:MAX_HOMEWORK], 1):
        query = parse_qs(urlsplit(line[:MAX_QUERY]).query)
        name = typed_name(query.get("name", [""])[0]) or tr("Pupil {n}", n=number)
        try:
            if PUPIL.name not in query:
                raise ValueError(sentence("It is not the link of a pupil."))
            _keep(read_pupil(query[PUPIL.name][0]), name)
        except ValueError as error:
            why = tr(
                "{file} was not loaded. {reason}", file=plain(name), reason=plain(reason(error))
            )
            said.append(Message("error", why))
    _tell(said)


def _keep(agent: ttt.Agent, label: str) -> None:
    kept = homework().judged
    if label in kept or len(kept) < MAX_HOMEWORK:
        one = ttt.judge(agent, label)
        row = one.row() | {"games": agent.stats.games}
        kept[label] = Judged(PackedAgent(agent), row, one.rank, one.card)


def _tell(said: list[Message]) -> None:
    """Say why some were not read; of many, only how many."""
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
        add(judged.packed.agent)
