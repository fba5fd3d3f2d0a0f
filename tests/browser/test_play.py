"""The play page in a real browser: everything on it that can be clicked or seen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support import (
    GAME,
    LateServer,
    becomes,
    boards_have_answered,
    box_of,
    come_to_rest,
    is_written,
    new_game,
    open_more,
    page_link,
    press_in_table,
    wait_idle,
)
from ttt_ui.play.wording import adapting
from ttt_ui.visit.opponents import FIRST_SHARE, even_share
from ttt_ui.wording import cell_name


def cell(page: Page, number: int, state: str = "empty") -> Any:
    name = f"{cell_name(number)}, {state}"
    board = page.get_by_role("group", name="Board", exact=True)
    return board.get_by_role("button", name=name, exact=True)


def board_string(page: Page) -> str:
    expect(page.get_by_role("group", name="Board").first).to_be_visible()
    names = (
        page.get_by_role("group", name="Board")
        .first.get_by_role("button")
        .evaluate_all("buttons => buttons.map(button => button.getAttribute('aria-label'))")
    )
    return "".join(name.rsplit(", ", 1)[1].replace("empty", "-") for name in names)


def shows(page: Page, board: str) -> None:
    """Wait until the board is this one."""
    becomes(page, lambda: board_string(page), board)


def open_play(page: Page, url: str, level: str | None = None) -> None:
    page.goto(f"{url}/{GAME}")
    expect(page.get_by_role("heading", name="Your turn: you are X")).to_be_visible()
    if level:
        page.get_by_role("radio", name=level).click()
        wait_idle(page)


def click_and_wait(page: Page, number: int) -> None:
    """Click a cell and wait for the agent's reply or the end."""
    cell(page, number).click()
    boards_have_answered(page)
    wait_idle(page)


def play_out(page: Page) -> None:
    """Take the first free cell until the game is over."""
    while page.get_by_role("heading", name="Your turn").is_visible():
        click_and_wait(page, board_string(page).index("-"))


@pytest.mark.thorough
def test_a_click_counts_even_if_the_board_has_moved(new_page: Page, app_url: str) -> None:
    page, server = new_page, LateServer(new_page)
    open_play(page, app_url)
    welcome = page.locator(".st-key-welcome")
    expect(welcome).to_have_count(0)
    wait_idle(page)
    server.hold_from(b"")
    page.get_by_role("button", name="Where to start").click()
    server.wait_for_runs(1)
    cell(page, 4).click()
    server.tell_everything()
    boards_have_answered(page)
    expect(cell(page, 4, "X")).to_be_visible()
    expect(welcome).to_have_count(0)


