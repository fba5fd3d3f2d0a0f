"""How far the visitor has stepped through the updates."""

from dataclasses import dataclass

from ttt_ui.learn.minus_sign.lessons import updates
from ttt_ui.visit.session import per_visitor


@dataclass
class Steps:
    """How many updates have been made."""

    done: int = 0


def steps() -> Steps:
    """Return how far the visitor has stepped."""
    return per_visitor(Steps)


def step() -> None:
    """Make the next update."""
    present = steps()
    present.done = min(present.done + 1, len(updates(adds=False)))


def start_over() -> None:
    """Go back to before the first update."""
    steps().done = 0
