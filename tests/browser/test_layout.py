"""Every page in every window: nothing is hidden, sticks out, jumps or stands alone on a line."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Page, ViewportSize, WebSocket, expect

from tests.browser.conftest import PHONE
from tests.browser.looks import (
    expect_no_jumps,
    expect_no_overhang,
    expect_to_fit,
    expect_to_print_whole_and_light,
)
from tests.browser.support import GAME, becomes, box_of, is_narrow, on, page_link, wait_idle
from ttt_ui.train.result import FRAME_MS

PAGES = {
    "Learn": "learn",
    "Play": GAME,
    "Train": "train?games=20000",  # by a link, or its first curve would grow
    "Inspect": "inspect?board=XO--X---O",
    "Compare": "compare",
}
DESKS: list[ViewportSize] = [
    {"width": width, "height": height} for width, height in ((1280, 720), (1920, 1080))
]
PHONES: list[ViewportSize] = [
    {"width": width, "height": height} for width, height in ((390, 844), (320, 640))
]
MOST_BYTES = 60_000


def test_every_page_on_a_phone(phone: Page, app_url: str) -> None:
    for name, size in tour(phone, app_url, PHONES):
        expect_nothing_too_low_for_a_thumb(phone, size)
        if name == "Play":
            expect_the_board_under_the_title(phone, size)


@pytest.mark.thorough
def test_every_page_on_a_desk(page: Page, app_url: str) -> None:
    sizes = list[int]()

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: sizes.append(len(data)))

    page.on("websocket", listen)
    for name, size in tour(page, app_url, DESKS):
        if name == "Play":
            expect_a_game_without_scrolling_or_settings(page, size)
        if name in ("Inspect", "Compare"):
            expect_whole_tables(page, 1)
        if size == DESKS[0]:
            assert 10_000 < sum(sizes) < MOST_BYTES, name
            expect_to_print_whole_and_light(page)
        else:
            block = page.get_by_test_id("stMain").get_by_test_id("stVerticalBlock").first
            assert 1100 < box_of(block)["width"] <= 1120
            sizes.clear()
    page.remove_listener("websocket", listen)
    expect_room_on_a_projector_and_in_a_narrow_window(page)


def tour(page: Page, app_url: str, sizes: list[ViewportSize]) -> Iterator[tuple[str, ViewportSize]]:
    """Open every page, and show it in windows of these sizes."""
    main = page.get_by_test_id("stMain")
    for name, path in PAGES.items():
        page.set_viewport_size(sizes[0])
        page.goto(f"{app_url}/{path}")
        on(page, name)
        expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
        expect_no_jumps(page, name)
        for size in sizes:
            page.set_viewport_size(size)
            wait_idle(page)
            expect_the_logo(page, sidebar_closed=is_narrow(page))
            expect_pages_in_sight(page, name)
            if name == "Play":  # the levels of its game take two lines, and it has its own order
                expect_no_overhang(main, (name, size))
            else:
                expect_to_fit(main, (name, size))
                becomes(page, lambda: room_above_title(page) < 30, True, (name, size))
            yield name, size


def expect_the_logo(page: Page, *, sidebar_closed: bool) -> None:
    logo = page.get_by_test_id("stHeaderLogo" if sidebar_closed else "stSidebarLogo")
    expect(logo).to_be_in_viewport(ratio=1)
    assert logo.evaluate("image => image.naturalWidth") > 0
    expect(page.get_by_test_id("stMainMenuButton")).to_be_in_viewport(ratio=1)


def expect_pages_in_sight(page: Page, present: str) -> None:
    for name in PAGES:
        link = page_link(page, name)
        expect(link).to_be_in_viewport(ratio=1)
        if name == present:
            expect(link).to_have_attribute("aria-current", "page")
        else:
            expect(link).not_to_have_attribute("aria-current", "page")
    assert len({page_link(page, name).evaluate("link => link.offsetTop") for name in PAGES}) == 1


def room_above_title(page: Page) -> float:
    """Return the distance in pixels between the title's letters and the element above."""
    above = box_of(
        page.get_by_role("navigation", name="Pages", exact=True)
        if is_narrow(page)
        else page.get_by_test_id("stHeader")
    )
    title = box_of(page.get_by_role("heading", level=1))
    return title["y"] - (above["y"] + above["height"])


