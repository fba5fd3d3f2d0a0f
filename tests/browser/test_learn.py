"""Learn in the browser: every chapter's own controls, its question and what the answer reveals."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.support import (
    boards_have_answered,
    box_of,
    choose_with_keys,
    go_to,
    on,
    wait_idle,
)
from tests.browser.test_languages import speak
from tests.languages import fr
from ttt_ui.train.experiments import EXPERIMENTS


def open_chapter(page: Page, app_url: str, name: str, title: str) -> None:
    """Open a chapter by its link."""
    page.goto(f"{app_url}/learn?chapter={name}")
    on(page, "Learn")
    expect(page.get_by_role("heading", name=title, exact=True, level=2)).to_be_visible()


def answer(page: Page, words: str) -> None:
    """Answer a chapter's question, and see the answers marked."""
    page.get_by_role("button", name=words, exact=True).click()
    expect(page.get_by_role("button", name=words, exact=True)).to_have_count(0)
    expect(page.get_by_text("your answer")).to_be_visible()
    wait_idle(page)


def test_the_next_chapter_begins_at_its_top(phone: Page, app_url: str) -> None:
    open_chapter(phone, app_url, "your-turn", "Your turn")
    main = phone.get_by_test_id("stMain")
    back = main.get_by_role("button").filter(has_text="arrow_back")
    back.scroll_into_view_if_needed()
    expect(back).to_be_in_viewport()
    back.click()
    heading = main.get_by_role("heading", level=2).first
    expect(heading).not_to_have_text("Your turn")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()


def test_your_turn_leads_to_an_experiment_and_to_teaching(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "your-turn", "Your turn")
    answer(page, "More than 1,000")
    expect(page.get_by_text(re.compile("^In our trial it knew [0-9,]+ of 4,520"))).to_be_visible()
    expect_good_looks(page)
    page.get_by_test_id("stMain").get_by_role("link", name="Train").click()
    on(page, "Train")
    expect(page.get_by_text(next(iter(EXPERIMENTS.values())).question)).to_be_visible()
    expect(page.locator(".st-key-agent_card")).to_contain_text("Default")
    page.go_back()
    on(page, "Learn")
    expect(page.get_by_text("your answer")).to_be_visible()
    page.get_by_role("button", name="Teach an agent from scratch").click()
    on(page, "Play")
    expect(page.get_by_text(re.compile("It knows the rules,? and nothing else"))).to_be_visible()


@pytest.mark.thorough
def test_it_nearly_always_wins_and_yet_is_always_beatable(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "any-good", "Is it any good?")
    main = page.get_by_test_id("stMain")
    main.get_by_role("button", name="Play 100 games").press("Enter")
    expect(main.get_by_text(re.compile(r"^It has won \d+ of 100 games, drawn"))).to_be_visible()
    main.get_by_role("button", name="Play 1,000 games").click()
    expect(
        main.get_by_text(re.compile(r"^It has won 1,09\d of 1,100 games, drawn \d+ and lost"))
    ).to_be_visible()
    expect(main.get_by_role("figure", name=re.compile("of 1,100 games"))).to_be_visible()

    wait_idle(page)
    answer(page, "In every game")
    expect(main.get_by_role("cell", name="100.0%")).to_be_visible()
    forward = main.get_by_role("button", name="Forward", exact=True)
    for number in range(1, 7):
        forward.press("Enter")
        expect(main.get_by_text(re.compile(f"^Move {number} of 6: "))).to_be_visible()
    expect(main.get_by_text(re.compile("O wins"))).to_be_visible()
    main.get_by_role("button", name="Back", exact=True).click()
    expect(main.get_by_text(re.compile("Failed to block"))).to_be_visible()
    expect_good_looks(page)


