"""Back and Forward restore every page, and Back leaves the site from the first one."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support import (
    LateServer,
    agent_card,
    come_to_rest,
    go_to,
    on,
    page_link,
    wait_idle,
)
from ttt_core.learning.config import SETTINGS

LINK = "games=3000&seed=5&rule=q-learning&alpha=0.3"


def open_by_link(page: Page, url: str) -> Locator:
    """Open Train with an agent, and return the slider of γ, which is at 0.9."""
    page.goto(f"{url}/train?{LINK}")
    on(page, "Train")
    expect(agent_card(page)).to_contain_text("3,000 games trained")
    return page.get_by_role("slider", name=SETTINGS["gamma"].label)


def expect_gamma(gamma: Locator, value: str, address: str) -> None:
    expect(gamma.page).to_have_url(re.compile(address))
    wait_idle(gamma.page)  # until the page is complete, the control before is there as well
    expect(gamma).to_have_attribute("aria-valuetext", value)


def test_back_keeps_settings_agent_and_address(page: Page, app_url: str) -> None:
    gamma = open_by_link(page, app_url)
    first = agent_card(page).inner_text()
    gamma.press("ArrowLeft")
    expect_gamma(gamma, "0.89", "gamma=0.89")
    second, address = agent_card(page).inner_text(), page.url
    page.go_back()
    expect_gamma(gamma, "0.9", re.escape(f"/train?{LINK}") + "$")
    expect(agent_card(page)).to_have_text(first, use_inner_text=True)
    page.go_forward()
    expect_gamma(gamma, "0.89", "gamma=0.89")
    page_link(page, "Inspect").click()
    expect(page).to_have_url(re.compile("/inspect"))  # the page itself has not arrived yet
    page.go_back()
    on(page, "Train")
    expect_gamma(gamma, "0.89", re.escape(address) + "$")
    expect(agent_card(page)).to_have_text(second, use_inner_text=True)
    expect(page.get_by_test_id("stAlert")).to_have_count(0)


@pytest.mark.thorough
def test_late_answers_of_the_server_do_not_change_the_history(new_page: Page, app_url: str) -> None:
    page, server = new_page, LateServer(new_page)
    gamma = open_by_link(page, app_url)
    gamma.press("ArrowLeft")
    expect_gamma(gamma, "0.89", "gamma=0.89")
    page.go_back()
    expect(gamma).to_have_attribute("aria-valuetext", "0.9")
    wait_idle(page)

    server.hold_from(b"ttt_address")
    page.go_forward()
    expect(gamma).to_have_attribute("aria-valuetext", "0.89")
    server.wait_for_runs(1)
    page.go_back()
    server.tell()
    come_to_rest(page)
    assert "gamma" not in page.url
    server.tell_everything()
    expect(gamma).to_have_attribute("aria-valuetext", "0.9")
    wait_idle(page)
    page.go_forward()
    expect_gamma(gamma, "0.89", "gamma=0.89")
    gamma.press("ArrowLeft")
    expect(page).to_have_url(re.compile("gamma=0.88"))


@pytest.mark.thorough
def test_every_page_is_passed_once_on_the_way_back_and_forward_and_back_out_of_the_site(
    page: Page, app_url: str
) -> None:
    page.goto("about:blank")
    entries = page.evaluate("history.length")
    pages = {"Learn": "learn", "Play": "", "Compare": "compare", "Train": "train?games=300"}
    for number, (name, path) in enumerate(pages.items(), start=1):
        page.goto(f"{app_url}/{path}")
        on(page, name)
        assert page.evaluate("history.length") == entries + number, name

    page.goto(f"{app_url}/inspect?board=X---O----")
    on(page, "Inspect")
    page.get_by_role("button", name="Play a move").click()
    page.get_by_role("menuitem", name="top", exact=True).click()
    board = page.get_by_role("heading", level=2).locator("code").first
    expect(board).to_have_text("XX-|-O-|---")
    wait_idle(page)
    assert page.url.endswith("board=XX-%7C-O-%7C---")

    go_to(page, "Play")
    go_to(page, "Train")
    page.go_back()
    on(page, "Play")
    page.go_back()
    on(page, "Inspect")
    expect(board).to_have_text("XX-|-O-|---")
    page.go_forward()
    on(page, "Play")
    page.evaluate("steps => history.go(-steps)", len(pages) + 2)
    expect(page).to_have_url("about:blank")


@pytest.mark.thorough
def test_a_host_that_frames_the_app_learns_of_the_address(page: Page, app_url: str) -> None:
    page.evaluate(
        """address => {
            window.told = [];
            window.addEventListener("message", event => window.told.push(event.data.queryParams));
            const frame = document.createElement("iframe");
            frame.src = address;
            document.body.append(frame);
        }""",
        f"{app_url}/train",
    )
    page.wait_for_function("told.some(query => query?.startsWith('?games=20000&seed=0'))")
