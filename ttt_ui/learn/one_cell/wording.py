"""The words and formulas of the chapter."""

import math

from ttt_core.grid_world import MOVES, Cell, GridUpdate, GridWalk, GridWorldConfig, shortest_way
from ttt_ui.drawing.cell_colours import signed_tone
from ttt_ui.learn.one_cell.grid_component import GridCell, Step
from ttt_ui.train.update_rule import bracketed
from ttt_ui.wording import counted, number

_ON_GRID = 2
"""Decimals of a value on the grid; the formula has more."""

AIM = (
    "Each walk ends in the goal or the pit, and its *reward* changes the *values* of moves. Then "
    "move the goal, or turn a slider."
)

ERASED = "All values are 0 again."
NEW_GRID = "A new grid."
GRID_CHANGED = "The walker keeps its values, right or wrong."
OCCUPIED = {
    "start": "The start is in that cell. Move it first.",
    "goal": "The goal is in that cell. Move it first.",
}

LEARNED_BOTH_WAYS = f"Your grid after {GridWorldConfig.steps:,} random steps:"
WITH, WITHOUT = "**γ = {}**", "**γ = 0**"
LEARNED_WITH, LEARNED_WITHOUT = "Learned with looking ahead", "Learned without looking ahead"

ALPHA_TO_TRY = (
    "Try α = 1 on slippery ground: each value forgets all but the last step. α = 0.1 averages."
)
LABELS = {
    "alpha": "Learning rate α",
    "gamma": "Discount factor γ",
    "epsilon": "Exploration rate ε",
    "slip": "Slippery ground",
}

QUESTION = "If γ = 0, which moves can get a value above 0?"
ANSWERS = ("All moves towards the goal, but later", "Only the moves into the goal", "None")


def reason(*, good_without: int, good_with: int, moves: int, gamma: float, at_start: float) -> str:
    """Say which moves have a value above 0 if γ is 0, and if it is not."""
    return (
        f"They are {good_without} of {moves} moves. With γ = {number(gamma)} they are {good_with}, "
        "all except those into the pit. Each cell passes on that share, and the start gets "
        f"{number(at_start)}."
    )


def cells(walk: GridWalk) -> list[GridCell]:
    """Return the cells as they are shown, row by row."""
    config = walk.config
    way = walk.world.known_way
    places = [(row, column) for row in range(config.rows) for column in range(config.columns)]
    return [_cell(walk, cell, on_way=cell in way) for cell in places]


def _cell(walk: GridWalk, cell: Cell, *, on_way: bool) -> GridCell:
    config = walk.config
    if cell == config.goal:
        return GridCell("goal", f"{place(cell)}, goal")
    if cell in config.obstacles:
        return GridCell("pit", f"{place(cell)}, pit")
    if cell in config.walls:
        return GridCell("wall", f"{place(cell)}, wall")
    values = walk.table[cell].tolist()
    best = best_move(values)
    facts = [place(cell), "start" if cell == config.start else "free"]
    if cell == walk.cell:
        facts.append("the walker is here")
    facts.append("no good move yet" if best is None else f"best: {MOVES[best]} {values[best]:.2f}")
    return GridCell(
        "free",
        ", ".join(facts),
        description=", ".join(map(_spoken, MOVES, values)),
        values=tuple(map(short, values)),
        tones=tuple(signed_tone(tone(value, config)) for value in values),
        best=best,
        is_start=cell == config.start,
        on_way=on_way,
    )


def _spoken(move: str, value: float) -> str:
    return f"{move} {short(value)}"


def best_move(values: list[float]) -> int | None:
    """Return the move with the largest value, or None if no value is above 0."""
    return values.index(max(values)) if max(values) > 0 else None


def tone(value: float, config: GridWorldConfig) -> float:
    """Return the place of a value on the scale of colours, from -1 to 1.

    It is the root of the value's share of the reward: values halve with every step away from the
    goal, and must stay visible.
    """
    share = min(abs(value) / config.goal_reward, 1.0)
    return math.copysign(math.sqrt(share), value)


def short(value: float) -> str:
    """Write a value as it appears on the grid."""
    return number(value, _ON_GRID)


def place(cell: Cell) -> str:
    """Name a cell by row and column, from 1."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def step(walk: GridWalk) -> Step | None:
    """Return the last step, to be lit up."""
    update = walk.update
    if update is None:
        return None
    index, following = (
        row * walk.config.columns + column for row, column in (update.cell, update.next_cell)
    )
    return Step(index, update.move, following, update.ended, update.old, update.new)


def announcement(walk: GridWalk) -> str:
    """Say what has changed, for a screen reader."""
    update = walk.update
    if update is None:
        return ""
    return (
        f"Step {walk.steps:,}: in {place(update.cell)}, the value of {MOVES[update.move]} changes "
        f"from {number(update.old)} to {number(update.new)}."
    )


def how_far(walk: GridWalk, told: str) -> str:
    """Say how many steps the walker has taken, and whether it knows a way to the goal."""
    return " ".join(
        filter(None, [f"**{counted(walk.steps, 'step', 'steps')}.**", told, _known_way(walk)])
    )


def _known_way(walk: GridWalk) -> str:
    way, shortest = len(walk.world.known_way) - 1, shortest_way(walk.config)
    if not shortest:
        return "There is no way to the goal."
    if way < 0:
        return "It does not know a way yet."
    if way == shortest:
        return f"It knows a shortest way, {counted(way, 'step', 'steps')} long."
    return f"It knows a way {counted(way, 'step', 'steps')} long; the shortest is {shortest}."


def rule(config: GridWorldConfig, update: GridUpdate) -> str:
    """Return the update rule with the last update in numbers, in LaTeX.

    The value of the next cell appears once there is one.
    """
    target, numbers = "r", number(update.reward)
    if update.ahead:
        target += r" + \gamma \max Q"
        numbers += rf" + {number(config.gamma)} \cdot {bracketed(update.ahead)}"
    lines = [
        rf"Q & \leftarrow Q + \alpha\,\bigl[\,{target} - Q\,\bigr]",
        rf"& = {number(update.old)} + {number(config.alpha)}\,"
        rf"\bigl[\,{numbers} - {bracketed(update.old)}\,\bigr]",
        rf"& = {number(update.new)}",
    ]
    return r"\small \begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}"


def letters(update: GridUpdate) -> str:
    """Say in Markdown what the letters of the rule stand for."""
    said = "Q: the move's value. r: the reward."
    return f"{said} max\u00a0Q: the best value in the next cell." if update.ahead else said


def last_step(update: GridUpdate, config: GridWorldConfig) -> str:
    """Say in Markdown what the last step was, and its reward."""
    move, reward = MOVES[update.move], number(update.reward)
    if update.slipped_to != update.move:
        return f"It wanted to go **{move}** but slipped: reward {reward}."
    if update.ended and update.next_cell == config.goal:
        return f"It went **{move}** into the goal: reward {reward}."
    if update.ended:
        return f"It went **{move}** into a pit: reward {reward}."
    if update.next_cell == update.cell:
        return f"It tried to go **{move}** but was blocked: reward {reward}."
    return f"It went **{move}**: reward {reward}."
