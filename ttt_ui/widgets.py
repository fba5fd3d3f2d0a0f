"""Values of widgets, and keys of widgets whose value the program changes."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import streamlit as st
from streamlit.errors import StreamlitAPIException

from ttt_ui.language import switches
from ttt_ui.streamlit_fixes import this_run

GENERATIONS = 64
"""After this many keys, a widget's key may be reused: no browser reports values that old.

Streamlit never forgets a key or its callback's arguments during a visit. The number of keys is
therefore limited, and callbacks are not given large arguments.
"""

LARGEST_NUMBER_OF_A_BROWSER = 2**53 - 1
"""The largest whole number a browser represents exactly."""

GROUP = "group_"
"""How the key of an expander begins that stays open in another language."""


class FreshKeys:
    """Keys of widgets whose values the program changes, not only the visitor.

    A widget with a new key starts with the value that the page gives it. A browser may still report
    the widget before it; such a late report is ignored. Another language also gives new keys.

    Parameters
    ----------
    place
        Where the widgets are: the start of all keys; empty if the names say it.
    """

    def __init__(self, place: str = "") -> None:
        self._start = f"{place}_" if place else ""
        self._renewals: Counter[str] = Counter()

    def __call__(self, name: str) -> str:
        """Return the present key of a widget."""
        generation = self._renewals[name] + self._renewals[_ALL] + switches()
        return f"{self._start}{name}_{generation % GENERATIONS}"

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
_FRESH = re.compile(r"_[0-9]+$")


def say_options_again() -> None:
    """Tell the browser the values of all widgets with lasting keys, after a change of language.

    A browser knows the option that is chosen by its label, and closes a group with a new label.
    """
    for key, value in st.session_state.items():
        several = value if isinstance(value, list) else [value]
        is_option = all(isinstance(option, str) for option in several)
        is_group = str(key).startswith(GROUP)
        if (is_option or is_group) and not _FRESH.search(str(key)):
            st.session_state[key] = value


def held(key: str, default: Any = None) -> Any:
    """Return the value of the widget with this key."""
    return st.session_state.get(key, default)


def sent(key: str, name: str) -> Any:
    """Return what a component has sent under a name, in any form; None if nothing."""
    state = held(key)
    return state.get(name) if isinstance(state, Mapping) else None


def rerun_page_if_alone() -> None:
    """End the callback and rerun the whole page, unless it is about to run anyway."""
    if _only_fragments_run():
        st.rerun()


def rerun_fragments_if_alone(*keys: str) -> None:
    """End the callback and rerun these fragments, unless the whole page is about to run anyway.

    If one of them is no longer on the page, the whole page reruns.
    """
    if _only_fragments_run():
        with suppress(StreamlitAPIException):
            st.rerun(keys)
        st.rerun()


def _only_fragments_run() -> bool:
    # The page also runs if a fragment has moved, or is of a page that was left.
    return bool(this_run.fragments()) and this_run.fragments_exist()
