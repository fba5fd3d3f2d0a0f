"""Learning curves as Plotly figures.

Blue is X and orange is O, as everywhere. Colours never carry meaning alone: a line's dashes tell
win, draw and loss, its markers X and O, its width the opponent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ttt_core.learning.curve import LearningCurve
from ttt_ui.shared.colours import NEUTRAL, SIDE_COLOURS, translucent
from ttt_ui.shared.wording import counted, per_cent_axis, percent

_HEIGHT = 430
_MARKERS = 9
_GHOST_OPACITY = 0.6
_OPTIMAL = "#009E73"  # the green of Okabe and Ito (2008), which colour-blind people can tell apart


@dataclass(frozen=True, kw_only=True)
class Series:
    """One line of the chart.

    Attributes
    ----------
    label, colour, dash, width, marker
        How it is drawn.
    of
        Takes its values, between 0 and 1, out of a curve.
    """

    label: str
    colour: str
    dash: str
    width: float
    marker: str
    of: Callable[[LearningCurve], NDArray[np.float64]]


def _results(field: str, side: str, case: str, width: float) -> dict[str, Series]:
    def part(column: int) -> Callable[[LearningCurve], NDArray[np.float64]]:
        return lambda curve: np.asarray(getattr(curve, field)[:, column], np.float64)

    marker = "x-thin" if side == "X" else "circle-open"
    words = (("wins", "solid"), ("draws", "dot"), ("loses", "dash"))
    return {
        f"{side} {word}{case}": Series(
            label=f"{side} {word}{case}",
            colour=SIDE_COLOURS[side],
            dash=dash,
            width=width,
            marker=marker,
            of=part(column),
        )
        for column, (word, dash) in enumerate(words)
    }


AGAINST_RANDOM = _results("vs_random_as_x", "X", " vs random", 2) | _results(
    "vs_random_as_o", "O", " vs random", 2
)
WORST_CASE = _results("worst_case_as_x", "X", " at worst", 3.5) | _results(
    "worst_case_as_o", "O", " at worst", 3.5
)
OTHERS = {
    "Optimal moves": Series(
        label="Optimal moves",
        colour=_OPTIMAL,
        dash="longdashdot",
        width=2,
        marker="square-open",
        of=lambda curve: curve.optimal_share,
    ),
    "ε": Series(
        label="ε",
        colour=NEUTRAL,
        dash="longdash",
        width=1.5,
        marker="diamond-open",
        of=lambda curve: curve.epsilon,
    ),
}
SERIES = AGAINST_RANDOM | WORST_CASE | OTHERS
"""Every line there is, by its label."""

MEANINGS = {
    "at worst": "**At worst**: against the opponent who knows the agent through and through and "
    "always picks the reply that beats it most often. At 0 losses nobody can beat it.",
    "Optimal moves": "**Optimal moves**: in how many of the 4,520 positions its move gives nothing "
    "away, so that a win stays a win and a draw a draw; where it plays one of several at random, "
    "in part.",
}
"""What the words in some labels mean, in a sentence each."""


@dataclass(frozen=True, kw_only=True)
class Beside:
    """A curve to compare with, and what it is called."""

    curve: LearningCurve
    name: str


def learning_figure(
    curve: LearningCurve,
    chosen: Sequence[str],
    *,
    log: bool,
    since: int | None = None,
    moment: int | None = None,
    ghost: Beside | None = None,
    band: Sequence[LearningCurve] = (),
) -> go.Figure:
    """Draw a learning curve; the ``meta`` of a trace is its name in any figure.

    Parameters
    ----------
    curve
    chosen
        Labels from `SERIES`.
    log
        Whether the games axis is logarithmic; what was measured after 0 games is left out then.
    since
        The number of games from which on it cannot be beaten, if there is one.
    moment
        The number of games that the time machine stands at, if it is to be marked.
    ghost
        A curve to draw, thinner, beneath.
    band
        Curves of other seeds, measured at the same games: the range from the lowest to the
        highest of them is shaded.
    """
    figure = go.Figure()
    for label in chosen:
        if band:
            figure.add_traces(_band(SERIES[label], band, log))
    if ghost is not None:
        figure.add_traces(_ghost(ghost, chosen, log))
    for label in chosen:
        figure.add_trace(_line(SERIES[label], curve, log))
    if since is not None:
        figure.add_trace(_unbeatable_mark(since, log))
    if moment is not None:
        figure.add_trace(_moment_mark(moment, log))
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 0, "r": 8, "t": 12, "b": 0},
        hovermode="x unified",
        showlegend=True,
        legend={
            "orientation": "h",
            "traceorder": "normal",
            "x": 0,
            "xanchor": "left",
            "y": -0.2,
            "yanchor": "top",
        },
        xaxis={
            "title": {"text": "Games"},
            "type": "log" if log else "linear",
            "tickformat": ",~s" if log else ",",
            "dtick": 1 if log else None,
            "nticks": 6,
            "rangemode": "tozero",
        },
        yaxis={
            **per_cent_axis(0.2),
            "title": {"text": "Share of games or moves"},
            "range": [-0.02, 1.03],
            "fixedrange": True,
        },
        uirevision="log" if log else "linear",
    )
    return figure


def _shown(games: NDArray[np.int64], log: bool) -> NDArray[np.bool_]:
    return np.asarray(games > 0) if log else np.ones(games.size, np.bool_)


def _points(series: Series, curve: LearningCurve, log: bool) -> dict[str, Any]:
    shown = _shown(curve.games, log)
    shares = series.of(curve)[shown]
    return {
        "x": curve.games[shown],
        "y": shares,
        "text": [percent(share) for share in shares],
        "hovertemplate": "%{text}",
    }


def _line(series: Series, curve: LearningCurve, log: bool) -> go.Scatter:
    return go.Scatter(
        **_points(series, curve, log),
        meta=series.label,
        name=series.label,
        mode="lines+markers",
        line={"color": series.colour, "dash": series.dash, "width": series.width},
        marker={
            "symbol": series.marker,
            "size": 8,
            "maxdisplayed": _MARKERS,
            "color": series.colour,
            "line": {"color": series.colour, "width": 2},
        },
    )


def _ghost(ghost: Beside, chosen: Sequence[str], log: bool) -> list[go.Scatter]:
    """Draw its lines without markers and half as wide, under one name in the legend."""
    return [
        go.Scatter(
            **_points(SERIES[label], ghost.curve, log),
            meta=f"ghost of {label}",
            name=f"{label}, {ghost.name}",
            legendgroup="ghost",
            showlegend=False,
            mode="lines",
            opacity=_GHOST_OPACITY,
            line={
                "color": SERIES[label].colour,
                "dash": SERIES[label].dash,
                "width": SERIES[label].width / 2,
            },
        )
        for label in chosen
    ] + [
        go.Scatter(
            x=[None],
            y=[None],
            meta="ghost",
            name=f"Before: {ghost.name}",
            legendgroup="ghost",
            mode="lines",
            line={"color": NEUTRAL, "width": 1},
            hoverinfo="skip",
        )
    ]


def _band(series: Series, curves: Sequence[LearningCurve], log: bool) -> list[go.Scatter]:
    shown = _shown(curves[0].games, log)
    values = np.array([series.of(curve)[shown] for curve in curves])
    common = {
        "x": curves[0].games[shown],
        "mode": "lines",
        "line": {"width": 0},
        "showlegend": False,
        "hoverinfo": "skip",
    }
    return [
        go.Scatter(y=values.min(axis=0), meta=f"lowest {series.label}", **common),
        go.Scatter(
            y=values.max(axis=0),
            meta=f"highest {series.label}",
            fill="tonexty",
            fillcolor=translucent(series.colour, 0.2),
            **common,
        ),
    ]


def _unbeatable_mark(since: int, log: bool) -> go.Scatter:
    games = max(since, int(log))
    return go.Scatter(
        x=[games, games],
        y=[0, 1],
        meta="unbeatable",
        name=f"Cannot be beaten from game {since:,} on",
        mode="lines",
        line={"color": NEUTRAL, "dash": "1px,3px", "width": 2},
        hoverinfo="skip",
    )


def _moment_mark(moment: int, log: bool) -> go.Scatter:
    games = max(moment, int(log))
    return go.Scatter(
        x=[games, games],
        y=[0, 1],
        meta="moment",
        name=f"Time machine, after {counted(moment, 'game')}",
        mode="lines+markers",
        line={"color": NEUTRAL, "width": 1},
        marker={"symbol": ["triangle-up", "triangle-down"], "size": 10},
        hoverinfo="skip",
    )
