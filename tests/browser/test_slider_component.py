"""The slider component in a real Chromium, and its defence against invalid reports."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import SCHEMES, computed, contrast, switch_to
from tests.browser.support import APPS, at, becomes, box_of, rail, swipe, visit, wait_idle

Serve = Callable[[str], str]
Open = Callable[..., Locator]

STOPS = "values=50,100,1000,10000,100000,200000&value=1000"
TENTHS = "values=" + ",".join(f"{tenth / 10:g}" for tenth in range(11)) + "&value=0.5"
NAME = "The first number"


@pytest.fixture
def open_slider(serve: Serve) -> Open:
    """Return a function that opens the app on a page and returns its slider."""

    def open_it(page: Page, query: str = STOPS) -> Locator:
        visit(page, serve(APPS), "slider", query)
        expect(page.locator("input[type=range]").first).to_be_attached()
        expect(page.get_by_text("The page says")).to_be_visible()
        expect(page.get_by_test_id("stCode").locator("code")).to_have_text("nothing yet")
        return slider_of(page)

    return open_it


def slider_of(page: Page, name: str = NAME) -> Locator:
    return page.get_by_role("slider", name=name, exact=True)


def typed(page: Page) -> Locator:
    return page.get_by_role("textbox", name=f"{NAME}: enter a number", exact=True)


def shows(page: Page, text: str) -> None:
    """Wait until slider and page show a number."""
    expect(slider_of(page)).to_have_attribute("aria-valuetext", text)
    expect(typed(page)).to_have_value(text)
    number = float(text.replace(",", "").replace("−", "-"))
    expect(page.get_by_text(f"The page says {number:g}", exact=True)).to_be_visible()


def reports(page: Page) -> list[str]:
    return page.get_by_test_id("stCode").locator("code").inner_text().splitlines()


def ended(page: Page) -> list[str]:
    """Return the values at which drags have ended."""
    return [report.split()[1] for report in reports(page) if report.endswith(".")]


def test_a_drag_is_reported_while_it_lasts_and_ends_right(page: Page, open_slider: Open) -> None:
    slider = open_slider(page, TENTHS)
    page.mouse.move(*at(slider, 0.5))
    page.mouse.down()
    for share in (0.6, 0.8, 1.0):
        page.mouse.move(*at(slider, share))
        reported = re.compile(rf" {share:g}(?![.\d])")  # and not a longer number
        expect(page.get_by_test_id("stCode")).to_contain_text(reported)
    page.mouse.move(*at(slider, 0.1))
    page.mouse.up()
    shows(page, "0.1")
    assert ended(page) == ["0.1"]
    assert len({report.split()[0] for report in reports(page)}) == 1
    assert len(reports(page)) >= 4  # a busy server hears of the last value and its end at once

    page.mouse.click(*at(slider, 0.99))
    shows(page, "1")
    assert len({report.split()[0] for report in reports(page)}) == 2


@pytest.mark.thorough
def test_the_last_value_of_a_drag_counts_even_if_the_server_is_slow(
    page: Page, open_slider: Open
) -> None:
    slider = open_slider(page, f"{TENTHS}&delay=0.3")
    page.mouse.move(*at(slider, 0.5))
    began = time.monotonic()
    page.mouse.down()
    for step in range(60):
        page.mouse.move(*at(slider, step % 11 / 10))
    page.mouse.move(*at(slider, 0.9))
    page.mouse.up()
    seconds = time.monotonic() - began
    shows(page, "0.9")
    # Reports left at the end are handled at once, not one by one.
    assert len(reports(page)) <= seconds / 0.3 + 3


def test_keys_and_what_a_screen_reader_says(page: Page, open_slider: Open) -> None:
    slider = open_slider(page)
    expect(slider).to_have_attribute("aria-valuetext", "1,000")
    expect(slider).to_have_accessible_description(re.compile("says what the number does"))
    slider.focus()
    for key, text in {
        "ArrowRight": "10,000",
        "ArrowUp": "100,000",
        "ArrowLeft": "10,000",
        "ArrowDown": "1,000",
        "Home": "50",
        "PageUp": "100",
        "End": "200,000",
        "PageDown": "100,000",
    }.items():
        page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuetext", text)
    shows(page, "100,000")
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    shows(page, "10,000")
    assert ended(page)[-1] == "10000"


@pytest.mark.thorough
def test_a_slow_page_never_takes_a_key_back(page: Page, open_slider: Open) -> None:
    slider = open_slider(page, TENTHS.replace("value=0.5", "value=0") + "&delay=0.7")
    slider.evaluate("""slider => {
        window.shown = [];
        const note = () => window.shown.push(Number(slider.ariaValueText));
        new MutationObserver(note).observe(slider, { attributes: true });
    }""")
    for _ in range(6):
        slider.press("ArrowRight")
        page.wait_for_timeout(400)  # a rest ends the drag before the page has answered
    shows(page, "0.6")
    shown = page.evaluate("window.shown")
    assert shown == sorted(shown)


@pytest.mark.thorough
def test_the_page_follows_if_the_fragment_to_redraw_is_not_on_it(page: Page, serve: Serve) -> None:
    visit(page, serve(APPS), "slider", f"{TENTHS}&no-log")
    slider_of(page).press("End")
    shows(page, "1")


def test_text_that_is_not_a_number_changes_nothing_a_number_counts_and_a_refused_one_is_reverted(
    page: Page, open_slider: Open
) -> None:
    open_slider(page)
    type_what_is_not_a_number(page)
    wait_idle(page)
    expect(page.get_by_test_id("stCode").locator("code")).to_have_text("nothing yet")
    type_numbers(page, {"-3": "−3"})
    typed(page).fill("2000000")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("stCode")).to_contain_text("refused")
    shows(page, "−3")


@pytest.mark.thorough
def test_notations_of_numbers(page: Page, open_slider: Open) -> None:
    open_slider(page)
    numbers = {"5000": "5,000", "2k": "2,000", "5,000": "5,000", "1e4": "10,000"}
    type_numbers(page, {**numbers, "5 000": "5,000", "0,5": "0.5", "12.25": "12.25", "−3": "−3"})


def type_what_is_not_a_number(page: Page) -> None:
    for text in ("", "much", "1..2", "0x10", "Infinity", "1,2,3", "1e999"):
        typed(page).fill(text)
        page.keyboard.press("Enter")
        assert typed(page).evaluate("field => field.validationMessage").endswith(": enter a number")
    page.keyboard.press("Escape")
    expect(typed(page)).to_have_value("1,000")
    typed(page).fill("7")
    page.keyboard.press("Escape")
    expect(typed(page)).to_have_value("1,000")
    typed(page).fill("1000")
    page.keyboard.press("Tab")
    expect(typed(page)).to_have_value("1,000")


def type_numbers(page: Page, shown_for: dict[str, str]) -> None:
    reported: list[str] = []
    for text, shown in shown_for.items():  # each differs from the one before
        typed(page).fill(text)
        page.keyboard.press("Enter")
        shows(page, shown)
        reported.append(shown.replace(",", "").replace("−", "-"))
        becomes(page, lambda: ended(page), reported, text)


@pytest.mark.thorough
def test_if_only_some_values_are_allowed_the_nearest_is_used(page: Page, open_slider: Open) -> None:
    open_slider(page, f"{STOPS}&bound")
    typed(page).fill("80000")
    page.keyboard.press("Enter")
    shows(page, "100,000")
    typed(page).fill("-5")
    page.keyboard.press("Enter")
    shows(page, "50")


@pytest.mark.thorough
def test_a_slider_set_by_the_page_shows_it_even_while_held(page: Page, open_slider: Open) -> None:
    slider = open_slider(page)
    page.mouse.move(*at(slider, 0.5))
    page.mouse.down()
    page.mouse.move(*at(slider, 1))
    expect(page.get_by_test_id("stCode")).to_contain_text("200000")
    page.get_by_role("button", name="Set to the first").evaluate("button => button.click()")
    shows(page, "50")
    page.mouse.move(*at(slider, 0.2))
    page.mouse.up()
    shows(page, "100")
    assert "stale" not in reports(page)


@pytest.mark.thorough
def test_two_sliders_of_the_same_number_agree(page: Page, open_slider: Open) -> None:
    open_slider(page, f"{STOPS}&two")
    other = slider_of(page, "The second number")
    for slider, key, text in (
        (slider_of(page), "End", "200,000"),
        (other, "Home", "50"),
        (slider_of(page), "ArrowRight", "100"),
    ):
        slider.focus()
        page.keyboard.press(key)
        shows(page, text)
        expect(other).to_have_attribute("aria-valuetext", text)


# Returns the colour of a style sheet variable.
PAINTED = """
  (range, name) => {
    const spot = document.createElement("span");
    spot.style.color = `var(${name})`;
    range.parentNode.append(spot);
    const { color } = getComputedStyle(spot);
    spot.remove();
    return color;
  }
