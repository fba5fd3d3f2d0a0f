"""Actions of the check. It only reads the agent, so everything else continues."""

import time
from collections.abc import Callable, Sequence

import streamlit as st

from ttt_core.learning import Retraining
from ttt_ui.visit.cores import SLICE_SECONDS, Waiting, cores
from ttt_ui.visit.retraining_check import Checking, checking, why_not
from ttt_ui.visit.session import Session, session
from ttt_ui.widgets import held, rerun_page_if_alone


def begin() -> None:
    """Start to retrain a copy of your agent."""
    visitor, state = session(), checking()
    with visitor.lock:
        agent = visitor.agent
        state.follow(agent)
        if state.retraining is None and not why_not(agent):
            state.retraining = Retraining(agent)


def stop() -> None:
    """Stop the check without a result."""
    state = checking()
    state.retraining = None
    rerun_page_if_alone()


def work_on(visitor: Session, state: Checking, waiting: Waiting) -> bool:
    """Continue for one turn at a core; return whether the check is still under way."""
    with cores().turn(waiting), state.lock:
        ends = time.perf_counter() + SLICE_SECONDS
        while (retraining := state.retraining) is not None:
            if not retraining.step():
                found = retraining.check()
                with visitor.lock:
                    if state.retraining is retraining:
                        visitor.confirm(retraining.agent, found)
                        state.conclude(found)
            elif time.perf_counter() >= ends:
                return True
    return False


def open_board(boards: Sequence[str], key: str, show_board: Callable[[str], None]) -> None:
    """Show the board of a row on Inspect."""
    match held(key):
        case {"row": int(row)} if 0 <= row < len(boards):
            show_board(boards[row])
            st.switch_page("pages/inspect.py")
