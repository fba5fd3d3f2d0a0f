"""What links to Learn and the list of its chapters do."""

from dataclasses import replace

from ttt_ui.frame import address
from ttt_ui.frame.links import HIDE, ONLY, choice
from ttt_ui.learn.contents import CHAPTERS
from ttt_ui.learn.state import PARTS, learn_state

_NAMED = choice("chapter", {name: name for name in CHAPTERS})
_FORMER = {"learned-or-known": "any-good"}
"""Chapters that old links name, and those that have their questions now."""
CHAPTER = replace(_NAMED, read=lambda text: _NAMED.read(_FORMER.get(text, text)))
"""The parameter that names the chapter."""


def follow_address() -> None:
    """Open the chapter that a link asks for, and keep the address up to date."""
    state = learn_state()
    link = address.asked(lambda name: name in (CHAPTER.name, HIDE, ONLY))
    PARTS.follow(link)
    state.open(PARTS.only or link.read(CHAPTER) or state.chapter)
    link.say_what_was_dropped()
    address.show(({} if PARTS.only else CHAPTER.to_query(state.chapter)) | PARTS.query())


def choose(name: object) -> None:
    """Open the chosen chapter."""
    if isinstance(name, str) and name in CHAPTERS:
        learn_state().chapter = name
