"""A page prints whole, without sidebar and buttons, and light; a worksheet prints on two pages."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from docs.programs.worksheets import FOLDER, print_all
from tests.browser.support import wait_idle

MARGIN = "12mm"
BUTTONS = "[data-testid=stMain] [data-testid=stButton]:not([class*=_answer_] *)"
"""Except the answers of a question."""
# A page has its listener once this has an effect.
PREPARES = """() => {
  dispatchEvent(new Event("beforeprint"));
  return document.documentElement.style.getPropertyValue("--paper-zoom") !== "";
}"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("address", "title", "sheets"),
    [
        ("", "Tic-tac-toe lab", 1),
        ("play?view=against-the-agent", "Your turn: you are X", 1),
        ("inspect?board=X--|-O-|---&hide=moves,expected", "Inspect", 1),
        ("compare?hide=agents,standings,judge", "Compare", 1),
        ("learn?only=minus-sign", "Two players and a minus sign", 1),
        ("train?only=epsilon-0", "Experiment: Never explore", 1),
        ("train?games=2000", "Train", 1),
    ],
)
def test_every_page_prints_whole_and_light(
    page: Page, app_url: str, address: str, title: str, sheets: int
) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{app_url}/{address}")
    heading = page.get_by_role("heading", name=title, level=1)
    expect(heading).to_be_visible()
    wait_idle(page)
    page.wait_for_function(PREPARES)
    paper = page.pdf(format="A4", margin=dict.fromkeys(("top", "bottom", "left", "right"), MARGIN))
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == sheets
    page.emulate_media(media="print", color_scheme="dark")
    expect(heading).to_be_visible()
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(page.get_by_role("tab", selected=False)).to_have_count(0)
    expect(page.locator(BUTTONS).filter(visible=True)).to_have_count(0)
    picture = Image.open(BytesIO(page.screenshot())).convert("L")
    assert picture.getpixel((2, picture.height - 2)) == 255


@pytest.mark.thorough
def test_a_worksheet_and_its_answers_are_two_pages(browser: Browser, tmp_path: Path) -> None:
    written = print_all(browser, tmp_path)
    assert {file.name for file in written} == {file.name for file in FOLDER.iterdir()}
    for file in written:
        assert len(re.findall(rb"/Type\s*/Page\b", file.read_bytes())) == 2
