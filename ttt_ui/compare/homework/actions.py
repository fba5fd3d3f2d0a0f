"""What the controls of the ranking do: read files and links, take an agent to the cross table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import ttt_core as ttt
from ttt_core.learning import PRESET_LABELS, PackedAgent
from ttt_ui import jobs
from ttt_ui.compare import actions as comparing
from ttt_ui.compare.homework.work import RankingLine, judge_pupil
from ttt_ui.jobs import Job
from ttt_ui.language import reason, tr, tr_plural
from ttt_ui.play.pupil.taught import NAME, PUPIL, read_pupil
from ttt_ui.visit import messages
from ttt_ui.visit.attached import HowRead, how_read
from ttt_ui.visit.limits import (
    MAX_QUERY,
    MAX_REASONS,
    LimitError,
    shortened,
    typed_name,
)
from ttt_ui.visit.roster import add, roster
from ttt_ui.visit.session import Message, per_visitor
from ttt_ui.widgets import FreshKeys
from ttt_ui.wording import plain

MAX_HOMEWORK = 40
MAX_LINES = 400
"""Of the pasted links that are looked at."""
MOST_KEPT = 2**20
"""Bytes of the agents that a session keeps for the ranking; of more, it keeps the lines alone."""
HOMEWORK = "homework"
_WORDS = re.compile(r"[^\s<>\"“”«»()\[\]]+")
_CODE = re.compile(r"[0-8op](?=[0-8op.-]*\d{5})[0-8op.\d-]+")


class Handed(NamedTuple):
    """A pupil of a link: its name in the ranking, its lessons, and the line that it was in."""

    name: str
    text: str
    line: str


@dataclass(frozen=True)
class Judged:
    """A line of the ranking, and what its agent is made from again.

    That is the packed agent of a file, or the lessons of a pupil; None if there was no more room.
    With the agent of another program stays how its file was read.
    """

    line: RankingLine
    source: PackedAgent | str | None
    of: bytes | str  # the agent's fingerprint, or the pupil's lessons
    how: HowRead | None = None
    also: tuple[str, ...] = ()  # the names of other files with exactly this agent
    same_as: str = ""  # the pupil that had exactly these lessons before

    @property
    def row(self) -> dict[str, Any]:
        name = shortened(", ".join((self.line.row["name"], *self.also)))
        if self.same_as:
            name = tr("{name} (same lessons as {other})", name=name, other=self.same_as)
        return self.line.row | {"name": name}

    @property
    def size(self) -> int:
        return self.source.size if isinstance(self.source, PackedAgent) else 0


@dataclass
class Homework:
    """The agents of the ranking, by the name of their file, and the job that judges pupils."""

    judged: dict[str, Judged] = field(default_factory=dict)
    key: FreshKeys = field(default_factory=lambda: FreshKeys("homework"))
    job: Job | None = None
    pupils: int = 0  # of the job: how many are to be judged
    done: int = 0
    expected: dict[str, str] = field(default_factory=dict)  # the same: lessons by name
    refused: list[Message] = field(default_factory=list)


def homework() -> Homework:
    return per_visitor(Homework)


def take_files(files: Any) -> None:
    """Judge the agents of the uploaded files; say of the others why they were not read."""
    kept, refusals, taken = homework(), list[Message](), set[str]()
    kept.key.renew("upload")
    for file in list(files or [])[:MAX_HOMEWORK]:
        name = shortened(str(getattr(file, "name", tr("A file"))))
        try:
            agents = comparing.agents_in(file)
        except (ttt.AgentFileError, LimitError) as error:
            refusals.append(_refused(name, reason(error)))
            continue
        for each in agents:
            agent = each.reading.agent
            label = name if agent.name in PRESET_LABELS.values() else agent.name
            line = each.line.named(_numbered(label, agent.fingerprint, taken))
            how = how_read(name, (each.reading,), each.others)
            if not _rank(kept, line, PackedAgent(agent), how):
                refusals.append(_no_room(label))
    left_out = list(files or [])[MAX_HOMEWORK:]
    _tell([*refusals, *(_no_room(shortened(str(getattr(file, "name", "")))) for file in left_out)])


def take_links(typed: object) -> None:
    """Begin to judge the pupils of a text with links; each is taught its lessons again."""
    kept = homework()
    kept.key.renew("links")
    lines = [line.strip() for line in str(typed).splitlines()[:MAX_LINES]]
    if not any(lines) or (kept.job is not None and kept.job.running):
        return
    taken, found, unread = set[str](), dict[tuple[str, str], Handed](), list[Message]()
    for number, line in enumerate(lines, 1):
        handed = pupils_in(line)
        for name, text in handed:
            if (name, text) not in found:  # not the same link again
                label = _numbered(name or tr("Pupil {n}", n=len(found) + 1), text, taken)
                found[name, text] = Handed(label, text, _line(number, line))
        if line and not handed and ("://" in line or len(list(filter(None, lines))) == 1):
            unread.append(_refused(_line(number, line), tr("It is not the link of a pupil.")))
    pupils = list(found.values())
    texts, left_out = pupils[:MAX_HOMEWORK], pupils[MAX_HOMEWORK:]
    kept.expected = {pupil.name: pupil.text for pupil in texts}
    kept.pupils, kept.done = len(texts), 0
    kept.refused = [*unread, *(_no_room(pupil.name) for pupil in left_out)]
    if texts:
        kept.job = jobs.start(
            judge_pupil,
            arguments=lambda: (texts[kept.done].name, texts[kept.done].text),
            on_report=lambda judged: _rank_next(kept, texts, judged),
        )


def pupils_in(line: str) -> list[tuple[str, str]]:
    """Return the names and the lessons of the pupils in a line of a mail or a chat.

    Of each link or query, as of ``pupil=…&name=…``; or of a line that is a code alone, as
    ``0684251.p1000-300``. The name is empty if there is none.
    """
    found = []
    for word in _WORDS.findall(line[:MAX_QUERY]):
        query = parse_qs(word.rpartition("?")[2].partition("#")[0].rstrip(".,;:!"))
        if PUPIL.name in query:
            name = typed_name(query.get(NAME.name, [""])[0])
            found.append((name, query[PUPIL.name][0]))
    return [("", line)] if not found and _CODE.fullmatch(line) else found


def _line(number: int, line: str) -> str:
    return tr("Line {n:,}, “{text}”,", n=number, text=shortened(line))


def _refused(what: str, why: str) -> Message:
    return Message(
        "error", tr("{file} was not loaded. {reason}", file=plain(what), reason=plain(why))
    )


def _numbered(name: str, of: bytes | str, taken: set[str]) -> str:
    """Return a name for an agent that no other has: of the ranking, or `taken` in this upload.

    An agent that is in the ranking already has the same name again.
    """
    kept = homework()
    others = {**kept.expected, **{label: judged.of for label, judged in kept.judged.items()}}
    names = chain([name], (f"{name} ({number})" for number in count(2)))
    free = next(each for each in names if each not in taken and others.get(each, of) == of)
    taken.add(free)
    return free


def _no_room(name: str) -> Message:
    return _refused(name, tr("The ranking holds {most} agents.", most=MAX_HOMEWORK))


def _rank_next(kept: Homework, texts: Sequence[Handed], judged: RankingLine | ValueError) -> bool:
    """Rank a pupil, or note why there is no line for it; return whether others are left."""
    pupil = texts[kept.done]
    kept.done += 1
    if isinstance(judged, ValueError):
        why = tr("Its lessons are not valid: {reason}", reason=reason(judged))
        kept.refused.append(_refused(pupil.line, why))
    elif not _rank(kept, judged, pupil.text):
        kept.refused.append(_no_room(pupil.name))
    return kept.done < len(texts)


def tell_of_pupils() -> None:
    """Say which links were not read, once all are judged."""
    kept = homework()
    if kept.refused and (kept.job is None or not kept.job.running):
        _tell(kept.refused)
        kept.refused = []


def _rank(
    kept: Homework, line: RankingLine, source: PackedAgent | str, how: HowRead | None = None
) -> bool:
    """Put a line into the ranking, in place of its former one; False if there is no room.

    Files of exactly the same agent share a line, as do a pupil's file and link. Pupils who were
    taught exactly the same lessons have a line each, which says so.
    """
    label = line.row["name"]
    others = {name: other for name, other in kept.judged.items() if name != label}
    of = source if isinstance(source, str) else source.fingerprint
    judged = Judged(line, source, of, how)
    same = (name for name, other in others.items() if other.line.agent == line.agent)
    if (twin := next(same, None)) is not None:
        is_again = re.fullmatch(rf"{re.escape(twin)} \(\d+\)", label)  # as its file and its link
        if isinstance(source, str) and not is_again:
            judged = replace(judged, same_as=twin)
            twin = None
        elif not is_again:
            also = tuple(dict.fromkeys((*others[twin].also, label)))
            kept.judged[twin] = replace(others[twin], also=also)
    if twin is not None:
        kept.judged.pop(label, None)
        return True
    if len(others) >= MAX_HOMEWORK:
        return False
    has_room = sum(other.size for other in others.values()) + judged.size <= MOST_KEPT
    kept.judged[label] = judged if has_room else replace(judged, source=None)
    return True


def _tell(refusals: list[Message]) -> None:
    """Say why some were not read; of many, only how many."""
    if len(refusals) > MAX_REASONS:
        rest = len(refusals) - MAX_REASONS
        more = tr_plural("{n:,} more was not loaded.", "{n:,} more were not loaded.", rest)
        refusals[MAX_REASONS:] = [Message("error", more)]
    messages.answer(HOMEWORK, *refusals)


def clear() -> None:
    homework().judged.clear()


def to_the_cross_table(name: object) -> None:
    """Add an agent of the ranking to the players."""
    judged = homework().judged.get(name) if isinstance(name, str) else None
    if judged is None or judged.source is None or roster().full:
        return
    source = judged.source
    agent = source.agent if isinstance(source, PackedAgent) else read_pupil(source)
    add(replace(agent, name=typed_name(name)), judged.how)
