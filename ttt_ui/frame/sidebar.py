"""The part of the sidebar that every page shares: your agent, download and upload."""

from collections.abc import Callable
from typing import Any
from weakref import ref

import streamlit as st

import ttt_core as ttt
from ttt_core.files import SeveralAgentsError, file_name
from ttt_core.learning import MAX_NAME
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.drawing.download import download_button
from ttt_ui.drawing.emblem import emblem
from ttt_ui.drawing.map_component import in_words
from ttt_ui.drawing.verdict_badge import badge, explained
from ttt_ui.frame.agent_upload import checked, keep_how_read, read_upload, where_from
from ttt_ui.frame.field import text
from ttt_ui.jobs import Job
from ttt_ui.language import reason, tr
from ttt_ui.visit import messages
from ttt_ui.visit.attached import HowRead
from ttt_ui.visit.limits import LimitError, typed_name
from ttt_ui.visit.session import Message, Session, per_visitor, session
from ttt_ui.widgets import FreshKeys
from ttt_ui.wording import agent_name, counted, knowledge, plain

_MENU, _MENU_HERE = "agent_menu", "agent_menu_here"
_MENU_PIXELS = 300
"""Width of what is in a menu, so that it does not grow when an answer appears in it."""
_SECONDS_BETWEEN_UPDATES = 1.0
_EMBLEM_PIXELS = 40


def show_agent(
    *,
    training_here: bool,
    is_saved: bool,
    undo: Callable[[], None],
    menu: Callable[[], None],
    job: Job | None = None,
) -> None:
    """Show the agent's name and verdict, with a menu to download and replace it.

    Parameters
    ----------
    training_here
        Whether training continues on this page; on other pages it pauses.
    is_saved
        Whether the agent is saved in the visitor's browser.
    undo
        Restores the agent from before an upload.
    menu
        Draws the rest of the menu, below download and upload.
    job
        The page's job that changes the agent, if there is one.
    """
    visitor = session()
    with st.container(gap=None, key="agent_card"):
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown(f"**{plain(agent_name(visitor.agent))}**", help=_about(visitor.agent))
            place = st.popover(
                tr("File"),
                icon=":material/bookmark_added:" if is_saved else ":material/bookmark_remove:",
                type="tertiary",
                key=_MENU,
            )
            with place, st.container(width=_MENU_PIXELS):
                _download_button(visitor, "download_agent")
                _uploader("sidebar_upload", _MENU, undo)
                menu()
        jobs.follow(job, _facts, every=_SECONDS_BETWEEN_UPDATES)
    if visitor.training_under_way and not training_here:
        st.page_link("pages/train.py", label=tr("Training paused"), icon=":material/pause_circle:")


def file_menu(undo: Callable[[], None]) -> None:
    """Let the agent be saved or another be opened, where a page names it."""
    place = st.popover(
        tr("Open or save an agent"), icon=":material/folder_open:", type="tertiary", key=_MENU_HERE
    )
    with place, st.container(width=_MENU_PIXELS):
        _download_button(session(), "download_agent_here")
        _uploader("sidebar_upload_here", _MENU_HERE, undo)


def _facts() -> None:
    visitor = session()
    agent = visitor.agent
    visitor.drawn = ref(agent)
    games = counted(agent.stats.games, "game", "games")
    if agent.trained_elsewhere and not agent.stats.games:
        trained = tr("Trained in another program")
    elif agent.trained_elsewhere:
        trained = tr("{games}, trained in another program", games=games)
    else:
        trained = tr("{games} trained", games=games)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        image, game_map = visitor.about(emblem), visitor.about(ttt.game_map)
        st.image(image, width=_EMBLEM_PIXELS, alt=in_words(game_map))
        verdict = badge(ttt.evaluate(agent), visitor.attached.get(HowRead))
        st.markdown(f"{verdict}  \n:small[{trained}]", width="content")


def _about(agent: ttt.Agent) -> str:
    known = knowledge(agent)
    facts = [
        tr("Your agent: the one you play, train and inspect."),
        f"**{known.sentence}:** {known.help}",
        explained(ttt.evaluate(agent)),
        where_from(agent),
    ]
    return "\n\n".join(filter(None, facts))


def rerun_if_agent_changed() -> None:
    """Rerun the whole page if the sidebar shows an agent that has since changed.

    For fragments, which run without the sidebar.
    """
    visitor = session()
    if visitor.drawn is None or visitor.drawn() is not visitor.agent:
        st.rerun()


def _download_button(visitor: Session, key: str) -> None:
    download_button(
        tr("Download"),
        file_name(visitor.agent),
        lambda: ttt.dump_agent(visitor.agent),
        key=key,
        width="stretch",
        help=tr(
            "Saves your agent as a JSON file. Upload it in any browser to get exactly this agent "
            "back."
        ),
    )


def _uploader(name: str, menu: str, undo: Callable[[], None]) -> None:
    st.file_uploader(
        tr("Agent file"),
        help=tr(
            "An agent file from this app, or the table or network of any other program: JSON, "
            "CSV, a pickle, Keras, PyTorch, ONNX and more. Its verdict is on Inspect."
        ),
        **per_visitor(FreshKeys).control(name, _take_upload, name, menu),
    )
    messages.answer_in(menu, undo)


def _take_upload(name: str, menu: str, upload: Any) -> None:
    visitor = session()
    if upload is None:
        return
    per_visitor(FreshKeys).renew(name)  # an uploader with a new key is empty
    try:
        readings = read_upload(upload)
    except (ttt.AgentFileError, LimitError) as error:
        sentences = [
            tr("The file was not loaded, and your agent is unchanged."),
            plain(reason(error)),
        ]
        if isinstance(error, SeveralAgentsError):
            sentences.append(tr("To open it, use **Add** on Compare."))
        messages.answer(menu, Message("error", " ".join(sentences)))
        return
    loaded = readings[0]
    agent, check = checked(loaded.agent)
    visitor.adopt(agent, message_if="never")
    keep_how_read(upload, readings)
    sentences = [
        tr("{agent} is now your agent.", agent=plain(agent_name(agent))),
        tr("The previous one is under **Earlier agents**, in **File**."),
        *(plain(tr(note)) for note in loaded.notes),
        check.text,
    ]
    told = Message(check.kind, " ".join(filter(None, sentences)), undoes=visitor.replacements)
    messages.answer(menu, told)


AGENT_NAME = text("agent_name", label=tr_noop("Agent's name"), look={"max_chars": MAX_NAME})


def rename(typed: str) -> None:
    """Rename the agent as typed, unless that contains no name."""
    if name := typed_name(typed):
        session().relabel(name=name)
