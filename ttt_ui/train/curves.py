"""Learning curves as Plotly figures.

Blue is X and orange is O, as everywhere. Colour never carries meaning alone: dashes distinguish
win, draw and loss, markers X and O, and line width the opponent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.learning import LearningCurve
from ttt_core.sentences import tr_noop
from ttt_ui.drawing import curve_chart
from ttt_ui.drawing.colours import GOOD, LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS, translucent
from ttt_ui.drawing.curve_chart import layout, shown_games, stroke
from ttt_ui.drawing.fronts import front_axis, front_rows, front_words
from ttt_ui.language import tr
from ttt_ui.streamlit_fixes.looks import THEME_TEXT
from ttt_ui.wording import counted, percent, rare

_HEIGHT = 440
_STRIP = 0.065
_FRONTS = (_STRIP + 0.02, 0.377)
_CURVE = (0.45, 1)
"""Shares of the chart's height, from below."""
FRONTS_AXIS = "y4"
_LINE = 0.068
"""Height of a line's name, as a share of the y axis."""
_LETTER = 7
"""Width in pixels."""
_ROWS = ("X", "O")
_FAINTEST = 0.3
"""Depth of a colour where the agent was hardly ever unbeatable."""
_STRIP_COLOURS = [
    [0, SIDE_COLOURS[_ROWS[1]]],
    [0.5, translucent(NEUTRAL, 0.12)],
    [1, SIDE_COLOURS[_ROWS[0]]],
]
_NAME = {
    "font": {"color": THEME_TEXT, "size": 12},
    "showarrow": False,
    "xanchor": "left",
    "xshift": 6,
}
"""How a name is written to the right of what it names."""
_STRIP_NAME = {
    **_NAME,
    "x": 1,
    "xref": "paper",
    "y": _STRIP / 2,
    "yref": "paper",
    "yanchor": "middle",
}
_TITLE = 30
"""Width in pixels of an upright title of an axis, with the space to its numbers."""
_NUMBERS = 32
"""Height in pixels of the numbers of the games axis."""
_GAMES = {**_STRIP_NAME, "y": 0, "yshift": -_NUMBERS / 2, "xshift": 30}
"""The name of the games axis, right of its last number."""
_PREVIOUS_RUN_OPACITY = 0.6


@dataclass(frozen=True, kw_only=True)
class Series:
    """One line of the chart."""

    name: str  # identifies it, as in `SERIES`
    label: str  # on Compare, in lists and for screen readers
    at_end: str  # its name where the line ends
    # How it is drawn.
    colour: str
    dash: str
    width: float
    marker: str
    # Returns its values, between 0 and 1, from a curve.
    of: Callable[[LearningCurve], NDArray[np.float64]]


def _results(
    opponent: str, attribute: str, labels: Sequence[str], at_ends: Sequence[str], width: float
) -> dict[str, Series]:
    """Return the lines of X's wins, draws and losses, and of O's, in the order of their labels."""

    def share(of_side: str, column: int, curve: LearningCurve) -> NDArray[np.float64]:
        return np.asarray(getattr(curve, of_side)[:, column], np.float64)

    sides = (("X", "x-thin"), ("O", "circle-open"))
    verbs = ((0, "wins", "solid"), (1, "draws", "dot"), (2, "loses", "dash"))
    lines = [
        Series(
            name=f"{side.lower()}-{verb}-{opponent}",
            label=label,
            at_end=at_end,
            colour=SIDE_COLOURS[side],
            dash=dash,
            width=width,
            marker=marker,
            of=partial(share, f"{attribute}_as_{side.lower()}", column),
        )
        for ((side, marker), (column, verb, dash)), label, at_end in zip(
            product(sides, verbs), labels, at_ends, strict=True
        )
    ]
    return {line.name: line for line in lines}


