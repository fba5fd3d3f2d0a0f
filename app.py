"""Entry of the dashboard, for `streamlit run app.py` and for the command `ttt-lab`."""

import gc

import anyio
import streamlit as st
from starlette.middleware import Middleware

from ttt_ui import jobs, streamlit_fixes
from ttt_ui.browser_storage import actions as saving
from ttt_ui.browser_storage import views as storage
from ttt_ui.browser_storage.actions import storage_state
from ttt_ui.browser_storage.saved_visit import is_learning_alone
from ttt_ui.compare.measuring.state import comparison
from ttt_ui.frame import address, language_choice, navigation, server, share, sidebar
from ttt_ui.frame.links import PAGES, SETTINGS_IN_LINKS
from ttt_ui.frame.server import load_pandas
from ttt_ui.jobs import Job
from ttt_ui.language import read_catalogues, tr
from ttt_ui.moves.insights import Insights
from ttt_ui.pages import READ_BY
from ttt_ui.play import exhibition, teaching
from ttt_ui.play import links as play_links
from ttt_ui.play.actions import go_back
from ttt_ui.play.exhibition import exhibition_state
from ttt_ui.play.links import OF_TAUGHT
from ttt_ui.play.state import play_state
from ttt_ui.play.views import earlier_agents
from ttt_ui.train import actions as train_actions
from ttt_ui.train import links as train_links
from ttt_ui.train import state as train
from ttt_ui.visit import messages
from ttt_ui.visit.session import session

SECONDS_OF_THE_FIRST_PAGE = 3.0


async def prepare() -> None:
    await anyio.to_thread.run_sync(jobs.load_loops)
    await streamlit_fixes.start()
    gc.collect()
    gc.freeze()  # what exists by now stays


async def accompany() -> None:
    """Load what the first page does not need, once it is drawn; then write figures."""
    await anyio.sleep(SECONDS_OF_THE_FIRST_PAGE)
    await anyio.to_thread.run_sync(load_pandas)
    await anyio.to_thread.run_sync(read_catalogues)
    await anyio.to_thread.run_sync(jobs.start_workers)
    gc.freeze()
    await server.write_figures()


if __name__ == "app":
    # The server imports this file once, at its start; visitors run it as a script.
    middleware = streamlit_fixes.apply(
        stay_on_page=address.stay_on_page,
        tell_of_malformed_value=messages.tell_of_malformed_value,
        pages=("", *PAGES),
    )
    server.begin_log()
    start = server.Start(prepare, accompany)
    middleware = [Middleware(start.until_done), *middleware]
    app = st.App(__file__, lifespan=start.lifespan, middleware=middleware)
else:
    language_choice.choose_language()
    st.set_page_config(page_title=tr("Tic-tac-toe lab"), page_icon=navigation.ICON, layout="wide")

    def pages(*, play_at_root: bool) -> list[st.Page]:
        """Play is at the root and, for links, at /play; the menu shows one of the two."""
        return [
            st.Page(
                f"pages/{path}.py",
                title=tr(title),
                icon=icon,
                default=is_root,
                url_path="start" if is_root else path,  # the root ignores "start"
                visibility="visible" if is_root == play_at_root or path != "play" else "hidden",
            )
            for path, (title, icon) in PAGES.items()
            for is_root in ((True, False) if path == "play" else (False,))
        ]

    def file_menu() -> None:
        earlier_agents()
        storage.control()

    offered = pages(play_at_root=True)
    page = st.navigation(offered, position="top")
    if page.url_path == "play":
        offered = pages(play_at_root=False)
        page = st.navigation(offered, position="top")
    on_train, on_play = page.url_path == "train", page.url_path in ("", "play")
    if not on_play:  # Play sets its own
        st.set_page_config(initial_sidebar_state="auto")
        load_pandas()
    shared = OF_TAUGHT if on_train else (*OF_TAUGHT, *SETTINGS_IN_LINKS)
    if address.enter(page, owned_by_all=shared, read_by=READ_BY):
        # Drop what only the previous page needs.
        session().forget(Insights)
        play_state().analysis = None
        with session().lock:  # from here on, no job of that page changes anything
            train.rest(session())
            exhibition_state().rest()
        comparison().leave()
        if session().replacements:
            play_state().shows_welcome = False  # they have found their own way
    waiting = saving.begin()
    if not waiting and (play_links.follow_link() or train_links.follow_link()):
        play_state().shows_welcome = False
    training_first = not on_train and train_links.is_training()
    job: Job | None = None
    if on_train or training_first:
        job = train_actions.go_on()
    elif on_play:
        job = exhibition.go_on()
    job = job or teaching.go_on()

    with st.sidebar:
        if waiting:
            storage.place_of_the_agent()
        else:
            sidebar.show_agent(
                training_here=on_train or training_first,
                is_saved=storage_state().saves,
                undo=go_back,
                menu=file_menu,
                job=job,
            )
    # Without gaps, so that the invisible bar and the address component take no space.
    with st.container(gap=None):
        navigation.pages_bar(offered, page)
        with st.container():  # even if empty, so that everything below stays in place
            storage.trouble()
        with st.container(), messages.shown_above(go_back):
            if waiting:
                storage.waiting(page.title)
            elif training_first:
                load_pandas()  # on Play, too
                train_links.progress()
            else:
                page.run()
        navigation.show_logo()  # not in a run that the page begins again
        with st.sidebar:
            language_choice.show()
        streamlit_fixes.draw()
        storage.keep(job)
        language_choice.tell_browser()
        navigation.connection_notice(saves=storage_state().saves)
        if not waiting and not training_first:
            learns = session().training_under_way or is_learning_alone()
            agent = {} if learns else play_links.taught_query(session())
            if not (on_train or learns):
                agent |= share.agent_query()
            address.show_common(agent | language_choice.query())
            address.write([one.url_path for one in offered])
