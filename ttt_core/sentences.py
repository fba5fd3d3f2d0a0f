"""Sentences that an interface may say in another language; the engine itself speaks English."""

from typing import Any, Self, TypeVar

S = TypeVar("S", bound=str)


class Sentence(str):
    """A sentence in English that knows its template and the values in it.

    An exception that is raised with one has it in its ``args``.

    Attributes
    ----------
    template : str
        In English, for `str.format`.
    values : dict
        By name; may be sentences themselves.
    """

    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Self:
        """Fill in the values."""
        text = super().__new__(cls, template.format(**values))
        text.template, text.values = template, values
        return text

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.template,), self.values


def sentence(template: str, /, **values: Any) -> Sentence:
    """Return a sentence with its values; marks the template for translation."""
    return Sentence(template, **values)


def refusal(template: str, /, **values: Any) -> ValueError:
    """Return a `ValueError` that says a sentence; marks the template for translation."""
    return ValueError(Sentence(template, **values))


def tr_noop(text: S) -> S:
    """Return a text as it is; marks it for translation where it is shown."""
    return text
