"""The log has figures once in a while."""

import asyncio
import logging
import re

import pytest

from ttt_ui.frame import log


def test_figures_are_written_again_and_again(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        task = asyncio.create_task(log.write_figures(0.0))
        while len(caplog.records) < 2:
            await asyncio.sleep(0)
        task.cancel()

    with caplog.at_level(logging.INFO, logger="ttt_ui.frame.log"):
        asyncio.run(run())
    for record in caplog.records:
        assert re.fullmatch(r"0 visitors, 0 jobs in workers, \d+ MB", record.getMessage())
