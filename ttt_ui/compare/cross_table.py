"""Exact cross tables: every player as X against every player as O."""

import html
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_ui.compare.players import Mark
from ttt_ui.drawing.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS, translucent
from ttt_ui.language import tr
from ttt_ui.streamlit_fixes.theme_text import THEME_TEXT
from ttt_ui.wording import whole_numbers

MOST_IN_FULL = 6
"""The largest number of players whose cells fit all three numbers on a phone."""
_LETTERS_IN_LINE = 14

_DEEPEST = 0.6
_COLOURS = [
    [0, translucent(SIDE_COLOURS["O"], _DEEPEST)],
    [0.5, translucent(NEUTRAL, 0.08)],
    [1, translucent(SIDE_COLOURS["X"], _DEEPEST)],
]
"""Translucent, so that the text of either theme is legible in every cell."""


def points(results: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return X's points per game, (n, n): 1 for a win, ½ for a draw."""
    return np.asarray(results[..., 0] + results[..., 1] / 2)


def cross_figure(
    names: Sequence[str], marks: Sequence[Mark], results: NDArray[np.float64]
) -> dict[str, Any]:
    """Draw a cross table: X's wins, draws and losses (%), coloured by wins − losses.

    Blue where X wins more often, orange where O does. With many players each cell shows X's points
    alone, and the hover text shows all three numbers. The names above the columns are slanted where
    they would overlap.

    Returns a dictionary, because `plotly.graph_objects` takes seconds to check the notes of 16
    players.
    """
    number = len(names)
    full = number <= MOST_IN_FULL
    cells = list(np.ndindex(results.shape[:2]))
    colours = {
        "type": "heatmap",
        "z": results[..., 0] - results[..., 2],
        "zmin": -1,
        "zmax": 1,
        "colorscale": _COLOURS,
        "xgap": 3 if full else 2,
        "ygap": 3 if full else 2,
        "showscale": False,
        "hoverinfo": "skip",
    }
    notes = [
        {
            "x": column,
            "y": row,
            "text": _all_three(results[row, column]) if full else _points(results[row, column]),
            "showarrow": False,
            "captureevents": False,
            "font": {"color": THEME_TEXT, "size": 13 if full else 10},
        }
        for row, column in cells
    ]
    axis = {
        **LEGIBLE_AXIS,
        "tickfont": {"color": THEME_TEXT, "size": 12 if full else 10},
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
            "ticktext": [
                f"{_sign(mark)} {_in_lines(name, 1)}"
                for name, mark in zip(names, marks, strict=True)
            ],
            "range": [-0.5, number - 0.5],
            "autotickangles": [0, 45, 90],
            "automargin": True,
        },
        "yaxis": {
            **axis,
            "title": {**LEGIBLE_AXIS["title"], "text": tr("plays X")},
            "range": [number - 0.5, -0.5],
            "ticktext": [
                f"{_in_lines(name, 3)} {_sign(mark)}"
                for name, mark in zip(names, marks, strict=True)
            ],
        },
        "height": 150 + (62 if full else 40) * number,
        "margin": {"l": 0, "r": 0, "t": 10, "b": 10},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "barmode": "overlay",
    }
    return {"data": [colours, _targets(names, results, cells)], "layout": layout}


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
            tr(
                "X: {x}<br>O: {o}<br>X wins {win:.4%}, draws {draw:.4%}, loses {loss:.4%}",
                x=safe[row],
                o=safe[column],
                win=win,
                draw=draw,
                loss=loss,
            )
            for (row, column), (win, draw, loss) in zip(
                cells, results.reshape(-1, 3).tolist(), strict=True
            )
        ],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }


def _all_three(result: NDArray[np.float64]) -> str:
    win, draw, loss = whole_numbers((100 * result).tolist())
    return f"<b>{win}</b><br>{draw}<br>{loss}"


def _points(result: NDArray[np.float64]) -> str:
    return f"{100 * points(result):.0f}"


def _sign(mark: Mark) -> str:
    return f'<span style="color:{mark.colour}">{mark.shape}</span>'


def _in_lines(name: str, most: int) -> str:
    """Break a name into at most so many lines, each an element of its own."""
    lines = textwrap.wrap(
        name, _LETTERS_IN_LINE, max_lines=most, placeholder=" …", break_on_hyphens=False
    )
    return "<br>".join(f"<span>{html.escape(line, quote=False)}</span>" for line in lines)


def standings(cards: Mapping[str, ttt.ReportCard], results: NDArray[np.float64]) -> pd.DataFrame:
    """Rank the players by points per game in the table (1 for a win, ½ for a draw).

    The cards are by name, in the order of the table (n, n, 3).
    """
    as_x, as_o = points(results).mean(axis=1), 1 - points(results).mean(axis=0)
    table = pd.DataFrame(
        {
            "Player": list(cards),
            "Points": (as_x + as_o) / 2,
            "As X": as_x,
            "As O": as_o,
            "Wins vs random as X": [
                _of("X", one, one.vs_random_as_x.win) for one in cards.values()
            ],
            "Wins vs random as O": [
                _of("O", one, one.vs_random_as_o.win) for one in cards.values()
            ],
            "Worst-case losses as X": [
                _of("X", one, one.worst_case_as_x.loss) for one in cards.values()
            ],
            "Worst-case losses as O": [
                _of("O", one, one.worst_case_as_o.loss) for one in cards.values()
            ],
            "Unbeatable": [card.unbeatable for card in cards.values()],
        }
    )
    return table.sort_values("Points", ascending=False, kind="stable", ignore_index=True)


def _of(side: str, card: ttt.ReportCard, figure: float) -> float | None:
    """Return a figure of a side; none if the player has not learned that side."""
    return figure if side in card.sides else None


def long_table(names: Sequence[str], results: NDArray[np.float64]) -> pd.DataFrame:
    """Return a row for each pairing, for download."""
    return pd.DataFrame(
        [
            {"x": x, "o": o, "x_wins": win, "draw": draw, "o_wins": loss}
            for x, row in zip(names, results, strict=True)
            for o, (win, draw, loss) in zip(names, row, strict=True)
        ]
    )
