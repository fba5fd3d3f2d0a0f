"""The command `ttt-lab`, installed from a wheel into a new environment, in another folder."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
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
    """Return the folder of the commands of an environment that has nothing but the wheel.

    The packages that the wheel needs are links to those installed here: pip would take a minute.
    """
    pip = [sys.executable, "-m", "pip"]
    subprocess.run([*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("ttt_lab-*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    commands = folder / "venv" / "bin"
    into = ["--python", commands / "python", "install", "--quiet", "--no-compile", "--no-deps"]
    subprocess.run([*pip, *into, wheel], check=True)
    (packages,) = folder.glob("venv/lib/*/site-packages")
    (ours,) = distributions(name="ttt-lab", path=[str(packages)])
    for package in needed_by(ours, "dashboard"):
        for name in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            (packages / name).symlink_to(str(package.locate_file(name)))
    return commands


def needed_by(package: Distribution, extra: str) -> Iterable[Distribution]:
    """Return the packages that one needs with an extra, and all that these need, from here."""
    found: dict[str, Distribution] = {}
    searched = [(package, {"", extra})]
    while searched:
        package, extras = searched.pop()
        for needed in map(Requirement, package.requires or ()):
            is_needed = needed.marker is None or any(
                needed.marker.evaluate({"extra": chosen}) for chosen in extras
            )
            name = canonicalize_name(needed.name)
            if is_needed and name not in found:
                found[name] = distribution(name)
                searched.append((found[name], {"", *needed.extras}))
    return found.values()


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