@pytest.mark.thorough
def test_a_visitor_finds_the_fork_and_sees_which_agents_do(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "exploring", "Explore or exploit")
    own = page.get_by_role("group", name="Board")
    own.get_by_role("button", name="row 1, column 1, empty").click()
    expect(page.get_by_text("That makes one threat, and O blocks it.").first).to_be_visible()
    own.get_by_role("button", name="row 1, column 3, empty").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The fork! Two threats").first).to_be_visible()
    expect(own.get_by_role("button", name="row 1, column 1, empty")).to_be_visible()

    answer(page, "ε = 0.4: sometimes a random move")
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text("16,167 of 16,167 moves tried")).to_be_visible()
    expect(main.get_by_text(re.compile("^It plays the fork"))).to_have_count(2)
    expect(main.get_by_text(re.compile("^It does not play the fork"))).to_have_count(1)
    shown = main.get_by_test_id("stMarkdownContainer")
    expect(shown.filter(has_text=re.compile("Unbeatable$"))).to_have_count(1)
    page.get_by_role("heading", name="Learn", exact=True).click()
    expect_good_looks(page)


@pytest.mark.thorough
def test_a_visitor_finds_the_seed_that_is_lucky(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "instead-of-a-table", "Instead of a table")
    main = page.get_by_test_id("stMain")
    units = main.get_by_role("slider", name="Hidden units")
    units.press("End")
    expect(main.get_by_role("cell", name="905", exact=True)).to_be_visible()
    answer(page, "Only the network")
    expect(main.get_by_text("0 of 10 networks are unbeatable")).to_be_visible()
    expect(main.get_by_text("Two boards that differ in 2 cells")).to_be_visible()
    expect(main.get_by_role("group", name="Board")).to_have_count(3)
    wait_idle(page)
    expect_good_looks(page)
    seed = main.get_by_role("slider", name="Seed")
    for _ in range(11):
        seed.press("ArrowRight")
    expect(main.get_by_text(re.compile("Unbeatable$")).first).to_be_visible()
    expect(main.get_by_text("Two boards that differ")).to_have_count(0)


@pytest.mark.thorough
def test_minimax_and_the_agent_share_a_board_and_the_ladder_grows(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "learned-or-known", "Learned or known")
    main = page.get_by_test_id("stMain")
    minimax, agent = (main.get_by_role("group", name="Board", exact=True).nth(n) for n in (0, 1))
    expect(main.get_by_text("X to move. Click a cell on either board.")).to_be_visible()
    corner = minimax.get_by_role("button", name="row 1, column 1, empty")
    expect(corner).to_have_accessible_description(re.compile("true value: draw"))
    agent.get_by_role("button", name="row 1, column 2, empty").press("Enter")
    expect(main.get_by_text("O to move. Click a cell on either board.")).to_be_visible()
    for one in (minimax, agent):
        expect(one.get_by_role("button", name="row 1, column 2, X")).to_be_visible()
    main.get_by_role("button", name="Where they differ").click()
    expect(main.get_by_text(re.compile("mistake: it turns a win into a draw"))).to_be_visible()

    wait_idle(page)
    answer(page, "About 500")
    main.get_by_role("button", name="Add all").click()
    expect(main.get_by_text(re.compile(r"^\+ fine tuning: 481 games\."))).to_be_visible()
    expect(main.get_by_role("figure", name=re.compile(r"\+ symmetry: 5,595 games"))).to_be_visible()
    expect_good_looks(page)


CELLS = ("row 1, column 1", "row 2, column 2", "row 3, column 3", "row 1, column 3")


def has_moved(page: Page, cell: str, side: str) -> None:
    expect(page.get_by_role("button", name=f"{cell}, {side}")).to_be_visible()
    turn = f"{'O' if side == 'X' else 'X'} to move."
    expect(page.get_by_text(turn).first).to_be_visible()
    boards_have_answered(page)


