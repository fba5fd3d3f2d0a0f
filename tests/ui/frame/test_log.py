"""The log has figures once in a while."""

import asyncio
import logging
import re

from ttt_ui.frame import log


def test_figures_are_written_again_and_again(logged: list[logging.LogRecord]) -> None:
    async def run() -> None:
        task = asyncio.create_task(log.write_figures(0.0))
        while len(logged) < 2:
            await asyncio.sleep(0)
        task.cancel()

    logging.getLogger("ttt_ui.frame.log").setLevel(logging.INFO)
    asyncio.run(run())
    for record in logged:
        assert re.fullmatch(r"0 visitors, 0 jobs, \d+ MB", record.getMessage())
