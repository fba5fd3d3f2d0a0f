"""The part of the sidebar that every page shares: the present agent, download and upload."""

from dataclasses import dataclass

import streamlit as st

import ttt_core as ttt
from ttt_ui.shared.session import Session, kept, session
from ttt_ui.shared.verdict_badge import verdict_badge
from ttt_ui.shared.widgets import held
from ttt_ui.shared.wording import VERDICT_HELP, counted, knowledge, plain, verdict


@dataclass
class _Sidebar:
    """What is known of the sidebar.

    Attributes
    ----------
    agent
        The one that it shows.
    uploads
        Number of uploads so far; part of the uploader's key, which empties it afterwards.
    """

    agent: ttt.Agent | None = None
    uploads: int = 0


def show_agent(*, training_here: bool, follow: float | None = None) -> None:
    """Show the present agent's name and figures, and let it be downloaded or replaced.

    Parameters
    ----------
    training_here
        Whether the page is the one on which a training goes on; elsewhere it pauses.
    follow
        Seconds after which to look at the agent again, while the page changes it by itself.
    """
    visitor, sidebar = session(), kept(_Sidebar)
    with st.container(border=True, key="agent_card", gap="small"):
        st.fragment(_facts, run_every=follow)()
        if visitor.training_under_way and not training_here:
            st.page_link("pages/train.py", label="Training paused", icon=":material/pause_circle:")
        _download_button(visitor)
        with st.popover("Upload", icon=":material/upload:", width="stretch"):
            _uploader(sidebar)


def _facts() -> None:
    agent = kept(_Sidebar).agent = session().agent
    card, known = ttt.evaluate(agent), knowledge(agent)
    trained = ", trained elsewhere" if agent.trained_elsewhere else " trained"
    st.markdown(
        f"**:material/psychology: {plain(agent.name)}**",
        help="The agent that you play, train and look into.\n\n"
        f"**{known.label}:** {known.help}\n\n**{verdict(card)}:** {VERDICT_HELP}",
    )
    st.markdown(
        f"{counted(agent.stats.games, 'game')}{trained}  \n"
        f"{known.number:,} of {known.total:,} {known.label.lower()}"
    )
    verdict_badge(card)


def keep_up() -> None:
    """Run the whole page again where the sidebar shows another agent than the present one.

    For parts of a page that run by themselves, without the sidebar.
    """
    if kept(_Sidebar).agent is not session().agent:
        st.rerun()


def _download_button(visitor: Session) -> None:
    st.download_button(
        "Download",
        data=lambda: ttt.dump_agent(visitor.agent),
        file_name=ttt.file_name(visitor.agent),
        mime="application/json",
        icon=":material/download:",
        on_click="ignore",  # a rerun would take the file away before it is fetched
        width="stretch",
        help="The whole agent as one JSON file. Uploaded anywhere, it is the same agent again. "
        "Reloading the page begins a new visit: download what you want to keep.",
    )


def _uploader(sidebar: _Sidebar) -> None:
    key = _uploader_key(sidebar)
    st.file_uploader(
        "Agent file",
        type="json",
        key=key,
        on_change=_take_upload,
        args=(sidebar, key),
        help="A file downloaded here, an export of the adaptive tic-tac-toe AI (freeCodeCamp), "
        "or a saved reward memory (Kutschera).",
    )


def _uploader_key(sidebar: _Sidebar) -> str:
    return f"upload_{sidebar.uploads}"


def _take_upload(sidebar: _Sidebar, key: str) -> None:
    visitor, upload = session(), held(key)
    if upload is None or key != _uploader_key(sidebar):  # what a former uploader still sends
        return
    sidebar.uploads += 1
    try:
        loaded = ttt.read_agent_file(upload.getvalue())
    except ttt.AgentFileError as error:
        visitor.say(
            f"That file was not loaded; your agent is as it was. {plain(str(error))}", "error"
        )
        return
    visitor.adopt(loaded.agent)
    notes = " ".join(plain(note) for note in loaded.notes)
    visitor.say(f"{plain(loaded.agent.name)} is your agent now. {notes}", "success")
