"""Another game: does the algorithm that learned tic-tac-toe learn Morris, or Connect Four?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
import streamlit as st

from ttt_core import other_games
from ttt_core.game import SIDES, Side, other
from ttt_core.other_games import GAMES, LEARNERS, Learned
from ttt_core.sentences import tr_noop
from ttt_ui.drawing import curve_chart
from ttt_ui.drawing.board_component import CellNote, board, read_play
from ttt_ui.drawing.colours import PLAYER_COLOURS, signed_tone
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.frame.field import Field, one_of
from ttt_ui.language import localised, tr
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import rerun_page_if_alone
from ttt_ui.wording import cell_name, coloured, counted, number, percent, square_name

NAMES: Mapping[str, str] = MappingProxyType(
    {"morris": tr_noop("Three Men's Morris"), "connect-four": tr_noop("Connect Four")}
)
OPPONENTS: Mapping[str, str] = MappingProxyType(
    {
        "random": tr_noop("Random player"),
        "minimax-q": tr_noop("Minimax-Q"),
        "reward-memory": tr_noop("Reward memory"),
        "changed-memory": tr_noop("Reward memory, settings changed"),
    }
)
"""Names → labels: the random player, and the learners of each game."""
GAME = one_of(
    "another_game_game",
    NAMES,
    label=tr_noop("Which game"),
    look={"label_visibility": "collapsed"},
)
OPPONENT = one_of(
    "another_game_opponent",
    OPPONENTS,
    widget=st.selectbox,
    label=tr_noop("Opponent"),
    look={"filter_mode": None, "width": 340},
)
SIDE: Field[Side] = one_of("another_game_side", SIDES, label=tr_noop("You play"))
_TO_CLAIM = 3
_LEARNS_IT = 0.01
"""A learner whose worst-case losses as X are below this has learned the game."""


@st.cache_resource(show_spinner=False, max_entries=6)
def learned(game: str, name: str) -> Learned:
    """Return a learner of a game. Nothing changes it, so all visitors share it."""
    return other_games.ready_made(game, name)


def losses(learner: Learned) -> list[float]:
    """Return how often it loses as X to its worst-case opponent, after each number of games."""
    return [card.worst_case_loss_as_x for card in learner.cards]


# The visitor's game


@dataclass
class OtherGame:
    """The visitor's game against one of `OPPONENTS`."""

    name: str = "morris"  # one of `GAMES`
    opponent: str = "random"
    side: Side = "X"
    number: int = 0
    places: list[other_games.Place] = field(default_factory=lambda: [GAMES["morris"].start])
    last: other_games.Move | None = None
    picked: int | None = None  # the man that is picked up
    claimed: bool = False
    answered: bool = False  # whether the visitor may meet the learners
    random: np.random.Generator = field(default_factory=np.random.default_rng)

    @property
    def rules(self) -> other_games.BoardGame:
        return GAMES[self.name]

    @property
    def place(self) -> other_games.Place:
        """The board, and the side to move."""
        return self.places[-1]

    @property
    def moves(self) -> list[other_games.Move]:
        return other_games.legal_moves(self.rules, *self.place)

    @property
    def winning_line(self) -> tuple[int, ...] | None:
        return other_games.completed_line(self.rules, self.place[0])

    @property
    def token(self) -> str:
        """Name of what is on show."""
        return f"{self.number}/{len(self.places)}/{self.picked}"

    @property
    def moves_made(self) -> int:
        return len(self.places) - 1

    @property
    def result(self) -> str | None:
        """The winner, how the game was drawn, or None if it goes on."""
        if self.winning_line is not None:
            return other(self.place[1])
        if not self.moves:
            return "full"
        if self.claimed:
            return "claimed"
        return "stopped" if self.moves_made >= other_games.MOST_PLIES else None

    @property
    def may_claim(self) -> bool:
        """Whether the position has come for the third time."""
        return self.result is None and self.places.count(self.place) >= _TO_CLAIM

    @property
    def clickable(self) -> set[int]:
        """The men that can be picked up, or put back, and the cells that take a man now."""
        if self.result is not None:
            return set()
        hand = other_games.FROM_HAND if self.picked is None else self.picked
        men = {origin for origin, _ in self.moves if origin != other_games.FROM_HAND}
        return men | {target for origin, target in self.moves if origin == hand}

    def click(self, cell: int) -> None:
        """Place a man, pick one up, or put it down; then the opponent moves."""
        if cell not in self.clickable:
            return
        if cell == self.picked:
            self.picked = None
        elif self.place[0][cell] == self.side:
            self.picked = cell
        else:
            self._move((other_games.FROM_HAND if self.picked is None else self.picked, cell))
            self._reply()

    def claim(self) -> None:
        """End the game as a draw."""
        self.claimed = self.claimed or self.may_claim
        if self.claimed:
            self.picked = None

    def begin(self) -> None:
        self.number += 1
        self.places = [self.rules.start]
        self.last, self.picked, self.claimed = None, None, False
        self._reply()

    def choose_game(self, name: str) -> None:
        self.name = name
        self.begin()
        rerun_page_if_alone()

    def choose_opponent(self, name: str) -> None:
        if self.answered:
            self.opponent = name
            self.begin()
            rerun_page_if_alone()

    def choose_side(self, side: Side) -> None:
        if self.answered:
            self.side = side
            self.begin()

    def values(self) -> dict[other_games.Move, float]:
        """Return the opponent's values of the moves; none of the random player."""
        if self.opponent == "random" or self.result is not None:
            return {}
        learner = learned(self.name, self.opponent)
        return learner.graph.values_of_moves(learner.q, *self.place)

    def _move(self, move: other_games.Move) -> None:
        board, side = self.place
        self.last = move
        self.places.append((other_games.play(board, side, move), other(side)))
        self.picked = None

    def _reply(self) -> None:
        if self.result is None and self.place[1] != self.side:
            values = self.values() or dict.fromkeys(self.moves, 0.0)
            best = [move for move, value in values.items() if value == max(values.values())]
            self._move(best[self.random.integers(len(best))])