@pytest.mark.thorough
def test_a_visitor_plays_a_game_and_sees_what_four_agents_learn(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "looking-back", "Look back or look ahead")
    board = page.get_by_role("group", name="Board")
    for cell, side in zip(CELLS, "XOXO", strict=True):
        board.get_by_role("button", name=f"{cell}, empty").click()
        has_moved(page, cell, side)
    answer(page, "One step")
    expect(page.get_by_text("Finish your game")).to_be_visible()
    for key, cell, side in (("7", "row 3, column 1", "X"), ("4", "row 2, column 1", "O")):
        page.keyboard.press(key)
        has_moved(page, cell, side)
    board.get_by_role("button", name="row 3, column 2, empty").focus()
    page.keyboard.press("Enter")

    moved = page.get_by_text("Values changed, out of 7")
    expect(moved).to_contain_text("Monte Carlo 7, One step 2, Replay 5, Backward 5.")
    again = page.get_by_role("button", name="Learn from it again")
    for number, times in ((3, 2), (4, 3), (5, 4)):
        again.click()
        expect(page.get_by_text(f"Learned from it {times} times")).to_be_visible()
        expect(moved).to_contain_text(f"One step {number},")
    expect_good_looks(page)


@pytest.mark.thorough
def test_beads_come_and_go_with_each_game(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "matchboxes", "A machine made of matchboxes")
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text("12 beads", exact=True)).to_be_visible()

    page.get_by_role("button", name="Play 1", exact=True).press("Enter")
    expect(main.get_by_text(re.compile("^Game 1: it won."))).to_be_visible()
    expect(main.get_by_text("B: 4 → 7. Box: 15 beads", exact=True)).to_be_visible()
    expect(main.get_by_test_id("stMetric").filter(has_text="first box")).to_contain_text("15")
    drawn = main.get_by_role("button", name="row 1, column 2, empty").first
    expect(drawn).to_contain_text("B 7")
    expect(drawn).to_have_accessible_description(re.compile("drawn: 7 beads now, 4 before"))

    page.get_by_role("button", name="Play 1,000", exact=True).click()
    expect(main.get_by_text(re.compile("^Game 1,001: "))).to_be_visible()
    expect(main.get_by_role("figure", name=re.compile("after 1,001 games"))).to_be_visible()
    wait_idle(page)
    answer(page, "In more than 10% of games")
    expect(page.get_by_role("heading", name="What it never learns")).to_be_visible()
    expect_good_looks(page)

    page.get_by_text("Perfect player", exact=True).click()
    expect(main.get_by_text("12 beads", exact=True)).to_be_visible()


def keep_what_is_chosen_in_another_language(page: Page) -> None:
    speak(page, "Français")
    expect(page.get_by_role("radio", name=fr("Add"))).to_be_checked()
    page.get_by_role("button", name=fr("Start again")).click()
    wait_idle(page)
    page.get_by_role("button", name=fr("Next update")).click()
    expect(page.get_by_text("complète une ligne")).to_be_visible()
    wait_idle(page)
    speak(page, "English")


@pytest.mark.thorough
def test_the_sign_decides_the_move_and_both_agents_train(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "minus-sign", "Two players and a minus sign")
    expect(page.get_by_text("O would toss a coin")).to_be_visible()
    further = page.get_by_role("button", name="Next update")
    further.click()
    expect(page.get_by_text("X completes a line: reward")).to_be_visible()
    further.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("O would block")).to_be_visible()
    first = page.get_by_role("group", name="Board").first
    mistake = first.get_by_role("button", name="row 1, column 1, empty")
    expect(mistake).to_contain_text("−0.9")
    page.get_by_role("radio", name="Add").click()
    expect(page.get_by_text("O would let X complete its line.")).to_be_visible()
    expect(mistake).to_contain_text("0.9")
    wait_idle(page)
    keep_what_is_chosen_in_another_language(page)

    answer(page, "An opponent on either side")
    slider = page.get_by_role("slider", name="Games of self-play")
    slider.press("Home")
    expect(page.get_by_role("status").filter(has_text="Add, 0 games:")).to_be_attached()
    slider.press("End")
    shown = page.get_by_test_id("stMain").get_by_test_id("stMarkdownContainer")
    expect(shown.filter(has_text=re.compile("Unbeatable$"))).to_be_visible()
    expect(shown.filter(has_text="Beatable as X and O")).to_be_visible()
    told = page.get_by_role("status").filter(has_text="20,000 games: Beatable as X")
    expect(told).to_have_text("Add, 20,000 games: Beatable as X and O")
    page.get_by_role("heading", name="Learn", exact=True).click()
    expect_good_looks(page)


