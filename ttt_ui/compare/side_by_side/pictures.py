"""Two players' values or probabilities on a board as three heatmaps: A, B, and A − B."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Policy
from ttt_core.game import board as rules
from ttt_core.game import position_of
from ttt_ui.drawing.cell_colours import amount_tone, signed_tone
from ttt_ui.drawing.heatmap import (
    chance_difference_heatmap,
    chance_difference_text,
    legend,
    probability_heatmap,
    value_heatmap,
    value_text,
    values_figure,
)
from ttt_ui.language import localised, tr
from ttt_ui.moves.certainty import NOT_TRIED, Certainties, certainties
from ttt_ui.moves.choices import best_cells
from ttt_ui.moves.scale import Numbers, Scale, value_scale
from ttt_ui.wording import cell_name

_HEIGHT = 190
_STEPS = np.linspace(0, 1, 49)


class Picture(NamedTuple):
    figure: go.Figure
    alt: str


@dataclass(frozen=True)
class Pictures:
    """Three heatmaps of a board, with a legend for the first two and one for the third."""

    a: Picture
    b: Picture
    difference: Picture
    scale: Picture
    difference_scale: Picture


def values_are_comparable(agent_a: ttt.Agent, agent_b: ttt.Agent) -> bool:
    """Say whether both have values of the same kind; beads are shown as probabilities instead."""
    return agent_a.kind == agent_b.kind != "matchboxes"


def common_scale(one: Scale, other: Scale) -> Scale:
    """Return a scale that covers both; its middle lies halfway between theirs."""
    middle = (one.middle + other.middle) / 2
    return Scale(min(one.low, other.low), middle, max(one.high, other.high))


def value_pictures(agent_a: ttt.Agent, agent_b: ttt.Agent, board: str) -> Pictures:
    """Draw the values of two agents of one kind for the moves on an open board."""
    scale = common_scale(value_scale(agent_a), value_scale(agent_b))
    span = max(scale.high - scale.middle, scale.middle - scale.low)
    apart = Scale(-span, 0, span)
    a, b = agent_a.q_values(board), agent_b.q_values(board)
    found_a, found_b = certainties(agent_a, board), certainties(agent_b, board)
    untried: Certainties = {
        cell: NOT_TRIED
        for cell in rules.legal_moves(board)
        if NOT_TRIED in (found_a.get(cell), found_b.get(cell))
    }
    difference = a - b
    difference[list(untried)] = 0
    return Pictures(
        _values(agent_a, board, scale, found_a),
        _values(agent_b, board, scale, found_b),
        Picture(
            _sized(value_heatmap(board, difference, apart, (), untried)),
            _spoken(board, difference, lambda value: value_text(value, apart), untried),
        ),
        _value_legend(scale),
        _value_legend(apart),
    )


def _values(agent: ttt.Agent, board: str, scale: Scale, found: Certainties) -> Picture:
    best = best_cells(agent.policy()[position_of(board)])
    return Picture(
        _sized(values_figure(agent, board, scale, best)),
        _spoken(board, agent.q_values(board), lambda value: value_text(value, scale), found),
    )


def probability_pictures(policy_a: Policy, policy_b: Policy, board: str) -> Pictures:
    """Draw the probabilities of two players' moves on an open board."""
    rows = [policy[position_of(board)] for policy in (policy_a, policy_b)]
    a, b = (
        Picture(
            _sized(probability_heatmap(board, row, best_cells(row))),
            _spoken(board, row, lambda share: localised(f"{share:.0%}"), {}),
        )
        for row in rows
    )
    difference = np.clip(rows[0][:RESIGNING] - rows[1][:RESIGNING], -1, 1)
    return Pictures(
        a,
        b,
        Picture(
            _sized(chance_difference_heatmap(board, difference)),
            _spoken(board, difference, chance_difference_text, {}),
        ),
        Picture(
            legend(
                [amount_tone(share) for share in _STEPS], {0: localised("0%"), 1: localised("100%")}
            ),
            tr("Colours from {low:.0%} to {high:.0%}", low=0, high=1),
        ),
        Picture(
            legend(
                [signed_tone(2 * share - 1) for share in _STEPS],
                {0: localised("−100%"), 0.5: "0", 1: localised("+100%")},
            ),
            tr(
                "Colours from {low} (B more likely) to {high} (A more likely)",
                low=localised("−100%"),
                high=localised("+100%"),
            ),
        ),
    )


def _value_legend(scale: Scale) -> Picture:
    values = scale.low + _STEPS * (scale.high - scale.low)
    low, middle, high = (localised(f"{value:.3g}").replace("-", "−") for value in scale)
    where = (scale.middle - scale.low) / (scale.high - scale.low)
    return Picture(
        legend(
            [signed_tone(tone) for tone in scale.reading(values)],
            {0: low, where: middle, 1: high},
        ),
        tr(
            "Colours from {low} (purple) through {middle} to {high} (green)",
            low=low,
            middle=middle,
            high=high,
        ),
    )


def _sized(figure: go.Figure) -> go.Figure:
    return figure.update_layout(height=_HEIGHT)


def _spoken(
    board: str, values: Numbers, written: Callable[[float], str], found: Certainties
) -> str:
    return "; ".join(
        f"{cell_name(cell)} "
        f"{tr(NOT_TRIED) if found.get(cell) == NOT_TRIED else written(values[cell])}"
        for cell in rules.legal_moves(board)
    )
