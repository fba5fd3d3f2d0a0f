"""What is done before the first visitor, and what the internal names of Streamlit cost us."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState

from tests.browser.server import ROOT, Server
from tests.load.visitor import arrive


def test_streamlit_still_has_the_names_that_app_py_uses() -> None:
    """They are internal; where one is gone, look for what has taken its place.

    uses_pages_directory: is the folder pages/ served by rules of its own, where an app calls
    st.navigation? If not, the line in app.py and tests/ui/conftest.py can go. If so, and there is
    no other switch: rename the folder.

    does_script_run_without_error: without it, the line in app.py can go; the first visitor then
    waits a fifth of a second for the modules of the page.

    remove_orphaned_files: does a file stay until it is fetched, although others' runs end in the
    meantime? `test_a_file_is_there_however_busy_the_others_are` tells. If so, delete
    ttt_ui/streamlit_fixes/downloads.py.

    SafeSessionState, has_fragment, request_rerun, _request_rerun_locked: is a click done although
    another one comes a moment after it, or its fragment has moved, and no more than once while a
    fragment runs by itself? Is a page that was asked for there although the one before reports
    something meanwhile? Is a page drawn in its place right after a fragment?
    tests/ui/streamlit_fixes/test_clicks.py,
    `test_a_click_on_a_board_that_moves_meanwhile_is_played`,
    `test_a_click_counts_once_though_the_replay_asks_for_more_before_it_is_sent` and
    `test_no_click_is_lost_however_soon_the_browser_asks_for_more` tell. If so, delete what is
    about them in ttt_ui/streamlit_fixes/clicks.py.

    _widget_changed, widget_metadata, fragment_id: does the page follow a click that is sent along
    with what a fragment reports?
    `test_the_page_shows_a_click_sent_together_with_a_storage_report` tells. If so, delete
    `_is_seen` in ttt_ui/streamlit_fixes/clicks.py.

    _clear_queue, _browser_queue, _delta_index_map: is a page whole although a part of it is drawn
    again before it was sent?
    `test_a_page_is_complete_though_a_fragment_is_drawn_again_before_it_is_sent` tells. If so,
    delete ttt_ui/streamlit_fixes/delivery.py.

    The mark data-retained, for a rule of style in clicks.py: does a button come where it stays?
    `test_a_button_comes_where_it_stays_though_the_clicked_one_has_not_gone` tells.

    The mark data-test-connection-state, for board_component.js: is there another way to know?
    `test_a_click_while_offline_is_played_after_reconnecting` tells whether this one works.
    """
    assert PagesManager.__dict__.keys() >= {"uses_pages_directory"}
    assert asyncio.iscoroutinefunction(Runtime.does_script_run_without_error)
    assert callable(MediaFileManager.remove_orphaned_files)
    assert callable(SafeSessionState.on_script_will_rerun)
    assert callable(SessionState._widget_changed)
    assert isinstance(SessionState()._new_widget_state.widget_metadata, dict)
    assert WidgetMetadata.__annotations__.keys() >= {"fragment_id"}
    assert callable(AppSession.has_fragment)
    assert callable(AppSession.request_rerun)
    assert callable(AppSession._clear_queue)
    assert isinstance(ForwardMsgQueue()._delta_index_map, dict)
    assert callable(ScriptRequests._request_rerun_locked)
    assert SafeSessionState.__annotations__.keys() >= {"_state", "_lock"}


@pytest.mark.slow
def test_the_first_visitor_may_come_to_any_page(tmp_path: Path) -> None:
    """Streamlit's rules for a folder pages/ would give it without the rest of the app."""
    server = Server("app.py", tmp_path / "server.log")

    async def visit() -> None:
        async with arrive(server.url, 1) as visitor:
            await visitor.open("train")
            assert visitor.pages == {"", "learn", "play", "train", "inspect", "compare"}
            await visitor.rename()  # the name is in the sidebar, which pages/train.py has not
            assert b"ttt-agent" in await visitor.fetch(await visitor.ask_for_file())

    try:
        server.wait_until_up()
        asyncio.run(visit())
    finally:
        server.stop()
    assert server.complaints() == []


@pytest.mark.slow
def test_the_page_has_been_run_before_anybody_comes() -> None:
    program = """
import asyncio, gc, sys
import app

async def start():
    before = "ttt_ui.play.views" in sys.modules
    async with app.app.lifespan()(None):
        print(before, "ttt_ui.play.views" in sys.modules, gc.get_freeze_count() > 100_000)

asyncio.run(start())
"""
    started = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True
    )
    assert started.stdout.split() == ["False", "True", "True"]
