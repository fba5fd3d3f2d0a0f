"""A widget of before is ignored; a control's value is always valid."""

from typing import Any

import pytest

from tests.ui.bad_input.odd_values import ODD
from ttt_ui.widgets import GENERATIONS, FreshKeys, in_range, one_of, switch


def test_a_late_report_of_a_widget_with_an_earlier_key_is_ignored(
    session_state: dict[str, Any],
) -> None:
    key, heard = FreshKeys("place"), []
    control = key.control("side", lambda *said: heard.append(said), "a")
    assert control["key"] == key("side") == "place_side_0"
    session_state[key("side")] = "X"
    control["on_change"]()
    key.renew("level")
    control["on_change"]()
    assert heard == [("a", "X")] * 2
    for renew in (lambda: key.renew("level", "side"), key.renew):
        former = key.report("side", heard.append)
        renew()
        former()
    assert len(heard) == 2


def test_the_keys_of_a_widget_are_limited_in_number() -> None:
    key, seen = FreshKeys("place"), set()
    for _ in range(3 * GENERATIONS):
        seen.add(key("side"))
        key.renew()
        key.renew("side", "side")
    assert len(seen) == GENERATIONS


CONTROLS = {
    "switch": (switch("on", on=True), [False, True]),
    "one of": (one_of("option", ["a", "b"], "b"), ["a", "b"]),
    "whole": (in_range("whole", 8, 1, 30), [1, 30]),
    "number": (in_range("number", 0.0, 0.0, 1.0), [0, 0.5, 1.0]),
}


@pytest.mark.parametrize("kind", CONTROLS)
def test_a_control_has_a_valid_value_whatever_it_is_given(
    session_state: dict[str, Any], kind: str
) -> None:
    control, valid = CONTROLS[kind]
    assert control.value == control.default
    for value in valid:
        session_state[control.key] = value
        assert control.value == value
    for odd in (*ODD.values(), 0, 31, 1.5, ["a"]):
        session_state[control.key] = odd
        is_valid = (type(odd), odd) in [(type(value), value) for value in valid]
        assert control.value == (odd if is_valid else control.default)
