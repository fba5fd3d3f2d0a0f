"""What the clicks on the two boards and the buttons of the ladder do."""

import time

from ttt_ui.drawing.board_component import read_play
from ttt_ui.learn.learned_or_known.state import board_state, ladder_state
from ttt_ui.visit.cores import SLICE_SECONDS, cores
from ttt_ui.visit.session import session


def play(key: str) -> None:
    """Make the move clicked on one of the boards."""
    visitor, state, sent = session(), board_state(), read_play(key)
    with visitor.lock:
        if sent is not None and sent[1] == state.token:
            state.play(sent[0])


def back() -> None:
    """Go back to the board before."""
    visitor, state = session(), board_state()
    with visitor.lock:
        state.back()


def clear() -> None:
    """Start again with the empty board."""
    visitor, state = session(), board_state()
    with visitor.lock:
        state.clear()


def differ() -> None:
    """Show the next position in which the two choose differently."""
    visitor, state = session(), board_state()
    with visitor.lock:
        state.differ()


def ask(rungs: int) -> None:
    """Queue more steps of the ladder for training."""
    visitor, state = session(), ladder_state()
    with visitor.lock:
        state.ask(rungs)


def train_on() -> None:
    """Train agents of the ladder for about one turn at a core."""
    visitor, state = session(), ladder_state()
    with cores().turn(), visitor.lock:
        end = time.perf_counter() + SLICE_SECONDS
        while state.at_work and time.perf_counter() < end:
            state.train_one()
