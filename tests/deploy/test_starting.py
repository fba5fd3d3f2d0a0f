"""While a process starts, visitors are answered: by another process, or that it is starting."""

from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.browser.server import Server
from tests.deploy.cluster import StartingServer, awaited, running_cluster
from tests.load.http import Browser
from tests.load.visitor import arrive

pytestmark = pytest.mark.thorough


@awaited
async def test_nginx_asks_the_other_process_while_one_starts(tmp_path: Path) -> None:
    with running_cluster(tmp_path, [StartingServer, Server]) as cluster:
        for cookie in ({}, {"ttt_process": "1"}):
            for _ in range(8):
                browser = Browser(cluster.url)
                browser.cookies |= cookie
                assert (await browser.ask("GET", "/")).status == 200
                async with arrive(cluster.url, 1, browser=browser) as visitor:
                    await visitor.open("play")
                    assert browser.cookies["ttt_process"] == "2"


def test_nginx_passes_on_that_all_processes_start(tmp_path: Path) -> None:
    with running_cluster(tmp_path, [StartingServer, StartingServer]) as cluster:
        # From the second one on, nginx knows that nobody can answer, and answers itself.
        for _ in range(3):
            asked = Request(cluster.url, headers={"Accept": "text/html", "Accept-Language": "fr"})
            with pytest.raises(HTTPError) as refused:
                urlopen(asked)
            answer = refused.value
            page = answer.read().decode()
            assert answer.code == 503
            assert answer.headers["Retry-After"] == "1"
            assert "Le tableau de bord démarre." in page
            assert 'http-equiv="refresh"' in page
