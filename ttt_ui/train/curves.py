"""Learning curves as Plotly figures.

Blue is X and orange is O, as everywhere. Colours never carry meaning alone: a line's dashes tell
win, draw and loss, its markers X and O, its width the opponent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ttt_core.learning.curve import LearningCurve
from ttt_ui.shared.colours import NEUTRAL, SIDE_COLOURS, translucent
from ttt_ui.shared.wording import counted

_HEIGHT = 430
_MARKERS = 9
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


def learning_figure(
    curve: LearningCurve,
    chosen: Sequence[str],
    *,
    log: bool,
    band: Sequence[LearningCurve] = (),
) -> go.Figure:
    """Draw a learning curve.

    Parameters
    ----------
    curve
    chosen
        Labels from `SERIES`.
    log
        Whether the games axis is logarithmic; what was measured after 0 games is left out then.
    band
        Curves of other seeds, measured at the same games: the range from the lowest to the
        highest of them is shaded.
    """
    figure = go.Figure()
    for label in chosen:
        if band:
            figure.add_traces(_band(SERIES[label], band, log))
    for label in chosen:
        figure.add_trace(_line(SERIES[label], curve, log))
    if curve.unbeatable_from is not None:
        figure.add_trace(_unbeatable_mark(curve, log))
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
        yaxis={"tickformat": ".0%", "range": [-0.02, 1.03], "fixedrange": True},
        uirevision="log" if log else "linear",
    )
    return figure


def _shown(games: NDArray[np.int64], log: bool) -> NDArray[np.bool_]:
    return np.asarray(games > 0) if log else np.ones(games.size, np.bool_)


def _line(series: Series, curve: LearningCurve, log: bool) -> go.Scatter:
    shown = _shown(curve.games, log)
    return go.Scatter(
        x=curve.games[shown],
        y=series.of(curve)[shown],
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
        hovertemplate="%{y:.1%}",
    )


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
        go.Scatter(y=values.min(axis=0), **common),
        go.Scatter(
            y=values.max(axis=0),
            fill="tonexty",
            fillcolor=translucent(series.colour, 0.2),
            **common,
        ),
    ]


def _unbeatable_mark(curve: LearningCurve, log: bool) -> go.Scatter:
    games = max(curve.unbeatable_from or 0, int(log))
    return go.Scatter(
        x=[games, games],
        y=[0, 1],
        name=f"Cannot be beaten from {counted(games, 'game')}",
        mode="lines",
        line={"color": NEUTRAL, "dash": "1px,3px", "width": 2},
        hoverinfo="skip",
    )
