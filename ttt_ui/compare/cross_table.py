"""Exact cross tables: everybody as X against everybody as O."""

import html
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_ui.compare.players import Mark
from ttt_ui.shared.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS, THEME_TEXT, translucent

MOST_IN_FULL = 6
"""So many players have room for all three numbers in each cell, also on a phone."""
_LETTERS_IN_LINE = 14

_DEEPEST = 0.6
_COLOURS = [
    [0, translucent(SIDE_COLOURS["O"], _DEEPEST)],
    [0.5, translucent(NEUTRAL, 0.08)],
    [1, translucent(SIDE_COLOURS["X"], _DEEPEST)],
]
"""Laid over the page, so that the theme's text stands out from every cell."""


def points(results: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points per game of X, (n, n): a win counts 1, a draw a half."""
    return np.asarray(results[..., 0] + results[..., 1] / 2)


def cross_figure(
    names: Sequence[str], marks: Sequence[Mark], results: NDArray[np.float64]
) -> dict[str, Any]:
    """Draw a cross table: win, draw and loss of X in per cent, coloured by win - loss.

    Blue where X wins more often, orange where O does. Of many players each cell has one number, the
    points of X; all three are there to point at. A row has its player's name and number, a column
    the number, as in tables of chess tournaments: so it is as narrow as a phone.

    A dictionary, since `plotly.graph_objects` takes seconds to check the notes of 16 players.
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
            "title": {**LEGIBLE_AXIS["title"], "text": "plays O"},
            "side": "top",
            "ticktext": [f"{_sign(mark)}{place}" for place, mark in enumerate(marks, 1)],
            "range": [-0.5, number - 0.5],
            "tickangle": 0,
        },
        "yaxis": {
            **axis,
            "title": {**LEGIBLE_AXIS["title"], "text": "plays X"},
            "range": [number - 0.5, -0.5],
            "ticktext": [
                f"{_in_lines(name)} {_sign(mark)}{place}"
                for place, (name, mark) in enumerate(zip(names, marks, strict=True), 1)
            ],
        },
        "height": 90 + (62 if full else 40) * number,
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
    """Return what is pointed at and clicked: an unseen bar over each cell."""
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
            f"X: {safe[row]}<br>O: {safe[column]}<br>X wins {win:.4%}, draws {draw:.4%}, "
            f"loses {loss:.4%}"
            for (row, column), (win, draw, loss) in zip(
                cells, results.reshape(-1, 3).tolist(), strict=True
            )
        ],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }


def _all_three(result: NDArray[np.float64]) -> str:
    win, draw, loss = (f"{100 * share:.0f}" for share in result)
    return f"<b>{win}</b><br>{draw}<br>{loss}"


def _points(result: NDArray[np.float64]) -> str:
    return f"{100 * points(result):.0f}"


def _sign(mark: Mark) -> str:
    return f'<span style="color:{mark.colour}">{mark.shape}</span>'


def _in_lines(name: str) -> str:
    """Write a name in three lines at most; each is an element of its own."""
    lines = textwrap.wrap(
        name, _LETTERS_IN_LINE, max_lines=3, placeholder=" …", break_on_hyphens=False
    )
    return "<br>".join(f"<span>{html.escape(line, quote=False)}</span>" for line in lines)


def standings(cards: Mapping[str, ttt.ReportCard], results: NDArray[np.float64]) -> pd.DataFrame:
    """Rank the players by points per game over the whole table (a win 1, a draw a half).

    Parameters
    ----------
    cards
        By name, in the order of the table.
    results
        The table, (n, n, 3).

    Returns
    -------
    pandas.DataFrame
        One row for each player, best first: points as X, as O and in all (0 to 1), chances to
        lose against random and in the worst case, whether it cannot be beaten.
    """
    as_x, as_o = points(results).mean(axis=1), 1 - points(results).mean(axis=0)
    table = pd.DataFrame(
        {
            "Player": list(cards),
            "Points": (as_x + as_o) / 2,
            "As X": as_x,
            "As O": as_o,
            "Wins vs random as X": [card.vs_random_as_x.win for card in cards.values()],
            "Wins vs random as O": [card.vs_random_as_o.win for card in cards.values()],
            "Worst case as X": [card.worst_case_as_x.loss for card in cards.values()],
            "Worst case as O": [card.worst_case_as_o.loss for card in cards.values()],
            "Unbeatable": [card.unbeatable for card in cards.values()],
        }
    )
    return table.sort_values("Points", ascending=False, kind="stable", ignore_index=True)


def long_table(names: Sequence[str], results: NDArray[np.float64]) -> pd.DataFrame:
    """List every pairing in a row of its own, for download."""
    return pd.DataFrame(
        [
            {"x": x, "o": o, "x_wins": win, "draw": draw, "o_wins": loss}
            for x, row in zip(names, results, strict=True)
            for o, (win, draw, loss) in zip(names, row, strict=True)
        ]
    )
