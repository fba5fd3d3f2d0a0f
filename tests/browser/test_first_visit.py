"""What a browser gets that has never been here."""

import pytest
from playwright.sync_api import Browser, Page, WebSocket

from tests.browser.conftest import PHONE, watched_page
from tests.browser.support import on

MOST_BYTES = 60_000

# The lowest edge of the board in each frame in which a newcomer sees the chart above it.
_RECORDS_THE_BOARD = """
  (() => {
    window.edges = [];
    const look = () => {
      const chart = document.querySelector(".st-key-train_growth_curve .js-plotly-plot");
      const board = document.querySelector(".st-key-train_growth_board");
      if (chart?.clientHeight && board?.clientHeight) {
        window.edges.push(board.getBoundingClientRect().bottom);
      }
      requestAnimationFrame(look);
    };
    look();
  })()
"""
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


def test_a_newcomer_on_a_phone_watches_the_curve_and_the_whole_board(
    browser: Browser, app_url: str
) -> None:
    with watched_page(browser, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        page.add_init_script(_RECORDS_THE_BOARD)
        page.goto(f"{app_url}/train")
        page.wait_for_function("window.edges.length > 0")
        assert page.evaluate("window.edges[0]") <= PHONE["height"]
