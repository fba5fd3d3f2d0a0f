"""An agent of another program is judged in Chromium: from the first page to the losing move."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

import ttt_core as ttt
from tests.browser.support import wait_idle
from tests.core.files.notations import Written, entries_of, nine_values

WEAK = ttt.train(ttt.TrainingConfig(games=1_000, seed=1, rule="q-learning", symmetry=False))


def test_from_the_first_page_to_the_game_that_beats_it(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    table = nine_values(entries_of(WEAK, "X"), Written("012", "plain"))
    file = tmp_path / "homework.json"
    file.write_text(json.dumps(table), encoding="utf-8")
    page.goto(app_url)
    page.get_by_role("button", name="Judge an agent you trained").click()
    page.get_by_test_id("stFileUploaderDropzoneInput").last.set_input_files(file)
    expect(page.get_by_role("heading", name="As X")).to_be_visible()
    wait_idle(page)
    page.get_by_role("button", name="Play it").click()
    expect(page.get_by_role("heading", name="Your turn: you are X", level=1)).to_be_visible()
