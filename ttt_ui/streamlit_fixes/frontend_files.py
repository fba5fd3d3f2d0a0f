"""A class that arrives at once waits for Streamlit's frontend, because every file is read again.

Streamlit reads each file again for every visitor and sends it uncompressed. A browser requests 85
of them (3 MB) before it shows the first page, which took the server three times as long as the page
itself. Here, the files come from memory, compressed once: what every visit loads as small as it
gets, the rest as small as it gets within a second or two. The next start finds them on the disk.

Upstream: none found.
Test: tests/deploy/test_start.py::
  test_the_first_visitor_may_come_to_any_page_and_gets_compressed_scripts
Delete it when Streamlit sends its files compressed, and as fast (see docs/hosting.md, "Capacity").
"""

import gzip
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile

import brotli
import streamlit
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from ttt_ui.streamlit_fixes import is_on
from ttt_ui.streamlit_fixes.compressed_files import FRONTEND, PLOTLY, CompressedFile, compressed
from ttt_ui.streamlit_fixes.files_ahead import pages
from ttt_ui.streamlit_fixes.small_plotly import TRACES, small

_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".gif": "image/gif",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_COMPRESSIBLE = {".css", ".js", ".svg"}


class FrontendFiles:
    """Middleware that serves the files whose names change with their content, and the pages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        base = str(streamlit.get_option("server.baseUrlPath") or "").strip("/")
        base = base and f"/{base}"
        paths = [path for path in (FRONTEND / "static").rglob("*") if path.suffix in _KINDS]
        page = (FRONTEND / "index.html").read_text(encoding="utf-8")
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            files = threads.map(partial(_read, page=page), paths)
            self._files = {
                f"{base}/{path.relative_to(FRONTEND).as_posix()}": file
                for path, file in zip(paths, files, strict=True)
            }
        if is_on("files_ahead"):
            for name, text in pages().items():
                file = compressed("text/html; charset=utf-8", text)
                self._files[f"{base}/{name}"] = file._replace(caching="no-cache")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a file, or leave to Streamlit what asks for a part."""
        answer: ASGIApp | None = None
        if scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}:
            file = self._files.get(scope["path"])
            if file is not None and "Range" not in Headers(scope=scope):
                answer = file.response(scope)
        await (answer or self._app)(scope, receive, send)


def _read(path: Path, page: str) -> CompressedFile:
    body, name = path.read_bytes(), path.name
    if path == PLOTLY and is_on("small_plotly"):
        name = f"{path.stem}.{'.'.join(TRACES)}.js"
        script = body.decode()
        body = _made_once(name, lambda: small(script).encode())
    if path.suffix not in _COMPRESSIBLE:
        return CompressedFile(_KINDS[path.suffix], {"identity": body})
    is_loaded_by_all = path.name in page or path == PLOTLY
    brotli_of = partial(brotli.compress, body, quality=10 if is_loaded_by_all else 9, lgwin=24)
    bodies = {
        "br": _made_once(f"{name}.br", brotli_of),
        "gzip": _made_once(f"{name}.gz", partial(gzip.compress, body, mtime=0)),
        "identity": body,
    }
    file = CompressedFile(_KINDS[path.suffix], bodies)
    # Its name does not change with `TRACES`.
    return file._replace(caching="max-age=604800") if path == PLOTLY else file


def _made_once(name: str, make: Callable[[], bytes]) -> bytes:
    """Return what `make` returns, from where numba keeps its compiled code if it is there."""
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).with_name("__pycache__"))
    kept = folder / "frontend" / name
    with suppress(OSError):
        return kept.read_bytes()
    made = make()
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=kept.parent, delete=False) as new:
            new.write(made)
        Path(new.name).replace(kept)  # nobody reads half a file
    return made
