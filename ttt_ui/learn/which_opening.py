"""Which opening is best? The answer depends on the opponent; and how many games there are."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import Policy, outcome_chances, result_for
from ttt_core.game import (
    DRAW,
    EMPTY_BOARD,
    N_GAMES,
    N_OPEN,
    N_POSITIONS,
    graph,
    legal,
    move_values,
    symmetry_class,
)
from ttt_core.learning import Level
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import CellNote, board
from ttt_ui.drawing.colours import amount_tone
from ttt_ui.frame.field import one_of
from ttt_ui.language import localised, tr
from ttt_ui.learn.trained import quick_studies
from ttt_ui.play.wording import who_plays
from ttt_ui.visit.players import opponent, playing_epsilon
from ttt_ui.visit.session import session
from ttt_ui.wording import listed, percent, table

OPPONENTS: Mapping[str, str] = MappingProxyType(
    {
        "random": tr_noop("Random player"),
        "win-or-block": tr_noop("Wins or blocks"),
        "your-agent": tr_noop("Your agent"),
        "beginner": tr_noop("Beginner"),
        "intermediate": tr_noop("Intermediate"),
        "expert": tr_noop("Expert"),
    }
)
"""Names → labels."""
_LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "your-agent": "Intermediate",
        "beginner": "Beginner",
        "intermediate": "Intermediate",
        "expert": "Expert",
    }
)
"""Of those that play as on Play; your agent does not explore."""
OPPONENT = one_of(
    "which_opening_opponent",
    OPPONENTS,
    widget=st.selectbox,
    label=tr_noop("Opponent"),
    look={"filter_mode": None, "width": 260},
)
KINDS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        tr_noop("A corner"): (0, 2, 6, 8),
        tr_noop("The centre"): (4,),
        tr_noop("An edge"): (1, 3, 5, 7),
    }
)
"""The openings by kind, each with its cells."""
_FILLINGS = 3**9
_ROUNDING = 1e-9
"""Win rates that differ by less are equal."""


def policy_of(name: str, agent: ttt.Agent) -> Policy:
    """Return how an opponent of the chapter plays; `agent` is the visitor's."""
    if name in _LEVELS:
        return opponent(_LEVELS[name], agent, {}, explores=name != "your-agent").policy()
    return ttt.win_or_block() if name == "win-or-block" else ttt.uniform()


def wins_by_opening(player_o: Policy) -> NDArray[np.float64]:
    """Return how often X can win after each opening if it never makes a mistake."""
    chances, _ = ttt.unbeatable_response(player_o, "X")
    return np.asarray(chances[graph().child[0], 0])


def best_kinds(wins: NDArray[np.float64]) -> list[str]:
    """Return the kinds of opening after which X can win most often."""
    return [kind for kind, cells in KINDS.items() if wins[[*cells]].max() > wins.max() - _ROUNDING]


def between_equals() -> dict[str, ttt.Result]:
    """Return the result for X of each kind of opening if both sides only win or block."""
    chances = outcome_chances(ttt.win_or_block(), ttt.win_or_block())
    return {
        kind: result_for(chances[graph().child[0, cells[0]]], "X") for kind, cells in KINDS.items()
    }


def replies_that_draw(cell: int) -> tuple[int, int]:
    """Return how many replies to an opening still draw, and how many there are."""
    reply = graph().child[0, cell]
    return int((legal() & (move_values() == DRAW))[reply].sum()), int(legal()[reply].sum())


@st.cache_resource(show_spinner=False)
def games_seen() -> int:
    """Return how many different games an agent has played when it is first unbeatable.

    It has the settings of Quick study; the median over the seeds.
    """
    return int(np.median([agent.stats.distinct_games for agent in quick_studies()]))


# The words

TITLE = tr_noop("Which opening is best?")
MINUTES = 3
WORDS = ()
AIM = tr_noop("X never makes a mistake, and wins as often as it can. **Choose its opponent.**")
_BUILT_IN = {
    "random": tr_noop("It makes random moves."),
    "win-or-block": tr_noop(
        "It completes a line if it can, otherwise blocks one if it must, and otherwise makes a "
        "random move."
    ),
}
ANSWERS = tuple(KINDS)
QUESTION = tr_noop(
    "Now both sides win or block, or else move at random. Which opening gives X the largest "
    "margin of wins over losses?"
)


