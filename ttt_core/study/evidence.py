"""Evidence about an agent's mistake, from which its cause is found."""

from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.mistakes import reached_by
from ttt_core.evaluation.policy import Policy, greedy, minimax
from ttt_core.evaluation.refutation import Refutation
from ttt_core.game.board import SIDES
from ttt_core.game.graph import N_OPEN, boards, graph, legal, position_of, slots_of
from ttt_core.game.solution import move_values, position_values
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig, changed_by
from ttt_core.learning.reward_memory import memory_scores
from ttt_core.learning.rules import RULES
from ttt_core.learning.schedule import epsilon_after, mean_epsilon
from ttt_core.study.settled import DRAWN_KINDS, settled_policy, settled_values, targets

SETTINGS_AT_FAULT: dict[str, dict[str, Any]] = {
    "discount": {"gamma": 0.9},
    "rewards": {"reward_win": 1.0, "reward_draw": 0.0, "reward_loss": -1.0},
    "move-cost": {"move_cost": 0.0},
    "best-ever": {"best_ever": False},
    "rewards-for": {"rewards_for": "mover"},
    "random-partner": {"random_share": 0.0},
    "one-side": {"learns": "both"},
    "weights": {"weight_win": 100.0, "weight_draw": 10.0, "weight_loss": -100.0},
}
"""Settings that can be to blame, by the name of the cause, and sound values for them."""


class Root(NamedTuple):
    """The move in the table at which a mistake originates.

    Attributes
    ----------
    board, cell
    visits
        How often it was learned from.
    plies
        How many moves after the mistake it is made: 0 for a move in the position of the mistake.
    too_high
        Whether its value is too high rather than too low.
    behind
        Whether its value is further from its present target than the target is from the limit.
    value, goal
        Its value, and the limit of that value.
    """

    board: str
    cell: int
    visits: int
    plies: int
    too_high: bool
    behind: bool
    value: float
    goal: float


