"""What several chapters show: agents, and boards with their values."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING
from ttt_core.game import position_of
from ttt_core.learning import LearningRule, ready_made
from ttt_ui.drawing.board_component import CellNote, board
from ttt_ui.drawing.colours import signed_tone
from ttt_ui.drawing.download import picture_button
from ttt_ui.drawing.fronts import fronts_figure, fronts_in_words
from ttt_ui.drawing.slider_component import read_move, slider
from ttt_ui.drawing.verdict_badge import verdict_badge
from ttt_ui.frame.field import Field
from ttt_ui.language import tr
from ttt_ui.moves.values import DASH, NOT_TRIED
from ttt_ui.wording import counted, number


def draw_fronts(name: str, fronts: ttt.Fronts, key: str) -> None:
    """Draw how knowledge rises in a training, under its name; `key` is of all of a chapter."""
    st.markdown(f"**{name}**")
    st.plotly_chart(
        fronts_figure(fronts),
        key=f"{key}_{name}",
        config=picture_button(name),
        alt=f"{name}. {fronts_in_words(fronts)}",
    )


def value_text(value: float) -> str:
    """Write a value as on a board or a grid; formulas have more decimals."""
    return number(value, 2)


def value_notes(
    values: NDArray[np.float64],
    tried: Iterable[int],
    best: Collection[int],
    changed: tuple[int, float] | None = None,
) -> dict[int, CellNote]:
    """Return the notes that show values on a board.

    Parameters
    ----------
    values : float array (9,)
        From -1 to 1; nan on taken cells.
    tried
        Cells with a learned value.
    best
        The best cells; outlined if there is only one.
    changed
        A cell whose value has just changed, and its value before.
    """
    learned = set(tried)
    return {
        cell: _note(
            float(values[cell]),
            is_tried=cell in learned,
            is_best=[*best] == [cell],
            before=changed[1] if changed is not None and changed[0] == cell else None,
        )
        for cell in np.flatnonzero(~np.isnan(values)).tolist()
    }


def _note(value: float, *, is_tried: bool, is_best: bool, before: float | None) -> CellNote:
    return CellNote(
        value_text(value) if is_tried else DASH,
        signed_tone(float(np.clip(value, -1, 1))),
        None,
        tr("value {value}", value=value_text(value)) if is_tried else tr(NOT_TRIED),
        choice="own" if is_best else None,
        certainty=None if is_tried else NOT_TRIED,
        run=None if before is None else (before, value),
    )


GAMES = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000)
"""The numbers of games to choose from."""
_GAMES_AT_A_TIME = 1_000

_Number = TypeVar("_Number", int, float)


def quick_study() -> ttt.Agent:
    """Return an unbeatable agent."""
    return ready_made("Quick study")


@st.cache_resource(show_spinner=False)
def quick_studies() -> list[ttt.Agent]:
    """Train agents with the settings of `quick_study`, each until it is first unbeatable."""
    configs = [replace(ttt.PRESETS["Quick study"], seed=seed) for seed in range(9)]
    return [ttt.train(replace(config, games=games_until_unbeatable(config))) for config in configs]


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


def choose_games(key: str) -> int:
    """Draw the slider through the games of self-play; return the chosen number."""
    return choose(tr("Games of self-play"), GAMES, GAMES[-1], key=key)


def choose(label: str, numbers: Sequence[_Number], first: _Number, *, key: str) -> _Number:
    """Draw a slider through numbers; return the chosen one, at first `first`."""
    chosen = Field(f"{key}_number", first, lambda one: one in numbers)
    slider(
        label,
        numbers,
        chosen.value,
        key=key,
        token=key,
        on_move=_choose_dragged,
        args=(key, chosen),
        free=False,
    )
    return chosen.value


def _choose_dragged(key: str, chosen: Field[Any]) -> None:
    move = read_move(key)
    if move is not None and chosen.accepts(move.value):
        chosen.set(move.value)


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
