"""What the buttons of the welcome do, and the buttons next to a pupil's board."""

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import ready_made
from ttt_ui import jobs
from ttt_ui.inspect.actions import open_board
from ttt_ui.jobs import Job
from ttt_ui.language import tr
from ttt_ui.play import actions as playing
from ttt_ui.play import state
from ttt_ui.play.pupil import lessons, wording
from ttt_ui.play.pupil.story import Challenge, Practice, Story
from ttt_ui.play.state import Mode, play_state
from ttt_ui.visit.attached import Frozen
from ttt_ui.visit.session import Session, default_agent, session
from ttt_ui.widgets import rerun_fragments_if_alone

STEPS = 20
"""The number of steps in which a practice is played, at most."""
SECONDS_BETWEEN_STEPS = 0.15


def show_welcome() -> None:
    """Show the start page; whatever the visitor has stays as it is."""
    play_state().shows_welcome = True


def hide_welcome() -> None:
    """Go on with what the visitor has."""
    play_state().shows_welcome = False


def choose_a_level() -> None:
    """Let the visitor play an agent at a level: theirs, or the first one during a lesson."""
    visitor, play = session(), play_state()
    with visitor.lock:
        story = visitor.attached.get(Story)
        if story is not None and not story.is_over:
            playing.begin_against(default_agent())
        elif state.MODE.value != "Against the agent":
            state.MODE.set("Against the agent")
            playing.begin_next()
        play.shows_welcome = False
        play.begun += 1


def begin() -> None:
    """Give the visitor a pupil to teach, in place of their agent."""
    visitor, play = session(), play_state()
    with visitor.lock:
        playing.begin_teaching()
        play.begun += 1


def look_inside() -> None:
    """Open Inspect on a position with a story, and tell it."""
    hide_welcome()
    session().say(tr(wording.STORY))
    open_board(wording.STORY_BOARD)


def play_the_trap_setter() -> None:
    """Challenge the visitor to a draw with the agent that never loses and punishes mistakes."""
    challenge(trap_setter())
    play_state().begun += 1


def challenge(agent: ttt.Agent, lessons: str = "", mode: Mode = "Against the agent") -> None:
    """Challenge the visitor with an agent that others have made; it learns no further."""
    visitor = session()
    with visitor.lock:
        playing.begin_against(agent, mode)
        visitor.attached.put(Challenge(lessons, agent.stats.games))
        visitor.attached.put(Frozen())


def practise(games: int) -> None:
    """Let the pupil start to practise on its own."""
    visitor = session()
    with visitor.lock:
        story = visitor.attached.get(Story)
        if story is not None:
            visitor.attached.pop(Frozen)
            story.practise(games, visitor)
            rerun_fragments_if_alone(playing.GAME_AREA)


def go_on() -> Job | None:
    """Return the job that continues the pupil's practice; None if there is no practice."""
    visitor = session()
    with visitor.lock:
        story = visitor.attached.get(Story)
        practice = None if story is None else story.practice
        if story is None or practice is None:
            return None
        if practice.job is not None and practice.job.failed:
            story.practice = None
            jobs.tell_error(practice.job)
        elif practice.job is None or not practice.job.running:
            practice.job = jobs.start(
                lessons.practise,
                arguments=lambda: (practice.run, -(-practice.games // STEPS)),
                on_report=lambda played: _learn(visitor, story, practice, *played),
                every=SECONDS_BETWEEN_STEPS,
            )
        return practice.job


def _learn(
    visitor: Session, story: Story, practice: Practice, run: ttt.TrainingRun, learned: ttt.Agent
) -> bool:
    """Let the pupil learn from the next games of a practice; return whether it goes on.

    It ends if the agent was changed in the meantime, and as soon as nobody can beat the pupil: 9
    out of 150 pupils became beatable again in the rest of their 1,000 games, just after that had
    been celebrated.
    """
    with visitor.lock:
        if story.practice is not practice:
            return False
        practice.run = run
        before = practice.version
        same_agent = visitor.learn(learned, before)
        if same_agent:
            practice.version = learned
            story.note_practice(run.games_played)
        arrived = same_agent and story.arrive(before, visitor)
        if arrived or not same_agent or not practice.left:
            story.practice = None
        return story.practice is practice


@st.cache_resource(show_spinner=False)
def trap_setter() -> ttt.Agent:
    """Return the agent that punishes every mistake. Agents never change, so all visitors share it.

    It does not explore in its last training game, and therefore not against people either.
    """
    return ready_made("Trap setter")
