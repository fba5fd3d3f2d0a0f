"""A value that no browser of ours sends ends every later run of the visit, with a traceback each.

Streamlit takes what a client reports for a widget as it is: a number for a text field, a file of
the wrong kind, or JSON that cannot be read, is a text, or is nested too deep to be copied. Here,
the widget has its default value instead, and the visitor is told. A value for what cannot be a
widget's name is ignored. The log gets a line, at most one a second for each visit.

Upstream: none found.
Test: tests/ui/streamlit_fixes/test_malformed_values.py
Delete it when the test passes without it.
"""

import logging
import math
import re
import time
from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.errors import Error
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import Serialized, Value, WStates

from ttt_ui.streamlit_fixes.patching import expect, replace

_WAYS_TO_FAIL = (
    *(ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError),
    Error,
)
"""Of reading a value. Deep JSON ends in a RuntimeError, a file of the wrong kind in Streamlit's."""
_BEGINNING_OF_NAMES = "$$"
_DEEPEST = 50
"""Lists and objects within each other; what our components send has less than ten."""
_TEXT_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_LAST_NOTE = "ttt_ui.malformed_values"
_NUMBERS = {"int_value", "double_value"}
"""Kinds that browsers send for each other: a number field sends a whole number as the first."""


def apply(tell: Callable[[], None]) -> None:
    """Replace a malformed value by the widget's default, and `tell` the visitor."""

    def or_default(get: Callable[..., Any]) -> Callable[..., Any]:
        def value(states: WStates, name: str) -> Any:
            reported, widget = states.states.get(name), states.widget_metadata.get(name)
            if widget is None or not isinstance(reported, Serialized):
                return get(states, name)
            kind = reported.value.WhichOneof("value")
            try:
                if (
                    kind not in (None, widget.value_type)
                    and not {kind, widget.value_type} <= _NUMBERS
                ) or reported.value.json_value.lstrip().startswith('"'):
                    raise TypeError(kind)
                if _is_deep(reported.value.json_value or reported.value.json_trigger_value):
                    raise RecursionError(kind)
                return get(states, name)
            except _WAYS_TO_FAIL as error:
                _note(
                    f"A client reported a malformed {widget.value_type} ({type(error).__name__})."
                )
                states.states[name] = Value(widget.deserializer(None))
                tell()
                return get(states, name)

        return value

    def if_named(take: Callable[..., None]) -> Callable[..., None]:
        def take_if_named(states: WStates, reported: WidgetState) -> None:
            if reported.id.startswith(_BEGINNING_OF_NAMES):
                take(states, reported)
            else:
                _note("A client reported a value for what is not a widget.")

        return take_if_named

    expect(WidgetMetadata, "deserializer", "value_type")
    replace(WStates, "__getitem__", or_default)
    replace(WStates, "set_widget_from_proto", if_named)


def _is_deep(json: str) -> bool:
    depth = 0
    for part in _TEXT_OR_BRACKET.finditer(json):
        depth += part[0] in "[{"
        depth -= part[0] in "]}"
        if depth > _DEEPEST:
            return True
    return False


def _note(line: str) -> None:
    """Write a line to the log, unless one has just been written for this visit."""
    now = time.monotonic()
    if now >= st.session_state.get(_LAST_NOTE, -math.inf) + 1:
        st.session_state[_LAST_NOTE] = now
        logging.getLogger(__name__).warning(line)
