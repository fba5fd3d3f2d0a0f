"""The slider component takes only what a slider can report."""

from typing import Any

import pytest
import streamlit as st
from hypothesis import given
from hypothesis import strategies as some

from tests.ui.bad_input.odd_values import JSON
from ttt_ui.drawing.slider_component import read_move
from ttt_ui.widgets import LARGEST_NUMBER_OF_A_BROWSER


@given(moved=JSON | some.fixed_dictionaries({"value": JSON, "drag": JSON, "token": JSON}))
def test_any_report_is_a_move_or_nothing(moved: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(st, "session_state", {"key": {"moved": moved}, "other": moved})
        assert read_move("key") is None
        assert read_move("other") is None
        if not isinstance(moved, dict):
            return
        whole = {"key": {"moved": moved | {"rests": False, "ended": True}}}
        patch.setattr(st, "session_state", whole)
        move = read_move("key")
    if move is not None:
        assert type(move.value) in (int, float)
        assert abs(move.value) <= LARGEST_NUMBER_OF_A_BROWSER
        assert isinstance(move.token, str)
