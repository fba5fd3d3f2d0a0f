"""The time machine in a real Chromium, on a slow connection."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import LateServer, on, wait_idle

LINK = "games=2000&seed=1&rule=minimax-q"


@pytest.mark.thorough
def test_a_slow_connection_brings_moments_that_were_seen_before(
    new_page: Page, app_url: str
) -> None:
    """The browser still has what it had when it sent the request."""
    page, server = new_page, LateServer(new_page)
    page.goto(f"{app_url}/train?{LINK}")
    on(page, "Train")
    page.locator(".st-key-train_moment").get_by_role("slider").focus()
    after = page.get_by_text(re.compile(r"^After .* optimal moves\.$"))
    page.keyboard.press("Home")
    expect(after).to_contain_text("After 1 game:")
    page.keyboard.press("End")
    expect(after).to_contain_text("After 2,000 games:")
    wait_idle(page)
    server.hold_from(b"")
    for runs, key in enumerate(["ArrowLeft", "ArrowLeft", "Home"], start=1):
        page.keyboard.press(key)
        server.wait_for_runs(runs)
    server.tell_everything()
    expect(after).to_contain_text("After 1 game:")
