"""Train in a real browser: what a visitor sees while training, dragging, zooming and swiping."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support import (
    LateServer,
    agent_card,
    at,
    becomes,
    box_of,
    click_in_chart,
    come_to_rest,
    go_to,
    on,
    page_link,
    swipe,
    wait_idle,
)
from ttt_core.learning.config import SETTINGS

GAMMA, EPSILON = (SETTINGS[name].label for name in ("gamma", "epsilon"))
SLOW = "games=10000000&replay=200"
CHART = "document.querySelector('.st-key-train_curve .js-plotly-plot')"
RANGE = f"{CHART}._fullLayout.xaxis.range"


def open_train(page: Page, url: str, query: str) -> None:
    page.goto(f"{url}/train?{query}")
    on(page, "Train")
    expect(curve(page).locator(".js-line").first).to_be_visible()


def curve(page: Page) -> Locator:
    return page.locator(".st-key-train_curve")


def legend(page: Page) -> Locator:
    return curve(page).locator(".legendtext")


def slider(place: Page | Locator, name: str) -> Locator:
    return place.get_by_role("slider", name=name, exact=True)


def time_slider(page: Page) -> Locator:
    return page.locator(".st-key-train_moment").get_by_role("slider")


def moment(page: Page) -> Locator:
    return page.get_by_text(re.compile(r"^After .* optimal moves\.$"))


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
    expect(curve(page).locator(".js-line").first).to_be_visible()
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


def test_a_drag_gives_curve_after_curve_and_is_one_change(page: Page, app_url: str) -> None:
    open_train(page, app_url, "games=5000&seed=1")
    epsilon = slider(page, EPSILON)
    expect(slider(page, "Games")).to_be_in_viewport(ratio=1)
    expect(curve(page).locator(".plot-container")).to_be_in_viewport(ratio=1)
    link, steps = page.url, page.evaluate("history.length")
    epsilon.scroll_into_view_if_needed()
    page.evaluate(WATCH_CURVES)
    page.mouse.move(*at(epsilon, 0.97))
    page.mouse.down()
    for number, share in enumerate((0.8, 0.6, 0.4), start=2):
        page.mouse.move(*at(epsilon, share))
        page.wait_for_function("count => curves.length >= count", arg=number)
    assert page.url == link
    page.mouse.move(*at(epsilon, 0.5))
    page.mouse.up()
    expect(page).to_have_url(re.compile("epsilon=0.5(&|$)"))
    wait_idle(page)
    assert page.evaluate("history.length") == steps + 1
    expect(page.get_by_test_id("stAlert")).to_have_count(0)
    expect(epsilon).to_have_attribute("aria-valuetext", "0.5")


@pytest.mark.thorough
def test_a_long_training_is_followed_left_and_stopped(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?{SLOW}")
    progress = page.get_by_role("progressbar")
    expect(progress).to_be_visible()
    expect(page.get_by_text(re.compile("games per second · .+ left"))).to_be_visible()

    go_to(page, "Play")
    page_link(page, "Train").click()
    expect(progress).to_be_visible()
    expect(curve(page).locator(".js-line").first).to_be_visible()
    expect_to_learn(page)

    page.evaluate(f"{CHART}.isTheFirst = true")
    slider(page, GAMMA).press("ArrowLeft")
    expect(page.get_by_text(re.compile("for 10,000,000 games, press a button"))).to_be_visible()
    expect_to_learn(page)
    assert page.evaluate(f"{CHART}.isTheFirst")

    page.get_by_role("button", name="Stop training").click()
    expect(progress).to_have_count(0)
    wait_idle(page)
    expect(agent_card(page)).to_contain_text(re.compile("(?<!10,000,000) games trained"))


def expect_to_learn(page: Page) -> None:
    """Wait until the agent has been trained with further games."""
    card = agent_card(page)
    expect(card).to_contain_text("games trained")
    expect(card).not_to_have_text(card.inner_text(), use_inner_text=True)


# Streamlit cleans up after an earlier figure when the next one is already drawn.
CLEAN_UP_LATE = """
  async () => {
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const { default: draw } = await import(files.find((name) => name.includes("lasting_chart")));
    const drawn = (name) => {
      const data = [{ x: [1, 2], y: [0, 1], name, showlegend: true, meta: "line" }];
      const figure = JSON.stringify({ data, layout: {} });
      return draw({ data: { key: "train_curve", name, figure, label: name, clicks: false } });
    };
    const cleanUp = drawn("older");
    drawn("newer");
    cleanUp();
  }
