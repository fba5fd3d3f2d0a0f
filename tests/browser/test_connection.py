"""After the connection to the server is lost and restored, the visit continues."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import GAME, boards_have_answered, on, wait_idle

pytestmark = pytest.mark.thorough

# Streamlit sends the visit's id when it reconnects, as the last of the protocols.
_FORGETS_ITS_VISIT = """
  {
    const Line = WebSocket;
    window.WebSocket = class extends Line {
      constructor(address, protocols) {
        super(address, protocols.slice(0, 2));
        window.line = this;
      }
    };
  }
"""


def test_a_click_while_offline_is_played_after_reconnecting(new_page: Page, app_url: str) -> None:
    page = new_page
    page.add_init_script(_FORGETS_ITS_VISIT)
    page.goto(f"{app_url}/{GAME}")
    on(page, "Play")
    page.route("**/_stcore/health", lambda request: request.fulfill(status=503))
    page.evaluate("line.close()")
    expect(page.get_by_test_id("stConnectionStatus")).to_be_visible()
    notice = page.get_by_text("The connection to the server is lost.")
    expect(notice).to_have_text(
        "The connection to the server is lost. This page is restoring it. Your game is safe."
    )
    page.get_by_role("button", name="bottom right, empty").click()
    page.emulate_media(color_scheme="dark")  # this hands everything over again
    expect(page.get_by_role("button", name="bottom right, X")).to_be_visible()
    page.unroute("**/_stcore/health")
    expect_marks(page, 1)
    expect(notice).to_have_count(0)


def test_a_game_continues_on_a_server_that_does_not_know_it(new_page: Page, app_url: str) -> None:
    page = new_page
    page.add_init_script(_FORGETS_ITS_VISIT)
    page.goto(f"{app_url}/{GAME}")
    on(page, "Play")
    for moves in (1, 2):
        with page.expect_websocket():
            page.evaluate("line.close()")
        wait_idle(page)
        page.get_by_role("button", name=re.compile(", empty$")).first.click()
        boards_have_answered(page)
        expect_marks(page, moves)
        wait_idle(page)  # by then it is saved


def expect_marks(page: Page, number: int) -> None:
    """Expect this number of moves by the visitor, and the same number by the agent."""
    for mark in "XO":
        marks = page.get_by_role("button", name=re.compile(f", {mark}$"))
        expect(marks).to_have_count(number)
