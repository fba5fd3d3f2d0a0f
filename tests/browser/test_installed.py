"""The command `ttt-lab`, installed from a wheel into a new environment, in another folder."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import ROOT, SERVER_START_SECONDS, free_port
from tests.browser.support import on

pytestmark = pytest.mark.thorough


def test_the_command_of_the_wheel_works_in_any_folder(tmp_path: Path, lone_page: Page) -> None:
    """One test, because the environment takes as long as all that is tried in it."""
    commands, folder = installed(tmp_path / "installed"), tmp_path / "elsewhere"
    folder.mkdir()
    words = ["sweep", "--over", "alpha=0.1,0.2", "--seeds", "1", "--games", "100"]
    subprocess.run([commands / "ttt-lab", *words], cwd=folder, check=True)
    assert "unbeatable_from" in (folder / "sweep.csv").read_text()
    it_starts_the_dashboard_and_ctrl_c_ends_it(commands, folder, lone_page)


def installed(folder: Path) -> Path:
    """Return the folder of the commands of an environment that has nothing but the wheel."""
    pip = [sys.executable, "-m", "pip"]
    subprocess.run([*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("ttt_lab-*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    commands = folder / "venv" / "bin"
    pinned = ["--constraint", ROOT / "requirements.txt", f"{wheel}[dashboard]"]
    into = ["--python", commands / "python", "install", "--quiet", "--no-compile"]
    subprocess.run([*pip, *into, *pinned], check=True)
    return commands


def it_starts_the_dashboard_and_ctrl_c_ends_it(
    commands: Path, folder: Path, lone_page: Page
) -> None:
    other_app = folder / ".streamlit" / "config.toml"
    other_app.parent.mkdir()
    other_app.write_text('server.baseUrlPath = "elsewhere"\ntheme.base = "dark"\n')
    port, opened, log = free_port(), folder / "opened", folder / "log"
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\nprintf "$1" > {opened}.new; mv {opened}.new {opened}\n')
    browser.chmod(0o700)
    with log.open("w") as output:
        running = subprocess.Popen(
            [commands / "ttt-lab", "--port", str(port)],
            cwd=folder,
            env=os.environ | {"BROWSER": f"{browser} %s"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        deadline = time.monotonic() + SERVER_START_SECONDS
        while not opened.exists() and running.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)
        url = f"http://localhost:{port}"
        assert opened.exists(), log.read_text()
        assert opened.read_text() == url
        lone_page.goto(f"{url}/train?games=20000&seed=8&lang=fr")
        on(lone_page, "Entraîner")
        expect(lone_page.locator(".js-plotly-plot .scatterlayer").first).to_be_visible()
        expect(lone_page.get_by_test_id("stApp")).to_have_css(
            "background-color", "rgb(255, 255, 255)"
        )
        lone_page.goto("about:blank")
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 0
    finally:
        running.kill()
    first, *_, last = log.read_text().splitlines()
    assert first.startswith("Starting the dashboard.")
    assert last == "The dashboard has stopped."
    assert not re.search("Traceback|WARNING|ERROR", log.read_text())
