"""The view "Sweep" of Compare in a real browser."""

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import PHONE
from tests.browser.looks import expect_to_fit
from tests.browser.support import (
    agent_card,
    box_of,
    click_in_chart,
    is_written,
    on,
    wait_idle,
)

LONG = (
    "view=sweep&across=alpha:0.1:1:10&up=gamma:0.1:1:10&measure=unbeatable_from&seeds=5"
    "&base.games=500000&base.seed=7"
)
SMALL = (
    "view=sweep&across=alpha:0.1:1:3&up=gamma:0.5:1:2&measure=wins_as_x&seeds=2"
    "&base.games=300&base.seed=7"
)

# In every frame, how far from the left a button is seen.
_RECORDS_PLACES = """
  (name) => {
    const mine = (window.places = new Set());
    const look = () => {
      for (const button of document.querySelectorAll('[data-testid="stMain"] button')) {
        const box = button.getBoundingClientRect();
        if (button.innerText.trim().endsWith(name) && box.width) mine.add(box.x);
      }
      if (window.places === mine) requestAnimationFrame(look);
    };
    look();
  }
"""


def open_sweep(page: Page, url: str, query: str) -> None:
    page.goto(f"{url}/compare?{query}")
    on(page, "Compare")
    expect(button(page, "Start the sweep")).to_be_enabled()


def button(page: Page, name: str) -> Locator:
    # Streamlit's header has a Stop of its own while a run takes long.
    return page.get_by_test_id("stMain").get_by_role("button", name=name, exact=True)


def chart(page: Page) -> Locator:
    return page.locator(".js-plotly-plot").locator("visible=true")


def legend(page: Page) -> Locator:
    return chart(page).locator(".legendtext")


@pytest.mark.thorough
def test_a_sweep_stops_and_continues_in_place_and_after_a_reload(page: Page, app_url: str) -> None:
    open_sweep(page, app_url, LONG)
    button(page, "Start the sweep").click()
    expect(button(page, "Start the sweep")).to_be_disabled()
    expect(page.get_by_text(re.compile(r"[1-9]\d* of 500 runs · \d+\s\w+ left"))).to_be_visible()
    expect(legend(page).get_by_text("not measured yet")).to_be_visible()
    for clicked, come in (("Stop", "Continue"), ("Continue", "Stop"), ("Stop", "Continue")):
        page.evaluate(_RECORDS_PLACES, come)
        button(page, clicked).click()
        expect(button(page, come)).to_be_visible()
        expect(button(page, clicked)).to_have_count(0)
        expect(button(page, "Start the sweep")).to_be_enabled(enabled=clicked == "Stop")
        wait_idle(page)
        assert page.evaluate("[...places]") == [box_of(button(page, come))["x"]], clicked
    stopped = page.get_by_text(re.compile("of 500 runs · stopped"))
    expect(page.get_by_text(re.compile("^[0-9,]+ games, (one seed|mean of)"))).to_be_visible()
    expect(legend(page).get_by_text("not measured yet")).to_be_visible()
    is_written(page, parts=1)
    measured = stopped.inner_text()
    page.reload()
    on(page, "Compare")
    expect(stopped).to_have_text(measured, use_inner_text=True)
    expect(page.get_by_text("This browser has kept what was measured")).to_be_visible()
    expect(legend(page).get_by_text("not measured yet")).to_be_visible()
    for size in (PHONE, ViewportSize(width=320, height=640)):
        page.set_viewport_size(size)
        wait_idle(page)
        expect_to_fit(page.get_by_test_id("stMain"))


@pytest.mark.thorough
def test_a_click_on_a_cell_or_on_a_tile_of_a_wall_trains_it(page: Page, app_url: str) -> None:
    open_sweep(page, app_url, SMALL)
    button(page, "Start the sweep").click()
    expect(page.get_by_text("mean of 2 seeds")).to_be_visible()
    expect(chart(page)).to_be_in_viewport(ratio=1)
    with page.expect_download() as caught:
        button(page, "Download as CSV").click()
    assert caught.value.suggested_filename == "sweep.csv"
    train_what_is_clicked(page)
    expect(page).to_have_url(re.compile("games=300&seed=7&.*alpha=1.0&gamma=0.5"))
    expect(agent_card(page)).to_contain_text("300 games trained")

    wall = SMALL.replace("wins_as_x", "fronts").replace("gamma:0.5:1:2", "rule:q-learning,sarsa")
    open_sweep(page, app_url, wall)
    button(page, "Start the sweep").click()
    expect(page.get_by_text("of positions played right; unbeatable with")).to_be_visible()
    page.set_viewport_size(PHONE)
    wait_idle(page)
    expect_to_fit(page.get_by_test_id("stMain"))
    train_what_is_clicked(page)
    expect(page).to_have_url(re.compile("(?=.*rule=sarsa)(?=.*games=300)(?=.*alpha=1.0)"))


def train_what_is_clicked(page: Page) -> None:
    """Click on the cell or tile at the lower right, which is in the third column of three."""
    wait_idle(page)
    click_in_chart(chart(page), 2.5 / 3, 1.5 / 2)
    on(page, "Train")
