"""Values of widgets. Every widget that other code reads is declared once, as a `Control`."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import streamlit as st

from ttt_ui.streamlit_fixes import this_run

T = TypeVar("T")

GENERATIONS = 64
"""After this many keys, a widget's key may be reused: no browser reports values that old.

Streamlit never forgets a key or its callback's arguments during a visit. The number of keys is
therefore limited, and callbacks are not given large arguments.
"""


@dataclass(frozen=True)
class Control(Generic[T]):
    """A widget's key with its default value.

    Its value was sent by a browser and may have any type, so check it before use.
    """

    key: str
    default: T

    @property
    def value(self) -> T:
        """The widget's value."""
        return cast("T", held(self.key, self.default))

    def settle(self) -> None:
        """Give the widget its default if it has no value yet.

        Call this before drawing a widget whose value may also be `set`.
        """
        if self.key not in st.session_state:
            self.set(self.default)

    def set(self, value: T) -> None:
        """Set the widget's value: in a callback, or before the widget is drawn in a run."""
        st.session_state[self.key] = value


def held(key: str, default: Any = None) -> Any:
    """Return the value of the widget with this key."""
    return st.session_state.get(key, default)


def rerun_page_if_alone() -> None:
    """End the callback and rerun the whole page, unless it is about to run anyway."""
    if _only_fragments_run():
        st.rerun()


def rerun_fragments_if_alone(*keys: str) -> None:
    """End the callback and rerun these fragments, unless the whole page is about to run anyway."""
    if _only_fragments_run():
        st.rerun(keys)


def _only_fragments_run() -> bool:
    # The page also runs if a fragment has moved, or is of a page that was left.
    return this_run.is_of_fragments() and this_run.fragments_exist()
