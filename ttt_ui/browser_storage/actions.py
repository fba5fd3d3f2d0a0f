"""Restoring, saving and erasing a visit in the browser.

The visit is saved automatically: a run of the page hands over the record at its end, the browser
reports which agents it does not have yet, and only these are packed.
"""

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlencode
from uuid import uuid4

from ttt_core.learning import PackedAgent
from ttt_core.sentences import tr_noop
from ttt_ui.browser_storage.parts import MissingError, NewerError, UnreadableError, agent_of
from ttt_ui.browser_storage.saved_visit import (
    OFF,
    UnderWay,
    earlier_agents,
    is_moving,
    packed_parts,
    read,
    record_of_visit,
    restore,
    written,
)
from ttt_ui.browser_storage.storage_component import (
    MAX_COOKIE,
    Exchange,
    Report,
    Trouble,
    Writing,
    cookie,
    read_report,
)
from ttt_ui.compare.measuring.state import last_measuring
from ttt_ui.frame import language_choice
from ttt_ui.language import tr
from ttt_ui.train import actions as train_actions
from ttt_ui.train.state import train_state
from ttt_ui.visit.attached import Attached, EarlierAgent
from ttt_ui.visit.session import per_visitor, session

FOLLOWS = "stored"
"""Cookie text that says the record is in the browser's storage."""

SECONDS_BETWEEN = 10.0
"""Minimum time between two saves while an agent is changing."""
SECONDS_BETWEEN_OF_A_SWEEP = 3.0
"""The same while a sweep runs, whose results are much smaller than an agent."""

NEWER = tr_noop(
    "This browser has saved a visit to a newer version of this app. That stays as it is, so this "
    "visit is not saved."
)
UNREADABLE = tr_noop(
    "Your last visit is saved in this browser but cannot be read, so you start afresh."
)
GONE = tr_noop("Your last visit is no longer saved in this browser, so you start afresh.")
REPLACED = tr_noop(
    "This tab is now saved in place of what another tab had saved. To load that here, open **Saved "
    "in this browser**."
)
NOT_LOADED = tr_noop("The visit put aside could not be loaded. Nothing here has changed.")
TROUBLE = {
    "full": tr_noop("This browser's storage is full, so nothing more will be saved."),
    "blocked": tr_noop("This browser does not allow storage, so your visit is not saved."),
}
BUSY = tr_noop("Your agent is still being trained. Try again when the training has ended.")
ERASED = tr_noop("The saved data has been erased.")
ERASED_ONCE = tr_noop("The saved data has been erased. Your next change will be saved again.")


@dataclass
class StorageState:
    exchange: Exchange = field(default_factory=lambda: Exchange(uuid4().hex))
    # "new" before the cookie is read; "waiting" until the agent has come from the browser; "closed"
    # if a newer version of the program has written there, which must stay; "left" if the browser is
    # about to put the visit aside.
    phase: Literal["new", "waiting", "open", "closed", "left"] = "new"
    off: bool = False  # whether the visitor has switched saving off
    text: str = ""  # the record as last written, or as it was when the visit began
    written_at: float = float("-inf")  # when it was written, in seconds of a monotonic clock
    keeps: bool = False  # whether the browser keeps a visit that another has replaced
    # What of it has been asked for: by the visitor the visit, by this program its agents.
    wanted: Literal["", "visit", "agents"] = ""
    trouble: Trouble | None = None  # why the browser cannot save anything
    asks: bool = False  # whether the visitor is being asked to confirm erasing
    asks_to_leave: bool = False  # the same before the visit is put aside
    # How an interrupted training run began, until it is restarted.
    interrupted: UnderWay | None = None

    @property
    def saves(self) -> bool:
        return self.phase == "open" and not self.off and self.trouble is None

    @property
    def is_untouched(self) -> bool:
        """Whether the visit has neither been restored nor saved."""
        return self.exchange.held is None and self.exchange.writing is None


def storage_state() -> StorageState:
    return per_visitor(StorageState)


def begin() -> bool:
    """Restore the saved visit, before a run draws anything.

    Return whether the visitor's agent has yet to arrive.
    """
    state = storage_state()
    if state.phase == "new":
        _read_cookie(state, cookie())
    listen()
    if state.interrupted is not None:
        _continue_training(state)
    return state.phase == "waiting"


def _read_cookie(state: StorageState, text: str) -> None:
    if text == "":
        record = record_of_visit()
        state.text = "" if record is None else written(record)
        state.phase = "open"
    elif text == FOLLOWS:
        _wait(state)
    else:
        try:
            _restore(state, text, {})
        except UnreadableError:
            _wait(state)  # for the storage, which has a copy


def _wait(state: StorageState) -> None:
    state.phase = "waiting"
    state.exchange.asked += 1


def _restore(state: StorageState, text: str, parts: Mapping[str, str]) -> None:
    """Restore the visit of a record, unless a newer version wrote it.

    Raises `UnreadableError` if the record is invalid; then nothing has changed.
    """
    try:
        record = read(text)
        if record is not None:
            restore(record, parts)
            state.interrupted = record.under_way
    except NewerError:
        _close(state, text)
        return
    state.off = record is None
    state.text = state.exchange.held = text
    state.phase = "open"


def _close(state: StorageState, text: str) -> None:
    state.phase = "closed"
    state.exchange.held = text
    state.exchange.writing = None
    session().say(tr(NEWER), "warning")


def _continue_training(state: StorageState) -> None:
    """Restart a training run that was cut short; its result is the same."""
    if state.interrupted == "from nothing":
        train_actions.try_settings(train_state().settings, message_if="never")
    else:
        train_actions.train_on()
    state.interrupted = None


