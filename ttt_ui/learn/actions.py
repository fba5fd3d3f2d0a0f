"""What links to Learn and the list of its chapters do."""

from ttt_ui.frame import address
from ttt_ui.frame.links import choice
from ttt_ui.learn.contents import CHAPTERS
from ttt_ui.learn.state import CLASS, PARTS, learn_state

CHAPTER = choice(
    "chapter", {name: name for name in CHAPTERS}, former={"learned-or-known": "any-good"}
)
"""The parameter that names the chapter."""


def follow_address() -> None:
    """Open the chapter that a link asks for, and keep the address up to date."""
    state = learn_state()
    link = address.asked()
    PARTS.apply_link(link)
    if PARTS.only != CLASS:
        state.open(PARTS.only or link.read(CHAPTER) or state.chapter)
    link.say_what_was_dropped()
    address.show(({} if PARTS.only else CHAPTER.to_query(state.chapter)) | PARTS.query())


def choose(name: object) -> None:
    """Open the chosen chapter."""
    if isinstance(name, str) and name in CHAPTERS:
        learn_state().chapter = name
