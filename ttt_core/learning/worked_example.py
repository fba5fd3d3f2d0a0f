"""The updates an agent makes after a game, each worked through step by step."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import N_OPEN, Layout, boards, graph, layout, legal, slots_of, walk
from ttt_core.learning import kernels, textbook_kernels
from ttt_core.learning.kernel_state import make_learner, make_trace, rule_of
from ttt_core.learning.kernels import NOWHERE, Learner, Rule
from ttt_core.learning.textbook_kernels import Trace, is_textbook
from ttt_core.learning.training import TrainingRun
from ttt_core.sentences import refusal


@dataclass(frozen=True, eq=False, kw_only=True)
class WorkedUpdate:
    """One update of a value: ``new = old + step * (target - old)``.

    Attributes
    ----------
    board, side, cell
        The position, the side that moved, and the cell. With symmetry the game may be rotated or
        mirrored, as in `TrainingRun.last_game`.
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
        The position from which the target takes a value, the values of its moves, and what it
        takes: usually the best of them. None if the game was decided, and for rules that do not
        look ahead.
    next_target
        With a trace decay above 0, the target of the move made there; else None.
    step : float
        α, or 1 divided by the number of visits.
    old, target, new : float
        For a reward memory and for matchboxes, `target` is the new score or number of beads. A
        policy moves all preferences of its position: `target` is what the reward is worth here,
        and `new` is the preference for the move made, ``old + step * target * (1 - chance)``.
    chance
        For a policy, the probability of the move and its equivalents before the update; else None.
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
    next_target: float | None = None
    chance: float | None = None
    rewards_before: tuple[int, int, int] | None = None
    rewards_after: tuple[int, int, int] | None = None


def worked_updates(run: TrainingRun) -> list[WorkedUpdate]:
    """Play one more game of a run, and work through its updates.

    Replay is not included: these are the updates before it.

    Returns
    -------
    list of WorkedUpdate
        In the order they were made.

    Raises
    ------
    ValueError
        If the run has no game left, or trains a network, which has no table of single values.
    """
    before = run.agent()
    if before.kind == "network":
        raise refusal("A network has no table of single values to update.")
    epsilon = run.epsilon
    run.play(1)
    config, cells = run.config, run.last_game()
    *positions, end = walk(cells)
    moves = (positions, cells)
    slots = slots_of(config.symmetry)
    learner = make_learner(before, config)
    learner.path[: len(cells)] = slots[moves]
    learner.epsilon[0] = epsilon
    learned = np.flatnonzero(run.visits[moves] != before.visits[moves]).tolist()
    result = int(graph().result[end - N_OPEN]) if end >= N_OPEN else 1 - len(cells) % 2
    game = _LearnedGame(slots, positions, cells, result)
    rule, lists = rule_of(config), layout(config.symmetry)
    if is_textbook(rule):
        return _textbook_updates(rule, lists, learner, make_trace(config), game, learned)
    return [
        _update(rule, lists, learner, game, ply) for ply in sorted(learned, reverse=rule.backward)
    ]


class _LearnedGame(NamedTuple):
    """A game: the position before each move, the cells, and how it ended."""

    slots: NDArray[np.int32]
    positions: list[int]
    cells: list[int]
    result: int

    def values(self, learner: Learner, ply: int) -> NDArray[np.float64]:
        """Return the present values of the moves at a ply, nan on taken cells."""
        position = self.positions[ply]
        return np.where(legal()[position], learner.q[self.slots[position]], np.nan)


