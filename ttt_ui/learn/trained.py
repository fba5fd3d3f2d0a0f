"""Agents that several chapters show: an unbeatable one, and one after a number of games."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING
from ttt_core.game import position_of
from ttt_core.learning import LearningRule, ready_made
from ttt_ui.drawing.board_component import board
from ttt_ui.drawing.slider_component import read_move, slider
from ttt_ui.drawing.verdict_badge import verdict_badge
from ttt_ui.language import tr
from ttt_ui.learn.boards import value_notes
from ttt_ui.visit.session import per_visitor
from ttt_ui.wording import counted

GAMES = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000)
"""The numbers of games to choose from."""
_GAMES_AT_A_TIME = 1_000

_Number = TypeVar("_Number", int, float)


@st.cache_resource(show_spinner=False)
def quick_study() -> ttt.Agent:
    """Return an unbeatable agent. Agents never change, so chapters and visitors share it."""
    return ready_made("Quick study")


@st.cache_resource(show_spinner=False)
def quick_studies() -> list[ttt.Agent]:
    """Train agents with the settings of `quick_study`, each until it is first unbeatable."""
    return [_until_unbeatable(replace(ttt.PRESETS["Quick study"], seed=seed)) for seed in range(9)]


def _until_unbeatable(config: ttt.TrainingConfig) -> ttt.Agent:
    return ttt.train(replace(config, games=games_until_unbeatable(config)))


def games_until_unbeatable(config: ttt.TrainingConfig) -> int:
    """Return after how many games of a training the agent is first unbeatable; it must be once."""
    run = ttt.TrainingRun(config, watched=True)
    for games in range(0, config.games, _GAMES_AT_A_TIME):
        run.play(min(_GAMES_AT_A_TIME, config.games - games))
        assert run.standing is not None
        if run.standing.first is not None:
            return run.standing.first
    raise ValueError("The agent is never unbeatable in this training.")


class Trained(NamedTuple):
    """What a chapter shows of an agent."""

    board: str
    values: NDArray[np.float64]  # (9,), values of the moves on the board; nan for illegal moves
    # The moves it may choose there, and those it has learned from.
    plays: list[int]
    tried: list[int]
    moves_tried: int  # how many moves it has learned from on all boards
    card: ttt.ReportCard


def train_on(
    config: ttt.TrainingConfig, games: int, board: str, learning: LearningRule | None = None
) -> Trained:
    """Train from scratch and evaluate; parameters as in `TrainingRun`."""
    run = ttt.TrainingRun(config, learning=learning)
    run.play(games)
    position, policy, tried = position_of(board), run.policy(), run.visits > 0
    return Trained(
        board=board,
        values=run.q[position],
        plays=np.flatnonzero(policy[position, :RESIGNING]).tolist(),
        tried=np.flatnonzero(tried[position]).tolist(),
        moves_tried=int(tried.sum()),
        card=ttt.evaluate(policy),
    )


@dataclass
class Chosen:
    """The numbers chosen with the sliders of chapters, by the key of their slider."""

    numbers: dict[str, float] = field(default_factory=dict)


def choose_games(key: str) -> int:
    """Draw the slider through the games of self-play; return the chosen number."""
    return choose(tr("Games of self-play"), GAMES, GAMES[-1], key=key)


def choose(label: str, numbers: Sequence[_Number], first: _Number, *, key: str) -> _Number:
    """Draw a slider through numbers; return the chosen one, at first `first`."""
    chosen = numbers[numbers.index(per_visitor(Chosen).numbers.get(key, first))]
    slider(
        label,
        numbers,
        chosen,
        key=key,
        token=key,
        on_move=_choose_dragged,
        args=(key, numbers),
        free=False,
    )
    return chosen


def _choose_dragged(key: str, numbers: Sequence[float]) -> None:
    chosen, move = per_visitor(Chosen), read_move(key)
    if move is not None and move.value in numbers:
        chosen.numbers[key] = move.value


def agent_board(name: str, agent: Trained, games: int, *, key: str, effect: str = "") -> None:
    """Draw an agent's verdict and its board; screen readers also hear the effect."""
    st.markdown(f"**{name}**")
    verdict_badge(agent.card)
    words = " ".join(filter(None, (effect, tr(agent.card.verdict))))
    board(
        agent.board,
        key=key,
        token=str(games),
        notes=value_notes(agent.values, agent.tried, agent.plays),
        announcement=tr(
            "{agent}, {games}: {told}",
            agent=name,
            games=counted(games, "game", "games"),
            told=words,
        ),
        size="small",
    )
