"""What the buttons of the chapter do."""

from ttt_ui.learn.any_good.state import sample
from ttt_ui.shared.session import session


def play(games: int) -> None:
    """Let the agent play so many games more."""
    visitor, state = session(), sample()
    with visitor.lock:
        state.play(games)


def go(steps: int) -> None:
    """Step through the game that refutes the agent."""
    visitor, state = session(), sample()
    with visitor.lock:
        state.go(steps)
