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
REFUSED = HTTPStatus.FORBIDDEN
"""What Streamlit says to an upload without the token of a cookie."""


async def pages(cluster: Cluster, stack: AsyncExitStack, number: int, address: str) -> Counter[int]:
    """Open pages at once that stay open; count the answers."""

    async def come() -> int:
        visit = connect(
            f"{cluster.url.replace('http', 'ws', 1)}/_stcore/stream",
            origin=Origin(cluster.url),
            local_addr=(address, 0),
            open_timeout=None,
        )
        try:
            await stack.enter_async_context(visit)
        except InvalidStatus as refusal:
            return refusal.response.status_code
        return OPEN

    return Counter(await asyncio.gather(*(come() for _ in range(number))))


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
        assert flood[OPEN] <= 150
        assert await pages(own_cluster, stack, CLASS, "127.0.0.2") == {OPEN: CLASS}
    assert await uploads(own_cluster, CLASS) == {REFUSED: CLASS}
    flood = await uploads(own_cluster, 200)
    assert flood.keys() == {REFUSED, BUSY}
    assert flood[REFUSED] < 100
