"""Look back or look ahead: how the result of a game reaches its first move."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median_low
from types import MappingProxyType
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import SIDES, walk
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import board, clicked_cell
from ttt_ui.drawing.colours import signed_tone
from ttt_ui.drawing.download import picture_button
from ttt_ui.language import localised, tr, tr_plural
from ttt_ui.learn.chapter import Question, ask
from ttt_ui.learn.trained import choose, draw_fronts, games_until_unbeatable, value_text
from ttt_ui.moves.values import Numbers
from ttt_ui.replay.game import Game
from ttt_ui.streamlit_fixes.looks import THEME_TEXT
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import rerun_page_if_alone
from ttt_ui.wording import coloured, counted, percent

_ONE_STEP = ttt.TrainingConfig(rule="q-learning", symmetry=False)
_REPLAYED = 50
"""Updates from past moves after a game."""

AGENTS: Mapping[str, ttt.TrainingConfig] = MappingProxyType(
    {
        tr_noop("Monte Carlo"): replace(_ONE_STEP, rule="monte-carlo"),
        tr_noop("One step"): _ONE_STEP,
        tr_noop("Replay"): replace(_ONE_STEP, replay=_REPLAYED),
        tr_noop("Backward"): replace(_ONE_STEP, backward=True),
    }
)
"""By their name here. All have the same α and γ, and all values start at 0."""

DECAYS = tuple(tenth / 10 for tenth in range(11))
"""The trace decays λ to choose from: One step, and Monte Carlo at the other end."""
_BETWEEN = 0.5
SELF_PLAY = ttt.TrainingConfig(
    rule="q-learning", games=100_000, alpha=0.1, epsilon=0.6, epsilon_decay=1.0
)
"""With most seeds, `_BETWEEN` is sooner unbeatable than both ends."""
SEEDS = range(20)

EXAMPLE = (0, 4, 8, 2, 6, 3, 7)
"""A game that X wins by a fork."""
_FIRST_OF_WINNER = 0
"""The ply of X's first move."""
MOST_TIMES = 20
_KEY = "looking_back_board"


def values_after(
    cells: Sequence[int], times: int, agents: Mapping[str, ttt.TrainingConfig] = AGENTS
) -> NDArray[np.float64]:
    """Let all agents learn from a game `times` times.

    Returns
    -------
    float array (len(cells), len(agents))
        The value of each move, for each agent.
    """
    moves = walk(cells)[:-1], list(cells)
    values = []
    for config in agents.values():
        run = ttt.TrainingRun(config)
        for _ in range(times):
            run.learn(cells)
        values.append(run.q[moves])
    return np.stack(values, axis=1)


def _times_for_one_step() -> int:
    """Return how many times One step must learn from the example to reach its first move."""
    move = _FIRST_OF_WINNER, list(AGENTS).index("One step")
    return next(times for times in range(1, MOST_TIMES) if values_after(EXAMPLE, times)[move])


def with_trace(decay: float) -> Mapping[str, ttt.TrainingConfig]:
    """Return the agents with that of a trace decay λ between its two ends."""
    near, far = "One step", "Monte Carlo"
    between = {_named(decay): replace(_ONE_STEP, trace_decay=decay)}
    return {near: AGENTS[near], **between, far: AGENTS[far], **AGENTS}


def _named(decay: float) -> str:
    return localised(f"λ = {decay:g}")


@st.cache_resource(show_spinner=False, max_entries=len(DECAYS))
def games_needed(decay: float) -> tuple[int, ...]:
    """Return after how many games of self-play an agent is first unbeatable, seed by seed."""
    config = replace(SELF_PLAY, trace_decay=decay)
    return tuple(games_until_unbeatable(replace(config, seed=seed)) for seed in SEEDS)


FACTORS = (0.9, 0.0)
"""Discount factors of the agents whose fronts are shown."""
LOOKS_AHEAD = ttt.TrainingConfig(rule="q-learning", games=20_000)


@st.cache_resource(show_spinner=False, max_entries=len(FACTORS))
def fronts(gamma: float) -> ttt.Fronts:
    return ttt.fronts(replace(LOOKS_AHEAD, gamma=gamma))