def who(name: str, agent: ttt.Agent) -> str:
    """Say in Markdown how an opponent plays."""
    if name in _LEVELS:
        epsilon = 0.0 if name == "your-agent" else playing_epsilon(agent)
        return who_plays(_LEVELS[name], agent, epsilon)
    return tr(_BUILT_IN[name])


def finding(wins: NDArray[np.float64]) -> str:
    """Say in Markdown which kinds of opening are best."""
    best = [tr(kind).lower() for kind in best_kinds(wins)]
    if len(best) == len(KINDS):
        return tr("**Against this opponent, every opening is equally good.**")
    return tr("**Best against this opponent: {openings}.**", openings=listed(best))


def reason() -> str:
    draws, replies = replies_that_draw(KINDS["A corner"][0])
    return tr(
        "A corner sets the most traps: only {draws} of {replies} replies still draws. The centre "
        "lies on four lines, more than any other cell, so X seldom loses.",
        draws=draws,
        replies=replies,
    )


def table_of_equals() -> str:
    """Return a Markdown table of the openings if both sides only win or block."""
    results = between_equals().values()
    facts = {
        tr("X wins"): [percent(result.win) for result in results],
        tr("Draws"): [percent(result.draw) for result in results],
        tr("O wins"): [percent(result.loss) for result in results],
        tr("Margin"): [percent(result.win - result.loss) for result in results],
        tr("Replies that still draw"): [
            tr("{part} of {all}", part=draws, all=replies)
            for draws, replies in (replies_that_draw(cells[0]) for cells in KINDS.values())
        ],
    }
    heads = tr("Opening"), *map(tr, KINDS)
    return table(heads, ((fact, *values) for fact, values in facts.items()), aligned="lrrr")


def table_of_counts() -> str:
    """Return a Markdown table of how large the game is."""
    counts = {
        tr("Ways to fill nine cells (3⁹)"): _FILLINGS,
        tr("Positions that can arise"): N_POSITIONS,
        tr("Positions with a move to make"): N_OPEN,
        tr("Positions up to symmetry"): np.unique(symmetry_class()).size,
        tr("Games"): N_GAMES,
        tr("Games in which nobody overlooks a win or a single threat"): (
            ttt.games_without_oversights().total
        ),
    }
    rows = ((what, localised(f"{count:,}")) for what, count in counts.items())
    return table((tr("What"), tr("How many")), rows, aligned="lr")


def brute_force() -> str:
    """Say in Markdown how few games an agent needs to see."""
    return tr(
        "**Is learning brute force?** No. With the settings of Quick study, an agent is first "
        "unbeatable after {games:,} different games, {share} of all. (Median of {runs} training "
        "runs.) It adds a position to its table only when it meets it.",
        games=games_seen(),
        share=percent(games_seen() / N_GAMES),
        runs=len(quick_studies()),
    )


# The page


@st.fragment
def show() -> None:
    agent = session().agent
    name = OPPONENT.show()
    wins = wins_by_opening(policy_of(name, agent))
    left, right = st.columns([2, 3], gap="medium", vertical_alignment="center")
    with left:
        st.markdown(tr("**How often X wins, by opening**"))
        board(
            EMPTY_BOARD,
            key="which_opening_board",
            token=name,
            notes=notes(wins),
            announcement=tr(
                "{name}: {value}", name=tr(OPPONENTS[name]), value=finding(wins).replace("*", "")
            ),
            size="small",
        )
    with right:
        st.markdown(who(name, agent))
        st.markdown(finding(wins))


def notes(wins: NDArray[np.float64]) -> dict[int, CellNote]:
    """Return the win rate of each opening: the deeper its colour, the better it is."""
    low, high = wins.min(), wins.max()
    differ = high > low + _ROUNDING
    return {
        cell: CellNote(
            percent(most),
            amount_tone(float(np.interp(most, (low, high), (0, 1))) if differ else 0.0),
            None,
            tr("X wins {share}", share=percent(most)),
            choice="own" if differ and most > high - _ROUNDING else None,
        )
        for cell, most in enumerate(wins.tolist())
    }


def right() -> int:
    margins = [result.win - result.loss for result in between_equals().values()]
    return int(np.argmax(margins))


def reveal() -> None:
    st.markdown(table_of_equals())
    st.subheader(tr("How many games are there?"), anchor=False)
    st.markdown(table_of_counts())
    st.markdown(brute_force())