class Told:
    """What the server sends to a page from the next address onwards."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._frames: list[str | bytes] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._note))

    def _note(self, frame: str | bytes) -> None:
        self._frames.append(frame)

    def begin(self, *, parts: int = 0) -> None:
        """Forget all; a click together with a report on what is saved would redraw the page."""
        is_written(self._page, parts=parts)
        come_to_rest(self._page)
        wait_idle(self._page)
        self._frames.clear()

    def expect(self, words: bytes, *, alone: bool) -> None:
        frames = [frame for frame in self._frames if isinstance(frame, bytes)]
        assert any(words in frame for frame in frames)
        assert any(b"Learn from these games" in frame for frame in frames) == (not alone)


def test_a_game_redraws_little_survives_another_page_and_is_reviewed(
    page: Page, app_url: str
) -> None:
    told = Told(page)
    open_play(page, app_url, "Expert")
    told.begin()
    click_and_wait(page, 4)
    told.expect(b"Undo move", alone=True)
    board = board_string(page)
    page_link(page, "Learn").click()
    expect(page.get_by_role("heading", name="Learn", exact=True)).to_be_visible()
    page_link(page, "Play").click()
    expect(page.get_by_role("heading", name="Your turn: you are X")).to_be_visible()
    wait_idle(page)
    shows(page, board)
    expect(page.get_by_role("radio", name="Expert")).to_be_checked()

    play_out(page)
    expect(page.get_by_text("The game, move by move")).to_be_visible()
    expect(
        page.get_by_text(
            re.compile("The game turned on move|Neither side made a mistake|You won because of")
        )
    ).to_be_visible()
    expect(page.get_by_text("What the agent learned")).to_be_visible()
    score = page.locator(".st-key-play_score")
    expect(score).to_contain_text(re.compile(r"Games 1 · Agent \d · You \d · Draws \d · Positions"))
    expect(score.get_by_role("button", name="Reset score")).to_be_visible()


@pytest.mark.thorough
def test_a_step_through_an_ended_game_redraws_little_and_a_game_without_learning_changes_nothing(
    page: Page, app_url: str
) -> None:
    told = Told(page)
    open_play(page, app_url, "Expert")
    click_and_wait(page, 4)
    told.begin()
    play_out(page)
    told.expect(b"Undo move", alone=False)
    told.begin(parts=1)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_role("button", name="Forward", exact=True)).to_be_enabled()
    wait_idle(page)
    told.expect(b"Forward", alone=True)

    new_game(page)
    games = page.get_by_text(re.compile(r"[\d,]+ games trained"))
    before = games.inner_text()
    page.get_by_text("Learn from these games").click()
    wait_idle(page)
    play_out(page)
    expect(page.get_by_text("The game, move by move")).to_be_visible()
    expect(page.get_by_text("What the agent learned")).to_be_hidden()
    expect(games).to_have_text(before)
    page.get_by_text("The game, move by move").click()
    table = page.get_by_test_id("stDataFrame").first
    expect(table).to_be_visible()
    wait_idle(page)
    press_in_table(table, 150, 35 + 17)
    expect(page.get_by_role("heading", name="Inspect", exact=True)).to_be_visible()


@pytest.mark.thorough
def test_the_agent_moves_first_when_you_play_o_and_a_reset_asks_first_and_can_be_undone_in_place(
    page: Page, app_url: str
) -> None:
    open_play(page, app_url)
    page.get_by_role("radio", name="O", exact=True).click()
    expect(page.get_by_role("heading", name="Your turn: you are O")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile(", X$"))).to_have_count(1)
    wait_idle(page)

    open_more(page)
    page.get_by_text("Reset agent", exact=True).click()
    expect(page.get_by_text(re.compile(r"Your agent forgets 4,519\spositions"))).to_be_visible()
    places = [
        page.get_by_role("group", name="Board").first,
        page.get_by_text("Learn from these games"),
    ]
    before = [box_of(place) for place in places]
    page.get_by_role("button", name="Erase what it has learned").click()
    undo = page.get_by_role("button", name="Back to Default")
    expect(undo).to_be_visible()
    wait_idle(page)
    expect(page.locator(".st-key-agent_card")).to_contain_text(
        re.compile(r"Default[\s\S]*\b0\sgames")
    )
    becomes(page, lambda: [box_of(place) for place in places], before)
    undo.click()
    expect(undo).to_have_count(0)
    expect(page.locator(".st-key-agent_card")).to_contain_text("Default")


def test_keys_and_buttons_work_and_a_double_click_plays_once(page: Page, app_url: str) -> None:
    open_play(page, app_url, "Expert")
    expect_a_hint_to_be_heard(page)
    press_every_key(page)
    page.keyboard.press("n")
    expect(cell(page, 4)).to_be_visible()
    wait_idle(page)
    press_every_button(page)
    shows(page, "---------")
    cell(page, 4).dblclick()
    for mark in "XO":
        expect(page.get_by_role("button", name=re.compile(f", {mark}$"))).to_have_count(1)
    wait_idle(page)
    for mark in "XO":
        expect(page.get_by_role("button", name=re.compile(f", {mark}$"))).to_have_count(1)


def expect_a_hint_to_be_heard(page: Page) -> None:
    page.keyboard.press("h")
    said = page.get_by_role("status").filter(has_text="Hint")
    expect(said).to_have_text(
        re.compile(r"^Hint: [a-z ]+ (completes|blocks|makes|forces|keeps|holds) .+\.$")
    )
    name = re.split(" (?:completes|blocks|makes|forces|keeps|holds) ", said.inner_text())[0][6:]
    expect(
        page.get_by_role("button", name=f"{name}, empty", exact=True)
    ).to_have_accessible_description("hint")


def press_every_key(page: Page) -> None:
    page.keyboard.press("5")
    expect(cell(page, 4, "X")).to_be_visible()
    boards_have_answered(page)
    wait_idle(page)
    page.keyboard.press("u")
    expect(cell(page, 4)).to_be_visible()
    wait_idle(page)
    shows(page, "---------")
    cell(page, 0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(cell(page, 4, "X")).to_be_visible()
    boards_have_answered(page)
    wait_idle(page)


def press_every_button(page: Page) -> None:
    expect(page.get_by_role("button", name="Undo move")).to_be_disabled()
    click_and_wait(page, 4)
    page.get_by_role("button", name="Hint").click()
    wait_idle(page)
    page.get_by_role("button", name="Undo move").click()
    expect(cell(page, 4)).to_be_visible()
    wait_idle(page)
    page.get_by_role("radio", name="O", exact=True).click()
    expect(page.get_by_role("heading", name="Your turn: you are O")).to_be_visible()
    wait_idle(page)
    page.get_by_role("radio", name="X", exact=True).click()
    expect(page.get_by_role("heading", name="Your turn: you are X")).to_be_visible()
    wait_idle(page)


def descriptions(cells: Locator) -> list[str]:
    found: list[str] = cells.evaluate_all(
        "buttons => buttons.map(button => button.getAttribute('aria-description') ?? '')"
    )
    return found


def test_the_board_shows_why_it_moved(page: Page, app_url: str) -> None:
    open_play(page, app_url)
    page.get_by_text("Explore", exact=True).click()
    wait_idle(page)
    page.get_by_text("Why that move?").click()
    saw = page.get_by_role("group", name="What the agent saw before its move")
    expect(page.get_by_text("it has not moved yet")).to_be_visible()
    click_and_wait(page, 0)
    looking_back = "Looking back: as O, the agent chose the highest of these values."
    expect(page.get_by_text(looking_back)).to_be_visible()
    assert board_string(page).count("O") == 1
    free = saw.get_by_role("button", name=", empty")
    assert len(descriptions(free)) == 8
    assert all(re.match(r"value", description) for description in descriptions(free))
    chosen = saw.locator('[aria-description$="its choice"]')
    expect(chosen).to_have_accessible_description(
        re.compile(r"^value -?\d\.\d\d(, .+)?, its choice$")
    )
    expect(chosen.locator(".value")).to_be_visible()
    expect(chosen.locator(".die")).to_be_hidden()
    clickable = page.get_by_role("group", name="Board").get_by_role("button", name=", empty")
    assert set(descriptions(clickable)) == {""}


@pytest.mark.thorough
def test_true_values_are_shown_too_and_a_random_move_has_a_die(page: Page, app_url: str) -> None:
    open_play(page, app_url)
    page.get_by_text("Explore", exact=True).click()
    wait_idle(page)
    page.get_by_text("Why that move?").click()
    expect(page.get_by_text("it has not moved yet")).to_be_visible()
    click_and_wait(page, 0)
    saw = page.get_by_role("group", name="What the agent saw before its move")
    page.get_by_text("Show true values").click()
    chosen = saw.locator('[aria-description$="its choice"]')
    expect(chosen).to_have_accessible_description(
        re.compile(r"true value: (win|draw|loss), its choice$")
    )
    wait_idle(page)

    clickable = page.get_by_role("group", name="Board").get_by_role("button", name=", empty")
    assert all(text.startswith("true value: ") for text in descriptions(clickable))
    page.get_by_text("Show true values").click()
    wait_idle(page)
    page.get_by_text("Explore", exact=True).click()
    wait_idle(page)
    page.get_by_role("radio", name="Custom").click()
    expect(page.get_by_text("Random moves")).to_be_visible()
    expect(page.get_by_text("Other moves by", exact=True)).to_be_visible()
    wait_idle(page)
    page.get_by_role("slider", name="Random moves").press("End")
    wait_idle(page)
    new_game(page)
    click_and_wait(page, 0)
    caption = "Looking back: as O, the agent made a random move."
    expect(page.get_by_text(caption)).to_be_visible()
    random = saw.locator('[aria-description*="chosen at random"]')
    expect(random.locator(".die")).to_be_visible()


@pytest.mark.thorough
def test_chances_are_shown_and_levels_say_how_often_a_random_player_wins(
    page: Page, app_url: str
) -> None:
    open_play(page, app_url, "Expert")
    page.locator(".st-key-play_opponent").get_by_role("button", name="Help").hover()
    expect(page.get_by_text("A random player never beats it")).to_be_visible()
    page.mouse.move(0, 0)
    bar = page.get_by_role("img", name="If you play perfectly")
    expect(bar).to_have_accessible_name("If you play perfectly: win 0.0%, draw 100.0%, lose 0.0%")
    page.get_by_role("radio", name="Beginner").click()
    expect(page.get_by_text("Default, with 70% random moves.")).to_be_visible()
    wait_idle(page)  # a help button that is drawn again does not notice the mouse
    page.locator(".st-key-play_opponent").get_by_role("button", name="Help").hover()
    expect(page.get_by_text(re.compile(r"beats it in exactly .*% of games"))).to_be_visible()
    page.mouse.move(0, 0)
    expect(bar).to_have_accessible_name(re.compile(r"win 9\d\.\d%, draw \d\.\d%, lose 0\.0%"))
    page.get_by_role("radio", name="Adaptive").click()
    said = adapting(FIRST_SHARE, even_share(FIRST_SHARE, "X"))
    expect(page.get_by_text(said)).to_be_visible()
    click_and_wait(page, 0)
    expect(bar).to_be_visible()
    page.get_by_text("Show chances", exact=True).click()
    expect(bar).to_have_count(0)


@pytest.mark.thorough
def test_two_players_play_while_the_agent_watches(page: Page, app_url: str) -> None:
    open_play(page, app_url)
    page.get_by_role("radio", name="Two players").click()
    expect(page.get_by_role("heading", name="X to move")).to_be_visible()
    wait_idle(page)
    page.get_by_text("Show its values").click()
    for number, status in zip((0, 3, 1, 4), "OXOX", strict=True):
        cell(page, number).click()
        expect(page.get_by_role("heading", name=f"{status} to move")).to_be_visible()
        expect(page.get_by_text(f"The agent's values for {status}'s move")).to_be_visible()
        wait_idle(page)
    bar = page.get_by_role("img", name="If both play perfectly")
    expect(bar).to_have_accessible_name(re.compile(r"X wins 100\.0%"))
    cell(page, 2).click()
    expect(page.get_by_role("heading", name="X wins")).to_be_visible()
    expect(bar).to_have_count(0)
    expect(page.get_by_role("figure", name="and X has won")).to_be_visible()
    expect(page.get_by_text("What the agent learned")).to_be_visible()


@pytest.mark.thorough
def test_a_click_right_after_new_game_counts(page: Page, app_url: str) -> None:
    open_play(page, app_url, "Expert")
    for over, by in ((True, "button"), (False, "key")):
        if not over:
            new_game(page)
        if over:
            play_out(page)
            expect(page.get_by_role("heading", name="Your turn")).to_have_count(0)
            wait_idle(page)
        else:
            click_and_wait(page, 0)
        assert board_string(page)[8] == "-", (over, by)
        # At once, before the browser has asked the server: faster than any person clicks.
        page.get_by_role("group", name="Board").evaluate(
            """(board, by) => {
                 const buttons = [...document.querySelectorAll("button")];
                 if (by === "key") {
                   document.dispatchEvent(
                     new KeyboardEvent("keydown", { key: "n", bubbles: true })
                   );
                 } else {
                   buttons.find((button) => button.innerText.includes("New game")).click();
                 }
                 board.querySelectorAll("button")[8].click();
               }""",
            by,
        )
        expect(cell(page, 8, "X"), f"{by}, over: {over}").to_be_visible()
        boards_have_answered(page)
        wait_idle(page)
        board = board_string(page)
        assert (board.count("X"), board.count("O")) == (1, 1), (over, by)
        assert board[8] == "X", (over, by)
