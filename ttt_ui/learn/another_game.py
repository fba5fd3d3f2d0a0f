"""Another game: does the algorithm that learned tic-tac-toe learn Three Men's Morris?"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core import morris
from ttt_core.game import Side, other
from ttt_core.sentences import tr_noop
from ttt_ui.drawing import curve_chart
from ttt_ui.drawing.board_component import CellNote, board, read_play
from ttt_ui.drawing.colours import PLAYER_COLOURS, signed_tone
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.language import localised, tr
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import FreshKeys, rerun_page_if_alone
from ttt_ui.wording import cell_name, coloured, counted, number, percent

MEASURED_AT = (1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 50_000, 100_000, 200_000, 300_000)
"""The numbers of games when a learner is evaluated."""
GAMES = MEASURED_AT[-1]
_SEED = 1
"""With most seeds, the learners end up as with this one."""

LEARNERS: Mapping[str, morris.MorrisConfig] = MappingProxyType(
    {
        name: replace(config, games=GAMES, seed=_SEED)
        for name, config in (
            ("minimax-q", morris.MorrisConfig()),
            ("reward-memory", morris.PUBLISHED),
            ("changed-memory", morris.PASSES),
        )
    }
)
OPPONENTS: Mapping[str, str] = MappingProxyType(
    {
        "random": tr_noop("Random player"),
        "minimax-q": tr_noop("Minimax-Q"),
        "reward-memory": tr_noop("Reward memory"),
        "changed-memory": tr_noop("Reward memory, two settings changed"),
    }
)
"""Names → labels: the random player, and `LEARNERS`."""
_TO_CLAIM = 3
_KEY = "another_game_board"


class MorrisLearned(NamedTuple):
    """A learner after `GAMES` games, and how it got there."""

    policy: morris.Policy
    q: NDArray[np.float64]  # (n_open, 9), in the order of `Morris.child`; nan after the last move
    cards: tuple[morris.MorrisCard, ...]  # at each of `MEASURED_AT`

    @property
    def forces_win(self) -> bool:
        """Whether it wins as X whatever O does."""
        return self.cards[-1].forces_win_as_x

    @property
    def losses(self) -> list[float]:
        """How often it loses as X to its worst-case opponent, at each of `MEASURED_AT`."""
        return [card.worst_case_loss_as_x for card in self.cards]

    @property
    def vs_random(self) -> ttt.Result:
        """Its result as X against a random player."""
        return self.cards[-1].vs_random_as_x


@st.cache_resource(show_spinner=False, max_entries=len(LEARNERS))
def learned(name: str) -> MorrisLearned:
    """Train one of `LEARNERS`. Nothing changes it, so all visitors share it."""
    run, cards = morris.MorrisRun(LEARNERS[name]), []
    for games in MEASURED_AT:
        run.play(games - run.games_played)
        cards.append(morris.evaluate(run.policy()))
    return MorrisLearned(run.policy(), run.q(), tuple(cards))


def policy_of(opponent: str) -> morris.Policy:
    """Return how one of `OPPONENTS` plays."""
    return learned(opponent).policy if opponent in LEARNERS else morris.uniform()


# The visitor's game


@dataclass
class MorrisGame:
    """The visitor's game against one of `OPPONENTS`."""

    opponent: str = "random"
    side: Side = "X"
    number: int = 0
    positions: list[int] = field(default_factory=lambda: [0])  # as in `Morris.places`
    last: morris.Move | None = None
    picked: int | None = None  # the man that is picked up
    claimed: bool = False
    answered: bool = False  # whether the visitor may meet the learners
    random: np.random.Generator = field(default_factory=np.random.default_rng)
    key: FreshKeys = field(default_factory=lambda: FreshKeys("another_game"))

    @property
    def place(self) -> morris.Place:
        """The board, and the side to move."""
        return morris.morris().places[self.positions[-1]]

    @property
    def token(self) -> str:
        """Name of what is on show."""
        return f"{self.number}/{len(self.positions)}/{self.picked}"

    @property
    def moves_made(self) -> int:
        """How many moves both sides have made."""
        return len(self.positions) - 1

    @property
    def result(self) -> str | None:
        """The winner, how the game was drawn, or None if it goes on."""
        if self.positions[-1] >= morris.morris().n_open:
            return other(self.place[1])
        if self.claimed:
            return "claimed"
        return "stopped" if self.moves_made >= morris.MOST_PLIES else None

    @property
    def may_claim(self) -> bool:
        """Whether the position has come for the third time."""
        return self.result is None and self.positions.count(self.positions[-1]) >= _TO_CLAIM

    @property
    def clickable(self) -> set[int]:
        """The men that can be picked up, or put back, and the points that take a man now."""
        if self.result is not None:
            return set()
        moves = morris.moves(*self.place)
        hand = morris.PLACED if self.picked is None else self.picked
        men = {origin for origin, _ in moves if origin != morris.PLACED}
        return men | {target for origin, target in moves if origin == hand}

    def click(self, cell: int) -> None:
        """Place a man, pick one up, or put it down; then the opponent moves."""
        if cell not in self.clickable:
            return
        if cell == self.picked:
            self.picked = None
        elif self.place[0][cell] == self.side:
            self.picked = cell
        else:
            origin = morris.PLACED if self.picked is None else self.picked
            self._move(morris.moves(*self.place).index((origin, cell)))
            self._reply()

    def claim(self) -> None:
        """End the game as a draw."""
        self.claimed = self.claimed or self.may_claim
        if self.claimed:
            self.picked = None

    def begin(self) -> None:
        """Start a new game."""
        self.number += 1
        self.positions, self.last, self.picked, self.claimed = [0], None, None, False
        self._reply()

    def choose_opponent(self, name: object) -> None:
        """Start a new game against the chosen opponent."""
        if isinstance(name, str) and name in OPPONENTS and self.answered:
            self.opponent = name
            self.key.renew("opponent")
            self.begin()
            rerun_page_if_alone()

    def choose_side(self, side: object) -> None:
        """Start a new game with the chosen side."""
        if side in ("X", "O") and self.answered:
            self.side = side
            self.begin()

    def _move(self, order: int) -> None:
        game, position = morris.morris(), self.positions[-1]
        self.last = int(game.origin[position, order]), int(game.target[position, order])
        self.positions.append(int(game.child[position, order]))
        self.picked = None

    def _reply(self) -> None:
        if self.result is None and self.place[1] != self.side:
            chances = policy_of(self.opponent)[self.positions[-1]]
            self._move(int(self.random.choice(chances.size, p=chances)))


