"""Names of agents, and links to share and for a class, in a real browser."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import ttt_core as ttt
from tests.browser.support import agent_card, go_to, on, open_file_menu, wait_idle

pytestmark = pytest.mark.thorough


def test_a_name_is_never_a_link_nor_an_icon(page: Page, app_url: str, tmp_path: Path) -> None:
    name = 'me@e.vil www.e.vil HTTPS://e.vil <a href="//e.vil">&lt;-</a>'
    agent = ttt.train(ttt.TrainingConfig(games=2_000, seed=5, gamma=0.8))
    file = tmp_path / "agent.json"
    file.write_text(ttt.dump_agent(replace(agent, name=name)), encoding="utf-8")
    page.goto(f"{app_url}/compare")
    on(page, "Compare")
    open_file_menu(page)
    page.locator("input[type=file]").last.set_input_files(file)
    said = page.get_by_test_id("stAlert").filter(has_text="is now your agent.")
    expect(said).to_be_visible()
    for place in (said, agent_card(page)):
        assert name in place.inner_text().replace("\u2060", "")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Keep a copy").click()
    page.keyboard.press("Escape")
    for title in ("Compare", "Train", "Inspect", "Play", "Learn"):
        go_to(page, title)
        wait_idle(page)
        assert page.locator('[href*="e.vil" i]').count() == 0, title


def test_a_classroom_link_is_opened_at_its_tab_and_undone(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?rule=monte-carlo&games=2000&hide=partner&view=slow-motion")
    on(page, "Train")
    expect(page.get_by_role("button", name="Next update")).to_be_in_viewport()
    page.get_by_role("button", name="Show all").click()
    expect(page).not_to_have_url(re.compile("hide="))
    wait_idle(page)
    page.go_back()
    expect(page.get_by_text("This link hides")).to_be_visible()


def test_a_link_is_copied_and_a_phone_opens_its_share_sheet(
    page: Page, phone: Page, app_url: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.add_init_script(
        "navigator.share = async ({ url }) => { window.shared = [...(window.shared ?? []), url]; }"
    )
    for each in (page, phone):
        each.goto(f"{app_url}/play?pupil=03142&name=Ada")
        each.get_by_role("button", name="Share", exact=True).click()
    link = "".join(page.get_by_test_id("stCode").inner_text().split())
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    phone.get_by_role("button", name="Send link").click()
    phone.wait_for_function("link => window.shared?.includes(link)", arg=link)


def test_a_link_is_shown_for_the_projector_in_place_of_its_menu(page: Page, app_url: str) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{app_url}/learn?chapter=exploring")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="QR code").click()
    dialog = page.get_by_role("dialog").filter(has=page.get_by_role("img", name="QR code"))
    expect(dialog.get_by_role("img", name="QR code of the link")).to_be_in_viewport(ratio=1)
    line = dialog.get_by_role("heading", level=1)
    expect(line).to_contain_text("learn")
    expect(line).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="QR code")).to_be_hidden()