_VS_RANDOM = (
    tr_noop("X wins vs random"),
    tr_noop("X draws vs random"),
    tr_noop("X loses vs random"),
    tr_noop("O wins vs random"),
    tr_noop("O draws vs random"),
    tr_noop("O loses vs random"),
)
_RESULTS = (
    tr_noop("X wins"),
    tr_noop("X draws"),
    tr_noop("X loses"),
    tr_noop("O wins"),
    tr_noop("O draws"),
    tr_noop("O loses"),
)
_AT_WORST = (
    tr_noop("X wins, worst case"),
    tr_noop("X draws, worst case"),
    tr_noop("X loses, worst case"),
    tr_noop("O wins, worst case"),
    tr_noop("O draws, worst case"),
    tr_noop("O loses, worst case"),
)
AGAINST_RANDOM = _results("vs-random", "vs_random", _VS_RANDOM, _RESULTS, width=2)
WORST_CASE = _results("at-worst", "worst_case", _AT_WORST, _RESULTS, width=3.5)
OTHERS = {
    "optimal-moves": Series(
        name="optimal-moves",
        label=tr_noop("Optimal moves"),
        at_end=tr_noop("optimal"),
        colour=GOOD,
        dash="longdashdot",
        width=2,
        marker="square-open",
        of=lambda curve: curve.optimal_share,
    ),
    "epsilon": Series(
        name="epsilon",
        label="ε",
        at_end="ε",
        colour=NEUTRAL,
        dash="longdash",
        width=1.5,
        marker="diamond-open",
        of=lambda curve: curve.epsilon,
    ),
}
SERIES = AGAINST_RANDOM | WORST_CASE | OTHERS
"""Every line, by its name: links and CSV files hold the names, which never change."""


def learning_figure(
    curve: LearningCurve,
    chosen: Sequence[str],
    *,
    log: bool,
    since: int | None = None,
    moment: int | None = None,
    previous_run: tuple[str, LearningCurve] | None = None,
    band: Sequence[LearningCurve] = (),
    log_losses: bool = False,
) -> dict[str, Any]:
    """Draw a learning curve and, below it, the fronts, and when the agent was unbeatable.

    The ``meta`` of a trace identifies it in every figure.

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
        Name and curve of a run to draw beneath, with thinner lines.
    band
        Curves of other seeds, measured at the same games; their range is shaded.
    log_losses
        Whether losses have a logarithmic axis, which leaves out 0, if all lines are losses.
    """
    curves = [curve] if previous_run is None else [curve, previous_run[1]]
    lowest = _lowest(chosen, curves) if log_losses else None
    traces: list[dict[str, Any]] = []
    for name in chosen:
        if band:
            traces += _band(SERIES[name], band, log)
    if previous_run is not None:
        traces += _previous_run(*previous_run, chosen, log, lowest)
    traces += [_line(SERIES[name], curve, log, lowest) for name in chosen]
    for trace in traces:
        if _has_two_axes(chosen) and trace["meta"].split()[-1] in OTHERS:
            trace["yaxis"] = "y3"
    if moment is not None:
        traces.append(_moment_mark(moment, log, lowest or 0))
    before = None if previous_run is None else fronts_of(previous_run[1])
    return {
        "data": [
            _strip(curve, since, log),
            *front_rows(fronts_of(curve), log=log, axis=FRONTS_AXIS, previous=before),
            *({"type": "scatter", **trace} for trace in traces),
        ],
        "layout": _layout(curve, chosen, log, max(one.games[-1] for one in curves), lowest),
    }


def fronts_of(curve: LearningCurve) -> ttt.Fronts:
    return ttt.Fronts(curve.games, curve.fronts)


def _lowest(chosen: Sequence[str], curves: Sequence[LearningCurve]) -> float | None:
    """Return where a logarithmic axis of losses begins; None if a line is not of losses."""
    if not all("-loses-" in name for name in chosen):
        return None
    losses = np.concatenate([SERIES[name].of(curve) for name in chosen for curve in curves])
    if not losses.any():
        return None
    return float(10 ** np.floor(np.log10(losses[losses > 0].min() * (1 - 1e-9))))


