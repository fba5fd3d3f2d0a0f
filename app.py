"""Entry of the dashboard: `streamlit run app.py`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import anyio
import streamlit as st
from starlette.middleware import Middleware
from streamlit.navigation.page import Page
from streamlit.runtime import get_instance
from streamlit.runtime.pages_manager import PagesManager

from ttt_ui.browser_storage import actions as saving
from ttt_ui.browser_storage import views as storage
from ttt_ui.compare.curves.state import comparison
from ttt_ui.compare.side_by_side.state import side_by_side
from ttt_ui.drawing import charts
from ttt_ui.drawing.insights import Insights
from ttt_ui.frame import address, navigation, share, sidebar
from ttt_ui.frame import check_views as check
from ttt_ui.frame.frontend_files import FrontendFiles
from ttt_ui.frame.links import SETTINGS_IN_LINKS
from ttt_ui.frame.warm_up import compile_kernels, settle_memory
from ttt_ui.inspect.actions import show_board
from ttt_ui.play.exhibition import actions as exhibiting
from ttt_ui.play.exhibition.state import exhibition
from ttt_ui.play.opponent_analysis import OpponentAnalyses
from ttt_ui.play.state import play_state
from ttt_ui.streamlit_fixes import clicks, connection, delivery
from ttt_ui.streamlit_fixes.downloads import keep_files
from ttt_ui.train import actions as training
from ttt_ui.train import train_from_link
from ttt_ui.train.state import train_state
from ttt_ui.visit import messages
from ttt_ui.visit.session import session


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    await anyio.to_thread.run_sync(compile_kernels)
    # Do a first run now, so that no visitor waits for the imports and the first training.
    runtime = get_instance()
    await runtime.does_script_run_without_error()
    keep_files(runtime.media_file_mgr)
    settle_memory()
    yield


if __name__ == "app":
    # The server imports this file once, at its start; visitors run it as a script. Until the first
    # visitor has run st.navigation below, Streamlit would serve each script in pages/ alone,
    # without the rest of the app. No public option turns that off.
    PagesManager.uses_pages_directory = False
    clicks.do_each_once()
    delivery.deliver_everything()
    app = st.App(__file__, lifespan=lifespan, middleware=[Middleware(FrontendFiles)])
else:
    st.set_page_config(
        page_title="Tic-tac-toe lab", page_icon="ttt_ui/frame/icon.svg", layout="wide"
    )
    st.logo("ttt_ui/frame/logo.svg", size="large", icon_image="ttt_ui/frame/icon.svg")

    def pages(*, play_at_root: bool) -> list[Page]:
        """Play is at the root and, for links, at /play; the menu shows one of the two."""
        play = [
            st.Page(
                "pages/play.py",
                title="Play",
                icon=":material/sports_esports:",
                default=is_root,
                url_path="start" if is_root else "play",  # the root ignores "start"
                visibility="visible" if is_root == play_at_root else "hidden",
            )
            for is_root in (True, False)
        ]
        return [
            st.Page("pages/learn.py", title="Learn", icon=":material/school:"),
            *play,
            st.Page("pages/train.py", title="Train", icon=":material/model_training:"),
            st.Page("pages/inspect.py", title="Inspect", icon=":material/search_insights:"),
            st.Page("pages/compare.py", title="Compare", icon=":material/balance:"),
        ]

    offered = pages(play_at_root=True)
    page = st.navigation(offered, position="top")
    if page.url_path == "play":
        offered = pages(play_at_root=False)
        page = st.navigation(offered, position="top")
    on_train = page.title == "Train"
    if address.enter(page, owned_by_all=() if on_train else SETTINGS_IN_LINKS):
        # Drop what only the previous page needs.
        session().forget(Insights, OpponentAnalyses)
        train_state().rest()
        exhibition().rest()
        play_state().rest()
        side_by_side().rest()
        comparison().leave()
    waiting = saving.begin()
    if not waiting and train_from_link.follow_link():
        play_state().at_the_door = False
    training_first = not on_train and train_from_link.is_training()
    job = None
    if on_train or training_first:
        job = training.go_on()
    elif page.title == "Play":
        job = exhibiting.go_on()
    with st.sidebar:
        if waiting:
            storage.place_of_the_agent()
        else:
            sidebar.show_agent(
                training_here=on_train or training_first,
                check=partial(check.check_button, show_board),
                job=job,
            )
            storage.control()
    # Without gaps, so that the invisible bar and the address component take no space.
    with st.container(gap=None):
        navigation.pages_bar(offered, page)
        with st.container(), messages.shown_above():
            storage.offer()
            if waiting:
                storage.waiting(page.title)
            elif training_first:
                train_from_link.progress()
            else:
                page.run()
        charts.look_after()
        clicks.keep_places()
        connection.draw_again_when_it_is_back()
        storage.keep()
        if not waiting and not training_first:
            address.show_common({} if on_train else share.agent_query())
            address.write([one.url_path for one in offered])
