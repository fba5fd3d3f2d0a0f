"""The server's memory stays flat, however long a visitor plays.

`python -m tests.load.test_memory` runs the dashboard in its own process, where it can ask Python
how many pieces of memory are in use: it prints so after each of four batches of equally many
clicks.
"""

import asyncio
import gc
import subprocess
import sys
from http import HTTPStatus
from itertools import pairwise
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
import uvicorn

from tests.browser.server import HOST, ROOT, free_port
from tests.load.visitor import arrive

BATCHES = 4
CLICKS = 50


def status(url: str) -> int:
    try:
        with urlopen(url) as response:
            return int(response.status)
    except HTTPError as error:
        return error.code


async def count() -> None:
    port = free_port()
    config = uvicorn.Config(
        "app:app", host=HOST, port=port, access_log=False, timeout_graceful_shutdown=10
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    answer = 0
    while answer != HTTPStatus.OK:  # until then it says that it is starting
        await asyncio.sleep(0.05)
        if server.started:
            answer = await asyncio.to_thread(status, f"http://{HOST}:{port}/_stcore/health")
    async with arrive(f"http://{HOST}:{port}", number=1) as visitor:
        await visitor.open("play")
        for _ in range(BATCHES):
            for _ in range(CLICKS):
                await visitor.play()
            await visitor.open("play")  # to its end: no run is under way while they are counted
            gc.collect()
            print(sys.getallocatedblocks())
    server.should_exit = True
    await serving


@pytest.mark.thorough
def test_clicks_leave_nothing_behind() -> None:
    command = [sys.executable, "-m", "tests.load.test_memory"]
    counting = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True)
    counts = [int(line) for line in counting.stdout.split()]
    assert len(counts) == BATCHES
    # In one batch, sooner or later, the server loads what the first page does without.
    # A click may leave a few: its game's slider has a new key, and the agent may learn something.
    # One run of the script takes thousands.
    assert min(after - before for before, after in pairwise(counts)) < 40 * CLICKS


if __name__ == "__main__":
    asyncio.run(count())
