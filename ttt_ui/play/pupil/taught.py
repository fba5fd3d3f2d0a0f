"""A pupil in a link: the lessons that lead to it, as in ``03142.p1000-600``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import ttt_core as ttt
from ttt_core.sentences import sentence
from ttt_ui.frame.links import Parameter
from ttt_ui.play.pupil.story import MOST_LESSONS, Lesson, Story
from ttt_ui.visit.cores import cores
from ttt_ui.visit.session import Session, per_visitor

MOST_GAMES_ALONE = 20_000
"""Practised while a visitor waits: for half a second at most."""

_BETWEEN = "."
_PRACTICE = re.compile(r"p([1-9][0-9]{0,4})-([1-9][0-9]{0,4})", re.ASCII)
_GAME = re.compile(r"[0-8]{5,9}", re.ASCII)


def lessons_to_text(lessons: Sequence[Lesson]) -> str:
    """Write the lessons that changed the pupil: a game as its cells, a practice as its games."""
    practices = (f"p{one.games}-{one.played}" if one.played else "" for one in lessons)
    games = ("".join(map(str, one.moves)) for one in lessons)
    return _BETWEEN.join(filter(None, map("".join, zip(games, practices, strict=True))))


def read_pupil(text: str) -> ttt.Agent:
    """Teach a pupil the lessons of a text; raise `ValueError` if it has others, or too many."""
    agent, alone, lessons = ttt.newborn(), 0, text.split(_BETWEEN)
    if len(lessons) > MOST_LESSONS:
        raise ValueError(sentence("it has more than {most} lessons.", most=MOST_LESSONS))
    with cores().turn():
        for lesson in lessons:
            practice = _PRACTICE.fullmatch(lesson)
            if practice:
                games, played = map(int, practice.groups())
                alone += played
                if played > games or alone > MOST_GAMES_ALONE:
                    raise ValueError(
                        sentence("it practised more than {most:,} games.", most=MOST_GAMES_ALONE)
                    )
                run = ttt.TrainingRun(replace(ttt.PRESETS["Newborn"], games=games), agent)
                run.play(played)
                agent = run.agent()
            elif _GAME.fullmatch(lesson):
                agent = ttt.learn_from_game(agent, tuple(map(int, lesson)))
            else:
                raise ValueError(sentence("write games as in 03142 and practices as in p1000-600."))
    return agent


PUPIL: Parameter[ttt.Agent] = Parameter("pupil", read_pupil)


@dataclass
class _Told:
    """The text that leads to an agent, by the agent's fingerprint; empty if none does."""

    table: bytes = b""
    text: str = ""


def challenge_query(visitor: Session) -> dict[str, str]:
    """Return the query that leads to the visitor's pupil; empty unless nobody can beat it."""
    story = visitor.belongings.get(Story)
    if story is None or not ttt.evaluate(visitor.agent).unbeatable:
        return {}
    text = text_of(story.lessons, visitor)
    return {PUPIL.name: text} if text else {}


def text_of(lessons: Sequence[Lesson], visitor: Session) -> str:
    """Return the text that leads to the visitor's pupil; empty if something else changed it."""
    told, table = per_visitor(_Told), visitor.agent.fingerprint
    if told.table != table:
        text = lessons_to_text(lessons)
        try:
            same = read_pupil(text).fingerprint == table
        except ValueError:
            same = False
        told.table, told.text = table, text if same else ""
    return told.text
