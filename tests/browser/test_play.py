"""The play page in a real browser: everything on it that can be clicked or seen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import starts_to_run, wait_idle


def cell(page: Page, number: int, state: str = "empty") -> Any:
    name = f"row {number // 3 + 1}, column {number % 3 + 1}, {state}"
    return page.get_by_role("button", name=name, exact=True)


def board_string(page: Page) -> str:
    expect(page.get_by_role("group", name="Board").first).to_be_visible()
    names = (
        page.get_by_role("group", name="Board")
        .first.get_by_role("button")
        .evaluate_all("buttons => buttons.map(button => button.getAttribute('aria-label'))")
    )
    return "".join(name.rsplit(", ", 1)[1].replace("empty", "-") for name in names)


def open_play(page: Page, url: str, level: str | None = None) -> None:
    page.goto(f"{url}/play")
    expect(page.get_by_role("heading", name="Your turn, you are X")).to_be_visible()
    if level:
        page.get_by_role("radio", name=level).click()
        wait_idle(page)


def click_and_wait(page: Page, number: int) -> None:
    """Click a cell and wait for the agent's reply or the end."""
    cell(page, number).click()
    expect(page.get_by_role("group", name="Board")).not_to_have_attribute("aria-busy", "true")
    wait_idle(page)


def play_out(page: Page) -> None:
    """Take the first free cell until the game is over."""
    while page.get_by_role("heading", name="Your turn").is_visible():
        click_and_wait(page, board_string(page).index("-"))


def test_a_whole_game_as_x_and_its_review(page: Page, app_url: str) -> None:
    open_play(page, app_url, "Expert")
    play_out(page)
    expect(page.get_by_text("The game again")).to_be_visible()
    expect(page.get_by_text(re.compile("Decided by move|Nobody slipped"))).to_be_visible()
    expect(page.get_by_text("What the agent learned")).to_be_visible()
    assert figure(page, "Games") == "1"


def figure(page: Page, label: str) -> str:
    metric = page.get_by_test_id("stMetric").filter(has=page.get_by_text(label, exact=True))
    return metric.get_by_test_id("stMetricValue").inner_text()


def test_when_you_play_o_the_agent_has_moved(page: Page, app_url: str) -> None:
    open_play(page, app_url)
    page.get_by_role("radio", name="O", exact=True).click()
    expect(page.get_by_role("heading", name="Your turn, you are O")).to_be_visible()
    wait_idle(page)
    assert board_string(page).count("X") == 1
    play_out(page)
    assert figure(page, "Games") == "1"


def test_a_double_click_plays_once(page: Page, app_url: str) -> None:
    open_play(page, app_url)
    cell(page, 4).dblclick()
    wait_idle(page)
    board = board_string(page)
    assert (board.count("X"), board.count("O")) == (1, 1)


def test_keyboard(page: Page, app_url: str) -> None:
    open_play(page, app_url, "Expert")
    page.keyboard.press("5")
    expect(cell(page, 4, "X")).to_be_visible()
    wait_idle(page)
    page.keyboard.press("h")
    wait_idle(page)
    page.keyboard.press("u")
    expect(cell(page, 4)).to_be_visible()
    wait_idle(page)
    assert board_string(page) == "---------"
    page.keyboard.press("1")
    expect(cell(page, 0, "X")).to_be_visible()
    wait_idle(page)
    page.keyboard.press("n")
    expect(cell(page, 0)).to_be_visible()
    wait_idle(page)
    cell(page, 0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(cell(page, 4, "X")).to_be_visible()


def test_hint_take_back_and_swap(page: Page, app_url: str) -> None:
    open_play(page, app_url, "Expert")
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    click_and_wait(page, 4)
    page.get_by_role("button", name="Hint").click()
    wait_idle(page)
    page.get_by_role("button", name="Take back").click()
    expect(cell(page, 4)).to_be_visible()
    wait_idle(page)
    page.get_by_role("button", name="Swap sides").click()
    expect(page.get_by_role("heading", name="Your turn, you are O")).to_be_visible()
    wait_idle(page)
    page.get_by_role("button", name="Swap sides").click()
    expect(page.get_by_role("heading", name="Your turn, you are X")).to_be_visible()


def test_levels_say_exactly_how_often_random_beats_them(page: Page, app_url: str) -> None:
    open_play(page, app_url, "Expert")
    expect(page.get_by_text("A random player never beats it")).to_be_visible()
    page.get_by_role("radio", name="Beginner").click()
    expect(page.get_by_text(re.compile("beats it in exactly .* % of games"))).to_be_visible()
    page.get_by_role("radio", name="Custom").click()
    expect(page.get_by_text("Random moves")).to_be_visible()
    expect(page.get_by_text("Brain", exact=True)).to_be_visible()


def test_thoughts_and_truth_lie_over_the_free_cells(dark_page: Page, app_url: str) -> None:
    page = dark_page
    open_play(page, app_url, "Expert")
    click_and_wait(page, 4)
    page.get_by_text("See the truth").click()
    expect(page.get_by_text("draw").first).to_be_visible()
    page.get_by_text("See its thoughts").click()
    wait_idle(page)
    free = page.get_by_role("group", name="Board").get_by_role("button", name=re.compile("empty"))
    for description in free.evaluate_all(
        "buttons => buttons.map(button => button.getAttribute('aria-description'))"
    ):
        assert re.search(r"Q-value -?\d\.\d\d, truly a (win|draw|loss)", description)


def test_the_game_is_still_there_after_another_page(page: Page, app_url: str) -> None:
    open_play(page, app_url, "Expert")
    click_and_wait(page, 4)
    board = board_string(page)
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name="Compare")).to_be_visible()
    page.get_by_role("link", name="Play").click()
    expect(page.get_by_role("heading", name="Your turn, you are X")).to_be_visible()
    wait_idle(page)
    assert board_string(page) == board
    expect(page.get_by_role("radio", name="Expert")).to_be_checked()


