"""Uploads from a browser that blocks cookies: what passes, and what does not."""

import asyncio
from types import SimpleNamespace

import pytest
from starlette.types import Receive, Scope, Send
from streamlit import runtime
from streamlit.web.server.starlette.starlette_app_utils import validate_xsrf_token
from streamlit.web.server.starlette.starlette_routes import XSRF_COOKIE_NAME

from tests.ui.streamlit_fixes.fixes import answer
from ttt_ui.streamlit_fixes import is_on
from ttt_ui.streamlit_fixes.server import UploadsWithoutCookies


@pytest.fixture(autouse=True)
def one_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    server = SimpleNamespace(is_active_session=lambda name: name == "visit")
    monkeypatch.setattr(runtime, "get_instance", lambda: server)


def upload(visit: str, **headers: str) -> int:
    """Return the status that a server answers which compares header and cookie as Streamlit."""

    async def check(scope: Scope, receive: Receive, send: Send) -> None:
        given = {name.decode(): value.decode() for name, value in scope["headers"]}
        _, _, cookie = given.get("cookie", "").partition(f"{XSRF_COOKIE_NAME}=")
        passes = validate_xsrf_token(given.get("x-xsrftoken"), cookie)
        await send({"type": "http.response.start", "status": 204 if passes else 403})

    site = UploadsWithoutCookies(check) if is_on("uploads_without_cookies") else check
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    path = f"/_stcore/upload_file/{visit}/file"
    answered, *_ = asyncio.run(answer(site, path, named, method="PUT"))
    return int(answered["status"])


def test_an_upload_without_cookies_passes() -> None:
    assert upload("visit", host="lab.example") == 204
    assert upload("visit", host="lab.example", origin="https://lab.example") == 204
    assert upload("visit", host="lab.example", cookie="ttt-lab=stored") == 204


def test_an_upload_of_another_site_or_with_a_wrong_token_does_not() -> None:
    assert upload("visit", host="lab.example", origin="https://elsewhere.example") == 403
    assert upload("visit", host="lab.example", origin="null") == 403
    assert upload("visit", host="lab.example", cookie=f"{XSRF_COOKIE_NAME}=2|a|b|1") == 403
    assert upload("visit", host="lab.example", x_xsrftoken="2|a|b|1") == 403


def test_a_visit_that_is_in_another_process_is_looked_for_there() -> None:
    assert upload("other", host="lab.example") == 404
