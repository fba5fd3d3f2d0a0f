"""What clicks do where two players are side by side: to who they are, and to their game."""

from ttt_core.game.board import SIDES
from ttt_ui.compare.players import everybody
from ttt_ui.inspect.explorer import Explorer
from ttt_ui.shared.board_component import read_command
from ttt_ui.shared.roster import roster
from ttt_ui.shared.widgets import held
from ttt_ui.side_by_side.state import DEFAULTS, MOST_SEEDS, side_by_side, trail

EXPLORER = Explorer("beside", trail)
GAME_KEY = "beside_game"
SHORTCUTS = {"arrowleft": "back", "arrowright": "forward"}


def choose_player(role: str, key: str) -> None:
    """Let the player that was chosen be A, B or the opponent of both."""
    beside, others, name = side_by_side(), roster(), held(key)
    known = role in DEFAULTS and isinstance(name, str) and name in everybody(others.agents)
    if known and key == beside.key(role) and name != beside.names[role]:
        beside.names = {**beside.names, role: name}


def choose_side(key: str) -> None:
    """Let A and B play the side that was chosen."""
    beside, asked = side_by_side(), held(key)
    for side in SIDES:
        if key == beside.key("side") and asked == side:
            beside.side = side


def another_game() -> None:
    """Play another game, with the luck of the next number."""
    beside = side_by_side()
    beside.seed = beside.seed % MOST_SEEDS + 1


def take_command() -> None:
    """Carry out a shortcut key."""
    match read_command(GAME_KEY, SHORTCUTS.values()):
        case "back":
            step(-1)
        case "forward":
            step(1)


def step(by: int) -> None:
    """Put so many moves more, or fewer, of both games on the boards."""
    go_to(side_by_side().replay.step + by)


def go_to(step: int) -> None:
    """Put so many moves of both games on the boards."""
    beside = side_by_side()
    beside.replay.go_to(beside.longer_game, step)


def slide(key: str) -> None:
    """Follow the slider."""
    beside, asked = side_by_side(), held(key)
    beside.replay.slide(beside.longer_game, key, asked)
