"""Strict, size-limited parsing of untrusted JSON.

The size of the text, the number and nesting of its entries and the length of whole numbers are
checked before anything is built from it. Every failure is an `AgentFileError`.
"""

import json
import re
from typing import Any, NoReturn

from ttt_core.files.sentences import AgentFileError, described, file_refusal, quoted
from ttt_core.sentences import sentence

MAX_BYTES = 12 * 2**20
MAX_PARTS = 1_000_000
"""As many as eight agents that know every position."""
MAX_NAMES = 100_000
"""Of different keys: an agent has one for each position and, in one format, for each game."""
MAX_DIGITS = 20
_KEY = re.compile(r'"([^"\\]*)"\s*:')
_READ = sentence("To load a file, give its path: Path(name).")
_FILE_NAME = re.compile(r"[^\n{}\[\]\"',;|]{1,300}\.[A-Za-z]\w{0,7}")


def parse_object(text: str | bytes) -> dict[str, Any]:
    """Read a JSON object of bounded size.

    Raises
    ------
    AgentFileError
        If the text is too long, not UTF-8, not JSON, not an object or nested too deeply, or if it
        contains a key twice, NaN, Infinity or a whole number of more than 20 digits.
    """
    if not isinstance(text, str | bytes | bytearray):
        raise file_refusal(
            "An agent file must be text, not {kind}. {hint}", kind=type(text).__name__, hint=_READ
        )
    if len(text) > MAX_BYTES:
        raise too_large()
    text = _decoded(text).removeprefix("\ufeff")
    if not text.strip():
        raise file_refusal("The file is empty.")
    if number_of_parts(text) > MAX_PARTS or _has_too_many_names(text):
        raise too_many()
    try:
        content = json.loads(
            text,
            object_pairs_hook=_object_without_duplicates,
            parse_int=_whole_number,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        check_is_no_name(text)
        raise file_refusal(
            "The file is not valid JSON: reading stopped at line {line}, column {column}.",
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise file_refusal("The file is nested too deeply to be an agent.") from None
    if not isinstance(content, dict):
        raise file_refusal(
            "An agent file must be a JSON object, not {given}.", given=described(content)
        )
    return content


def too_large() -> AgentFileError:
    """Return the refusal of a file that is too large."""
    return file_refusal(
        "The file is larger than {size} MB, the limit for agent files.", size=MAX_BYTES >> 20
    )


def too_many() -> AgentFileError:
    """Return the refusal of a file with too many entries."""
    return file_refusal("The file has more entries than an agent can have.")


def check_is_no_name(text: object) -> None:
    """Raise `AgentFileError` if this is the name of a file, where its text is needed."""
    if isinstance(text, str) and _FILE_NAME.fullmatch(text):
        raise file_refusal(
            "{text} is the name of a file, not its text. {hint}", text=quoted(text), hint=_READ
        ) from None


def number_of_parts(text: str) -> int:
    """Return an upper bound for the number of objects, lists and entries in a JSON text."""
    return sum(text.count(mark) for mark in "[{,")


def _has_too_many_names(text: str) -> bool:
    if text.count(":") <= MAX_NAMES:
        return False
    names = set[str]()
    for key in _KEY.finditer(text):
        names.add(key[1])
        if len(names) > MAX_NAMES:
            return True
    return False


def _decoded(text: str | bytes) -> str:
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        raise file_refusal("The file is not UTF-8 text, so it cannot be an agent file.") from None


def _object_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise file_refusal(
                    "The key {key} appears twice in the same object.", key=quoted(key)
                )
            seen.add(key)
    return content


def _whole_number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise file_refusal("The file contains a number with {length:,} digits.", length=len(digits))
    return int(digits)


def _refuse_constant(name: str) -> NoReturn:
    raise file_refusal("The file contains {name}, which is not valid in JSON.", name=name)
