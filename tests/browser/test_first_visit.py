"""What a browser gets that has never been here."""

import re

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import PHONE
from tests.browser.support import on
from ttt_ui.train.result import FRAME_MS

pytestmark = pytest.mark.thorough

MOST_BYTES = 60_000

# What a newcomer watches stays at its first frame: the browser asks for no other.
_HOLDS_THE_FIRST_FRAME = """
  const begin = window.setTimeout;
  window.setTimeout = (act, delay, ...given) =>
    begin(act, delay === FRAME ? 2 ** 31 - 1 : delay, ...given);
""".replace("FRAME", f"{FRAME_MS}")


@pytest.mark.parametrize("name", ["Learn", "Play", "Train", "Inspect", "Compare"])
def test_a_page_gets_less_than_60_kb_of_messages(name: str, page: Page, app_url: str) -> None:
    sizes = list[int]()

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: sizes.append(len(data)))

    page.on("websocket", listen)
    # By a link whose training is short, so that no curve is seen to grow, frame by frame.
    page.goto(f"{app_url}/{name.lower()}{'?games=1000' if name == 'Train' else ''}")
    on(page, name)
    page.remove_listener("websocket", listen)
    assert 10_000 < sum(sizes) < MOST_BYTES


def test_a_newcomer_on_a_phone_watches_the_whole_chart_and_then_the_map(
    new_page: Page, app_url: str
) -> None:
    page = new_page
    page.set_viewport_size(PHONE)
    page.add_init_script(_HOLDS_THE_FIRST_FRAME)
    page.goto(f"{app_url}/train")
    expect(page.get_by_role("heading", name="Watch it learn")).to_be_visible()
    chart = page.locator(".st-key-train_curve .js-plotly-plot .plot-container")
    expect(chart).to_be_in_viewport(ratio=1)
    rings = page.locator(".st-key-train_map").get_by_role("img", name="Map of the game")
    expect(rings).to_have_accessible_name(re.compile(r"Knows \d of 627 positions"))
    rings.scroll_into_view_if_needed()
    expect(rings).to_be_in_viewport(ratio=1)
