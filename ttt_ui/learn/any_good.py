"""Is it any good? Two agents win equally often against a random player; one is unbeatable."""

from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import Refutation, refutation, review
from ttt_core.game import board as rules
from ttt_core.game import boards, walk
from ttt_core.sentences import tr_noop
from ttt_ui.drawing import curve_chart
from ttt_ui.drawing.colours import SIDE_COLOURS
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.frame.field import text
from ttt_ui.language import tr
from ttt_ui.learn.chapter import Question, ask
from ttt_ui.learn.trained import quick_studies, quick_study
from ttt_ui.replay.game import Replay
from ttt_ui.train import why
from ttt_ui.visit.session import per_visitor
from ttt_ui.wording import counted, percent, table

GAMBLER = ttt.TrainingConfig(
    games=10_000,
    seed=101,
    rule="q-learning",
    ties="first",
    epsilon=0.3,
    epsilon_decay=1.0,
    random_share=1.0,
)
"""It trains only against a random player."""

OTHER_SEEDS = range(20)
BATCHES = (100, 1_000)
MOST_GAMES = 5_000
_SEED = 3
_MOST_POINTS = 120
_BOUNDS = (0.01, 0.99)
"""The worst-case losses that separate the answers."""


@st.cache_resource(show_spinner=False)
def gambler() -> ttt.Agent:
    """Train the agent that nearly always wins."""
    return ttt.train(GAMBLER)


@st.cache_resource(show_spinner=False)
def others_that_always_lose() -> int:
    """Count the agents with `OTHER_SEEDS` that lose every game as X to the worst-case opponent."""
    agents = [ttt.train(replace(GAMBLER, seed=seed)) for seed in OTHER_SEEDS]
    return sum(ttt.evaluate(agent).worst_case_as_x.loss > _BOUNDS[1] for agent in agents)


@st.cache_resource(show_spinner=False)
def game_that_beats_it() -> Refutation:
    game = refutation(gambler(), "X")
    assert game is not None
    return game


def games_as_x(agent: ttt.Agent) -> tuple[int, int]:
    """Count the different games possible when an agent plays X, and those that it loses."""
    games = ttt.possible_games(agent, ttt.uniform())
    return games.total, games.o_wins


# The words

TITLE = tr_noop("Is it any good?")
MINUTES = 3
WORDS = ()
AIM = tr_noop(
    "This agent has trained on 10,000 games against a random player. Let it play one again."
)
QUESTION = tr_noop("How often can an opponent win as O if it knows this agent?")
ANSWERS = (
    tr_noop("In at most 1% of games"),
    tr_noop("In about half of the games"),
    tr_noop("In every game"),
)

_GAMES_NEEDED = {
    50: tr_noop("About 50"),
    500: tr_noop("About 500"),
    2_000: tr_noop("About 2,000"),
}


def so_far(winners: str) -> str:
    """Say in Markdown how many games the agent has won, drawn and lost."""
    if not winners:
        return tr("It plays X. How many games out of 100 will it win?")
    won, drawn, lost = (winners.count(winner) for winner in "X-O")
    return tr(
        "**It has won {won:,} of {games:,} games**, drawn {drawn:,} and lost {lost:,}. "
        "Would you bet on it?",
        won=won,
        games=len(winners),
        drawn=drawn,
        lost=lost,
    )


def _curve_in_words(winners: str) -> str:
    return tr(
        "Share of games won so far: {share} of {games}",
        share=percent(winners.count("X") / max(len(winners), 1)),
        games=counted(len(winners), "game", "games"),
    )


def reason() -> str:
    games, lost = games_as_x(gambler())
    loss = ttt.evaluate(gambler()).vs_random_as_x.loss
    return tr(
        "It loses {lost} of its {games} possible games as X. A random player finds that game "
        "once in {times}, an opponent that knows the agent every time. Of {others} such agents "
        "with other seeds, {others_that_lose} always lose to it.",
        lost=lost,
        games=games,
        times=round(1 / loss),
        others=len(OTHER_SEEDS),
        others_that_lose=others_that_always_lose(),
    )


def comparison(*agents: ttt.Agent) -> str:
    """Return a Markdown table of two agents as X."""
    cards = [ttt.evaluate(agent) for agent in agents]
    counts = [games_as_x(agent) for agent in agents]
    facts = {
        tr("Wins vs random"): [percent(card.vs_random_as_x.win) for card in cards],
        tr("Losses vs random"): [percent(card.vs_random_as_x.loss) for card in cards],
        tr("Games it can lose"): [
            tr("{part} of {all}", part=lost, all=games) for games, lost in counts
        ],
        tr("Worst-case losses"): [percent(card.worst_case_as_x.loss) for card in cards],
    }
    heads = tr("As X"), tr("This agent"), tr("The other agent")
    return table(heads, ((fact, *values) for fact, values in facts.items()), aligned="lrr")


