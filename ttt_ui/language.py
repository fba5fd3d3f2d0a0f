"""The visitor's language: every sentence is said in it, and every number written.

English is the language of the source. For each other language there is a catalogue in
``ttt_ui/locale``, a file of the form that gettext uses. docs/translating.md says how to add one.

Keys of widgets, values in links, files and browser storage never depend on the language.
"""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from numbers import Real
from pathlib import Path
from typing import Any

import streamlit as st
from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import get_decimal_symbol, get_group_symbol

from ttt_core.sentences import Sentence
from ttt_ui.streamlit_fixes import this_run

SOURCE = "en"
CATALOGUES = Path(__file__).parent / "locale"

_KEY = "ttt_ui.language"
_SWITCHES = "ttt_ui.language.switches"
_of_this_thread: ContextVar[str | None] = ContextVar("language", default=None)


@cache
def languages() -> dict[str, str]:
    """Return each language's own name by its code, the source first."""
    codes = (SOURCE, *sorted(path.parts[-3] for path in CATALOGUES.glob("*/LC_MESSAGES/*.po")))
    return {code: (Locale.parse(code).get_display_name() or code).capitalize() for code in codes}


def current() -> str:
    """Return the code of the visitor's language; English outside a visit.

    It is looked up once in a thread, which belongs to one visitor: a run asks hundreds of times.
    """
    if (code := _of_this_thread.get()) is None and this_run.visit():
        code = str(st.session_state.get(_KEY, SOURCE))
        _of_this_thread.set(code)
    return code or SOURCE


def choose(code: str) -> None:
    """Make a language the visitor's."""
    st.session_state[_SWITCHES] = switches() + is_chosen()
    st.session_state[_KEY] = code
    _of_this_thread.set(None)


def switches() -> int:
    """Return how often the visitor's language has changed."""
    return int(st.session_state.get(_SWITCHES, 0)) if this_run.visit() else 0


def is_chosen() -> bool:
    """Return whether the visit has a language."""
    return _KEY in st.session_state


def known(name: str | None) -> str | None:
    """Return the code of the language with a name such as ``fr-CA``; None if we do not have it."""
    codes = languages()
    return next((code for code in (name or "", (name or "").split("-")[0]) if code in codes), None)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Say everything in this language, in the present thread."""
    before = _of_this_thread.set(code)
    try:
        yield
    finally:
        _of_this_thread.reset(before)


def tr(text: str, /, **values: Any) -> str:
    """Say a text in the visitor's language, with its values.

    Numbers among the values are written as the language writes them.
    """
    if isinstance(text, Sentence):
        return tr(text.template, **text.values)
    # A catalogue's header is the translation of an empty text.
    return _filled(_catalogue(current()).gettext(text) if text else "", values)


def tr_in(context: str, text: str, /, **values: Any) -> str:
    """Say a text that means different things in different places; `context` names the place."""
    return _filled(_catalogue(current()).pgettext(context, text), values)


def tr_plural(singular: str, plural: str, n: int, /, **values: Any) -> str:
    """Say a text about a number of things, which is the value ``n``."""
    text = _catalogue(current()).ngettext(singular, plural, n)
    return _filled(text, {"n": n, **values})


def reason(error: Exception) -> str:
    """Say in the visitor's language why something was refused."""
    return tr(error.args[0]) if error.args and isinstance(error.args[0], Sentence) else str(error)


def localised(number: str) -> str:
    """Write a number that Python has formatted as the visitor's language does."""
    return number.translate(_signs(current()))


def _filled(text: str, values: dict[str, Any]) -> str:
    if not values:
        return text
    if current() == SOURCE:
        return text.format(**values)
    return text.format(**{name: _Said(value) for name, value in values.items()})


class _Said:
    """A value that `str.format` writes in the visitor's language."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __format__(self, form: str) -> str:
        if isinstance(self._value, Sentence):
            return tr(self._value)
        return self._in_the_language(format(self._value, form))

    def __repr__(self) -> str:
        text = repr(self._value)
        if isinstance(self._value, str):
            is_sentence = isinstance(self._value, Sentence)
            return tr("“{text}”", text=format(self) if is_sentence else text[1:-1])
        return self._in_the_language(text)

    def _in_the_language(self, text: str) -> str:
        return localised(text) if isinstance(self._value, Real) else text


def read_catalogues() -> None:
    """Read the catalogues of all languages, which takes a third of a second each."""
    for code in languages():
        _catalogue(code)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == SOURCE:
        return gettext.NullTranslations()
    with (CATALOGUES / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@cache
def _signs(language: str) -> dict[int, str]:
    if language == SOURCE:
        return {}
    locale = Locale.parse(language)
    percent = locale.percent_formats[None].pattern.rpartition("0")[2]
    signs = {",": get_group_symbol(locale), ".": get_decimal_symbol(locale), "%": percent}
    narrow = {"\u00a0": "\u202f"}
    return str.maketrans({sign: narrow.get(s[0], s[0]) + s[1:] for sign, s in signs.items()})
