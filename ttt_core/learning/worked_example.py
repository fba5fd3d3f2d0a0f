"""What an agent learned from its last game, each update worked through step by step."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import N_OPEN, Layout, boards, graph, layout, legal, slots_of
from ttt_core.learning import kernels
from ttt_core.learning.agent import Agent
from ttt_core.learning.kernels import Learner, Rule
from ttt_core.learning.training import make_learner, rule_of


@dataclass(frozen=True, kw_only=True)
class WorkedUpdate:
    """One update of a value: ``new = old + step * (target - old)``.

    Attributes
    ----------
    board, side, cell
        The position, who moved, and where to. With symmetry, the first of the position's twins.
    reward : float
        What the mover got at the end of the game; 0 where the target rests on a value instead. Of
        matchboxes the beads that its moves got, or lost.
    moves_left : int
        Own moves that followed in the game. Monte Carlo discounts the reward once for each.
    next_board, next_value
        The position whose best value the target rests on, and that value; None where the game was
        decided, and for rules that do not look ahead.
    step : float
        α, or one over the number of visits.
    old, target, new : float
        With a reward memory and with matchboxes `target` is the new score or number of beads as
        well.
    rewards_before, rewards_after : tuple of int or None
        Rewards by result (X won, O won, draw) of the move in a reward memory.
    """

    board: str
    side: Side
    cell: int
    reward: float
    moves_left: int
    next_board: str | None
    next_value: float | None
    step: float
    old: float
    target: float
    new: float
    rewards_before: tuple[int, int, int] | None = None
    rewards_after: tuple[int, int, int] | None = None


def worked_updates(before: Agent, after: Agent) -> list[WorkedUpdate]:
    """Work through all updates of one game.

    Where past moves are replayed, these are the updates before the replay that follows the game.

    Parameters
    ----------
    before, after
        An agent before and after one game of its last run.

    Returns
    -------
    list of WorkedUpdate
        In the order in which they were made.

    Raises
    ------
    ValueError
        If the agents are not one game apart.
    """
    if after.stats.games != before.stats.games + 1:
        raise ValueError("The two agents must be one game apart.")
    config = after.config
    slots = slots_of(config.symmetry)
    learner = make_learner(before, config, slots)
    visits = make_learner(after, config, slots).visits
    result = next(
        result
        for result, count in enumerate(("x_wins", "o_wins", "draws"))
        if getattr(after.stats, count) > getattr(before.stats, count)
    )
    learned = {_ply(slot): int(slot) for slot in np.flatnonzero(visits != learner.visits)}
    length = _lay_path(learner, slots, learned)
    rule = rule_of(config)
    return [
        _update(rule, layout(config.symmetry), learner, ply, length, result)
        for ply in sorted(learned, reverse=rule.backward)
    ]


def _ply(slot: np.intp) -> int:
    return 9 - boards()[int(slot) // 9].count("-")


def _lay_path(learner: Learner, slots: NDArray[np.int32], learned: dict[int, int]) -> int:
    """Put the game into `learner.path`, and return its length.

    Of a partner's move only the row is known, by the move before it; which is all that a lesson
    looks at.
    """
    length = 0
    for ply, slot in learned.items():
        child = int(graph().child[divmod(slot, 9)])
        learner.path[ply] = slot
        length = ply + 1
        if child < N_OPEN:
            learner.path[ply + 1] = slots[child][legal()[child]].min()
            length += ply + 1 not in learned
    return length


def _update(
    rule: Rule, lists: Layout, learner: Learner, ply: int, length: int, result: int
) -> WorkedUpdate:
    """Work through the update of one ply, and make it."""
    slot = int(learner.path[ply])
    position, cell = divmod(slot, 9)
    mover = ply & 1
    row_ahead, reward, step = kernels.NOWHERE, 0.0, 1.0
    rewards_before, rewards_after = None, None
    old = float(learner.q[slot])
    learner.visits[slot] += 1
    if rule.method == kernels.MATCHBOXES:
        reward = kernels.beads_for(rule, mover, result)
        target = new = max(0.0, old + reward)
    elif rule.method == kernels.REWARD_MEMORY:
        rewards_before = _rewards(learner, slot)
        target = new = kernels.remember(rule, learner.memory, slot, mover, result, length)
        rewards_after = _rewards(learner, slot)
    else:
        earned, row_ahead = kernels.lesson(rule, learner.path, ply, length, result)
        if row_ahead == kernels.NOWHERE:
            reward = kernels.final_reward(rule, ply, result)
        target = kernels.target_of(rule, learner, earned, row_ahead)
        step = kernels.step_of(rule, learner, slot)
        new = kernels.moved(learner, slot, target, step)
    looks_ahead = row_ahead != kernels.NOWHERE
    update = WorkedUpdate(
        board=boards()[position],
        side=SIDES[mover],
        cell=cell,
        reward=float(reward),
        moves_left=(length - 1 - ply) // 2,
        next_board=boards()[row_ahead] if looks_ahead else None,
        next_value=float(learner.choices.value[row_ahead]) if looks_ahead else None,
        step=float(step),
        old=old,
        target=float(target),
        new=float(new),
        rewards_before=rewards_before,
        rewards_after=rewards_after,
    )
    kernels.set_value(lists, learner, slot, new, 9 - ply)
    return update


def _rewards(learner: Learner, slot: int) -> tuple[int, int, int]:
    x_won, o_won, drawn = learner.memory[slot].tolist()
    return x_won, o_won, drawn
