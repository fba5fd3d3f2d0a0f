"""Exact cross tables: every player as X against every player as O."""

import html
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.pictures import data_frame
from ttt_ui.compare.players import points
from ttt_ui.drawing.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS, translucent
from ttt_ui.language import tr
from ttt_ui.streamlit_fixes.looks import THEME_TEXT

if TYPE_CHECKING:
    import pandas as pd

_FEW = 6
"""The largest number of players whose names fit above the columns on a phone."""
_LETTERS_IN_LINE, _LETTERS_IN_ONLY_LINE = 14, 18
_ROW_PIXELS = 44

_DEEPEST = 0.35
_COLOURS = [
    [0, translucent(SIDE_COLOURS["O"], _DEEPEST)],
    [0.5, translucent(NEUTRAL, 0.06)],
    [1, translucent(SIDE_COLOURS["X"], _DEEPEST)],
]
"""Translucent, so that the text of either theme is legible in every cell."""
_BAR_COLOURS = (SIDE_COLOURS["X"], translucent(NEUTRAL, 0.45), SIDE_COLOURS["O"])
"""X wins, draw, O wins."""
_BAR_WIDTH, _BAR_TOP, _BAR_HEIGHT = 0.7, 0.26, 0.12
"""In cells; the top is below the middle of the cell."""


def cross_figure(names: Sequence[str], results: NDArray[np.float64]) -> dict[str, Any]:
    """Draw a cross table: X's points per 100 games, over a bar of its wins, draws and losses.

    Blue where X wins more often, orange where O does. The hover text shows all three numbers. A
    cell is a dash where a player has not learned the side (its results are nan); the hover text
    says which. The names above the columns are upright where they would overlap.

    Returns a dictionary, because `plotly.graph_objects` takes seconds to check the notes of 16
    players.
    """
    number = len(names)
    few = number <= _FEW
    cells = list(np.ndindex(results.shape[:2]))
    colours = {
        "type": "heatmap",
        "z": results[..., 0] - results[..., 2],
        "zmin": -1,
        "zmax": 1,
        "colorscale": _COLOURS,
        "xgap": 2,
        "ygap": 2,
        "showscale": False,
        "hoverinfo": "skip",
    }
    notes = [
        {
            "x": column,
            "y": row,
            "text": _in_cell(results[row, column]),
            "showarrow": False,
            "captureevents": False,
            "yshift": 4,
            "font": {"color": THEME_TEXT, "size": 14 if few else 12},
        }
        for row, column in cells
    ]
    axis = {
        **LEGIBLE_AXIS,
        "tickvals": list(range(number)),
        "ticks": "",
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
    }
    layout = {
        "annotations": notes,
        "xaxis": {
            **axis,
            "title": {**LEGIBLE_AXIS["title"], "text": tr("plays O")},
            "side": "top",
            "ticktext": [_in_lines(name, 3 if few else 1) for name in names],
            "range": [-0.5, number - 0.5],
            "autotickangles": [0, -90],  # a slanted name would stand over a neighbour's column
            "automargin": True,
        },
        "yaxis": {
            **axis,
            "title": {**LEGIBLE_AXIS["title"], "text": tr("plays X")},
            "range": [number - 0.5, -0.5],
            "ticktext": [_in_lines(name, 3) for name in names],
        },
        "height": 150 + _ROW_PIXELS * number,
        "margin": {"l": 0, "r": 0, "t": 10, "b": 10},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "barmode": "overlay",
    }
    return {"data": [colours, _bars(results), _targets(names, results, cells)], "layout": layout}


def _bars(results: NDArray[np.float64]) -> dict[str, Any]:
    """Return the small bars: X's wins, draws and losses from left to right."""
    row, column, which = np.nonzero(results > 0)
    width = _BAR_WIDTH * results[row, column, which]
    before = np.cumsum(results, axis=2)[row, column, which] * _BAR_WIDTH - width
    return {
        "type": "bar",
        "x": (column - _BAR_WIDTH / 2 + before + width / 2).round(4),
        "width": width.round(4),
        "base": row + _BAR_TOP,
        "y": np.full(row.size, _BAR_HEIGHT),
        "marker": {"color": [_BAR_COLOURS[one] for one in which], "line": {"width": 0}},
        "hoverinfo": "skip",
    }


def _targets(
    names: Sequence[str], results: NDArray[np.float64], cells: Sequence[tuple[int, ...]]
) -> dict[str, Any]:
    """Return an invisible bar over each cell, to hover over and click."""
    safe = [html.escape(name, quote=False) for name in names]
    return {
        "type": "bar",
        "x": [column for _, column in cells],
        "base": [row - 0.5 for row, _ in cells],
        "y": [1] * len(cells),
        "width": 1,
        "marker": {"color": "rgba(0, 0, 0, 0)", "line": {"width": 0}},
        "customdata": [[row, column] for row, column in cells],
        "hovertext": [
            _in_words(safe[row], safe[column], results, row, column) for row, column in cells
        ],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }


def _in_words(x: str, o: str, results: NDArray[np.float64], row: int, column: int) -> str:
    win, draw, loss = results[row, column].tolist()
    if not np.isnan(win):
        return tr(
            "X: {x}<br>O: {o}<br>X wins {win:.4%}, draws {draw:.4%}, loses {loss:.4%}",
            x=x,
            o=o,
            win=win,
            draw=draw,
            loss=loss,
        )
    if np.isnan(results[row]).all():
        return tr("X: {x}<br>O: {o}<br>Not judged: {x} has not learned X", x=x, o=o)
    return tr("X: {x}<br>O: {o}<br>Not judged: {o} has not learned O", x=x, o=o)


def _in_cell(result: NDArray[np.float64]) -> str:
    return "–" if np.isnan(result).any() else f"{100 * points(result):.0f}"


def _in_lines(name: str, most: int) -> str:
    """Break a name into at most so many lines, each an element of its own."""
    letters = _LETTERS_IN_LINE if most > 1 else _LETTERS_IN_ONLY_LINE
    lines = textwrap.wrap(name, letters, max_lines=most, placeholder=" …", break_on_hyphens=False)
    return "<br>".join(f"<span>{html.escape(line, quote=False)}</span>" for line in lines)


def long_table(names: Sequence[str], results: NDArray[np.float64]) -> "pd.DataFrame":
    """Return a row for each judged pairing, for download."""
    x, o = tr("Player {side}", side="X"), tr("Player {side}", side="O")
    return data_frame(
        [
            {x: row_name, o: name, tr("X wins"): win, tr("Draw"): draw, tr("O wins"): loss}
            for row_name, row in zip(names, results, strict=True)
            for name, (win, draw, loss) in zip(names, row, strict=True)
            if not np.isnan(win)
        ]
    )
