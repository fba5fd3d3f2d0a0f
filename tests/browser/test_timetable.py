"""A pupil follows the timetable of docs/classroom.md in a browser that blocks cookies and storage.

A school's may do so; their agent is still there at the end.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

import ttt_core as ttt
from tests.browser.board import click_and_wait, play_the_plan
from tests.browser.conftest import DESKTOP
from tests.browser.server import CHROMIUM_FLAGS
from tests.browser.support import (
    TIMEOUT_MS,
    agent_card,
    another,
    open_file_menu,
    wait_idle,
)
from tests.browser.test_teach import PLANS
from tests.docs.test_french import LESSON_LINK, text_of
from ttt_ui.learn.state import CHAPTERS
from ttt_ui.train.experiments import EXPERIMENTS

LESSON_ONE = text_of("docs/classroom.md").partition("## Lesson two")[0]
LINKS = [link for link in LESSON_LINK.findall(LESSON_ONE) if "?" in link]


@pytest.fixture
def forgetful(playwright: Playwright, chromium: str, tmp_path: Path) -> Iterator[BrowserContext]:
    """Return a browser whose settings block all cookies and storage."""
    profile = {"default_content_setting_values": {"cookies": 2}}
    settings = tmp_path / "Default" / "Preferences"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"profile": profile}), encoding="utf-8")
    context = playwright.chromium.launch_persistent_context(
        tmp_path, executable_path=chromium, args=CHROMIUM_FLAGS, viewport=DESKTOP
    )
    context.set_default_timeout(TIMEOUT_MS)
    yield context
    context.close()


def teach_owl(page: Page, url: str) -> str:
    """Teach an agent in a game and by practice; return what its card says."""
    page.goto(url)
    page.get_by_role("button", name="Teach an agent from scratch").click()
    wait_idle(page)
    click_and_wait(page, 4)
    field = page.get_by_role("textbox", name="Your pupil's name")
    field.fill("Owl")
    field.press("Enter")
    expect(agent_card(page)).to_contain_text("Owl")
    play_the_plan(page, PLANS[0])
    page.get_by_role("button", name="100", exact=True).click()
    expect(agent_card(page)).not_to_contain_text("1 game trained")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    wait_idle(page)
    return agent_card(page).inner_text()


def follow(page: Page, link: str) -> None:
    """Open a link of the timetable, and guess."""
    page.goto(link)
    name = link.partition("only=")[2]
    answers = EXPERIMENTS[name].answers if name in EXPERIMENTS else CHAPTERS[name].ANSWERS
    page.get_by_role("button", name=answers[-1], exact=True).click()
    guessed = page.get_by_role("button", name=answers[-1], exact=True, disabled=False)
    expect(guessed).to_have_count(0)
    wait_idle(page)


@pytest.mark.thorough
def test_the_agent_is_there_at_the_end_where_nothing_can_be_saved(
    forgetful: BrowserContext, app_url: str
) -> None:
    page = another(forgetful)
    page.goto(app_url)
    told = page.get_by_text("This browser does not allow storage")
    expect(told).to_be_visible()
    owl = teach_owl(page, app_url)
    expect(page).to_have_url(re.compile(r"taught=.*p100-"))
    for link in (LINKS[0], LINKS[2]):  # a chapter and an experiment
        tab = another(forgetful)
        follow(tab, f"{app_url}{link}")
        expect(tab.get_by_text("This browser does not allow storage")).to_be_visible()
        tab.close()
    page.reload()
    expect(agent_card(page)).to_have_text(owl, use_inner_text=True)
    page.goto(page.url.replace("/play?", "/inspect?"))
    expect(agent_card(page)).to_have_text(owl, use_inner_text=True)

    # An upload works, and the agent that it replaces can be had again.
    open_file_menu(page)
    file = ttt.dump_agent(ttt.train(ttt.TrainingConfig(games=300)))
    page.get_by_test_id("stPopoverBody").locator("input[type=file]").set_input_files(
        {"name": "mine.json", "mimeType": "application/json", "buffer": file.encode()}
    )
    expect(page.get_by_text("mine is now your agent. The previous one")).to_be_visible()
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="Back to Owl").click()
    page.keyboard.press("Escape")
    expect(agent_card(page)).to_have_text(owl, use_inner_text=True)
