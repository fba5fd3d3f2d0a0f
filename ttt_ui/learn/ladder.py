"""The ladder to Quick study: the games that each of its settings saves."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.drawing.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.jobs import ThreadJob
from ttt_ui.language import localised, tr
from ttt_ui.streamlit_fixes.theme_text import THEME_TEXT
from ttt_ui.visit.session import per_visitor
from ttt_ui.wording import counted

SEEDS = range(9)
MOST_GAMES = 200_000
_CHUNK = 1_000


@dataclass(frozen=True)
class Rung:
    """A step of the ladder: its bar's name, the new idea, and settings added to those before."""

    label: str
    said: str
    settings: Mapping[str, Any]


RUNGS = (
    Rung(
        tr_noop("Random moves"),
        tr_noop("Self-play with random moves; each position is learned separately."),
        {"epsilon": 1.0, "epsilon_decay": 1.0, "symmetry": False},
    ),
    Rung(
        tr_noop("+ symmetry"),
        tr_noop("Equivalent positions share what is learned."),
        {"symmetry": True},
    ),
    Rung(
        tr_noop("+ least tried"),
        tr_noop("It explores the move it has tried least."),
        {"exploration": "least-visited"},
    ),
    Rung(
        tr_noop("+ replay"),
        tr_noop("After each game it learns again from 1,000 past moves."),
        {"replay": 1_000},
    ),
    Rung(
        tr_noop("+ caution"),
        tr_noop("An untried move starts slightly below a draw."),
        {"initial_value": -0.1},
    ),
    Rung(
        tr_noop("+ move cost"),
        tr_noop(
            "Each move costs a little, so X seeks more than a draw. Ties go to the first move."
        ),
        {"move_cost": 0.15, "ties": "first"},
    ),
    Rung(
        tr_noop("+ less exploration"), tr_noop("Only one move in five explores."), {"epsilon": 0.2}
    ),
    Rung(
        tr_noop("+ fine tuning"),
        tr_noop("γ = 1, α = 1, each game learned backwards, and a little less caution."),
        {"gamma": 1.0, "alpha": 1.0, "backward": True, "initial_value": -0.08},
    ),
)


def settings_of(rung: int) -> ttt.TrainingConfig:
    """Return the settings of a rung, with those of all rungs before it."""
    config = ttt.TrainingConfig(games=MOST_GAMES)
    for one in RUNGS[: rung + 1]:
        config = replace(config, **one.settings)
    return config


@st.cache_resource(max_entries=len(RUNGS) * len(SEEDS), show_spinner=False)
def games_needed(rung: int, seed: int) -> int:
    """Return the number of games until an agent is unbeatable for the first time.

    It is checked after every game, up to `MOST_GAMES`.
    """
    run = ttt.TrainingRun(replace(settings_of(rung), seed=seed), watched=True)
    while run.games_played < MOST_GAMES:
        run.play(_CHUNK)
        standing = run.standing
        if standing is not None and standing.first is not None:
            return standing.first
    return MOST_GAMES


@cache
def games_of(rung: int) -> list[int]:
    """Return the numbers of games of all seeds."""
    return [games_needed(rung, seed) for seed in SEEDS]


def median_of(rung: int) -> int:
    """Return the median over the seeds; their number is odd."""
    return int(np.median(games_of(rung)))


# The visitor's progress


@dataclass
class LadderState:
    """How many rungs to train, and how many agents are trained: rung by rung, one for each seed."""

    asked: int = 0
    agents: int = 0
    job: ThreadJob | None = None

    @property
    def trained(self) -> int:
        """How many rungs are trained."""
        return self.agents // len(SEEDS)

    @property
    def at_work(self) -> bool:
        """Whether there are rungs left to train."""
        return self.trained < self.asked

    def ask(self, rungs: int) -> None:
        """Queue more rungs for training."""
        self.asked = min(self.trained + rungs, len(RUNGS))

    def train(self, job: ThreadJob) -> None:
        """Train all that is queued."""
        while self.at_work:
            with job.turn():
                self.train_one()

    def train_one(self) -> None:
        """Train the next agent; `games_needed` keeps the result."""
        rung, place = divmod(self.agents, len(SEEDS))
        games_needed(rung, SEEDS[place])
        self.agents += 1


# The words


