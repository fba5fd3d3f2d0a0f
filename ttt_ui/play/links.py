"""The address of Play, and the lessons that lead to a pupil, as in ``03142.p1000-600``.

A link to a friend names them `PUPIL`, and challenges them. The visitor's own address names them
`TAUGHT`, so that a reload goes on teaching the pupil even if the browser saves nothing; there, an
``o`` stands before a game in which the visitor was O. At the welcome, the address names no mode.
"""

from collections.abc import Sequence
from dataclasses import replace

import ttt_core as ttt
from ttt_core.game import Side, boards, walk
from ttt_core.game import board as rules
from ttt_core.learning import new_pupil
from ttt_core.sentences import sentence
from ttt_ui.frame import address
from ttt_ui.frame.links import Link, Parameter
from ttt_ui.language import tr
from ttt_ui.play.actions import begin_next, challenge, hide_welcome, put_in_place, show_welcome
from ttt_ui.play.state import MODE, PARTS, Mode, play_state
from ttt_ui.play.story import Challenge, Lesson, Story
from ttt_ui.play.work import BETWEEN, lesson_by_lesson, taught
from ttt_ui.streamlit_fixes import this_run
from ttt_ui.visit.attached import Frozen
from ttt_ui.visit.limits import typed_name
from ttt_ui.visit.session import Session, session


def follow_address() -> None:
    """Start in the mode of the link that opened the site, and keep the address up to date.

    Back and Forward only lead to the welcome and from it: another mode would end the game on the
    board.
    """
    play = play_state()
    link = address.asked()
    PARTS.apply_link(link)
    mode = MODE.read(link)
    if link.first:
        _follow_pupil(link, mode or "Against the agent")
    if link.first and mode is not None:
        play.shows_welcome = False
        if mode != MODE.value:
            MODE.set(mode)
            begin_next()
    elif not link.first and this_run.is_by_history():
        if mode is None:
            show_welcome()
        else:
            hide_welcome()
    link.say_what_was_dropped()
    query = {} if play.shows_welcome else MODE.to_query(with_default=True)
    as_step = bool(query) != (MODE.in_links in address.shown())
    address.show(query | PARTS.query(), as_step=as_step)


def _follow_pupil(link: Link, mode: Mode) -> None:
    """Start a game with the pupil of a link, if it has one, and say how far it is."""
    lessons, name = link.rest.get(PUPIL.name, ""), link.read(NAME)
    pupil = link.read(PUPIL)
    if pupil is not None:
        pupil = replace(pupil, name=name or pupil.name)
        challenge(pupil, lessons, mode)
    elif name is not None:
        link.drop(NAME.name, name, tr("the link has no pupil with this name."))


def lessons_to_text(lessons: Sequence[Lesson]) -> str:
    """Write the lessons that changed the pupil: a game as its cells, a practice as its games."""
    practices = (f"p{lesson.games}-{lesson.played}" if lesson.played else "" for lesson in lessons)
    games = ("".join(map(str, lesson.moves)) for lesson in lessons)
    return BETWEEN.join(filter(None, map("".join, zip(games, practices, strict=True))))


def _read_name(text: str) -> str:
    name = typed_name(text)
    if not name:
        raise ValueError(sentence("a name needs at least one letter or digit."))
    return name


TAUGHT: Parameter[tuple[ttt.Agent, Story]] = Parameter("taught", lambda text: read_taught(text))
CALLED: Parameter[str] = Parameter("called", _read_name, default=new_pupil().name)
OF_TAUGHT = (TAUGHT.name, CALLED.name)
"""The parameters of the visitor's own address, on every page."""
PUPIL: Parameter[ttt.Agent] = Parameter("pupil", taught)
NAME: Parameter[str] = Parameter("name", _read_name, default=new_pupil().name)
"""The pupil's name."""


def pupil_query(visitor: Session) -> dict[str, str]:
    """Return the query that leads to the visitor's pupil; empty if none does."""
    story, challenge = visitor.attached.get(Story), visitor.attached.get(Challenge)
    lessons = challenge.lessons if challenge else lessons_to_text(story.lessons) if story else ""
    text = leading_to_pupil(lessons, visitor)
    return NAME.to_query(visitor.agent.name) | {PUPIL.name: text} if text else {}


def leading_to_pupil(text: str, visitor: Session) -> str:
    """Return the text if it leads to the visitor's pupil; empty if something else changed it."""
    play, table = play_state(), visitor.agent.fingerprint
    if play.led_to[0] != table:
        try:
            same = taught(text).fingerprint == table
        except ValueError:
            same = False
        play.led_to = table, text if same else ""
    return play.led_to[1]


def taught_query(visitor: Session) -> dict[str, str]:
    """Return the query that lets a reload go on teaching the pupil; empty if none does."""
    story = visitor.attached.get(Story)
    if story is None or not leading_to_pupil(lessons_to_text(story.lessons), visitor):
        return {}
    return CALLED.to_query(visitor.agent.name) | {TAUGHT.name: _with_sides(story.lessons)}


def _with_sides(lessons: Sequence[Lesson]) -> str:
    return BETWEEN.join(
        f"{'o' * (lesson.moves != () and _side(lesson) == 'O')}{lessons_to_text([lesson])}"
        for lesson in lessons
        if lesson.moves or lesson.played
    )


def _side(lesson: Lesson) -> Side:
    """Return the visitor's side in a game; X if it is of no account, in a drawn one."""
    winner: Side = "X" if len(lesson.moves) % 2 else "O"
    return rules.other(winner) if lesson.ending == "lost" else winner


def read_taught(text: str) -> tuple[ttt.Agent, Story]:
    """Teach a pupil again; return it with its story."""
    sides: list[Side] = ["O" if part.startswith("o") else "X" for part in text.split(BETWEEN)]
    story, agent = Story(1), new_pupil()
    lessons = lesson_by_lesson(BETWEEN.join(p.removeprefix("o") for p in text.split(BETWEEN)))
    for side, lesson in zip(sides, lessons, strict=True):
        if lesson.moves:
            result = rules.outcome(boards()[walk(lesson.moves)[-1]])
            story.record_game(side, lesson.moves, result, lesson.before)
        else:
            story.note_past_practice(lesson.games, lesson.played, lesson.before)
        agent = lesson.after
        story.note_arrival(lesson.before, agent)
    return agent, story


def follow_link() -> bool:
    """Go on teaching the pupil of the visitor's own address; return whether that has begun.

    Nothing happens if it is the agent that the browser has saved, or an earlier stage of it.
    """
    link, visitor, play = address.asked_of_all(OF_TAUGHT), session(), play_state()
    text = link.rest.get(TAUGHT.name, "")
    name, pupil = link.read(CALLED), link.read(TAUGHT) if link.first else None
    story = visitor.attached.get(Story)
    is_here = story is not None and _with_sides(story.lessons).startswith(text)
    if pupil is None or is_here:
        link.say_what_was_dropped()
        return False
    agent, story = pupil
    with visitor.lock:
        put_in_place(replace(agent, name=name or agent.name))
        play.stories += 1
        visitor.attached.put(replace(story, number=play.stories))
        if ttt.evaluate(agent).unbeatable:
            visitor.attached.put(Frozen())
        begin_next()
    return True