def _how_far_it_rises() -> int:
    last_move, first_move = fronts(0).played_right[-1, [-1, 0]]
    return 0 if first_move == 1 else 1 if last_move == 1 else 2


def _why_no_further() -> str:
    shares = [percent(share) for share in fronts(0).played_right[-1].tolist()]
    return tr(
        "With γ = 0, a move is worth only the reward it brings at once. With 7 marks on the "
        "board, that is all there is: {last} of those positions are played right. With 4 marks "
        "it is {middle}, and with 1 mark {first}, however many games it plays.",
        last=shares[6],
        middle=shares[3],
        first=shares[0],
    )


WITHOUT_LOOKING_AHEAD = Question(
    tr_noop(
        "Knowledge rises from the ends of games. How far does it rise with γ = 0, without looking "
        "ahead?"
    ),
    (
        tr_noop("To the first move, only later"),
        tr_noop("It gets stuck on the way"),
        tr_noop("It does not rise at all"),
    ),
    _how_far_it_rises,
    _why_no_further,
)


# The visitor's game


@dataclass
class OwnGame:
    """The visitor's game, finished or not, and how many times the agents learn from it."""

    game: Game = field(default_factory=lambda: Game(person=None))
    times: int = 1

    def begin(self, cells: tuple[int, ...] = ()) -> None:
        self.game, self.times = Game(self.game.number + 1, None, [*cells]), 1
        rerun_page_if_alone()

    def learn_again(self) -> None:
        self.times = min(self.times + 1, MOST_TIMES)


def own_game() -> OwnGame:
    return per_visitor(OwnGame)


def take_cell() -> None:
    """Make the clicked move for the side to move."""
    game = own_game().game
    cell = clicked_cell(_KEY, game.token, game.board)
    if cell is not None:
        game.play(cell)
        if game.over:
            rerun_page_if_alone()


# The words

TITLE = tr_noop("Look back or look ahead")
MINUTES = 3
WORDS = ("Bootstrapping", "Trace decay λ")
AIM = tr_noop(
    "Only the end of a game brings a reward. How does it reach the first move? **Play both sides** "
    "until one wins."
)
_FOUR_AGENTS = tr_noop(
    "Four agents learn from it, with α = {alpha:g} and γ = {gamma:g}. All values start at 0.\n"
    "- **Monte Carlo** looks back from the final reward.\n"
    "- **One step** looks ahead to the best value at the player's next turn, first move first.\n"
    "- **Replay** adds {updates} such updates in random order.\n"
    "- **Backward** is One step, last move first."
)
ANSWERS = tuple(AGENTS)
QUESTION = tr_noop("After one game, which has learned nothing about the winner's first move?")


def turn(game: Game) -> str:
    """Say in Markdown which side is to move, or how the game ended."""
    if not game.over:
        return tr("{side} to move.", side=game.side)
    if game.result == "draw":
        return tr("**A draw** is worth 0, so no value changes. Try another game.")
    moves = counted(len(game.moves), "move", "moves")
    return tr("**{side} has won** in {moves}.", side=game.result, moves=moves)


def reason() -> str:
    return tr(
        "It looks ahead to a value that is still 0. Each time, the reward reaches one more move of "
        "the winner: a game of {moves} moves has to be learned from {times} times.",
        moves=len(EXAMPLE),
        times=_times_for_one_step(),
    )


def figure_in_words(names: Iterable[str], values: Numbers, times: int) -> str:
    """Describe the figure for a screen reader."""
    columns = "; ".join(
        tr("{name}: {value}", name=tr(name), value=", ".join(map(value_text, column)))
        for name, column in zip(names, values.T.tolist(), strict=True)
    )
    return tr_plural(
        "Values of the game's moves, in order, after learning from it once. {columns}.",
        "Values of the game's moves, in order, after learning from it {n:,} times. {columns}.",
        times,
        columns=columns,
    )


