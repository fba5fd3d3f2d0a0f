"""Train in a real browser: journeys of a visitor who trains, looks, shares and undoes."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import (
    LateServer,
    agent_card,
    at,
    becomes,
    box_of,
    click_in_chart,
    come_to_rest,
    expect_to_stay,
    figure,
    on,
    page_link,
    rail,
    swipe,
    wait_idle,
)
from ttt_core.learning.config import SETTINGS

DEFAULT_GAMES = "20,000"
ALPHA, GAMMA, EPSILON = (SETTINGS[name].label for name in ("alpha", "gamma", "epsilon"))
# A list that is opened while the sidebar still slides in closes again.
SETTLED = "bar => Promise.all(bar.getAnimations({subtree: true}).map(move => move.finished))"
SLOW = "games=10000000&replay=200"
TRAINED = re.compile(r"([\d,]+) games trained")
CHART = "document.querySelector('.st-key-train_curve .js-plotly-plot')"
RANGE = f"{CHART}._fullLayout.xaxis.range"


def open_train(page: Page, url: str, query: str) -> None:
    page.goto(f"{url}/train?{query}")
    expect(page.get_by_role("heading", name="Train", exact=True)).to_be_visible()
    expect(page.locator(".st-key-train_curve .js-line").first).to_be_visible()
    wait_idle(page)


def games(page: Page) -> int:
    found = TRAINED.search(agent_card(page).inner_text())
    assert found is not None
    return int(found[1].replace(",", ""))


def lines(page: Page) -> list[str]:
    found: list[str] = page.locator(".st-key-train_curve .trace .js-line").evaluate_all(
        "lines => lines.map(line => line.getAttribute('d'))"
    )
    return found


def press(page: Page, slider: str, key: str, times: int = 1) -> None:
    page.get_by_role("slider", name=slider).focus()
    for _ in range(times):
        page.keyboard.press(key)


def choose(page: Page, box: str, option: str) -> None:
    page.get_by_role("combobox", name=box).click()
    page.get_by_role("option", name=option, exact=True).click()


def click(page: Page, name: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name=name).click()
    wait_idle(page)


# Counts the frames in which the first chart is not there from now on.
WATCH_THE_CHART = f"""() => {{
  const first = {CHART};
  window.framesWithout = 0;
  const look = () => {{
    const isThere = {CHART} === first && first.querySelector(".js-line");
    if (!isThere) framesWithout += 1;
    requestAnimationFrame(look);
  }};
  look();
}}"""


@pytest.mark.thorough
def test_a_newcomer_watches_the_curve_grow(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train")
    expect(page.get_by_role("heading", name="Watch it learn")).to_be_visible()
    expect(page.locator(".st-key-train_curve .js-line").first).to_be_visible()
    page.evaluate(WATCH_THE_CHART)
    expect(page.get_by_role("heading", name=re.compile("Unbeatable since"))).to_be_visible()
    wait_idle(page)
    assert page.evaluate("framesWithout") == 0


# Collects the lines the chart draws from now on, each once.
WATCH_CURVES = """() => {
  const lines = () => [...document.querySelectorAll(".st-key-train_curve .trace .js-line")]
    .map((line) => line.getAttribute("d")).join();
  window.curves = [lines()];
  const look = () => {
    if (lines() !== curves.at(-1)) curves.push(lines());
    requestAnimationFrame(look);
  };
  look();
}"""


def settled(page: Page, setting: str) -> None:
    """Wait until the page has come to rest on a setting in its address."""
    expect(page).to_have_url(re.compile(rf"{setting}(&|$)"))
    wait_idle(page)


@pytest.mark.thorough
def test_a_group_is_drawn_when_it_is_opened_and_shows_the_present_values(
    page: Page, app_url: str
) -> None:
    open_train(page, app_url, "games=300&seed=5")
    page.locator(".st-key-group_advanced summary").first.click()
    group, seed = page.locator(".st-key-group_extras summary"), page.get_by_label("Seed")
    expect(seed).to_have_count(0)
    group.press("Enter")
    seed.fill("7")
    seed.press("Enter")
    settled(page, "seed=7")
    group.click()
    expect(seed).to_have_count(0)
    wait_idle(page)
    click(page, "Undo")
    settled(page, "seed=5")
    group.click()
    expect(seed).to_have_value("5")


def test_a_drag_gives_curve_after_curve_and_is_one_change(page: Page, app_url: str) -> None:
    open_train(page, app_url, "games=5000&seed=1")
    slider = page.get_by_role("slider", name=EPSILON)
    wait_idle(page)
    expect(page.get_by_role("slider", name="Games", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.locator(".st-key-train_curve .plot-container")).to_be_in_viewport(ratio=1)
    link, steps = page.url, page.evaluate("history.length")
    slider.scroll_into_view_if_needed()
    page.evaluate(WATCH_CURVES)
    page.mouse.move(*at(slider, 0.97))
    page.mouse.down()
    for number, share in enumerate((0.8, 0.6, 0.4, 0.2, 0.4), start=2):
        page.mouse.move(*at(slider, share))
        page.wait_for_function("count => curves.length >= count", arg=number)
    assert page.url == link
    page.mouse.move(*at(slider, 0.5))
    page.mouse.up()
    settled(page, "epsilon=0.5")
    becomes(page, lambda: page.evaluate("history.length"), steps + 1)
    expect(page.get_by_test_id("stAlert")).to_have_count(0)
    expect(slider).to_have_attribute("aria-valuetext", "0.5")
    click(page, "Undo")
    expect(slider).to_have_attribute("aria-valuetext", "1")
    expect(page).to_have_url(link)


@pytest.mark.thorough
def test_a_long_training_is_followed_left_and_stopped(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?{SLOW}")
    progress = page.get_by_role("progressbar")
    expect(progress).to_be_visible()
    expect(page.get_by_text(re.compile("games per second · .+ left"))).to_be_visible()
    share = float(progress.get_attribute("aria-valuenow") or 0)

    page_link(page, "Play").click()
    on(page, "Play")
    learned = TRAINED.search(agent_card(page).inner_text())
    assert learned is not None
    assert learned[1] != DEFAULT_GAMES
    page_link(page, "Train").click()
    expect(progress).to_be_visible()

    expect(page.locator(".st-key-train_curve .js-line").first).to_be_visible()
    first = TRAINED.search(agent_card(page).inner_text())
    assert first is not None
    expect(agent_card(page)).not_to_contain_text(f"{first[1]} games trained")
    page.evaluate(f"{CHART}.isTheFirst = true")
    press(page, GAMMA, "ArrowLeft", times=1)
    expect(page.get_by_text(re.compile("for 10,000,000 games, press a button"))).to_be_visible()
    then = games(page)
    expect(agent_card(page)).not_to_contain_text(f"{then:,} games trained")
    assert page.evaluate(f"{CHART}.isTheFirst")
    expect(page.locator(".st-key-train_curve .js-line").first).to_be_visible()

    page.get_by_role("button", name="Stop training").click()
    expect(progress).to_have_count(0)
    wait_idle(page)
    assert share < 100
    assert int(learned[1].replace(",", "")) < games(page) < 10_000_000


def legend(page: Page) -> Any:
    return page.locator(".st-key-train_curve .legendtext")


@pytest.mark.thorough
def test_zoom_and_the_chart_itself_stay_while_settings_change(page: Page, app_url: str) -> None:
    open_train(page, app_url, "games=3000&seed=1")
    box = box_of(page.locator(".st-key-train_curve .xy .nsewdrag"))
    whole = page.evaluate(RANGE)
    page.mouse.move(box["x"] + 100, box["y"] + 90)
    page.mouse.down()
    page.mouse.move(box["x"] + 300, box["y"] + 90, steps=5)
    page.mouse.up()
    page.wait_for_function(f"{RANGE}[0] !== {whole[0]}")
    zoomed = page.evaluate(RANGE)
    page.evaluate(f"{CHART}.isTheFirst = true")
    press(page, GAMMA, "ArrowLeft", times=1)
    expect(legend(page).get_by_text("Previous run: γ 0.9")).to_be_visible()
    wait_idle(page)
    becomes(page, lambda: page.evaluate(RANGE), zoomed)
    assert page.evaluate(f"{CHART}.isTheFirst")
    page.locator(".st-key-group_chart summary").click()
    page.get_by_text("Range over 8 seeds").click()
    page.keyboard.press("Escape")
    expect(page.locator(".st-key-train_curve .js-fill")).not_to_have_count(0)
    press(page, GAMMA, "ArrowLeft", times=1)
    expect(page).to_have_url(re.compile("gamma=0.88"))
    wait_idle(page)
    becomes(page, lambda: page.evaluate(RANGE), zoomed)
    assert page.evaluate(f"{CHART}.isTheFirst")
    expect(page.locator(".st-key-train_curve .js-fill")).not_to_have_count(0)


CLICK_A_TAB_AND_THEN_THE_CHART = f"""
    () => {{
        const tabs = [...document.querySelectorAll("[role=tab]")];
        tabs.find((tab) => tab.textContent.includes("Five")).click();
        setTimeout(() => {CHART}.emit("plotly_click", {{ points: [{{ x: 5, y: 0.5 }}] }}), 30);
        setTimeout(() => {{
            const busy = performance.now() + 1_500;
            while (performance.now() < busy);
        }}, 45);
    }}
