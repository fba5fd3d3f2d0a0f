"""What can be said of an agent, position by position."""

from collections.abc import Collection
from functools import cached_property

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation.match import outcome_chances
from ttt_core.evaluation.mistakes import Mistake, reachable
from ttt_core.evaluation.policy import Policy, uniform
from ttt_core.evaluation.proof import proven_value
from ttt_core.evaluation.questions import Answer
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import boards, graph, legal, position_of, slots_of
from ttt_core.learning.agent import Agent
from ttt_core.learning.matchboxes import beads_in_boxes, cells_alike, has_box
from ttt_core.learning.reward_memory import memory_weights
from ttt_core.learning.telling import telling_board
from ttt_ui.shared.cell_colours import Scale
from ttt_ui.shared.choices import best_cells, choice, consequence
from ttt_ui.shared.heatmap import beads_heatmap, value_heatmap
from ttt_ui.shared.session import session
from ttt_ui.shared.standing import known_words, standings, tried_moves
from ttt_ui.shared.wording import TRUE_VALUE_WORDS, counted

_SIDES: tuple[Side, Side] = ("X", "O")


def agent_insights() -> "Insights":
    """Return what can be said of the present agent; kept until it is another."""
    return session().about(Insights)


class Insights:
    """What can be said of one agent. Each part is worked out when it is first asked for.

    Parameters
    ----------
    agent
    """

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    @cached_property
    def policy(self) -> Policy:
        """Its policy: greedy, or by the shares of beads."""
        return self.agent.policy()

    @cached_property
    def unbeatable(self) -> bool:
        """Whether no opponent whatever can win a single game."""
        return ttt.evaluate(self.policy).unbeatable

    @cached_property
    def reachable(self) -> NDArray[np.bool_]:
        """The positions in which it can come to move, whatever the opponent does, (4520,)."""
        return reachable(self.policy)

    @cached_property
    def known(self) -> NDArray[np.bool_]:
        """Whether it has learned a move in each open position, (4520,)."""
        return self.agent.known

    @cached_property
    def untried_moves(self) -> NDArray[np.int64]:
        """How many moves it has never tried in each open position, (4520,)."""
        return np.asarray((legal() & (self.agent.visits == 0)).sum(axis=1))

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """Its answers to the five questions."""
        return ttt.five_questions(self.policy)

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """Its mistakes, the worst first."""
        return ttt.mistakes(self.policy)

    @cached_property
    def chances_against_random(self) -> dict[Side, NDArray[np.float64]]:
        """For either side of its own, chances (5478, 3) against the random player."""
        return {
            "X": outcome_chances(self.policy, uniform()),
            "O": outcome_chances(uniform(), self.policy),
        }

    @cached_property
    def proven(self) -> NDArray[np.int8]:
        """What each move is proven to be worth by the moves that it has tried; see `proof`."""
        return proven_value(tried_moves(self.agent))

    @cached_property
    def telling_board(self) -> str:
        """An open board that has something to show of it."""
        return telling_board(self.agent)

    @cached_property
    def scale(self) -> Scale:
        """The scale of its values, the same on every board."""
        return value_scale(self.agent)

    @cached_property
    def counts_equivalents(self) -> bool:
        """Whether what it learns on a board counts for its mirror images and rotations as well."""
        visits = self.agent.visits
        return np.array_equal(visits, visits.ravel()[slots_of(symmetry=True)])

    @property
    def visits(self) -> NDArray[np.float64]:
        """How often it has learned from each move, (4520, 9), every time counted once on a board.

        An agent that counts twins keeps on each of several cells that are alike how often it has
        learned from them all; here they share it evenly.
        """
        alike = np.maximum(cells_alike(), 1) if self.counts_equivalents else 1
        return np.asarray(self.agent.visits / alike)

    @cached_property
    def visits_of_positions(self) -> NDArray[np.int64]:
        """How often it has learned from each open position, (4520,)."""
        return np.asarray(np.rint(self.visits.sum(axis=1)), np.int64)

    @cached_property
    def most_visits(self) -> float:
        """The number of visits of its most visited move."""
        return float(self.visits.max())

    @property
    def meaning_of_visits(self) -> str:
        """Say what is counted as a visit."""
        if self.counts_equivalents:
            return (
                "How often the agent has learned from it. Mirror images and rotations of a board "
                "are one board to it and counted together, each visit once: cells that are alike "
                "share theirs evenly."
            )
        if any(run.symmetry for run in self.agent.training):
            return (
                "How often the agent has learned from it. What it learned with symmetry is counted "
                "on every mirror image and rotation of the board."
            )
        return "How often the agent has learned from it, on this very board."

    @cached_property
    def positions(self) -> pd.DataFrame:
        """All positions that it knows: a row each, with the board as index."""
        numbers = np.flatnonzero(self.known)
        mistakes_made = {mistake.board: mistake for mistake in self.mistakes}
        names = [boards()[number] for number in numbers]
        played = [self.best_cells(board) for board in names]
        return pd.DataFrame(
            {
                "Pattern": [rules.pattern(board) for board in names],
                "Side": [_SIDES[side] for side in graph().side[numbers]],
                "Marks": [9 - board.count(rules.EMPTY) for board in names],
                "Best move": [" · ".join(_short(cell) for cell in cells) for cells in played],
                "Value": np.nanmax(self.agent.q[numbers], axis=1) if len(numbers) else [],
                "Visits": self.visits_of_positions[numbers],
                "Mistake": [_effect(mistakes_made[b]) if b in mistakes_made else "" for b in names],
                "Reachable": self.reachable[numbers],
                "Untried": self.untried_moves[numbers],
            },
            index=pd.Index(names, dtype=str),
        )

    def known_words(self, board: str) -> list[str]:
        """Say of each legal move on an open board whether it was tried, or even proven."""
        position, cells = position_of(board), rules.legal_moves(board)
        return known_words(tried_moves(self.agent)[position, cells], self.proven[position, cells])

    def comes_to(self, boards: Collection[str]) -> int:
        """Count the boards, all with a move to make, on which it can come to move."""
        return int(self.reachable[[position_of(board) for board in boards]].sum())

    def best_cells(self, board: str) -> list[int]:
        """Return the cells that it is most likely to choose on an open board."""
        return best_cells(self.policy[position_of(board)])

    def sentence(self, board: str) -> str:
        """Say in Markdown what the agent does on a board, and whether that is right."""
        if rules.outcome(board) is not None:
            return "The game is over: there is nothing left to choose."
        if self.agent.kind == "matchboxes":
            return self._box_sentence(board)
        if not self.agent.visits.any():
            return "The agent has learned nothing yet: all its values are where they began."
        if not self.known[position_of(board)]:
            return "The agent has never been here: these values are where they began."
        return f"The agent plays {self._choice(board)}{self._consequence(board)}"

    def _box_sentence(self, board: str) -> str:
        position = position_of(board)
        if not has_box()[position]:
            return "There is no box for this board: there is nothing to choose from."
        if self.agent.resigns(board):
            return "The box of this board is empty: the agent **resigns**."
        beads = int(beads_in_boxes(self.agent.q)[position])
        drawn = f"The agent draws one of {counted(beads, 'bead')}"
        if not self.known[position]:
            drawn = f"The agent has never been here. It draws one of {counted(beads, 'bead')}"
        return f"{drawn}, most likely {self._choice(board)}{self._consequence(board)}"

    def _choice(self, board: str) -> str:
        return choice(self.policy[position_of(board)])

    def _consequence(self, board: str) -> str:
        return consequence(board, self.policy[position_of(board)])


