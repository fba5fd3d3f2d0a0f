"""What the first chapter says of a walker: its cells, its last step, and how far it is."""

import math

from ttt_core.grid_world import (
    MOVES,
    Cell,
    GridUpdate,
    GridWalk,
    GridWorldConfig,
    shortest_way,
)
from ttt_ui.learn.one_cell.grid_component import GridCell, Step
from ttt_ui.learn.one_cell.state import Scene
from ttt_ui.shared.cell_colours import signed_tone
from ttt_ui.shared.wording import counted, number
from ttt_ui.train.update_rule import bracketed

_ON_GRID = 2
"""Decimals of a value on the grid; the formula has more."""


def cells(walk: GridWalk) -> list[GridCell]:
    """Return what is to be seen of each cell, row by row."""
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
    what = "start" if cell == config.start else "free"
    walker = ", the walker is here" if cell == walk.cell else ""
    known = "no good move known" if best is None else f"best: {MOVES[best]} {values[best]:.2f}"
    return GridCell(
        "free",
        f"{place(cell)}, {what}{walker}; {known}",
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
    """Return the move with the largest value, if there is any that is worth more than nothing."""
    return values.index(max(values)) if max(values) > 0 else None


def tone(value: float, config: GridWorldConfig) -> float:
    """Return the place of a value on the scale of colours, from -1 to 1.

    By the root of its share of the reward: with every step away from the goal a value is halved,
    and is still to be seen.
    """
    share = min(abs(value) / config.goal_reward, 1.0)
    return math.copysign(math.sqrt(share), value)


def short(value: float) -> str:
    """Write a value as it stands on the grid."""
    return number(value, _ON_GRID)


def place(cell: Cell) -> str:
    """Name a cell by row and column, from 1."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def step(walk: GridWalk) -> Step | None:
    """Return what is lit up of the last step."""
    update = walk.update
    if update is None:
        return None
    index, following = (
        row * walk.config.columns + column for row, column in (update.cell, update.next_cell)
    )
    return Step(index, update.move, following, update.ended, update.old, update.new)


def announcement(walk: GridWalk) -> str:
    """Say in a line what has changed, for a screen reader."""
    update = walk.update
    if update is None:
        return ""
    return (
        f"Step {walk.steps:,}: {place(update.cell)}, {MOVES[update.move]} "
        f"from {number(update.old)} to {number(update.new)}."
    )


def how_far(scene: Scene) -> str:
    """Say how many steps were taken, and whether the walker knows a way to the goal."""
    walk = scene.walk
    way, shortest = len(walk.world.known_way) - 1, shortest_way(walk.config)
    if not shortest:
        known = "No way leads from the start to the goal."
    elif way < 0:
        known = "It knows no way to the goal yet."
    elif way == shortest:
        known = f"It knows a way of {counted(way, 'step')}; none is shorter."
    else:
        known = f"It knows a way of {counted(way, 'step')}; the shortest takes {shortest}."
    told = f" {scene.told}" if scene.told else ""
    return f"**{counted(walk.steps, 'step')}.**{told} {known}"


def rule(config: GridWorldConfig, update: GridUpdate | None) -> str:
    """Return the update rule and, as soon as there is one, an update with its numbers, in LaTeX."""
    lines = [r"Q & \leftarrow Q + \alpha\,\bigl[\,r + \gamma \max Q - Q\,\bigr]"]
    if update is None:
        lines += [r"& \phantom{= 0}"] * 2
    else:
        target = (
            rf"{number(update.reward)} + {number(config.gamma)} \cdot {bracketed(update.ahead)}"
        )
        lines += [
            rf"& = {number(update.old)} + {number(config.alpha)}\,"
            rf"\bigl[\,{target} - {bracketed(update.old)}\,\bigr]",
            rf"& = {number(update.new)}",
        ]
    return r"\small \begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}"


def letters(config: GridWorldConfig) -> str:
    """Say in Markdown what the letters of the rule stand for."""
    goal, pit = number(config.goal_reward), number(config.obstacle_reward)
    return (
        f"Q is the value of a move in a cell, and r the reward of the step: {goal} into the goal, "
        f"{pit} into a pit, else {number(config.step_reward)}. Of max\u00a0Q, the best value in "
        f"the next cell, γ (gamma) = {config.gamma:g} counts. Q moves by α (alpha) = "
        f"{config.alpha:g} of the difference in brackets. ε (epsilon) = {config.epsilon:g} of all "
        "steps are drawn at random, to find new ways. The rule is called Q-learning."
    )


def last_step(walk: GridWalk) -> str:
    """Say in Markdown what the last step was, and what was learned from it."""
    update = walk.update
    if update is None:
        return "Take a step: the walker learns one number from it, in one cell."
    return f"{_went(update, walk.config)} {_learned(update, walk.config)}"


def _went(update: GridUpdate, config: GridWorldConfig) -> str:
    move, reward = f"**{MOVES[update.move]}**", f"The reward is {number(update.reward)}"
    here = place(update.cell)
    if update.ended:
        what = "the goal" if update.next_cell == config.goal else "a pit"
        return f"From {here} it went {move}, into {what}. {reward}, and the walk is over."
    if update.next_cell == update.cell:
        return f"In {here} it tried to go {move}, and could not. {reward}."
    return f"From {here} it went {move}. {reward}."


def _learned(update: GridUpdate, config: GridWorldConfig) -> str:
    old, new = number(update.old), number(update.new)
    ahead = ""
    if update.ahead > 0 and config.gamma:
        ahead = f"The best move from there is worth {number(update.ahead)}. "
    if old == new:
        return f"{ahead}The value of the move stays {new}."
    return f"{ahead}The value of the move goes from {old} to **{new}**."
