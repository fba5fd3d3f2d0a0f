"""What is wrong with a file, as a sentence."""

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError


class AgentFileError(ValueError):
    """A file is no agent. The message is a sentence that names what is wrong and where."""


class SeveralAgentsError(AgentFileError):
    """A file that is to be one agent is a roster."""


def described(value: object) -> str:
    """Name a JSON value in a sentence, at bounded length."""
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
    """Put a text of a file into quotation marks: printable characters only, and not too many."""
    shown = text if len(text) <= 40 else text[:39] + "…"
    return "“" + "".join(c if c.isprintable() else "\ufffd" for c in shown) + "”"


def validated(read: Callable[[Any], Any], content: object, *place: str) -> Any:
    """Return what a pydantic validation makes of `content`.

    Raises
    ------
    AgentFileError
        If it refuses; the message tells the first fault as a sentence.

    Parameters
    ----------
    read
        ``model_validate`` of a model, or ``validate_python`` of a type adapter.
    content
        Part of a parsed file.
    *place
        Where in the file that part stands.
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
    "greater_than_equal": "a number from {ge:,.0f} up",
    "less_than_equal": "a number up to {le:,.0f}",
    "too_short": "a list of at least {min_length} entries",
    "too_long": "a list of at most {max_length:,} entries",
}
_TABLES = ("table", "memory", "boxes", "patterns", "q")


def _sentence(error: ValidationError, place: tuple[str, ...]) -> str:
    fault = error.errors(include_url=False)[0]
    steps = (*place, *fault["loc"])
    context = fault.get("ctx", {})
    if fault["type"] == "missing":
        where = f"{_place(steps[:-1])}, the" if steps[1:] else "The"
        return f"{where} field {quoted(str(steps[-1]))} is missing."
    if fault["type"] == "value_error":
        return f"{_place(steps)}: {context['error']}"
    needed = _NEEDED.get(fault["type"], "something else").format(**context)
    return f"{_place(steps)}, {needed} is needed, not {described(fault['input'])}."


def _place(steps: tuple[str | int, ...]) -> str:
    """Name a place in a file: cells count from 0 as everywhere, other entries from 1."""
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
    return f"At {', '.join(words)}"
