"""What a browser gets that has never been here."""

import pytest
from playwright.sync_api import Page, WebSocket

from tests.browser.support import on

MOST_BYTES = 60_000
OTHERS = ("Learn", "Play", "Inspect", "Compare")


@pytest.mark.parametrize(
    "name", ["Train", *(pytest.param(name, marks=pytest.mark.thorough) for name in OTHERS)]
)
def test_a_page_gets_less_than_60_kb_of_messages(name: str, page: Page, app_url: str) -> None:
    sizes = list[int]()

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: sizes.append(len(data)))

    page.on("websocket", listen)
    # By a link, since a newcomer on Train watches a curve grow, frame by frame.
    page.goto(f"{app_url}/{name.lower()}{'?seed=1' if name == 'Train' else ''}")
    on(page, name)
    page.remove_listener("websocket", listen)
    assert 10_000 < sum(sizes) < MOST_BYTES
