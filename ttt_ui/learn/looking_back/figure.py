"""The figure with each agent's value of each move of a game."""

from typing import Any

import numpy as np

from ttt_core.game import SIDES
from ttt_ui.drawing.cell_colours import Numbers, signed_tone
from ttt_ui.learn.boards import shown
from ttt_ui.learn.looking_back.lessons import AGENTS
from ttt_ui.streamlit_fixes.theme_text import THEME_TEXT

_ROW = 34
_HEAD = 34


def values_by_move(values: Numbers) -> dict[str, Any]:
    """Draw the values (n, 4) of a game's moves: a row for each move, a column for each agent."""
    plies = [f"{ply + 1} {SIDES[ply % 2]}" for ply in range(len(values))]
    words = {"color": THEME_TEXT, "size": 14}
    axis = {
        "fixedrange": True,
        "showgrid": False,
        "tickfont": words,
        "ticks": "",
        "zeroline": False,
    }
    return {
        "data": [
            {
                "type": "heatmap",
                "x": list(AGENTS),
                "y": plies,
                "z": values.tolist(),
                "text": [[shown(value) for value in row] for row in values.tolist()],
                "texttemplate": "%{text}",
                "textfont": words,
                "colorscale": [
                    [(tone + 1) / 2, str(signed_tone(tone))]
                    for tone in np.linspace(-1, 1, 9).tolist()
                ],
                "zmin": -1,
                "zmax": 1,
                "showscale": False,
                "xgap": 4,
                "ygap": 4,
                "hoverinfo": "skip",
            }
        ],
        "layout": {
            "height": _HEAD + _ROW * len(plies),
            "margin": {"l": 0, "r": 0, "t": _HEAD, "b": 0},
            "xaxis": {**axis, "side": "top"},
            "yaxis": {**axis, "autorange": "reversed", "type": "category"},
            "dragmode": False,
        },
    }