def take_click() -> None:
    """Do what a click on the board asks for."""
    game = per_visitor(MorrisGame)
    match read_play(_KEY):
        case cell, str(token) if token == game.token:
            game.click(cell)


# The words

TITLE = tr_noop("Another game")
MINUTES = 5
WORDS = ()
AIM = tr_noop(
    "**Three Men's Morris.** X and O place three men each, in turn; then a move slides one man "
    "along a line to a free point next to it. Three in a row wins, and a side that cannot move "
    "loses."
)
QUESTION = tr_noop(
    "Will the algorithm that learned tic-tac-toe learn this one, with not one line changed?"
)
ANSWERS = (
    tr_noop("Yes, minimax-Q and the reward memory both force the win as X"),
    tr_noop("Minimax-Q does, the reward memory does not"),
    tr_noop("No, neither of them does"),
)
_FORCE_THE_WIN = ((True, True), (True, False), (False, False))
"""Whether minimax-Q and the reward memory do, for each answer."""
_HOW_GAMES_END = tr_noop(
    "A game of {moves} moves is a draw. If a position comes for the third time, you may claim one."
)
_TWO_LEARNERS = tr_noop(
    "Two learners have tried it. **Minimax-Q** is the rule with the minus sign. A **reward "
    "memory** (Kutschera, 2018) keeps, for each move, the rewards of the games it was part of, and "
    "plays the move with the best score: their weighted average."
)
_RESULTS = {
    "claimed": tr_noop("**A draw**: the position came for the third time."),
    "stopped": tr_noop("**A draw**: the game is stopped after {moves} moves."),
}
_WHY = tr_noop(
    "**Why?** The reward memory hardly explores after 3,000 distinct games, and here nearly every "
    "game is a new one. It rewards short games more, so it prefers a trap to a slow win. With "
    "{times} times the exploration and all games rewarded equally, the same algorithm forces the "
    "win; either change alone is not enough."
)
_LOSSES = tr_noop("Worst-case losses as X")