def cell(grid: Locator, row: int, column: int) -> Locator:
    return grid.get_by_role("button", name=re.compile(f"^row {row}, column {column}, "))


def press(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()


COUNT_MOTIONS = """
  () => {
    window.motions = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...what) {
      if (this.classList.contains("walker")) window.motions += 1;
      return animate.apply(this, what);
    };
  }
"""


@pytest.mark.thorough
def test_a_walker_finds_the_goal_and_then_a_moved_one(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "one-cell", "One cell at a time")
    grid = page.get_by_role("group", name="Grid world")
    expect(grid.get_by_role("button")).to_have_count(16)
    expect(cell(grid, 1, 1)).to_have_accessible_name(
        "row 1, column 1, start, the walker is here, no good move yet"
    )
    formula = page.locator(".katex-display")
    expect(formula).to_have_count(0)

    page.evaluate(COUNT_MOTIONS)
    page.emulate_media(reduced_motion="reduce")
    press(page, "1 step")
    expect(page.get_by_text("1 step.", exact=True)).to_be_visible()
    expect(formula).to_contain_text("0.5")
    expect(grid.locator(".cell[data-lit]")).to_have_count(1)
    page.emulate_media(reduced_motion="no-preference")
    press(page, "1 step")
    page.wait_for_function("window.motions === 1")  # and none for the step before
    press(page, "Walk")
    expect(page.get_by_text(re.compile("into (the goal|a pit): reward"))).to_be_visible()
    press(page, "Run")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    steps = page.get_by_text(re.compile(r"^[\d,]+ steps\.$"))
    before = steps.inner_text()
    expect(steps).not_to_have_text(before)
    press(page, "Pause")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()
    page.get_by_role("radio", name="At once").click()
    press(page, "Run")
    expect(page.get_by_text("It knows a shortest way, 6 steps long.")).to_be_visible()
    taken = int(steps.inner_text().removesuffix(" steps.").replace(",", ""))
    press(page, "Run")
    expect(page.get_by_text(f"{taken + 100_000:,} steps.", exact=True)).to_be_visible()
    expect(cell(grid, 3, 4)).to_have_accessible_name(re.compile("best: down 10.00$"))
    expect(cell(grid, 3, 4).locator('.value[data-move="down"]')).to_have_text("10")
    expect(cell(grid, 3, 4)).to_have_attribute("data-best", "down")
    expect(grid.locator(".cell[data-way]")).to_have_count(6)

    # By keyboard: from the goal, where the focus is, three cells up.
    cell(grid, 4, 4).focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(cell(grid, 1, 4)).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(grid, 1, 4)).to_have_accessible_name("row 1, column 4, goal")
    expect(cell(grid, 1, 4)).to_be_focused()
    expect(page.get_by_text("The walker keeps its values")).to_be_visible()
    expect(page.get_by_text("It does not know a way yet.")).to_be_visible()
    press(page, "Run")
    expect(page.get_by_text("It knows a shortest way, 3 steps long.")).to_be_visible()

    expect(page.get_by_role("group", name="Learned without")).to_have_count(0)
    answer(page, "Only the moves into the goal")
    without = page.get_by_role("group", name="Learned without looking ahead")
    expect(without.locator('.cell:not([data-best=""])')).to_have_count(2)
    page.get_by_role("radio", name="Wall", exact=True).click()
    cell(grid, 1, 3).click()
    expect(cell(grid, 1, 3)).to_have_accessible_name("row 1, column 3, wall")
    expect(without.locator('.cell:not([data-best=""])')).to_have_count(1)
    cell(grid, 2, 4).click()
    expect(page.get_by_text("There is no way to the goal.")).to_be_visible()

    page.get_by_role("radio", name="6", exact=True).click()
    expect(grid.get_by_role("button")).to_have_count(36)
    press(page, "Walk")
    expect(page.get_by_text(re.compile("into (the goal|a pit): reward"))).to_be_visible()
    wait_idle(page)
    expect_good_looks(page)

    page.set_viewport_size({"width": 390, "height": 844})
    lowest, highest = cell(grid, 6, 6), cell(grid, 1, 1)
    expect(highest.locator(".value").first).to_be_hidden()
    box, first = box_of(lowest), box_of(highest)
    assert first["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert box["width"] >= 48
    page.get_by_role("radio", name="Pit", exact=True).click()
    cell(grid, 6, 5).click()
    expect(cell(grid, 6, 5)).to_have_accessible_name("row 6, column 5, pit")


@pytest.mark.thorough
def test_scores_move_up_the_tree_and_alpha_beta_skips_moves(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "how-a-tree-thinks", "How a tree thinks")
    main = page.get_by_test_id("stMain")
    main.get_by_role("button", name="Next score").press("Enter")
    expect(main.get_by_text("X has won after 3 moves: 10 − 3 = 7.")).to_be_visible()
    slider = main.get_by_role("slider", name="Scores found")
    slider.press("End")
    expect(main.get_by_text("MAX (X) takes the highest of 7, −8 and −8: 7.")).to_be_visible()
    expect(main.get_by_role("button", name="Next score")).to_be_disabled()

    choose_with_keys(page, "Position", "Four free cells")
    main.get_by_test_id("stCheckbox").get_by_text("Alpha-beta").click()
    wait_idle(page)
    slider.press("End")
    expect(main.get_by_text("MAX (O) takes the highest of 0, ≤−8, ≤−8 and ≤−8: 0.")).to_be_visible()
    for label, visited in (("Minimax", "49"), ("Alpha-beta", "17"), ("Table", "31")):
        metric = main.get_by_test_id("stMetric").filter(has_text=label)
        expect(metric.get_by_test_id("stMetricValue")).to_have_text(visited)
    picture = main.get_by_role("figure", name=re.compile("^Search tree of --O"))
    expect(picture).to_have_accessible_name(re.compile("row 1, column 1: 0"))
    expect(picture.locator("image")).to_have_count(49)
    answer(page, "6")
    expect(main.get_by_role("cell", name="87.5%").first).to_be_visible()
    expect_good_looks(page)

    page.goto(f"{app_url}/inspect?board=XO-|-X-|---")
    go_to(page, "Learn")
    choose_with_keys(page, "Position", "The board on Inspect")
    expect(
        main.get_by_role("figure", name=re.compile(r"^Search tree of XO-\\|-X-"))
    ).to_be_visible()


@pytest.mark.thorough
def test_the_openings_change_rank_with_the_opponent(phone: Page, app_url: str) -> None:
    open_chapter(phone, app_url, "which-opening", "Which opening is best?")
    main = phone.get_by_test_id("stMain")
    corner, centre = (
        main.get_by_role("group", name="Board", exact=True).get_by_role("button").nth(cell)
        for cell in (0, 4)
    )
    expect(corner).to_have_accessible_description(re.compile("X wins 99.5%"))
    expect(main.get_by_text("Best against this opponent: a corner.", exact=True)).to_be_visible()
    for opponent, best, win_rate in (
        ("Intermediate", "the centre", "23.5%"),
        ("Wins or blocks", "a corner", "83.3%"),
    ):
        choose_with_keys(phone, "Opponent", opponent)
        expect(centre).to_have_accessible_description(re.compile(f"X wins {win_rate}"))
        expect(main.get_by_text(f"Best against this opponent: {best}.", exact=True)).to_be_visible()
    choose_with_keys(phone, "Opponent", "Your agent")
    expect(
        main.get_by_text("Against this opponent, every opening is equally good.", exact=True)
    ).to_be_visible()
    wait_idle(phone)

    answer(phone, "A corner")
    expect(main.get_by_role("cell", name="25.8%")).to_be_visible()
    expect(main.get_by_role("cell", name="255,168")).to_be_visible()
    expect(main.get_by_text(re.compile("435 different games"))).to_be_visible()
    expect_good_looks(phone)
