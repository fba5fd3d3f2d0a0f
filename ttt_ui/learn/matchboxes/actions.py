"""What the controls of the matchboxes do."""

from ttt_ui.learn.matchboxes.machine import PARTNERS
from ttt_ui.learn.matchboxes.state import machine_state
from ttt_ui.visit.session import session
from ttt_ui.widgets import held

PARTNER_KEY = "matchboxes_partner"


def play(games: int) -> None:
    """Let the machine play more games."""
    visitor, state = session(), machine_state()
    with visitor.lock:
        state.play(games)


def choose_partner() -> None:
    """Start with a new machine against the chosen opponent."""
    visitor, state, partner = session(), machine_state(), held(PARTNER_KEY)
    if isinstance(partner, str) and partner in PARTNERS:
        with visitor.lock:
            if partner != state.partner:
                state.begin(partner, state.seed)


def new_machine() -> None:
    """Start with a new machine against the same opponent."""
    visitor, state = session(), machine_state()
    with visitor.lock:
        state.begin(state.partner, state.seed + 1)
