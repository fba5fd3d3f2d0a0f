"""Is it any good? A win rate, and what it does not say."""

from typing import Any

import streamlit as st

from ttt_core.evaluation.review import review
from ttt_ui.learn.any_good import actions
from ttt_ui.learn.any_good.players import Judged, gambler, safe_player
from ttt_ui.learn.any_good.state import MOST_GAMES, Sample, sample
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.shared import curve_chart
from ttt_ui.shared.colours import SIDE_COLOURS
from ttt_ui.shared.lasting_chart import lasting_chart
from ttt_ui.shared.wording import counted, percent
from ttt_ui.train import why_wording
from ttt_ui.train.why import refuting_board

BATCHES = (100, 1_000)
ANSWERS = (
    "In at most one game in a hundred",
    "In about half of the games",
    "In every game",
)
_BOUNDS = (0.01, 0.99)
"""Between what the answers say."""


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
    st.markdown(told(state))
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
            label=f"Share of games won so far: {percent(state.share('X'))} of "
            f"{counted(len(state.winners), 'game')}",
        )


def told(state: Sample) -> str:
    """Say what the games so far show."""
    games = len(state.winners)
    if not games:
        return "It plays X, and O moves at random. How many of a hundred games will it win?"
    won, lost = state.winners.count("X"), state.winners.count("O")
    return f"**It has won {won:,} of {games:,} games,** and lost {lost:,}. Would you bet on it?"


def _figure(state: Sample) -> dict[str, Any]:
    """Draw the share of games won so far, game by game."""
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
    beaten = gambler().card.worst_case_as_x.loss
    return sum(beaten > bound for bound in _BOUNDS)


def _reason() -> str:
    found = gambler()
    card = found.card
    return (
        f"As X it wins {percent(card.vs_random_as_x.win)} of its games against random moves, and "
        f"the best reply beats it in {percent(card.worst_case_as_x.loss)}. Both figures are exact. "
        f"When it plays X, only {found.games} different games can come about. It loses just "
        f"{_number(found.lost)} of them. Random moves hit upon that in one game in "
        f"{round(1 / card.vs_random_as_x.loss)}; somebody who knows the agent, every time."
    )


def _number(games: int) -> str:
    return "one" if games == 1 else f"{games:,}"


def _reveal() -> None:
    game, words = st.columns([2, 3], gap="medium")
    with game:
        _refuted()
    with words:
        st.markdown("**Another agent with the same win rate**")
        st.markdown(table(gambler(), safe_player()))
        st.markdown(meaning(safe_player()))


@st.fragment
def _refuted() -> None:
    """Show the game that the agent loses every time, to be stepped through."""
    found, state = gambler().refutation, sample()
    if found is None:
        return
    moves, step = review(found.cells), state.step
    st.markdown("**How to beat it**")
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


def table(first: Judged, second: Judged) -> str:
    """Return a table in Markdown of two agents as X: what a win rate shows, and what it hides."""
    facts = {
        "Wins against random": [percent(one.card.vs_random_as_x.win) for one in (first, second)],
        "Loses to random": [percent(one.card.vs_random_as_x.loss) for one in (first, second)],
        "Games it can lose": [f"{one.lost} of {one.games}" for one in (first, second)],
        "Best reply beats it": [percent(one.card.worst_case_as_x.loss) for one in (first, second)],
    }
    rows = [f"| {fact} | {' | '.join(values)} |" for fact, values in facts.items()]
    return "\n".join(["| As X | This agent | Another one |", "| --- | ---: | ---: |", *rows])


def meaning(safe: Judged) -> str:
    """Say what it means that an agent cannot be beaten."""
    return (
        "**Cannot be beaten** does not mean that it has not lost so far. It means that among all "
        "the games that can come about, whatever the opponent does, there is none that it loses. "
        f"As X these are {safe.games} for the other agent; all of them are looked at, and those as "
        "O too. This is the verdict that you find on all pages here. No number of trial games can "
        "give it."
    )


CHAPTER = Chapter(
    title="Is it any good?",
    aim="This agent has played 10,000 games to learn, each against a partner that moves at random. "
    "Let it play against such a partner again, and see how often it wins.",
    show=_show,
    question=Question(
        text="Somebody who knows this agent plays O against it. How often can they beat it?",
        answers=ANSWERS,
        right=_right,
        reason=_reason,
    ),
    reveal=_reveal,
)
