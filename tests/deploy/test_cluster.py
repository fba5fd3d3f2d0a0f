"""Two processes behind nginx: visitors stay with theirs, and are taken over when it is gone.

nginx limits what one address asks for, and a class behind one address does not notice.
"""

import asyncio
import json
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from http import HTTPStatus
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.browser.server import Server
from tests.deploy.cluster import Cluster, StartingServer, awaited, running_cluster
from tests.load.http import Browser
from tests.load.visitor import VisitError, Visitor, arrive
from ttt_ui.streamlit_fixes.server import FRONTEND
from ttt_ui.visit.session import MAX_EARLIER

pytestmark = pytest.mark.thorough
PROCESS = "ttt_process"
CLASS = 30
OPEN, BUSY = HTTPStatus.SWITCHING_PROTOCOLS, HTTPStatus.TOO_MANY_REQUESTS
REFUSED = HTTPStatus.NOT_FOUND
"""What Streamlit says to an upload without the token of a cookie."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two processes behind nginx; a test that ends one starts it anew or comes last."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


async def name_of_file(visitor: Visitor) -> str:
    file = json.loads(await visitor.fetch(await visitor.ask_for_file()))
    return str(file["name"])


@awaited
async def test_everybody_keeps_to_one_process_with_all_that_is_theirs(cluster: Cluster) -> None:
    async with AsyncExitStack() as stack:
        visitors = [
            await stack.enter_async_context(arrive(cluster.url, number)) for number in range(4)
        ]
        for visitor in visitors:
            await visitor.open("train")
            await visitor.rename()
        assert sorted(v.browser.cookies[PROCESS] for v in visitors) == ["1", "1", "2", "2"]
        files = [await visitor.fetch(await visitor.ask_for_file()) for visitor in visitors]
        for visitor, file in zip(visitors, files, strict=True):
            assert json.loads(file)["name"] == visitor.name
            assert json.loads(file)["training"][0]["seed"] == 700_000_000 + visitor.number
            other = json.loads(file) | {"name": f"{visitor.name} again"}
            await visitor.upload(json.dumps(other).encode())
            assert await name_of_file(visitor) == f"{visitor.name} again"
        for visitor in visitors:
            await visitor.open("play")
            await visitor.play()
            assert visitor.own_marks_seen > 0


@awaited
async def test_pages_of_other_sites_may_not_speak_for_a_visitor(cluster: Cluster) -> None:
    elsewhere = ("https://elsewhere.example", f"{cluster.url}.elsewhere.example", "null")
    async with arrive(cluster.url, 1) as visitor, AsyncExitStack() as stack:
        for origin in elsewhere:
            came = await pages(cluster, stack, 1, "127.0.0.5", origin=origin)
            assert came == {HTTPStatus.FORBIDDEN: 1}
        upload = await visitor.browser.ask("PUT", "/_stcore/upload_file/some/file")
        assert upload.status == HTTPStatus.FORBIDDEN  # without the token of the cookie


@awaited
async def test_a_file_is_there_however_busy_the_others_are(cluster: Cluster) -> None:
    async with arrive(cluster.url, 1) as one, AsyncExitStack() as stack:
        await one.open("play")
        address = await one.ask_for_file()
        for number in range(2, 6):
            other = await stack.enter_async_context(arrive(cluster.url, number))
            await other.open("play")
            await other.play()
        assert json.loads(await one.fetch(address))["format"] == "ttt-agent"


@awaited
async def test_no_click_is_lost_however_soon_the_browser_asks_for_more(cluster: Cluster) -> None:
    async with arrive(cluster.url, 1) as visitor:
        await visitor.open("train")
        await visitor.rename()
        for _ in range(MAX_EARLIER):
            await visitor.train()
        assert await name_of_file(visitor) != visitor.name
        for _ in range(MAX_EARLIER):
            await visitor.press_and_ask_for_more("Undo")
        assert await name_of_file(visitor) == visitor.name


@awaited
async def test_a_visitor_who_takes_no_compressed_files_spoils_them_for_nobody(
    cluster: Cluster,
) -> None:
    script = next((FRONTEND / "static" / "js").glob("*.js"))
    address = f"/{script.relative_to(FRONTEND).as_posix()}"
    async with arrive(cluster.url, 1) as visitor:
        answers = [
            await visitor.browser.ask("GET", address, {"Accept-Encoding": accepted})
            for accepted in ("identity", "gzip", "br", "identity")
        ]
    assert [one.headers.get("Content-Encoding") for one in answers] == [None, "gzip", "br", None]


@awaited
async def test_visitors_of_a_dead_process_are_taken_over_and_stay(cluster: Cluster) -> None:
    async with AsyncExitStack() as stack:
        visitors = [
            await stack.enter_async_context(arrive(cluster.url, number)) for number in (1, 2)
        ]
        for visitor in visitors:
            await visitor.open("play")
        lost, kept = sorted(visitors, key=lambda v: v.browser.cookies[PROCESS])
        cluster.servers[0].process.kill()
        cluster.servers[0].process.wait()
        with pytest.raises(VisitError, match="closed the connection"):
            await lost.play()
        await kept.play()

        browser = lost.browser
        browser.cookies["of_the_memory"] = 3900 * "x"  # as long as a browser keeps one
        async with arrive(cluster.url, lost.number, browser=browser) as back:
            await back.open("play")
            assert browser.cookies[PROCESS] == "2"
            cluster.restart(0)
            # What does not come over the websocket goes to the process that took them over.
            file = await back.fetch(await back.ask_for_file())
            await back.upload(file)
        async with arrive(cluster.url, lost.number, browser=browser) as again:
            await again.open("play")
            assert browser.cookies[PROCESS] == "2"
        await kept.play()


async def pages(
    cluster: Cluster,
    stack: AsyncExitStack,
    number: int,
    address: str,
    cookie: str = "",
    origin: str = "",
) -> Counter[int]:
    """Open pages at once that stay open; count the answers."""

    async def come() -> int:
        visit = connect(
            f"{cluster.url.replace('http', 'ws', 1)}/_stcore/stream",
            origin=Origin(origin or cluster.url),
            local_addr=(address, 0),
            additional_headers={"Cookie": cookie} if cookie else {},
            open_timeout=None,
        )
        try:
            await stack.enter_async_context(visit)
        except InvalidStatus as refusal:
            return refusal.response.status_code
        return OPEN

    return Counter(await asyncio.gather(*(come() for _ in range(number))))


async def new_browser(cluster: Cluster) -> str:
    """Return the cookie by which nginx knows a browser, which it has from the first page on."""
    browser = Browser(cluster.url)
    await browser.ask("GET", "/play")
    cookie = browser.cookies["ttt_browser"]
    await browser.ask("GET", "/")
    assert browser.cookies["ttt_browser"] == cookie
    return f"ttt_browser={cookie}"


async def uploads(cluster: Cluster, number: int) -> Counter[int]:
    ask = Browser(cluster.url).ask
    answers = (ask("PUT", "/_stcore/upload_file/visit/file") for _ in range(number))
    return Counter(answer.status for answer in await asyncio.gather(*answers))


@awaited
async def test_a_class_behind_one_address_comes_in_but_no_flood(cluster: Cluster) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(2):  # two tabs each, which come back at once after a restart
            async with AsyncExitStack() as lesson:
                came = await pages(cluster, lesson, 2 * CLASS, "127.0.0.2")
                assert came == {OPEN: 2 * CLASS}
        flood = await pages(cluster, stack, 200, "127.0.0.3")
        assert flood.keys() == {OPEN, BUSY}
        assert flood[OPEN] <= 75
        # One browser of many pages leaves room for the others of its address.
        mine, other = [await new_browser(cluster) for _ in range(2)]
        assert (await pages(cluster, stack, 30, "127.0.0.4", mine))[OPEN] == 20
        assert await pages(cluster, stack, 2, "127.0.0.4", other) == {OPEN: 2}
        assert await pages(cluster, stack, 2, "127.0.0.3", other) == {OPEN: 2}
        for _ in range(CLASS):
            pupil = await new_browser(cluster)
            assert await pages(cluster, stack, 1, "127.0.0.2", pupil) == {OPEN: 1}
    assert await uploads(cluster, CLASS) == {REFUSED: CLASS}
    flood = await uploads(cluster, 200)
    assert flood.keys() == {REFUSED, BUSY}
    assert flood[REFUSED] < 100


@awaited
async def test_a_process_stops_in_the_middle_of_a_training(cluster: Cluster) -> None:
    """And says so to its visitors; nothing of it is an error in its log."""
    async with arrive(cluster.url, 1) as visitor:
        await visitor.open("train")
        training = asyncio.create_task(visitor.train())
        await visitor.wait_for_run()
        server = cluster.servers[int(visitor.browser.cookies[PROCESS]) - 1]
        server.process.send_signal(signal.SIGTERM)
        await asyncio.gather(training, return_exceptions=True)
        with pytest.raises(VisitError, match="closed the connection"):
            await visitor.open("play")
        assert visitor.close_code == 1012  # "service restart": a browser connects again
        server.process.wait(timeout=60)


@awaited
async def test_nginx_asks_the_process_that_is_ready_and_passes_on_that_none_is(
    tmp_path: Path,
) -> None:
    with running_cluster(tmp_path, [StartingServer, Server]) as cluster:
        for cookie in ({}, {PROCESS: "1"}):
            for _ in range(4):
                browser = Browser(cluster.url)
                browser.cookies |= cookie
                assert (await browser.ask("GET", "/")).status == HTTPStatus.OK
                async with arrive(cluster.url, 1, browser=browser) as visitor:
                    await visitor.open("play")
                    assert browser.cookies[PROCESS] == "2"
        cluster.restart(1, StartingServer)
        asked = Request(cluster.url, headers={"Accept": "text/html", "Accept-Language": "fr"})
        # From the second one on, nginx knows that nobody can answer, and answers itself.
        for _ in range(3):
            with pytest.raises(HTTPError) as refused:
                urlopen(asked)
            page = refused.value.read().decode()
            assert refused.value.code == HTTPStatus.SERVICE_UNAVAILABLE
            assert refused.value.headers["Retry-After"] == "1"
            assert "Le tableau de bord démarre." in page
            assert 'http-equiv="refresh"' in page
