"""A server on a fresh machine, where no loop is compiled yet."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.browser.server import Server
from tests.deploy.cluster import awaited
from tests.load.visitor import arrive

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
]


def compiling_process(server: Server) -> int:
    """Return the id of the process that compiles next to a server, as soon as there is one."""
    while server.process.poll() is None:
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                command = (folder / "cmdline").read_text()
                parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:  # it has ended meanwhile
                continue
            if parent == server.process.pid and "ttt_ui.loops" in command:
                return int(folder.name)
        time.sleep(0.01)
    raise RuntimeError(server.output)


@pytest.fixture
def cold_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, int]]:
    """A server with an empty cache, and the process that compiles, which has been held up."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    server = Server("app.py", tmp_path / "server.log")
    try:
        process = compiling_process(server)
        os.kill(process, signal.SIGSTOP)
        server.wait_until_up()
        yield server, process
    finally:
        with suppress(ProcessLookupError):  # it has ended
            os.kill(process, signal.SIGCONT)
        server.stop()
    assert server.complaints() == []


@awaited
async def test_the_pages_can_be_used_before_the_first_loop_is_compiled(
    cold_server: tuple[Server, int], tmp_path: Path
) -> None:
    server, process = cold_server
    async with arrive(server.url, 1) as visitor:
        await visitor.open("play", language="en")
        for _ in range(6):
            await visitor.play()
        for page in ("learn", "inspect"):
            await visitor.open(page)
        assert not list((tmp_path / "cache").rglob("*.nbc"))
        os.kill(process, signal.SIGCONT)
        await visitor.open("train")
        await visitor.train()
        assert list((tmp_path / "cache").rglob("*train_games*.nbc"))
