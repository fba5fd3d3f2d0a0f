"""Values of widgets. Every widget that other code reads is declared once, as a `Control`."""

from collections import Counter
from collections.abc import Callable
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


class FreshKeys:
    """Keys of widgets whose values the program changes, not only the visitor.

    A widget with a new key starts with the value that the page gives it. A browser may still report
    the widget before it; such a late report is ignored.

    Parameters
    ----------
    place
        Where the widgets are: the start of all keys.
    """

    def __init__(self, place: str) -> None:
        self._place = place
        self._renewals: Counter[str] = Counter()

    def __call__(self, name: str) -> str:
        """Return the present key of a widget."""
        generation = self._renewals[name] + self._renewals[_ALL]
        return f"{self._place}_{name}_{generation % GENERATIONS}"

    def renew(self, *names: str) -> None:
        """Give these widgets new keys; all widgets if no name is given."""
        self._renewals.update(names or (_ALL,))

    def control(self, name: str, callback: Callable[..., object], *args: object) -> dict[str, Any]:
        """Return the `key` and the `on_change` of a widget; see `report`."""
        return {"key": self(name), "on_change": self.report(name, callback, *args)}

    def report(
        self, name: str, callback: Callable[..., object], *args: object
    ) -> Callable[[], None]:
        """Return what a widget with the present key calls when it changes.

        It calls `callback` with `args` and the widget's value, unless the key has been renewed.
        """
        key = self(name)

        def take() -> None:
            if key == self(name):
                callback(*args, held(key))

        return take


_ALL = ""


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
