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

from ttt_ui.streamlit_fixes import is_on, upload_limits
from ttt_ui.streamlit_fixes.upload_limits import MAX_FILES, MEGABYTE, UploadLimits

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
        await asyncio.sleep(0)
        *_, visit, name = scope["path"].split("/")
        data = bytes(int(scope["size"]))
        manager.add_file(visit, UploadedFileRec(name, "a.json", "application/json", data))
        await send({"type": "http.response.start", "status": 204, "headers": []})

    site = UploadLimits(take) if is_on("upload_limits") else take

    async def put(visit: str, name: object, size: int, *, declared: bool = True) -> int:
        sent: list[Message] = []

        async def receive() -> Message:
            raise AssertionError("There is nothing to receive.")

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": "PUT",
            "path": f"/_stcore/upload_file/{visit}/{name}",
            "headers": [(b"content-length", str(size).encode())] if declared else [],
            "size": size,
        }
        await site(scope, receive, send)
        return int(sent[0]["status"])

    return put


@pytest.mark.parametrize("declared", [True, False])
def test_a_session_holds_few_bytes(put: Put, *, declared: bool) -> None:
    async def flood() -> list[int]:
        uploads = (put("a", name, 12 * MEGABYTE, declared=declared) for name in range(20))
        return [*await asyncio.gather(*uploads), await put("b", 0, MEGABYTE)]

    *flooded, other = asyncio.run(flood())
    assert flooded.count(204) in (3, 4)
    assert flooded.count(413) == 20 - flooded.count(204)
    assert other == 204


def test_a_session_holds_few_files(put: Put) -> None:
    async def flood() -> list[int]:
        return await asyncio.gather(*(put("a", name, 10) for name in range(MAX_FILES + 5)))

    assert asyncio.run(flood()) == [204] * MAX_FILES + [429] * 5


def test_an_upload_that_stops_or_whose_visitor_leaves_ends_and_is_forgotten(
    monkeypatch: pytest.MonkeyPatch, manager: MemoryUploadedFileManager
) -> None:
    monkeypatch.setattr(upload_limits, "SECONDS_SILENT", 0.01)
    sent: list[Message] = []

    async def take(scope: Scope, receive: Receive, send: Send) -> None:
        if (await receive())["type"] == "http.disconnect":
            raise ClientDisconnect

    async def silent() -> Message:
        return await asyncio.get_running_loop().create_future()

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    site = UploadLimits(take) if is_on("upload_limits") else take
    for number in range(20):
        for receive in (silent, gone):
            path = f"/_stcore/upload_file/a/{number}"
            headers = [(b"content-length", b"12000000")]
            scope = {"type": "http", "method": "PUT", "path": path, "headers": headers}
            asyncio.run(asyncio.wait_for(site(scope, receive, send), 10))
    assert [message["status"] for message in sent if "status" in message] == [408] * 20


def test_a_process_holds_few_bytes(put: Put) -> None:
    async def flood() -> list[int]:
        return [await put(visit, name, 12 * MEGABYTE) for visit in "abcdefgh" for name in range(4)]

    said = asyncio.run(flood())
    assert said == [204] * 21 + [429] * 11


def test_uploads_are_dropped_after_the_last_one(
    put: Put, manager: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def upload(name: int, seconds: float) -> None:
        monkeypatch.setattr(upload_limits, "SECONDS_KEPT", seconds)
        await put("a", name, 10)

    async def upload_thrice() -> None:
        await upload(1, 0.0)
        await upload(2, 60.0)
        for _ in range(9):
            await asyncio.sleep(0)
        assert [*manager.file_storage["a"]] == ["1", "2"]
        await upload(3, 0.0)
        for _ in range(9):
            await asyncio.sleep(0)
        assert "a" not in manager.file_storage

    asyncio.run(upload_thrice())
