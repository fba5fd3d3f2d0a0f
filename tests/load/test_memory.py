"""The server's memory stays flat, however long a visitor plays."""

import subprocess
import sys

import pytest

from tests.browser.server import ROOT
from tests.load.blocks import BATCHES, CLICKS


@pytest.mark.thorough
def test_clicks_leave_nothing_behind() -> None:
    command = [sys.executable, "-m", "tests.load.blocks"]
    counting = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True)
    counts = [int(line) for line in counting.stdout.split()]
    assert len(counts) == BATCHES
    # A click may leave a few: its game's slider has a new key, and the agent may learn something.
    # One run of the script takes thousands.
    assert counts[-1] - counts[0] < 40 * (BATCHES - 1) * CLICKS