def turn(game: MorrisGame) -> str:
    """Say in Markdown what the visitor can do, or how the game ended."""
    if game.result in _RESULTS:
        return tr(_RESULTS[game.result], moves=morris.MOST_PLIES)
    if game.result is not None:
        moves = counted(game.moves_made, "move", "moves")
        return tr("**{side} has won** in {moves}.", side=game.result, moves=moves)
    if game.place[0].count(game.side) < morris.MEN:
        return tr("You are {side}. **Place a man.**", side=game.side)
    if game.picked is None:
        return tr("You are {side}. **Pick up a man.**", side=game.side)
    return tr("You are {side}. **Put it down**, or pick up another.", side=game.side)


def last_move(game: MorrisGame) -> str:
    """Say which man was placed or moved last, if one was."""
    if game.last is None:
        return ""
    origin, target = game.last
    side = other(game.place[1])
    if origin == morris.PLACED:
        return tr("{side}: {cell}.", side=side, cell=cell_name(target))
    return tr(
        "{side}: from {origin} to {target}.",
        side=side,
        origin=cell_name(origin),
        target=cell_name(target),
    )


def reason() -> str:
    minimax, memory = learned("minimax-q"), learned("reward-memory")
    return tr(
        "Minimax-Q forces the win as X after {games:,} games. After {most:,}, the reward memory as "
        "published wins {wins} of games as X against a random player, and loses {losses} to its "
        "worst-case opponent.",
        games=MEASURED_AT[[card.forces_win_as_x for card in minimax.cards].index(True)],
        wins=percent(memory.vs_random.win),
        losses=percent(memory.losses[-1]),
        most=GAMES,
    )


def curves_in_words() -> str:
    """Describe the figure for a screen reader."""
    ends = "; ".join(
        tr("{name}: {value}", name=tr(OPPONENTS[name]), value=percent(learned(name).losses[-1]))
        for name in LEARNERS
    )
    return tr(
        "Worst-case losses as X, from {first:,} to {games:,} games of self-play. At the end: "
        "{ends}.",
        first=MEASURED_AT[0],
        games=GAMES,
        ends=ends,
    )


# The figure


def curves() -> dict[str, Any]:
    """Draw the worst-case losses of `LEARNERS` as X by games of self-play."""
    layout = curve_chart.layout(log=True, share=tr(_LOSSES))
    layout["height"] = 300
    strokes = (
        curve_chart.stroke(PLAYER_COLOURS[0], "solid", 2, "circle"),
        curve_chart.stroke(PLAYER_COLOURS[1], "dash", 2, "square"),
        curve_chart.stroke(PLAYER_COLOURS[2], "dot", 2, "diamond"),
    )
    return {
        "data": [
            {
                "x": list(MEASURED_AT),
                "y": learned(name).losses,
                "name": tr(OPPONENTS[name]),
                "meta": name,
                "hovertemplate": "%{y:.1%}",
                **stroke,
            }
            for name, stroke in zip(LEARNERS, strokes, strict=True)
        ],
        "layout": layout,
    }


