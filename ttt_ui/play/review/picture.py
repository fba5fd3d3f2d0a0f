"""The reviewed game as a curve: who was ahead after each move, and how near the end was."""

from collections.abc import Sequence

import plotly.graph_objects as go

from ttt_core.game import graph, moves_to_end, position_values, walk
from ttt_ui.drawing.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS
from ttt_ui.language import tr
from ttt_ui.replay import wording

_HEIGHT = 60
_COLOURS = {1: SIDE_COLOURS["X"], 0: NEUTRAL, -1: SIDE_COLOURS["O"]}


def curve(cells: Sequence[int], step: int) -> go.Figure:
    """Draw a dot for each position of a game; the one after `step` moves is larger.

    10 is a win of X, 10 - n one that is n moves away; O's wins are negative, a draw is 0.
    """
    places = walk(cells)
    for_x = [int(position_values()[p]) * (-1) ** int(graph().side[p]) for p in places]
    return go.Figure(
        go.Scatter(
            x=list(range(len(places))),
            y=[
                value * (10 - int(moves_to_end()[p]))
                for p, value in zip(places, for_x, strict=True)
            ],
            mode="lines+markers",
            line={"color": NEUTRAL, "width": 2},
            marker={
                "color": [_COLOURS[value] for value in for_x],
                "size": [14 if ply == step else 8 for ply in range(len(places))],
                "opacity": 1,
            },
            text=[wording.ahead(p) for p in places],
            hovertemplate=f"{tr('Move %{x}: %{text}')}<extra></extra>",
            cliponaxis=False,
        ),
        layout={
            "height": _HEIGHT,
            "margin": {"l": 0, "r": 10, "t": 8, "b": 8},
            "xaxis": {"visible": False, "fixedrange": True, "range": [-0.2, len(cells) + 0.2]},
            "yaxis": {
                **LEGIBLE_AXIS,
                "range": [-11, 11],
                "fixedrange": True,
                "tickvals": [10, -10],
                "ticktext": [tr("X wins"), tr("O wins")],
            },
        },
    )
