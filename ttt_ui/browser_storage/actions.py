"""Restoring, saving and erasing a visit in the browser.

The visit is saved automatically: a run of the page hands over the record at its end, the browser
reports which agents it does not have yet, and only these are packed.
"""

import time
from collections.abc import Mapping

from ttt_ui.browser_storage.agents import MissingError
from ttt_ui.browser_storage.packing import NewerError, UnreadableError
from ttt_ui.browser_storage.record import Record, read, written
from ttt_ui.browser_storage.snapshot import (
    Visit,
    is_moving,
    packed,
    record_of,
    restore,
    saved_visit,
    visit,
)
from ttt_ui.browser_storage.state import Memory, memory
from ttt_ui.browser_storage.storage_component import (
    MAX_COOKIE,
    Report,
    Writing,
    cookie,
    read_report,
)
from ttt_ui.train import actions as training
from ttt_ui.visit.session import session
from ttt_ui.widgets import held

FOLLOWS = "stored"
"""Cookie text that says the record is in the browser's storage."""

SECONDS_BETWEEN = 10.0
"""Minimum time between two saves while something is moving."""

NEWER = (
    "This browser has saved a visit to a newer version of this app. That stays as it is, so this "
    "visit is not saved."
)
UNREADABLE = "Your last visit is saved in this browser but cannot be read, so you start afresh."
GONE = "Your last visit is no longer saved in this browser, so you start afresh."
NOT_LOADED = "The other tab's work could not be loaded. Nothing here has changed."
TROUBLE = {
    "full": "This browser's storage is full, so nothing more will be saved.",
    "blocked": "This browser does not allow storage, so your visit is not saved.",
}
ERASED = "The saved data has been erased."
ERASED_ONCE = "The saved data has been erased. Your next change will be saved again."

_OFF = written(Record(off=True))


def begin() -> bool:
    """Restore the saved visit, before a run draws anything.

    Return whether the visitor's agent has yet to arrive.
    """
    memo = memory()
    if memo.phase == "new":
        _read_cookie(memo, visit(), cookie())
    listen()
    if memo.interrupted is not None:
        _continue_training(memo)
    return memo.phase == "waiting"


def _read_cookie(memo: Memory, now: Visit, text: str) -> None:
    if text == "":
        record = record_of(now, memo.parts)
        memo.text = "" if record is None else written(record)
        memo.phase = "open"
    elif text == FOLLOWS:
        _wait(memo)
    else:
        try:
            _take_in(memo, now, text, {})
        except NewerError:
            _close(memo, now, text)
        except UnreadableError:
            _wait(memo)  # for the storage, which has a copy


def _wait(memo: Memory) -> None:
    memo.phase = "waiting"
    memo.wire.asked += 1


def _take_in(memo: Memory, now: Visit, text: str, parts: Mapping[str, str]) -> None:
    """Restore the visit of a record.

    Raises
    ------
    UnreadableError
        If the record is invalid; then nothing has changed.
    """
    record = read(text)
    saved = None if record.off else saved_visit(record, parts, memo.parts)
    if saved is not None:
        restore(now, saved)
        memo.interrupted = saved.under_way
    memo.off = record.off
    memo.text = memo.wire.held = text
    memo.phase = "open"


def _close(memo: Memory, now: Visit, text: str) -> None:
    memo.phase = "closed"
    memo.wire.held = text
    memo.wire.writing = None
    now.visitor.say(NEWER, "warning")


def _continue_training(memo: Memory) -> None:
    """Restart a training run that was cut short; its result is the same."""
    if memo.interrupted == "from nothing":
        training.start_over()
    else:
        training.train_on()
    memo.interrupted = None


