"""What links to Learn and the list of its chapters do."""

from ttt_ui.frame import address
from ttt_ui.frame.links import named, said_of_dropped
from ttt_ui.learn.contents import CHAPTERS
from ttt_ui.learn.state import learn_state
from ttt_ui.visit.session import session
from ttt_ui.widgets import held
from ttt_ui.wording import listed

CHAPTER = "chapter"
"""The query parameter that names the chapter."""


def follow_address() -> None:
    """Open the chapter that a link asks for, and keep the address up to date."""
    state = learn_state()
    query, _ = address.asked(lambda name: name == CHAPTER)
    asked = query.get(CHAPTER)
    if asked is not None and asked in CHAPTERS:
        state.open(asked)
    elif asked is not None:
        known = listed(list(CHAPTERS))
        why = f"{named(CHAPTER, asked)}: this chapter does not exist. Choose from {known}."
        session().say(said_of_dropped([why]))
    address.show({CHAPTER: state.chapter})


def choose(key: str) -> None:
    """Open the chosen chapter."""
    state, name = learn_state(), held(key)
    if key == state.key and isinstance(name, str) and name in CHAPTERS:
        state.chapter = name
