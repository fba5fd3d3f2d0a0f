"""What the controls and buttons of the train page do."""

from dataclasses import replace
from urllib.parse import urlencode

import streamlit as st

import ttt_core as ttt
from ttt_core.learning.soundness import MAX_NAME
from ttt_ui.inspect.state import ADDRESS as BOARD_ADDRESS
from ttt_ui.inspect.state import VIEW, VIEWS
from ttt_ui.shared import address
from ttt_ui.shared.session import Session, session
from ttt_ui.shared.widgets import held
from ttt_ui.shared.wording import plain
from ttt_ui.train import links
from ttt_ui.train.course import SEEDS, Course
from ttt_ui.train.links import config_from_query, config_to_query
from ttt_ui.train.settings import LIVE_GAMES, changed, name_for, preset_of, shown_value
from ttt_ui.train.state import (
    EXPERIMENT,
    EXPERIMENTS_OPEN,
    LIVE,
    NAME,
    PRESET,
    TrainState,
    train_state,
)

AT_ONCE_SECONDS = 0.25


def is_live() -> bool:
    """Whether a change of a setting trains at once."""
    return bool(LIVE.value) and train_state().settings.games <= LIVE_GAMES


def is_waiting() -> bool:
    """Whether the present agent has never been trained as the settings say.

    Seed and number of games count for nothing: going on and stopping change them. A training
    elsewhere counts.
    """
    settings, agent = train_state().settings, session().agent
    return not any(
        run is not None and replace(run, seed=settings.seed, games=settings.games) == settings
        for run in (agent.trained_elsewhere, *agent.training)
    )


def take_setting(name: str, key: str) -> None:
    """Take over what the control with this key was set to.

    Nothing is done for a control that is gone or empty, or that shows what the setting is: a
    browser also reports controls that have just come or gone.
    """
    visitor, train, value = session(), train_state(), held(key)
    if key != train.key(name) or value in (None, shown_value(name, train.settings)):
        return
    try:
        settings = changed(train.settings, name, value)
    except ttt.ConfigError as error:
        visitor.say(f"The setting stays as it was. {plain(str(error))}", "error")
        train.make_anew(name)
        return
    train.take(settings, by=name)
    if is_live():
        start_over()


def take_preset(key: str) -> None:
    """Take over the settings of the chosen preset, and train it however many games it has."""
    train, name = train_state(), held(key)
    if key != train.key(PRESET) or name not in ttt.PRESETS or name == preset_of(train.settings):
        return
    train.take(ttt.PRESETS[name], by=PRESET)
    if LIVE.value:
        start_over()


def train_on() -> None:
    """Go on from the present agent, by the settings; each further run has the next seed."""
    visitor, train = session(), train_state()
    settings = train.settings
    with visitor.lock:
        agent = visitor.agent
        next_seed = (settings.seed + len(agent.training)) % SEEDS
        start = agent if agent.stats.games or agent.positions_known else None
        before = train.present_course(visitor) if start else None
        name = agent.name if start else name_for(settings)
        try:
            course = Course(replace(settings, seed=next_seed), name, start, before)
        except ValueError as error:
            visitor.say(plain(str(error)), "error")
            return
        claim = visitor.claim()
    _begin(visitor, train, course, claim)


def start_over() -> None:
    """Train from an empty table."""
    visitor, train = session(), train_state()
    claim = visitor.claim()
    _begin(visitor, train, Course(train.settings, name_for(train.settings)), claim)


def _begin(visitor: Session, train: TrainState, course: Course, claim: int) -> None:
    """Make the agent of a new course the present one, trained as far as a moment allows."""
    course.work(AT_ONCE_SECONDS)
    put_in_place(visitor, train, course, claim)


def put_in_place(visitor: Session, train: TrainState, course: Course, claim: int) -> None:
    """Make the agent of a new course the present one, as far as it is trained."""
    with visitor.lock:
        agent = replace(course.agent, level=visitor.agent.level)
        if visitor.adopt(agent, claim, finished=course.finished):
            train.claim = claim
            train.follow(course, visitor)


def work_on(visitor: Session, train: TrainState, course: Course, seconds: float) -> bool:
    """Go on with a training; what was learned so far is the visitor's at any time.

    Returns
    -------
    bool
        Whether it is under way still: not where it has ended, or the agent was changed otherwise.
    """
    course.work(seconds)
    return _keep(visitor, train, course) and not course.finished


def stop(course: Course) -> None:
    """End a training here; what was learned stays."""
    visitor, train = session(), train_state()
    course.stop()
    _keep(visitor, train, course)


def _keep(visitor: Session, train: TrainState, course: Course) -> bool:
    with visitor.lock:
        if train.course is not course:
            return False
        kept = visitor.learn(course.agent, train.claim, finished=course.finished)
        if kept:
            train.follow(course, visitor)
        return kept


def undo() -> None:
    """Bring back the agent before; its settings follow."""
    session().undo()


def name_key() -> str:
    """Return the key of the field for the agent's name: another one where another name is due."""
    return f"{train_state().key(NAME)}_{session().replacements}"


def rename(key: str) -> None:
    """Give the present agent the name typed in; an empty one changes nothing."""
    if key != name_key():
        return
    typed = str(held(key))
    shown = "".join(letter if letter.isprintable() else " " for letter in typed)
    name = " ".join(shown.split())[:MAX_NAME].strip()
    if name:
        session().relabel(name=name)
    if name != typed:
        train_state().make_anew(NAME)


def link() -> str:
    """Return the link that trains what the settings say, for anyone."""
    return f"{st.context.url or ''}?{urlencode(config_to_query(train_state().settings))}"


def link_to_experiment(name: str) -> str:
    """Return the link that opens a guided experiment."""
    return f"{st.context.url or ''}?{urlencode({links.EXPERIMENT: name})}"


def link_tells_all() -> bool:
    """Whether the settings, which the link holds, are all that the present agent comes from."""
    agent, settings = session().agent, train_state().settings
    return (
        agent.trained_elsewhere is None
        and agent.training == (settings,)
        and agent.stats.games == settings.games
    )


def follow_address() -> None:
    """Do what the link says that the visitor came by, and write the settings into the address.

    A link from the browser's history counts for nothing where the agent has been replaced
    elsewhere since: a link can train its agent again at any time, the present one perhaps not.
    """
    visitor, train = session(), train_state()
    replaced = train.follow_agent(visitor)
    query, first = address.asked(lambda name: name != BOARD_ADDRESS)
    if query and (first or not replaced):
        experiment, query, dropped = links.experiment_from_query(query)
        if experiment is not None:
            EXPERIMENT.set(experiment)
            EXPERIMENTS_OPEN.set(True)
        if query:
            settings, unread = config_from_query(query)
            dropped += unread
            changes = settings != train.settings
            train.take(settings)
            if not link_tells_all() and (first or (changes and is_live())):
                start_over()
        if dropped:
            visitor.say(
                "The link held settings that make no sense. They were left out:\n\n"
                + "\n".join(f"- {plain(reason)}" for reason in dropped)
            )
    address.show(config_to_query(train.settings) | _experiment_to_query())


def _experiment_to_query() -> dict[str, str]:
    return {links.EXPERIMENT: EXPERIMENT.value} if EXPERIMENTS_OPEN.value else {}


def show_failing_boards() -> None:
    """Open the five questions on the inspect page."""
    VIEW.set(VIEWS[2])
    st.switch_page("pages/inspect.py")
