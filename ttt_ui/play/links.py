"""The mode in the address of Play."""

from ttt_ui.frame import address
from ttt_ui.frame.links import said_of_dropped
from ttt_ui.frame.view_links import VIEW, view_from_query, view_to_query
from ttt_ui.play.actions import new_game_with, setup
from ttt_ui.play.state import MODE, MODES, play_state
from ttt_ui.visit.session import session


def follow_address() -> None:
    """Start in the mode of the link that opened the site, and keep the address up to date.

    A step in the browser's history is ignored, because it would end the game on the board.
    """
    visitor, play, chosen = session(), play_state(), setup()
    query, first = address.asked(lambda name: name == VIEW)
    mode, dropped = view_from_query(query, MODES)
    if first and mode is not None:
        with visitor.lock:
            play.at_the_door = False
            if mode != chosen.mode:
                new_game_with(play, visitor, chosen._replace(mode=mode))
        MODE.set(mode)
    if dropped:
        visitor.say(said_of_dropped(dropped))
    address.show(view_to_query(MODE.value, MODES), as_step=False)