"""
"""On a slow machine: the answers to both clicks arrive together."""


@pytest.mark.thorough
def test_the_time_machine_follows_keys_the_chart_and_the_animation(
    page: Page, app_url: str
) -> None:
    open_train(page, app_url, "games=100&replay=2")
    mark = legend(page).get_by_text(re.compile("^After "))
    expect(mark).to_have_count(0)
    slider = page.locator(".st-key-train_moment").get_by_role("slider")
    after = page.get_by_text(re.compile(r"^After .* optimal moves\.$"))
    expect(after).to_contain_text("After 100 games:")
    slider.focus()
    page.keyboard.press("Home")
    expect(after).to_contain_text("After 1 game:")
    rings = page.locator(".st-key-train_map").get_by_role("img", name="Map of the game")
    expect(rings).to_have_accessible_name(re.compile(r"Knows \d of 627 positions"))
    expect(legend(page).get_by_text("After 1 game")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(legend(page).get_by_text("After 2 games")).to_be_visible()
    page.get_by_role("tab", name="Five questions").click()
    click_in_chart(page.locator(".st-key-train_curve"), 0.5, 0.5)
    expect(after).to_contain_text("After 10 games:")
    expect(legend(page).get_by_text("After 10 games")).to_be_visible()
    page.evaluate(CLICK_A_TAB_AND_THEN_THE_CHART)
    expect(legend(page).get_by_text("After 5 games")).to_be_visible()
    expect(after).to_contain_text("After 5 games:")
    slider.focus()
    page.keyboard.press("End")
    expect(mark).to_have_count(0)
    page.keyboard.press("Home")
    expect(after).to_contain_text("After 1 game:")
    wait_idle(page)
    page.get_by_role("button", name="Animate", exact=True).click()
    expect(after).not_to_contain_text("After 1 game:")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Animate", exact=True)).to_be_visible()
    wait_idle(page)
    expect_to_stay(page, after)


@pytest.mark.thorough
def test_a_slow_connection_brings_moments_that_were_seen_before(
    new_page: Page, app_url: str
) -> None:
    """The browser still has what it had when it sent the request."""
    page, server = new_page, LateServer(new_page)
    page.goto(f"{app_url}/train?games=2000&seed=1&rule=minimax-q")
    on(page, "Train")
    page.locator(".st-key-train_moment").get_by_role("slider").focus()
    after = page.get_by_text(re.compile(r"^After .* optimal moves\.$"))
    page.keyboard.press("Home")
    expect(after).to_contain_text("After 1 game:")
    page.keyboard.press("End")
    expect(after).to_contain_text("After 2,000 games:")
    wait_idle(page)
    server.hold_from(b"")
    for runs, key in enumerate(["ArrowLeft", "ArrowLeft", "Home"], start=1):
        page.keyboard.press(key)
        server.wait_for_runs(runs)
    server.tell_everything()
    expect(after).to_contain_text("After 1 game:")


@pytest.mark.thorough
def test_on_a_phone_all_fits_and_a_finger_scrolls_and_neither_zooms_nor_moves_a_slider_by_mistake(
    phone: Page, app_url: str
) -> None:
    open_train(phone, app_url, "games=1000")
    main = phone.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollWidth") <= 390
    chart = box_of(phone.locator(".st-key-train_curve .main-svg").first)
    assert chart["x"] >= 0
    assert chart["x"] + chart["width"] <= 390
    small_map = phone.locator(".st-key-train_map_on_a_phone svg").first
    expect(small_map).to_be_in_viewport(ratio=1)
    verdict = box_of(phone.locator(".st-key-train_verdict"))
    assert box_of(small_map)["y"] < verdict["y"] + verdict["height"]

    area = phone.locator(".st-key-train_curve .xy .nsewdrag")
    area.scroll_into_view_if_needed()
    box = box_of(area)
    x, y = box["x"] + 150, box["y"] + 150
    shown = phone.evaluate(RANGE)
    where = "document.querySelector('[data-testid=stMain]').scrollTop"
    top = phone.evaluate(where)
    swipe(phone, (x, y), (0, -120))
    phone.wait_for_function(f"{where} > {top}")
    swipe(phone, (x, y), (-100, 0))
    area.scroll_into_view_if_needed()
    come_to_rest(phone)  # or the page moves on while it is tapped
    box = box_of(area)
    phone.touchscreen.tap(box["x"] + 150, box["y"] + 150)  # the values there are shown
    expect(phone.locator(".st-key-train_curve .hoverlayer text").first).to_be_visible()
    assert phone.evaluate(RANGE) == shown

    swipe_over_the_sliders(phone)

    phone.get_by_role("button", name="Train 1,000 more games").click()
    expect(agent_card(phone)).to_contain_text("2,000 games trained")
    for tab in ("Slow motion", "Five questions", "Update rule", "More figures"):
        phone.get_by_role("tab", name=tab).click()
        wait_idle(phone)
        assert main.evaluate("main => main.scrollWidth") <= 390
    phone.get_by_test_id("stExpandSidebarButton").click()
    sidebar = phone.get_by_test_id("stSidebar")
    expect(sidebar).to_have_attribute("data-collapsed", "false")
    sidebar.evaluate(SETTLED)
    explorations = figure(phone, "Exploratory moves").inner_text()
    choose(phone, "Preset", "Two tables (2026)")
    expect(figure(phone, "Exploratory moves")).not_to_have_text(explorations)


def swipe_over_the_sliders(phone: Page) -> None:
    """Show that only a swipe along a slider moves it; at the end γ has another value."""
    main = phone.get_by_test_id("stMain")
    sliders = {
        name: main.get_by_role("slider", name=name, exact=True)
        for name in ("Games", ALPHA, GAMMA, EPSILON)
    }
    sliders["Games"].evaluate("range => range.scrollIntoView({block: 'center'})")
    before = {name: slider.get_attribute("aria-valuetext") for name, slider in sliders.items()}
    for slider in sliders.values():
        swipe(phone, at(slider, 0.3), (20, -60))
    moment = phone.locator(".st-key-train_moment").get_by_role("slider")
    moment.scroll_into_view_if_needed()
    shown = moment.get_attribute("aria-valuetext") or ""
    swipe(phone, at(moment, 0.3), (-20, 150))
    wait_idle(phone)
    after = {name: slider.get_attribute("aria-valuetext") for name, slider in sliders.items()}
    assert after == before
    expect(moment).to_have_attribute("aria-valuetext", shown)
    expect(agent_card(phone)).to_contain_text("1,000 games trained")

    gamma = sliders[GAMMA]
    gamma.evaluate("range => range.scrollIntoView({block: 'center'})")
    left, right, _ = rail(gamma)
    swipe(phone, at(gamma, 0.9), (0.5 * (left - right), 5))
    expect(phone).to_have_url(re.compile("gamma=0.[34]"))
    expect(agent_card(phone)).to_contain_text("1,000 games trained")
