"""As much of a browser's HTTP as a visitor needs: a few lasting connections, and cookies."""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPMessage, parse_headers
from io import BytesIO
from typing import NamedTuple
from urllib.parse import urlsplit

CONNECTIONS = 6
"""As many as browsers open to one host."""


class HttpError(OSError):
    """The server could not answer."""


class Answer(NamedTuple):
    """What the server said; the body as it came, compressed or not."""

    status: int
    headers: HTTPMessage
    body: bytes


class Browser:
    def __init__(self, url: str) -> None:
        self.url = url
        self.host = urlsplit(url).netloc
        self.cookies: dict[str, str] = {}

    async def get_all(self, paths: Iterable[str]) -> None:
        """Ask for some files, as many at a time as a browser does."""
        left = iter(list(paths))
        async with asyncio.TaskGroup() as tasks:
            for _ in range(CONNECTIONS):
                tasks.create_task(self._get_in_turn(left))

    async def _get_in_turn(self, paths: Iterable[str]) -> None:
        reader, writer = await self._connect()
        try:
            for path in paths:
                await self._exchange(reader, writer, "GET", path, {}, b"")
        finally:
            await _closed(writer)

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Answer:
        reader, writer = await self._connect()
        try:
            return await self._exchange(reader, writer, method, path, headers or {}, body)
        finally:
            await _closed(writer)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        address = urlsplit(self.url)
        return await asyncio.open_connection(address.hostname, address.port, limit=2**20)

    async def _exchange(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: bytes,
    ) -> Answer:
        own = {
            "Host": self.host,
            "Origin": self.url,
            "Accept-Encoding": "gzip",
            "Content-Length": str(len(body)),
        }
        if self.cookies:
            own["Cookie"] = self.cookie_header
        lines = [
            f"{method} {path} HTTP/1.1",
            *(f"{k}: {v}" for k, v in (own | {**headers}).items()),
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        first, _, rest = (await reader.readuntil(b"\r\n\r\n")).partition(b"\r\n")
        status, said = int(first.split()[1]), parse_headers(BytesIO(rest))
        self.take_cookies(said.get_all("Set-Cookie", []))
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise HttpError(f"{method} {path}: {first.decode()}")
        if said.get("Transfer-Encoding") == "chunked":
            return Answer(status, said, await _chunks(reader))
        return Answer(status, said, await reader.readexactly(int(said.get("Content-Length", 0))))

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def take_cookies(self, headers: Iterable[str]) -> None:
        for header in headers:
            name, _, value = header.partition(";")[0].partition("=")
            self.cookies[name] = value


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):  # the server may have been quicker
        await writer.wait_closed()


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int(await reader.readline(), 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return body