def test_two_people_play_and_the_agent_watches(page: Page, app_url: str) -> None:
    open_play(page, app_url)
    page.get_by_role("radio", name="Two people").click()
    expect(page.get_by_role("heading", name="X to move")).to_be_visible()
    for number, status in zip((0, 3, 1, 4), ("O", "X", "O", "X"), strict=True):
        cell(page, number).click()
        expect(page.get_by_role("heading", name=f"{status} to move")).to_be_visible()
        wait_idle(page)
    cell(page, 2).click()
    expect(page.get_by_role("heading", name="X wins")).to_be_visible()
    expect(page.get_by_text("What the agent learned")).to_be_visible()
    expect(
        page.get_by_text("Decided by move 2: at row 2, column 1 O lost the game")
    ).to_be_visible()


def test_the_agent_plays_by_itself_steps_and_pauses(page: Page, app_url: str) -> None:
    open_play(page, app_url)
    page.get_by_role("radio", name="Agent by itself").click()
    step = page.get_by_role("button", name="Step")
    expect(step).to_be_visible()
    wait_idle(page)
    assert board_string(page) == "---------"
    step.click()
    expect(page.get_by_role("button", name=re.compile("column ., X"))).to_have_count(1)
    page.get_by_role("combobox", name="Speed").click()
    page.get_by_role("option", name="200 games a second").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    games = page.get_by_test_id("stMetric").filter(has=page.get_by_text("Games", exact=True))
    expect(games).to_have_text(re.compile(r"^Games\s*(1[5-9]\d|[2-9]\d\d|\d+,\d+)$"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    wait_idle(page)
    paused = figure(page, "Games")
    assert not starts_to_run(page, 900)
    assert figure(page, "Games") == paused


def test_reset_memory_asks_first(page: Page, app_url: str) -> None:
    open_play(page, app_url)
    page.get_by_role("button", name="Reset memory").click()
    assert figure(page, "Positions known") != "0"
    page.get_by_role("button", name="Forget everything").click()
    expect(page.get_by_text("The agent has forgotten everything", exact=False)).to_be_visible()
    wait_idle(page)
    assert figure(page, "Positions known") == "0"
    click_and_wait(page, 4)


def test_switching_learning_off_leaves_the_agent_alone(page: Page, app_url: str) -> None:
    open_play(page, app_url, "Expert")
    games = page.get_by_text(re.compile(r"[\d,]+ games trained")).inner_text()
    page.get_by_text("Learns while you play").click()
    wait_idle(page)
    play_out(page)
    expect(page.get_by_text("The game again")).to_be_visible()
    expect(page.get_by_text("What the agent learned")).to_be_hidden()
    assert page.get_by_text(re.compile(r"[\d,]+ games trained")).inner_text() == games


def test_a_move_opens_in_inspect(page: Page, app_url: str) -> None:
    open_play(page, app_url, "Expert")
    play_out(page)
    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 40, box["y"] + 35 + 17)
    expect(page.get_by_role("heading", name="Inspect", exact=True)).to_be_visible()


@pytest.mark.parametrize("level", ["Beginner", "Intermediate"])
def test_a_game_on_a_phone(phone: Page, app_url: str, level: str) -> None:
    open_play(phone, app_url, level)
    box = phone.get_by_role("group", name="Board").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    play_out(phone)
    assert figure(phone, "Games") == "1"
