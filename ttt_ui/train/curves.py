"""Learning curves as Plotly figures.

Blue is X and orange is O, as everywhere. Colours never carry meaning alone: a line's dashes tell
win, draw and loss, its markers X and O, its width the opponent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.learning.curve import LearningCurve
from ttt_ui.shared import curve_chart
from ttt_ui.shared.colours import NEUTRAL, SIDE_COLOURS
from ttt_ui.shared.curve_chart import layout, shown_games, stroke
from ttt_ui.shared.glossary import GLOSSARY
from ttt_ui.shared.wording import counted, percent

_PREVIOUS_RUN_OPACITY = 0.6
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
    words: f"**{term}:** {GLOSSARY[term]}"
    for words, term in (("worst case", "Worst-case opponent"), ("Optimal moves", "Optimal moves"))
}
"""What the words in some labels mean."""


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
    previous_run: Beside | None = None,
    band: Sequence[LearningCurve] = (),
) -> dict[str, Any]:
    """Draw a learning curve; the ``meta`` of a trace is its name in any figure.

    It is drawn many times while a slider is dragged: hence as a plain dictionary.

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
    previous_run
        A curve to draw, thinner, beneath.
    band
        Curves of other seeds, measured at the same games: the range from the lowest to the
        highest of them is shaded.
    """
    traces: list[dict[str, Any]] = []
    for label in chosen:
        if band:
            traces += _band(SERIES[label], band, log)
    if previous_run is not None:
        traces += _previous_run(previous_run, chosen, log)
    traces += [_line(SERIES[label], curve, log) for label in chosen]
    if since is not None:
        traces.append(_unbeatable_mark(since, log))
    if moment is not None:
        traces.append(_moment_mark(moment, log))
    return {"data": [{"type": "scatter", **trace} for trace in traces], "layout": layout(log)}


def _points(series: Series, curve: LearningCurve, log: bool) -> dict[str, Any]:
    shown = shown_games(curve.games, log)
    shares = series.of(curve)[shown]
    return {
        "x": curve.games[shown],
        "y": shares,
        "text": [percent(share) for share in shares],
        "hovertemplate": "%{text}",
    }


def _line(series: Series, curve: LearningCurve, log: bool) -> dict[str, Any]:
    return dict(
        **_points(series, curve, log),
        meta=series.label,
        name=series.label,
        **stroke(series.colour, series.dash, series.width, series.marker),
    )


def _previous_run(previous_run: Beside, chosen: Sequence[str], log: bool) -> list[dict[str, Any]]:
    """Draw its lines without markers and half as wide, under one name in the legend."""
    return [
        dict(
            **_points(SERIES[label], previous_run.curve, log),
            meta=f"ghost of {label}",
            name=f"{label}, {previous_run.name}",
            legendgroup="ghost",
            showlegend=False,
            mode="lines",
            opacity=_PREVIOUS_RUN_OPACITY,
            line={
                "color": SERIES[label].colour,
                "dash": SERIES[label].dash,
                "width": SERIES[label].width / 2,
            },
        )
        for label in chosen
    ] + [
        {
            "x": [None],
            "y": [None],
            "meta": "ghost",
            "name": f"Before: {previous_run.name}",
            "legendgroup": "ghost",
            "mode": "lines",
            "line": {"color": NEUTRAL, "width": 1},
            "hoverinfo": "skip",
        }
    ]


def _band(series: Series, curves: Sequence[LearningCurve], log: bool) -> list[dict[str, Any]]:
    shown = shown_games(curves[0].games, log)
    values = np.array([series.of(curve)[shown] for curve in curves])
    return curve_chart.band(series.label, series.colour, curves[0].games[shown], values)


def _unbeatable_mark(since: int, log: bool) -> dict[str, Any]:
    games = max(since, int(log))
    return {
        "x": [games, games],
        "y": [0, 1],
        "meta": "unbeatable",
        "name": f"Cannot be beaten from game {since:,} on",
        "mode": "lines",
        "line": {"color": NEUTRAL, "dash": "1px,3px", "width": 2},
        "hoverinfo": "skip",
    }


def _moment_mark(moment: int, log: bool) -> dict[str, Any]:
    games = max(moment, int(log))
    return {
        "x": [games, games],
        "y": [0, 1],
        "meta": "moment",
        "name": f"Time machine, after {counted(moment, 'game')}",
        "mode": "lines+markers",
        "line": {"color": NEUTRAL, "width": 1},
        "marker": {"symbol": ["triangle-up", "triangle-down"], "size": 10},
        "hoverinfo": "skip",
    }
