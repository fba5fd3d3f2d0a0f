"""Each worksheet is one printed page, with its answers on another."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from docs.programs.worksheets import FOLDER, print_all


@pytest.mark.thorough
def test_a_worksheet_and_its_answers_are_two_pages(browser: Browser, tmp_path: Path) -> None:
    written = print_all(browser, tmp_path)
    assert {file.name for file in written} == {file.name for file in FOLDER.iterdir()}
    for file in written:
        assert len(re.findall(rb"/Type\s*/Page\b", file.read_bytes())) == 2