_LOW_TARGETS = """
  main => [...main.querySelectorAll(
    'button, summary, [role="tab"], [role="combobox"], [data-testid="stCheckbox"] label'
  )]
    .filter((one) => one.checkVisibility() && !one.ariaLabel?.startsWith("Help"))
    .filter((one) => !one.closest('[data-testid^="stTabsScroll"], .stElementToolbar'))
    .filter((one) => one.getBoundingClientRect().height < 44)
    .map((one) => one.outerHTML)
"""


def expect_nothing_too_low_for_a_thumb(phone: Page, size: ViewportSize) -> None:
    main = phone.get_by_test_id("stMain")
    assert main.get_by_role("button").count() > 2
    becomes(phone, lambda: main.evaluate(_LOW_TARGETS), [], (phone.url, size))


def expect_the_board_under_the_title(phone: Page, size: ViewportSize) -> None:
    board = phone.get_by_role("group", name="Board")
    in_order = (
        phone.get_by_role("heading", level=1),
        board,
        phone.get_by_role("button", name="New game"),
        phone.get_by_role("radio", name="Beginner"),
    )
    tops = [box_of(place)["y"] for place in in_order]
    assert tops == sorted(tops), size
    expect(board, f"{size}").to_be_in_viewport(ratio=0.9)


def expect_room_on_a_projector_and_in_a_narrow_window(page: Page) -> None:
    """Look at Compare: its tabs, its players, and the button of its chart, which covers nothing."""
    page.set_viewport_size({"width": 1024, "height": 768})
    becomes(page, lambda: box_of(page.get_by_test_id("stSidebar"))["width"] < 0.25 * 1024, True)
    becomes(page, lambda: box_of(page.get_by_role("tablist").first)["width"] > 0.66 * 1024, True)
    page.set_viewport_size(PHONE)
    wait_idle(page)
    chart = page.locator(".js-plotly-plot").first
    in_order = (
        page.get_by_test_id("stButtonGroup").first,
        page.get_by_role("button", name="Add"),
        chart.locator(".heatmaplayer"),
        chart.get_by_role("button", name="Save as a picture"),
        page.get_by_text("X's points per 100 games"),
    )
    for above, below in pairwise(map(box_of, in_order)):
        assert above["y"] + above["height"] <= below["y"]


def expect_a_game_without_scrolling_or_settings(page: Page, size: ViewportSize) -> None:
    board = page.get_by_role("group", name="Board")
    row = [
        page.get_by_role("button", name=name, exact=True)
        for name in ("New game", "Undo move", "Hint")
    ]
    modes_and_levels = [
        page.get_by_role("radio", name=name)
        for name in ("Play the agent", "Beginner", "Expert", "Custom")
    ]
    for control in (board, *row, *modes_and_levels):
        expect(control, f"{size}").to_be_in_viewport(ratio=1)
    rings = page.get_by_test_id("stMain").get_by_role("img", name="Map of the game")
    expect(rings, f"{size}").to_be_in_viewport(ratio=0.9)
    place, first, *_, last = map(box_of, (board, *row))
    assert first["y"] == last["y"], size
    middle = (first["x"] + last["x"] + last["width"]) / 2
    assert abs(place["x"] + place["width"] / 2 - middle) <= 2, size
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar.get_by_role("link")).to_have_count(0)
    expect(sidebar.get_by_role("slider")).to_have_count(0)


def expect_whole_tables(page: Page, number: int) -> None:
    """Expect this number of tables, without a column that is out of sight."""
    tables = page.get_by_test_id("stDataFrame").locator(".dvn-scroller").locator("visible=true")
    hidden = "tables => tables.map(table => table.scrollWidth - table.clientWidth)"
    expect(tables).to_have_count(number)
    wait_idle(page)
    becomes(page, lambda: tables.evaluate_all(hidden), [0] * number, page.url)


