from typing import Any

import pytest
import streamlit as st
from streamlit.runtime.pages_manager import PagesManager


@pytest.fixture(autouse=True)
def pages_within_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `AppTest` run app.py around every page, as the server does; see there."""
    set_up = PagesManager.__init__

    def set_up_like_the_server(manager: PagesManager, *args: Any, **options: Any) -> None:
        set_up(manager, *args, **options)
        PagesManager.uses_pages_directory = False

    monkeypatch.setattr(PagesManager, "__init__", set_up_like_the_server)


@pytest.fixture
def session_state(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Put a plain dictionary in the place of `st.session_state`, for callbacks without an app."""
    state: dict[str, Any] = {}
    monkeypatch.setattr(st, "session_state", state)
    return state
