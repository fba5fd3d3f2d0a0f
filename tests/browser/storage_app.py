"""Run the storage component for test_storage_component.py; every step is a button."""

from typing import Literal

import streamlit as st

from ttt_ui.browser_storage.storage_component import (
    Exchange,
    Writing,
    cookie,
    read_report,
    send_writing,
    storage,
)

state = st.session_state
if "exchange" not in state:
    state.exchange = Exchange("a visit", held=cookie() or None)
    state.log = []
    state.seen = 0
exchange: Exchange = state.exchange


def hear() -> None:
    report = read_report(exchange)
    if report is not None and report.number > state.seen:
        state.seen = report.number
        state.log.append(
            f"record={report.record if report.has_record else '?'} parts={dict(report.parts)} "
            f"missing={list(report.missing)} trouble={report.trouble} "
            f"{[n for n in ('keeps', 'replaced', 'off') if getattr(report, n)]}"
        )


def write(which: int) -> None:
    parts = (f"part {which}",) if which > 1 else ()
    cookie = f"cookie{which}" if parts else f"record {which}"  # a short record is in the cookie
    exchange.writing = Writing(next_number(), f"record {which}", cookie, parts)


def forget() -> None:
    exchange.writing = Writing(next_number(), "", "", erases=True)


def next_number() -> int:
    return 1 if exchange.writing is None else exchange.writing.number + 1


def give() -> None:
    exchange.content = {f"part {number}": f"content {number}" for number in (2, 3)}


def ask(which: Literal["record", "replaced"]) -> None:
    exchange.asked += 1
    exchange.asks_for = which


def answer() -> None:
    exchange.content = {}
    exchange.answered = state.seen


hear()
st.code("\n".join([f"cookie={cookie()}", *state.log]), language=None)
for number in (1, 2, 3):
    st.button(f"Write {number}", on_click=write, args=(number,))
st.button("Forget", on_click=forget)
st.button("Give", on_click=give)
st.button("Ask", on_click=ask, args=("record",))
st.button("Ask for replaced", on_click=ask, args=("replaced",))
st.button("Answer", on_click=answer)
send_writing(exchange, key="elsewhere")
storage(exchange, off="off")
