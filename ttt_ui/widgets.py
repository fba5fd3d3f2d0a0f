"""Values of widgets. Every widget that other code reads is declared once, as a `Control`."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import streamlit as st
from streamlit.errors import StreamlitAPIException

from ttt_ui.language import switches, tr
from ttt_ui.streamlit_fixes import this_run

T = TypeVar("T")
S = TypeVar("S", bound=str)
N = TypeVar("N", int, float)

GENERATIONS = 64
"""After this many keys, a widget's key may be reused: no browser reports values that old.

Streamlit never forgets a key or its callback's arguments during a visit. The number of keys is
therefore limited, and callbacks are not given large arguments.
"""

LARGEST_NUMBER_OF_A_BROWSER = 2**53 - 1
"""The largest whole number a browser represents exactly."""

GROUP = "group_"
"""How the key of an expander begins that stays open in another language."""


@dataclass(frozen=True)
class Control(Generic[T]):
    """A widget's key, its default value, and the values it accepts.

    A browser or its storage may give the widget anything, but `value` is always valid.

    Attributes
    ----------
    key, default
    accepts
        Returns whether a value is valid.
    """

    key: str
    default: T
    accepts: Callable[[Any], bool]

    @property
    def value(self) -> T:
        """The widget's value, or the default if that is not valid."""
        return self.checked(held(self.key))

    def checked(self, value: Any) -> T:
        """Return a value if it is valid, otherwise the default."""
        return cast("T", value) if self.accepts(value) else self.default

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
    the widget before it; such a late report is ignored. Another language also gives new keys.

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
        generation = self._renewals[name] + self._renewals[_ALL] + switches()
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
_FRESH = re.compile(r"_[0-9]+$")


def switch(key: str, *, on: bool) -> Control[bool]:
    """Return a control that is on or off, and is `on` at first."""
    return Control(key, on, lambda value: isinstance(value, bool))


def one_of(key: str, options: Collection[S], default: S | None = None) -> Control[S]:
    """Return a control that chooses one option, at first the first one unless given."""
    first = next(iter(options)) if default is None else default
    return Control(key, first, lambda value: isinstance(value, str) and value in options)


def in_range(key: str, default: N, low: N, high: N) -> Control[N]:
    """Return a control for a number, which is whole if the default is; the ends are allowed."""
    kinds = (int,) if type(default) is int else (int, float)
    return Control(key, default, lambda value: type(value) in kinds and low <= value <= high)


def show_control(
    control: Control[T], widget: Callable[..., object], label: str, *options: Any, **more: Any
) -> T:
    """Show a control as one of Streamlit's widgets, and return its value.

    The value stays while other pages are open.
    """
    control.settle()
    widget(label, *options, key=control.key, persist_state="session", **more)
    return control.value


def segmented(control: Control[S], label: str, options: Sequence[S], **more: Any) -> S:
    """Show the options of a control in a row; return the one that is chosen, as one always is."""
    more = {"required": True, "format_func": tr, **more}
    return show_control(control, st.segmented_control, label, options, **more)


def tabs(view: Control[S], names: Sequence[S]) -> dict[S, Any]:
    """Show tabs, and return their places by name; the open one's name is the value of `view`.

    If the program opens another tab, all have a new key: on a slow machine, Streamlit's tabs would
    not notice.
    """
    labels, open_label = {tr(name): name for name in names}, tr(view.value)

    def take() -> None:
        view.set(labels.get(held(key), view.value))

    if held(tabs_key(view)) not in (None, open_label):
        _tabs_keys(view).renew()
    key = tabs_key(view)
    if held(key) != open_label:
        st.session_state[key] = open_label
    return dict(zip(names, st.tabs(list(labels), key=key, on_change=take), strict=True))


def tabs_key(view: Control[S]) -> str:
    """Return the present key of the tabs that show a view; their value is a label."""
    return _tabs_keys(view)("tabs")


def _tabs_keys(view: Control[S]) -> FreshKeys:
    keys: FreshKeys = st.session_state.setdefault(f"{view.key}_keys", FreshKeys(view.key))
    return keys


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
    return this_run.is_of_fragments() and this_run.fragments_exist()
