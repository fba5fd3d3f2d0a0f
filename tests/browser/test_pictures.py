"""A chart is saved as a picture for paper; its button covers nothing."""

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import box_of, on, wait_idle

BUTTON = "Save as a picture"


@pytest.mark.thorough
def test_a_chart_of_the_dark_theme_is_saved_with_dark_words_on_white(
    page: Page, app_url: str
) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{app_url}/inspect?board=X--|-O-|---")
    on(page, "Inspect")
    chart = page.locator(".js-plotly-plot").first
    chart.hover()
    with page.expect_download() as download:
        chart.get_by_role("button", name=BUTTON).click()
    assert download.value.suggested_filename == "values-x---o----.png"
    picture = Image.open(download.value.path()).convert("L")
    assert picture.getpixel((0, 0)) == 255
    assert min(picture.get_flattened_data()) < 60


@pytest.mark.thorough
def test_on_a_phone_the_button_is_between_the_chart_and_the_words_below_it(
    page: Page, app_url: str
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{app_url}/compare?lang=fr")
    on(page, "Comparer")
    chart = page.locator(".js-plotly-plot").first
    button = chart.get_by_role("button", name="Enregistrer l’image")
    expect(button).to_be_visible()
    wait_idle(page)
    cells, words = box_of(chart.locator(".heatmaplayer")), page.get_by_text("Points de X pour")
    top, bottom = cells["y"] + cells["height"], box_of(words)["y"]
    place = box_of(button)
    assert top <= place["y"] < place["y"] + place["height"] <= bottom