def other_game() -> OtherGame:
    return per_visitor(OtherGame)


def take_click() -> None:
    game = other_game()
    match read_play(_key(game), game.rules.cells):
        case cell, str(token) if token == game.token:
            game.click(cell)


# The words

TITLE = tr_noop("Another game")
MINUTES = 5
WORDS = ()
AIM = tr_noop(
    "The agents of this app were made for tic-tac-toe. **Choose another game, and play it.** Then "
    "guess which of them learn it."
)
QUESTION = tr_noop(
    "Will the algorithms that learned tic-tac-toe learn these games, with not one line changed?"
)
ANSWERS = (
    tr_noop("Yes, minimax-Q and the reward memory both do"),
    tr_noop("Minimax-Q does, the reward memory does not"),
    tr_noop("No, neither of them does"),
)
_LEARN_IT = ((True, True), (True, False), (False, False))
"""Whether minimax-Q and the reward memory do, for each answer."""
_RULES = {
    "morris": tr_noop(
        "X and O place three men each, in turn; then a move slides one man along a line to a free "
        "point next to it. Three in a row wins."
    ),
    "connect-four": tr_noop(
        "Here on 4 by 4: a man falls to the lowest free cell of its column. Four in a row wins, "
        "straight or diagonal, and a full board is a draw."
    ),
}
_HOW_GAMES_END = tr_noop(
    "A game of {moves} moves is a draw. If a position comes for the third time, you may claim one."
)
_TWO_LEARNERS = tr_noop(
    "Two learners have tried it. **Minimax-Q** is the rule with the minus sign. A **reward "
    "memory** (Kutschera, 2018) keeps, for each move, the rewards of the games it was part of, and "
    "plays the move with the best score: their weighted average."
)
_RESULTS = {
    "full": tr_noop("**A draw**: the board is full."),
    "claimed": tr_noop("**A draw**: the position came for the third time."),
    "stopped": tr_noop("**A draw**: the game is stopped after {moves} moves."),
}
_WHY = {
    "morris": tr_noop(
        "**Why?** The reward memory hardly explores after 3,000 distinct games, and here nearly "
        "every game is a new one. It rewards short games more, so it prefers a trap to a slow win. "
        "With {times} times the exploration and all games rewarded equally, the same algorithm "
        "forces the win; either change alone is not enough."
    ),
    "connect-four": tr_noop(
        "**Why?** The reward memory hardly explores after 3,000 distinct games, and here nearly "
        "every game is a new one. To it a loss weighs next to nothing, so it hopes for mistakes. "
        "With {times} times the exploration, all games rewarded equally and a loss at {loss}, this "
        "one is unbeatable (others, with other seeds, nearly). Minimax-Q needs no change, only "
        "more games: there are 30 times as many positions as in Morris."
    ),
}
_LOSSES = tr_noop("Worst-case losses as X")


def turn(game: OtherGame) -> str:
    """Say in Markdown what the visitor can do, or how the game ended."""
    if game.result in _RESULTS:
        return tr(_RESULTS[game.result], moves=other_games.MOST_PLIES)
    if game.result is not None:
        moves = counted(game.moves_made, "move", "moves")
        return tr("**{side} has won** in {moves}.", side=game.result, moves=moves)
    if any(origin == other_games.FROM_HAND for origin, _ in game.moves):
        return tr("You are {side}. **Place a man.**", side=game.side)
    if game.picked is None:
        return tr("You are {side}. **Pick up a man.**", side=game.side)
    return tr("You are {side}. **Put it down**, or pick up another.", side=game.side)


def last_move(game: OtherGame) -> str:
    """Say which man was placed or moved last, if one was."""
    if game.last is None:
        return ""
    origin, target = game.last
    side = other(game.place[1])
    name = cell_name if game.name == "morris" else square_name
    if origin == other_games.FROM_HAND:
        return tr("{side}: {cell}.", side=side, cell=name(target))
    return tr(
        "{side}: from {origin} to {target}.",
        side=side,
        origin=name(origin),
        target=name(target),
    )


