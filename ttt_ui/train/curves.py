"""Learning curves as Plotly figures.

Blue is X and orange is O, as everywhere. Colour never carries meaning alone: dashes distinguish
win, draw and loss, markers X and O, and line width the opponent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.learning import LearningCurve
from ttt_ui.drawing import curve_chart
from ttt_ui.drawing.colours import NEUTRAL, SIDE_COLOURS
from ttt_ui.drawing.curve_chart import layout, shown_games, stroke
from ttt_ui.glossary import GLOSSARY
from ttt_ui.wording import counted, percent

_PREVIOUS_RUN_OPACITY = 0.6
_OPTIMAL = "#009E73"  # the green of Okabe and Ito (2008), which colour-blind people can tell apart


@dataclass(frozen=True, kw_only=True)
class Series:
    """One line of the chart.

    Attributes
    ----------
    name
        Identifies it, as in `SERIES`.
    label, colour, dash, width, marker
        How it is drawn.
    of
        Returns its values, between 0 and 1, from a curve.
    """

    name: str
    label: str
    colour: str
    dash: str
    width: float
    marker: str
    of: Callable[[LearningCurve], NDArray[np.float64]]


def _results(field: str, side: str, case: str, said: str, width: float) -> dict[str, Series]:
    def part(column: int) -> Callable[[LearningCurve], NDArray[np.float64]]:
        return lambda curve: np.asarray(getattr(curve, field)[:, column], np.float64)

    marker = "x-thin" if side == "X" else "circle-open"
    words = (("wins", "solid"), ("draws", "dot"), ("loses", "dash"))
    return {
        f"{side} {word} {case}": Series(
            name=f"{side} {word} {case}",
            label=f"{side} {word}{said}",
            colour=SIDE_COLOURS[side],
            dash=dash,
            width=width,
            marker=marker,
            of=part(column),
        )
        for column, (word, dash) in enumerate(words)
    }


AGAINST_RANDOM = _results("vs_random_as_x", "X", "vs random", " vs random", 2) | _results(
    "vs_random_as_o", "O", "vs random", " vs random", 2
)
WORST_CASE = _results("worst_case_as_x", "X", "at worst", ", worst case", 3.5) | _results(
    "worst_case_as_o", "O", "at worst", ", worst case", 3.5
)
OTHERS = {
    "Optimal moves": Series(
        name="Optimal moves",
        label="Optimal moves",
        colour=_OPTIMAL,
        dash="longdashdot",
        width=2,
        marker="square-open",
        of=lambda curve: curve.optimal_share,
    ),
    "ε": Series(
        name="ε",
        label="ε",
        colour=NEUTRAL,
        dash="longdash",
        width=1.5,
        marker="diamond-open",
        of=lambda curve: curve.epsilon,
    ),
}
SERIES = AGAINST_RANDOM | WORST_CASE | OTHERS
"""Every line, by its name: links and CSV files hold the names, visitors see the labels."""

MEANINGS = {
    words: f"**{term}:** {GLOSSARY[term]}"
    for words, term in (("at worst", "Worst-case opponent"), ("Optimal moves", "Optimal moves"))
}
"""What the lines whose names contain these words show."""


@dataclass(frozen=True, kw_only=True)
class NamedCurve:
    curve: LearningCurve
    name: str


def learning_figure(
    curve: LearningCurve,
    chosen: Sequence[str],
    *,
    log: bool,
    since: int | None = None,
    moment: int | None = None,
    previous_run: NamedCurve | None = None,
    band: Sequence[LearningCurve] = (),
) -> dict[str, Any]:
    """Draw a learning curve; the ``meta`` of a trace identifies it in every figure.

    A plain dictionary, because it is drawn many times while a slider is dragged.

    Parameters
    ----------
    curve
    chosen
        Names from `SERIES`.
    log
        Whether the games axis is logarithmic, which leaves out the point after 0 games.
    since
        The game since which the agent is unbeatable, if there is one.
    moment
        The number of games shown by the time machine, if it should be marked.
    previous_run
        A curve to draw beneath, with thinner lines.
    band
        Curves of other seeds, measured at the same games; their range is shaded.
    """
    traces: list[dict[str, Any]] = []
    for name in chosen:
        if band:
            traces += _band(SERIES[name], band, log)
    if previous_run is not None:
        traces += _previous_run(previous_run, chosen, log)
    traces += [_line(SERIES[name], curve, log) for name in chosen]
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
        "y": shares.round(4),  # a tenth of a pixel
        "text": [percent(share) for share in shares],
        "hovertemplate": "%{text}",
    }


def _line(series: Series, curve: LearningCurve, log: bool) -> dict[str, Any]:
    return dict(
        **_points(series, curve, log),
        meta=series.name,
        name=series.label,
        **stroke(series.colour, series.dash, series.width, series.marker),
    )


def _previous_run(
    previous_run: NamedCurve, chosen: Sequence[str], log: bool
) -> list[dict[str, Any]]:
    """Draw its lines without markers and half as wide, under one name in the legend."""
    return [
        dict(
            **_points(series, previous_run.curve, log),
            meta=f"previous {series.name}",
            name=f"{series.label} ({previous_run.name})",
            legendgroup="previous",
            showlegend=False,
            mode="lines",
            opacity=_PREVIOUS_RUN_OPACITY,
            line={"color": series.colour, "dash": series.dash, "width": series.width / 2},
        )
        for series in map(SERIES.__getitem__, chosen)
    ] + [
        {
            "x": [None],
            "y": [None],
            "meta": "previous",
            "name": f"Previous run: {previous_run.name}",
            "legendgroup": "previous",
            "mode": "lines",
            "line": {"color": NEUTRAL, "width": 1},
            "hoverinfo": "skip",
        }
    ]


def _band(series: Series, curves: Sequence[LearningCurve], log: bool) -> list[dict[str, Any]]:
    shown = shown_games(curves[0].games, log)
    values = np.array([series.of(curve)[shown] for curve in curves])
    return curve_chart.band(series.name, series.colour, curves[0].games[shown], values)


def _unbeatable_mark(since: int, log: bool) -> dict[str, Any]:
    games = max(since, int(log))
    return {
        "x": [games, games],
        "y": [0, 1],
        "meta": "unbeatable",
        "name": f"Unbeatable since game {since:,}",
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
        "name": f"Time machine: after {counted(moment, 'game')}",
        "mode": "lines+markers",
        "line": {"color": NEUTRAL, "width": 1},
        "marker": {"symbol": ["triangle-up", "triangle-down"], "size": 10},
        "hoverinfo": "skip",
    }
