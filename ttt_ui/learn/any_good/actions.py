"""What the buttons of the chapter do."""

from ttt_ui.learn.any_good.state import sample
from ttt_ui.visit.session import session


def play(games: int) -> None:
    """Let the agent play more games."""
    visitor, state = session(), sample()
    with visitor.lock:
        state.play(games)


def go(steps: int) -> None:
    """Step through the game that beats the agent."""
    visitor, state = session(), sample()
    with visitor.lock:
        state.go(steps)
