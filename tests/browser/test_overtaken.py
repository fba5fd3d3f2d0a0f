"""Whatever changes the agent while it learns in the background: nothing is lost, undo finds it."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

import ttt_core as ttt
from tests.browser.support import GAME, go_to, on, open_file_menu, page_link, wait_idle
from ttt_ui.frame.links import config_to_query

LONG = "games=10000000&replay=200&seed=4"
DEFAULT_GAMES = "20,000"

Change = Callable[[Page, Path], None]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    agent = ttt.train(ttt.TrainingConfig(games=777, seed=3))
    path = tmp_path_factory.mktemp("agents") / "uploaded.json"
    content = json.loads(ttt.dump_agent(agent))
    path.write_text(json.dumps(content | {"name": "Uploaded one"}), encoding="utf-8")
    return path


def upload(page: Page, file: Path) -> None:
    open_file_menu(page)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("Uploaded one is now your agent")).to_be_attached()
    page.keyboard.press("Escape")


def card(page: Page) -> str:
    return page.locator(".st-key-agent_card").inner_text()


def games_trained(page: Page) -> int:
    found = re.search(r"([\d,]+) games trained", card(page))
    assert found is not None
    return int(found[1].replace(",", ""))


def undo(page: Page) -> None:
    page.get_by_role("button", name="Undo").click()


def begin_training(page: Page, url: str) -> None:
    page.goto(f"{url}/train?{LONG}")
    expect(page.get_by_role("progressbar")).to_be_visible()


def stays(page: Page, games: int, name: str) -> None:
    """Look at the agent on Train: nothing in the background changes it."""
    if "/train" in page.url:
        go_to(page, "Inspect")
    go_to(page, "Train")
    assert games_trained(page) == games
    expect(page.locator(".st-key-agent_card")).to_contain_text(name)
    expect(page.get_by_role("progressbar")).to_have_count(0)


@pytest.mark.thorough
def test_undo_during_a_training(page: Page, app_url: str) -> None:
    begin_training(page, app_url)
    undo(page)
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.locator(".st-key-agent_card")).to_contain_text(f"{DEFAULT_GAMES} games trained")
    stays(page, 20_000, "Default")


def start_over(page: Page) -> None:
    """Begin another training with the same settings."""
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_role("progressbar")).to_be_visible()


def undo_to_a_training(page: Page, overtaken_by: str) -> int:
    """Undo what a training was overtaken by; return the games that it had got to."""
    undo(page)
    expect(page.locator(".st-key-agent_card")).not_to_contain_text(overtaken_by)
    wait_idle(page)
    expect(page.get_by_role("progressbar")).to_have_count(0)
    half_trained = games_trained(page)
    assert 0 < half_trained < 10_000_000, f"overtaken by {overtaken_by}"
    return half_trained


@pytest.mark.thorough
def test_an_upload_then_forgetting_then_a_preset_during_a_training(
    page: Page, app_url: str, file: Path
) -> None:
    begin_training(page, app_url)
    upload(page, file)
    expect(page.get_by_role("progressbar")).to_have_count(0)
    stays(page, 777, "Uploaded one")
    first = undo_to_a_training(page, "Uploaded one")

    start_over(page)
    go_to(page, "Play")
    page.get_by_role("button", name="Reset agent").click()
    page.get_by_role("button", name="Erase what it has learned").click()
    expect(page.locator(".st-key-agent_card")).to_contain_text(re.compile(r"\b0 games trained"))
    stays(page, 0, "Pupil")
    second = undo_to_a_training(page, "Pupil")

    start_over(page)
    page.get_by_role("combobox", name="Preset").click()
    page.get_by_role("option", name="Quick study").click()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.locator(".st-key-agent_card")).to_contain_text("Quick study")
    stays(page, 2_000, "Quick study")
    undo_to_a_training(page, "Quick study")

    # And so on back to the agent of the beginning.
    for games in (second, first, 20_000):
        wait_idle(page)
        undo(page)
        expect(page.locator(".st-key-agent_card")).to_contain_text(f"{games:,} games trained")


@pytest.mark.thorough
def test_name_and_level_given_during_a_training_stay_and_the_training_goes_on(
    page: Page, app_url: str
) -> None:
    begin_training(page, app_url)
    page.get_by_role("button", name="Name and link").click()
    name = page.get_by_role("textbox", name="Agent's name")
    name.fill("Ada")
    name.press("Enter")
    expect(page.locator(".st-key-agent_card")).to_contain_text("Ada")
    before = games_trained(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("progressbar")).to_be_visible()
    go_to(page, "Play")
    page.get_by_role("radio", name="Expert").click()
    expect(page.get_by_text("Minimax, which looks ahead to the end of the game.")).to_be_visible()
    go_to_training(page)
    page.get_by_role("button", name="Stop training").click()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    go_to(page, "Play")
    expect(page.get_by_role("radio", name="Expert")).to_be_checked()
    assert games_trained(page) > before
    stays(page, games_trained(page), "Ada")


def go_to_training(page: Page) -> None:
    page_link(page, "Train").click()
    expect(page.get_by_role("progressbar")).to_be_visible()


@pytest.mark.thorough
def test_an_earlier_link_during_a_training(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?games=300&seed=1&replay=200")
    expect(page.locator(".st-key-agent_card")).to_contain_text("300 games trained")
    wait_idle(page)
    page.get_by_test_id("stSidebar").get_by_role("slider", name="Games").first.focus()
    page.keyboard.press("End")
    expect(page).not_to_have_url(re.compile("games="))  # they wait for a click
    wait_idle(page)
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page).to_have_url(re.compile("games=10000000"))
    page.go_back()
    expect(page.locator(".st-key-agent_card")).to_contain_text("300 games trained")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    stays(page, 300, "Minimax-Q agent")


def begin_exhibition(page: Page) -> None:
    page.get_by_role("radio", name="Watch it play").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def begin_fast_exhibition(page: Page) -> int:
    """Let the agent play by itself until it has learned; return the games it knew before."""
    page.get_by_role("radio", name="Watch it play").click()
    page.get_by_role("combobox", name="Speed").click()
    page.get_by_role("option", name="200 games/s").click()
    wait_idle(page)
    shown = page.get_by_test_id("stMetric").filter(has_text="Games").first
    games, before = shown.get_by_test_id("stMetricValue"), games_trained(page)
    played = games.inner_text()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(games).not_to_have_text(played)
    return before


@pytest.mark.thorough
def test_a_level_chosen_before_an_exhibition_stays_and_forgetting_and_an_upload_end_it(
    page: Page, app_url: str, file: Path
) -> None:
    page.goto(f"{app_url}/{GAME}")
    page.get_by_role("radio", name="Beginner").click()
    expect(page.get_by_text("with 70% random moves")).to_be_visible()
    wait_idle(page)
    begin_exhibition(page)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("radio", name="Play the agent").click()
    expect(page.get_by_role("radio", name="Beginner")).to_be_checked()

    before = begin_fast_exhibition(page)
    page.get_by_role("button", name="Reset agent").click()
    page.get_by_role("button", name="Erase what it has learned").click()
    expect(page.locator(".st-key-agent_card")).to_contain_text("0 games trained")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    stays(page, 0, "Pupil")
    undo(page)
    expect(page.locator(".st-key-agent_card")).not_to_contain_text(re.compile(r"\b0 games trained"))
    wait_idle(page)
    assert games_trained(page) > before >= 20_000

    go_to(page, "Play")
    before = begin_fast_exhibition(page)
    upload(page, file)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    stays(page, 777, "Uploaded one")
    undo(page)
    expect(page.locator(".st-key-agent_card")).to_contain_text("Default")
    wait_idle(page)
    assert games_trained(page) > before > 20_000


def choose_preset(page: Page, name: str) -> None:
    """Choose a preset, though the page may still be drawing, which closes a list that is open."""
    for _ in range(10):
        page.get_by_role("combobox", name="Preset").click()
        try:
            page.get_by_role("option", name=name, exact=True).click(timeout=3_000)
        except PlaywrightTimeoutError:
            page.keyboard.press("Escape")
        else:
            return
    raise AssertionError(f"{name} could not be chosen.")


@pytest.mark.thorough
def test_presets_chosen_quickly_leave_the_settings_they_say(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?games=300&seed=1")
    expect(page.get_by_role("heading", name="Train", exact=True)).to_be_visible()
    wait_idle(page)
    names = ["Two tables (2026)", "Adaptive (freeCodeCamp 2025)", "Default", "Quick study"]
    for name in names:
        choose_preset(page, name)
    expect(page.locator(".st-key-agent_card")).to_contain_text(names[-1])
    wait_idle(page)
    query = urlencode(config_to_query(ttt.PRESETS[names[-1]]))
    before = r"(&ghost\.\w+=[^&]+)*"
    expect(page).to_have_url(re.compile(re.escape(f"{app_url}/train?{query}") + before + "$"))
    expect(page.get_by_test_id("stAlert")).to_have_count(0)


LEAVE_AND_REPORT = """
    (link, delay) => {
        link.click();
        setTimeout(() => {
            localStorage.setItem("ttt-lab.record", `from another tab ${Math.random()}`);
            dispatchEvent(new StorageEvent("storage", { key: "ttt-lab.record" }));
        }, delay);
    }
"""
"""What the browser's storage reports before the page knows that it is another one now."""


@pytest.mark.thorough
def test_what_the_browser_reports_while_the_page_changes_leaves_no_page_empty(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/learn")
    on(page, "Learn")
    for delay in (0, 5, 10):
        for name in ("Inspect", "Learn"):
            page_link(page, name).evaluate(LEAVE_AND_REPORT, delay)
            on(page, name)
            expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


LEAVE_AND_MOVE = """
    (slider, delay) => {
        document.querySelector('a[href$="/inspect"]').click();
        setTimeout(() => {
            slider.stepDown();
            slider.dispatchEvent(new Event("input"));
        }, delay);
    }
"""


@pytest.mark.thorough
def test_a_slider_moved_while_the_page_changes_leads_nobody_back(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?games=300")
    on(page, "Train")
    for delay in (0, 12, 24):
        page.get_by_role("slider", name="Discount factor γ").evaluate(LEAVE_AND_MOVE, delay)
        expect(page.get_by_role("heading", name="Inspect", level=1)).to_be_visible()
        wait_idle(page)
        expect(page.get_by_role("heading", name="Inspect", level=1)).to_be_visible()
        go_to(page, "Train")