def listen() -> bool:
    """Read the browser's report; return whether the page must be drawn again."""
    state = storage_state()
    report = read_report(state.exchange)
    if report is None:
        return False
    before = _to_draw(state)
    if report.has_record and (state.phase == "waiting" or state.wanted or state.is_untouched):
        _read_what_was_asked_for(state, report)
    if report.off:
        state.off, state.text, state.exchange.held, state.exchange.writing = True, OFF, OFF, None
    state.keeps = state.keeps or report.keeps or report.replaced
    if report.replaced:
        session().say(tr(REPLACED))
        _ask_for_replaced(state, "agents")
    if report.trouble is not None and state.trouble != report.trouble:
        state.trouble = report.trouble
        if state.phase == "left":
            state.phase = "open"
    state.exchange.content = packed_parts(report.missing)
    state.exchange.answered = report.number
    return before != _to_draw(state) or report.replaced


def _to_draw(state: StorageState) -> tuple[object, ...]:
    return state.phase, state.keeps, state.off, state.trouble, state.text, state.exchange.held


def _read_what_was_asked_for(state: StorageState, report: Report) -> None:
    text, awaited = report.record, state.phase == "waiting"
    is_replaced, only_agents = state.wanted == "visit", state.wanted == "agents"
    state.wanted = ""
    if only_agents:
        with suppress(UnreadableError):
            _keep_agents(text or "", report.parts)
        return
    try:
        if text is None:
            raise MissingError
        _restore(state, text, report.parts)
    except UnreadableError as error:
        why = GONE if isinstance(error, MissingError) else UNREADABLE
        session().say(tr(why if awaited else NOT_LOADED), "warning")
        state.phase = "open"
        if not is_replaced:
            state.exchange.held = text  # it may be written over
    else:
        if is_replaced:
            state.text = ""  # it is saved in place of what this tab had saved


def _keep_agents(text: str, parts: Mapping[str, str]) -> None:
    """Put the agents of another tab's visit among the earlier ones, so that none is lost."""
    record, visitor = read(text), session()
    if record is not None:
        present = PackedAgent(agent_of(record.agent, parts))
        others = [*earlier_agents(record, parts), EarlierAgent(present, Attached(), record.named)]
        visitor.take_in(others, named=visitor.named)


def save() -> None:
    """Save the visit in the browser, if it has changed and nothing is moving."""
    state = storage_state()
    if state.phase != "open" or state.off:
        return
    now, sweep = time.monotonic(), last_measuring()
    sweeps = sweep is not None and sweep.running
    pause = SECONDS_BETWEEN if is_moving() else SECONDS_BETWEEN_OF_A_SWEEP if sweeps else 0.0
    record = None if now < state.written_at + pause else record_of_visit()
    if record is None:
        return
    text = written(record)
    if text != state.text:
        _write(state, text, record.parts)
        state.written_at = now


def _write(
    state: StorageState,
    text: str,
    parts: tuple[str, ...] = (),
    *,
    erases: bool = False,
    leaves_for: str = "",
) -> None:
    number = 1 if state.exchange.writing is None else state.exchange.writing.number + 1
    cookie_text = text if not parts and len(text) <= MAX_COOKIE else FOLLOWS
    state.exchange.writing = Writing(number, text, cookie_text, parts, erases, leaves_for)
    state.text = text
    if erases:
        state.keeps = False


def load_replaced() -> None:
    """Request what another tab had saved, to load it here."""
    _ask_for_replaced(storage_state(), "visit")


def _ask_for_replaced(state: StorageState, wanted: Literal["visit", "agents"]) -> None:
    state.wanted = wanted
    state.exchange.asks_for = "replaced"
    state.exchange.asked += 1


def start_without() -> None:
    """Start afresh instead of waiting for the saved visit."""
    state = storage_state()
    if state.phase == "waiting":
        state.phase = "open"


def switch(on: bool) -> None:
    """Save the visit from now on, or save only the choice not to."""
    state = storage_state()
    if state.phase != "open":
        return
    state.off = not on
    if state.off:
        _write(state, OFF, erases=True)
    else:
        state.text = ""


def ask_to_leave(*, asks: bool = True) -> None:
    """Ask whether to put the visit aside, or close the question."""
    storage_state().asks_to_leave = asks


def leave() -> None:
    """Put the visit aside, and let the browser open the first page for the next visitor.

    A visit that is not saved cannot come back.
    """
    state = storage_state()
    if not state.asks_to_leave or state.phase != "open":
        return
    state.asks_to_leave = False
    first_page = f"./?{urlencode(language_choice.query())}"
    if state.saves and not state.is_untouched:
        record = record_of_visit()
        if record is None:
            session().say(tr(BUSY))
            return
        _write(state, written(record), record.parts, leaves_for=first_page)
    else:
        kept = OFF if state.off else ""
        _write(state, kept, erases=not state.is_untouched, leaves_for=first_page)
    state.phase = "left"


def ask_to_erase(*, asks: bool = True) -> None:
    """Ask whether to erase everything, or close the question."""
    storage_state().asks = asks


def erase() -> None:
    """Erase everything the browser has saved; the next change is saved again."""
    state, visitor = storage_state(), session()
    record = record_of_visit()
    if not state.asks:
        return
    state.asks = False
    if state.phase != "waiting":
        state.phase = "open"
    _write(state, "", erases=True)
    state.text = OFF if state.off else "" if record is None else written(record)
    visitor.say(tr(ERASED if state.off or state.trouble is not None else ERASED_ONCE))
    language_choice.forget()
