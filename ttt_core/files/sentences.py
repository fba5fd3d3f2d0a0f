"""Error messages about files, each a sentence."""

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError


class AgentFileError(ValueError):
    """Raised if a file is not a valid agent file. The message says what is wrong and where."""


class SeveralAgentsError(AgentFileError):
    """Raised if a file contains several agents where one is expected."""


def described(value: object) -> str:
    """Return a JSON value in words, at bounded length."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, int | float):
        return str(value)
    return f"a list of {len(value):,}" if isinstance(value, list) else "an object"


def quoted(text: str) -> str:
    """Return `text` in quotation marks, shortened and with unprintable characters replaced."""
    shown = text if len(text) <= 40 else text[:39] + "…"
    return "“" + "".join(c if c.isprintable() else "\ufffd" for c in shown) + "”"


def validated(read: Callable[[Any], Any], content: object, *place: str) -> Any:
    """Return `content` as validated by pydantic.

    Raises
    ------
    AgentFileError
        If it is not valid; the message is a sentence about the first fault.

    Parameters
    ----------
    read
        ``model_validate`` of a model, or ``validate_python`` of a type adapter.
    content
        Part of a parsed file.
    *place
        Where that part is in the file.
    """
    try:
        return read(content)
    except ValidationError as error:
        raise AgentFileError(_sentence(error, place)) from None


_NEEDED = {
    "float_type": "a number",
    "finite_number": "a finite number",
    "int_type": "a whole number",
    "string_type": "a text",
    "string_too_long": "a text of at most {max_length:,} characters",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "literal_error": "one of {expected}",
    "greater_than": "a number above {gt:,.0f}",
    "greater_than_equal": "a number of at least {ge:,.0f}",
    "less_than_equal": "a number of at most {le:,.0f}",
    "too_short": "a list of at least {min_length} entries",
    "too_long": "a list of at most {max_length:,} entries",
}
_TABLES = ("table", "memory", "boxes", "patterns", "q")


def _sentence(error: ValidationError, place: tuple[str, ...]) -> str:
    fault = error.errors(include_url=False)[0]
    steps = (*place, *fault["loc"])
    context = fault.get("ctx", {})
    if fault["type"] == "missing":
        field = quoted(str(steps[-1]))
        if len(steps) == 1:
            return f"The field {field} is missing."
        return f"At {_place(steps[:-1])}: the field {field} is missing."
    if fault["type"] == "value_error":
        return f"At {_place(steps)}: {context['error']}"
    needed = _NEEDED.get(fault["type"], "something else").format(**context)
    return f"At {_place(steps)}: expected {needed}, not {described(fault['input'])}."


def _place(steps: tuple[str | int, ...]) -> str:
    """Return a place in a file in words: cells count from 0 as everywhere, other entries from 1."""
    words: list[str] = []
    above = ""
    cells = False
    for step in steps:
        if isinstance(step, int):
            words.append(f"cell {step}" if cells else f"entry {step + 1}")
        else:
            words.append(f"position {quoted(step)}" if above in _TABLES else quoted(step))
            cells = cells or step in ("q", "beads", "visits")
            above = step
    return ", ".join(words)
