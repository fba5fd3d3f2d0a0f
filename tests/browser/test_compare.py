"""The compare page in a real browser."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

import ttt_core as ttt
from tests.browser.support import wait_idle


def open_compare(page: Page, url: str) -> None:
    page.goto(f"{url}/compare")
    expect(page.get_by_role("heading", name="Compare")).to_be_visible()
    expect(page.locator(".js-plotly-plot")).to_be_visible()


def agent_file(folder: Path, name: str) -> Path:
    agent = ttt.train(ttt.TrainingConfig(games=300, seed=4))
    file = folder / "rival.json"
    text = json.loads(ttt.dump_agent(agent))
    text["name"] = name
    file.write_text(json.dumps(text))
    return file


def test_everybody_meets_everybody(page: Page, app_url: str) -> None:
    open_compare(page, app_url)
    figure = page.locator(".js-plotly-plot")
    for name in ("Present agent", "Random", "Beginner", "Intermediate", "Minimax"):
        expect(figure.get_by_text(name, exact=True).first).to_be_visible()
    expect(figure.get_by_text("58", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Random", exact=True).click()
    wait_idle(page)
    expect(figure.get_by_text("Random", exact=True)).to_have_count(0)


def test_an_uploaded_agent_takes_part_and_leaves(page: Page, app_url: str, tmp_path: Path) -> None:
    open_compare(page, app_url)
    page.get_by_role("button", name="Add agents").click()
    page.locator("input[type=file]").last.set_input_files(agent_file(tmp_path, "Rival *one*"))
    expect(page.get_by_text("Rival *one* takes part now")).to_be_visible()
    figure = page.locator(".js-plotly-plot")
    expect(figure.get_by_text("Rival *one*", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Rival").last.click()
    wait_idle(page)
    expect(figure.get_by_text("Rival *one*", exact=True)).to_have_count(0)


def test_a_broken_file_is_named_with_its_reason(page: Page, app_url: str, tmp_path: Path) -> None:
    open_compare(page, app_url)
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": "something else"}')
    page.get_by_role("button", name="Add agents").click()
    page.locator("input[type=file]").last.set_input_files(broken)
    expect(page.get_by_text("broken.json was not loaded")).to_be_visible()


def test_a_copy_of_the_present_agent_stays(page: Page, app_url: str) -> None:
    open_compare(page, app_url)
    page.get_by_role("button", name="Keep a copy").click()
    expect(page.get_by_role("button", name="Remove")).to_be_visible()


def test_on_a_phone(phone: Page, app_url: str) -> None:
    open_compare(phone, app_url)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
