"""The words of the chapter."""

from ttt_ui.learn.matchboxes.machine import LONG, MACHINES, MEASURED_AT, Box, Machine
from ttt_ui.wording import counted, percent

MICHIE = MEASURED_AT[1]

AIM = (
    "In 1961 Donald Michie built MENACE, a learning machine without a computer: a matchbox for "
    "each position in which X has a choice, with beads for the moves. Let it play X, and watch the "
    "beads."
)

QUESTION = (
    f"After {LONG:,} games against a random player, how often does its worst-case opponent win?"
)
ANSWERS = ("Never", "In up to 10% of games", "In more than 10% of games")

WORST_CASE = "Worst-case losses"
WORST_CASE_HELP = (
    "How often the machine loses to its worst-case opponent, which knows all its beads. Exact."
)

CURVE_TITLE = "Worst-case losses by games played"
LONG_CURVES_TITLE = f"Worst-case losses over {LONG:,} games"
LONG_CURVES = (
    f"Worst-case losses of {MACHINES} machines trained against a random player, from {MICHIE} to "
    f"{LONG:,} games: lower at the end for every machine, but never 0"
)

_FIRST_BOX = (
    "**The first box.** Each move has its own colour; equivalent cells (rotated or mirrored) share "
    "one, as equivalent positions share a box. A randomly drawn bead decides the move."
)
_LAST_GAME = {
    "won": "**Game {}: it won.** Each drawn bead goes back with 3 more of its colour.",
    "drew": "**Game {}: a draw.** Each drawn bead goes back with 1 more of its colour.",
    "lost": "**Game {}: it lost.** Each drawn bead is taken away.",
    "resigned": "**Game {}: its box is empty, so it resigns.** That counts as a loss: each drawn "
    "bead is taken away.",
    "finished": "**Game {}: its first box is empty.** From now on it resigns every game and learns "
    "nothing more.",
}

RESULTS = {"won": "Result: X won", "drew": "Result: a draw", "lost": "Result: O won"}


def last_game(machine: Machine) -> str:
    """Say in Markdown how the last game ended, and what that does to the beads."""
    if not machine.games:
        return _FIRST_BOX
    is_finished = not (machine.first_box or machine.boxes[0].beads_before)
    return _LAST_GAME["finished" if is_finished else machine.result].format(f"{machine.games:,}")


def drawn(box: Box, games: int) -> str:
    """Say which bead was drawn from a box, and how many of its colour there are now."""
    if box.cell is not None:
        return f"Drawn: {box.beads[box.cell]:,} → {box.after:,}"
    return "Empty" if games else counted(box.beads_before, "bead")


def beads(before: int, now: int, *, is_drawn: bool) -> str:
    """Say for a screen reader how many beads there are of one colour."""
    if is_drawn:
        return f"drawn: {counted(now, 'bead')} now, {before:,} before"
    return counted(now, "bead")


def curve(machine: Machine) -> str:
    """Describe the curve so far for a screen reader."""
    return (
        f"Worst-case losses by games played: {percent(machine.worst_case_losses)} after "
        f"{counted(machine.games, 'game')}"
    )


def reason(*, lowest: float, highest: float, lowest_early: float, highest_early: float) -> str:
    """Say how often the machines lose to their worst-case opponent, and why."""
    return (
        f"In {percent(lowest)} to {percent(highest)} of games, over {MACHINES} machines. After "
        f"Michie's {MICHIE} games it was {percent(lowest_early)} to {percent(highest_early)}. A "
        "mistake that often beats careless opponents gathers many beads, and any bead in the box "
        "can be drawn."
    )


def never_learned(losses_as_o: float) -> str:
    """Say in Markdown what the machines never learn."""
    return (
        f"- **To be unbeatable.** More games help, but slowly: none of {MACHINES} machines reaches "
        "0.\n"
        f"- **To play O.** Only X's boxes learn. Worst-case losses as O stay at "
        f"{percent(losses_as_o)}."
    )
