"""The words and formulas about a walker and its grid."""

import math

from ttt_core.grid_world import Cell, GridUpdate, GridWalk, GridWorldConfig, shortest_way
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.colours import signed_tone
from ttt_ui.language import tr, tr_plural
from ttt_ui.learn.one_cell.grid_component import GridCell, Step
from ttt_ui.train.update_rule import aligned, bracketed, in_formula
from ttt_ui.wording import counted, number

_ON_GRID = 2
"""Decimals of a value on the grid; the formula has more."""
_DIRECTIONS = (tr_noop("up"), tr_noop("down"), tr_noop("left"), tr_noop("right"))
"""In the order of `ttt_core.grid_world.MOVES`."""

ERASED = tr_noop("All values are 0 again.")
NEW_GRID = tr_noop("A new grid.")
GRID_CHANGED = tr_noop("The walker keeps its values, right or wrong.")
OCCUPIED = {
    "start": tr_noop("The start is in that cell. Move it first."),
    "goal": tr_noop("The goal is in that cell. Move it first."),
}

LEARNED_WITH = tr_noop("Learned with looking ahead")
LEARNED_WITHOUT = tr_noop("Learned without looking ahead")

ALPHA_TO_TRY = tr_noop(
    "Try α = 1 on slippery ground: each value forgets all but the last step. α = 0.1 averages."
)
LABELS = {
    "alpha": tr_noop("Learning rate α"),
    "gamma": tr_noop("Discount factor γ"),
    "epsilon": tr_noop("Exploration rate ε"),
    "slip": tr_noop("Slippery ground"),
}


def cells(walk: GridWalk) -> list[GridCell]:
    """Return the cells as they are shown, row by row."""
    config = walk.config
    way = walk.known_way
    places = [(row, column) for row in range(config.rows) for column in range(config.columns)]
    return [_cell(walk, cell, on_way=cell in way) for cell in places]


def _cell(walk: GridWalk, cell: Cell, *, on_way: bool) -> GridCell:
    config = walk.config
    if cell == config.goal:
        return GridCell("goal", tr("{cell}, goal", cell=place(cell)))
    if cell in config.obstacles:
        return GridCell("pit", tr("{cell}, pit", cell=place(cell)))
    if cell in config.walls:
        return GridCell("wall", tr("{cell}, wall", cell=place(cell)))
    values = walk.table[cell].tolist()
    best = best_move(values)
    facts = [place(cell), tr("start") if cell == config.start else tr("free")]
    if cell == walk.cell:
        facts.append(tr("the walker is here"))
    if best is None:
        facts.append(tr("no good move yet"))
    else:
        move = tr(_DIRECTIONS[best])
        facts.append(tr("best: {move} {value:.2f}", move=move, value=values[best]))
    return GridCell(
        "free",
        ", ".join(facts),
        description=", ".join(map(_spoken, _DIRECTIONS, values)),
        values=tuple(map(short, values)),
        tones=tuple(signed_tone(tone(value, config)) for value in values),
        best=best,
        is_start=cell == config.start,
        on_way=on_way,
    )


def _spoken(move: str, value: float) -> str:
    return f"{tr(move)} {short(value)}"


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
    return tr("row {row}, column {column}", row=cell[0] + 1, column=cell[1] + 1)


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
    return tr(
        "Step {step:,}: in {cell}, the value of {move} changes from {old} to {new}.",
        step=walk.steps,
        cell=place(update.cell),
        move=tr(_DIRECTIONS[update.move]),
        old=number(update.old),
        new=number(update.new),
    )


def how_far(walk: GridWalk, effect: str) -> str:
    """Say how many steps the walker has taken, and whether it knows a way to the goal."""
    steps = f"**{counted(walk.steps, 'step', 'steps')}.**"
    return " ".join(filter(None, [steps, tr(effect), _known_way(walk)]))


def _known_way(walk: GridWalk) -> str:
    way, shortest = len(walk.known_way) - 1, shortest_way(walk.config)
    if not shortest:
        return tr("There is no way to the goal.")
    if way < 0:
        return tr("It does not know a way yet.")
    if way == shortest:
        return tr_plural(
            "It knows a shortest way, {n:,} step long.",
            "It knows a shortest way, {n:,} steps long.",
            way,
        )
    return tr_plural(
        "It knows a way {n:,} step long; the shortest is {shortest}.",
        "It knows a way {n:,} steps long; the shortest is {shortest}.",
        way,
        shortest=shortest,
    )


def rule(update: GridUpdate) -> str:
    """Return the update rule with an update in numbers and its own settings, in LaTeX.

    A walk that has ended looks ahead to nothing.
    """
    target, numbers = "r", in_formula(update.reward)
    if not update.ended:
        target += r" + \gamma \max Q'"
        numbers += rf" + {in_formula(update.gamma)} \cdot {bracketed(update.ahead)}"
    lines = [
        rf"Q & \leftarrow Q + \alpha\,\bigl[\,{target} - Q\,\bigr]",
        rf"& = {in_formula(update.old)} + {in_formula(update.alpha)}\,"
        rf"\bigl[\,{numbers} - {bracketed(update.old)}\,\bigr]",
        rf"& = {in_formula(update.new)}",
    ]
    return r"\small " + aligned(*lines)


def letters(config: GridWorldConfig, update: GridUpdate) -> str:
    """Say in Markdown what the letters of the rule stand for, and whose settings it has."""
    sentences = [tr("Q: the move's value. r: the reward.")]
    if not update.ended:
        sentences.append(tr("$\\max Q'$: the best value in the next cell."))
    if (config.alpha, config.gamma) != (update.alpha, update.gamma):
        sentences.append(tr("The next step will use the new settings."))
    return " ".join(sentences)


def last_step(update: GridUpdate, config: GridWorldConfig) -> str:
    """Say in Markdown what the last step was, and its reward."""
    move, reward = tr(_DIRECTIONS[update.move]), number(update.reward)
    if update.slipped_to != update.move:
        template = tr_noop("It wanted to go **{move}** but slipped: reward {reward}.")
    elif update.ended and update.next_cell == config.goal:
        template = tr_noop("It went **{move}** into the goal: reward {reward}.")
    elif update.ended:
        template = tr_noop("It went **{move}** into a pit: reward {reward}.")
    elif update.next_cell == update.cell:
        template = tr_noop("It tried to go **{move}** but was blocked: reward {reward}.")
    else:
        template = tr_noop("It went **{move}**: reward {reward}.")
    return tr(template, move=move, reward=reward)