def listen() -> bool:
    """Read the browser's report; return whether the page must be drawn again."""
    memo = memory()
    report = read_report(memo.wire)
    if report is None:
        return False
    now, before = visit(), (memo.phase, memo.offers, memo.off, memo.trouble, memo.text)
    if report.knows_record:
        if memo.phase == "waiting" or (memo.wanted and report.parts is not None):
            _take_what_was_asked_for(memo, now, report)
        else:
            _take_news(memo, now, report.record)
    if report.trouble is not None and memo.trouble != report.trouble:
        memo.trouble = report.trouble
        now.visitor.say(TROUBLE[report.trouble], "warning")
    memo.wire.content = packed(now, memo.parts, report.missing)
    memo.wire.answered = report.number
    return before != (memo.phase, memo.offers, memo.off, memo.trouble, memo.text)


def _take_what_was_asked_for(memo: Memory, now: Visit, report: Report) -> None:
    text, awaited = report.record, memo.phase == "waiting"
    try:
        if text is None:
            raise MissingError
        _take_in(memo, now, text, report.parts or {})
    except NewerError:
        _close(memo, now, text or "")
    except UnreadableError as error:
        why = GONE if isinstance(error, MissingError) else UNREADABLE
        now.visitor.say(why if awaited else NOT_LOADED, "warning")
        memo.phase = "open"
    memo.wanted = False


def _take_news(memo: Memory, now: Visit, text: str | None) -> None:
    """React to a record that another tab has written, or that no cookie announced."""
    if text is None or text == memo.text:
        return
    try:
        record = read(text)
    except NewerError:
        _close(memo, now, text)
        return
    except UnreadableError:
        return  # it will be overwritten
    if record.off:
        memo.off, memo.text, memo.wire.writing = True, text, None
    elif memo.wire.held is None and memo.wire.writing is None:
        load_other_tab()
    else:
        memo.offers = True


def save() -> None:
    """Save the visit in the browser, if it has changed and nothing is moving."""
    memo = memory()
    if memo.phase != "open" or memo.off:
        return
    now, time_now = visit(), time.monotonic()
    too_soon = is_moving(now) and time_now < memo.written_at + SECONDS_BETWEEN
    record = None if too_soon else record_of(now, memo.parts)
    if record is None:
        return
    text = written(record)
    if text != memo.text:
        fits = not record.parts and len(text) <= MAX_COOKIE
        _hand_over(memo, text, text if fits else FOLLOWS, record.parts)
        memo.written_at = time_now


def _hand_over(memo: Memory, text: str, cookie_text: str, parts: tuple[str, ...] = ()) -> None:
    number = 1 if memo.wire.writing is None else memo.wire.writing.number + 1
    memo.wire.writing = Writing(number, text, cookie_text, parts)
    memo.text = text
    memo.offers = False


def load_other_tab() -> None:
    """Request the record that another tab has written, to load it here."""
    memo = memory()
    memo.wanted, memo.offers = True, False
    memo.wire.asked += 1


def start_without() -> None:
    """Start afresh instead of waiting for the saved visit."""
    memo = memory()
    if memo.phase == "waiting":
        memo.phase = "open"


def switch(key: str) -> None:
    """Apply the switch; if it is off, the browser saves only this choice."""
    memo, on = memory(), held(key)
    if memo.phase != "open" or on not in (True, False) or on != memo.off:
        return  # a browser also reports a switch that has just appeared
    memo.off = not on
    if memo.off:
        _hand_over(memo, _OFF, _OFF)
    else:
        memo.text = ""


def ask_to_erase() -> None:
    """Ask whether to erase everything."""
    memory().asks = True


def do_not_erase() -> None:
    """Close the question without erasing anything."""
    memory().asks = False


def erase() -> None:
    """Erase everything the browser has saved; the next change is saved again."""
    memo, visitor = memory(), session()
    record = record_of(visit(), memo.parts)
    if not memo.asks:
        return  # a browser may report a click twice
    memo.asks = False
    if memo.phase != "waiting":
        memo.phase = "open"
    _hand_over(memo, "", "")
    memo.text = _OFF if memo.off else "" if record is None else written(record)
    visitor.say(ERASED if memo.off or memo.trouble is not None else ERASED_ONCE)
