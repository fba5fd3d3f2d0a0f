"""The part of the sidebar that every page shares: the present agent, download and upload."""

from collections.abc import Callable
from dataclasses import dataclass
from weakref import ref

import streamlit as st

import ttt_core as ttt
from ttt_core.files.sentences import SeveralAgentsError
from ttt_ui.shared.cores import cores
from ttt_ui.shared.glossary import GLOSSARY
from ttt_ui.shared.limits import LimitError, check_agent
from ttt_ui.shared.retraining_check import check_at_once, checking
from ttt_ui.shared.session import Session, per_visitor, session
from ttt_ui.shared.verdict_badge import verdict_badge
from ttt_ui.shared.widgets import held
from ttt_ui.shared.wording import counted, knowledge, plain, verdict


@dataclass
class _Sidebar:
    """What is known of the sidebar.

    Attributes
    ----------
    shown
        The agent that it shows; it keeps none for itself.
    uploads
        Number of uploads so far; part of the uploader's key, which empties it afterwards.
    """

    shown: ref[ttt.Agent] | None = None
    uploads: int = 0


def show_agent(
    *, training_here: bool, check: Callable[[], None], follow: float | None = None
) -> None:
    """Show the present agent's name and figures, and let it be downloaded, replaced or checked.

    Parameters
    ----------
    training_here
        Whether the page is the one on which a training goes on; elsewhere it pauses.
    check
        Shows what lets it be checked.
    follow
        Seconds after which to look at the agent again, while the page changes it by itself.
    """
    visitor, sidebar = session(), per_visitor(_Sidebar)
    with st.container(border=True, key="agent_card", gap="small"):
        st.fragment(_facts, run_every=follow)()
        if visitor.training_under_way and not training_here:
            st.page_link("pages/train.py", label="Training paused", icon=":material/pause_circle:")
        _download_button(visitor)
        with st.popover("Upload", icon=":material/upload:", width="stretch"):
            _uploader(sidebar)
        check()


def _facts() -> None:
    agent = session().agent
    per_visitor(_Sidebar).shown = ref(agent)
    card, known = ttt.evaluate(agent), knowledge(agent)
    trained = ", trained elsewhere" if agent.trained_elsewhere else " trained"
    st.markdown(
        f"**:material/psychology: {plain(agent.name)}**",
        help="The agent that you play, train and look into.\n\n"
        f"**{known.label}:** {known.help}\n\n**{verdict(card)}:** {GLOSSARY['Unbeatable']}",
    )
    st.markdown(
        f"{counted(agent.stats.games, 'game')}{trained}  \n"
        f"{known.number:,} of {known.total:,} {known.label.lower()}"
    )
    verdict_badge(card)


def rerun_if_agent_changed() -> None:
    """Run the whole page again where the sidebar shows another agent than the present one.

    For parts of a page that run by themselves, without the sidebar.
    """
    shown = per_visitor(_Sidebar).shown
    if shown is None or shown() is not session().agent:
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
        help="The whole agent as one JSON file. Uploaded anywhere, it is the same agent again, "
        "also in another browser or without this one's memory.",
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
    visitor, check, upload = session(), checking(), held(key)
    if upload is None or key != _uploader_key(sidebar):  # what a former uploader still sends
        return
    sidebar.uploads += 1
    try:
        loaded = ttt.read_agent_file(upload.getvalue())
        check_agent(loaded.agent)
    except (ttt.AgentFileError, LimitError) as error:
        compare = isinstance(error, SeveralAgentsError)
        visitor.say(
            f"That file was not loaded; your agent is as it was. {plain(str(error))}"
            + " **Add agents**, on the Compare page, takes it." * compare,
            "error",
        )
        return
    notes = [plain(note) for note in loaded.notes]
    with cores().turn(), visitor.lock:
        visitor.adopt(loaded.agent)
        found = check_at_once(visitor, check)
        said = [f"{plain(loaded.agent.name)} is your agent now.", *notes, found]
        spoilt = check.found is not None and not check.found.matches
        visitor.say(" ".join(filter(None, said)), "warning" if spoilt else "success")
