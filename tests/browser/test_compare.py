"""Compare in a real browser."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import ttt_core as ttt
from tests.browser.conftest import PHONE
from tests.browser.looks import expect_no_overhang, expect_to_fit
from tests.browser.support import click_in_chart, on, wait_idle
from ttt_core.files import dump_roster

AGENTS = [
    replace(ttt.train(ttt.TrainingConfig(games=300, seed=seed)), name=name)
    for seed, name in enumerate(("Ada", "Bo", "Cleo", "Dee", "Eve", "Fin"))
]


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


def add(page: Page, file: Path) -> None:
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator("input[type=file]").last.set_input_files(file)
    expect(page.get_by_text(re.compile(r"^Added .*\.$"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stMain").locator("input[type=file]")).to_have_count(0)
    wait_idle(page)


def in_sight(page: Page) -> None:
    """Expect that nothing is wider than the window, once all is drawn."""
    wait_idle(page)
    expect_no_overhang(page.get_by_test_id("stMain"))


def test_every_player_meets_every_player_and_an_agent_that_is_added(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    open_compare(page, app_url)
    figure = page.locator(".js-plotly-plot")
    for name in ("Your agent", "Random", "Beginner", "Intermediate", "Minimax"):
        expect(figure.get_by_text(name, exact=True).first).to_be_visible()
    expect(figure.get_by_text("65", exact=True).first).to_be_visible()
    expect(figure.get_by_text("Reward memory", exact=True)).to_have_count(0)
    # Of a table, Streamlit offers no file: it would contain formulas.
    page.get_by_test_id("stDataFrame").first.hover()
    of_table = page.get_by_test_id("stElementToolbar").first
    expect(of_table.get_by_role("button", name="Fullscreen")).to_be_visible()
    expect(of_table.get_by_role("button", name="Download as CSV")).to_have_count(0)
    page.get_by_role("button", name="Random", exact=True).click()
    wait_idle(page)
    expect(figure.get_by_text("Random", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Reward memory", exact=True).click()
    expect(figure.get_by_text("Reward", exact=False).first).to_be_visible()
    wait_idle(page)
    add(page, agent_file(tmp_path, "Rival *one*"))
    expect(figure.get_by_text("Rival *one*", exact=True).first).to_be_visible()
    page.get_by_test_id("stPopover").get_by_role("button", name="Rival *one*").click()
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="Remove").click()
    expect(figure.get_by_text("Rival *one*", exact=True)).to_have_count(0)
    pills = page.get_by_test_id("stButtonGroup")
    expect(pills.get_by_text("Rival *one*", exact=True)).to_have_count(0)


@pytest.mark.thorough
def test_games_are_opened_with_a_click_on_a_cell(page: Page, app_url: str) -> None:
    open_compare(page, app_url)
    wait_idle(page)
    cross_table = page.locator(".js-plotly-plot").first
    click_in_chart(cross_table, 5.5 / 6, 2.5 / 6)  # Minimax, the third, as X against Random
    for side, name in (("X", "Minimax"), ("O", "Random")):
        chosen = page.get_by_role("combobox", name=f"Player {side}", exact=True)
        expect(chosen.and_(page.locator(f'[value="{name}"]'))).to_have_count(1)
    expect(page.get_by_role("heading", name="One pairing")).to_be_in_viewport()
    games = page.get_by_role("radiogroup", name="Their likeliest games").get_by_role("radio")
    expect(games).to_have_count(10)
    page.get_by_role("button", name=re.compile("^Go to the deciding move")).click()
    shown = page.get_by_test_id("stMain").locator("strong").get_by_text(re.compile(r"^Move \d of"))
    expect(shown).to_have_text("Move 2 of 5")
    page.get_by_role("button", name="Forward", exact=True).click()
    expect(shown).to_have_text("Move 3 of 5")


# Texts may be slanted, all alike: their boxes are those in the first text's own directions.
OVERLAPS = """texts => {
    const straight = texts[0].getScreenCTM().inverse();
    const boxes = texts.map(text => {
        const { x, y, width, height } = text.getBBox();
        const shift = straight.multiply(text.getScreenCTM());
        const [left, top] = [x + shift.e, y + shift.f];
        return { left, top, right: left + width, bottom: top + height };
    });
    return boxes.some((one, i) => boxes.some((two, j) => i < j && one.left < two.right - 1
        && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1));
}"""


@pytest.mark.thorough
def test_six_and_twelve_players_on_a_phone_and_twelve_on_a_laptop(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "six.json"
    file.write_text(dump_roster(AGENTS))
    page.set_viewport_size(PHONE)
    open_compare(page, app_url)
    in_sight(page)
    add(page, file)
    numbers = page.locator(".js-plotly-plot .annotation-text")
    expect(numbers).to_have_count(144)
    assert not numbers.evaluate_all(OVERLAPS)
    columns = page.locator(".js-plotly-plot .xtick text")
    expect(columns).to_have_count(12)
    assert not columns.evaluate_all(OVERLAPS)
    in_sight(page)

    page.set_viewport_size({"width": 1280, "height": 720})
    wait_idle(page)
    in_sight(page)
    table = page.get_by_test_id("stDataFrame").locator(".dvn-scroller")
    table.scroll_into_view_if_needed()
    wait_idle(page)
    for _ in range(2):
        assert table.evaluate("table => table.scrollWidth - table.clientWidth") == 0
        page.get_by_text("All figures", exact=True).click()
        wait_idle(page)


@pytest.mark.thorough
def test_two_players_side_by_side_on_a_laptop_and_on_a_phone(page: Page, app_url: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app_url}/compare?games=300&view=side-by-side&b=beginner")
    on(page, "Compare")
    board = page.get_by_role("group", name="Board").first
    centre = board.get_by_role("button", name="centre, empty")
    expect(centre).to_have_accessible_description(re.compile("^A: .*, B: "))
    in_sight(page)
    heading = page.get_by_role("heading", name="---|-X-|---", level=2)
    board.get_by_role("button").nth(4).click()
    expect(heading).to_be_visible()
    wait_idle(page)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(heading).to_have_count(0)
    page.set_viewport_size(PHONE)
    wait_idle(page)
    in_sight(page)
    expect_to_fit(page.get_by_test_id("stMain"))
