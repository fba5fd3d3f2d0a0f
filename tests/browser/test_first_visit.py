"""What a browser gets that has never been here."""

import pytest
from playwright.sync_api import Browser, Page, Request, WebSocket

from tests.browser.support import on

MOST_BYTES = 60_000


OTHERS = ("Learn", "Play", "Inspect", "Compare")


@pytest.mark.parametrize(
    "name", ["Train", *(pytest.param(name, marks=pytest.mark.thorough) for name in OTHERS)]
)
def test_a_page_gets_less_than_60_kb_of_messages_and_names_the_scripts_of_what_it_shows_first(
    name: str, page: Page, app_url: str
) -> None:
    sizes, scripts = list[int](), list[str]()

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: sizes.append(len(data)))

    def note(request: Request) -> None:
        if "/static/js/" in request.url:
            scripts.append(request.url)

    page.on("websocket", listen)
    page.on("request", note)
    page.goto(f"{app_url}/{name.lower()}")
    on(page, name)
    page.remove_listener("websocket", listen)
    page.remove_listener("request", note)
    assert 10_000 < sum(sizes) < MOST_BYTES
    every = "[...document.querySelectorAll('script, link')]"
    named = page.evaluate(f"{every}.map((each) => each.src ?? each.href)")
    assert len(scripts) == len({*scripts})
    assert {*scripts} <= {*named}


@pytest.mark.thorough
def test_what_train_shows_is_fetched_on_other_pages_unless_the_visitor_saves_data(
    browser: Browser, page: Page, app_url: str
) -> None:
    requests = list[str]()

    def note(request: Request) -> None:
        requests.append(request.url)

    with browser.new_page() as own, own.expect_request("**/PlotlyChart.*"):
        own.goto(f"{app_url}/play")
    page.on("request", note)  # says that it saves data, see `SAVE_DATA`
    page.goto(f"{app_url}/play")
    on(page, "Play")
    page.evaluate("new Promise(requestIdleCallback)")
    page.remove_listener("request", note)
    assert any("/files_ahead." in url for url in requests)
    assert not any("/PlotlyChart." in url for url in requests)
