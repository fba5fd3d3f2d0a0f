"""What links to Learn and the list of its chapters do."""

from ttt_ui.frame import address
from ttt_ui.learn.state import CHAPTER, CLASS, PARTS, learn_state


def follow_address() -> None:
    """Open the chapter that a link asks for, and keep the address up to date."""
    state = learn_state()
    link = address.asked()
    PARTS.apply_link(link)
    if PARTS.only != CLASS:
        state.open(PARTS.only or CHAPTER.read(link) or state.chapter)
    link.say_what_was_dropped()
    own = {} if PARTS.only else CHAPTER.to_query(state.chapter, with_default=True)
    address.show(own | PARTS.query())


def choose(name: str) -> None:
    """Open the chapter chosen in the list."""
    learn_state().chapter = name
