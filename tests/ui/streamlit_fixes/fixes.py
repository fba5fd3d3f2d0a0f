import inspect
import re
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp, Message, Receive

from ttt_ui import streamlit_fixes
from ttt_ui.frame import address
from ttt_ui.visit import messages


def apply_fixes() -> None:
    """Apply the fixes as app.py does."""
    streamlit_fixes.apply(
        stay_on_page=address.stay_on_page,
        tell_of_malformed_value=messages.tell_of_malformed_value,
        pages=(),
    )


def told(name: str) -> str:
    """Return what a fix tells of itself."""
    if name in streamlit_fixes.LOOKS:
        room = Path(streamlit_fixes.__file__).parent
        text = "".join((room / f"looks.{kind}").read_text("utf-8") for kind in ("css", "js"))
        return "\n".join(re.findall(rf"^/\* {name}: (.*?)\*/", text, re.DOTALL | re.MULTILINE))
    return inspect.getdoc(streamlit_fixes.declared(name)) or ""


def named_tests(name: str) -> list[tuple[str, str]]:
    """Return the files that a fix names, each with its test, if it names one."""
    return re.findall(r"^Test: ([\w/.]+)(?:::\n  (\w+))?$", told(name), re.MULTILINE)


async def nothing() -> Message:
    """Send nothing more of a request."""
    return {"type": "http.request", "body": b"", "more_body": False}


async def answer(
    site: ASGIApp, path: str, headers: dict[str, str], *, receive: Receive = nothing, **scope: Any
) -> list[Message]:
    """Return what a site answers to a request."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    asked = {"type": "http", "method": "GET", "path": path, "headers": named, **scope}
    await site(asked, receive, send)
    return sent
