"""What is done with the browser's memory: bringing a visit back, keeping it, and forgetting it.

What is remembered follows the visit by itself. It is handed over when a run has drawn the page; the
browser then says which agents it does not have yet, and only these are packed.
"""

import time
from collections.abc import Mapping

from ttt_ui.memory.agents import MissingError
from ttt_ui.memory.packing import NewerError, UnreadableError
from ttt_ui.memory.record import Record, read, written
from ttt_ui.memory.snapshot import (
    Visit,
    bring_back,
    is_moving,
    packed,
    remembered,
    taken,
    visit,
)
from ttt_ui.memory.state import Memory, memory
from ttt_ui.shared.session import session
from ttt_ui.shared.storage_component import MAX_COOKIE, Report, Writing, cookie, read_report
from ttt_ui.shared.widgets import held
from ttt_ui.train import actions as training

FOLLOWS = "stored"
"""A cookie that says: all of it is in the browser's storage."""

SECONDS_BETWEEN = 10.0
"""At least so long between two writings while something moves."""

NEWER = (
    "This browser remembers a visit to a newer version of this place. That stays as it is; of "
    "this visit nothing is remembered."
)
UNREADABLE = "What this browser remembered of your last visit cannot be read: you begin anew."
GONE = "What this browser remembered of your last visit is not there any more: you begin anew."
NOT_TAKEN_OVER = "What the other tab has done cannot be taken over. Here, all is as it was."
TROUBLE = {
    "full": "The storage of this browser is full: what you do from now on is not remembered.",
    "blocked": "This browser lets nothing be stored: your visit is not remembered.",
}
FORGOTTEN = "This browser has forgotten your visit. What is here now stays until you leave."

_OFF = written(Record(off=True))


def begin() -> bool:
    """Bring back what the browser remembers; before anything of a run is drawn.

    Say whether the visitor's agent is still to come.
    """
    memo = memory()
    if memo.phase == "new":
        _read_cookie(memo, visit(), cookie())
    listen()
    if memo.goes_on is not None:
        _go_on(memo)
    return memo.phase == "waiting"


def _read_cookie(memo: Memory, now: Visit, text: str) -> None:
    if text == "":
        record = taken(now, memo.parts)
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
            _wait(memo)  # for the storage, which has it once more


def _wait(memo: Memory) -> None:
    memo.phase = "waiting"
    memo.wire.asked += 1


def _take_in(memo: Memory, now: Visit, text: str, parts: Mapping[str, str]) -> None:
    """Bring back the visit that a record tells.

    Raises
    ------
    UnreadableError
        If there is none; then nothing has changed.
    """
    record = read(text)
    told = None if record.off else remembered(record, parts, memo.parts)
    if told is not None:
        bring_back(now, told)
        memo.goes_on = told.under_way
    memo.off = record.off
    memo.text = memo.wire.held = text
    memo.phase = "open"


def _close(memo: Memory, now: Visit, text: str) -> None:
    memo.phase = "closed"
    memo.wire.held = text
    memo.wire.writing = None
    now.visitor.say(NEWER, "warning")


def _go_on(memo: Memory) -> None:
    """Begin a training again that was cut short; it leads where it would have led."""
    if memo.goes_on == "from nothing":
        training.start_over()
    else:
        training.train_on()
    memo.goes_on = None


def listen() -> bool:
    """Take in what the browser has reported; say whether the page is to be drawn again."""
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
        now.visitor.say(why if awaited else NOT_TAKEN_OVER, "warning")
        memo.phase = "open"
    memo.wanted = False


def _take_news(memo: Memory, now: Visit, text: str | None) -> None:
    """Take note of a record that another tab has written, or that no cookie told of."""
    if text is None or text == memo.text:
        return
    try:
        record = read(text)
    except NewerError:
        _close(memo, now, text)
        return
    except UnreadableError:
        return  # it is written over
    if record.off:
        memo.off, memo.text, memo.wire.writing = True, text, None
    elif memo.wire.held is None and memo.wire.writing is None:
        take_over()
    else:
        memo.offers = True


def save() -> None:
    """Have the browser remember the visit as it is now, where that has changed and is at rest."""
    memo = memory()
    if memo.phase != "open" or memo.off:
        return
    now, time_now = visit(), time.monotonic()
    too_soon = is_moving(now) and time_now < memo.written_at + SECONDS_BETWEEN
    record = None if too_soon else taken(now, memo.parts)
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


def take_over() -> None:
    """Ask for what another tab has written, to bring it back here."""
    memo = memory()
    memo.wanted, memo.offers = True, False
    memo.wire.asked += 1


def go_on_without() -> None:
    """Begin anew instead of waiting for what the browser remembers."""
    memo = memory()
    if memo.phase == "waiting":
        memo.phase = "open"


def switch(key: str) -> None:
    """Follow the switch: where it is off, the browser keeps nothing but that."""
    memo, on = memory(), held(key)
    if memo.phase != "open" or on not in (True, False) or on != memo.off:
        return  # a browser also reports a switch that has just come
    memo.off = not on
    if memo.off:
        _hand_over(memo, _OFF, _OFF)
    else:
        memo.text = ""


def ask() -> None:
    """Ask whether all is to be forgotten."""
    memory().asks = True


def do_not_forget() -> None:
    """Let it be."""
    memory().asks = False


def forget() -> None:
    """Have the browser forget everything, and remember again what changes from now on."""
    memo, visitor = memory(), session()
    record = taken(visit(), memo.parts)
    if not memo.asks:
        return  # a browser may report a click twice
    memo.asks = False
    if memo.phase != "waiting":
        memo.phase = "open"
    _hand_over(memo, "", "")
    memo.text = _OFF if memo.off else "" if record is None else written(record)
    visitor.say(FORGOTTEN)
