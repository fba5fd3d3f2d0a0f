"""What a browser gets that has never been here."""

import pytest
from playwright.sync_api import Browser, Page, Request, WebSocket

from tests.browser.support import on

MOST_BYTES = 60_000


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["Learn", "Play", "Train", "Inspect", "Compare"])
def test_a_first_visit_to_any_page_gets_less_than_60_kb_of_messages(
    name: str, page: Page, app_url: str
) -> None:
    sizes = list[int]()

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: sizes.append(len(data)))

    page.on("websocket", listen)
    page.goto(f"{app_url}/{name.lower()}")
    on(page, name)
    page.remove_listener("websocket", listen)
    assert 10_000 < sum(sizes) < MOST_BYTES


def test_plotly_is_there_before_the_first_chart_unless_the_visitor_saves_data(
    browser: Browser, page: Page, app_url: str
) -> None:
    requests = list[Request]()

    def is_plotly(request: Request) -> bool:
        return "/PlotlyChart." in request.url

    def note(request: Request) -> None:
        requests.append(request)

    with browser.new_page() as own:
        with own.expect_request(is_plotly):
            own.goto(f"{app_url}/play")
        answer = own.goto(f"{app_url}/train")
        assert answer is not None
        assert "/PlotlyChart." in answer.headers["link"]
    page.on("request", note)  # says that it saves data, see `SAVE_DATA`
    page.goto(f"{app_url}/play")
    on(page, "Play")
    page.evaluate("new Promise(requestIdleCallback)")
    page.remove_listener("request", note)
    assert any("/plotly_ahead." in request.url for request in requests)
    assert not any(map(is_plotly, requests))