def _update(
    rule: Rule, lists: Layout, learner: Learner, game: _LearnedGame, ply: int
) -> WorkedUpdate:
    """Make the update of one ply as training does, and return it."""
    slot, length, result = int(learner.path[ply]), len(game.cells), game.result
    position, remembers = game.positions[ply], rule.method == kernels.REWARD_MEMORY
    old, values = float(learner.q[slot]), game.values(learner, ply)
    rewards_before = _rewards(learner, slot) if remembers else None
    kernels.learn_move(rule, lists, learner, None, ply, length, result, kernels.BOTH)
    new = float(learner.q[slot])
    target, step, row_ahead, reward = new, 1.0, NOWHERE, 0.0
    if rule.method in (kernels.LOOK_AHEAD, kernels.FINAL_REWARD):
        # An update changes the values of one ply only, so its target stays the same.
        earned, row_ahead = kernels.reward_and_row_ahead(rule, learner.path, ply, length, result)
        target = float(kernels.target_of(rule, learner, earned, row_ahead))
        step = float(kernels.step_of(rule, learner, slot))
    if row_ahead == NOWHERE and not remembers:
        reward = float(kernels.final_reward(rule, ply, result))
    ahead = None if row_ahead == NOWHERE else ply + rule.plies_ahead
    return WorkedUpdate(
        board=boards()[position],
        side=SIDES[ply & 1],
        cell=game.cells[ply],
        values=values,
        alike=tuple(np.flatnonzero(legal()[position] & (game.slots[position] == slot)).tolist()),
        reward=reward,
        moves_left=(length - 1 - ply) // 2,
        next_board=None if ahead is None else boards()[game.positions[ahead]],
        next_values=None if ahead is None else game.values(learner, ahead),
        next_value=None if ahead is None else float(learner.choices.value[row_ahead]),
        step=step,
        old=old,
        target=target,
        new=new,
        rewards_before=rewards_before,
        rewards_after=_rewards(learner, slot) if remembers else None,
    )


def _textbook_updates(
    rule: Rule,
    lists: Layout,
    learner: Learner,
    trace: Trace,
    game: _LearnedGame,
    learned: list[int],
) -> list[WorkedUpdate]:
    """Make the updates of a textbook's rule, as `textbook_kernels.learn_path` does."""
    length, result, epsilon = len(game.cells), game.result, float(learner.epsilon[0])
    updates: list[WorkedUpdate] = []
    textbook_kernels.note_greedy(learner, trace, length)
    for ply in range(length - 1, -1, -1):
        trace.target[ply] = textbook_kernels.target_at(
            rule, lists, learner, trace, ply, length, result, epsilon
        )
        if rule.backward and ply in learned:
            updates.append(_textbook_update(rule, lists, learner, trace, game, ply))
    if not rule.backward:
        updates = [_textbook_update(rule, lists, learner, trace, game, ply) for ply in learned]
    return updates


def _textbook_update(
    rule: Rule, lists: Layout, learner: Learner, trace: Trace, game: _LearnedGame, ply: int
) -> WorkedUpdate:
    slot, length = int(learner.path[ply]), len(game.cells)
    position, old, values = game.positions[ply], float(learner.q[slot]), game.values(learner, ply)
    looks_ahead = rule.method != kernels.REINFORCE and ply + rule.plies_ahead < length
    ahead = ply + rule.plies_ahead if looks_ahead else None
    same, chance, target = np.array([slot]), None, float(trace.target[ply])
    if rule.method == kernels.AFTERSTATES:
        same = trace.alike[trace.first[slot] : trace.first[slot + 1]]
    if rule.method == kernels.REINFORCE:
        n_moves = kernels.N_CELLS - ply
        total = textbook_kernels.weigh(lists, learner, trace, slot // 9, n_moves)
        is_made = lists.slot[slot // 9, :n_moves] == slot
        chance = float((trace.weight[:n_moves] / total)[is_made].sum())
    next_values = None if ahead is None else game.values(learner, ahead)
    next_value = None
    if ahead is not None and rule.method == kernels.AFTERSTATES:
        next_value = target
    elif ahead is not None:
        epsilon = learner.epsilon[0]
        next_value = float(textbook_kernels.value_ahead(rule, lists, learner, ahead, epsilon))
    textbook_kernels.learn_turn(rule, lists, learner, None, trace, ply, length, kernels.BOTH)
    is_traced = ahead is not None and rule.trace_decay > 0
    return WorkedUpdate(
        board=boards()[position],
        side=SIDES[ply & 1],
        cell=game.cells[ply],
        values=values,
        alike=tuple(
            np.flatnonzero(legal()[position] & np.isin(game.slots[position], same)).tolist()
        ),
        reward=float(kernels.final_reward(rule, ply, game.result)) if ahead is None else 0.0,
        moves_left=(length - 1 - ply) // 2,
        next_board=None if ahead is None else boards()[game.positions[ahead]],
        next_values=next_values,
        next_value=next_value,
        next_target=float(trace.target[ahead]) if is_traced else None,
        chance=chance,
        step=float(kernels.step_of(rule, learner, slot)),
        old=old,
        target=target,
        new=float(learner.q[slot]),
    )


def _rewards(learner: Learner, slot: int) -> tuple[int, int, int]:
    x_won, o_won, drawn = learner.memory[slot].tolist()
    return x_won, o_won, drawn
