"""Every page in every window: nothing is hidden, sticks out or stands alone on a line."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PHONE, Lend
from tests.browser.looks import expect_no_overhang, expect_to_fit
from tests.browser.support import (
    GAME,
    becomes,
    box_of,
    go_to,
    is_narrow,
    on,
    page_link,
    wait_idle,
)
from ttt_ui.train.experiments import EXPERIMENTS

PAGES = ["Learn", "Play", "Train", "Inspect", "Compare"]
DESKS: list[ViewportSize] = [
    {"width": width, "height": height} for width, height in ((1280, 720), (1920, 1080))
]
PHONES: list[ViewportSize] = [
    {"width": width, "height": height} for width, height in ((390, 844), (320, 640))
]


class Window(NamedTuple):
    """A page with the sizes of its window."""

    page: Page
    sizes: list[ViewportSize]

    def in_turn(self) -> Iterator[ViewportSize]:
        """Set one size after the other, and wait until the page is idle."""
        for size in self.sizes:
            self.page.set_viewport_size(size)
            wait_idle(self.page)
            yield size


@pytest.fixture(params=["phone", pytest.param("desk", marks=pytest.mark.thorough)])
def window(request: pytest.FixtureRequest, lend: Lend) -> Iterator[Window]:
    sizes = PHONES if request.param == "phone" else DESKS
    with lend(sizes[0], touch=sizes is PHONES) as page:
        yield Window(page, sizes)


def test_every_page_fits(window: Window, app_url: str) -> None:
    page = window.page
    page.goto(f"{app_url}/learn")
    main = page.get_by_test_id("stMain")
    for name in PAGES:
        if name == "Train":
            page.goto(f"{app_url}/train?games=20000")  # by a link, or its first curve would grow
        elif name != PAGES[0]:
            page_link(page, name).press("Enter")
        on(page, name)
        expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
        for size in window.in_turn():
            expect_the_logo(page, sidebar_closed=is_narrow(page) or name == "Play")
            expect_pages_in_sight(page, name)
            expect_to_fit(main, (name, size))
            becomes(page, lambda: room_above_title(page) < 30, True, (name, size))
            if size == DESKS[1]:
                assert 1100 < box_of(main.get_by_test_id("stVerticalBlock").first)["width"] <= 1120


_LOW_TARGETS = """
  main => [...main.querySelectorAll(
    'button, summary, [role="tab"], [role="combobox"], [data-testid="stCheckbox"] label'
  )]
    .filter((one) => one.checkVisibility() && !one.ariaLabel?.startsWith("Help"))
    .filter((one) => !one.closest('[data-testid^="stTabsScroll"], .stElementToolbar'))
    .filter((one) => one.getBoundingClientRect().height < 44)
    .map((one) => one.outerHTML)
"""


@pytest.mark.parametrize(
    "path",
    [
        GAME,
        *(pytest.param(path, marks=pytest.mark.thorough) for path in ("learn", "inspect")),
        *(pytest.param(path, marks=pytest.mark.thorough) for path in ("train?games=20", "compare")),
    ],
)
def test_a_thumb_hits_what_is_pressed_often(phone: Page, app_url: str, path: str) -> None:
    phone.goto(f"{app_url}/{path}")
    main = phone.get_by_test_id("stMain")
    expect(main.get_by_role("heading", level=1)).to_be_visible()
    wait_idle(phone)
    assert main.get_by_role("button").count() > 2
    becomes(phone, lambda: main.evaluate(_LOW_TARGETS), [], path)


_LISTENS_TO_JUMPS = """
  window.jumps = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (!hadRecentInput) window.jumps.push([value, sources.map(({ node }) => node?.outerHTML)]);
    }
  }).observe({ type: "layout-shift", buffered: true });