def progress(state: LadderState) -> str:
    """Say in Markdown what the newest step of the ladder adds, or the one being trained."""
    trained, done = divmod(state.agents, len(SEEDS))
    if trained < state.asked:
        rung = RUNGS[trained]
        return tr(
            "**{idea}:** {meaning} Training run {run} of {all}…",
            idea=tr(rung.label),
            meaning=tr(rung.said),
            run=done + 1,
            all=len(SEEDS),
        )
    if not trained:
        return tr("Each step is trained {times} times.", times=len(SEEDS))
    rung, games = RUNGS[trained - 1], counted(median_of(trained - 1), "game", "games")
    return tr(
        "**{idea}: {games}.** {meaning}", idea=tr(rung.label), games=games, meaning=tr(rung.said)
    )


def in_words(state: LadderState) -> str:
    """Describe the ladder for a screen reader."""
    if not state.trained:
        return tr("Games until first unbeatable: no step of the ladder is trained yet")
    steps = "; ".join(
        tr(
            "{name}: {value}",
            name=tr(RUNGS[rung].label),
            value=counted(median_of(rung), "game", "games"),
        )
        for rung in range(state.trained)
    )
    return tr("Games until first unbeatable, by step of the ladder: {steps}", steps=steps)


# The figure


def figure(state: LadderState) -> dict[str, Any]:
    """Draw a bar for the median of each trained step, and a dot for each of its runs."""
    labels = [tr(rung.label) for rung in RUNGS]
    trained = range(state.trained)
    medians = [median_of(rung) for rung in trained]
    dots = [(games, labels[rung]) for rung in trained for games in games_of(rung)]
    return {
        "data": [
            {
                "type": "bar",
                "meta": "median",
                "orientation": "h",
                "y": labels[: state.trained],
                "x": medians,
                "text": [localised(f"{median:,}") for median in medians],
                "textposition": "inside",
                "insidetextanchor": "start",
                "textfont": {"color": "white", "size": 14},
                "marker": {"color": SIDE_COLOURS["X"]},
                "hovertemplate": tr("%{y}: %{x:,} games") + "<extra></extra>",
            },
            {
                "type": "scatter",
                "meta": "trainings",
                "mode": "markers",
                "x": [games for games, _ in dots],
                "y": [label for _, label in dots],
                "marker": {"color": NEUTRAL, "size": 6, "line": {"color": THEME_TEXT, "width": 1}},
                "hovertemplate": tr("one run: %{x:,} games") + "<extra></extra>",
            },
        ],
        "layout": {
            "height": 330,
            "margin": {"l": 0, "r": 8, "t": 8, "b": 0},
            "showlegend": False,
            "xaxis": {
                **LEGIBLE_AXIS,
                "title": {**LEGIBLE_AXIS["title"], "text": tr("Games until first unbeatable")},
                "type": "log",
                "range": [2, 5],
                "tickvals": [100, 1_000, 10_000, 100_000],
                "ticktext": [localised(f"{10**power:,}") for power in range(2, 6)],
                "fixedrange": True,
            },
            "yaxis": {
                **LEGIBLE_AXIS,
                "categoryorder": "array",
                "categoryarray": labels,
                "range": [len(labels) - 0.5, -0.5],
                "fixedrange": True,
                "automargin": True,
                "tickmode": "array",
                "tickvals": labels,
            },
        },
    }


# The page


def show() -> None:
    """Draw the ladder and its buttons."""
    state = per_visitor(LadderState)
    st.subheader(tr("The ladder"), anchor=False)
    st.markdown(tr("Few games are enough, because each teaches a lot. Add one idea at a time."))
    with st.container(horizontal=True, gap="xsmall"):
        for label, rungs, icon in (
            (tr("Add the next idea"), 1, ":material/stairs_2:"),
            (tr("Add all"), len(RUNGS), None),
        ):
            st.button(
                label,
                key=f"learned_or_known_rungs_{rungs}",
                icon=icon,
                on_click=state.ask,
                args=(rungs,),
                disabled=state.at_work or state.trained == len(RUNGS),
            )
    if state.at_work:
        state.job = jobs.going_on(state.job, state.train)
    jobs.follow(state.job, lambda: _rungs(state))


def _rungs(state: LadderState) -> None:
    st.markdown(progress(state))
    if state.agents:
        lasting_chart(
            figure(state),
            key="learned_or_known_ladder",
            title=tr("The ladder: games until first unbeatable"),
            label=in_words(state),
        )
