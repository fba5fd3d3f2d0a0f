"""Exact cross tables: everybody as X against everybody as O."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation.policy import Policy
from ttt_ui.shared.colours import NEUTRAL, SIDE_COLOURS, THEME_TEXT, translucent

_DEEPEST = 0.6
_COLOURS = [
    [0, translucent(SIDE_COLOURS["O"], _DEEPEST)],
    [0.5, translucent(NEUTRAL, 0.08)],
    [1, translucent(SIDE_COLOURS["X"], _DEEPEST)],
]
"""Laid over the page, so that the theme's text stands out from every cell."""


def cross_results(players: Mapping[str, Policy]) -> NDArray[np.float64]:
    """Return an array (n, n, 3): win, draw, loss of the row as X against the column as O."""
    return np.array([[ttt.match(x, o) for o in players.values()] for x in players.values()])


def cross_figure(names: list[str], results: NDArray[np.float64]) -> go.Figure:
    """Draw a cross table: in each cell win, draw and loss of X in per cent, coloured by win - loss.

    Blue where X wins more often, orange where O does; the figures are always there.
    """
    balance = results[..., 0] - results[..., 2]
    figure = go.Figure(
        go.Heatmap(
            z=balance,
            x=names,
            y=names,
            zmin=-1,
            zmax=1,
            colorscale=_COLOURS,
            xgap=3,
            ygap=3,
            showscale=False,
            customdata=results,
            hovertemplate=(
                "X: %{y}<br>O: %{x}<br>X wins %{customdata[0]:.4%}, draws %{customdata[1]:.4%}, "
                "loses %{customdata[2]:.4%}<extra></extra>"
            ),
        )
    )
    for row, column in np.ndindex(balance.shape):
        win, draw, loss = (f"{100 * share:.0f}" for share in results[row, column])
        figure.add_annotation(
            x=column,
            y=row,
            text=f"<b>{win}</b><br>{draw}<br>{loss}",
            showarrow=False,
            font={"color": THEME_TEXT, "size": 13},
        )
    legible = {"title_font_color": THEME_TEXT, "tickfont_color": THEME_TEXT, "showgrid": False}
    figure.update_xaxes(title_text="plays O", side="top", **legible)
    figure.update_yaxes(title_text="plays X", autorange="reversed", **legible)
    figure.update_layout(
        height=110 + 68 * len(names),
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
    )
    return figure


def standings(players: Mapping[str, Policy], results: NDArray[np.float64]) -> pd.DataFrame:
    """Rank the players by points per game over the whole table (a win 1, a draw a half).

    Returns
    -------
    pandas.DataFrame
        One row for each player, best first: points as X, as O and in all (0 to 1), chances to
        lose against random and in the worst case, whether it cannot be beaten.
    """
    points = results[..., 0] + results[..., 1] / 2
    as_x, as_o = points.mean(axis=1), 1 - points.mean(axis=0)
    cards = [ttt.evaluate(policy) for policy in players.values()]
    table = pd.DataFrame(
        {
            "Player": list(players),
            "Points": (as_x + as_o) / 2,
            "As X": as_x,
            "As O": as_o,
            "Wins vs random as X": [card.vs_random_as_x.win for card in cards],
            "Wins vs random as O": [card.vs_random_as_o.win for card in cards],
            "Worst case as X": [card.worst_case_as_x.loss for card in cards],
            "Worst case as O": [card.worst_case_as_o.loss for card in cards],
            "Cannot be beaten": [card.unbeatable for card in cards],
        }
    )
    return table.sort_values("Points", ascending=False, kind="stable", ignore_index=True)


def long_table(names: list[str], results: NDArray[np.float64]) -> pd.DataFrame:
    """List every pairing in a row of its own, for download."""
    return pd.DataFrame(
        [
            {"x": x, "o": o, "x_wins": win, "draw": draw, "o_wins": loss}
            for x, row in zip(names, results, strict=True)
            for o, (win, draw, loss) in zip(names, row, strict=True)
        ]
    )
