"""Sentences that an interface may say in another language; the engine itself speaks English."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

S = TypeVar("S", bound=str)


@dataclass(frozen=True)
class Sentence:
    """A sentence and the values in it.

    ``str`` gives it in English. An exception that is raised with one has it in its ``args``.

    Attributes
    ----------
    template : str
        In English, for `str.format`.
    values : mapping
        By name; may be sentences themselves.
    """

    template: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        return self.template.format(**self.values)


def sentence(template: str, /, **values: Any) -> Sentence:
    """Return a sentence with its values; marks the template for translation."""
    return Sentence(template, values)


def tr_noop(text: S) -> S:
    """Return a text as it is; marks it for translation where it is shown."""
    return text
