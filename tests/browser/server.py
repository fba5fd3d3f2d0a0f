"""Starts Streamlit servers, and finds a Chromium."""

import http.client
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

ROOT = Path(__file__).parents[2]

HOST = "127.0.0.1"

SERVER_START_SECONDS = 300
"""Long, because the first start compiles."""

COMMANDS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)

USUAL_PLACES = (
    "/usr/bin/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)

# No requests by the browser itself, which a closed network refuses.
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The dashboard needs no other host. Requests to one fail, and the console reports them.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)

LOG_FORMAT = "%(asctime)s %(levelname)s %(message)s"

# Streamlit logs its deprecations as warnings, whose level `LOG_FORMAT` shows.
COMPLAINT = re.compile(r"Traceback|Warning|\b(WARNING|ERROR|CRITICAL)\b|deprecat", re.IGNORECASE)

NO_CHROMIUM = (
    "No Chromium found. Get one with `sudo apt install chromium` or "
    "`.venv/bin/playwright install chromium`, or set CHROMIUM_PATH to one."
)


def find_chromium(playwright: Playwright) -> str | None:
    """Return the path of Chromium: CHROMIUM_PATH, if it is set."""
    asked_for = os.environ.get("CHROMIUM_PATH")
    on_path = filter(None, (shutil.which(command) for command in COMMANDS))
    usual = [*on_path, *USUAL_PLACES, playwright.chromium.executable_path]
    candidates = [asked_for] if asked_for else usual
    return next((path for path in candidates if Path(path).is_file()), None)


class Server:
    """A Streamlit server that runs one script, on a free port or a given one."""

    UP = http.HTTPStatus.OK
    """How it answers a question after its health once it can be used."""

    def __init__(
        self,
        script: str,
        log: Path,
        port: int | None = None,
        address: str = HOST,
        folder: Path = ROOT,
    ) -> None:
        self.script = script
        self.log = log
        self.port = port or free_port()
        with log.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-u", *self.words(address)],
                cwd=folder,
                env=os.environ | {"STREAMLIT_LOGGER_MESSAGE_FORMAT": LOG_FORMAT},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def words(self, address: str) -> list[str]:
        """Return what Python is called with."""
        options = {
            "server.headless": "true",
            "server.address": address,
            "server.port": str(self.port),
        }
        given = [word for name, value in options.items() for word in (f"--{name}", value)]
        return ["-m", "streamlit", "run", self.script, *given]

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def pids(self) -> list[int]:
        return [self.process.pid]

    @property
    def output(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait_until_up(self) -> None:
        deadline = time.monotonic() + SERVER_START_SECONDS
        while self.process.poll() is None and time.monotonic() < deadline:
            if self._is_healthy():
                return
            time.sleep(0.05)
        ended = self.process.poll()
        state = "did not answer" if ended is None else f"ended with {ended}"
        raise RuntimeError(f"The server of {self.script} {state}:\n{self.output}")

    def _is_healthy(self) -> bool:
        return health(self.port) == self.UP

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def complaints(self) -> list[str]:
        """Return the server's whole output if there is a complaint in it: a traceback has more."""
        return [f"{self.script}:\n{self.output}"] if COMPLAINT.search(self.output) else []


class LabServer(Server):
    """The dashboard, started as the README does: by the command `ttt-lab`."""

    MODULE = "ttt_ui.command"

    def __init__(self, log: Path) -> None:
        super().__init__(self.MODULE, log)

    def words(self, address: str) -> list[str]:
        return ["-m", self.script, "--host", address, "--port", str(self.port), "--no-browser"]


def health(port: int) -> int | None:
    """Return the HTTP status of a server's health address; None if nobody answers."""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/_stcore/health")
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()


def free_port() -> int:
    """Return a free port, which no outgoing connection takes before the server does."""
    while True:
        port = 20_000 + secrets.randbelow(10_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind((HOST, port))
            return port


@contextmanager
def dashboard() -> Iterator[tuple[Browser, str]]:
    """Serve the dashboard; yield a browser and the dashboard's address."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server("app.py", Path(folder) / "server.log")
        try:
            server.wait_until_up()
            chromium = find_chromium(playwright)
            with playwright.chromium.launch(
                executable_path=chromium, args=CHROMIUM_FLAGS
            ) as browser:
                yield browser, server.url
        finally:
            server.stop()
