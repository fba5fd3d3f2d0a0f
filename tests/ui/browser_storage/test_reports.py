"""Whatever a browser says of its storage is a report, or ignored."""

from typing import Any

import pytest
import streamlit as st
from hypothesis import given
from hypothesis import strategies as some

from tests.ui.bad_input.odd_values import JSON
from ttt_ui.browser_storage.storage_component import Report, Wire, read_report


@given(said=JSON | some.fixed_dictionaries({
    "visit": some.just("me"), "number": some.integers() | JSON, "record": JSON, "parts": JSON,
    "missing": JSON, "trouble": JSON}))  # fmt: skip
def test_everything_a_client_sends_is_a_report_or_ignored(said: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for state in (said, {"report": said}):
            patch.setattr(st, "session_state", {"storage": state})
            report = read_report(Wire("me", answered=3))
            assert read_report(Wire("another")) is None
            if report is not None:
                assert isinstance(report, Report)
                assert type(report.number) is int
                assert report.number > 3
                assert report.record is None or isinstance(report.record, str)
                texts = [*report.missing, *(report.parts or {}), *(report.parts or {}).values()]
                assert all(isinstance(text, str) for text in texts)
                assert report.trouble in (None, "full", "blocked")