def comparison(values: Numbers) -> str:
    """Say how many values each agent has changed, and which moves it blames."""
    changed = (values != 0).sum(axis=0).tolist()
    if not any(changed):
        return tr("Nobody won, so no value has changed.")
    counts = ", ".join(f"{tr(name)} {count}" for name, count in zip(AGENTS, changed, strict=True))
    return tr(
        "Values changed, out of {values}: {counts}. Monte Carlo blames the loser for every "
        "move, the others only for the last.",
        values=len(values),
        counts=counts,
    )


def between(decay: float) -> str:
    """Say how soon an agent that looks ahead this far is unbeatable, and those at the ends."""
    return tr(
        "In self-play with α = {alpha:g} and ε = {epsilon:g}, an agent with λ = {decay:g} is first "
        "unbeatable after {games:,} games. One step (λ = 0) needs {near:,}, and Monte Carlo "
        "(λ = 1) {far:,} (medians of {seeds} seeds).",
        alpha=SELF_PLAY.alpha,
        epsilon=SELF_PLAY.epsilon,
        decay=decay,
        games=median_low(games_needed(decay)),
        near=median_low(games_needed(DECAYS[0])),
        far=median_low(games_needed(DECAYS[-1])),
        seeds=len(SEEDS),
    )


# The figure

_ROW = 34
_HEAD = 34


def values_by_move(names: Iterable[str], values: Numbers) -> dict[str, Any]:
    """Draw the values of a game's moves: a row for each move, a column for each agent."""
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
                "x": [tr(name) for name in names],
                "y": plies,
                "z": values.tolist(),
                "text": [[value_text(value) for value in row] for row in values.tolist()],
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


# The page


@st.fragment
def show() -> None:
    own = own_game()
    game = own.game
    left, right = st.columns((2, 3), gap="medium")
    with left:
        st.markdown(coloured(turn(game)))
        board(
            game.board,
            key=_KEY,
            token=game.token,
            mark=game.side,
            last_move=game.moves[-1] if game.moves else None,
            announcement=turn(game).replace("*", ""),
            size="small",
            on_play=take_cell,
        )
        with st.container(horizontal=True, horizontal_alignment="center"):
            st.button(
                tr("Use an example"),
                key="looking_back_example",
                on_click=own.begin,
                args=(EXAMPLE,),
            )
            st.button(
                tr("Clear"), key="looking_back_clear", on_click=own.begin, disabled=not game.moves
            )
    with right:
        st.markdown(
            tr(_FOUR_AGENTS, alpha=_ONE_STEP.alpha, gamma=_ONE_STEP.gamma, updates=_REPLAYED)
        )


def right() -> int:
    (right,) = np.flatnonzero(values_after(EXAMPLE, 1)[_FIRST_OF_WINNER] == 0).tolist()
    return int(right)


@st.fragment
def reveal() -> None:
    own = own_game()
    if not own.game.over:
        st.info(tr("Finish your game to see what each learned."), icon=":material/info:")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            tr("Learn from it again"),
            key="looking_back_again",
            icon=":material/replay:",
            on_click=own.learn_again,
            disabled=own.times == MOST_TIMES,
        )
        st.markdown(
            tr_plural("Learned from it **once**", "Learned from it **{n:,} times**", own.times)
        )
    st.markdown(
        tr(
            "**Drag λ** from one end to the other. A move then learns (1 − λ) of the value ahead, "
            "and λ of what its player's next move learns."
        )
    )
    decay = choose(tr("Trace decay λ"), DECAYS, _BETWEEN, key="looking_back_decay")
    agents = with_trace(decay)
    values = values_after(own.game.moves, own.times, agents)
    st.plotly_chart(
        values_by_move(agents, values),
        width="stretch",
        key="looking_back_values",
        config=picture_button(tr("Values by move")),
        alt=figure_in_words(agents, values, own.times),
    )
    st.markdown(comparison(values_after(own.game.moves, own.times)))
    st.markdown(between(decay))
    if ask("looking-back-fronts", WITHOUT_LOOKING_AHEAD):
        for column, gamma in zip(st.columns(2, gap="medium"), FACTORS, strict=True):
            with column:
                draw_fronts(f"γ = {localised(f'{gamma:g}')}", fronts(gamma), "looking_back_fronts")
