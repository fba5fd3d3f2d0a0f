"""Slow motion in a real Chromium: numbers run from old to new, one update at a time."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

import ttt_core as ttt
from tests.browser.conftest import PHONE
from tests.browser.looks import expect_no_overhang
from tests.browser.support import wait_idle
from ttt_ui.train.slow_motion import OneGame, play_on
from ttt_ui.wording import number

SETTINGS = ttt.TrainingConfig(games=2_000, seed=1)


def game() -> OneGame:
    return play_on(ttt.train(SETTINGS), SETTINGS, 0)


def open_slow_motion(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?rule=minimax-q&games=2000&seed=1")
    expect(page.get_by_role("heading", name="Train", level=1)).to_be_visible()
    wait_idle(page)
    page.get_by_role("tab", name="Slow motion").click()
    expect(page.get_by_text("Your agent does not change")).to_be_visible()


def lit(page: Page) -> Locator:
    return page.locator(".st-key-slow_motion_board .cell[data-lit]")


def written(value: float) -> str:
    return number(value).replace("-", "−")


def described(page: Page, old: float, new: float) -> None:
    expect(lit(page).first).to_have_accessible_description(f"from {number(old)} to {number(new)}")


@pytest.mark.thorough
def test_a_number_runs_unless_motion_is_reduced_and_another_game_is_shown(
    page: Page, app_url: str
) -> None:
    shown = game()
    open_slow_motion(page, app_url)
    expect(lit(page)).to_have_count(len(shown.updates[shown.first_shown].alike))
    watch_a_number_run_unless_motion_is_reduced(page, shown, "no-preference")
    watch_a_number_run_unless_motion_is_reduced(page, shown, "reduce")
    page.set_viewport_size(PHONE)
    wait_idle(page)
    expect_no_overhang(page.get_by_test_id("stMain"))
    expect(page.get_by_text(re.compile("^Game 2,001: "))).to_be_visible()
    page.get_by_role("button", name="Another game").click()
    expect(page.get_by_text(re.compile("^Game 2,001: "))).to_have_count(0)
    expect(page.get_by_text(re.compile("^Game 2,0[0-9]+: "))).to_be_visible()


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


def watch_a_number_run_unless_motion_is_reduced(
    page: Page, shown: OneGame, motion: Literal["no-preference", "reduce"]
) -> None:
    index, update = max(
        enumerate(shown.updates), key=lambda numbered: abs(numbered[1].new - numbered[1].old)
    )
    page.emulate_media(reduced_motion=motion)
    elsewhere = next(n for n in range(len(shown.updates)) if n not in (index, shown.first_shown))
    choices = page.get_by_role("radiogroup", name="Update").get_by_role("radio")
    choices.nth(elsewhere).click()
    described(page, shown.updates[elsewhere].old, shown.updates[elsewhere].new)
    expect(lit(page).first.locator(".value")).to_have_text(written(shown.updates[elsewhere].new))
    wait_idle(page)
    page.locator(".st-key-slow_motion_board .board").evaluate(WATCH)
    choices.nth(index).click()
    described(page, update.old, update.new)
    expect(lit(page).first.locator(".value")).to_have_text(written(update.new))
    page.wait_for_function("text => texts.at(-1) === text", arg=written(update.new))
    texts = page.evaluate("texts")
    *there, end = [float(text.replace("−", "-")) for text in (*texts[1:], number(update.new))]
    if motion == "reduce":
        assert there == [end], motion
    else:
        assert len(there) > 2
        ways = [abs(value - update.new) for value in there if value != end]
        assert ways == sorted(ways, reverse=True)
