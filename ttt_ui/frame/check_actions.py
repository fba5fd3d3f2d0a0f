"""Actions of the check. It only reads the agent, so everything else continues."""

from ttt_core.learning import Retraining
from ttt_ui import jobs
from ttt_ui.frame.retraining_check import Checking, checking, why_not
from ttt_ui.jobs import ThreadJob
from ttt_ui.visit.session import Session, session
from ttt_ui.widgets import rerun_page_if_alone


def begin() -> None:
    """Start to retrain a copy of your agent."""
    visitor = session()
    with visitor.lock:
        state, agent = checking(), visitor.agent
        if state.retraining is None and not why_not(agent):
            state.retraining = Retraining(agent)


def stop() -> None:
    """Stop the check without a result."""
    state = checking()
    state.retraining = None
    if state.job is not None:
        state.job.stop()
    rerun_page_if_alone()


def go_on(retraining: Retraining) -> ThreadJob:
    """Return the job that continues the retraining."""
    visitor, state = session(), checking()
    state.job = jobs.going_on(state.job, lambda job: _retrain(job, visitor, state, retraining))
    return state.job


def _retrain(job: ThreadJob, visitor: Session, state: Checking, retraining: Retraining) -> None:
    agent, more = retraining.agent, True
    while more:
        with job.turn():
            more = retraining.step()
        if visitor.agent.q is not agent.q:
            return
    found = retraining.check()
    with visitor.lock:
        if state.retraining is retraining:
            visitor.confirm(agent, found)
            state.retraining, state.found = None, found