class Evidence:
    """Evidence about a mistake; each part is computed when first needed.

    Parameters
    ----------
    agent
    refutation
        A game that it loses.

    Attributes
    ----------
    config : TrainingConfig
        The settings of its last run, or those with which it continues to learn.
    position : int
        The position of the mistake.
    right : boolean array (9,)
        The moves there that are not mistakes.
    """

    def __init__(self, agent: Agent, refutation: Refutation) -> None:
        self.agent = agent
        self.refutation = refutation
        self.config = agent.config
        self.position = position_of(refutation.board)
        true_value = move_values()[self.position]
        self.right = legal()[self.position] & (true_value == position_values()[self.position])

    @property
    def settings_known(self) -> bool:
        """Whether there is a record of the settings by which the agent has learned."""
        agent = self.agent
        was_read = agent.trained_elsewhere and agent.kind in ("q-table", "network")
        elsewhere = agent.trained_elsewhere and (not was_read or agent.stats.games)
        on_record = agent.training or elsewhere or agent.settings or agent.in_play
        return bool(on_record) and not any(agent.partners)

    @property
    def has_boxes(self) -> bool:
        """Whether the agent draws beads."""
        return self.agent.kind == "matchboxes"

    @property
    def has_preferences(self) -> bool:
        """Whether the agent draws its moves by preference."""
        return self.agent.kind == "policy"

    @property
    def has_limits(self) -> bool:
        """Whether its values settle if it trains for ever: totals and what is drawn do not."""
        return self.agent.kind not in DRAWN_KINDS and not self._adds_up

    @property
    def _adds_up(self) -> bool:
        return self.agent.memory is not None and self.config.score == "absolute"

    @cached_property
    def outnumbered(self) -> bool:
        """Whether it adds up rewards here, and their averages would choose a right move."""
        if self.agent.memory is None or not self._adds_up:
            return False
        averages = memory_scores(self.agent.memory, replace(self.config, score="relative"))
        here = averages[self.position]
        return bool(self.right[here == np.nanmax(here)].all())

    @property
    def has_weights(self) -> bool:
        """Whether the agent is a network."""
        return self.agent.kind == "network"

    @property
    def looks_one_move_ahead(self) -> bool:
        """Whether its rule takes a move's value from the next position, without averaging."""
        return RULES[self.config.rule].plies_ahead == 1 and not self.config.trace_decay

    @property
    def visited(self) -> bool:
        """Whether it has ever learned from the position of the mistake."""
        return bool(self.agent.visits[self.position].any())

    @cached_property
    def partner_avoids(self) -> bool:
        """Whether its only partner is the perfect player, which never allows the position."""
        if self.config.minimax_share < 1 or not self.settings_known:
            return False
        own_turns = graph().side[:N_OPEN] == SIDES.index(self.refutation.side)
        moves = np.where(own_turns[:, None], legal(), minimax() > 0)
        return not reached_by(moves)[self.position]

    def limits_contain_mistake(self, config: TrainingConfig, epsilon: float) -> bool:
        """Return whether the limits of a training's values contain a mistake in this position."""
        return bool(settled_policy(config, epsilon)[self.position][~self.right].any())

    @cached_property
    def blamed(self) -> tuple[str, ...]:
        """The fewest of `SETTINGS_AT_FAULT` whose change removes the mistake from the limits.

        The limits are those without exploration. Empty if they do not contain the mistake, or if no
        change removes it.
        """
        if not self.has_limits or not self.settings_known:
            return ()
        if not self.limits_contain_mistake(self.config, 0.0):
            return ()
        differ = [
            name
            for name, sound in SETTINGS_AT_FAULT.items()
            if any(getattr(self.config, field) != value for field, value in sound.items())
        ]
        for number in range(1, len(differ) + 1):
            for names in combinations(differ, number):
                changed = changed_by(self.config, correction(names))
                if changed is not None and not self.limits_contain_mistake(changed, 0.0):
                    return names
        return ()

    @property
    def stays_at_initial_value(self) -> bool:
        """Whether the mistake was tried, but the best result kept is still the initial value."""
        position, cell = self.position, self.refutation.cell
        return (
            self.config.best_ever
            and cell is not None
            and bool(self.agent.visits[position, cell])
            and float(self.agent.q[position, cell]) == self.config.initial_value
        )

    @cached_property
    def last_epsilon(self) -> float:
        """The exploration rate at the end of its training."""
        return epsilon_after(self.config, self.config.games, self.agent.stats.distinct_games)

    @cached_property
    def misleading_epsilon(self) -> float | None:
        """An exploration rate of its training at which the limits contain the mistake, or None.

        It is the final rate, the mean rate or, if a value has hardly moved since the start, the
        initial one. None if the limits contain the mistake without exploration too: then exploring
        is not what misleads.
        """
        if not self.has_limits or not self.settings_known or self.looks_one_move_ahead:
            return None
        if self.limits_contain_mistake(self.config, 0.0):
            return None
        rates = [self.last_epsilon, self._mean_epsilon]
        if self.root is not None and self.root.visits and self.root.behind:
            rates.append(epsilon_after(self.config, 0, 0))
        return next((e for e in rates if self.limits_contain_mistake(self.config, e)), None)

    @cached_property
    def _mean_epsilon(self) -> float:
        if self.config.exploration != "experience":
            return mean_epsilon(self.config)
        slots = np.unique(slots_of(self.config.symmetry)[legal()])
        moves = int(self.agent.visits.ravel()[slots].sum(dtype=np.int64))
        return min(1.0, self.agent.stats.explorations / max(1, moves))

    @property
    def settled(self) -> NDArray[np.float64]:
        """The limits of its values, (4520, 9)."""
        return settled_values(self.config, self.last_epsilon)

    @cached_property
    def root(self) -> Root | None:
        """The move at which the mistake originates, traced through the table; None without limits.

        In the position of the mistake it is the mistake itself if its value is too high by more
        than the best move's value is too low, otherwise the best move. If the rule looks one move
        ahead, a value that agrees with the next position takes its error from there: too high for
        one side is too low for the other.
        """
        cell = self.refutation.cell
        if not self.has_limits or cell is None:
            return None
        q, settled, position = self.agent.q, self.settled, self.position
        towards = targets(self.config, self.last_epsilon, q)
        if not self.settings_known:
            untried = not self.agent.visits[position, cell]
            return self._root(towards, position, cell, 0, too_high=True) if untried else None
        best = int(np.where(self.right, settled[position], -np.inf).argmax())
        too_high = bool(
            q[position, cell] - settled[position, cell]
            >= settled[position, best] - q[position, best]
        )
        root = self._root(towards, position, cell if too_high else best, 0, too_high)
        while root.visits and not root.behind and self.looks_one_move_ahead:
            child = int(graph().child[position_of(root.board), root.cell])
            values = settled if root.too_high else q
            cell = int(np.nanargmax(values[child]))
            root = self._root(towards, child, cell, root.plies + 1, not root.too_high)
        return root

    def _root(
        self,
        towards: NDArray[np.float64],
        position: int,
        cell: int,
        plies: int,
        too_high: bool,
    ) -> Root:
        value = float(self.agent.q[position, cell])
        goal = float(self.settled[position, cell])
        next_lesson = float(towards[position, cell])
        sign = 1 if too_high else -1
        behind = sign * (value - next_lesson) >= sign * (next_lesson - goal)
        return Root(
            board=boards()[position],
            cell=cell,
            visits=int(self.agent.visits[position, cell]),
            plies=plies,
            too_high=too_high,
            behind=bool(behind or graph().child[position, cell] >= N_OPEN),
            value=value,
            goal=goal,
        )

    @cached_property
    def leads_to(self) -> NDArray[np.float64]:
        """The limits of the values in the position of the mistake, (9,).

        Without exploration if settings are to blame, with it if exploration is.
        """
        if self.blamed:
            return np.asarray(settled_values(self.config, 0.0)[self.position])
        if self.misleading_epsilon is not None:
            return np.asarray(settled_values(self.config, self.misleading_epsilon)[self.position])
        return np.asarray(self.settled[self.position])

    @cached_property
    def chance_of_punishment(self) -> float:
        """The probability of a punishing reply, in a game at the end of its training."""
        return self._chance_of_punishment(self.agent.policy())

    @cached_property
    def punished_less_than_in_the_end(self) -> bool:
        """Whether that probability is lower than it would be with the values at their limits."""
        in_the_end = greedy(self.settled, self.config.ties)
        return self.chance_of_punishment < self._chance_of_punishment(in_the_end)

    def _chance_of_punishment(self, policy: Policy) -> float:
        child = int(graph().child[self.position, int(self.refutation.cell or 0)])
        free = legal()[child]
        punishing = free & (move_values()[child] == position_values()[child])
        at_random = free / free.sum()
        epsilon = self.last_epsilon
        own = (1 - epsilon) * policy[child, :RESIGNING] + epsilon * at_random
        random_share, minimax_share = self.config.random_share, self.config.minimax_share
        replies = (
            random_share * at_random
            + minimax_share * minimax()[child]
            + max(0.0, 1 - random_share - minimax_share) * own
        )
        return float(replies[punishing].sum())


def correction(names: tuple[str, ...]) -> dict[str, Any]:
    """Return the changes that correct the named settings."""
    return {field: to for name in names for field, to in SETTINGS_AT_FAULT[name].items()}
