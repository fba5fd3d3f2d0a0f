"""The board with the fork, and three agents that differ only in ε."""

from dataclasses import replace

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import legal, position_of, threatened_cells
from ttt_ui.learn.trained import GAMES, Trained, train_on

BOARD = "-X--OX-O-"
"""X to move; one of its moves is a fork."""
EPSILONS = (0.0, 0.3, 1.0)
N_MOVES = int(legal().sum())

_CONFIG = ttt.TrainingConfig(
    rule="q-learning",
    games=GAMES[-1],
    seed=4,
    alpha=0.2,
    epsilon_decay=1.0,
    initial_value=-0.1,
)


def config(epsilon: float) -> ttt.TrainingConfig:
    """Return the settings of one of the agents."""
    return replace(_CONFIG, epsilon=epsilon)


def threats_after(cell: int) -> list[int]:
    """Return the cells in which X could complete a line after its move to `cell`."""
    return np.flatnonzero(threatened_cells()[position_of(rules.play(BOARD, cell))]).tolist()


FORK = next(cell for cell in rules.legal_moves(BOARD) if len(threats_after(cell)) > 1)


@st.cache_resource(show_spinner=False, max_entries=len(EPSILONS) * len(GAMES))
def trained(epsilon: float, games: int) -> Trained:
    """Train with an exploration rate."""
    return train_on(config(epsilon), games, BOARD)
