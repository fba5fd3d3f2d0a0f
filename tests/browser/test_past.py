"""An earlier agent in a real Chromium: play it, inspect it, compare it, and go back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import LateServer, expect_to_stay, go_to, on, wait_idle

LINK = "games=2000&seed=1&rule=minimax-q"
NAME = "Minimax-Q agent"


def go_back_in_time(page: Page) -> str:
    """Go back some way in the time machine, and return the name of the agent at that point."""
    slider = page.locator(".st-key-train_moment").get_by_role("slider")
    slider.focus()
    for _ in range(6):
        page.keyboard.press("ArrowLeft")
    after = page.get_by_role("columnheader", name=re.compile("games"))
    expect(after).not_to_have_text("2,000 games")
    wait_idle(page)
    return f"{NAME} after {after.inner_text()}"


@pytest.mark.thorough
def test_a_slow_connection_brings_moments_that_were_seen_before(
    new_page: Page, app_url: str
) -> None:
    """The browser still has what it had when it sent the request."""
    page, server = new_page, LateServer(new_page)
    page.goto(f"{app_url}/train?{LINK}")
    on(page, "Train")
    page.locator(".st-key-train_moment").get_by_role("slider").focus()
    after = page.get_by_role("columnheader", name=re.compile("games"))
    page.keyboard.press("Home")
    expect(after).to_have_text("0 games")
    page.keyboard.press("End")
    expect(after).to_have_text("2,000 games")
    wait_idle(page)
    server.hold_from(b"")
    for runs, key in enumerate(["ArrowLeft", "ArrowLeft", "Home"], start=1):
        page.keyboard.press(key)
        server.wait_for_runs(runs)
    server.tell_everything()
    expect(after).to_have_text("0 games")


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
    card = page.locator(".st-key-agent_card")
    expect(card).to_contain_text("4,000 games trained")
    wait_idle(page)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    wait_idle(page)
    page.evaluate("window.isSlow = true")
    page.get_by_role("button", name="Undo").click()
    expect(card).not_to_contain_text("4,000 games trained")
    page.evaluate("window.isSlow = false")
    wait_idle(page)
    expect_to_stay(page, card)
    expect(card).to_contain_text("2,000 games trained")


@pytest.mark.thorough
def test_it_is_played_and_inspected_in_the_same_position_and_undone(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/train?{LINK}")
    on(page, "Train")
    card = page.locator(".st-key-agent_card")
    then = go_back_in_time(page)
    page.get_by_role("button", name="Play it").click()
    on(page, "Play")
    expect(card).to_contain_text(then)
    page.get_by_role("button", name="row 2, column 2, empty").click()
    expect(page.get_by_role("button", name=re.compile("column ., O$"))).to_have_count(1)
    page.get_by_role("button", name=f"Back to {NAME}").click()
    expect(card).not_to_contain_text("after")
    expect(card).to_contain_text("2,000 games trained")
    wait_idle(page)

    go_to(page, "Train")
    then = go_back_in_time(page)
    shown = page.locator(".st-key-train_moment_board").get_by_role("radio").first
    pattern = shown.inner_text().strip()
    page.get_by_role("button", name="Inspect it").click()
    on(page, "Inspect")
    expect(page.locator("h2 code")).to_have_text(pattern)
    expect(card).to_contain_text(then)
    page.get_by_role("button", name=f"Back to {NAME}").click()
    expect(card).to_contain_text("2,000 games trained")
    expect(page.locator("h2 code")).to_have_text(pattern)
    expect(page.get_by_role("button", name=f"Back to {NAME}")).to_have_count(0)