def reason() -> str:
    game = other_game().name
    minimax, memory = learned(game, "minimax-q"), learned(game, "reward-memory")
    facts = {
        "games": next(
            games
            for games, lost in zip(minimax.points, losses(minimax), strict=True)
            if lost < _LEARNS_IT
        ),
        "most": memory.points[-1],
        "wins": percent(memory.card.vs_random_as_x.win),
        "losses": percent(memory.card.worst_case_loss_as_x),
        "left": percent(minimax.card.worst_case_loss_as_x),
    }
    if game == "morris":
        return tr(
            "**Three Men's Morris.** Minimax-Q forces the win as X after {games:,} games. After "
            "{most:,}, the reward memory as published wins {wins} of games as X against a random "
            "player, and loses {losses} to its worst-case opponent.",
            **facts,
        )
    return tr(
        "**Connect Four.** Perfect play draws. After {most:,} games, minimax-Q loses {left} of its "
        "games as X to its worst-case opponent. The reward memory as published wins {wins} as X "
        "against a random player, and loses {losses} to its worst-case opponent.",
        **facts,
    )


def curves_in_words(game: str) -> str:
    """Describe the figure for a screen reader."""
    learners = {name: learned(game, name) for name in LEARNERS[game]}
    ends = "; ".join(
        tr("{name}: {value}", name=tr(OPPONENTS[name]), value=percent(losses(learner)[-1]))
        for name, learner in learners.items()
    )
    points = learners["minimax-q"].points
    return tr(
        "Worst-case losses as X, from {first:,} to {games:,} games of self-play. At the end: "
        "{ends}.",
        first=points[0],
        games=points[-1],
        ends=ends,
    )


# The figure


def curves(game: str) -> dict[str, Any]:
    """Draw the worst-case losses of a game's learners as X by games of self-play."""
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
                "x": list(learned(game, name).points),
                "y": losses(learned(game, name)),
                "name": tr(OPPONENTS[name]),
                "meta": name,
                "hovertemplate": "%{y:.1%}",
                **stroke,
            }
            for name, stroke in zip(LEARNERS[game], strokes, strict=True)
        ],
        "layout": layout,
    }


# The page


def _key(game: OtherGame) -> str:
    """Return the key of the board, which has as many cells as long as it is there."""
    return f"another_game_board_{game.name}"


@st.fragment
def show() -> None:
    game = other_game()
    GAME.ask(game.name, game.choose_game)
    left, right = st.columns((2, 3), gap="medium")
    with left:
        st.markdown(coloured(turn(game)))
        board(
            game.place[0],
            key=_key(game),
            token=game.token,
            mark=game.side,
            last_move=None if game.last is None else game.last[1],
            clickable=game.clickable,
            picked=game.picked,
            notes=notes(game),
            winning_line=game.winning_line,
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
            if game.name == "morris":
                st.button(
                    tr("Claim a draw"),
                    key="another_game_claim",
                    on_click=game.claim,
                    disabled=not game.may_claim,
                )
    with right:
        st.markdown(tr(_RULES[game.name]))
        if game.answered:
            _choose(game)
        else:
            st.markdown(tr("You are X, and your opponent makes random moves."))
        if game.name == "morris":
            st.markdown(tr(_HOW_GAMES_END, moves=other_games.MOST_PLIES))
        st.markdown(tr(_TWO_LEARNERS))
        st.markdown(coloured(last_move(game)))


def _choose(game: OtherGame) -> None:
    OPPONENT.ask(game.opponent, game.choose_opponent)
    SIDE.ask(game.side, game.choose_side)
    if game.opponent != "random":
        st.markdown(
            tr("The board shows its values of your moves; the outline marks the one it would make.")
        )


def notes(game: OtherGame) -> dict[int, CellNote]:
    """Return the opponent's values of the visitor's moves: of men first, then of points."""
    values: dict[int, float] = {}
    for (origin, target), value in game.values().items():
        if origin in (other_games.FROM_HAND, game.picked):
            values[target] = value
        elif game.picked is None:
            values[origin] = max(value, values.get(origin, value))
    if not values:
        return {}
    best = [cell for cell, value in values.items() if value == max(values.values())]
    config = LEARNERS[game.name][game.opponent]
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
    game = other_game().name
    minimax, memory = (
        losses(learned(game, name))[-1] < _LEARNS_IT for name in ("minimax-q", "reward-memory")
    )
    return _LEARN_IT.index((minimax, memory))


def reveal() -> None:
    game = other_game()
    game.answered = True
    lasting_chart(
        curves(game.name),
        key=f"another_game_curves_{game.name}",
        title=tr("Worst-case losses by games played"),
        label=curves_in_words(game.name),
    )
    published, changed = (LEARNERS[game.name][name] for name in ("reward-memory", "changed-memory"))
    times = changed.experience_games // published.experience_games
    loss = number(changed.weight_loss, 0)
    st.markdown(tr(_WHY[game.name], times=localised(f"{times}"), loss=loss))
    st.markdown(tr("**Now play against them**, on the board above:"))
    with st.container(gap="xsmall"):
        for name in LEARNERS[game.name]:
            st.button(
                tr(OPPONENTS[name]),
                key=f"another_game_meet_{name}",
                on_click=game.choose_opponent,
                args=(name,),
                disabled=name == game.opponent,
            )
