"""The mode in the address of Play."""

from ttt_ui.frame import address
from ttt_ui.frame.parameters import open_view
from ttt_ui.play.actions import new_game_with, setup
from ttt_ui.play.state import MODE, MODES, play_state
from ttt_ui.visit.session import session

VIEW = open_view(MODES)


def follow_address() -> None:
    """Start in the mode of the link that opened the site, and keep the address up to date.

    A step in the browser's history is ignored, because it would end the game on the board.
    """
    visitor, play, chosen = session(), play_state(), setup()
    link = address.asked(lambda name: name == VIEW.name)
    mode = link.read(VIEW)
    if link.first and mode is not None:
        with visitor.lock:
            play.at_the_door = False
            if mode != chosen.mode:
                new_game_with(play, visitor, chosen._replace(mode=mode))
        MODE.set(mode)
    link.say_what_was_dropped()
    address.show(VIEW.to_query(MODE.value), as_step=False)