def _layout(
    curve: LearningCurve,
    chosen: Sequence[str],
    log: bool,
    last: int,
    lowest: float | None,
) -> dict[str, Any]:
    """Return the layout with room for the strip below and for the names where the lines end."""
    common = layout(log, _share_of(chosen))
    first = min(int(log), last)
    at_ends, below = _at_ends(chosen, curve, lowest), tr("unbeatable")
    names = _names_at_ends(chosen, at_ends, curve, log, lowest)
    room = 24 + _LETTER * max(map(len, (*at_ends, below)))
    share_axis = common["yaxis"] | {"domain": list(_CURVE), "automargin": False}
    numbers = [percent(1)]
    if lowest is not None:
        share_axis |= _log_axis(lowest)
        numbers = share_axis["ticktext"]
    has_two = _has_two_axes(chosen)
    return common | {
        "height": _HEIGHT,
        "margin": {
            "l": _TITLE + 8 + _LETTER * max(map(len, numbers)),
            "r": room + (_TITLE if has_two else 0),
            "t": 28,
            "b": _NUMBERS,
        },
        "legend": common["legend"] | {"y": 1.01, "yanchor": "bottom"},
        "xaxis": common["xaxis"]
        | {
            "anchor": "y2",
            "automargin": False,
            "range": [_place(first, log), _place(max(last, first + 1), log)],
            "title": {"text": ""},
        },
        "yaxis": share_axis,
        "yaxis2": {
            **LEGIBLE_AXIS,
            "automargin": False,
            "domain": [0, _STRIP],
            "fixedrange": True,
            "showgrid": False,
            "autorange": "reversed",
            "dtick": 1,
        },
        **({"yaxis3": _second_axis(share_axis, room)} if has_two else {}),
        "yaxis4": front_axis(_FRONTS) | {"automargin": False},
        "annotations": [
            *names,
            _GAMES | {"text": tr("games")},
            *front_words(fronts_of(curve), FRONTS_AXIS, _FRONTS),
            {**_STRIP_NAME, "text": below},
        ],
    }


def _share_of(chosen: Sequence[str]) -> str:
    """Say what the values of lines are shares of, or whom the games were played against."""
    of_games = [name for name in chosen if name not in OTHERS]
    if not of_games:
        return tr("Share of moves")
    if all(name in AGAINST_RANDOM for name in of_games):
        return tr("Against a random player")
    if all(name in WORST_CASE for name in of_games):
        return tr("Against its worst-case opponent")
    return tr("Share of games")


def _has_two_axes(chosen: Sequence[str]) -> bool:
    """Return whether lines are shares of games and of moves, which are different things."""
    return len({name in OTHERS for name in chosen}) == 2


def _second_axis(first: dict[str, Any], room: int) -> dict[str, Any]:
    """Return the axis of moves, right of the lines' names; its ticks are those of the first."""
    return first | {
        "title": {**first["title"], "text": tr("Share of moves"), "standoff": room},
        "overlaying": "y",
        "side": "right",
        "showticklabels": False,
        "showgrid": False,
    }


def _log_axis(lowest: float) -> dict[str, Any]:
    """Return what is different in an axis of shares from `lowest` to 1 if it is logarithmic."""
    powers = range(round(np.log10(lowest)), 1)
    return {
        "type": "log",
        "range": [1.02 * powers[0], -0.03 * powers[0]],
        "tickvals": [10.0**power for power in powers],
        "ticktext": [rare(10.0**power) for power in powers],
    }


def _at_ends(chosen: Sequence[str], curve: LearningCurve, lowest: float | None) -> list[str]:
    """Return the lines' names where they end; with the opponent if there are two opponents.

    On a logarithmic axis, from `lowest`, with the last value.
    """
    opponents = {name in WORST_CASE for name in chosen if name not in OTHERS}
    names = [
        tr(
            SERIES[name].label
            if len(opponents) == 2 and name not in OTHERS
            else SERIES[name].at_end
        )
        for name in chosen
    ]
    if lowest is None:
        return names
    ends = [rare(float(SERIES[name].of(curve)[-1])) for name in chosen]
    return [
        tr("{name}: {value}", name=name, value=end) for name, end in zip(names, ends, strict=True)
    ]


def _place(games: float, log: bool) -> float:
    """Return where the x axis has a number of games."""
    return float(np.log10(max(games, 1))) if log else float(games)


def axis_places(games: Sequence[int], *, log: bool) -> list[float]:
    """Return where on the games axis these numbers are, from 0 at its start to 1 at the last."""
    places = np.array([_place(number, log) for number in games])
    return [float(place) for place in (places / max(places[-1], 1e-9)).round(5)]


def _names_at_ends(
    chosen: Sequence[str],
    at_ends: Sequence[str],
    curve: LearningCurve,
    log: bool,
    lowest: float | None,
) -> list[dict[str, Any]]:
    """Write each line's name where it ends, and keep the names apart."""
    depth = 1.0 if lowest is None else -np.log10(lowest)

    def height(share: float) -> float:
        return share if lowest is None else 1 + np.log10(max(share, lowest)) / depth

    ends = sorted(
        (height(float(SERIES[name].of(curve)[-1])), at_end, SERIES[name].colour)
        for name, at_end in zip(chosen, at_ends, strict=True)
    )
    places = _apart([end for end, _, _ in ends])
    return [
        {
            "x": _place(curve.games[-1], log),
            "y": place if lowest is None else (place - 1) * depth,
            # A name in its line's colour would be too faint to read.
            "text": f'<span style="color:{colour}">●</span> {name}',
            **_NAME,
        }
        for place, (_, name, colour) in zip(places, ends, strict=True)
    ]


