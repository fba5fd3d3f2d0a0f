"""The files and links of a class: judged, and taken to the players or trained further."""

import re
from collections.abc import Container
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs

import ttt_core as ttt
from ttt_core.learning import PackedAgent
from ttt_ui import jobs
from ttt_ui.compare.agent_list import agents_in, answer, refused, said
from ttt_ui.compare.work import AgentLine, judge_pupil
from ttt_ui.jobs import Job
from ttt_ui.language import reason, tr
from ttt_ui.play.links import NAME, PUPIL
from ttt_ui.play.work import taught
from ttt_ui.visit.attached import HowRead
from ttt_ui.visit.limits import MAX_QUERY, shortened, typed_name
from ttt_ui.visit.roster import add, numbered, roster
from ttt_ui.visit.session import Message, fresh_keys, per_visitor
from ttt_ui.wording import plain

MAX_JUDGED = 40
MAX_LINES = 400
"""Of the pasted links that are looked at."""
MOST_KEPT = 2**20
"""Bytes of the agents that a session keeps here; of more, it keeps the lines alone."""
JUDGE, CHOSEN, UPLOAD = "judge_files", "judge_chosen", "judge_files_upload"
_WORDS = re.compile(r"[^\s<>\"“”«»()\[\]]+")
_CODE = re.compile(r"[0-8op](?=[0-8op.-]*\d{5})[0-8op.\d-]+")


@dataclass(frozen=True)
class Judged:
    """A line of the list, and what its agent is made from again.

    That is the packed agent of a file, or the lessons of a pupil; None if there was no more room.
    With the agent of another program stays how its file was read.
    """

    line: AgentLine
    source: PackedAgent | str | None
    how: HowRead | None = None
    also: tuple[str, ...] = ()  # the names of other files with exactly this agent
    same_as: str = ""  # the pupil that had exactly these lessons before

    @property
    def row(self) -> dict[str, Any]:
        """The row, in the visitor's language and time."""
        name = shortened(", ".join((self.line.row["name"], *self.also)))
        if self.same_as:
            name = tr("{name} (same lessons as {other})", name=name, other=self.same_as)
        return said(self.line.row | {"name": name}, self.how)

    @property
    def size(self) -> int:
        return self.source.size if isinstance(self.source, PackedAgent) else 0

    @property
    def identity(self) -> bytes | str:
        """The lessons of a pupil's link, or the agent's fingerprint."""
        return self.source if isinstance(self.source, str) else self.line.agent

    @property
    def agent(self) -> ttt.Agent | None:
        """The agent, with its name in the list."""
        if self.source is None:
            return None
        agent = taught(self.source) if isinstance(self.source, str) else self.source.agent
        return replace(agent, name=typed_name(self.line.row["name"]))


@dataclass
class Judging:
    """The agents of the list, by name, and the job that judges pupils."""

    judged: dict[str, Judged] = field(default_factory=dict)
    chosen: str | None = None  # the agent with buttons below the list
    job: Job | None = None
    # The pupils of the job, by name: their lessons and the line they were in; and how many of them
    # have been judged.
    pupils: dict[str, tuple[str, str]] = field(default_factory=dict)
    done: int = 0
    refused: list[Message] = field(default_factory=list)

    @property
    def ranked(self) -> list[Judged]:
        return sorted(self.judged.values(), key=lambda agent: agent.line.rank)


def judging() -> Judging:
    return per_visitor(Judging)


def judge_files(files: Any) -> None:
    """Judge the agents of the uploaded files; say of the others why they were not read."""
    kept, refusals, taken = judging(), list[Message](), set[str]()
    fresh_keys().renew(UPLOAD)
    for agent, line, how in agents_in(files, MAX_JUDGED, refusals):
        name = _free_name(agent.name, agent.fingerprint, taken)
        taken.add(name)
        if not _rank(kept, line.named(name), PackedAgent(agent), how):
            refusals.append(_no_room(agent.name))
    answer(JUDGE, refusals)


