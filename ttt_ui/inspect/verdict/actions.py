"""What the controls of the verdict do: judge an uploaded agent, choose another reading."""

from dataclasses import replace
from typing import Any

import streamlit as st

import ttt_core as ttt
from ttt_ui.frame.agent_upload import keep_how_read, read_upload
from ttt_ui.inspect.state import POSITION, VERDICT, VIEW
from ttt_ui.language import reason
from ttt_ui.play.actions import play_against, put_in_place
from ttt_ui.visit import messages
from ttt_ui.visit.attached import HowRead
from ttt_ui.visit.limits import LimitError
from ttt_ui.visit.session import Message, per_visitor, session
from ttt_ui.widgets import FreshKeys
from ttt_ui.wording import plain

JUDGE = "judge"


class JudgeKeys(FreshKeys):
    """The keys of the uploader: a new one empties it."""

    def __init__(self) -> None:
        super().__init__("judge")


def judge_upload(upload: Any) -> None:
    """Make an uploaded agent the visitor's own, and open its verdict."""
    if upload is None:
        return
    per_visitor(JudgeKeys).renew("upload")
    try:
        readings = read_upload(upload)
    except (ttt.AgentFileError, LimitError) as error:
        messages.answer(JUDGE, Message("error", plain(reason(error))))
        return
    with session().lock:
        put_in_place(readings[0].agent)
        keep_how_read(upload, readings)
    open_verdict()


def open_verdict() -> None:
    VIEW.set(VERDICT)
    st.switch_page("pages/inspect.py")


def choose_reading(number: object) -> None:
    """Take another reading of the file."""
    visitor = session()
    with visitor.lock:
        kept = visitor.attached.get(HowRead)
        if kept is None or not isinstance(number, int) or not 0 <= number < len(kept.readings):
            return
        how, packed = kept.readings[number]
        if number != kept.chosen:
            visitor.adopt(packed.agent, tells="")
            visitor.attached.put(replace(kept, chosen=number, how=how))


def play_it() -> None:
    play_against(session().agent)


def look_inside() -> None:
    VIEW.set(POSITION)
