"""Servers that all processes of a test run share: a start takes longer than most tests."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path

from tests.browser.server import HOST, SERVER_START_SECONDS, Server, health

LONGEST_TEST_SECONDS = 300


class SharedServers:
    """One server for each script. The process that needs it first starts it, and stops it last.

    Parameters
    ----------
    folder
        The same for all processes of the run, which tell each other there what they use.
    name
        Of this process.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._started: dict[Path, Server] = {}
        self._addresses: dict[str, str] = {}

    def address(self, script: str) -> str:
        """Return the address of the server of a script, given by its path from the root."""
        if script not in self._addresses:
            self._addresses[script] = self._come_to(script)
        return self._addresses[script]

    def _come_to(self, script: str) -> str:
        place = self._folder / script.replace("/", "-")
        place.mkdir(exist_ok=True)
        with self._alone():
            told = place / "port"
            if told.exists():
                (place / self._name).touch()
                port = int(told.read_text())
            else:
                self._started[place] = server = Server(script, place / "log")
                told.write_text(f"{server.port}")
        if place in self._started:
            self._started[place].wait_until_up()
            return self._started[place].url
        deadline = time.monotonic() + SERVER_START_SECONDS
        while health(port) != HTTPStatus.OK:
            if time.monotonic() > deadline:
                raise RuntimeError(f"The server of {script} did not answer.")
            time.sleep(0.05)
        return f"http://{HOST}:{port}"

    def leave(self) -> list[str]:
        """Use them no longer; stop those of this process, and return what they complained of."""
        for used in self._folder.glob(f"*/{self._name}"):
            used.unlink()
        for place, server in self._started.items():
            with self._alone():
                (place / "port").unlink()  # from here on, nobody else comes
            # Until only the log is left; but a process that was killed cannot say that it leaves.
            deadline = time.monotonic() + LONGEST_TEST_SECONDS
            while len(list(place.iterdir())) > 1 and time.monotonic() < deadline:
                time.sleep(0.05)
            server.stop()
        return [line for server in self._started.values() for line in server.complaints()]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let one process at a time read and change who uses what."""
        lock = self._folder / "lock"
        while True:
            with suppress(FileExistsError):
                lock.mkdir()
                break
            time.sleep(0.01)
        try:
            yield
        finally:
            lock.rmdir()
