"""The choice of a language: by a link, a cookie, the browser's own language, or the visitor."""

from dataclasses import replace
from pathlib import Path

import streamlit as st

from ttt_core.sentences import tr_noop
from ttt_ui import language
from ttt_ui.frame.field import one_of
from ttt_ui.frame.links import choice
from ttt_ui.language import SOURCE, tr
from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.widgets import held, say_options_again

_NAMED = choice(
    "lang", {code: code for code in language.languages()}, tr_noop("this language does not exist.")
)
LANGUAGE = replace(_NAMED, read=lambda text: _NAMED.read(language.known(text) or text))
"""The parameter that names a language, in forms such as ``fr-CA`` too."""
_PICKER = one_of(
    "language",
    language.languages(),
    SOURCE,
    widget=st.selectbox,
    label=tr_noop("Language"),
    look={"label_visibility": "collapsed"},
)
_PICKED = "ttt_ui.language.picked"
"""Key of what the browser is to remember: the language that the visitor picked; empty for none."""
_COOKIE = "ttt_language"
_YEAR = 31_536_000  # seconds

_STREAMLITS_WORDS = (
    tr_noop("App pages"),
    tr_noop("Choose an option"),
    tr_noop("Choose options"),
    tr_noop("Clear all"),
    tr_noop("Clear selection"),
    tr_noop("Clear value"),
    tr_noop("Close"),
    tr_noop("Close fullscreen"),
    tr_noop("Collapse sidebar"),
    tr_noop("Connecting"),
    tr_noop("Connection error"),
    tr_noop("Copy to clipboard"),
    tr_noop("Copy version to clipboard"),
    tr_noop("Dark"),
    tr_noop("Decrement"),
    tr_noop("Dismiss"),
    tr_noop("Download as CSV: {name}"),
    tr_noop("Download plot as a PNG"),
    tr_noop("Drag and drop a file here"),
    tr_noop("Drag and drop files here"),
    tr_noop("Error uploading file"),
    tr_noop("Expand sidebar"),
    tr_noop("Fullscreen"),
    tr_noop("Fullscreen: {name}"),
    tr_noop("Help"),
    tr_noop("Help for {name}"),
    tr_noop("Increment"),
    tr_noop("Light"),
    tr_noop("Logo"),
    tr_noop("Made with Streamlit v{name}"),
    tr_noop("Main menu"),
    tr_noop("Navigate to home page"),
    tr_noop("No options to select"),
    tr_noop("No results"),
    tr_noop("Open"),
    tr_noop("Page not found"),
    tr_noop("Press Ctrl+Enter to apply"),
    tr_noop("Press Enter to apply"),
    tr_noop("Press Enter to submit form"),
    tr_noop("Print"),
    tr_noop("Remove {name}"),
    tr_noop("Running..."),
    tr_noop("Scroll tabs left"),
    tr_noop("Scroll tabs right"),
    tr_noop("Search"),
    tr_noop("Search: {name}"),
    tr_noop("Show/hide columns"),
    tr_noop("Show/hide columns: {name}"),
    tr_noop("Sidebar"),
    tr_noop("Skip to main content"),
    tr_noop("Stop"),
    tr_noop("System"),
    tr_noop("Theme"),
    tr_noop("false"),
    tr_noop("file upload"),
    tr_noop("progress"),
    tr_noop("Upload"),
    tr_noop("true"),
    tr_noop("{name} files are not allowed."),
    tr_noop("{name} — end"),
    tr_noop("{name} — start"),
)
"""What Streamlit's own pages say, word for word; `{name}` is what it names."""
_NO_PAGE = "The page that you have requested does not seem to exist. Running the app's main page."

_mount = component("ttt_language", Path(__file__).with_suffix(".js"))


def choose_language() -> None:
    """Choose the language of a visit that begins."""
    if not language.is_chosen():
        asked = (
            st.query_params.get(LANGUAGE.name),
            st.context.cookies.get(_COOKIE),
            st.context.locale,
        )
        language.choose(next(filter(None, map(language.known, asked)), SOURCE))


def show() -> None:
    """Show the languages to choose from."""
    _PICKER.set(language.current())
    _PICKER.show(on_change=lambda: _pick(_PICKER.value))


def _pick(code: str) -> None:
    language.choose(code)
    st.session_state[_PICKED] = code
    say_options_again()


def forget() -> None:
    """Make the browser forget the language that the visitor picked."""
    st.session_state[_PICKED] = ""


def query() -> dict[str, str]:
    """Return the language's part of the address."""
    code = language.current()
    return {} if code == SOURCE else {LANGUAGE.name: code}


def tell_browser() -> None:
    """Tell the browser what language the page is in and which to remember, and styles the words.

    The words are for what Streamlit says in English, or not at all; ``looks.css`` and ``looks.js``
    (``ttt_ui/streamlit_fixes``) put them there.
    """
    code = held(_PICKED)
    age = _YEAR if code else 0
    cookie = "" if code is None else f"{_COOKIE}={code}; path=/; max-age={age}; samesite=lax"
    most = st.get_option("server.maxUploadSize")
    words = {
        "--upload-most": tr("Up to {n:,} MB per file", n=most),
        "--formula": tr("Formula"),
    }
    said = {_NO_PAGE: tr("This page does not exist. Here is Play.")}
    if language.current() != SOURCE:
        said |= {english: tr(english) for english in _STREAMLITS_WORDS}
    data = {"language": language.current(), "words": words, "said": said, "cookie": cookie}
    _mount(key="page_language", data=data)
