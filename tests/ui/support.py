"""What the tests of the interface share: a visitor's things, with and without a running app."""

from typing import TypeVar

from streamlit.testing.v1 import AppTest

from ttt_ui.inspect.state import Trail
from ttt_ui.shared.address import Address
from ttt_ui.shared.session import Session, key_of
from ttt_ui.train.state import TrainState

T = TypeVar("T")


def kept_in(app: AppTest, kind: type[T]) -> T:
    """Return what an app under test keeps of a class."""
    found = app.session_state[key_of(kind)]
    assert isinstance(found, kind)
    return found


def visitor(app: AppTest) -> Session:
    return kept_in(app, Session)


def train_state(app: AppTest) -> TrainState:
    return kept_in(app, TrainState)


def trail(app: AppTest) -> Trail:
    return kept_in(app, Trail)


def address(app: AppTest) -> dict[str, str]:
    """Return the query that the address has been given."""
    return kept_in(app, Address).query
