"""What the files in deploy/ say is true of what they speak of."""

import base64
import configparser
import hashlib
import re
import shlex
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import streamlit

from tests.browser.server import HOST, ROOT, LabServer, Server

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
    assert re.search(r"&& \S+pip install -r requirements.txt \. && \S+/ttt-lab$", readme, re.M)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"]["ttt-lab"] == f"{LabServer.MODULE}:main"


def test_every_command_starts_the_app_with_options_that_there_are_and_watches_no_files() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read(DEPLOY / "ttt@.service", encoding="utf-8")
    in_unit = shlex.split(unit["Service"]["ExecStart"].replace("%i", "8501"))
    (command,) = re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    for words in (in_unit[1:], re.findall(r'"([^"]*)"', command)[1:]):
        assert words[:2] == ["run", "app.py"]
        options = " ".join(words[2:]).replace("=", " ")
        shown = subprocess.run(
            [sys.executable, "-m", "streamlit", "config", "show", *options.split()],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert re.search(r"^(# )?port = 8501$", shown, re.MULTILINE)
        assert re.search(r'^fileWatcherType = "none"$', shown, re.MULTILINE)


def test_the_container_has_all_that_the_app_needs(tmp_path: Path) -> None:
    copied = re.findall(r"^COPY (\S+) \S+$", DOCKERFILE, re.MULTILINE)
    for name in copied:
        (tmp_path / name).symlink_to(ROOT / name)
    program = "import sys; sys.path.insert(0, ''); import app; app.app"
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env={}, check=True)
    assert "requirements.txt" in copied


@pytest.mark.thorough
def test_a_start_asks_no_other_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy in the environment gets to know of every such request."""
    with socket.create_server((HOST, 0)) as proxy:
        for name in ("http_proxy", "https_proxy"):
            monkeypatch.setenv(name, f"http://{HOST}:{proxy.getsockname()[1]}")
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        server = Server("app.py", tmp_path / "server.log", address="0.0.0.0")
        try:
            server.wait_until_up()
        finally:
            server.stop()
        assert "You can now view" in server.output
        proxy.setblocking(False)
        with pytest.raises(BlockingIOError):
            proxy.accept()