# The page


@st.fragment
def show() -> None:
    game = per_visitor(MorrisGame)
    cells, _ = game.place
    left, right = st.columns((2, 3), gap="medium")
    with left:
        st.markdown(coloured(turn(game)))
        board(
            cells,
            key=_KEY,
            token=game.token,
            mark=game.side,
            last_move=None if game.last is None else game.last[1],
            clickable=game.clickable,
            picked=game.picked,
            notes=notes(game),
            announcement=f"{last_move(game)} {turn(game)}".replace("*", ""),
            size="small",
            on_play=take_click,
        )
        with st.container(horizontal=True, horizontal_alignment="center"):
            st.button(
                tr("New game"),
                key="another_game_new",
                icon=":material/restart_alt:",
                on_click=game.begin,
            )
            st.button(
                tr("Claim a draw"),
                key="another_game_claim",
                on_click=game.claim,
                disabled=not game.may_claim,
            )
    with right:
        if game.answered:
            _choose(game)
        else:
            st.markdown(tr("You are X, and your opponent makes random moves."))
        st.markdown(tr(_HOW_GAMES_END, moves=morris.MOST_PLIES))
        st.markdown(tr(_TWO_LEARNERS))
        st.markdown(coloured(last_move(game)))


def _choose(game: MorrisGame) -> None:
    st.selectbox(
        tr("Opponent"),
        list(OPPONENTS),
        index=list(OPPONENTS).index(game.opponent),
        format_func=lambda name: tr(OPPONENTS[name]),
        filter_mode=None,
        width=340,
        **game.key.control("opponent", game.choose_opponent),
    )
    st.segmented_control(
        tr("You play"),
        ["X", "O"],
        default=game.side,
        required=True,
        **game.key.control("side", game.choose_side),
    )
    if game.opponent in LEARNERS:
        st.markdown(
            tr("The board shows its values of your moves; the outline marks the one it would make.")
        )


def notes(game: MorrisGame) -> dict[int, CellNote]:
    """Return the opponent's values of the visitor's moves: of men first, then of points."""
    if game.opponent not in LEARNERS or game.result is not None:
        return {}
    values: dict[int, float] = {}
    of_moves = learned(game.opponent).q[game.positions[-1]].tolist()
    for (origin, target), value in zip(morris.moves(*game.place), of_moves, strict=False):
        if origin in (morris.PLACED, game.picked):
            values[target] = value
        elif game.picked is None:
            values[origin] = max(value, values.get(origin, value))
    best = [cell for cell, value in values.items() if value == max(values.values())]
    config = LEARNERS[game.opponent]
    is_memory = config.rule == "reward-memory"
    return {
        cell: CellNote(
            number(value, 0 if is_memory else 2),
            signed_tone(float(np.clip(value / (config.weight_win if is_memory else 1), -1, 1))),
            None,
            tr("value {value}", value=number(value, 2)),
            over_mark=True,
            choice="own" if best == [cell] else None,
        )
        for cell, value in values.items()
    }


def right() -> int:
    both = learned("minimax-q").forces_win, learned("reward-memory").forces_win
    return _FORCE_THE_WIN.index(both)


def reveal() -> None:
    game = per_visitor(MorrisGame)
    game.answered = True
    lasting_chart(
        curves(),
        key="another_game_curves",
        title=tr("Worst-case losses by games played"),
        label=curves_in_words(),
    )
    times = morris.PASSES.experience_games // morris.PUBLISHED.experience_games
    st.markdown(tr(_WHY, times=localised(f"{times}")))
    st.markdown(tr("**Now play against them**, on the board above:"))
    with st.container(gap="xsmall"):
        for name in LEARNERS:
            st.button(
                tr(OPPONENTS[name]),
                key=f"another_game_meet_{name}",
                on_click=game.choose_opponent,
                args=(name,),
                disabled=name == game.opponent,
            )
