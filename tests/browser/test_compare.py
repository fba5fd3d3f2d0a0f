"""Compare in a real browser."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import ttt_core as ttt
from tests.browser.conftest import PHONE
from tests.browser.looks import expect_no_overhang
from tests.browser.support import click_in_chart, on, wait_idle
from ttt_core.files import dump_roster

NAMES = ("Ada *one*", "Bo", "Cleo", "Dee", "Eve", "Fin")


def open_compare(page: Page, url: str) -> None:
    page.goto(f"{url}/compare")
    on(page, "Compare")
    in_sight(page)


def in_sight(page: Page) -> None:
    """Expect that nothing is wider than the window, once all is drawn."""
    wait_idle(page)
    expect_no_overhang(page.get_by_test_id("stMain"))


def test_players_are_chosen_and_the_games_of_a_pairing_are_opened_with_a_click_on_its_cell(
    page: Page, app_url: str
) -> None:
    open_compare(page, app_url)
    figure = page.locator(".js-plotly-plot")
    for name in ("Your agent", "Random", "Beginner", "Intermediate", "Minimax"):
        expect(figure.get_by_text(name, exact=True).first).to_be_visible()
    # Of a table, Streamlit offers no file: it would contain formulas.
    page.get_by_test_id("stDataFrame").first.hover()
    of_table = page.get_by_test_id("stElementToolbar").first
    expect(of_table.get_by_role("button", name="Fullscreen")).to_be_visible()
    expect(of_table.get_by_role("button", name="Download as CSV")).to_have_count(0)
    page.get_by_role("button", name="Beginner", exact=True).click()
    expect(figure.get_by_text("Beginner", exact=True)).to_have_count(0)
    wait_idle(page)

    click_in_chart(figure.first, 4.5 / 5, 2.5 / 5)  # Minimax, the third, as X against Random
    for side, name in (("X", "Minimax"), ("O", "Random")):
        chosen = page.get_by_role("combobox", name=f"Player {side}", exact=True)
        expect(chosen.and_(page.locator(f'[value="{name}"]'))).to_have_count(1)
    expect(page.get_by_role("heading", name="One pairing")).to_be_in_viewport()
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
def test_twelve_players_on_a_phone_and_on_a_laptop_and_one_is_removed(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    agents = [ttt.train(ttt.TrainingConfig(games=300, seed=seed)) for seed in range(6)]
    named = [replace(agent, name=name) for agent, name in zip(agents, NAMES, strict=True)]
    file = tmp_path / "six.json"
    file.write_text(dump_roster(named))
    page.set_viewport_size(PHONE)
    open_compare(page, app_url)
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator("input[type=file]").last.set_input_files(file)
    expect(page.get_by_text(re.compile(r"^Added .*\.$"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stMain").locator("input[type=file]")).to_have_count(0)
    wait_idle(page)
    figure = page.locator(".js-plotly-plot")
    for texts, number in ((".annotation-text", 144), (".xtick text", 12)):
        expect(figure.locator(texts)).to_have_count(number)
        assert not figure.locator(texts).evaluate_all(OVERLAPS)
    in_sight(page)

    page.set_viewport_size({"width": 1280, "height": 720})
    in_sight(page)
    table = page.get_by_test_id("stDataFrame").locator(".dvn-scroller")
    table.scroll_into_view_if_needed()
    wait_idle(page)
    for _ in range(2):
        assert table.evaluate("table => table.scrollWidth - table.clientWidth") == 0
        page.get_by_text("All figures", exact=True).click()
        wait_idle(page)

    expect(figure.get_by_text(NAMES[0], exact=True).first).to_be_visible()
    page.get_by_test_id("stPopover").get_by_role("button", name=NAMES[0]).click()
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="Remove").click()
    expect(figure.get_by_text(NAMES[0], exact=True)).to_have_count(0)
    expect(page.get_by_test_id("stButtonGroup").get_by_text(NAMES[0])).to_have_count(0)
