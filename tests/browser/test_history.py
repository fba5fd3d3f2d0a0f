"""Back and Forward restore every page, and Back leaves the site from the first one."""

import re

import pytest
from playwright.sync_api import Page, expect

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


def shown_agent(page: Page) -> str:
    """Return the name and the figures of the agent in the sidebar."""
    return agent_card(page).inner_text()


def open_by_link(page: Page, url: str) -> str:
    page.goto(f"{url}/train?{LINK}")
    on(page, "Train")
    expect(agent_card(page)).to_contain_text("3,000 games trained")
    return shown_agent(page)


def step_through_the_settings(page: Page) -> None:
    """Change a setting; show that Back and Forward change it too. At the end it is as before."""
    gamma = page.get_by_role("slider", name=SETTINGS["gamma"].label)
    gamma.focus()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("gamma=0.89"))
    wait_idle(page)
    before = re.escape(f"/train?{LINK}") + "$"
    for go, address, value in (
        (page.go_back, before, "0.9"),
        (page.go_forward, "gamma=0.89", "0.89"),
        (page.go_back, before, "0.9"),
    ):
        go()
        expect(page).to_have_url(re.compile(address))
        wait_idle(page)  # until the page is complete, the control before is there as well
        expect(gamma).to_have_attribute("aria-valuetext", value)


def go_back_to(page: Page, agent: str, address: str) -> None:
    """Go back to Train, where neither the agent nor the address has changed."""
    page.go_back()
    on(page, "Train")
    expect(page.get_by_label("Games", exact=True).first).to_be_visible()
    expect(page).to_have_url(address)
    expect(agent_card(page)).to_have_text(agent, use_inner_text=True)
    expect(page.get_by_test_id("stAlert")).to_have_count(0)


def test_back_keeps_settings_agent_and_address(page: Page, app_url: str) -> None:
    mine = open_by_link(page, app_url)
    step_through_the_settings(page)
    expect(agent_card(page)).to_have_text(mine, use_inner_text=True)
    go_to(page, "Inspect")
    expect(page).to_have_url(re.compile("board="))
    go_back_to(page, mine, f"{app_url}/train?{LINK}")
    page_link(page, "Inspect").click()
    expect(page).to_have_url(re.compile("/inspect"))  # the page itself has not arrived yet
    go_back_to(page, mine, f"{app_url}/train?{LINK}")


@pytest.mark.thorough
def test_late_answers_of_the_server_do_not_change_the_history(new_page: Page, app_url: str) -> None:
    page, server = new_page, LateServer(new_page)
    open_by_link(page, app_url)
    gamma = page.get_by_role("slider", name=SETTINGS["gamma"].label)
    gamma.focus()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("gamma=0.89"))
    wait_idle(page)
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
    expect(gamma).to_have_attribute("aria-valuetext", "0.89")
    expect(page).to_have_url(re.compile("gamma=0.89"))
    wait_idle(page)
    gamma.press("ArrowLeft")
    expect(page).to_have_url(re.compile("gamma=0.88"))


@pytest.mark.thorough
def test_another_position_is_in_the_address_and_back_leaves_the_page(
    page: Page, app_url: str
) -> None:
    page.goto("about:blank")
    page.goto(f"{app_url}/inspect?board=X---O----")
    on(page, "Inspect")
    pattern = page.get_by_role("heading", level=2).locator("code").first
    for cell, board in (("top", "XX-|-O-|---"), ("top right", "XXO|-O-|---")):
        page.get_by_role("button", name="Play a move").click()
        page.get_by_role("menuitem", name=cell, exact=True).click()
        expect(pattern).to_have_text(board)
        wait_idle(page)
    assert page.url.endswith("board=XXO%7C-O-%7C---")
    page.reload()
    expect(pattern).to_have_text("XXO|-O-|---")
    wait_idle(page)
    page.go_back()
    expect(page).to_have_url("about:blank")


@pytest.mark.thorough
def test_back_leaves_the_site_from_the_first_page(page: Page, app_url: str) -> None:
    for name in ("Learn", "Play", "Train", "Compare"):
        page.goto("about:blank")
        page.goto(f"{app_url}/{name.lower()}")
        on(page, name)
        page.go_back()
        expect(page).to_have_url("about:blank")


@pytest.mark.thorough
def test_every_page_is_passed_once_on_the_way_back_and_forward_and_back_out_of_the_site(
    page: Page, app_url: str
) -> None:
    page.goto("about:blank")
    page.goto(app_url)
    on(page, "Play")
    pages = ["Train", "Inspect", "Compare"]
    for name in pages:
        go_to(page, name)
    for name in ["Inspect", "Train", "Play"]:
        page.go_back()
        on(page, name)
    for name in pages:
        page.go_forward()
        on(page, name)
    page.evaluate("steps => history.go(-steps)", len(pages) + 1)
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
