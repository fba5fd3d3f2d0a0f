"""The fronts: marks on the board against games, coloured by the share of positions played right.

Knowledge rises from the ends of games (below) to the opening. Each row ends with its share.
Plain dictionaries, as in `curve_chart`, because they are drawn while a slider is dragged.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import FRONTS
from ttt_ui.drawing.colours import (
    BAD,
    GOOD,
    LEGIBLE_AXIS,
    NEUTRAL,
    NO_TEMPLATE,
    translucent,
)
from ttt_ui.drawing.curve_chart import layout, shown_games
from ttt_ui.language import tr
from ttt_ui.streamlit_fixes.looks import THEME_TEXT
from ttt_ui.wording import percent

_ROWS = len(FRONTS)
COLOURS = [
    [0, translucent(BAD, 0.85)],
    [0.5, translucent(NEUTRAL, 0.15)],
    [0.99, translucent(GOOD, 0.6)],
    [1, translucent(GOOD, 0.9)],
]
"""From 0% to 100% of positions played right; all of them stand out from almost all."""
_HEIGHT = 200
"""Of a figure with the fronts alone: its rows are as high as the lines of words next to them."""
_GAP, _GAP_BETWEEN_RUNS, _GAP_BELOW = 1, 6, 12
"""Between rows in pixels: of a run alone; with a previous run; and of that, which is narrow."""
_RAISED, _LOWERED = 0.12, 0.34
"""How far from its place a row is that has one of the previous run below it, and that one."""
_WORDS = {"font": {"color": THEME_TEXT, "size": 12}, "showarrow": False, "yanchor": "middle"}


def fronts_figure(fronts: ttt.Fronts) -> dict[str, Any]:
    """Draw the fronts of a training alone, on a logarithmic axis of games."""
    common = layout(log=True, share="")
    return {
        "data": front_rows(fronts, log=True),
        "layout": common
        | {
            "template": NO_TEMPLATE,
            "height": _HEIGHT,
            "margin": {"l": 0, "r": 48, "t": 24, "b": 0},
            "showlegend": False,
            "dragmode": False,
            "xaxis": common["xaxis"]
            | {"range": [0, float(np.log10(fronts.games[-1]))], "fixedrange": True},
            "yaxis": front_axis((0, 1)),
            "annotations": front_words(fronts, "y", (0, 1)),
        },
    }


def front_rows(
    fronts: ttt.Fronts, *, log: bool, axis: str = "y", previous: ttt.Fronts | None = None
) -> list[dict[str, Any]]:
    """Return the traces of the fronts, with a thin row of the previous run below each row."""
    words = tr("%{z}% of positions played right")
    if previous is None:
        return [_rows(fronts, log, axis, 0, _GAP, "fronts", words)]
    before = tr("%{z}% of positions played right in the previous run")
    return [
        _rows(previous, log, axis, _LOWERED, _GAP_BELOW, "previous fronts", before),
        _rows(fronts, log, axis, -_RAISED, _GAP_BETWEEN_RUNS, "fronts", words),
    ]


def _rows(
    fronts: ttt.Fronts, log: bool, axis: str, shift: float, gap: int, name: str, words: str
) -> dict[str, Any]:
    inside = shown_games(fronts.games, log)
    return {
        "type": "heatmap",
        "meta": name,
        "x": fronts.games[inside],
        "y0": 1 + shift,
        "dy": 1,
        "yaxis": axis,
        "z": whole_percent(fronts.played_right[inside].T).astype(np.int8, "C"),
        "zmin": 0,
        "zmax": 100,
        "colorscale": COLOURS,
        "showscale": False,
        "ygap": gap,
        "hovertemplate": f"{words}<extra></extra>",
    }


def whole_percent(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return shares as percentages, rounded down: only a row without any mistake has 100."""
    return np.asarray(np.floor(100 * shares + 1e-9))


def front_axis(domain: tuple[float, float]) -> dict[str, Any]:
    """Return the axis of marks, with one mark at the top."""
    return {
        **LEGIBLE_AXIS,
        "domain": list(domain),
        "fixedrange": True,
        "showgrid": False,
        "zeroline": False,
        "range": [_ROWS + 0.5, 0.5],
        "dtick": 1,
    }


def front_words(fronts: ttt.Fronts, axis: str, domain: tuple[float, float]) -> list[dict[str, Any]]:
    """Return what is written around the fronts: a title, and where each row has ended."""
    title = {
        **_WORDS,
        "text": tr("Positions played right, by marks"),
        "x": 0,
        "xref": "paper",
        "xanchor": "left",
        "y": domain[1],
        "yref": "paper",
        "yanchor": "bottom",
    }
    ends = [percent(share) if share < 1 else "✓" for share in fronts.played_right[-1].tolist()]
    at_ends = {
        **_WORDS,
        "text": "<br>".join(ends),  # whose lines are as high as the rows
        "align": "left",
        "x": 1,
        "xref": "paper",
        "xanchor": "left",
        "xshift": 6,
        "y": (_ROWS + 1) / 2,
        "yref": axis,
    }
    return [title, at_ends]


def fronts_in_words(fronts: ttt.Fronts) -> str:
    """Say where the fronts have ended, for screen readers."""
    return tr(
        "Positions played right at the end, with 1 to 7 marks: {shares}",
        shares=", ".join(map(percent, fronts.played_right[-1].tolist())),
    )