@pytest.mark.thorough
@pytest.mark.parametrize(("device", "sizes"), [("page", DESKS), ("phone", PHONES)])
def test_what_else_a_link_opens_fits_and_does_not_jump(
    device: str, sizes: list[ViewportSize], app_url: str, request: pytest.FixtureRequest
) -> None:
    page: Page = request.getfixturevalue(device)
    for path in ("", "learn?chapter=looking-back", "train", "compare?view=learning-curves"):
        page.set_viewport_size(sizes[0])
        page.goto(f"{app_url}/{path}")
        expect(page.get_by_test_id("stMain").get_by_role("heading").first).to_be_visible()
        expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
        wait_idle(page)
        if "curves" in path:
            measured = page.get_by_text(re.compile(r"[0-9] of 8 seeds\.|all 8 seeds\."))
            expect(measured).to_have_count(2)
        expect_no_jumps(page, path)
        for size in sizes:
            page.set_viewport_size(size)
            wait_idle(page)
            expect_to_fit(page.get_by_test_id("stMain"), (path, size))


@pytest.mark.thorough
@pytest.mark.parametrize("agent", ["rule=reward-memory&games=100000", "rule=matchboxes"])
def test_no_column_of_a_table_is_hidden(page: Page, app_url: str, agent: str) -> None:
    page.set_viewport_size(DESKS[0])
    page.goto(f"{app_url}/inspect?board=XO--X---O&{agent}")
    on(page, "Inspect")
    expect_whole_tables(page, 2 if "memory" in agent else 1)
    page.get_by_role("tab", name="All positions").click()
    expect_whole_tables(page, 1)


@pytest.mark.thorough
def test_keys_and_the_sidebar_reach_a_page_and_a_link_opens_in_its_own_tab(
    phone: Page, app_url: str
) -> None:
    phone.goto(f"{app_url}/{GAME}")
    on(phone, "Play")
    with phone.context.expect_page() as opened:
        page_link(phone, "Train").click(modifiers=["ControlOrMeta"])
    expect(opened.value).to_have_url(re.compile(f"{app_url}/train"))
    wait_idle(phone)
    on(phone, "Play")
    page_link(phone, "Inspect").press("Enter")
    on(phone, "Inspect")
    phone.get_by_test_id("stExpandSidebarButton").click()
    link = phone.get_by_test_id("stSidebar").get_by_role("link", name="Compare")
    link.click()
    on(phone, "Compare")
    expect(link).not_to_be_in_viewport()


@pytest.mark.thorough
def test_a_chosen_theme_is_that_of_all_pages_of_an_open_menu_and_of_a_hint(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/inspect?view=all-positions")
    on(page, "Inspect")
    app = page.get_by_test_id("stApp")
    page.get_by_role("button", name="Main menu").click()
    page.get_by_role("menuitemradio", name="Dark").click()
    expect(app).to_have_css("color-scheme", "dark")
    becomes(page, lambda: page.evaluate("localStorage['stActiveTheme-/-v2']"), '"Dark"')
    page.keyboard.press("Escape")
    ink = app.evaluate("app => getComputedStyle(app).color")
    page.get_by_role("searchbox", name="Search").fill("no board")
    page.keyboard.press("Enter")
    hint = page.get_by_test_id("stAlert").get_by_text("This is not a part of a board.")
    expect(hint).to_have_css("color", ink)
    button = page.get_by_test_id("stSidebar").get_by_role("button", name="File")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(button).to_have_css("color", ink)
    for path in ("", "train"):
        page.goto(f"{app_url}/{path}")
        expect(app).to_have_css("color-scheme", "dark")


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


# What a newcomer watches stays at its first frame: the browser asks for no other.
_HOLDS_THE_FIRST_FRAME = """
  const begin = window.setTimeout;
  window.setTimeout = (act, delay, ...given) =>
    begin(act, delay === FRAME ? 2 ** 31 - 1 : delay, ...given);
""".replace("FRAME", f"{FRAME_MS}")


@pytest.mark.thorough
def test_a_newcomer_on_a_phone_watches_the_whole_chart_and_then_the_map(
    new_page: Page, app_url: str
) -> None:
    page = new_page
    page.set_viewport_size(PHONE)
    page.add_init_script(_HOLDS_THE_FIRST_FRAME)
    page.goto(f"{app_url}/train")
    expect(page.get_by_role("heading", name="Watch it learn")).to_be_visible()
    chart = page.locator(".st-key-train_curve .js-plotly-plot .plot-container")
    expect(chart).to_be_in_viewport(ratio=1)
    rings = page.locator(".st-key-train_map").get_by_role("img", name="Map of the game")
    expect(rings).to_have_accessible_name(re.compile(r"Knows \d of 627 positions"))
    rings.scroll_into_view_if_needed()
    expect(rings).to_be_in_viewport(ratio=1)