"""
SCROLLED = "() => document.querySelector('[data-testid=stMain]').scrollTop"


@pytest.mark.thorough
def test_a_swipe_that_scrolls_changes_nothing(phone: Page, open_slider: Open) -> None:
    slider = open_slider(phone, f"{TENTHS}&above=500")
    for share in (0.05, 0.5, 0.9):
        phone.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
        swipe(phone, at(slider, share), (25, -250))
        phone.wait_for_function(f"{SCROLLED[6:]} > 100")
        wait_idle(phone)
    expect(slider).to_have_attribute("aria-valuetext", "0.5")
    assert reports(phone) == ["nothing yet"]


def test_a_finger_drags_and_taps(phone: Page, open_slider: Open) -> None:
    slider = open_slider(phone, TENTHS)
    for target in (slider.locator(".."), typed(phone)):
        assert min(box_of(target)["width"], box_of(target)["height"]) >= 24
    before = phone.evaluate(SCROLLED)
    left, right, _ = rail(slider)
    swipe(phone, at(slider, 0.5), (0.3 * (right - left), 15))
    expect(slider).to_have_attribute("aria-valuetext", "0.8")
    shows(phone, "0.8")
    assert phone.evaluate(SCROLLED) == before
    expect(phone.get_by_test_id("stCode")).to_contain_text(re.compile(r" 0\.8 \."))
    wait_idle(phone)  # on a busy page, a tap arrives as a long press
    phone.touchscreen.tap(*at(slider, 0))
    shows(phone, "0")
    assert len(ended(phone)) == 2


HINT = "A sentence that says what the number does, and which values make sense."


@pytest.mark.thorough
def test_a_finger_the_mouse_and_a_key_bring_up_what_the_number_does(
    phone: Page, page: Page, open_slider: Open
) -> None:
    for each, act in (
        (phone, lambda button: button.tap()),
        (page, lambda button: button.hover()),
        (page, lambda button: button.press("Enter")),
    ):
        slider = open_slider(each, f"{TENTHS}&above=900")
        hint = each.get_by_text(HINT)
        expect(hint).to_be_hidden()
        act(each.get_by_role("button", name="The first number: Help"))
        expect(hint).to_be_in_viewport(ratio=1)
        each.keyboard.press("Escape")
        expect(hint).to_be_hidden()
        expect(slider).to_have_attribute("aria-valuetext", "0.5")


@pytest.mark.thorough
def test_it_is_visible_in_both_themes(page: Page, open_slider: Open) -> None:
    slider = open_slider(page)
    for scheme in SCHEMES:
        switch_to(page, scheme)
        ground = computed(page.get_by_test_id("stApp"), "backgroundColor")[0]
        for text in (slider.locator("../.."), typed(page)):
            assert contrast(page, computed(text, "color")[0], ground) > 7, scheme
        for colour, least in (("--st-primary-color", 3), ("--rest", 1.3)):
            painted = slider.evaluate(PAINTED, colour)
            assert contrast(page, painted, ground) > least, (scheme, colour)


@pytest.mark.thorough
def test_a_slider_for_narrow_windows_takes_no_room_in_wide_ones(
    page: Page, open_slider: Open
) -> None:
    slider = open_slider(page, f"{STOPS}&narrow")
    expect(slider).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(slider).to_be_visible()
