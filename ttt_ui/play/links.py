"""The mode in the address of Play; at the welcome there is none."""

from dataclasses import replace

from ttt_ui.frame import address
from ttt_ui.frame.links import Link
from ttt_ui.language import tr
from ttt_ui.play.actions import begin_next
from ttt_ui.play.pupil.actions import challenge, hide_welcome, show_welcome
from ttt_ui.play.pupil.taught import NAME, PUPIL
from ttt_ui.play.state import MODE, PARTS, Mode, play_state
from ttt_ui.streamlit_fixes import this_run


def follow_address() -> None:
    """Start in the mode of the link that opened the site, and keep the address up to date.

    Back and Forward only lead to the welcome and from it: another mode would end the game on the
    board.
    """
    play = play_state()
    link = address.asked()
    PARTS.apply_link(link)
    mode = MODE.read(link)
    if link.first:
        _follow_pupil(link, mode or "Against the agent")
    if link.first and mode is not None:
        play.shows_welcome = False
        if mode != MODE.value:
            MODE.set(mode)
            begin_next()
    elif not link.first and this_run.is_by_history():
        if mode is None:
            show_welcome()
        else:
            hide_welcome()
    link.say_what_was_dropped()
    query = {} if play.shows_welcome else MODE.to_query(with_default=True)
    as_step = bool(query) != (MODE.in_links in address.shown())
    address.show(query | PARTS.query(), as_step=as_step)


def _follow_pupil(link: Link, mode: Mode) -> None:
    """Start a game with the pupil of a link, if it has one, and say how far it is."""
    lessons, name = link.rest.get(PUPIL.name, ""), link.read(NAME)
    pupil = link.read(PUPIL)
    if pupil is not None:
        pupil = replace(pupil, name=name or pupil.name)
        challenge(pupil, lessons, mode)
    elif name is not None:
        link.drop(NAME.name, name, tr("the link has no pupil with this name."))