def meaning(agent: ttt.Agent) -> str:
    """Say in Markdown what it means that an agent is unbeatable."""
    games, _ = games_as_x(agent)
    return tr(
        "**Unbeatable** means that no possible game is lost: none of these {games}, and none as "
        "O. Trial games cannot show that.",
        games=games,
    )


def median_games() -> int:
    """Return after how many games agents as the other one are first unbeatable."""
    return int(np.median([agent.stats.games for agent in quick_studies()]))


def _nearest_answer() -> int:
    distances = [abs(games - median_games()) for games in _GAMES_NEEDED]
    return distances.index(min(distances))


def _why_so_few() -> str:
    return tr(
        "{games:,} games is the median of {runs} training runs. Few games are enough, because "
        "each teaches a lot: equivalent positions share what is learned, and after each game "
        "it learns again from 1,000 past moves.",
        games=median_games(),
        runs=len(quick_studies()),
    )


GAMES_NEEDED = Question(
    tr_noop("After how many games is the other agent first unbeatable?"),
    tuple(_GAMES_NEEDED.values()),
    _nearest_answer,
    _why_so_few,
)
"""How much experience an unbeatable agent needs."""


# The visitor's sample

WINNERS = text("any_good_winners")
"""Who won each game: ``X``, ``O``, or ``-``."""


def play(games: int) -> None:
    """Let the agent play more games as X, up to `MOST_GAMES` in all."""
    winners = WINNERS.value
    random = np.random.default_rng([_SEED, len(winners)])
    number = min(games, MOST_GAMES - len(winners))
    played = ttt.play_games(gambler(), ttt.uniform(), number, random)
    ends = (rules.outcome(boards()[walk(cells)[-1]]) for cells in played)
    WINNERS.set(winners + "".join("-" if end == "draw" else str(end) for end in ends))


def win_rate(winners: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return numbers of games, and the share of each that X had won."""
    won = np.cumsum([winner == "X" for winner in winners])
    points = np.linspace(0, len(won) - 1, min(len(won), _MOST_POINTS)).astype(np.int64)
    return points + 1, won[points] / (points + 1)


def place() -> Replay:
    """Return the place in the game that beats the agent, at first before its first move."""
    return Replay("any_good", moves=review(game_that_beats_it().cells))


# The figure


def _figure(winners: str) -> dict[str, Any]:
    """Draw the share of games won so far, by games played."""
    games, shares = win_rate(winners)
    layout = curve_chart.layout(log=False, share=tr("Won so far"))
    layout["xaxis"] |= {"range": [0, max(100, 1.03 * len(winners))]}
    layout |= {"height": 220, "showlegend": False, "hovermode": "closest"}
    return {
        "data": [
            {
                "x": games,
                "y": shares,
                "meta": "won",
                "mode": "lines",
                "line": {"color": SIDE_COLOURS["X"], "width": 3},
                "hovertemplate": tr("%{x:,} games: %{y:.1%}") + "<extra></extra>",
            }
        ],
        "layout": layout,
    }


# The page


@st.fragment
def show() -> None:
    winners = WINNERS.value
    with st.container(horizontal=True, gap="small"):
        for games in BATCHES:
            st.button(
                tr("Play {games:,} games", games=games),
                key=f"any_good_play_{games}",
                on_click=play,
                args=(games,),
                disabled=len(winners) >= MOST_GAMES,
            )
    st.markdown(so_far(winners))
    lasting_chart(
        _figure(winners),
        key="any_good_curve",
        title=tr("Share of games won"),
        label=_curve_in_words(winners),
    )


def right() -> int:
    losses = ttt.evaluate(gambler()).worst_case_as_x.loss
    return sum(losses > bound for bound in _BOUNDS)


def reveal() -> None:
    game, words = st.columns([2, 3], gap="medium")
    with game:
        st.markdown(tr("**The game that beats it**"))
        why.game_that_beats_it(game_that_beats_it(), per_visitor(place), name="any_good")
    with words:
        st.markdown(tr("**Another agent with the same win rate**"))
        st.markdown(comparison(gambler(), quick_study()))
        st.markdown(meaning(quick_study()))
    ask("any-good-games", GAMES_NEEDED)