def values_figure(agent: Agent, board: str, scale: Scale, best: Collection[int]) -> go.Figure:
    """Draw an agent's values of the moves on a board: Q-values or scores by a scale, or beads."""
    found = standings(agent, board)
    if agent.kind == "matchboxes":
        return beads_heatmap(board, agent.q_values(board), best, found)
    return value_heatmap(board, agent.q_values(board), scale, best, found)


def value_scale(agent: Agent) -> Scale:
    """Return the scale on which an agent's values and the truth can be compared.

    Its middle is a draw. A Q-table's goes from the reward for one, without costs of moves on the
    way, to both sides as far as its remotest value, but at least by 1. A reward memory scores a
    sure win, a sure draw and a sure loss by their weights (100, 10 and -1 as published).
    """
    if agent.kind == "reward-memory":
        return Scale(*sorted(memory_weights(agent.config)))
    draw = agent.config.reward_draw
    span = max(1.0, float(np.nanmax(np.abs(agent.q - draw))))
    return Scale(draw - span, draw, draw + span)


def _short(cell: int) -> str:
    return f"{cell // 3 + 1},{cell % 3 + 1}"


def _effect(mistake: Mistake) -> str:
    return f"{TRUE_VALUE_WORDS[mistake.before]} → {TRUE_VALUE_WORDS[mistake.after]}"
