"""Several processes of the dashboard behind nginx, with the configuration in deploy/."""

import asyncio
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from tests.browser.server import HOST, ROOT, Server, free_port

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
NO_NGINX = "No nginx found. Get one with `sudo apt install nginx`."
CONFIGURATION = ROOT / "deploy" / "nginx.conf"
# One process: one that has others under it may wait for them for ever when it is told to end.
_AROUND = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{}}
http {{
    access_log off;
    default_type application/octet-stream;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    include {folder}/ttt.conf;
}}
"""


def awaited(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an asynchronous test to its end."""
    return wraps(test)(lambda *fixtures, **named: asyncio.run(test(*fixtures, **named)))


class StartingServer(Server):
    """A process of the dashboard that never gets ready."""

    UP = HTTPStatus.SERVICE_UNAVAILABLE

    def __init__(self, script: str, log: Path, port: int | None = None) -> None:
        super().__init__("tests/deploy/starting_app.py", log, port)


class Cluster:
    """Two processes, of which the first has the cookie ``ttt_process=1``, behind nginx."""

    def __init__(self, folder: Path, kinds: Sequence[type[Server]] = (Server, Server)) -> None:
        assert NGINX is not None
        self._folder = folder
        self.port = free_port()
        self.servers = [
            kind("app.py", folder / f"{number}.log") for number, kind in enumerate(kinds, 1)
        ]
        changes = {
            r"listen 80 default_server;": f"listen {HOST}:{self.port};",
            r"listen \[::\]:80 default_server;": "",
            r"/var/cache/ttt": f"{folder}/cache",
            r"8501": str(self.servers[0].port),
            r"8502": str(self.servers[1].port),
        }
        site = CONFIGURATION.read_text(encoding="utf-8")
        for pattern, ours in changes.items():
            site, found = re.subn(pattern, ours, site)
            assert found, pattern
        (folder / "ttt.conf").write_text(site, encoding="utf-8")
        (folder / "nginx.conf").write_text(_AROUND.format(folder=folder), encoding="utf-8")
        self._log = folder / "nginx.log"
        command = [NGINX, "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]
        with self._log.open("w") as output:
            self._nginx = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=output)

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def pids(self) -> list[int]:
        return [pid for server in self.servers for pid in server.pids]

    def wait_until_up(self) -> None:
        for server in self.servers:
            server.wait_until_up()
        while not (self._folder / "nginx.pid").exists():
            if self._nginx.poll() is not None:
                raise RuntimeError(f"nginx has ended:\n{self.log}")
            time.sleep(0.05)

    def restart(self, place: int, kind: type[Server] = Server) -> None:
        """Replace a process, which may have ended."""
        former = self.servers[place]
        former.stop()
        server = kind("app.py", former.log.with_suffix(".again"), former.port)
        self.servers[place] = server
        server.wait_until_up()

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        for server in self.servers:
            server.stop()
        self._nginx.kill()
        self._nginx.wait()

    def complaints(self) -> list[str]:
        return [line for server in self.servers for line in server.complaints()]


@contextmanager
def running_cluster(
    folder: Path, kinds: Sequence[type[Server]] = (Server, Server)
) -> Iterator[Cluster]:
    """Run a cluster for tests: skip them, or on CI fail them, where there is no nginx.

    Afterwards, anything that a process complained of in its log is an error.
    """
    if NGINX is None and os.environ.get("CI"):
        pytest.fail(NO_NGINX, pytrace=False)
    if NGINX is None:
        pytest.skip(NO_NGINX)
    cluster = Cluster(folder, kinds)
    try:
        cluster.wait_until_up()
        yield cluster
    finally:
        cluster.stop()
    if complaints := cluster.complaints():
        pytest.fail("In the servers' logs:\n" + "\n".join(complaints), pytrace=False)
