"""What an agent learned from its last game, each update worked through step by step."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.board import Side
from ttt_core.game.graph import DRAWN, N_OPEN, boards, graph, legal
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.kernels import Learner
from ttt_core.learning.training import make_learner, slots_of


@dataclass(frozen=True, kw_only=True)
class WorkedUpdate:
    """One update of a value: ``new = old + step * (target - old)``.

    Attributes
    ----------
    board, side, cell
        The position, who moved, and where to. With symmetry, the first of the position's twins.
    reward : float
        What the mover got at the end of the game; 0 where the target rests on a value instead.
    moves_left : int
        Own moves that followed in the game. Monte Carlo discounts the reward once for each.
    next_board, next_value
        The position whose best value the target rests on, and that value; None where the game was
        decided, and for rules that do not look ahead.
    step : float
        α, or one over the number of visits.
    old, target, new : float
        With a reward memory `target` is the new score as well.
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
    slots = slots_of(config)
    old, new = (make_learner(agent, config, slots) for agent in (before, after))
    pairs = {
        int(_marks()[slot // 9]): (int(slot // 9), int(slot % 9))
        for slot in np.flatnonzero(new.visits != old.visits)
    }
    result = next(
        result
        for result, count in enumerate(("x_wins", "o_wins", "draws"))
        if getattr(after.stats, count) > getattr(before.stats, count)
    )
    bootstraps = config.rule in ("minimax-q", "q-learning")
    order = sorted(pairs, reverse=bootstraps and config.backward)
    return [_update(config, slots, old, new, pairs, ply, result) for ply in order]


def _update(
    config: TrainingConfig,
    slots: NDArray[np.int32],
    old: Learner,
    new: Learner,
    pairs: dict[int, tuple[int, int]],
    ply: int,
    result: int,
) -> WorkedUpdate:
    """Work through the update of one ply, and make it in `old`."""
    position, cell = pairs[ply]
    slot = slots[position, cell]
    mover = ply & 1
    reward = {mover: config.reward_win, DRAWN: config.reward_draw}.get(result, config.reward_loss)
    moves_left = sum(other > ply and other & 1 == mover for other in pairs)
    next_position, next_value = None, None
    memory_before, memory_after = None, None
    step = 1 / float(new.visits[slot]) if config.step_size == "sample-average" else config.alpha
    before = float(old.q[slot])

    if config.rule == "reward-memory":
        reward, step, target = 0.0, 1.0, float(new.q[slot])
        memory_before, memory_after = _rewards(old, slot), _rewards(new, slot)
    elif config.rule == "monte-carlo":
        target = reward - config.move_cost
        for _ in range(moves_left):
            target = config.gamma * target - config.move_cost
    else:
        next_position = _next_position(config, pairs, ply)
        target = -config.move_cost
        if next_position is None:
            target += reward
        else:
            reward = 0.0
            next_value = float(old.q[slots[next_position, legal()[next_position]]].max())
            factor = -config.gamma if config.rule == "minimax-q" else config.gamma
            target += factor * next_value
    after = target if step == 1 else before + step * (target - before)
    old.q[slot] = after
    return WorkedUpdate(
        board=boards()[position],
        side="X" if mover == 0 else "O",
        cell=cell,
        reward=float(reward),
        moves_left=moves_left,
        next_board=None if next_position is None else boards()[next_position],
        next_value=next_value,
        step=float(step),
        old=before,
        target=float(target),
        new=float(after),
        rewards_before=memory_before,
        rewards_after=memory_after,
    )


def _next_position(
    config: TrainingConfig, pairs: dict[int, tuple[int, int]], ply: int
) -> int | None:
    """Return the open position that the target looks at, None where the game ended before it."""
    if config.rule == "q-learning":
        return pairs[ply + 2][0] if ply + 2 in pairs else None
    child = int(graph().child[pairs[ply]])
    return child if child < N_OPEN else None


def _rewards(learner: Learner, slot: int) -> tuple[int, int, int]:
    x_won, o_won, drawn = learner.memory[slot].tolist()
    return x_won, o_won, drawn


def _marks() -> NDArray[np.int64]:
    return np.array([9 - board.count("-") for board in boards()[:N_OPEN]])
