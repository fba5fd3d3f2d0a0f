"""What is for paper: worksheets with their answers, and charts saved as pictures."""

import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from docs.programs.worksheets import FOLDER, print_all
from tests.browser.support import on

pytestmark = pytest.mark.thorough


def test_a_worksheet_and_its_answers_are_two_pages(browser: Browser, tmp_path: Path) -> None:
    written = print_all(browser, tmp_path)
    assert {file.name for file in written} == {file.name for file in FOLDER.iterdir()}
    for file in written:
        assert len(re.findall(rb"/Type\s*/Page\b", file.read_bytes())) == 2


def test_a_chart_of_the_dark_theme_is_saved_with_dark_words_on_white(
    page: Page, app_url: str
) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{app_url}/inspect?board=X--|-O-|---")
    on(page, "Inspect")
    chart = page.locator(".js-plotly-plot").first
    chart.hover()
    with page.expect_download() as download:
        chart.get_by_role("button", name="Save as a picture").click()
    assert download.value.suggested_filename == "values-x---o----.png"
    picture = Image.open(download.value.path()).convert("L")
    assert picture.getpixel((0, 0)) == 255
    assert min(picture.get_flattened_data()) < 60
