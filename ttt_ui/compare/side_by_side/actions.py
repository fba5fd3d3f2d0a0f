"""What the controls of Side by side do to the two players and their game."""

from ttt_core.game import SIDES
from ttt_ui.compare.players import everybody
from ttt_ui.compare.side_by_side.state import DEFAULTS, MOST_SEEDS, side_by_side, trail
from ttt_ui.inspect.explorer import Explorer

EXPLORER = Explorer("beside", trail)


def choose_player(role: str, name: object) -> None:
    pair = side_by_side()
    if role in DEFAULTS and isinstance(name, str) and name in everybody():
        pair.names = {**pair.names, role: name}


def choose_side(asked: object) -> None:
    for side in SIDES:
        if asked == side:
            side_by_side().side = side


def another_game() -> None:
    """Play another game, with the next seed."""
    pair = side_by_side()
    pair.seed = pair.seed % MOST_SEEDS + 1
