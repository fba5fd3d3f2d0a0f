"""Entry of the dashboard: `streamlit run app.py`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from ttt_ui.shared import address, messages, sidebar
from ttt_ui.shared.warm_up import warm_up


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    await anyio.to_thread.run_sync(warm_up)
    yield


if __name__ == "app":
    # The server imports this file once, at its start; visitors run it as a script. Until the first
    # of them has run st.navigation below, Streamlit would serve the scripts in pages/ by its old
    # rules, each without the rest of the app; no public option turns that off.
    PagesManager.uses_pages_directory = False
    app = st.App(__file__, lifespan=lifespan)
else:
    st.set_page_config(
        page_title="Tic-tac-toe lab", page_icon="ttt_ui/shared/icon.svg", layout="wide"
    )
    page = st.navigation(
        [
            st.Page(
                "pages/play.py",
                title="Play",
                icon=":material/sports_esports:",
                default=True,
                url_path="start",  # which is not used: the first page is at the root
            ),
            st.Page("pages/train.py", title="Train", icon=":material/model_training:"),
            st.Page("pages/inspect.py", title="Inspect", icon=":material/search_insights:"),
            st.Page("pages/compare.py", title="Compare", icon=":material/balance:"),
            st.Page("pages/play.py", title="Play", visibility="hidden"),  # for links to /play
        ]
    )
    address.enter(page.url_path)
    with st.sidebar:
        sidebar.show_agent(training_here=page.title == "Train")
    with messages.shown_above():
        page.run()
    address.write()