"""


ADDRESSES = (
    *("", GAME, "learn", "learn?chapter=looking-back", "train"),
    *("inspect", "compare", "train?games=20000"),
)


@pytest.mark.parametrize(
    ("path", "window"),
    [
        *(("", "phone"), ("train?games=20000", "desk")),
        *(pytest.param(path, "phone", marks=pytest.mark.thorough) for path in ADDRESSES[1:]),
        *(pytest.param(path, "desk", marks=pytest.mark.thorough) for path in ADDRESSES[:-1]),
    ],
)
def test_no_page_jumps_while_it_loads(new_page: Page, app_url: str, path: str, window: str) -> None:
    new_page.set_viewport_size(PHONE if window == "phone" else {"width": 1366, "height": 768})
    new_page.add_init_script(_LISTENS_TO_JUMPS)
    new_page.goto(f"{app_url}/{path}")
    expect(new_page.get_by_test_id("stMain").get_by_role("heading").first).to_be_visible()
    expect(new_page.get_by_test_id("stSkeleton")).to_have_count(0)
    wait_idle(new_page)
    jumps = new_page.evaluate("window.jumps")
    assert sum(value for value, _ in jumps) <= 0.1, jumps


@pytest.mark.thorough
def test_learning_curves_fit(window: Window, app_url: str) -> None:
    page = window.page
    page.goto(f"{app_url}/compare?view=learning-curves")
    expect(page.get_by_text(re.compile(r"[0-9] of 8 seeds\.|all 8 seeds\."))).to_have_count(2)
    for size in window.in_turn():
        expect_to_fit(page.get_by_test_id("stMain"), size)


def expect_the_logo(window: Page, *, sidebar_closed: bool) -> None:
    logo = window.get_by_test_id("stHeaderLogo" if sidebar_closed else "stSidebarLogo")
    expect(logo).to_be_in_viewport(ratio=1)
    assert logo.evaluate("image => image.naturalWidth") > 0
    expect(window.get_by_test_id("stMainMenuButton")).to_be_in_viewport(ratio=1)


def expect_pages_in_sight(window: Page, present: str) -> None:
    for name in PAGES:
        link = page_link(window, name)
        expect(link).to_be_in_viewport(ratio=1)
        if name == present:
            expect(link).to_have_attribute("aria-current", "page")
        else:
            expect(link).not_to_have_attribute("aria-current", "page")
    assert len({page_link(window, name).evaluate("link => link.offsetTop") for name in PAGES}) == 1


def room_above_title(window: Page) -> float:
    """Return the distance in pixels between the title's letters and the element above."""
    above = box_of(
        window.get_by_role("navigation", name="Pages", exact=True)
        if is_narrow(window)
        else window.get_by_test_id("stHeader")
    )
    title = box_of(window.get_by_role("heading", level=1))
    return title["y"] - (above["y"] + above["height"])


@pytest.mark.thorough
def test_on_a_desktop_keys_reach_a_page_and_a_game_needs_no_scrolling_or_settings(
    page: Page, app_url: str
) -> None:
    window = Window(page, DESKS)
    page.goto(f"{app_url}/{GAME}")
    on(page, "Play")
    reach_a_page_with_the_keyboard(page)
    for size in window.in_turn():
        for control in (
            page.get_by_role("group", name="Board"),
            *(page.get_by_role("button", name=name) for name in ("New game", "Undo move", "Hint")),
            page.get_by_role("radio", name="Play the agent"),
            *(page.get_by_role("radio", name=name) for name in ("Beginner", "Expert", "Custom")),
        ):
            expect(control, f"{size}").to_be_in_viewport(ratio=1)
        rings = page.get_by_test_id("stMain").get_by_role("img", name="Map of the game")
        expect(rings, f"{size}").to_be_in_viewport(ratio=0.9)
        expect_the_board_over_its_buttons(page, size)
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar.get_by_role("link")).to_have_count(0)
    expect(sidebar.get_by_role("slider")).to_have_count(0)
    go_to(page, "Train")
    expect(sidebar.get_by_role("slider", name="Games")).to_be_visible()


def expect_the_board_over_its_buttons(page: Page, size: ViewportSize) -> None:
    board = box_of(page.get_by_role("group", name="Board"))
    shown = ("New game", "Undo move", "Hint")
    places = [box_of(page.get_by_role("button", name=name, exact=True)) for name in shown]
    row = [place for place in places if place["y"] == places[0]["y"]]
    assert len(row) >= 3, size
    middle = (row[0]["x"] + row[-1]["x"] + row[-1]["width"]) / 2
    assert abs(board["x"] + board["width"] / 2 - middle) <= 2, size
    # Scrolled to the board, it and its buttons are in view together.
    assert row[0]["y"] + row[0]["height"] - board["y"] <= size["height"] - 60, size


def reach_a_page_with_the_keyboard(page: Page) -> None:
    """Go from Play to Inspect, back and forward, and end on Play."""
    page_link(page, "Inspect").focus()
    page.keyboard.press("Enter")
    on(page, "Inspect")
    page.go_back()
    on(page, "Play")
    page.go_forward()
    on(page, "Inspect")
    page.go_back()
    on(page, "Play")


@pytest.mark.thorough
def test_a_link_opens_in_its_own_tab(phone: Page, app_url: str) -> None:
    phone.goto(f"{app_url}/{GAME}")
    on(phone, "Play")
    with phone.context.expect_page() as opened:
        page_link(phone, "Train").click(modifiers=["ControlOrMeta"])
    expect(opened.value).to_have_url(re.compile(f"{app_url}/train"))
    wait_idle(phone)
    on(phone, "Play")


@pytest.mark.thorough
def test_on_a_phone_the_board_is_right_under_the_title_and_the_level_below(
    phone: Page, app_url: str
) -> None:
    window = Window(phone, PHONES)
    phone.goto(f"{app_url}/{GAME}")
    on(phone, "Play")
    board = phone.get_by_role("group", name="Board")
    for size in window.in_turn():
        tops = [
            box_of(place)["y"]
            for place in (
                phone.get_by_role("heading", level=1),
                board,
                phone.get_by_role("button", name="New game"),
                phone.get_by_role("radio", name="Beginner"),
            )
        ]
        assert tops == sorted(tops), size
        expect(board, f"{size}").to_be_in_viewport(ratio=0.9)


