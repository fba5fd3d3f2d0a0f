"""The ladder of Quick study: what each of its settings saves, trained from an empty table."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st

import ttt_core as ttt

SEEDS = range(9)
MOST_GAMES = 200_000
_CHUNK = 1_000


@dataclass(frozen=True)
class Rung:
    """Settings that are switched on, on top of those of the rungs below.

    Attributes
    ----------
    label : str
        Beside its bar.
    said : str
        What is new, in a sentence.
    settings : mapping
        By name.
    """

    label: str
    said: str
    settings: Mapping[str, Any]


RUNGS = (
    Rung(
        "Random moves",
        "It plays against itself with random moves, and learns each board separately.",
        {"epsilon": 1.0, "epsilon_decay": 1.0, "symmetry": False},
    ),
    Rung(
        "+ symmetry",
        "Boards that are the same when turned or mirrored share what is learned.",
        {"symmetry": True},
    ),
    Rung(
        "+ least tried",
        "It tries what it has tried least, so no game is spent on what it knows already.",
        {"exploration": "least-visited"},
    ),
    Rung(
        "+ replay",
        "After each game it learns from 1,000 past moves again.",
        {"replay": 1_000},
    ),
    Rung(
        "+ doubt",
        "A move that it has not tried counts as a bit worse than a draw.",
        {"initial_value": -0.1},
    ),
    Rung(
        "+ moves cost",
        "Each move costs a little, so X looks for better than a draw. Of equal moves it takes "
        "the first.",
        {"move_cost": 0.15, "ties": "first"},
    ),
    Rung(
        "+ mostly its best",
        "One move in five explores; the others are the best that it knows.",
        {"epsilon": 0.2},
    ),
    Rung(
        "+ fine tuning",
        "γ 1, α 0.2, the last move of a game learned first, and a little less doubt.",
        {"gamma": 1.0, "alpha": 0.2, "backward": True, "initial_value": -0.08},
    ),
)


def settings_of(rung: int) -> ttt.TrainingConfig:
    """Return the training of a rung: its settings and all of those below it."""
    config = ttt.TrainingConfig(games=MOST_GAMES)
    for one in RUNGS[: rung + 1]:
        config = replace(config, **one.settings)
    return config


@st.cache_resource(max_entries=len(RUNGS) * len(SEEDS), show_spinner=False)
def games_needed(rung: int, seed: int) -> int:
    """Train an agent until nobody can beat it for the first time; return after how many games.

    Found by looking after every single game. `MOST_GAMES` where it takes longer.
    """
    run = ttt.TrainingRun(replace(settings_of(rung), seed=seed), watched=True)
    while run.games_played < MOST_GAMES:
        run.play(_CHUNK)
        standing = run.standing
        if standing is not None and standing.first is not None:
            return standing.first
    return MOST_GAMES


def median_of(rung: int) -> int:
    """Return the median over the seeds, of which there is an odd number."""
    return int(np.median([games_needed(rung, seed) for seed in SEEDS]))
