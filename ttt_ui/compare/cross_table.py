"""Exact cross tables: every player as X against every player as O."""

import html
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import SIDES
from ttt_ui.compare.players import Mark
from ttt_ui.drawing.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS, translucent
from ttt_ui.language import tr
from ttt_ui.streamlit_fixes.looks import THEME_TEXT
from ttt_ui.tables import table_of
from ttt_ui.wording import whole_numbers

if TYPE_CHECKING:
    import pandas as pd

MOST_IN_FULL = 6
"""The largest number of players whose cells fit all three numbers on a phone."""
_LETTERS_IN_LINE, _LETTERS_IN_ONLY_LINE = 14, 18

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
    alone, and the hover text shows all three numbers. A cell is a dash where a player has not
    learned the side (its results are nan); the hover text says which. The names above the columns
    are upright where they would overlap.

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
            "text": _in_cell(results[row, column], full),
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
                f"{_sign(mark)} {_in_lines(name, 3 if full else 1)}"
                for name, mark in zip(names, marks, strict=True)
            ],
            "range": [-0.5, number - 0.5],
            "autotickangles": [0, -90],  # a slanted name would stand over a neighbour's column
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


def _in_cell(result: NDArray[np.float64], full: bool) -> str:
    if np.isnan(result).any():
        return "–"
    if not full:
        return f"{100 * points(result):.0f}"
    win, draw, loss = whole_numbers((100 * result).tolist())
    return f"<b>{win}</b><br>{draw}<br>{loss}"


def _sign(mark: Mark) -> str:
    return f'<span style="color:{mark.colour}">{mark.shape}</span>'


def _in_lines(name: str, most: int) -> str:
    """Break a name into at most so many lines, each an element of its own."""
    letters = _LETTERS_IN_LINE if most > 1 else _LETTERS_IN_ONLY_LINE
    lines = textwrap.wrap(name, letters, max_lines=most, placeholder=" …", break_on_hyphens=False)
    return "<br>".join(f"<span>{html.escape(line, quote=False)}</span>" for line in lines)


def standings(
    cards: Mapping[str, ttt.ReportCard],
    mistakes: Mapping[str, int],
    results: NDArray[np.float64],
) -> "pd.DataFrame":
    """Rank the players by points per judged game in the table (1 for a win, ½ for a draw).

    The cards are by name, in the order of the table (n, n, 3). Figures of a side that a player has
    not learned are missing.
    """
    as_x, as_o = _mean(points(results).T), 1 - _mean(points(results))
    figures: dict[str, list[float | None]] = {}
    for opponent in ("Losses vs random", "Worst-case losses"):
        for side in SIDES:
            figures[f"{opponent} as {side}"] = [
                _losses(card, opponent, side) if side in card.sides else None
                for card in cards.values()
            ]
    table = table_of(
        {
            "Player": list(cards),
            "Points": _mean(np.stack([as_x, as_o])),
            "As X": as_x,
            "As O": as_o,
            "Learned": [card.sides for card in cards.values()],
            **figures,
            "Mistakes": [mistakes[name] for name in cards],
            "Unbeatable": [_unbeatable(card) for card in cards.values()],
        }
    )
    return table.sort_values("Points", ascending=False, kind="stable", ignore_index=True)


def _mean(amounts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean of each column without its nans; nan if it has nothing else."""
    there = ~np.isnan(amounts)
    number = there.sum(axis=0)
    total = np.where(there, amounts, 0).sum(axis=0)
    return np.where(number > 0, total / np.maximum(number, 1), np.nan)


def _losses(card: ttt.ReportCard, opponent: str, side: str) -> float:
    if opponent == "Losses vs random":
        return card.against_random(side).loss
    return card.worst_case(side).loss


def _unbeatable(card: ttt.ReportCard) -> bool | None:
    """Return whether nobody can beat it; None if it is unbeatable on the only side it knows."""
    if card.beatable_as:
        return False
    return True if card.sides == "XO" else None


def long_table(names: Sequence[str], results: NDArray[np.float64]) -> "pd.DataFrame":
    """Return a row for each judged pairing, for download."""
    return table_of(
        [
            {"x": x, "o": o, "x_wins": win, "draw": draw, "o_wins": loss}
            for x, row in zip(names, results, strict=True)
            for o, (win, draw, loss) in zip(names, row, strict=True)
            if not np.isnan(win)
        ]
    )