@pytest.mark.thorough
@pytest.mark.parametrize("agent", ["", "rule=reward-memory&games=100000", "rule=matchboxes"])
def test_no_column_of_a_table_is_hidden(page: Page, app_url: str, agent: str) -> None:
    window = Window(page, DESKS)
    page.goto(f"{app_url}/inspect?board=XO--X---O&{agent}")
    on(page, "Inspect")
    expect_whole_tables(window, 2 if "memory" in agent else 1)
    page.get_by_role("tab", name="All positions").click()
    expect_whole_tables(window, 1)
    if not agent:
        go_to(page, "Compare")
        expect_whole_tables(window, 1)


def expect_whole_tables(window: Window, number: int) -> None:
    scrollers = window.page.get_by_test_id("stDataFrame").locator(".dvn-scroller")
    tables = scrollers.locator("visible=true")
    hidden = "tables => tables.map(table => table.scrollWidth - table.clientWidth)"
    for size in window.sizes:
        window.page.set_viewport_size(size)
        expect(tables, f"{size}").to_have_count(number)
        wait_idle(window.page)
        becomes(window.page, lambda: tables.evaluate_all(hidden), [0] * number, size)


@pytest.mark.thorough
def test_the_sidebar_of_a_phone_closes_when_a_page_is_chosen_in_it(
    page: Page, app_url: str
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{app_url}/inspect")
    on(page, "Inspect")
    page.get_by_test_id("stExpandSidebarButton").click()
    link = page.get_by_test_id("stSidebar").get_by_role("link", name="Compare")
    link.click()
    on(page, "Compare")
    expect(link).not_to_be_in_viewport()


@pytest.mark.thorough
def test_the_button_of_an_open_menu_and_a_hint_have_the_colour_of_the_words(
    page: Page, app_url: str
) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{app_url}/inspect?view=all-positions")
    on(page, "Inspect")
    ink = page.get_by_test_id("stApp").evaluate("app => getComputedStyle(app).color")
    page.get_by_role("searchbox", name="Search").fill("no board")
    page.keyboard.press("Enter")
    hint = page.get_by_test_id("stAlert").get_by_text("This is not a part of a board.")
    expect(hint).to_have_css("color", ink)
    button = page.get_by_test_id("stSidebar").get_by_role("button", name="File")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(button).to_have_css("color", ink)


@pytest.mark.thorough
def test_a_theme_chosen_on_one_page_is_that_of_all(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/compare")
    on(page, "Compare")
    page.get_by_role("button", name="Main menu").click()
    page.get_by_role("menuitemradio", name="Dark").click()
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "dark")
    becomes(page, lambda: page.evaluate("localStorage['stActiveTheme-/-v2']"), '"Dark"')
    for path in ("", "train"):
        page.goto(f"{app_url}/{path}")
        expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "dark")


@pytest.mark.thorough
def test_a_projector_sees_the_page_and_a_phone_has_room_for_the_players(
    page: Page, app_url: str
) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{app_url}/compare")
    on(page, "Compare")
    assert box_of(page.get_by_test_id("stSidebar"))["width"] < 0.25 * 1024
    assert box_of(page.get_by_role("tablist").first)["width"] > 0.66 * 1024
    page.set_viewport_size(PHONE)
    players = page.get_by_test_id("stButtonGroup").first
    add = page.get_by_role("button", name="Add")
    below = box_of(players)["y"] + box_of(players)["height"]
    becomes(page, lambda: box_of(add)["y"] > below, True)


@pytest.mark.thorough
def test_a_tablet_has_every_page_and_the_sliders(page: Page, app_url: str) -> None:
    page.set_viewport_size({"width": 769, "height": 1024})
    page.goto(f"{app_url}/train?games=20000&lang=fr")
    on(page, "Entraîner")
    expect(page.get_by_test_id("stSidebar").get_by_role("slider", name="Parties")).to_be_visible()
    for link in page.get_by_test_id("stTopNavLink").all():
        expect(link).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 768, "height": 1024})  # where Streamlit closes the sidebar
    page.reload()
    expect(
        page.get_by_test_id("stMain").get_by_role("slider", name="Parties").first
    ).to_be_visible()


@pytest.mark.thorough
def test_an_answered_experiment_fits(page: Page, app_url: str) -> None:
    window = Window(page, [*DESKS, *PHONES])
    page.goto(f"{app_url}/train?experiment=gamma-0")
    page.get_by_role("button", name=EXPERIMENTS["gamma-0"].answers[0]).click()
    expect(page.get_by_text(re.compile("· your answer"))).to_be_visible()
    for size in window.in_turn():
        expect_no_overhang(page.get_by_test_id("stMain"), size)
