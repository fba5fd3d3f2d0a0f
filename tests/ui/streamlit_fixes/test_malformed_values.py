"""A value of the wrong kind, or that cannot be read: a sentence, one line in the log, and on."""

import json
import logging
import math
from collections.abc import Callable

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

from tests.ui.bad_input.support import seen, send
from tests.ui.streamlit_fixes.fixes import apply_fixes
from tests.ui.support import come_by_link, run, train_state
from ttt_ui.streamlit_fixes import malformed_values

pytestmark = pytest.mark.slow

SENTENCE = (
    "Your browser sent a value that a control cannot have. The control has its default value."
)


DEEP = '{"value":' + "[" * 900 + "]" * 900 + "}"


def _file(name: str) -> WidgetState:
    state = WidgetState(id=name)
    state.file_uploader_state_value.uploaded_file_info.add(file_id="a", name="a.exe")
    return state


def _words(name: str) -> WidgetState:
    state = WidgetState(id=name)
    state.string_array_value.data.append("nonsense")
    return state


def _numbers(*numbers: float) -> Callable[[str], WidgetState]:
    def state(name: str) -> WidgetState:
        state = WidgetState(id=name)
        state.double_array_value.SetInParent()
        state.double_array_value.data.extend(numbers)
        return state

    return state


def _value(field: str, value: object) -> Callable[[str], WidgetState]:
    return lambda name: WidgetState(id=name, **{field: value})  # type: ignore[arg-type]


MALFORMED = {
    "not a number": _value("double_value", math.nan),
    "a whole number": _value("int_value", -1),
    "a word": _value("string_value", "{"),
    "bytes": _value("bytes_value", b"\xff"),
    "words": _words,
    "no numbers": _numbers(),
    "numbers that are none": _numbers(math.nan, math.nan),
    "numbers between": _numbers(0.5, 0.7),
    "a file": _file,
    "no JSON": _value("json_value", "{no"),
    "no event": _value("json_trigger_value", '[null, {"event": "win", "value": {"cell": 4}}]'),
    "JSON of a text": _value("json_value", ' "abc"'),
    "deep JSON": _value("json_value", "[" * 100_000),
    "JSON too deep to copy": _value("json_value", "[" * 400 + "]" * 400),
    "an event too deep to copy": _value("json_trigger_value", DEEP),
    "a number of many digits": _value("json_value", "1" * 5_000),
    "a deep event": _value("json_trigger_value", "[" * 100_000),
}
"""What no widget, or hardly any, may report."""


@pytest.mark.thorough
@pytest.mark.parametrize("page", ["learn", "play", "train", "inspect", "compare"])
def test_a_malformed_value_of_every_widget(page: str, logged: list[logging.LogRecord]) -> None:
    apply_fixes()
    app = come_by_link(page)
    for name, malformed in MALFORMED.items():
        widgets = app._session_state._state._new_widget_state.widget_metadata
        logged.clear()
        app._run(WidgetStates(widgets=[malformed(widget) for widget in widgets]))
        assert not app.exception, name
        assert [warning.value for warning in app.warning].count(SENTENCE) == 1, name
        assert all("\n" not in line.getMessage() and not line.exc_info for line in logged)
        assert len(logged) < 10, name  # of many widgets: at most one a second
    assert SENTENCE not in [warning.value for warning in run(app).warning]


def test_brackets_in_a_text_are_not_depth() -> None:
    assert not malformed_values._is_deep(json.dumps({"name": '["' * 99, "values": [[1]] * 99}))
    assert malformed_values._is_deep("[" * 51)


def test_a_value_that_no_browser_sends_changes_nothing() -> None:
    apply_fixes()
    app = come_by_link("train")
    for key in ("group_advanced", "group_chart", "group_extras"):
        app.session_state[key] = True
    before = seen(run(app).session_state)
    for key, field, value in (
        ("setting_gamma", "json_value", "{"),
        ("setting_gamma", "json_value", "NaN,"),
        ("setting_gamma", "json_value", DEEP),
        ("setting_gamma", "json_trigger_value", DEEP),
        ("setting_gamma", "int_value", -1),
        ("setting_seed_0", "double_value", math.nan),
        ("setting_seed_0", "double_value", math.inf),
        ("train_axis", "double_value", 1.0),
        ("train_axis", "bool_value", True),
    ):
        send(app, key, trigger=field == "json_trigger_value", **{field: value})
        assert not app.exception, (key, value)
        assert seen(app.session_state) == before, (key, value)
        told = SENTENCE in [warning.value for warning in app.warning]
        assert told or value is not DEEP, field
    send(app, "setting_seed_0", int_value=3)  # as a browser may do for a number field
    assert train_state(app).settings.seed == 3
    assert SENTENCE not in [warning.value for warning in app.warning]


def test_a_value_for_what_is_not_a_widget_is_ignored(logged: list[logging.LogRecord]) -> None:
    apply_fixes()
    app = come_by_link("inspect")
    before = seen(app.session_state)
    for name in ("$$ID", "", "a", "$", "ID-a", "\n" * 100_000):
        app._run(WidgetStates(widgets=[WidgetState(id=name, int_value=1) for _ in range(99)]))
        assert not app.exception
        assert seen(app.session_state) == before
        notes = [line for line in logged if line.name.startswith("ttt_ui.")]
        assert bool(notes) is (name != "$$ID")
    assert all(len(line.getMessage()) < 100 and not line.exc_info for line in notes)
    assert len(notes) < 10
