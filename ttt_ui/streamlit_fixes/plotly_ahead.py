"""The first chart comes late, because Streamlit fetches Plotly (0.3 MB) only when it draws a chart.

Here, the browser is told of Plotly together with a page that has a chart; on the other pages, it
fetches Plotly while it has nothing else to do, unless the visitor saves data.

Upstream: none found.
Test: tests/browser/test_first_visit.py::
  test_plotly_is_there_before_the_first_chart_unless_the_visitor_saves_data
Delete it when Streamlit loads a library of charts ahead of the first chart.
"""

from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.streamlit_fixes.compressed_files import PLOTLY

PAGES_WITH_CHARTS = ("/train", "/inspect", "/compare")

_mount = component("ttt_plotly_ahead", Path(__file__).with_suffix(".js"))


def apply() -> None:
    """Check that Streamlit has the file."""
    if PLOTLY is None:
        raise AttributeError("Streamlit has no file PlotlyChart.*.js")


def draw() -> None:
    """Let the browser fetch Plotly once it is idle."""
    _mount(key="plotly_ahead", data=PLOTLY and PLOTLY.name)


class PlotlyAhead:
    """Middleware that names Plotly in the header of a page with a chart."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._link = f"<./static/js/{PLOTLY and PLOTLY.name}>; rel=modulepreload"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add to the answer."""

        async def send_with_link(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("Link", self._link)
            await send(message)

        is_of_page = scope["type"] == "http" and scope["path"].endswith(PAGES_WITH_CHARTS)
        await self._app(scope, receive, send_with_link if is_of_page else send)