def judge_links(typed: str) -> None:
    """Begin to judge the pupils of a text with links; each is taught its lessons again."""
    kept = judging()
    lines = [line.strip() for line in typed.splitlines()[:MAX_LINES]]
    if not any(lines) or (kept.job is not None and kept.job.running):
        return
    found, unread = set[tuple[str, str]](), list[Message]()
    pupils = dict[str, tuple[str, str]]()
    for number, line in enumerate(lines, 1):
        handed = pupils_in(line)
        for name, lessons in handed:
            if (name, lessons) not in found:  # not the same link again
                found.add((name, lessons))
                label = _free_name(name or tr("Pupil {n}", n=len(found)), lessons, pupils)
                pupils[label] = lessons, _line(number, line)
        if line and not handed and ("://" in line or len(list(filter(None, lines))) == 1):
            unread.append(refused(_line(number, line), tr("It is not the link of a pupil.")))
    kept.pupils, kept.done = dict(list(pupils.items())[:MAX_JUDGED]), 0
    kept.refused = [*unread, *map(_no_room, list(pupils)[MAX_JUDGED:])]
    if pupils:
        kept.job = jobs.start(
            judge_pupil,
            arguments=lambda: _next_pupil(kept)[:2],
            on_report=lambda judged: _rank_next(kept, judged),
        )


def _next_pupil(kept: Judging) -> tuple[str, str, str]:
    """Return the name of the pupil to be judged next, its lessons, and the line it was in."""
    name, (lessons, line) = list(kept.pupils.items())[kept.done]
    return name, lessons, line


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


def _free_name(name: str, identity: bytes | str, taken: Container[str]) -> str:
    """Return a name for an agent that no other has: of the list, or `taken` in this upload.

    An agent that is in the list already has the same name again.
    """
    kept = judging()
    others: dict[str, bytes | str] = {label: one[0] for label, one in kept.pupils.items()}
    others |= {label: judged.identity for label, judged in kept.judged.items()}
    return numbered(name, lambda each: each not in taken and others.get(each, identity) == identity)


def _no_room(name: str) -> Message:
    return refused(name, tr("The list holds {most} agents.", most=MAX_JUDGED))


def _rank_next(kept: Judging, judged: AgentLine | ValueError) -> bool:
    """Rank a pupil, or note why there is no line for it; return whether others are left."""
    name, lessons, line = _next_pupil(kept)
    kept.done += 1
    if isinstance(judged, ValueError):
        why = tr("Its lessons are not valid: {reason}", reason=reason(judged))
        kept.refused.append(refused(line, why))
    elif not _rank(kept, judged, lessons):
        kept.refused.append(_no_room(name))
    return kept.done < len(kept.pupils)


def tell_of_pupils() -> None:
    """Say which links were not read, once all are judged."""
    kept = judging()
    if kept.refused and (kept.job is None or not kept.job.running):
        answer(JUDGE, kept.refused)
        kept.refused = []


def _rank(
    kept: Judging, line: AgentLine, source: PackedAgent | str, how: HowRead | None = None
) -> bool:
    """Put a line into the list, in place of its former one; False if there is no room.

    Files of exactly the same agent share a line, as do a pupil's file and link. Pupils who were
    taught exactly the same lessons have a line each, which says so.
    """
    label = line.row["name"]
    others = {name: other for name, other in kept.judged.items() if name != label}
    judged = Judged(line, source, how)
    same = (name for name, other in others.items() if other.line.agent == line.agent)
    if (earlier := next(same, None)) is not None:
        is_again = re.fullmatch(rf"{re.escape(earlier)} \(\d+\)", label)  # as its file and its link
        if isinstance(source, str) and not is_again:
            judged = replace(judged, same_as=earlier)
            earlier = None
        elif not is_again:
            also = tuple(dict.fromkeys((*others[earlier].also, label)))
            kept.judged[earlier] = replace(others[earlier], also=also)
    if earlier is not None:
        kept.judged.pop(label, None)
        return True
    if len(others) >= MAX_JUDGED:
        return False
    has_room = sum(other.size for other in others.values()) + judged.size <= MOST_KEPT
    kept.judged[label] = judged if has_room else replace(judged, source=None)
    return True


def add_to_players(name: str) -> None:
    """Add an agent of the list to the players."""
    judged = judging().judged.get(name)
    agent = None if judged is None else judged.agent
    if judged is not None and agent is not None and not roster().full:
        added = add(agent, judged.how)
        answer(CHOSEN, [Message("success", tr("Added {agents}.", agents=plain(added)))])