def _apart(ends: Sequence[float]) -> list[float]:
    """Return places in ascending order, a line apart, as close to the ends as the axis allows."""
    groups: list[tuple[float, int]] = []  # names that touch: the lowest one's place, their number
    for end in ends:
        place, size = end, 1
        while groups and groups[-1][0] + groups[-1][1] * _LINE > place:
            below, number = groups.pop()
            place = (below * number + (place - number * _LINE) * size) / (number + size)
            size += number
        groups.append((place, size))
    lowest, highest = 0, 1 - (len(ends) - 1) * _LINE
    lines = [place + line * _LINE for place, size in groups for line in range(size)]
    return [
        min(max(place, lowest + line * _LINE), highest + line * _LINE)
        for line, place in enumerate(lines)
    ]


def _strip(curve: LearningCurve, since: int | None, log: bool) -> dict[str, Any]:
    """Colour a row for each side, deeper where the agent was unbeatable more often."""
    games, counts = curve.games, curve.beatable_games
    if since is not None and since not in games:
        place = np.searchsorted(games, since)
        games, counts = np.insert(games, place, since), np.insert(counts, place, counts[-1], axis=0)
    inside = shown_games(games, log)
    games = games[inside]
    shares = 1 - np.diff(counts[inside], axis=0).T / np.diff(games)
    return {
        "type": "heatmap",
        "meta": "unbeatable",
        "x": games,
        "y": _ROWS,
        "yaxis": "y2",
        "z": [
            np.float32(np.where(share > 0, sign * (_FAINTEST + (1 - _FAINTEST) * share), 0))
            for sign, share in zip((1, -1), shares, strict=True)
        ],
        "zmin": -1,
        "zmax": 1,
        "colorscale": _STRIP_COLOURS,
        "showscale": False,
        "ygap": 2,
        "text": [[*map(percent, of_side)] for of_side in shares],
        "hovertemplate": tr("unbeatable as %{y} after %{text} of these games") + "<extra></extra>",
    }


def _points(
    series: Series, curve: LearningCurve, log: bool, lowest: float | None
) -> dict[str, Any]:
    inside = shown_games(curve.games, log)
    shares = series.of(curve)[inside]
    written = percent if lowest is None else rare
    return {
        "x": curve.games[inside],
        "y": shares.round(4 if lowest is None else 9),  # a tenth of a pixel
        "text": [written(share) for share in shares],
        "hovertemplate": "%{text}",
    }


def _line(series: Series, curve: LearningCurve, log: bool, lowest: float | None) -> dict[str, Any]:
    return dict(
        **_points(series, curve, log, lowest),
        meta=series.name,
        name=tr(series.label),
        showlegend=False,
        **stroke(series.colour, series.dash, series.width, series.marker),
    )


def _previous_run(
    name: str,
    then: LearningCurve,
    chosen: Sequence[str],
    log: bool,
    lowest: float | None,
) -> list[dict[str, Any]]:
    """Draw its lines without markers and half as wide, under one name in the legend."""
    return [
        dict(
            **_points(series, then, log, lowest),
            meta=f"previous {series.name}",
            name=f"{tr(series.label)} ({name})",
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
            "name": tr("Previous run: {name}", name=name),
            "legendgroup": "previous",
            "mode": "lines",
            "line": {"color": NEUTRAL, "width": 1},
            "hoverinfo": "skip",
        }
    ]


def _band(series: Series, curves: Sequence[LearningCurve], log: bool) -> list[dict[str, Any]]:
    inside = shown_games(curves[0].games, log)
    values = np.array([series.of(curve)[inside] for curve in curves])
    return curve_chart.band(series.name, series.colour, curves[0].games[inside], values)


def _moment_mark(moment: int, log: bool, lowest: float) -> dict[str, Any]:
    games = max(moment, int(log))
    return {
        "x": [games, games],
        "y": [lowest, 1],
        "meta": "moment",
        "name": tr("After {games}", games=counted(moment, "game", "games")),
        "mode": "lines+markers",
        "line": {"color": NEUTRAL, "width": 1},
        "marker": {"symbol": ["triangle-up", "triangle-down"], "size": 10},
        "hoverinfo": "skip",
    }
