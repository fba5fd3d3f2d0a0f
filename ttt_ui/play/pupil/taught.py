"""A pupil in a link: the lessons that lead to it, as in ``03142.p1000-600``."""

from collections.abc import Sequence
from dataclasses import dataclass

import ttt_core as ttt
from ttt_core.sentences import sentence
from ttt_ui.frame.links import Parameter
from ttt_ui.play.pupil.lessons import BETWEEN, taught
from ttt_ui.play.pupil.story import Challenge, Lesson, Story
from ttt_ui.visit.cores import cores
from ttt_ui.visit.limits import typed_name
from ttt_ui.visit.session import Session, per_visitor


def lessons_to_text(lessons: Sequence[Lesson]) -> str:
    """Write the lessons that changed the pupil: a game as its cells, a practice as its games."""
    practices = (f"p{lesson.games}-{lesson.played}" if lesson.played else "" for lesson in lessons)
    games = ("".join(map(str, lesson.moves)) for lesson in lessons)
    return BETWEEN.join(filter(None, map("".join, zip(games, practices, strict=True))))


def read_pupil(text: str) -> ttt.Agent:
    """Teach a pupil as `taught`, in a turn at a core."""
    with cores().turn():
        return taught(text)


def _read_name(text: str) -> str:
    name = typed_name(text)
    if not name:
        raise ValueError(sentence("a name needs at least one letter or digit."))
    return name


PUPIL: Parameter[ttt.Agent] = Parameter("pupil", read_pupil)
NAME: Parameter[str] = Parameter("name", _read_name, default=ttt.newborn().name)
"""The pupil's name."""


@dataclass
class _Told:
    """The text that leads to an agent, by the agent's fingerprint; empty if none does."""

    table: bytes = b""
    text: str = ""


def pupil_query(visitor: Session) -> dict[str, str]:
    """Return the query that leads to the visitor's pupil; empty if none does."""
    story, challenge = visitor.belongings.get(Story), visitor.belongings.get(Challenge)
    lessons = challenge.lessons if challenge else lessons_to_text(story.lessons) if story else ""
    text = leading_to_pupil(lessons, visitor)
    return NAME.to_query(visitor.agent.name) | {PUPIL.name: text} if text else {}


def leading_to_pupil(text: str, visitor: Session) -> str:
    """Return the text if it leads to the visitor's pupil; empty if something else changed it."""
    cached, table = per_visitor(_Told), visitor.agent.fingerprint
    if cached.table != table:
        try:
            same = read_pupil(text).fingerprint == table
        except ValueError:
            same = False
        cached.table, cached.text = table, text if same else ""
    return cached.text
