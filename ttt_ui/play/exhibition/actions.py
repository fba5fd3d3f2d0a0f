"""What the buttons of the exhibition do, and how it continues."""

import numpy as np

import ttt_core as ttt
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.jobs import Job
from ttt_ui.language import tr
from ttt_ui.play.exhibition import state
from ttt_ui.play.exhibition.state import SPEEDS, Exhibition, Settings, exhibition_state
from ttt_ui.play.exhibition.work import Stage, Terms, play_moves, play_on
from ttt_ui.play.state import MODE, play_state
from ttt_ui.visit.players import is_your_agent, player
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, session


def is_self_play() -> bool:
    return is_your_agent(state.OPPONENT.value, roster())


def settings() -> Settings:
    """Return the page's settings."""
    opponent = player(state.OPPONENT.value, session().agent, roster())
    return Settings(
        speed=SPEEDS[state.SPEED.value],
        opponent=None if is_self_play() else opponent.policy_key,
        explores=state.EXPLORES.value,
        learns=_learns(),
    )


def _learns() -> bool:
    return state.LEARNS.value and not session().frozen


def _terms() -> Terms:
    opponent = player(state.OPPONENT.value, session().agent, roster())
    return Terms(
        opponent=None if is_self_play() else opponent.policy(),
        explores=state.EXPLORES.value,
        learns=_learns(),
    )


def reset_statistics() -> None:
    """Clear the board, and start the statistics again."""
    visitor, exhibition = session(), exhibition_state()
    with visitor.lock:
        exhibition.rest()
        exhibition.stage = Stage(exhibition.stage.number + 1)
        exhibition.replacements = visitor.replacements


def start() -> None:
    visitor, exhibition = session(), exhibition_state()
    with visitor.lock:
        exhibition.running = True
        _announce(exhibition, visitor)


def pause() -> None:
    """Pause the exhibition.

    Not a toggle: while the page reruns on its own, browsers may report a click twice.
    """
    visitor, exhibition = session(), exhibition_state()
    with visitor.lock:  # after this, the agent stays as it is
        exhibition.running = False
        exhibition.rest()


def step() -> None:
    """Play one move."""
    visitor, exhibition = session(), exhibition_state()
    with visitor.lock:
        _announce(exhibition, visitor)
        agent = play_moves(visitor.agent, exhibition.stage, _terms(), 1, exhibition.random)
        if agent is not visitor.agent:
            visitor.learn(agent, exhibition.version)


def _announce(exhibition: Exhibition, visitor: Session) -> None:
    """Base what follows on the visitor's agent; end other work on it if it will learn."""
    exhibition.interrupted = ""
    if _learns():
        if visitor.training_under_way:
            visitor.say(tr("The agent is playing, so its training has been stopped."))
        exhibition.version = visitor.claim_agent()
    if exhibition.replacements != visitor.replacements:
        reset_statistics()


def change_learning() -> None:
    """Follow the switch for learning while the exhibition is running."""
    visitor, exhibition = session(), exhibition_state()
    with visitor.lock:
        if exhibition.running:
            _announce(exhibition, visitor)


def go_on() -> Job | None:
    """Return the job that plays on with the page's settings; None if nothing is to be played."""
    visitor, exhibition = session(), exhibition_state()
    watched = MODE.value == "Agent by itself" and not play_state().shows_welcome
    if not exhibition.running or not watched:
        exhibition.rest()
        return None
    chosen = settings()
    with visitor.lock:
        if exhibition.job is not None and exhibition.job.running and exhibition.settings == chosen:
            return exhibition.job
        exhibition.rest()
        if exhibition.job is not None and exhibition.job.failed:
            exhibition.running = False
            return exhibition.job
        if chosen.learns and visitor.version is not exhibition.version:
            _interrupt(exhibition, visitor)
            return None
        exhibition.settings, exhibition.version = chosen, visitor.version
        terms = _terms()
        exhibition.job = jobs.start(
            play_on,
            on_report=lambda report: _adopt_step(*report, visitor, exhibition, chosen),
            every=chosen.seconds_between_steps,
            arguments=lambda: (
                visitor.agent,
                exhibition.stage,
                terms,
                chosen.moves_per_step,
                exhibition.random,
            ),
        )
    return exhibition.job


def _adopt_step(
    agent: ttt.Agent,
    stage: Stage,
    random: np.random.Generator,
    visitor: Session,
    exhibition: Exhibition,
    chosen: Settings,
) -> bool:
    """Take what a step has led to; return whether the job goes on.

    If anything else has changed the agent while it learns, the exhibition pauses instead.
    """
    with visitor.lock:
        if not exhibition.running or exhibition.settings != chosen:
            return False
        if not chosen.learns:
            exhibition.stage, exhibition.random = stage, random
            return visitor.version is exhibition.version
        if not visitor.learn(agent, exhibition.version):
            _interrupt(exhibition, visitor)
            return False
        exhibition.stage, exhibition.random, exhibition.version = stage, random, agent
        return True


def _interrupt(exhibition: Exhibition, visitor: Session) -> None:
    exhibition.running = False
    exhibition.interrupted = (
        tr_noop("Paused, because your agent has changed. **Start** continues with the new one.")
        if visitor.replacements != exhibition.replacements
        else tr_noop("Paused, because your agent has learned on another page. **Start** continues.")
    )
