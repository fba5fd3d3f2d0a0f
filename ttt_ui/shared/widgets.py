"""What widgets hold. Every widget that other code looks at is named in one place."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import streamlit as st
from streamlit.runtime.scriptrunner import RerunException, get_script_run_ctx

T = TypeVar("T")

GENERATIONS = 64
"""After so many others, a key may come again: what a browser still sends is never that old.

Streamlit keeps a note of every key that a visit has ever had, with what its callback is given: so
there are not too many of them, and no callback is given anything large.
"""


@dataclass(frozen=True)
class Control(Generic[T]):
    """A widget by its key, with the value that it has until somebody changes it.

    What it holds was sent by a browser and need not be of its type: whoever takes it checks it.
    """

    key: str
    default: T

    @property
    def value(self) -> T:
        """What the widget holds."""
        return cast("T", held(self.key, self.default))

    def settle(self) -> None:
        """Give the widget its default where it holds nothing yet: before one that may be `set`."""
        if undisturbed(lambda: self.key not in st.session_state):
            self.set(self.default)

    def set(self, value: T) -> None:
        """Give the widget a value. For callbacks, or before the widget is made in a run."""

        def give() -> None:
            st.session_state[self.key] = value

        undisturbed(give)


def held(key: str, default: Any = None) -> Any:
    """Return what the widget with a key holds."""
    return undisturbed(lambda: st.session_state.get(key, default))


def undisturbed(look: Callable[[], T]) -> T:
    """Return what a look at ``st.session_state`` gives, also where another run has been asked for.

    Streamlit (1.67) ends the present one at such a look, in the midst of a callback as well, and
    what was clicked would not be done. So the other run is asked for once more instead: it begins
    when the callback has come to its end, or as soon as something is drawn.
    """
    others = []
    while True:
        try:
            seen = look()
        except RerunException as other:
            others.append(other.rerun_data)
        else:
            break
    context = get_script_run_ctx()
    if others and context is not None and context.script_requests is not None:
        context.script_requests.request_rerun_batch(others)
    return seen


def redraw(*fragments: str) -> None:
    """End a callback by running the fragments with these keys again, or without any all of the app.

    For widgets in fragments of their own. A run of the whole page that is to follow for another
    reason, as when the visitor goes to another page, is left as it is; so is the other page, where
    the visitor is there by now.
    """
    context = get_script_run_ctx()
    if context is None or not context.fragment_ids_this_run:
        return
    if any(context.fragment_storage.contains(one) for one in context.fragment_ids_this_run):
        st.rerun(fragments or "app")
