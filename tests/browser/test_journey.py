"""A newcomer's whole visit, on a desk and on a phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import ttt_core as ttt
from tests.browser.board import play_out
from tests.browser.support import agent_card, go_to, open_file_menu, wait_idle


def open_sidebar(page: Page) -> None:
    expand = page.get_by_test_id("stExpandSidebarButton")
    if expand.is_visible():
        expand.click()
    expect(page.get_by_test_id("stSidebar")).to_be_in_viewport()


def close_sidebar(page: Page) -> None:
    viewport = page.viewport_size
    if viewport and viewport["width"] < 600:
        collapse = page.get_by_test_id("stSidebarCollapseButton").get_by_role("button")
        if collapse.is_visible():
            collapse.click()
        expect(page.get_by_test_id("stExpandSidebarButton")).to_be_visible()


@pytest.mark.parametrize("device", ["page", pytest.param("phone", marks=pytest.mark.thorough)])
def test_a_newcomers_visit(
    device: str, app_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    page: Page = request.getfixturevalue(device)
    card = agent_card(page)
    page.goto(app_url)
    expect(page).to_have_url(f"{app_url}/")
    expect(page.get_by_role("heading", name="Tic-tac-toe lab")).to_be_visible()
    play_out(page)

    go_to(page, "Train")
    page.get_by_role("button", name=re.compile(r"^Train [\d,]+ more games")).click()
    wait_idle(page)
    open_sidebar(page)
    expect(card).to_contain_text("Unbeatable")
    open_file_menu(page)
    with page.expect_download() as caught:
        page.get_by_role("button", name="Download", exact=True).click()
    page.keyboard.press("Escape")
    file = tmp_path / caught.value.suggested_filename
    caught.value.save_as(file)
    assert ttt.evaluate(ttt.load_agent(file.read_text(encoding="utf-8"))).unbeatable
    trained = card.inner_text()

    close_sidebar(page)
    page.get_by_role("button", name="Start over").click()
    wait_idle(page)
    open_sidebar(page)
    expect(card).not_to_have_text(trained, use_inner_text=True)

    open_file_menu(page)
    page.locator("input[type=file]").set_input_files(file)
    said = page.get_by_test_id("stPopoverBody").get_by_test_id("stAlert")
    expect(said.filter(has_text="is now your agent")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(card).to_contain_text("Unbeatable")
