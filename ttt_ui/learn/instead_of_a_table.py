"""Instead of a table: a network plays more optimal moves than a table, and can still be beaten."""

from dataclasses import replace

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import optimal_share, refutation
from ttt_core.game import board as rules
from ttt_core.game import legal
from ttt_core.sentences import tr_noop
from ttt_ui import wording
from ttt_ui.drawing.board_component import board
from ttt_ui.drawing.verdict_badge import verdict_badge
from ttt_ui.language import localised, tr
from ttt_ui.learn.trained import choose, value_notes
from ttt_ui.train.why import boards_alike
from ttt_ui.wording import counted, percent

BOARD = "X---O---X"
"""O to move; an edge draws and a corner loses."""
UNITS = (4, 6, 8, 12, 16, 24, 32)
MORE_UNITS = 64
SEEDS = tuple(range(1, 17))
"""With `MORE_UNITS`, one of them makes an unbeatable network."""
OTHER_SEEDS = range(100, 110)
NETWORK = ttt.TrainingConfig(rule="network", games=1_000, seed=SEEDS[0])
TABLE = replace(ttt.PRESETS["Quick study"], games=NETWORK.games, seed=SEEDS[0])
N_VALUES = int(legal().sum())


@st.cache_resource(show_spinner=False, max_entries=len(UNITS) + len(SEEDS))
def network(units: int, seed: int = NETWORK.seed) -> ttt.Agent:
    return ttt.train(replace(NETWORK, hidden_units=units, seed=seed))


@st.cache_resource(show_spinner=False)
def table() -> ttt.Agent:
    return ttt.train(TABLE)


@st.cache_resource(show_spinner=False)
def others_unbeatable() -> tuple[int, int]:
    """Count the unbeatable tables and networks of the largest size with `OTHER_SEEDS`."""
    tables, networks = (
        sum(ttt.evaluate(ttt.train(replace(config, seed=seed))).unbeatable for seed in OTHER_SEEDS)
        for config in (TABLE, replace(NETWORK, hidden_units=UNITS[-1]))
    )
    return tables, networks


# The words

TITLE = tr_noop("Instead of a table")
MINUTES = 3
WORDS = ("Network", "Hidden unit", "Weight")
AIM = tr_noop(
    "A table has a row for every position. A **network** has none. It computes every value from "
    "the same few numbers, its **weights**. A **hidden unit** is a group of 28 of them. "
    "**Drag the slider** to give it more."
)
QUESTION = tr_noop("Which is unbeatable: the table, or a network of 32 hidden units?")
ANSWERS = (
    tr_noop("Only the table"),
    tr_noop("Only the network"),
    tr_noop("Both"),
    tr_noop("Neither"),
)


def comparison(agent: ttt.Agent) -> str:
    """Return a Markdown table of a network and the table."""
    assert agent.weights is not None
    after = tr("After {games}", games=counted(NETWORK.games, "game", "games"))
    numbers, shares = (agent.weights.size, N_VALUES), map(optimal_share, (agent, table()))
    return wording.table(
        (after, tr("Network"), tr("Table")),
        (
            (tr("Numbers it keeps"), *(localised(f"{number:,}") for number in numbers)),
            (tr("Optimal moves"), *map(percent, shares)),
        ),
        aligned="lrr",
    )


def reason() -> str:
    tables, networks = others_unbeatable()
    return tr(
        "The table makes more mistakes, but its games never reach one that loses. The network's "
        "do: all boards share its weights, so learning on one blurs the values of others. With "
        "other seeds, {tables} of {seeds} tables and {networks} of {seeds} networks are "
        "unbeatable.",
        tables=tables,
        networks=networks,
        seeds=len(OTHER_SEEDS),
    )


# The page


@st.fragment
def show() -> None:
    units = choose(tr("Hidden units"), UNITS, UNITS[0], key="instead_units")
    agent = network(units)
    left, right = st.columns([2, 3], gap="medium", vertical_alignment="center")
    with left:
        board(
            BOARD,
            key="instead_board",
            token=str(units),
            notes=value_notes(
                agent.q_values(BOARD),
                rules.legal_moves(BOARD),
                np.flatnonzero(agent.move_probabilities(BOARD)).tolist(),
            ),
            size="small",
        )
    with right:
        st.markdown(comparison(agent))
        st.markdown(
            tr("O to move: an edge draws, a corner loses. Numbers are the network's values.")
        )


def right() -> int:
    unbeatable = [ttt.evaluate(agent).unbeatable for agent in (table(), network(UNITS[-1]))]
    return [[True, False], [False, True], [True, True], [False, False]].index(unbeatable)


@st.fragment
def reveal() -> None:
    st.markdown(
        tr(
            "**More units, and luck.** These networks have {units} units and differ only in their "
            "random numbers. **Drag the slider** to find the unbeatable one.",
            units=MORE_UNITS,
        )
    )
    seed = choose(tr("Seed"), SEEDS, SEEDS[0], key="instead_seed")
    agent = network(MORE_UNITS, seed)
    verdict_badge(ttt.evaluate(agent))
    game = refutation(agent, "X") or refutation(agent, "O")
    if game is not None:
        boards_alike(agent, game, key="instead_alike")
    st.markdown(
        tr(
            "Ant Kutschera tried networks before his reward memory, and convinced himself that "
            "they would not work. They can: one with only 93 weights, fitted to perfect play, is "
            "unbeatable. Learning from games takes more: on **Train**, try the preset **Small "
            "network**."
        )
    )
