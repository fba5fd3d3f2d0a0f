"""The words of the chapter."""

from ttt_core.game import board as rules
from ttt_ui.drawing.cell_colours import Numbers
from ttt_ui.learn.boards import shown
from ttt_ui.learn.looking_back.actions import OwnGame
from ttt_ui.learn.looking_back.lessons import AGENTS, REPLAYED
from ttt_ui.wording import counted

AIM = (
    "Only the end of a game brings a reward. How does it reach the earlier moves? Play both sides "
    "until one wins."
)

_SETTINGS = AGENTS["One step"]
FOUR_AGENTS = (
    f"Four agents learn from your game, with $\\alpha$ = {_SETTINGS.alpha:g}, $\\gamma$ = "
    f"{_SETTINGS.gamma:g} and all values 0 at the start. Each value moves towards a target:\n"
    "- **Monte Carlo** looks back, to the player's reward $r$ (1 for a win, −1 for a loss), times "
    "$\\gamma$ for each later move by that player.\n"
    "- **One step** looks ahead, to $\\gamma \\max Q$ at the player's next turn, or to $r$ if "
    "there is none. The first move learns first.\n"
    f"- **Replay** is One step and {REPLAYED} more updates from randomly drawn moves.\n"
    "- **Backward** is One step with the last move first."
)

QUESTION = "After one game, which of the four has learned nothing about the winner's first move?"
UNFINISHED = "Finish your game, or use the example, to see what each agent learns."

_DRAW = "**A draw** is worth 0, so no value changes. Try another game."
_NOBODY_WON = "Nobody won, so no value has changed."


def turn(game: OwnGame) -> str:
    """Say in Markdown which side is to move, or how the game ended."""
    if not game.over:
        return f"**You play both sides.** {rules.side_to_move(game.board)} to move."
    winner = rules.outcome(game.board)
    if winner == "draw":
        return _DRAW
    return f"**{winner} has won** in {counted(len(game.cells), 'move')}."


def announcement(game: OwnGame) -> str:
    """Say the same for a screen reader."""
    return turn(game).replace("*", "")


def reason(moves: int, games: int) -> str:
    """Say how many games One step needs, in a game of so many moves, and why the others do not."""
    return (
        "One step looks ahead to a value that is still 0. Each game carries the reward back by one "
        f"of the winner's moves: in a game of {moves} moves, it takes {games} games to reach the "
        "first. Backward finds the next move already updated; Replay goes over the game again and "
        "again."
    )


def learned(times: int) -> str:
    """Say in Markdown how many times the agents have learned from the game."""
    return f"Learned from it **{_how_often(times)}**"


def figure(values: Numbers, times: int) -> str:
    """Describe the figure for a screen reader."""
    columns = (
        f"{name}: {', '.join(shown(value) for value in column)}"
        for name, column in zip(AGENTS, values.T.tolist(), strict=True)
    )
    return (
        f"Values of the game's moves, in order, after learning from it {_how_often(times)}. "
        f"{'; '.join(columns)}."
    )


def _how_often(times: int) -> str:
    return "once" if times == 1 else counted(times, "time")


def comparison(values: Numbers) -> str:
    """Say how many values each agent has changed, and which moves it blames."""
    changed = (values != 0).sum(axis=0).tolist()
    if not any(changed):
        return _NOBODY_WON
    counts = ", ".join(f"{name} {count}" for name, count in zip(AGENTS, changed, strict=True))
    return (
        f"Values changed, out of {len(values)}: {counts}. Monte Carlo blames the loser for every "
        "move. The others blame only the last: another move there still has the value 0."
    )
