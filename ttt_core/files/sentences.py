"""Error messages about files, each a sentence."""

import logging
from collections.abc import Callable
from functools import wraps
from math import isfinite
from typing import Any, ParamSpec, TypeVar

from pydantic import ValidationError

from ttt_core.sentences import Sentence, sentence, tr_noop

P = ParamSpec("P")
T = TypeVar("T")
_LOG = logging.getLogger(__name__)


class AgentFileError(ValueError):
    """Raised if a file is not a valid agent file. The message says what is wrong and where."""


def file_refusal(template: str, /, **values: Any) -> AgentFileError:
    """Return an `AgentFileError` that says a sentence; marks the template for translation."""
    return AgentFileError(Sentence(template, **values))


def refusing(damaged: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator of a reader: whatever fails in it says this sentence instead.

    What a stranger's file makes fail is not foreseen. An `AgentFileError` stays as it is.
    """

    def decorate(read: Callable[P, T]) -> Callable[P, T]:
        @wraps(read)
        def reader(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return read(*args, **kwargs)
            except AgentFileError:
                raise
            except Exception as error:  # noqa: BLE001 - see above
                _LOG.info("A damaged file: %.200r", error)
                raise AgentFileError(Sentence(damaged)) from None

        return reader

    return decorate


class Notes(list[str]):
    """What was filled in, ignored or changed while a file was read, one sentence each."""

    def note(self, template: str, /, **values: Any) -> None:
        """Add a sentence; marks the template for translation."""
        self.append(Sentence(template, **values))


class SeveralAgentsError(AgentFileError):
    """Raised if a file contains several agents where one is expected."""


def described(value: object) -> str:
    """Return a JSON value in words, at bounded length."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return sentence("the text {text}", text=quoted(value))
    if isinstance(value, float) and not isfinite(value):
        return sentence("a number out of range")
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return sentence("a list of {n:,}", n=len(value))
    return sentence("an object")


def quoted(text: str) -> Sentence:
    """Return `text` in quotation marks, shortened and with unprintable characters replaced."""
    short = text if len(text) <= 40 else text[:39] + "…"
    printable = "".join(c if c.isprintable() else "\ufffd" for c in short)
    return sentence("“{text}”", text=printable)


def validated(read: Callable[[Any], Any], content: object, *place: str) -> Any:
    """Return `content`, which is at this place in a file, as validated by pydantic.

    `read` is ``model_validate`` of a model, or ``validate_python`` of a type adapter. What is not
    valid is refused with a sentence about the first fault.
    """
    try:
        return read(content)
    except ValidationError as error:
        raise AgentFileError(_sentence(error, place)) from None


_NEEDED = {
    "float_type": tr_noop("a number"),
    "finite_number": tr_noop("a finite number"),
    "int_type": tr_noop("a whole number"),
    "string_type": tr_noop("a text"),
    "string_too_long": tr_noop("a text of at most {max_length:,} characters"),
    "list_type": tr_noop("a list"),
    "dict_type": tr_noop("an object"),
    "model_type": tr_noop("an object"),
    "literal_error": tr_noop("one of {expected}"),
    "greater_than": tr_noop("a number above {gt:,.0f}"),
    "greater_than_equal": tr_noop("a number of at least {ge:,.0f}"),
    "less_than_equal": tr_noop("a number of at most {le:,.0f}"),
    "too_short": tr_noop("a list of at least {min_length} entries"),
    "too_long": tr_noop("a list of at most {max_length:,} entries"),
}
_ANYTHING_ELSE = tr_noop("something else")
_TABLES = ("table", "memory", "boxes", "patterns", "q")


def _sentence(error: ValidationError, place: tuple[str, ...]) -> str:
    fault = error.errors(include_url=False)[0]
    steps = (*place, *fault["loc"])
    context = fault.get("ctx", {})
    if fault["type"] == "missing":
        field = quoted(str(steps[-1]))
        if len(steps) == 1:
            return sentence("The field {field} is missing.", field=field)
        return sentence(
            "At {place}: the field {field} is missing.", place=_place(steps[:-1]), field=field
        )
    if fault["type"] == "value_error":
        return sentence("At {place}: {error}", place=_place(steps), error=context["error"].args[0])
    needed = sentence(_NEEDED.get(fault["type"], _ANYTHING_ELSE), **context)
    return sentence(
        "At {place}: expected {needed}, not {given}.",
        place=_place(steps),
        needed=needed,
        given=described(fault["input"]),
    )


def _place(steps: tuple[str | int, ...]) -> Sentence | None:
    """Return a place in a file in words: cells count from 0 as everywhere, other entries from 1."""
    place: Sentence | None = None
    above = ""
    cells = False
    for step in steps:
        if isinstance(step, int):
            word = sentence("cell {n}", n=step) if cells else sentence("entry {n}", n=step + 1)
        else:
            name = quoted(step)
            word = sentence("position {board}", board=name) if above in _TABLES else name
            cells = cells or step in ("q", "beads", "visits")
            above = step
        place = Sentence("{place}, {word}", place=place, word=word) if place else word
    return place
