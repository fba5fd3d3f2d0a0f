"""Every page on every window: nothing hides, sticks out, or is left alone on a line."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import watched_page
from tests.browser.support import go_to, is_narrow, on, page_link, wait_idle

PAGES = ["Play", "Train", "Inspect", "Compare"]
DESKS = [(1280, 720), (1366, 768), (1920, 1080)]
PHONES = [(390, 844), (320, 640)]

# Rows of controls that may break, and how many of them stand on each line.
LINES_OF_ROWS = """
main => [...main.querySelectorAll('[data-testid="stHorizontalBlock"]')]
  .filter(row => getComputedStyle(row).flexWrap === 'wrap')
  .map(row => {
    const lines = [];
    for (const control of row.children) {
      const { top, bottom, width, height } = control.getBoundingClientRect();
      if (!width || !height) continue;
      const line = lines.find(line => top < line.bottom && bottom > line.top);
      if (line) line.controls += 1;
      else lines.push({ top, bottom, controls: 1 });
    }
    return [row.innerText.replaceAll('\\n', ' | '), lines.map(line => line.controls)];
  })
"""

BROKEN_CHOICES = """
main => [...main.querySelectorAll('[role="radiogroup"]')]
  .filter(group => new Set([...group.children].map(choice => choice.offsetTop)).size > 1)
  .map(group => group.innerText)
"""


def options(size: tuple[int, int]) -> dict[str, object]:
    width, height = size
    touch = {"has_touch": True, "is_mobile": True} if width < 600 else {}
    return {"viewport": {"width": width, "height": height}, **touch}


@pytest.fixture(params=[*DESKS, *PHONES], ids=lambda size: f"{size[0]}x{size[1]}")
def window(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    with watched_page(browser, **options(request.param)) as page:
        yield page


@pytest.fixture(params=DESKS, ids=lambda size: f"{size[0]}x{size[1]}")
def desk(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    with watched_page(browser, **options(request.param)) as page:
        yield page


@pytest.fixture(params=PHONES, ids=lambda size: f"{size[0]}x{size[1]}")
def small(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    with watched_page(browser, **options(request.param)) as page:
        yield page


def test_every_page_fits(window: Page, app_url: str) -> None:
    window.goto(app_url)
    on(window, PAGES[0])
    expect_the_logo(window)
    for name in PAGES:
        if name != PAGES[0]:
            page_link(window, name).click()
        on(window, name)
        expect(window.get_by_test_id("stSkeleton")).to_have_count(0)
        main = window.get_by_test_id("stMain")
        expect_pages_in_sight(window, name)
        assert main.evaluate("main => main.scrollWidth - main.clientWidth") == 0, name
        assert controls_left_alone(main) == []
        assert main.evaluate(BROKEN_CHOICES) == []
        assert room_above_title(window) < 30, name


def expect_the_logo(window: Page) -> None:
    logo = window.get_by_test_id("stHeaderLogo" if is_narrow(window) else "stSidebarLogo")
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


def controls_left_alone(main: Locator) -> list[str]:
    """Return the rows whose last line has one control while another line has more.

    A row that is broken after every control is a column, which is a layout too.
    """
    rows = main.evaluate(LINES_OF_ROWS)
    assert rows
    return [row for row, lines in rows if len(lines) > 1 and lines[-1] == 1 < max(lines)]


def room_above_title(window: Page) -> float:
    """Return how many pixels there are between what is above the title and its letters."""
    above = (
        window.get_by_role("navigation", name="Pages", exact=True)
        if is_narrow(window)
        else window.get_by_test_id("stHeader")
    ).bounding_box()
    title = window.get_by_role("heading", level=1).bounding_box()
    assert above is not None
    assert title is not None
    return title["y"] - (above["y"] + above["height"])


def test_on_a_desk_a_game_needs_no_scrolling(desk: Page, app_url: str) -> None:
    desk.goto(app_url)
    on(desk, "Play")
    for control in (
        desk.get_by_role("group", name="Board"),
        *(desk.get_by_role("button", name=name) for name in ("New game", "Take back", "Hint")),
        desk.get_by_role("radio", name="Against the agent"),
        *(desk.get_by_role("radio", name=name, exact=True) for name in ("X", "O", "Alternate")),
        *(desk.get_by_role("radio", name=name) for name in ("Beginner", "Expert", "Custom")),
    ):
        expect(control).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_board_comes_first(small: Page, app_url: str) -> None:
    small.goto(app_url)
    on(small, "Play")
    small.get_by_role("button", name="Play the champion").click()
    expect(small.get_by_role("button", name="What is this?")).to_be_visible()
    wait_idle(small)
    board = small.get_by_role("group", name="Board")
    tops = [
        box["y"]
        for place in (
            small.get_by_role("heading", level=1),
            board,
            small.get_by_role("button", name="New game"),
            small.get_by_role("radio", name="Beginner"),
        )
        if (box := place.bounding_box())
    ]
    assert tops == sorted(tops)
    assert len(tops) == 4
    expect(board).to_be_in_viewport(ratio=0.9)


def test_settings_of_a_training_are_in_the_sidebar_alone(page: Page, app_url: str) -> None:
    page.goto(app_url)
    on(page, "Play")
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar.get_by_role("link")).to_have_count(0)
    expect(sidebar.get_by_role("slider")).to_have_count(0)
    go_to(page, "Train")
    expect(sidebar.get_by_role("slider", name="Games")).to_be_visible()


def test_a_page_is_reached_with_the_keyboard(window: Page, app_url: str) -> None:
    window.goto(app_url)
    on(window, "Play")
    page_link(window, "Inspect").focus()
    window.keyboard.press("Enter")
    on(window, "Inspect")
    window.go_back()
    on(window, "Play")
    window.go_forward()
    on(window, "Inspect")


def test_a_link_of_the_row_opens_in_a_tab_of_its_own(small: Page, app_url: str) -> None:
    small.goto(f"{app_url}/compare")
    on(small, "Compare")
    with small.context.expect_page() as opened:
        page_link(small, "Train").click(modifiers=["ControlOrMeta"])
    assert opened.value.url.startswith(f"{app_url}/train")
    wait_idle(small)
    expect(small.get_by_role("heading", name="Compare", level=1)).to_be_visible()


@pytest.mark.parametrize("agent", ["", "rule=reward-memory&games=100000", "rule=matchboxes"])
def test_no_column_of_a_table_hides(desk: Page, app_url: str, agent: str) -> None:
    desk.goto(f"{app_url}/inspect?board=XO--X---O&{agent}")
    on(desk, "Inspect")
    expect_whole_tables(desk, 4 if "memory" in agent else 3)
    desk.get_by_role("tab", name="All positions").click()
    expect_whole_tables(desk, 1)
    go_to(desk, "Compare")
    desk.get_by_role("heading", name="Standings").scroll_into_view_if_needed()
    expect_whole_tables(desk, 1)


def expect_whole_tables(page: Page, number: int) -> None:
    tables = page.get_by_test_id("stDataFrame").locator(".dvn-scroller").locator("visible=true")
    expect(tables).to_have_count(number)
    wait_idle(page)
    hidden = "tables => tables.map(table => table.scrollWidth - table.clientWidth)"
    assert tables.evaluate_all(hidden) == [0] * number
