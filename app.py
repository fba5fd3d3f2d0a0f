"""Entry of the dashboard: `streamlit run app.py`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from ttt_ui.shared.session import session
from ttt_ui.shared.sidebar import show_agent
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
    play = st.Page("pages/play.py", title="Play", icon=":material/sports_esports:")
    page = st.navigation(
        [
            st.Page(lambda: st.switch_page(play), title="Start", default=True, visibility="hidden"),
            play,
            st.Page("pages/train.py", title="Train", icon=":material/model_training:"),
            st.Page("pages/inspect.py", title="Inspect", icon=":material/search_insights:"),
            st.Page("pages/compare.py", title="Compare", icon=":material/balance:"),
        ]
    )
    with st.sidebar:
        show_agent(training_here=page.title == "Train")
    visitor = session()
    for message in visitor.messages:
        {"info": st.info, "success": st.success, "error": st.error}[message.kind](message.text)
    page.run()
    visitor.messages.clear()  # only now: a page that runs again at once must not swallow them
