"""The time machine in a real Chromium, on a slow connection and with late clicks."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import LateServer, agent_card, expect_to_stay, on, wait_idle

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


SLOW_TO_SEND = """
    (() => {
        const begin = window.setTimeout;
        window.setTimeout = (act, delay = 0, ...given) =>
            begin(act, window.isSlow && delay === 0 ? 1000 : delay, ...given);
    })()
"""
"""Each click is sent by its own timer."""


@pytest.mark.thorough
def test_a_click_counts_once_even_if_the_time_machine_moves_before_it_is_sent(
    new_page: Page, app_url: str
) -> None:
    page = new_page
    page.add_init_script(SLOW_TO_SEND)
    page.goto(f"{app_url}/train?{LINK}")
    on(page, "Train")
    page.get_by_role("button", name="Train 2,000 more games").click()
    card = agent_card(page)
    expect(card).to_contain_text("4,000 games trained")
    wait_idle(page)
    page.get_by_role("button", name="Animate", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    wait_idle(page)
    page.evaluate("window.isSlow = true")
    page.get_by_role("button", name="Undo").click()
    expect(card).not_to_contain_text("4,000 games trained")
    page.evaluate("window.isSlow = false")
    wait_idle(page)
    expect_to_stay(page, card)
    expect(card).to_contain_text("2,000 games trained")
