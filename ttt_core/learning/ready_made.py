"""Agents that come with the package, so that nobody waits for the training loop to be compiled.

Run with ``python -m ttt_core.learning.ready_made`` to train them again, after a change of their
presets. They are exactly what training gives, as a test proves.
"""

from collections.abc import Mapping
from dataclasses import astuple, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

import numpy as np

from ttt_core.game.graph import N_OPEN, frozen, legal
from ttt_core.learning.agent import Agent, Stats, untaught
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.presets import PRESETS, in_play_of_preset

_FOLDER = Path(__file__).with_name("ready_made")


def _without_exploring_at_the_end(preset: TrainingConfig) -> tuple[TrainingConfig, TrainingConfig]:
    """Return the runs of an agent that does not explore against people either."""
    last = replace(preset, games=1, exploration="epsilon", epsilon=0.0, epsilon_floor=0.0)
    return replace(preset, games=preset.games - 1), last


RUNS: Mapping[str, tuple[TrainingConfig, ...]] = MappingProxyType(
    {
        "Default": (PRESETS["Default"],),
        "Trap setter": _without_exploring_at_the_end(PRESETS["Trap setter"]),
        "Quick study": (PRESETS["Quick study"],),
    }
)
"""The training of each, by its name."""


@cache
def ready_made(name: str) -> Agent:
    """Return one of the agents that come with the package. Agents never change, so all share it."""
    runs = RUNS[name]
    with np.load(_FOLDER / f"{name}.npz") as kept:
        q, visits = np.full((N_OPEN, 9), np.nan), np.zeros((N_OPEN, 9), np.int32)
        q[legal()], visits[legal()] = kept["q"], kept["visits"]
        return replace(
            untaught(name, runs[0], in_play_of_preset(runs[0])),
            q=frozen(q),
            visits=frozen(visits),
            games_seen=frozen(kept["games_seen"]),
            training=runs,
            stats=Stats(*kept["stats"].tolist()),
            reproducible=True,
        )


def train_them() -> dict[str, Agent]:
    """Train all of them."""
    from ttt_core.learning.training import train

    trained = {}
    for name, runs in RUNS.items():
        agent = None
        for run in runs:
            agent = train(run, start=agent)
        assert agent is not None
        trained[name] = replace(agent, name=name)
    return trained


def write() -> None:
    """Train all of them, and write the files."""
    _FOLDER.mkdir(exist_ok=True)
    for name, agent in train_them().items():
        np.savez_compressed(
            _FOLDER / f"{name}.npz",
            q=agent.q[legal()],
            visits=agent.visits[legal()],
            games_seen=agent.games_seen,
            stats=np.array(astuple(agent.stats)),
        )


if __name__ == "__main__":
    write()
