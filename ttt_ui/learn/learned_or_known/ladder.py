"""The ladder to Quick study: the games that each of its settings saves."""

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
    """A step of the ladder: settings added to those of the rungs before.

    Attributes
    ----------
    label : str
        Name of its bar.
    said : str
        The new idea, in a sentence or two.
    settings : mapping
        By name.
    """

    label: str
    said: str
    settings: Mapping[str, Any]


RUNGS = (
    Rung(
        "Random moves",
        "Self-play with random moves. Each position is learned separately.",
        {"epsilon": 1.0, "epsilon_decay": 1.0, "symmetry": False},
    ),
    Rung(
        "+ symmetry",
        "Equivalent positions share what is learned.",
        {"symmetry": True},
    ),
    Rung(
        "+ least tried",
        "It explores the move it has tried least, so no game is wasted on what it already knows.",
        {"exploration": "least-visited"},
    ),
    Rung(
        "+ replay",
        "After each game it learns again from 1,000 past moves.",
        {"replay": 1_000},
    ),
    Rung(
        "+ caution",
        "An untried move starts slightly below a draw.",
        {"initial_value": -0.1},
    ),
    Rung(
        "+ move cost",
        "Each move costs a little, so X looks for more than a draw. Ties go to the first move.",
        {"move_cost": 0.15, "ties": "first"},
    ),
    Rung(
        "+ less exploration",
        "One move in five explores; the rest are the best it knows.",
        {"epsilon": 0.2},
    ),
    Rung(
        "+ fine tuning",
        "γ = 1, α = 0.2, each game learned backwards, and a little less caution.",
        {"gamma": 1.0, "alpha": 0.2, "backward": True, "initial_value": -0.08},
    ),
)


def settings_of(rung: int) -> ttt.TrainingConfig:
    """Return the settings of a rung, with those of all rungs before it."""
    config = ttt.TrainingConfig(games=MOST_GAMES)
    for one in RUNGS[: rung + 1]:
        config = replace(config, **one.settings)
    return config


@st.cache_resource(max_entries=len(RUNGS) * len(SEEDS), show_spinner=False)
def games_needed(rung: int, seed: int) -> int:
    """Return the number of games until an agent is unbeatable for the first time.

    It is checked after every game, up to `MOST_GAMES`.
    """
    run = ttt.TrainingRun(replace(settings_of(rung), seed=seed), watched=True)
    while run.games_played < MOST_GAMES:
        run.play(_CHUNK)
        standing = run.standing
        if standing is not None and standing.first is not None:
            return standing.first
    return MOST_GAMES


def median_of(rung: int) -> int:
    """Return the median over the seeds; their number is odd."""
    return int(np.median([games_needed(rung, seed) for seed in SEEDS]))
