"""The slider component in a real Chromium, and its defence against invalid reports."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import APPS, at, box_of, log_of, swipe, visit, wait_idle

Open = Callable[..., Locator]

STOPS = "values=50,100,1000,10000,100000,200000&value=1000"
TENTHS = "values=" + ",".join(f"{tenth / 10:g}" for tenth in range(11)) + "&value=0.5"
NAME = "The first number"
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"


@pytest.fixture
def open_slider(serve: Callable[[str], str]) -> Open:
    """Return a function that opens the app on a page and returns its slider."""

    def open_it(page: Page, query: str = STOPS) -> Locator:
        visit(page, serve(APPS), "slider", query)
        expect(page.get_by_text("The page says")).to_be_visible()
        return slider_of(page)

    return open_it


def slider_of(page: Page, name: str = NAME) -> Locator:
    return page.get_by_role("slider", name=name, exact=True)


def typed(page: Page) -> Locator:
    return page.get_by_role("textbox", name=f"{NAME}: enter a number", exact=True)


def type_in(page: Page, text: str) -> None:
    typed(page).fill(text)
    page.keyboard.press("Enter")


def shows(page: Page, text: str) -> None:
    """Wait until slider and page show a number."""
    expect(slider_of(page)).to_have_attribute("aria-valuetext", text)
    expect(typed(page)).to_have_value(text)
    number = float(text.replace(",", "").replace("−", "-"))
    expect(page.get_by_text(f"The page says {number:g}", exact=True)).to_be_visible()


def reports(page: Page) -> list[str]:
    return log_of(page).inner_text().splitlines()


def ended(page: Page) -> list[str]:
    """Return the values at which drags have ended."""
    return [report.split()[1] for report in reports(page) if report.endswith(".")]


def drags(page: Page) -> int:
    return len({report.split()[0] for report in reports(page)})


def test_a_drag_is_reported_while_it_lasts_and_ends_right(page: Page, open_slider: Open) -> None:
    slider = open_slider(page, TENTHS)
    page.mouse.move(*at(slider, 0.5))
    page.mouse.down()
    for share in (0.6, 0.8, 1.0):
        page.mouse.move(*at(slider, share))
        reported = re.compile(rf" {share:g}(?![.\d])")  # and not a longer number
        expect(log_of(page)).to_contain_text(reported)
    page.mouse.move(*at(slider, 0.1))
    page.mouse.up()
    shows(page, "0.1")
    assert ended(page) == ["0.1"]
    assert drags(page) == 1
    assert len(reports(page)) >= 4  # a busy server hears of the last value and its end at once

    page.mouse.click(*at(slider, 0.99))
    shows(page, "1")
    assert drags(page) == 2


@pytest.mark.thorough
def test_a_slow_page_takes_no_key_back_and_the_last_value_of_a_drag_counts(
    page: Page, open_slider: Open
) -> None:
    slider = open_slider(page, TENTHS.replace("value=0.5", "value=0") + "&delay=0.7")
    slider.evaluate("""slider => {
        window.shown = [];
        const note = () => window.shown.push(Number(slider.ariaValueText));
        new MutationObserver(note).observe(slider, { attributes: true });
    }""")
    for _ in range(3):
        slider.press("ArrowRight")
        page.wait_for_timeout(400)  # a rest ends the drag before the page has answered
    shows(page, "0.3")
    shown = page.evaluate("window.shown")
    assert shown == sorted(shown)

    page.mouse.move(*at(slider, 0.5))
    page.mouse.down()
    for step in range(60):
        page.mouse.move(*at(slider, step % 11 / 10))
    page.mouse.move(*at(slider, 0.9))
    page.mouse.up()
    shows(page, "0.9")


def test_keys_and_what_a_screen_reader_says(page: Page, open_slider: Open) -> None:
    slider = open_slider(page)
    expect(slider).to_have_attribute("aria-valuetext", "1,000")
    expect(slider).to_have_accessible_description(re.compile("says what the number does"))
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
        slider.press(key)
        expect(slider).to_have_attribute("aria-valuetext", text)
    shows(page, "100,000")
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowRight"):
        slider.press(key)
    shows(page, "10,000")
    assert ended(page)[-1] == "10000"


def test_text_that_is_not_a_number_changes_nothing_a_number_counts_and_a_refused_one_is_reverted(
    page: Page, open_slider: Open
) -> None:
    open_slider(page)
    for text in ("", "much", "1..2", "0x10", "Infinity", "1,2,3", "1e999"):
        type_in(page, text)
        assert typed(page).evaluate("field => field.validationMessage").endswith(": enter a number")
    for text, key in (("much", "Escape"), ("7", "Escape"), ("1000", "Tab")):
        typed(page).fill(text)
        page.keyboard.press(key)
        expect(typed(page)).to_have_value("1,000")
    wait_idle(page)
    expect(log_of(page)).to_have_text("nothing yet")

    notations = {"5000": "5,000", "2k": "2,000", "5,000": "5,000", "1e4": "10,000"}
    notations |= {"5 000": "5,000", "0,5": "0.5", "12.25": "12.25", "−4": "−4", "-3": "−3"}
    for text, shown in notations.items():  # each differs from the one before
        type_in(page, text)
        expect(typed(page)).to_have_value(shown)
    shows(page, "−3")
    type_in(page, "2000000")
    expect(log_of(page)).to_contain_text("refused")
    shows(page, "−3")
    assert "2000000" not in ended(page)


@pytest.mark.thorough
def test_the_nearest_allowed_value_is_shown_though_the_fragment_to_redraw_is_not_on_the_page(
    page: Page, open_slider: Open
) -> None:
    open_slider(page, f"{STOPS}&bound&no-log")
    for text, allowed in (("80000", "100,000"), ("-5", "50")):
        type_in(page, text)
        shows(page, allowed)


@pytest.mark.thorough
def test_a_slider_set_by_the_page_shows_it_even_while_held(page: Page, open_slider: Open) -> None:
    slider = open_slider(page)
    page.mouse.move(*at(slider, 0.5))
    page.mouse.down()
    page.mouse.move(*at(slider, 1))
    expect(log_of(page)).to_contain_text("200000")
    page.get_by_role("button", name="Set to the first").evaluate("button => button.click()")
    shows(page, "50")
    page.mouse.move(*at(slider, 0.2))
    page.mouse.up()
    shows(page, "100")
    assert "stale" not in reports(page)


@pytest.mark.thorough
def test_two_sliders_for_narrow_windows_agree_and_take_no_room_in_wide_ones(
    page: Page, open_slider: Open
) -> None:
    slider, other = open_slider(page, f"{STOPS}&two&narrow"), slider_of(page, "The second number")
    expect(slider).to_be_hidden()
    page.set_viewport_size(PHONE)
    for moved, key, text in ((slider, "End", "200,000"), (other, "Home", "50")):
        moved.press(key)
        shows(page, text)
        expect(other).to_have_attribute("aria-valuetext", text)


def test_a_finger_drags_and_taps_and_a_swipe_that_scrolls_changes_nothing(
    phone: Page, open_slider: Open
) -> None:
    slider = open_slider(phone, f"{TENTHS}&above=500")
    for target in (slider.locator(".."), typed(phone)):
        assert min(box_of(target)["width"], box_of(target)["height"]) >= 24
    scrolled = phone.evaluate(SCROLLED)
    swipe(phone, at(slider, 0.5), (0.3 * box_of(slider)["width"], 15))
    shows(phone, "0.8")
    assert phone.evaluate(SCROLLED) == scrolled
    expect(log_of(phone)).to_contain_text(re.compile(r" 0\.8 \."))
    wait_idle(phone)  # on a busy page, a tap arrives as a long press
    phone.touchscreen.tap(*at(slider, 0))
    shows(phone, "0")
    assert len(ended(phone)) == 2
    wait_idle(phone)
    told = reports(phone)

    swipe(phone, at(slider, 0.4), (25, -250))
    phone.wait_for_function(f"{SCROLLED} > {scrolled} + 100")
    wait_idle(phone)
    expect(slider).to_have_attribute("aria-valuetext", "0")
    assert reports(phone) == told


@pytest.mark.thorough
def test_a_finger_the_mouse_and_a_key_bring_up_what_the_number_does(
    phone: Page, page: Page, open_slider: Open
) -> None:
    for each, actions in (
        (phone, [lambda button: button.tap()]),
        (page, [lambda button: button.hover(), lambda button: button.press("Enter")]),
    ):
        slider = open_slider(each, f"{TENTHS}&above=900")
        hint = each.get_by_text("A sentence that says what the number does")
        for act in actions:
            expect(hint).to_be_hidden()
            act(each.get_by_role("button", name="The first number: Help"))
            expect(hint).to_be_in_viewport(ratio=1)
            each.keyboard.press("Escape")
        expect(hint).to_be_hidden()
        expect(slider).to_have_attribute("aria-valuetext", "0.5")
