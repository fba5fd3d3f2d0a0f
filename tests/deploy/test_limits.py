"""nginx limits what one address asks for, and a class behind one address does not notice."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from http import HTTPStatus

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.deploy.cluster import Cluster, awaited
from tests.load.http import Browser

pytestmark = pytest.mark.thorough
CLASS = 30
OPEN, BUSY = HTTPStatus.SWITCHING_PROTOCOLS, HTTPStatus.TOO_MANY_REQUESTS
REFUSED = HTTPStatus.NOT_FOUND
"""What Streamlit says to an upload without the token of a cookie."""


async def pages(
    cluster: Cluster, stack: AsyncExitStack, number: int, address: str, cookie: str = ""
) -> Counter[int]:
    """Open pages at once that stay open; count the answers."""

    async def come() -> int:
        visit = connect(
            f"{cluster.url.replace('http', 'ws', 1)}/_stcore/stream",
            origin=Origin(cluster.url),
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
async def test_a_class_behind_one_address_comes_in_but_no_flood(
    own_cluster: Cluster,
) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(2):  # two tabs each, which come back at once after a restart
            async with AsyncExitStack() as lesson:
                came = await pages(own_cluster, lesson, 2 * CLASS, "127.0.0.2")
                assert came == {OPEN: 2 * CLASS}
        flood = await pages(own_cluster, stack, 200, "127.0.0.3")
        assert flood.keys() == {OPEN, BUSY}
        assert flood[OPEN] <= 75
        # One browser of many pages leaves room for the others of its address.
        mine, other = [await new_browser(own_cluster) for _ in range(2)]
        assert (await pages(own_cluster, stack, 30, "127.0.0.4", mine))[OPEN] == 20
        assert await pages(own_cluster, stack, 2, "127.0.0.4", other) == {OPEN: 2}
        assert await pages(own_cluster, stack, 2, "127.0.0.3", other) == {OPEN: 2}
        for _ in range(CLASS):
            pupil = await new_browser(own_cluster)
            assert await pages(own_cluster, stack, 1, "127.0.0.2", pupil) == {OPEN: 1}
    assert await uploads(own_cluster, CLASS) == {REFUSED: CLASS}
    flood = await uploads(own_cluster, 200)
    assert flood.keys() == {REFUSED, BUSY}
    assert flood[REFUSED] < 100
