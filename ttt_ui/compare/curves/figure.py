"""Learning curves of several configurations as one Plotly figure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_ui.compare.curves.state import Style
from ttt_ui.drawing.curve_chart import band, layout, shown_games, stroke
from ttt_ui.language import tr
from ttt_ui.wording import percent

_WIDTH = 2.5


@dataclass(frozen=True, eq=False, kw_only=True)
class Line:
    # Identifies the line across figures; without spaces, because Plotly uses it in a CSS selector.
    key: str
    name: str
    style: Style
    games: NDArray[np.int64]  # (points,)
    values: NDArray[np.float64]  # (seeds, points), from 0 to 1, for at least one seed


def comparison_figure(lines: Sequence[Line], *, log: bool, measure: str) -> dict[str, Any]:
    """Draw a measure of each configuration: the mean over its seeds, on a band of their range.

    On a logarithmic axis of games, the point after 0 games is left out.
    """
    traces: list[dict[str, Any]] = []
    for line in lines:
        inside = shown_games(line.games, log)
        if len(line.values) > 1:
            traces += band(line.key, line.style.colour, line.games[inside], line.values[:, inside])
    traces += [_mean(line, log) for line in lines]
    # The list next to the chart is the legend: it has room for the names.
    frame = {**layout(log, measure), "showlegend": False}
    return {"data": [{"type": "scatter", **trace} for trace in traces], "layout": frame}


def _mean(line: Line, log: bool) -> dict[str, Any]:
    inside = shown_games(line.games, log)
    mean = line.values.mean(axis=0)[inside]
    lowest, highest = line.values.min(axis=0)[inside], line.values.max(axis=0)[inside]
    return dict(
        x=line.games[inside],
        y=mean,
        text=[
            tr(
                "{mean} ({low} to {high})",
                mean=percent(middle),
                low=percent(low),
                high=percent(high),
            )
            for middle, low, high in zip(mean, lowest, highest, strict=True)
        ],
        hovertemplate="%{text}",
        meta=line.key,
        name=line.name,
        **stroke(line.style.colour, line.style.dash, _WIDTH, line.style.marker),
    )
