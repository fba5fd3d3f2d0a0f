"""The line to the server breaks off, and the server that is found then does not know the visitor.

It may be another process, or may have given the visit up: what is done goes on all the same.
"""

import re

from playwright.sync_api import Page, expect

from tests.browser.support import boards_have_answered, on, wait_idle

# The browser names its visit when it connects again: as the last of the protocols.
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


def test_a_game_goes_on_with_a_server_that_does_not_know_it(new_page: Page, app_url: str) -> None:
    page = new_page
    page.add_init_script(_FORGETS_ITS_VISIT)
    page.goto(f"{app_url}/play")
    on(page, "Play")
    for moves in (1, 2):
        with page.expect_websocket():
            page.evaluate("line.close()")
        wait_idle(page)
        play_a_move(page)
        expect_marks(page, moves)
        wait_idle(page)  # by then it is remembered


def play_a_move(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^row ., column ., empty$")).first.click()
    boards_have_answered(page)


def expect_marks(page: Page, number: int) -> None:
    """Expect so many moves of the person's, and as many of the agent's."""
    for mark in "XO":
        marks = page.get_by_role("button", name=re.compile(f"^row ., column ., {mark}$"))
        expect(marks).to_have_count(number)
