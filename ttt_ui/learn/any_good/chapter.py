"""Is it any good? A win rate, and what it hides."""

from typing import Any

import streamlit as st

from ttt_core.evaluation import review
from ttt_ui.drawing import curve_chart
from ttt_ui.drawing.colours import SIDE_COLOURS
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.learn.any_good import actions, wording
from ttt_ui.learn.any_good.players import gambler, unbeatable_agent
from ttt_ui.learn.any_good.state import MOST_GAMES, Sample, sample
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.train import why_wording
from ttt_ui.train.why import refuting_board
from ttt_ui.wording import percent

BATCHES = (100, 1_000)
_BOUNDS = (0.01, 0.99)
"""The worst-case losses that separate the answers."""


@st.fragment
def _show() -> None:
    state = sample()
    with st.container(horizontal=True, gap="small"):
        for games in BATCHES:
            st.button(
                f"Play {games:,} games",
                key=f"any_good_play_{games}",
                on_click=actions.play,
                args=(games,),
                disabled=len(state.winners) >= MOST_GAMES,
            )
    st.markdown(wording.sample_so_far(state))
    figures, chart = st.columns([2, 3], gap="medium")
    with figures, st.grid(2, min_column_width=120, gap="small"):
        st.metric("Games", f"{len(state.winners):,}")
        for label, winner in (("Won", "X"), ("Drawn", "-"), ("Lost", "O")):
            st.metric(label, percent(state.share(winner)) if state.winners else "–")
    with chart, st.container(gap=None):
        lasting_chart(
            _figure(state),
            key="any_good_curve",
            title="Share of games won",
            label=wording.curve(state),
        )


def _figure(state: Sample) -> dict[str, Any]:
    """Draw the share of games won so far, by games played."""
    games, shares = state.win_rate()
    layout = curve_chart.layout(log=False)
    layout["xaxis"] |= {"range": [0, max(100, 1.03 * len(state.winners))]}
    layout["yaxis"]["title"]["text"] = "Won so far"
    layout |= {"height": 220, "showlegend": False, "hovermode": "closest"}
    return {
        "data": [
            {
                "x": games,
                "y": shares,
                "meta": "won",
                "mode": "lines",
                "line": {"color": SIDE_COLOURS["X"], "width": 3},
                "hovertemplate": "%{x:,} games: %{y:.1%}<extra></extra>",
            }
        ],
        "layout": layout,
    }


def _right() -> int:
    losses = gambler().card.worst_case_as_x.loss
    return sum(losses > bound for bound in _BOUNDS)


def _reason() -> str:
    return wording.reason(gambler())


def _reveal() -> None:
    game, words = st.columns([2, 3], gap="medium")
    with game:
        _game_that_beats_it()
    with words:
        st.markdown(wording.THE_OTHER)
        st.markdown(wording.table(gambler(), unbeatable_agent()))
        st.markdown(wording.meaning(unbeatable_agent()))


@st.fragment
def _game_that_beats_it() -> None:
    """Draw the game that beats the agent every time, to step through."""
    found, state = gambler().refutation, sample()
    if found is None:
        return
    moves, step = review(found.cells), state.step
    st.markdown(wording.THE_GAME)
    refuting_board(found, moves, step, key="any_good_board")
    with st.container(horizontal=True, gap="xsmall", horizontal_alignment="center"):
        st.button("Back", key="any_good_back", on_click=actions.go, args=(-1,), disabled=step == 0)
        st.button(
            "Forward",
            key="any_good_forward",
            on_click=actions.go,
            args=(1,),
            disabled=step == len(moves),
        )
    st.markdown(why_wording.step_in_words(found, step, moves))


CHAPTER = Chapter(
    title="Is it any good?",
    minutes=4,
    aim=wording.AIM,
    show=_show,
    question=Question(
        text=wording.QUESTION,
        answers=wording.ANSWERS,
        right=_right,
        reason=_reason,
    ),
    reveal=_reveal,
)
