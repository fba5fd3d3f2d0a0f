"""The updates an agent made after its last game, each worked through step by step."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.board import EMPTY_BOARD, SIDES, Side, legal_moves, outcome, play
from ttt_core.game.graph import N_OPEN, Layout, boards, graph, layout, legal, position_of, slots_of
from ttt_core.learning import kernels
from ttt_core.learning.agent import Agent
from ttt_core.learning.kernel_state import make_learner, rule_of
from ttt_core.learning.kernels import Learner, Rule
from ttt_core.learning.network import NOWHERE
from ttt_core.sentences import sentence


@dataclass(frozen=True, eq=False, kw_only=True)
class WorkedUpdate:
    """One update of a value: ``new = old + step * (target - old)``.

    Attributes
    ----------
    board, side, cell
        The position, the side that moved, and the cell. With symmetry the game is rotated and
        mirrored so that each board follows from the one before, as far as its moves are known.
    values : float array (9,)
        Values of the moves on that board just before the update, nan on taken cells.
    alike : tuple of int
        The cells of that board that share the value, `cell` included: with symmetry, all equivalent
        cells.
    reward : float
        The mover's reward at the end of the game; 0 if the target uses a later value instead. For
        matchboxes, the beads added for each move or taken away.
    moves_left : int
        Own moves that followed in the game. Monte Carlo discounts the reward once for each.
    next_board, next_values, next_value
        The position whose best value the target uses, the values of its moves, and the best of
        them; None if the game was decided, and for rules that do not look ahead.
    step : float
        α, or 1 divided by the number of visits.
    old, target, new : float
        For a reward memory and for matchboxes, `target` is the new score or number of beads.
    rewards_before, rewards_after : tuple of int or None
        The move's rewards by result (X won, O won, draw) in a reward memory.
    """

    board: str
    side: Side
    cell: int
    values: NDArray[np.float64]
    alike: tuple[int, ...]
    reward: float
    moves_left: int
    next_board: str | None
    next_values: NDArray[np.float64] | None
    next_value: float | None
    step: float
    old: float
    target: float
    new: float
    rewards_before: tuple[int, int, int] | None = None
    rewards_after: tuple[int, int, int] | None = None


def worked_updates(before: Agent, after: Agent) -> list[WorkedUpdate]:
    """Work through all updates of one game.

    Replay is not included: these are the updates before it.

    Parameters
    ----------
    before, after
        The agent before and after one game of its last run.

    Returns
    -------
    list of WorkedUpdate
        In the order they were made.

    Raises
    ------
    ValueError
        If the agents are not one game apart, or are networks, which have no table of single values.
    """
    if after.kind == "network":
        raise ValueError(sentence("A network has no table of single values to update."))
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
    game = _LearnedGame(slots, _retraced(slots, learned), length, result)
    return [
        _update(rule, layout(config.symmetry), learner, game, ply)
        for ply in sorted(learned, reverse=rule.backward)
    ]


class _LearnedGame(NamedTuple):
    """What is known of a game: by ply, the board and the cell of each move learned from."""

    slots: NDArray[np.int32]
    moves: dict[int, tuple[str, int]]
    length: int
    result: int

    def values(self, learner: Learner, board: str) -> NDArray[np.float64]:
        """Return the present values of the moves on a board, nan on taken cells."""
        position = position_of(board)
        return np.where(legal()[position], learner.q[self.slots[position]], np.nan)

    def alike(self, board: str, cell: int) -> tuple[int, ...]:
        """Return the cells of a board that share the value of `cell`."""
        row = self.slots[position_of(board)]
        return tuple(other for other in legal_moves(board) if row[other] == row[cell])


def _retraced(slots: NDArray[np.int32], learned: dict[int, int]) -> dict[int, tuple[str, int]]:
    """Return board and cell of each ply, each following from the one before.

    Equivalent moves share a slot, and moves that were not learned from are not recorded, so this is
    one of several equivalent games. Any path to the next known move will do, because the rest of
    the game can be told from the board it leads to.
    """
    moves, board, marks = {}, EMPTY_BOARD, 0
    for ply, slot in sorted(learned.items()):
        board, cell = next(_paths(slots, board, ply - marks, slot))
        moves[ply] = board, cell
        board, marks = play(board, cell), ply + 1
    return moves


def _paths(
    slots: NDArray[np.int32], board: str, unknown: int, slot: int
) -> Iterator[tuple[str, int]]:
    """Yield the moves of a slot on all boards that arise after `unknown` unknown moves."""
    if outcome(board) is not None:
        return
    for cell in legal_moves(board):
        if unknown:
            yield from _paths(slots, play(board, cell), unknown - 1, slot)
        elif slots[position_of(board), cell] == slot:
            yield board, cell


def _ply(slot: np.intp) -> int:
    return 9 - boards()[int(slot) // 9].count("-")


def _lay_path(learner: Learner, slots: NDArray[np.int32], learned: dict[int, int]) -> int:
    """Put the game into `learner.path`, and return its length.

    Only the row of a partner's move is known, from the move before it; an update needs no more.
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
    rule: Rule, lists: Layout, learner: Learner, game: _LearnedGame, ply: int
) -> WorkedUpdate:
    """Make the update of one ply and return it."""
    slot, length, result = int(learner.path[ply]), game.length, game.result
    board, cell = game.moves[ply]
    mover = ply & 1
    row_ahead, reward, step = NOWHERE, 0.0, 1.0
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
        if row_ahead == NOWHERE:
            reward = kernels.final_reward(rule, ply, result)
        target = kernels.target_of(rule, learner, earned, row_ahead)
        step = kernels.step_of(rule, learner, slot)
        new = kernels.moved(rule, learner, slot, target, step)
    next_board = None
    if row_ahead != NOWHERE:
        next_board = play(board, cell) if rule.plies_ahead == 1 else game.moves[ply + 2][0]
    update = WorkedUpdate(
        board=board,
        side=SIDES[mover],
        cell=cell,
        values=game.values(learner, board),
        alike=game.alike(board, cell),
        reward=float(reward),
        moves_left=(length - 1 - ply) // 2,
        next_board=next_board,
        next_values=game.values(learner, next_board) if next_board else None,
        next_value=float(learner.choices.value[row_ahead]) if next_board else None,
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
