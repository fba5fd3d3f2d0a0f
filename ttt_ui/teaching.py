"""What the train page does to the visitor's agent: its callbacks, and the settings in the link."""

import time
from dataclasses import replace

import streamlit as st

import ttt_core as ttt
from ttt_core.learning.agent import MAX_NAME
from ttt_ui.course import SEEDS, Course, retraced
from ttt_ui.links import config_from_query, config_to_query
from ttt_ui.session import Session, session, widget_value
from ttt_ui.settings import LIVE_GAMES, changed, name_for
from ttt_ui.wording import plain

LIVE_KEY = "train_live"
PRESET_KEY = "train_preset"
CUSTOM = "Your own"

AT_ONCE_SECONDS = 0.25
ADDRESS_SETTLES_SECONDS = 3.0


def is_live(visitor: Session) -> bool:
    """Whether a change of a setting trains at once."""
    return _live_is_on() and visitor.settings.games <= LIVE_GAMES


def _live_is_on() -> bool:
    return bool(widget_value(LIVE_KEY, True))


def is_waiting(visitor: Session) -> bool:
    """Whether the present agent has never been trained as the settings say.

    Seed and number of games count for nothing: going on and stopping change them.
    """
    settings = visitor.settings
    return not any(
        replace(run, seed=settings.seed, games=settings.games) == settings
        for run in visitor.agent.training
    )


def setting_key(name: str) -> str:
    """Return the key of the control of a field of `TrainingConfig`."""
    return f"setting_{name}"


def take_setting(name: str) -> None:
    """Take over what a control was set to."""
    visitor, value = session(), widget_value(setting_key(name))
    if value is None:  # the control has gone meanwhile
        return
    visitor.settings = changed(visitor.settings, name, value)
    if is_live(visitor):
        start_over()


def take_preset() -> None:
    """Take over the settings of the chosen preset, and train it however many games it has."""
    visitor, name = session(), widget_value(PRESET_KEY)
    if name not in ttt.PRESETS:
        return
    visitor.settings = ttt.PRESETS[name]
    if _live_is_on():
        start_over()


def train_on() -> None:
    """Go on from the present agent, by the settings; each further run has the next seed."""
    visitor = session()
    agent, settings = visitor.agent, visitor.settings
    next_seed = (settings.seed + len(agent.training)) % SEEDS
    start = agent if agent.stats.games else None
    before = present_course(visitor) if start else None
    name = agent.name if start else name_for(settings)
    try:
        course = Course(replace(settings, seed=next_seed), name, start, before)
    except ValueError as error:
        visitor.say(str(error), "error")
        return
    _begin(visitor, course)


def start_over() -> None:
    """Train from an empty table."""
    visitor = session()
    _begin(visitor, Course(visitor.settings, name_for(visitor.settings)))


def _begin(visitor: Session, course: Course) -> None:
    """Make the agent of a new course the present one, trained as far as a moment allows."""
    course.work(AT_ONCE_SECONDS)
    with visitor.lock:
        if visitor.training_under_way:
            visitor.agent = course.agent  # the agent before the unfinished training is in the past
        else:
            visitor.adopt(course.agent)
        _follow(visitor, course)


def work_on(visitor: Session, course: Course, seconds: float) -> None:
    """Go on with the training under way; what was learned so far is the visitor's at any time."""
    with visitor.lock:
        if visitor.course is course:  # and not another, begun while this run waited
            course.work(seconds)
            visitor.agent = course.agent
            _follow(visitor, course)


def _follow(visitor: Session, course: Course | None) -> None:
    visitor.course = course
    visitor.course_table = visitor.agent.q


def present_course(visitor: Session) -> Course | None:
    """Return the course of the present agent, None where it is not known."""
    if visitor.course_table is not visitor.agent.q:
        _follow(visitor, retraced(visitor.agent))
    return visitor.course


def undo() -> None:
    """Bring back the agent before, with its settings."""
    visitor = session()
    visitor.undo()
    if visitor.agent.training:
        visitor.settings = visitor.agent.config


def rename(key: str) -> None:
    """Give the present agent the name typed in; an empty one changes nothing."""
    visitor = session()
    name = " ".join(str(widget_value(key)).split())[:MAX_NAME]
    if not name:
        return
    visitor.agent = replace(visitor.agent, name=name)
    course = present_course(visitor)
    if course is not None:
        course.name = name
        course.agent = visitor.agent


def link_tells_all(visitor: Session) -> bool:
    """Whether the settings, which the link holds, are all that the present agent comes from."""
    agent, settings = visitor.agent, visitor.settings
    return agent.training == (settings,) and agent.stats.games == settings.games


def open_link(visitor: Session) -> None:
    """Follow the address where it says something else than the page has last written there.

    For a moment after writing that counts for nothing: what the browser sends may still hold the
    address from before.
    """
    query = st.query_params.to_dict()
    just_written = time.monotonic() < visitor.query_written + ADDRESS_SETTLES_SECONDS
    if not query or query == visitor.query or just_written:
        return
    arriving = visitor.query is None
    visitor.query = query
    visitor.settings, dropped = config_from_query(query)
    if dropped:
        visitor.say(
            "The link held settings that make no sense. They were left out:\n\n"
            + "\n".join(f"- {plain(reason)}" for reason in dropped)
        )
    if not link_tells_all(visitor) and (arriving or is_live(visitor)):
        start_over()
    st.rerun()


def write_link(visitor: Session) -> None:
    """Write the settings into the address."""
    visitor.query = config_to_query(visitor.settings)
    if st.query_params.to_dict() != visitor.query:
        visitor.query_written = time.monotonic()
        st.query_params.from_dict(visitor.query)
