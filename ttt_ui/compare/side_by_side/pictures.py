"""Two players' values or probabilities on a board as three heatmaps: A, B, and A − B."""

from typing import NamedTuple

import numpy as np

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Policy
from ttt_core.game import board as rules
from ttt_core.game import position_of
from ttt_ui.drawing.cell_colours import Scale
from ttt_ui.drawing.choices import best_cells
from ttt_ui.drawing.heatmap import (
    Notes,
    probability_difference_notes,
    probability_notes,
    value_notes,
)
from ttt_ui.drawing.insights import value_scale
from ttt_ui.drawing.standing import NOT_TRIED, MoveStandings, standings
from ttt_ui.language import localised, tr
from ttt_ui.play.wording import values_on_board


class Pictures(NamedTuple):
    """Three heatmaps of a board, and the colours of the first two and of the third in words."""

    a: Notes
    b: Notes
    difference: Notes
    scale: str
    difference_scale: str


def values_are_comparable(agent_a: ttt.Agent | None, agent_b: ttt.Agent | None) -> bool:
    """Say whether both have values of the same kind; beads are shown as probabilities instead."""
    if agent_a is None or agent_b is None:
        return False
    return agent_a.kind == agent_b.kind != "matchboxes"


def common_scale(one: Scale, other: Scale) -> Scale:
    """Return a scale that covers both; its middle lies halfway between theirs."""
    middle = (one.middle + other.middle) / 2
    return Scale(min(one.low, other.low), middle, max(one.high, other.high))


def value_pictures(agent_a: ttt.Agent, agent_b: ttt.Agent, board: str) -> Pictures:
    """Show the values of two agents of one kind for the moves on an open board."""
    scale = common_scale(value_scale(agent_a), value_scale(agent_b))
    span = max(scale.high - scale.middle, scale.middle - scale.low)
    apart = Scale(-span, 0, span)
    found_a, found_b = standings(agent_a, board), standings(agent_b, board)
    untried: MoveStandings = {
        cell: NOT_TRIED
        for cell in rules.legal_moves(board)
        if NOT_TRIED in (found_a.get(cell), found_b.get(cell))
    }
    difference = agent_a.q_values(board) - agent_b.q_values(board)
    difference[list(untried)] = 0
    a, b = (
        values_on_board(agent, board, scale, best_cells(agent.policy()[position_of(board)]))
        for agent in (agent_a, agent_b)
    )
    return Pictures(
        a, b, value_notes(board, difference, apart, untried), _in_words(scale), _in_words(apart)
    )


def probability_pictures(policy_a: Policy, policy_b: Policy, board: str) -> Pictures:
    """Show the probabilities of two players' moves on an open board."""
    a, b = (policy[position_of(board)] for policy in (policy_a, policy_b))
    return Pictures(
        probability_notes(board, a, best_cells(a)),
        probability_notes(board, b, best_cells(b)),
        probability_difference_notes(board, np.clip(a[:RESIGNING] - b[:RESIGNING], -1, 1)),
        tr("Colours from {low:.0%} to {high:.0%}", low=0, high=1),
        tr(
            "Colours from {low} (B more likely) to {high} (A more likely)",
            low=localised("−100%"),
            high=localised("+100%"),
        ),
    )


def _in_words(scale: Scale) -> str:
    low, middle, high = (localised(f"{value:.3g}").replace("-", "−") for value in scale)
    return tr(
        "Colours from {low} (purple) through {middle} to {high} (green)",
        low=low,
        middle=middle,
        high=high,
    )
