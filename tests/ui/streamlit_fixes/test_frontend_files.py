import asyncio
import gzip
import re
from typing import Any

import pytest
import streamlit
from starlette.responses import PlainTextResponse
from starlette.types import Message

from ttt_ui.streamlit_fixes.frontend_files import FRONTEND, FrontendFiles

FILES = [path for path in (FRONTEND / "static").rglob("*") if path.is_file()]
SITE = FrontendFiles(PlainTextResponse("left to Streamlit"))


def ask(
    path: str,
    accepted: str = "gzip, br",
    method: str = "GET",
    site: FrontendFiles = SITE,
    **headers_too: str,
) -> tuple[dict[str, str], bytes]:
    """Return the headers and body of the response."""
    sent: list[Message] = []

    async def receive() -> Message:
        raise AssertionError("There is nothing to receive.")

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [
            (name.encode(), value.encode())
            for name, value in {"accept-encoding": accepted, **headers_too}.items()
        ],
    }
    asyncio.run(site(scope, receive, send))
    start, *parts = sent
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    return headers, b"".join(part["body"] for part in parts)


def test_every_file_of_the_frontend_is_sent_from_memory() -> None:
    """Files of a new kind that Streamlit adds would be sent as slowly as before."""
    for path in FILES:
        headers, body = ask(f"/{path.relative_to(FRONTEND).as_posix()}")
        assert headers["content-length"] == str(len(body))
        assert "immutable" in headers["cache-control"]
        if headers.get("content-encoding") == "gzip":
            assert headers["vary"] == "Accept-Encoding"
            body = gzip.decompress(body)
        assert body == path.read_bytes()
        # Files that browsers cache for a year must change their names with their content.
        assert re.fullmatch(r".+\.[\w-]{8}\.\w+", path.name)


def test_the_page_refers_to_no_other_files() -> None:
    page = (FRONTEND / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="\./(static/[^"]+)"', page)
    assert len(named) > 30
    for file in named:
        assert "cache-control" in ask(f"/{file}")[0]


def test_other_requests_are_left_to_streamlit() -> None:
    script = next(path for path in FILES if path.suffix == ".js")
    address = f"/{script.relative_to(FRONTEND).as_posix()}"
    for path in ("/", "/train", "/static/js/none.js", "/static/../index.html", "/favicon.png"):
        assert ask(path)[1] == b"left to Streamlit"
    for accepted in (
        "identity",
        "",
        "gzip;q=0",
        "gzip; Q=0.000, br",
        "*;q=0",
        "gzip;q=0, *",
        "xgzip",
    ):
        assert ask(address, accepted)[1] == b"left to Streamlit"
    for accepted in ("GZIP", "br, gzip;q=0.001", "*", "gzip, *;q=0", "gzip;q=1"):
        assert ask(address, accepted)[0]["content-encoding"] == "gzip"
    assert ask(address, range="bytes=0-9")[1] == b"left to Streamlit"
    assert ask(address, method="PUT")[1] == b"left to Streamlit"


@pytest.mark.parametrize("base", ["lab", "/a/lab/"])
def test_the_app_may_have_a_path_of_its_own(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streamlit, "get_option", {"server.baseUrlPath": base}.get)
    site = FrontendFiles(PlainTextResponse("left to Streamlit"))
    address = f"/{FILES[0].relative_to(FRONTEND).as_posix()}"
    assert "immutable" in ask(f"/{base.strip('/')}{address}", site=site)[0]["cache-control"]
    assert ask(address, site=site)[1] == b"left to Streamlit"


def test_a_head_request_gets_only_the_headers() -> None:
    script = next(path for path in FILES if path.suffix == ".js")
    address = f"/{script.relative_to(FRONTEND).as_posix()}"
    assert ask(address, method="HEAD") == (ask(address)[0], b"")
