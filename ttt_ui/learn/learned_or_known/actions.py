"""What clicks on the two boards do, and the buttons of the ladder."""

import time

from ttt_ui.learn.learned_or_known.state import board_state, ladder_state
from ttt_ui.shared.board_component import read_play
from ttt_ui.shared.cores import SLICE_SECONDS, cores
from ttt_ui.shared.session import session


def play(key: str) -> None:
    """Make the move that was clicked on one of the boards."""
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
    """Begin with the empty board."""
    visitor, state = session(), board_state()
    with visitor.lock:
        state.clear()


def differ() -> None:
    """Put up a board on which the two choose differently."""
    visitor, state = session(), board_state()
    with visitor.lock:
        state.differ()


def ask(rungs: int) -> None:
    """Have so many rungs more trained."""
    visitor, state = session(), ladder_state()
    with visitor.lock:
        state.ask(rungs)


def train_on() -> None:
    """Train agents of the ladder for about as long as a turn at a core is to take."""
    visitor, state = session(), ladder_state()
    with cores().turn(), visitor.lock:
        end = time.perf_counter() + SLICE_SECONDS
        while state.at_work and time.perf_counter() < end:
            state.train_one()
