"""Check, classroom links and roster files in a real browser."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import ttt_core as ttt
from tests.browser.support import go_to, on, open_file_menu, press_in_table, wait_idle

AGENT = replace(ttt.train(ttt.TrainingConfig(games=2_000, seed=5, gamma=0.8)), name="Ada")


def written(folder: Path, agent: ttt.Agent, name: str = "agent.json") -> Path:
    file = folder / name
    file.write_text(ttt.dump_agent(agent), encoding="utf-8")
    return file


def upload(page: Page, file: Path) -> None:
    open_file_menu(page)
    page.locator("input[type=file]").last.set_input_files(file)


def open_check(page: Page) -> None:
    open_file_menu(page)
    check = page.locator(".st-key-check details")
    if check.get_attribute("open") is None:
        check.locator("summary").click()
    expect(check).to_have_attribute("open", "")


@pytest.mark.thorough
def test_agents_are_checked_as_they_come_and_again(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    page.goto(f"{app_url}/train")
    on(page, "Train")
    upload_one_that_is_spoilt_and_click_on_its_board(page, tmp_path)
    stop_a_long_check_that_outlasts_a_change_of_page(page, tmp_path)


@pytest.mark.thorough
def test_a_name_is_never_a_link_nor_an_icon(page: Page, app_url: str, tmp_path: Path) -> None:
    name = 'me@e.vil www.e.vil HTTPS://e.vil <a href="//e.vil">&lt;-</a>'
    page.goto(f"{app_url}/compare")
    on(page, "Compare")
    upload(page, written(tmp_path, replace(AGENT, name=name)))
    said = page.get_by_test_id("stAlert").filter(has_text="is now your agent.")
    expect(said).to_be_visible()
    for place in (said, page.locator(".st-key-agent_card")):
        assert name in place.inner_text().replace("\u2060", "")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Keep a copy").click()
    for title in ("Compare", "Train", "Inspect", "Play", "Learn"):
        go_to(page, title)
        wait_idle(page)
        assert page.locator('[href*="e.vil" i]').count() == 0, title


def upload_one_that_is_spoilt_and_click_on_its_board(page: Page, folder: Path) -> None:
    q = AGENT.q.copy()
    q[0, 4] += 0.25
    upload(page, written(folder, replace(AGENT, q=q)))
    expect(page.get_by_text("gives a different agent").first).to_be_visible()
    wait_idle(page)
    page.keyboard.press("Escape")
    open_check(page)
    table = page.get_by_test_id("stPopoverBody").get_by_test_id("stDataFrame")
    expect(table).to_be_visible()
    wait_idle(page)
    press_in_table(table, 90, 62)
    on(page, "Inspect")
    expect(page).to_have_url(re.compile(r"/inspect\?board=[^&]*$"))


def stop_a_long_check_that_outlasts_a_change_of_page(page: Page, folder: Path) -> None:
    # As long as a check may take; it is stopped on the way.
    runs = (ttt.TrainingConfig(games=10_000_000, seed=1, replay=100),)
    stats = replace(AGENT.stats, games=10_000_000, draws=10_000_000 - 2_000 + AGENT.stats.draws)
    upload(page, written(folder, replace(AGENT, training=runs, stats=stats)))
    expect(page.get_by_text("To find out whether its settings reproduce it")).to_be_visible()
    page.keyboard.press("Escape")
    open_check(page)
    page.get_by_role("button", name="Retrain a copy and compare").click()
    expect(page.get_by_text("of 10,000,000 games")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Compare").first.click()
    expect(page.get_by_role("heading", name="Compare")).to_be_visible()
    open_check(page)
    expect(page.get_by_text("of 10,000,000 games")).to_be_visible()
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Retrain a copy and compare")).to_be_visible()


@pytest.mark.thorough
def test_a_classroom_link_is_made_opened_and_undone(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?rule=monte-carlo&games=2000&seed=3")
    on(page, "Train")
    page.get_by_role("button", name="Name and link").click()
    page.get_by_text("Link for a lesson").click()
    for part in ("Training partner", "Rewards", "Experiments"):
        page.get_by_test_id("stPopoverBody").get_by_role("button", name=part, exact=True).click()
    page.get_by_test_id("stPopoverBody").get_by_role("radio", name="Slow motion").click()
    code = page.get_by_test_id("stPopoverBody").get_by_test_id("stCode")
    expect(code).to_contain_text("hide=partner,rewards,experiments&view=slow-motion")
    wait_idle(page)
    page.goto("".join(code.inner_text().split()))
    on(page, "Train")
    expect(page.get_by_text("This link hides 3 parts of the page.")).to_be_visible()
    expect(page.get_by_role("button", name="Next update")).to_be_in_viewport()
    expect(page.get_by_text("Exploration", exact=True)).to_be_visible()
    expect(page.get_by_text("Training partner", exact=True)).to_have_count(0)
    expect(page.get_by_text("Experiments", exact=True)).to_have_count(0)
    expect(page.get_by_role("tab", name="Slow motion")).to_have_attribute("aria-selected", "true")
    go_to(page, "Inspect")
    page.go_back()
    on(page, "Train")
    expect(page.get_by_text("This link hides")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_text("Training partner", exact=True)).to_be_visible()
    expect(page.get_by_text("Experiments", exact=True)).to_be_visible()
    expect(page.get_by_role("tab", name="Slow motion")).to_have_attribute("aria-selected", "true")
    expect(page).to_have_url(re.compile(r"^(?!.*hide=).*view=slow-motion"))
    page.go_back()
    expect(page.get_by_text("This link hides")).to_be_visible()


@pytest.mark.thorough
def test_two_agents_are_added_and_leave_in_one_file(
    phone: Page, app_url: str, tmp_path: Path
) -> None:
    page = phone
    page.goto(f"{app_url}/compare")
    on(page, "Compare")
    page.get_by_role("button", name="Add agents").click()
    files = [written(tmp_path, replace(AGENT, name=name), f"{name}.json") for name in ("Ada", "Bo")]
    page.locator("input[type=file]").last.set_input_files(files)
    expect(page.get_by_text("Added Bo.")).to_be_in_viewport(ratio=1)
    wait_idle(page)
    page.keyboard.press("Escape")
    with page.expect_download() as caught:
        page.get_by_role("button", name="Download all").click()
    file = tmp_path / caught.value.suggested_filename
    caught.value.save_as(file)
    assert [agent.name for agent in ttt.load_roster(file.read_text("utf-8"))] == ["Ada", "Bo"]
