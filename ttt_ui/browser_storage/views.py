"""Saving in the browser as the visitor sees it: the control in the sidebar, and the wait."""

import streamlit as st

from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.browser_storage import actions
from ttt_ui.browser_storage.actions import StorageState, storage_state
from ttt_ui.browser_storage.saved_visit import OFF
from ttt_ui.browser_storage.storage_component import send_writing, storage
from ttt_ui.compare.measuring.state import last_measuring
from ttt_ui.frame.field import switch
from ttt_ui.jobs import Job
from ttt_ui.language import tr

SAVES = switch(
    "saves_visit",
    on=True,
    label=tr_noop("Save my visit"),
    help=tr_noop("When off, everything saved is erased, except this choice."),
)


def place_of_the_agent() -> None:
    """Hold the agent's place in the sidebar until it has arrived."""
    with st.container(border=True):
        st.caption(f":material/hourglass_empty: {tr('Loading your agent…')}")


def waiting(title: str) -> None:
    """Hold a page's place until the visitor's agent has arrived."""
    st.title(title, anchor=False)
    st.markdown(tr("Loading your agent from this browser…"))
    st.button(
        tr("Start without it"),
        type="tertiary",
        on_click=actions.start_without,
        help=tr("Starts afresh, and saves that from now on."),
    )


def trouble() -> None:
    """Say on every page, as long as it is so, that nothing can be saved, and what helps."""
    state = storage_state()
    if state.trouble is not None and state.phase != "closed" and not state.off:
        helps = tr(
            "The address brings your agent back after a reload if it says how it learned. "
            "**Download**, under **File**, always keeps it."
        )
        st.caption(f":material/bookmark_remove: {tr(actions.TROUBLE[state.trouble])} {helps}")


def keep(job: Job | None) -> None:
    """Save the visit at the end of a page's run, and while a job or a sweep changes it."""
    sweep = last_measuring()
    job = job or (None if sweep is None else sweep.job)
    jobs.follow(job, _save, every=actions.SECONDS_BETWEEN_OF_A_SWEEP)


def _save() -> None:
    """Save the visit, and read the browser's report."""
    if actions.listen():
        st.rerun()
    actions.save()
    state = storage_state()
    storage(state.exchange, off=OFF)


def keep_here(key: str) -> None:
    """Save the visit at the end of a fragment's run."""
    actions.save()
    send_writing(storage_state().exchange, key=key)


def control() -> None:
    """Show what is saved, with controls to put it aside, to switch saving off and to erase it."""
    state = storage_state()
    _next_student(state)
    with st.expander(
        tr("Saved in this browser") if state.saves else tr("Not saved"),
        icon=":material/bookmark_added:" if state.saves else ":material/bookmark_remove:",
        key="saved_visit",
    ):
        _explain(state)
        SAVES.ask(not state.off, actions.switch, disabled=state.phase != "open")
        if state.keeps:
            st.button(
                tr("Load the visit put aside"),
                icon=":material/tab:",
                on_click=actions.load_replaced,
                help=tr(
                    "Loads what another tab or the pupil before you had saved when this visit took "
                    "its place. This visit's agent is then under **Earlier agents**."
                ),
            )
        if state.asks:
            st.markdown(
                tr(
                    "Erase everything saved in this browser? What you see here stays until you "
                    "leave."
                )
            )
            with st.container(horizontal=True, gap="xsmall"):
                st.button(tr("Erase"), on_click=actions.erase)
                st.button(tr("Keep"), on_click=actions.ask_to_erase, kwargs={"asks": False})
        else:
            st.button(
                tr("Erase saved data…"), icon=":material/delete:", on_click=actions.ask_to_erase
            )


def _next_student(state: StorageState) -> None:
    """Let the visit be put aside, so that the next student does not find it."""
    if not state.asks_to_leave:
        st.button(
            tr("Next student…"),
            icon=":material/person_add:",
            disabled=state.phase != "open",
            width="stretch",
            on_click=actions.ask_to_leave,
        )
        return
    st.markdown(
        tr(
            "Put this visit aside, and start afresh? **Load the visit put aside** brings it back, "
            "until the next visit takes its place."
        )
        if state.saves
        else tr(
            "Start afresh? This visit is not saved, so it cannot come back. **Download** the agent "
            "first."
        )
    )
    with st.container(horizontal=True, gap="xsmall"):
        st.button(tr("Start afresh"), type="primary", on_click=actions.leave)
        st.button(tr("Go on here"), on_click=actions.ask_to_leave, kwargs={"asks": False})


def _explain(state: StorageState) -> None:
    if state.phase == "closed":
        st.markdown(tr(actions.NEWER))
    elif state.trouble is not None:
        st.markdown(tr(actions.TROUBLE[state.trouble]))
    else:
        st.markdown(
            tr(
                "Your agent, score, game, settings, sweep and agents on Compare are saved in this "
                "browser, for a year after your last visit. To move your agent to another browser, "
                "use **Download**."
            )
        )
