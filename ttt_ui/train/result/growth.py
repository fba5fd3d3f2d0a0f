"""The first time on Train: the curve of the default agent grows, and the map of what it knows."""

from dataclasses import dataclass, fields, replace

import streamlit as st

from ttt_core.learning import LearningCurve
from ttt_ui.drawing.lasting_chart import draws_frames, lasting_chart
from ttt_ui.drawing.map_component import game_map
from ttt_ui.language import tr
from ttt_ui.train.result.curves import FRONTS_AXIS, learning_figure
from ttt_ui.train.result.training import Training
from ttt_ui.train.result.views import chosen_lines, description
from ttt_ui.train.state import WATCHED, present_training
from ttt_ui.visit.session import Session, default_agent, per_visitor
from ttt_ui.widgets import rerun_page_if_alone
from ttt_ui.wording import counted

FRAMES = 20
FRAME_MS = 200
"""How long a frame stays at least."""
_CHART = "train_growth_curve"
_HEIGHT = 375
"""Of the chart: lower than the one with the result, so that a phone shows the board too."""


@dataclass
class Growth:
    """How many of its frames the visitor's browser has drawn, however slow it is."""

    frames: int = 0

    def take_frame(self) -> None:
        self.frames += 1


def to_watch(visitor: Session) -> Training | None:
    """Return the training of the default agent if a newcomer, who still has it, is to watch it."""
    if WATCHED.value or visitor.agent.fingerprint != default_agent().fingerprint:
        return None
    return present_training(visitor)


def skip() -> None:
    """Show the result."""
    WATCHED.set(True)
    rerun_page_if_alone()


def show(training: Training) -> None:
    """Show the training from the first game to the last; then the page shows its result."""
    st.fragment(_frame, key="train_growth")(training)


def _frame(training: Training) -> None:
    growth, curve = per_visitor(Growth), training.curve
    if growth.frames >= FRAMES or not draws_frames(_CHART):
        WATCHED.set(True)
        st.rerun()
    points = 2 + round((curve.games.size - 2) * growth.frames / FRAMES)
    games = int(curve.games[points - 1])
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(tr("Train"), anchor=False, width="content")
        st.button(tr("Skip"), icon=":material/skip_next:", on_click=skip, key="train_growth_skip")
    st.subheader(
        tr("Watch it learn: {n:,} of {games}", n=games, games=_last_of(curve)), anchor=False
    )
    chart, known = st.columns([8, 5], gap="small", vertical_alignment="center")
    with chart:
        _chart(training, points, growth)
    with known:
        game_map(training.agent_after(games), key="train_growth_map")


def _last_of(curve: LearningCurve) -> str:
    return counted(int(curve.games[-1]), "game", "games")


def _chart(training: Training, points: int, growth: Growth) -> None:
    """Draw the first points of a curve where the whole curve will have them."""
    curve, lines = training.curve, chosen_lines(training)
    part = replace(
        curve, **{entry.name: getattr(curve, entry.name)[:points] for entry in fields(curve)}
    )
    figure = learning_figure(part, lines, log=True)
    whole = learning_figure(curve, lines, log=True)["layout"]
    notes = [note for note in figure["layout"]["annotations"] if note.get("yref") != FRONTS_AXIS]
    figure["layout"] |= {
        "annotations": notes,
        "height": _HEIGHT,
        "xaxis": whole["xaxis"],
        "margin": whole["margin"],
    }
    lasting_chart(
        figure,
        key=_CHART,
        title=tr("Learning curve"),
        label=description(part, lines),
        on_click=skip,
        on_drawn=growth.take_frame,
        drawn_for_ms=FRAME_MS,
    )
