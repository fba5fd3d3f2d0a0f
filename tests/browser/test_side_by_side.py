"""Two players side by side, in a real browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import ttt_core as ttt
from tests.browser.looks import misfits
from tests.browser.support import box_of, choose_with_keys, expect_chosen, on, wait_idle
from tests.browser.test_compare import AGENTS, add, in_sight


def open_view(page: Page, url: str, query: str) -> None:
    page.goto(f"{url}/compare?{query}")
    on(page, "Compare")


def board_shown(page: Page, pattern: str) -> Locator:
    return page.get_by_role("heading", name=pattern, level=2)


def pictures(page: Page) -> list[dict[str, float]]:
    """Return where the three heatmaps are."""
    boxes = []
    for title in ("A, ", "B, ", "A − B on "):
        picture = page.get_by_role("figure", name=re.compile(f"^{title}"))
        expect(picture).to_be_visible()
        box = box_of(picture)
        boxes.append({"left": box["x"], "top": box["y"], "bottom": box["y"] + box["height"]})
    return boxes


@pytest.mark.thorough
def test_two_agents_on_one_board_on_a_laptop_and_on_a_phone(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "two.json"
    file.write_text(ttt.dump_roster(AGENTS[:2]))
    page.set_viewport_size({"width": 1280, "height": 720})
    open_view(page, app_url, "games=300")
    add(page, file)
    page.get_by_role("tab", name="Side by side").click()
    expect_chosen(page, "Player A", "Your agent")
    expect(page).to_have_url(re.compile("view=side-by-side&a=present-agent&b=minimax"))
    choose_with_keys(page, "Player A", "Ada")
    choose_with_keys(page, "Player B", "Bo")
    expect(page).not_to_have_url(re.compile("[?&][ab]="))
    expect(page.get_by_text("Q-values on one scale")).to_be_visible()
    boxes = pictures(page)
    assert len({round(box["top"]) for box in boxes}) == 1
    assert boxes[0]["left"] < boxes[1]["left"] < boxes[2]["left"]
    in_sight(page)
    page.get_by_text("Probabilities", exact=True).click()
    expect(page.get_by_text("Probability of each move")).to_be_visible()

    page.get_by_role("group", name="Board").first.get_by_role(
        "button", name="row 2, column 2"
    ).click()
    expect(board_shown(page, "---|-X-|---")).to_be_visible()
    expect(page).to_have_url(re.compile("board=---%7C-X-%7C---"))
    field = page.get_by_role("textbox", name="Enter a board")
    field.fill("XX- OO- ---")
    field.press("Enter")
    expect(board_shown(page, "XX-|OO-|---")).to_be_visible()
    wait_idle(page)
    page.go_back()
    expect(board_shown(page, "---|-X-|---")).to_be_visible()
    wait_idle(page)

    page.set_viewport_size({"width": 390, "height": 844})
    wait_idle(page)
    boxes = pictures(page)
    assert boxes[0]["bottom"] <= boxes[1]["top"]
    assert boxes[1]["bottom"] <= boxes[2]["top"]
    in_sight(page)
    assert misfits(page.get_by_test_id("stMain")) == []
