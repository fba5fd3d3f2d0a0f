import asyncio
import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import streamlit
from brotli import decompress as unbrotli
from starlette.responses import PlainTextResponse
from starlette.types import Message

from tests.test_rooms import ROOT
from ttt_ui.streamlit_fixes import frontend_files
from ttt_ui.streamlit_fixes.frontend_files import FRONTEND, PLOTLY, FrontendFiles
from ttt_ui.streamlit_fixes.small_plotly import TRACES, small

FILES = [path for path in (FRONTEND / "static").rglob("*") if path.is_file()]
SITE = FrontendFiles(PlainTextResponse("left to Streamlit"))


def ask(
    path: str,
    accepted: str = "gzip",
    method: str = "GET",
    site: FrontendFiles = SITE,
    **headers_too: str,
) -> tuple[dict[str, str], bytes]:
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


@pytest.mark.parametrize(
    ("coding", "decompress"), [("gzip", gzip.decompress), ("br", unbrotli), ("identity", bytes)]
)
def test_every_file_of_the_frontend_is_sent_from_memory(
    coding: str, decompress: Callable[[bytes], bytes]
) -> None:
    """Files of a new kind that Streamlit adds would be sent as slowly as before."""
    for path in FILES:
        headers, body = ask(f"/{path.relative_to(FRONTEND).as_posix()}", coding)
        assert headers["content-length"] == str(len(body))
        assert ("immutable" in headers["cache-control"]) is (path != PLOTLY)
        if path.suffix in {".css", ".js", ".svg"}:
            assert headers.get("content-encoding", "identity") == coding
            assert headers["vary"] == "Accept-Encoding"
            body = decompress(body)
        assert body == path.read_bytes() or path == PLOTLY
        # Files that browsers cache for a year must change their names with their content.
        assert re.fullmatch(r".+\.[\w-]{8}\.\w+", path.name)


def test_plotly_is_sent_without_the_kinds_of_traces_that_no_chart_has() -> None:
    assert PLOTLY is not None
    headers, body = ask(f"/{PLOTLY.relative_to(FRONTEND).as_posix()}")
    assert "max-age=604800" in headers["cache-control"]
    scripts = [PLOTLY.read_text(encoding="utf-8"), gzip.decompress(body).decode()]
    assert len(scripts[1]) * 3 < len(scripts[0])
    every, sent = (set(re.findall(r'"lib/(\w+)\.js"\(', script)) for script in scripts)
    assert {*TRACES} < sent < every
    ours = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "ttt_ui").rglob("*.py"))
    drawn = re.findall(r'(?:\bgo\.|"type": ")(\w+)', ours)
    assert {"bar", "heatmap", "scatter"} <= {kind.lower() for kind in drawn}
    assert not (every - sent) & {kind.lower() for kind in drawn}
    assert small("built in another way") == "built in another way"


def test_the_page_refers_to_no_other_files() -> None:
    page = (FRONTEND / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="\./(static/[^"]+)"', page)
    assert len(named) > 30
    for file in named:
        assert "cache-control" in ask(f"/{file}")[0]


def test_other_requests_are_left_to_streamlit() -> None:
    script = next(path for path in FILES if path.suffix == ".js")
    address = f"/{script.relative_to(FRONTEND).as_posix()}"
    for path in ("/none", "/static/js/none.js", "/static/../index.html", "/favicon.png"):
        assert ask(path)[1] == b"left to Streamlit"
    for accepted in (
        "identity",
        "",
        "gzip;q=0",
        "gzip; Q=0.000",
        "*;q=0",
        "gzip;q=0, br;q=0, *",
        "xgzip",
        "identity;q=0",
    ):
        headers, body = ask(address, accepted)
        assert body == script.read_bytes()
        assert "content-encoding" not in headers
        assert headers["vary"] == "Accept-Encoding"
    for accepted in ("GZIP", "br;q=0, gzip;q=0.001", "gzip, *;q=0", "gzip;q=1"):
        assert ask(address, accepted)[0]["content-encoding"] == "gzip"
    for accepted in ("gzip, deflate, br, zstd", "BR", "*", "br;q=0.1"):
        assert ask(address, accepted)[0]["content-encoding"] == "br"
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


def test_the_next_start_finds_what_was_compressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(frontend_files, "FRONTEND", tmp_path / "frontend of Streamlit")
    script = frontend_files.FRONTEND / "static" / "js" / "one.js"
    script.parent.mkdir(parents=True)
    script.write_text("first")
    (frontend_files.FRONTEND / "index.html").write_text("")
    for _ in range(2):
        site = FrontendFiles(PlainTextResponse("left to Streamlit"))
        assert gzip.decompress(ask("/static/js/one.js", site=site)[1]) == b"first"
        script.write_text("not read again, because its name would have changed")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(script))  # in which nothing can be written
    site = FrontendFiles(PlainTextResponse("left to Streamlit"))
    assert b"not read" in gzip.decompress(ask("/static/js/one.js", site=site)[1])
