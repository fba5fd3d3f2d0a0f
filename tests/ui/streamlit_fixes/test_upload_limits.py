"""What one session, and all together, may upload, and how long it is kept."""

import asyncio
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from tests.ui.streamlit_fixes.fixes import answer
from ttt_ui.streamlit_fixes import is_on, server
from ttt_ui.streamlit_fixes.server import MAX_BYTES, MAX_FILES, MEGABYTE, UploadLimits

Put = Callable[..., Coroutine[Any, Any, int]]


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> MemoryUploadedFileManager:
    manager = MemoryUploadedFileManager("/_stcore/upload_file")
    server = SimpleNamespace(uploaded_file_mgr=manager)
    monkeypatch.setattr(runtime, "get_instance", lambda: server)
    return manager


@pytest.fixture
def put(manager: MemoryUploadedFileManager) -> Put:
    """Return a function that uploads a file of a size and returns the status of the answer."""

    async def take(scope: Scope, receive: Receive, send: Send) -> None:
        *_, visit, name = scope["path"].split("/")
        data = b""
        while (message := await receive())["more_body"]:
            data += message["body"]
        manager.add_file(visit, UploadedFileRec(name, "a.json", "application/json", data))
        await send({"type": "http.response.start", "status": 204, "headers": []})

    site = UploadLimits(take) if is_on("upload_limits") else take

    async def put(
        visit: str,
        name: object,
        size: int,
        *,
        declared: int | None = None,
        may_go_on: asyncio.Event | None = None,
    ) -> int:
        parts = [size % MEGABYTE, *[MEGABYTE] * (size // MEGABYTE)]

        async def receive() -> Message:
            await asyncio.sleep(0)
            if may_go_on:
                await may_go_on.wait()
            part = parts.pop() if parts else 0
            return {"type": "http.request", "body": bytes(part), "more_body": part > 0}

        path = f"/_stcore/upload_file/{visit}/{name}"
        headers = {} if declared is None else {"content-length": str(declared)}
        start, *_ = await answer(site, path, headers, method="PUT", receive=receive)
        return int(start["status"])

    return put


@pytest.mark.parametrize("declared", [None, 0, 12 * MEGABYTE])
def test_a_session_holds_few_bytes(
    put: Put, manager: MemoryUploadedFileManager, declared: int | None
) -> None:
    async def flood() -> list[int]:
        uploads = (put("a", name, 12 * MEGABYTE, declared=declared) for name in range(20))
        at_once = put("b", 0, 0, declared=MAX_BYTES + 1)
        return [*await asyncio.gather(*uploads), await put("b", 0, MEGABYTE), await at_once]

    *flooded, other, too_large = asyncio.run(flood())
    assert {*flooded} <= {204, 413}
    assert sum(len(file.data) for file in manager.file_storage["a"].values()) <= MAX_BYTES
    assert (other, too_large) == (204, 413)


def test_slow_uploads_hold_only_what_has_arrived(put: Put) -> None:
    async def crawl() -> list[int]:
        may_go_on = asyncio.Event()
        slow = [
            asyncio.create_task(put(f"slow {n}", 1, 10, declared=12_000_000, may_go_on=may_go_on))
            for n in range(200)
        ]
        await asyncio.sleep(0)
        ordinary = [await put(f"ordinary {n}", 1, MEGABYTE, declared=MEGABYTE) for n in range(8)]
        may_go_on.set()
        return [*ordinary, *await asyncio.gather(*slow)]

    assert asyncio.run(crawl()) == [204] * 208


def test_a_session_holds_few_files(put: Put) -> None:
    async def flood() -> list[int]:
        return await asyncio.gather(*(put("a", name, 10) for name in range(MAX_FILES + 5)))

    assert asyncio.run(flood()) == [204] * MAX_FILES + [429] * 5


def test_an_upload_that_takes_too_long_or_whose_visitor_leaves_ends_and_is_forgotten(
    monkeypatch: pytest.MonkeyPatch, manager: MemoryUploadedFileManager
) -> None:
    monkeypatch.setattr(server, "SECONDS_AT_MOST", 0.01)

    async def take(scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        raise ClientDisconnect

    async def slow() -> Message:
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b".", "more_body": True}

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    site = UploadLimits(take) if is_on("upload_limits") else take
    headers = {"content-length": "12000000"}
    for number in range(20):
        for receive, statuses in ((slow, [408]), (gone, [])):
            path = f"/_stcore/upload_file/a/{number}"
            asked = answer(site, path, headers, method="PUT", receive=receive)
            sent = asyncio.run(asyncio.wait_for(asked, 10))
            assert [one["status"] for one in sent if "status" in one] == statuses


def test_a_process_holds_few_bytes(put: Put) -> None:
    async def flood() -> list[int]:
        return [await put(visit, name, 12 * MEGABYTE) for visit in "abcdefgh" for name in range(3)]

    assert asyncio.run(flood()) == [204] * 21 + [429] * 3


def test_uploads_are_dropped_after_the_last_one(
    put: Put, manager: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def upload(name: int, seconds: float) -> None:
        monkeypatch.setattr(server, "SECONDS_KEPT", seconds)
        await put("a", name, 10)

    async def kept() -> list[str]:
        for _ in range(9):
            await asyncio.sleep(0)
        return [*manager.file_storage.get("a", ())]

    async def upload_thrice() -> None:
        await upload(1, 0.0)
        await upload(2, 60.0)
        assert await kept() == ["1", "2"]
        await upload(3, 0.0)
        assert await kept() == []

    asyncio.run(upload_thrice())
