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
CODINGS = ("br", "gzip")
"""The names of ways to compress a file, the best first."""


class CompressedFile(NamedTuple):
    """A file; browsers keep it for a year, because its name changes with its content."""

    kind: str
    bodies: Mapping[str, bytes]
    """By coding; ``"identity"`` is the file as it is."""
    caching: str = "public, immutable, max-age=31536000"

    def response(self, scope: Scope) -> Response:
        """Return the response to a request, in the best coding that it accepts.

        `Vary` is there in any coding: a cache must not send what it got for one to everybody.
        """
        weights = _weights(",".join(Headers(scope=scope).getlist("Accept-Encoding")))
        accepted = (one for one in CODINGS if one in self.bodies and weights.get(one, weights["*"]))
        coding = next(accepted, "identity")
        body = self.bodies[coding]
        headers = {
            "Cache-Control": self.caching,
            "Content-Length": str(len(body)),
            "Content-Type": self.kind,
        }
        if len(self.bodies) > 1:
            headers["Vary"] = "Accept-Encoding"
        if coding != "identity":
            headers["Content-Encoding"] = coding
        return Response(b"" if scope["method"] == "HEAD" else body, headers=headers)


def compressed(kind: str, text: str) -> CompressedFile:
    """Return a small file as it is sent."""
    body = text.encode()
    bodies = {"br": brotli.compress(body), "gzip": gzip.compress(body, mtime=0), "identity": body}
    return CompressedFile(kind, bodies)


def _weights(accepted: str) -> dict[str, bool]:
    """Return which codings a list names with a weight above 0; `*` is any that it does not name."""
    named = {
        coding.strip().lower(): not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight, re.IGNORECASE)
        for coding, _, weight in (one.partition(";") for one in accepted.split(","))
    }
    return {"*": False} | named
