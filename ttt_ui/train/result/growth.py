"""The first time on Train: the curve of the default agent grows, next to what it would play."""

import time
from dataclasses import dataclass, fields, replace

import streamlit as st

from ttt_core.learning import LearningCurve
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.language import tr
from ttt_ui.moves.insights import agent_insights
from ttt_ui.train.result.curves import learning_figure
from ttt_ui.train.result.training import Training
from ttt_ui.train.result.views import chosen_lines
from ttt_ui.train.state import WATCHED, TrainState
from ttt_ui.train.time.time_machine import values_on_board
from ttt_ui.visit.session import Session, default_agent, per_visitor
from ttt_ui.widgets import rerun_page_if_alone
from ttt_ui.wording import counted

SECONDS = 4.0
_HOLD_SECONDS = 1.0
"""How long the first point stays, until a browser has loaded what draws the chart."""
FRAME_SECONDS = 0.2
_FRAMES_AT_FIRST = 2
_HEIGHT = 330
"""Of the chart: lower than the one with the result, so that a phone shows the board too."""


@dataclass
class Growth:
    """When it began: with the second frame, which a browser asks for once it has the first."""

    frames: int = 0
    began: float = 0.0

    def next_share(self) -> float:
        """Return how much of the curve the next frame shows, from 0 to 1."""
        self.frames += 1
        if self.frames <= _FRAMES_AT_FIRST:
            self.began = time.monotonic()
        return min(max(0.0, (time.monotonic() - self.began - _HOLD_SECONDS) / SECONDS), 1.0)


def to_watch(visitor: Session, train: TrainState) -> Training | None:
    """Return the training of the default agent if a newcomer, who still has it, is to watch it."""
    if WATCHED.value or visitor.agent.fingerprint != default_agent().fingerprint:
        return None
    return train.present_training(visitor)


def skip() -> None:
    """Show the result."""
    WATCHED.set(True)
    rerun_page_if_alone()


def show(training: Training) -> None:
    """Show the training from the first game to the last; then the page shows its result."""
    st.fragment(_frame, key="train_growth", run_every=FRAME_SECONDS)(training)


def _frame(training: Training) -> None:
    share, curve = per_visitor(Growth).next_share(), training.curve
    if share == 1:
        WATCHED.set(True)
        st.rerun()
    points = 2 + round((curve.games.size - 2) * share)
    games = int(curve.games[points - 1])
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(tr("Train"), anchor=False, width="content")
        st.button(tr("Skip"), icon=":material/skip_next:", on_click=skip, key="train_growth_skip")
    st.subheader(
        tr("Watch it learn: {n:,} of {games}", n=games, games=_last_of(curve)), anchor=False
    )
    chart, board = st.columns([3, 1], gap="small", vertical_alignment="center")
    with chart:
        _chart(curve, points)
    with board.container(gap="xxsmall"):
        agent = training.agent_after(games)
        st.markdown(tr("**Its values, and its move**"))
        values_on_board(agent, agent_insights().telling_board, games, key="train_growth_board")


def _last_of(curve: LearningCurve) -> str:
    return counted(int(curve.games[-1]), "game", "games")


def _chart(curve: LearningCurve, points: int) -> None:
    """Draw the first points of a curve where the whole curve will have them."""
    lines = chosen_lines()
    part = replace(
        curve, **{entry.name: getattr(curve, entry.name)[:points] for entry in fields(curve)}
    )
    figure = learning_figure(part, lines, log=True)
    whole = learning_figure(curve, lines, log=True)["layout"]
    figure["layout"] |= {"height": _HEIGHT, "xaxis": whole["xaxis"], "margin": whole["margin"]}
    lasting_chart(
        figure,
        key="train_growth_curve",
        title=tr("Learning curve"),
        label=tr("Learning curve over {games}: {lines}", games=_last_of(part), lines=len(lines)),
        on_click=skip,
    )
