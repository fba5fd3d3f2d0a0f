"""Values of widgets. Every widget that other code reads is declared once, as a `Control`."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import streamlit as st
from streamlit.runtime.scriptrunner import RerunException, get_script_run_ctx

T = TypeVar("T")
S = TypeVar("S", bound=str)
N = TypeVar("N", int, float)

GENERATIONS = 64
"""After this many keys, a widget's key may be reused: no browser reports values that old.

Streamlit never forgets a key or its callback's arguments during a visit. The number of keys is
therefore limited, and callbacks are not given large arguments.
"""


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
        if undisturbed(lambda: self.key not in st.session_state):
            self.set(self.default)

    def set(self, value: T) -> None:
        """Set the widget's value: in a callback, or before the widget is drawn in a run."""

        def give() -> None:
            st.session_state[self.key] = value

        undisturbed(give)


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


def held(key: str, default: Any = None) -> Any:
    """Return the value of the widget with this key."""
    return undisturbed(lambda: st.session_state.get(key, default))


def undisturbed(look: Callable[[], T]) -> T:
    """Return the result of an access to ``st.session_state``, even if another run is requested.

    Streamlit (1.67) would end the present run at this access, even inside a callback, and the click
    would have no effect. Here, the other run is requested again instead: it begins when the
    callback has ended, or as soon as something is drawn.
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
    """Rerun the fragments with these keys, or the whole app if there are none; ends the callback.

    Only for widgets inside fragments. Does nothing if the whole page is about to run anyway, for
    example because the visitor has changed pages.
    """
    context = get_script_run_ctx()
    if context is None or not context.fragment_ids_this_run:
        return
    if any(context.fragment_storage.contains(one) for one in context.fragment_ids_this_run):
        st.rerun(fragments or "app")