"""


@pytest.mark.thorough
def test_zoom_and_the_chart_itself_stay_while_settings_change(page: Page, app_url: str) -> None:
    open_train(page, app_url, "games=3000&seed=1")
    box = box_of(curve(page).locator(".xy .nsewdrag"))
    whole = page.evaluate(RANGE)
    page.mouse.move(box["x"] + 100, box["y"] + 90)
    page.mouse.down()
    page.mouse.move(box["x"] + 300, box["y"] + 90, steps=5)
    page.mouse.up()
    page.wait_for_function(f"{RANGE}[0] !== {whole[0]}")
    zoomed = page.evaluate(RANGE)
    page.mouse.move(0, 0)  # what a chart shows below the mouse has words of a legend, too
    page.evaluate(f"{CHART}.isTheFirst = true")
    slider(page, GAMMA).press("ArrowLeft")
    expect(legend(page).get_by_text("Previous run: γ 0.9")).to_be_visible()
    wait_idle(page)
    becomes(page, lambda: page.evaluate(RANGE), zoomed)
    assert page.evaluate(f"{CHART}.isTheFirst")
    page.evaluate(CLEAN_UP_LATE)
    expect(legend(page)).to_have_text("newer")


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
    expect(page).to_have_url(re.compile("seed=7"))
    wait_idle(page)
    group.click()
    expect(seed).to_have_count(0)
    wait_idle(page)
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile("seed=5"))
    wait_idle(page)
    group.click()
    expect(seed).to_have_value("5")


# The component has no patience, so that the test need not wait until it is over.
HAS_NO_PLOTLY = """
  Object.defineProperty(window, "Plotly", { get() {}, set() {} });
  const begin = window.setTimeout;
  window.setTimeout = (act, delay, ...given) => begin(act, delay === 20_000 ? 0 : delay, ...given);
"""


@pytest.mark.thorough
def test_streamlit_draws_a_chart_that_cannot_be_drawn_into(page: Page, app_url: str) -> None:
    with page.add_init_script(HAS_NO_PLOTLY):
        page.goto(f"{app_url}/train?games=2000&seed=1")
        on(page, "Train")
    lines = curve(page).locator(".scatterlayer .trace")
    expect(lines).not_to_have_count(0)
    label = re.compile("Learning curve over 2,000 games")
    expect(page.get_by_role("figure", name=label)).to_be_visible()
    slider(page, GAMMA).press("ArrowLeft")
    expect(legend(page).get_by_text("Previous run: γ 0.9")).to_be_visible()
    wait_idle(page)
    expect(lines).not_to_have_count(0)


# On a slow machine: the answers to both clicks arrive together.
CLICK_A_TAB_AND_THEN_THE_CHART = f"""() => {{
  const tabs = [...document.querySelectorAll("[role=tab]")];
  tabs.find((tab) => tab.textContent.includes("Five")).click();
  setTimeout(() => {CHART}.emit("plotly_click", {{ points: [{{ x: 5, y: 0.5 }}] }}), 30);
  setTimeout(() => {{
    const busy = performance.now() + 1_500;
    while (performance.now() < busy);
  }}, 45);
}}"""


@pytest.mark.thorough
def test_the_time_machine_follows_keys_the_chart_and_a_slow_connection(
    new_page: Page, app_url: str
) -> None:
    page, server = new_page, LateServer(new_page)
    open_train(page, app_url, "games=100&replay=2")
    mark = legend(page).get_by_text(re.compile("^After "))
    expect(mark).to_have_count(0)
    expect(moment(page)).to_contain_text("After 100 games:")
    time_slider(page).press("Home")
    expect(moment(page)).to_contain_text("After 1 game:")
    expect(mark).to_have_text("After 1 game")
    page.get_by_role("tab", name="Five questions").click()
    click_in_chart(curve(page), 0.5, 0.5)
    expect(moment(page)).to_contain_text("After 10 games:")
    expect(mark).to_have_text("After 10 games")
    page.evaluate(CLICK_A_TAB_AND_THEN_THE_CHART)
    expect(mark).to_have_text("After 5 games")
    expect(moment(page)).to_contain_text("After 5 games:")
    time_slider(page).press("End")
    expect(mark).to_have_count(0)
    expect(moment(page)).to_contain_text("After 100 games:")

    # The browser still has what it had when it sent the request.
    wait_idle(page)
    server.hold_from(b"")
    for runs, key in enumerate(["ArrowLeft", "ArrowLeft", "Home"], start=1):
        page.keyboard.press(key)
        server.wait_for_runs(runs)
    server.tell_everything()
    expect(moment(page)).to_contain_text("After 1 game:")


@pytest.mark.thorough
def test_on_a_phone_a_swipe_over_the_chart_scrolls_and_a_tap_shows_values_without_zoom(
    phone: Page, app_url: str
) -> None:
    open_train(phone, app_url, "games=1000")
    small_map = phone.locator(".st-key-train_map_on_a_phone svg").first
    expect(small_map).to_be_in_viewport(ratio=1)
    verdict = box_of(phone.locator(".st-key-train_verdict"))
    assert box_of(small_map)["y"] < verdict["y"] + verdict["height"]

    area = curve(phone).locator(".xy .nsewdrag")
    area.scroll_into_view_if_needed()
    box = box_of(area)
    place = box["x"] + 150, box["y"] + 150
    shown = phone.evaluate(RANGE)
    scrolled = "document.querySelector('[data-testid=stMain]').scrollTop"
    top = phone.evaluate(scrolled)
    swipe(phone, place, (0, -120))
    phone.wait_for_function(f"{scrolled} > {top}")
    swipe(phone, place, (-100, 0))
    area.scroll_into_view_if_needed()
    come_to_rest(phone)  # or the page moves on while it is tapped
    box = box_of(area)
    phone.touchscreen.tap(box["x"] + 150, box["y"] + 150)
    expect(curve(phone).locator(".hoverlayer text").first).to_be_visible()
    assert phone.evaluate(RANGE) == shown
