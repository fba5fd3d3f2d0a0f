import asyncio
import gzip
import re
from collections.abc import Callable
from typing import Any

import pytest
from brotli import decompress as unbrotli
from starlette.responses import PlainTextResponse

from tests.ui.streamlit_fixes.fixes import answer
from ttt_ui.drawing.board_component import board
from ttt_ui.streamlit_fixes.server import FRONTEND, PROGRAMS, CompressedFiles

SCRIPTS = sorted((FRONTEND / "static" / "js").glob("*.js"))
SITE = CompressedFiles(PlainTextResponse("left to Streamlit"))


def ask(
    path: str, accepted: str = "gzip", *, part: str = "", **scope: Any
) -> tuple[dict[str, str], bytes]:
    given = {"accept-encoding": accepted, "range": part}
    headers = {name: value for name, value in given.items() if value}
    start, *parts = asyncio.run(answer(SITE, path, headers, **scope))
    answered = {name.decode(): value.decode() for name, value in start["headers"]}
    return answered, b"".join(part["body"] for part in parts)


@pytest.mark.parametrize(
    ("accepted", "coding", "decompress"),
    [
        ("gzip, deflate", "gzip", gzip.decompress),
        ("gzip, deflate, br, zstd", "br", unbrotli),
        ("br;q=0, gzip;q=0.5", "gzip", gzip.decompress),
        ("BR; q=0.0 , gzip ;q=0", None, bytes),
        ("identity", None, bytes),
        ("", None, bytes),
    ],
)
def test_scripts_and_styles_are_sent_in_the_best_way_that_a_browser_takes(
    accepted: str, coding: str | None, decompress: Callable[[bytes], bytes]
) -> None:
    assert board
    for path in (SCRIPTS[0], *(FRONTEND / "static" / "css").glob("*.css")):
        name = path.relative_to(FRONTEND).as_posix()
        for address in (f"/{name}", f"/a/lab/{name}"):  # the app may have a path of its own
            headers, body = ask(address, accepted)
            assert headers.get("content-encoding") == coding
            assert headers["content-length"] == str(len(body))
            assert headers["vary"] == "Accept-Encoding"
            assert "immutable" in headers["cache-control"]
            assert decompress(body) == path.read_bytes()
    for address, program in PROGRAMS.items():
        headers, body = ask(f"/{address}", accepted)
        assert headers["content-type"] == "text/javascript; charset=utf-8"
        assert decompress(body) == program


def test_names_that_browsers_keep_for_a_year_change_with_the_content() -> None:
    for path in SCRIPTS:
        assert re.fullmatch(r".+\.[\w-]{8}\.js", path.name)
    assert PROGRAMS
    for address in PROGRAMS:
        assert re.fullmatch(r"_stcore/bidi-components/ttt_\w+/\w+\.[\da-f]{8}\.js", address)


def test_other_requests_are_left_to_streamlit_and_a_part_of_a_file_is_answered_with_it() -> None:
    script = f"/{SCRIPTS[0].relative_to(FRONTEND).as_posix()}"
    for path in ("/", "/play", "/static/js/none.js", "/static/js/../../index.html", "/favicon.png"):
        assert ask(path)[1] == b"left to Streamlit"
    assert ask(script, method="PUT")[1] == b"left to Streamlit"
    assert ask(script, type="websocket")[1] == b"left to Streamlit"
    assert ask(script, part="bytes=0-9") == ask(script)
