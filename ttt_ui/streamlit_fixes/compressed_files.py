"""Files in memory that are sent compressed, for the fixes that serve them; and Streamlit's own."""

import gzip
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import brotli
import streamlit
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

FRONTEND = Path(streamlit.__file__).with_name("static")
PLOTLY = next((FRONTEND / "static" / "js").glob("PlotlyChart.*.js"), None)
CODINGS = ("br", "gzip", "identity")
"""The names of ways to send a file, the best first; the last sends it as it is."""


class CompressedFile(NamedTuple):
    """A file; browsers keep it for a year, because its name changes with its content."""

    kind: str
    bodies: Mapping[str, bytes]
    """By coding."""
    caching: str = "public, immutable, max-age=31536000"

    def response(self, scope: Scope) -> Response | None:
        """Return the response to a request, or None if the file is in no coding it accepts."""
        weights = _weights(",".join(Headers(scope=scope).getlist("Accept-Encoding")))
        for coding in CODINGS:
            if coding in self.bodies and weights.get(coding, weights["*"]):
                body = self.bodies[coding]
                headers = {
                    "Cache-Control": self.caching,
                    "Content-Length": str(len(body)),
                    "Content-Type": self.kind,
                }
                if len(self.bodies) > 1 or coding != "identity":
                    headers["Vary"] = "Accept-Encoding"
                if coding != "identity":
                    headers["Content-Encoding"] = coding
                return Response(b"" if scope["method"] == "HEAD" else body, headers=headers)
        return None


def compressed(kind: str, text: str) -> CompressedFile:
    """Return a small file as it is sent."""
    body = text.encode()
    bodies = {"br": brotli.compress(body), "gzip": gzip.compress(body, mtime=0), "identity": body}
    return CompressedFile(kind, bodies)


def _weights(accepted: str) -> dict[str, bool]:
    """Return which codings a list names with a weight above 0; `*` is any that it does not name.

    Without a word about it, a browser accepts a file as it is.
    """
    named = {
        coding.strip().lower(): not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight, re.IGNORECASE)
        for coding, _, weight in (one.partition(";") for one in accepted.split(","))
    }
    return {"identity": named.get("*", True), "*": False} | named
