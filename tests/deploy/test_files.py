"""What the files in deploy/ say is true of what they speak of."""

import base64
import configparser
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import streamlit

from tests.browser.server import HOST, ROOT, LabServer
from tests.deploy.cluster import StartingServer

pytestmark = pytest.mark.slow

DEPLOY = ROOT / "deploy"
NGINX = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
SERVER = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["server"]


def test_the_policy_allows_the_scripts_of_streamlits_page() -> None:
    """Where this fails, Streamlit is another one: put what it now has into deploy/nginx.conf."""
    page = Path(streamlit.__file__).with_name("static") / "index.html"
    scripts = re.findall(r"<script>(.*?)</script>", page.read_text(encoding="utf-8"), re.DOTALL)
    assert scripts
    hashes = [hashlib.sha256(script.encode()).digest() for script in scripts]
    allowed = re.findall(r"'sha256-([^']+)'", NGINX)
    assert allowed == [base64.b64encode(one).decode() for one in hashes]


def test_nginx_takes_what_streamlit_takes() -> None:
    (megabytes,) = re.findall(r"client_max_body_size (\d+)m;", NGINX)
    assert int(megabytes) == SERVER["maxUploadSize"] + 1


def test_the_readme_installs_and_starts_the_command_that_the_load_test_starts() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    install = r"\S+pip install --no-compile -r requirements.txt \."
    assert re.search(rf"&& {install} && \S+/ttt-lab$", readme, re.M)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"]["ttt-lab"] == f"{LabServer.MODULE}:main"


def unit(name: str) -> configparser.ConfigParser:
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string(re.sub(r"^#.*\n", "", (DEPLOY / name).read_text(encoding="utf-8"), flags=re.M))
    return read


def test_every_command_starts_the_app_with_options_that_there_are_and_watches_no_files() -> None:
    in_unit = shlex.split(unit("ttt@.service")["Service"]["ExecStart"].replace("%i", "8501"))
    (command,) = re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    given = []
    for words in (in_unit[1:], re.findall(r'"([^"]*)"', command)[1:]):
        assert words[:2] == ["run", "app.py"]
        options = " ".join(words[2:]).replace("=", " ").split()
        given.append(dict(zip(options[::2], options[1::2], strict=True)))
    assert given[0] == given[1] | {"--server.address": HOST}
    shown = subprocess.run(
        [sys.executable, "-m", "streamlit", "config", "show", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert re.search(r"^(# )?port = 8501$", shown, re.MULTILINE)
    assert re.search(r'^fileWatcherType = "none"$', shown, re.MULTILINE)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="There is no systemd here.")
def test_systemd_reads_its_files(tmp_path: Path) -> None:
    """It does not look for the programs, which are on the server."""
    for file in ("ttt@.service", "ttt-health@.service", "ttt-health@.timer"):
        text = (DEPLOY / file).read_text(encoding="utf-8")
        text = re.sub(r"/opt/ttt/current\S*/streamlit|/usr/bin/\w+", "/bin/true", text)
        (tmp_path / file.replace("@", "@8501")).write_text(text, encoding="utf-8")
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in checked.stderr.splitlines() if "@8501" in line]
    assert complaints == []


def answered(commands: str, port: int) -> bool:
    """Return whether the `curl` of a unit's command is content."""
    (words,) = re.findall(r"curl [^|']*/_stcore/health", commands.replace("%i", str(port)))
    quick = re.sub(r"--retry \d+ --retry-delay \d+", "--retry 1 --retry-delay 1", words)
    return subprocess.run(shlex.split(quick), check=False).returncode == 0


@pytest.mark.skipif(shutil.which("curl") is None, reason="There is no curl here.")
@pytest.mark.thorough
def test_units_tell_a_process_that_is_ready_from_one_that_is_not(
    app_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", f"http://{HOST}:9")
    commands = (
        unit("ttt@.service")["Service"]["ExecStartPost"],
        unit("ttt-health@.service")["Service"]["ExecStart"],
    )
    ready, starting = urlsplit(app_url).port, StartingServer("app.py", tmp_path / "server.log")
    try:
        starting.wait_until_up()
        for command in commands:
            assert answered(command, ready or 0)
            assert not answered(command, starting.port)
    finally:
        starting.stop()
    assert not any(answered(command, starting.port) for command in commands)


START = """
import asyncio, gc, sys
sys.path.insert(0, "")
import app

async def start():
    loops = "numba.np.arrayobj"  # comes with the first loop that runs
    before = loops in sys.modules
    async with app.app.lifespan()(None):
        while not app.start.is_done:
            await asyncio.sleep(0.05)
        print(before, loops in sys.modules, gc.get_freeze_count() > 100_000)
        print("pandas" in sys.modules)  # it would hold up the first page

asyncio.run(start())
"""
"""Starts the app without a server, and prints what was done before the first visitor arrives."""


@pytest.mark.thorough
def test_the_container_has_all_that_the_app_needs_to_run_its_page_before_anybody_comes(
    tmp_path: Path,
) -> None:
    compiled_with, compiles, rest = DOCKERFILE.partition("RUN PYTHONPATH=. python ")
    assert compiles
    for copied in re.findall(r"^COPY (\S+) ", compiled_with, re.MULTILINE):
        (tmp_path / Path(copied).name).symlink_to(ROOT / copied)
    assert (tmp_path / Path(rest.partition("\n")[0]).name).exists()
    program = "import sys; sys.path.insert(0, ''); import loops"  # without compiling
    env = {"TTT_WITHOUT_FIX": os.environ.get("TTT_WITHOUT_FIX", "")}
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=env, check=True)
    for copied in re.findall(r"^COPY (\S+) ", rest, re.MULTILINE):
        (tmp_path / copied).symlink_to(ROOT / copied)
    started = subprocess.run(
        [sys.executable, "-c", START], cwd=tmp_path, env=env, capture_output=True, check=True
    )
    assert started.stdout.split() == [b"False", b"True", b"True", b"False"]
