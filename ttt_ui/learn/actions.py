"""What links and buttons of the Learn page do."""

from ttt_ui.learn.contents import CHAPTERS
from ttt_ui.learn.state import learn_state
from ttt_ui.shared import address
from ttt_ui.shared.links import named, said_of_dropped
from ttt_ui.shared.session import session
from ttt_ui.shared.widgets import held

CHAPTER = "chapter"
"""The query parameter that names the chapter."""


def follow_address() -> None:
    """Open the chapter that a link asks for, and keep the address up to what is shown."""
    state = learn_state()
    query, _ = address.asked(lambda name: name == CHAPTER)
    asked = query.get(CHAPTER)
    if asked is not None and asked in CHAPTERS:
        state.open(asked)
    elif asked is not None:
        known = ", ".join(CHAPTERS)
        why = f"{named(CHAPTER, asked)}: there is no such chapter. There are {known}."
        session().say(said_of_dropped([why]))
    address.show({CHAPTER: state.chapter})


def choose(key: str) -> None:
    """Open the chapter that was chosen."""
    state, name = learn_state(), held(key)
    if key == state.key and isinstance(name, str) and name in CHAPTERS:
        state.chapter = name


def open_chapter(name: str) -> None:
    """Open a chapter."""
    learn_state().open(name)


def answer(name: str, number: int) -> None:
    """Take an answer to a chapter's question; the first one counts."""
    learn_state().answers.setdefault(name, number)
