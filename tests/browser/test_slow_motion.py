"""Slow motion in a real Chromium: numbers run from old to new, one update at a time."""

from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

import ttt_core as ttt
from tests.browser.support import on, wait_idle
from ttt_core.learning.worked_example import WorkedUpdate
from ttt_ui.train.slow_motion import play_on
from ttt_ui.wording import number

SETTINGS = ttt.TrainingConfig(games=2_000, seed=1)


@pytest.mark.thorough
def test_a_number_runs_unless_motion_is_reduced(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?rule=minimax-q&games=2000&seed=1")
    on(page, "Train")
    page.get_by_role("tab", name="Slow motion").click()
    expect(page.get_by_text("Your agent does not change")).to_be_visible()
    game = play_on(ttt.train(SETTINGS), SETTINGS, 0)
    expect(lit(page)).to_have_count(len(game.updates[game.first_shown].alike))

    sizes = [abs(update.new - update.old) for update in game.updates]
    largest = sizes.index(max(sizes))
    elsewhere = next(n for n in range(len(sizes)) if n not in (largest, game.first_shown))
    end = game.updates[largest].new
    motions: tuple[Literal["no-preference", "reduce"], ...] = ("no-preference", "reduce")
    for motion in motions:
        page.emulate_media(reduced_motion=motion)
        choose(page, elsewhere, game.updates[elsewhere])
        wait_idle(page)
        page.locator(".st-key-slow_motion_board .board").evaluate(WATCH)
        choose(page, largest, game.updates[largest])
        page.wait_for_function("text => texts.at(-1) === text", arg=written(end))
        texts = page.evaluate("texts.slice(1)")
        if motion == "reduce":
            assert texts == [written(end)]
        else:
            assert len(texts) > 2
            ways = [abs(float(text.replace("−", "-")) - end) for text in texts[:-1]]
            assert ways == sorted(ways, reverse=True)


# Collects every text of the number in the lit cell. A frame takes 50 ms, however busy the machine.
WATCH = """
  (board) => {
    let time = performance.now();
    performance.now = () => time;
    const draw = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => draw(() => act(time));
    window.texts = [];
    const look = () => {
      time += 50;
      const text = board.querySelector(".cell[data-lit] .value")?.textContent;
      if (text && texts.at(-1) !== text) texts.push(text);
      requestAnimationFrame(look);
    };
    look();
  }
"""


def lit(page: Page) -> Locator:
    return page.locator(".st-key-slow_motion_board .cell[data-lit]")


def written(value: float) -> str:
    return number(value).replace("-", "−")


def choose(page: Page, index: int, update: WorkedUpdate) -> None:
    """Choose an update, and wait until its number has run to its end."""
    page.get_by_role("radiogroup", name="Update").get_by_role("radio").nth(index).click()
    said = f"from {number(update.old)} to {number(update.new)}"
    expect(lit(page).first).to_have_accessible_description(said)
    expect(lit(page).first.locator(".value")).to_have_text(written(update.new))
