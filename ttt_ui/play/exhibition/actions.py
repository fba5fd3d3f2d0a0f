"""What the buttons of the exhibition do, and how it continues."""

import ttt_core as ttt
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.jobs import Job
from ttt_ui.language import tr
from ttt_ui.play.exhibition import state
from ttt_ui.play.exhibition.state import SPEEDS, Exhibition, Settings, exhibition
from ttt_ui.play.exhibition.work import Stage, Terms, play_moves, play_on
from ttt_ui.play.state import MODE
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
        learns=state.LEARNS.value,
    )


def _terms() -> Terms:
    opponent = player(state.OPPONENT.value, session().agent, roster())
    return Terms(
        opponent=None if is_self_play() else opponent.policy(),
        explores=state.EXPLORES.value,
        learns=state.LEARNS.value,
    )


def reset_statistics() -> None:
    """Clear the board, and start the statistics again."""
    visitor, show = session(), exhibition()
    with visitor.lock:
        show.rest()
        show.stage = Stage(show.stage.number + 1)
        show.replacements = visitor.replacements


def start() -> None:
    visitor, show = session(), exhibition()
    with visitor.lock:
        show.running = True
        _announce(show, visitor)


def pause() -> None:
    """Pause the exhibition.

    Not a toggle: while the page reruns on its own, browsers may report a click twice.
    """
    visitor, show = session(), exhibition()
    with visitor.lock:  # after this, the agent stays as it is
        show.running = False
        show.rest()


def step() -> None:
    """Play one move."""
    visitor, show = session(), exhibition()
    with visitor.lock:
        _announce(show, visitor)
        agent = play_moves(visitor.agent, show.stage, _terms(), 1, show.random)
        if agent is not visitor.agent:
            visitor.learn(agent, show.basis)


def _announce(show: Exhibition, visitor: Session) -> None:
    """Base what follows on the visitor's agent; end other work on it if it will learn."""
    show.interrupted = ""
    if state.LEARNS.value:
        if visitor.training_under_way:
            visitor.say(tr("The agent is playing, so its training has been stopped."))
        show.basis = visitor.end_work()
    if show.replacements != visitor.replacements:
        reset_statistics()


def change_learning() -> None:
    """Follow the switch for learning while the exhibition is running."""
    visitor, show = session(), exhibition()
    with visitor.lock:
        if show.running:
            _announce(show, visitor)


def go_on() -> Job | None:
    """Return the job that plays on with the page's settings; None if nothing is to be played."""
    visitor, show = session(), exhibition()
    if not show.running or MODE.value != "Agent by itself":
        show.rest()
        return None
    chosen = settings()
    with visitor.lock:
        if show.job is not None and show.job.running and show.settings == chosen:
            return show.job
        show.rest()
        if show.job is not None and show.job.failed:
            show.running = False
            return show.job
        if chosen.learns and visitor.basis is not show.basis:
            _interrupt(show, visitor)
            return None
        show.settings, show.basis = chosen, visitor.basis
        terms, seed = _terms(), int(show.random.integers(2**32))
        show.job = jobs.start(
            play_on,
            take=lambda report: _take(*report, visitor, show, chosen),
            every=chosen.seconds_between_steps,
            arguments_from=lambda: (visitor.agent, show.stage, terms, chosen.moves_per_step, seed),
        )
    return show.job


def _take(
    agent: ttt.Agent, stage: Stage, visitor: Session, show: Exhibition, chosen: Settings
) -> bool:
    """Take what a step has led to; return whether the job goes on.

    If anything else has changed the agent while it learns, the exhibition pauses instead.
    """
    with visitor.lock:
        if not show.running or show.settings != chosen:
            return False
        if not chosen.learns:
            show.stage = stage
            return visitor.basis is show.basis
        if not visitor.learn(agent, show.basis):
            _interrupt(show, visitor)
            return False
        show.stage, show.basis = stage, agent
        return True


def _interrupt(show: Exhibition, visitor: Session) -> None:
    show.running = False
    show.interrupted = (
        tr_noop("Paused, because your agent has changed. **Start** continues with the new one.")
        if visitor.replacements != show.replacements
        else tr_noop("Paused, because your agent has learned on another page. **Start** continues.")
    )
