"""The hidden units of a network: what each looks for, and what it adds to the values here."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import position_of
from ttt_core.learning import hidden_units_in, network_values, parts_of_network, without_units
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.colours import BARE, signed_tone
from ttt_ui.drawing.download import picture_button
from ttt_ui.language import localised, tr, tr_plural
from ttt_ui.moves.insights import best_cells
from ttt_ui.streamlit_fixes.looks import THEME_TEXT
from ttt_ui.wording import cell_name, counted, listed, percent

_SHOWN = 6
_BOARDS = (tr_noop("Own marks"), tr_noop("Other marks"), tr_noop("Adds to"))
_WIDTH, _HEIGHT = 330, 560
_COLOURS = [[(tone + 1) / 2, str(signed_tone(tone))] for tone in (-1, -0.001, 0.001, 1)]
_AXIS = {
    "fixedrange": True,
    "showgrid": False,
    "zeroline": False,
    "ticks": "",
    "automargin": True,
    "tickfont": {"color": THEME_TEXT},
}


@st.fragment
def hidden_units(board: str, agent: ttt.Agent) -> None:
    """Show the units that matter most on an open board, and let the visitor switch units off."""
    assert agent.weights is not None
    parts = parts_of_network(agent.weights)
    hidden = hidden_units_in(agent.weights, position_of(board))
    cell = best_cells(agent.policy()[position_of(board)])[0]
    added = hidden * parts.out_of_units[cell]
    units = np.argsort(-np.abs(added), kind="stable")[:_SHOWN].tolist()
    titles = _titles(units, added)
    st.header(tr("Hidden units"), anchor=False)
    words, picture = st.columns(2, gap="large")
    with words:
        st.markdown(
            tr(
                "{active} of {units} are active here. These change the value of {move} most; the "
                "number is what each adds.",
                active=np.count_nonzero(hidden),
                units=counted(hidden.size, "unit", "units"),
                move=cell_name(cell),
            ),
            help=tr(
                "A unit adds up its weights for the marks on the board: the first two boards, for "
                "the side to move and the other side. If the sum is above 0, the unit is active. "
                "It then makes moves look better (green) or worse (purple): the third board."
            ),
        )
        off = st.pills(
            tr("Switch off"),
            units,
            selection_mode="multi",
            wrap=True,
            format_func=lambda unit: tr("Unit {number}", number=unit + 1),
            help=tr("Judges the network without these units, exactly. Your agent does not change."),
        )
        if off:
            st.markdown(_without(agent, off))
    with picture:
        st.plotly_chart(
            _figure(parts.into_units[:, units], parts.out_of_units[:, units], titles),
            key="inspect_units",
            width=_WIDTH,
            config=picture_button(tr("Hidden units")),
            alt=tr(
                "Weights of {units} in {board}",
                units=listed(titles).replace("<br>", " "),
                board=rules.pattern(board),
            ),
        )


def _titles(units: Sequence[int], added: NDArray[np.float64]) -> list[str]:
    return [
        f"{tr('Unit {number}', number=unit + 1)}<br>"
        + localised(f"{added[unit]:+z.2f}").replace("-", "−")
        for unit in units
    ]


def _without(agent: ttt.Agent, units: Sequence[int]) -> str:
    """Say how good the network is without some units."""
    assert agent.weights is not None
    values = network_values(without_units(agent.weights, units))
    card = ttt.evaluate(ttt.greedy(values, agent.config.ties))
    names = listed([str(unit + 1) for unit in sorted(units)])
    return tr_plural(
        "Without unit {names}: **{verdict}**. A random player beats it in {as_x} of its games as X "
        "and {as_o} as O.",
        "Without units {names}: **{verdict}**. A random player beats it in {as_x} of its games as "
        "X and {as_o} as O.",
        len(units),
        names=names,
        verdict=tr(card.verdict),
        as_x=percent(card.vs_random_as_x.loss),
        as_o=percent(card.vs_random_as_o.loss),
    )


def _figure(
    into: NDArray[np.float64], out_of: NDArray[np.float64], titles: Sequence[str]
) -> go.Figure:
    """Draw three small boards, side by side, for each unit."""
    picture = np.full((4 * len(titles) - 1, 11), np.nan)
    boards = np.concatenate([into / np.abs(into).max(), out_of / np.abs(out_of).max()])
    for unit in range(len(titles)):
        for number in range(3):
            cells = boards[9 * number : 9 * number + 9, unit].reshape(3, 3)
            picture[4 * unit : 4 * unit + 3, 4 * number : 4 * number + 3] = cells
    return go.Figure(
        data=go.Heatmap(
            z=picture,
            zmin=-1,
            zmax=1,
            colorscale=_COLOURS,
            showscale=False,
            xgap=1,
            ygap=1,
            hoverinfo="skip",
        ),
        layout={
            **BARE,
            "xaxis": {
                "tickvals": [1, 5, 9],
                "ticktext": [tr(name) for name in _BOARDS],
                "side": "top",
            }
            | _AXIS,
            "yaxis": {
                "tickvals": [4 * unit + 1 for unit in range(len(titles))],
                "ticktext": titles,
                "autorange": "reversed",
            }
            | _AXIS,
            "height": _HEIGHT,
            "margin": {"l": 0, "r": 0, "t": 0, "b": 0, "pad": 4},
        },
    )
