"""Tables with columns, their fields, and keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Sheet:
    """A table with named columns of equal length."""

    names: tuple[str, ...]
    columns: tuple[Sequence[Any], ...]


def number_or_text(text: str) -> Any:
    """Return a field as a number if it is one without leading zeros, otherwise as text."""
    if not text or text[0] not in "-+.0123456789naiNI" or len(text) > 40:
        return text
    if text.isdigit() and len(text) > 1 and text[0] == "0":
        return text
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


_PLAIN = {int, float, str, NoneType}


def as_key(part: Any) -> Any:
    """Return a part of a tree as a key that a dictionary can have: lists become tuples."""
    if isinstance(part, list | tuple):
        return tuple(part) if _PLAIN.issuperset(map(type, part)) else tuple(map(as_key, part))
    if isinstance(part, np.ndarray):
        return tuple(part.ravel().tolist())
    return part if isinstance(part, str | int | float | bytes | None) else str(part)
