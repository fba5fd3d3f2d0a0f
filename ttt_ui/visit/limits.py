"""Limits per visitor on a shared server, each with its message.

The engine has limits of its own, so that no agent overflows; these are about time and memory. They
are checked wherever a value comes in: from a control, a link, a file or saved data.
"""

from math import ceil
from typing import Annotated

from pydantic import Field

import ttt_core as ttt
from ttt_core.files import agent_file_format
from ttt_core.learning import MAX_COUNT, MAX_NAME, RULES, updates_of, updates_per_game
from ttt_core.sentences import sentence

MAX_UPDATES = 2_500_000_000
"""Of one training run: about two minutes on one core. (10 million games without replay take a few
seconds.)"""
MAX_UPDATES_AT_ONCE = 10_000_000
"""Of all that is trained while a visitor waits: about a second."""
MAX_TRAININGS = 1_000
"""Of one agent, which keeps the settings of each."""
MAX_AGENTS = agent_file_format.MAX_AGENTS
"""In the roster."""
MAX_FILES = 20
"""Read from one upload."""
MAX_QUERY = 8_000
"""Characters of an address. The app's own links have less than a quarter of that."""
MAX_PARAMETERS = 100
"""Of an address."""
MAX_REASONS = 6
"""How many reasons are listed when something is left out; the others are only counted."""
MAX_SWEEP_VALUES = 30
"""Of a setting in a sweep."""
MAX_SWEEP_SEEDS = 20
MAX_SWEEP_RUNS = 5_000
MAX_WALL_RUNS = 300
"""Of a wall of fronts, which sends a kilobyte for each tile while it is measured."""
MAX_SWEEP_UPDATES = 10_000_000_000
"""Of a sweep: about three minutes on two cores."""
MAX_TEXT = 200
"""Characters of a typed search or address, and of a file name."""


class LimitError(ValueError):
    """Raised if something is too much for a shared server. The message says what and what to do."""


def check_training(config: ttt.TrainingConfig) -> None:
    """Raise `LimitError` if a training run takes longer than one visitor may use a core."""
    if config.games * updates_per_game(config) <= MAX_UPDATES:
        return
    if RULES[config.rule].kind == "network":
        raise LimitError(
            sentence(
                "{games:,} games of a network with {units} hidden units, which learns from {batch} "
                "moves per step, would take too long. With this network, train at most {most:,} "
                "games.",
                games=config.games,
                units=config.hidden_units,
                batch=config.batch,
                most=_most_games(config),
            )
        )
    raise LimitError(
        sentence(
            "{games:,} games with {replay:,} replayed moves each would take too long. With that "
            "many replayed moves, train at most {most:,} games.",
            games=config.games,
            replay=config.replay,
            most=_most_games(config),
        )
    )


def check_sweep(sweep: ttt.Sweep) -> None:
    """Raise `LimitError` if a sweep takes longer than one visitor may use the cores."""
    if len(sweep) > MAX_SWEEP_RUNS:
        raise LimitError(
            sentence(
                "{runs:,} training runs are too many; the limit is {limit:,}. Use fewer values, "
                "seeds or games, or run the command ttt-sweep, which allows far more.",
                runs=len(sweep),
                limit=MAX_SWEEP_RUNS,
            )
        )
    points = (sweep[first] for first in range(0, len(sweep), sweep.seeds))
    updates = 0
    for config in points:
        check_training(config)
        updates += sweep.seeds * updates_of((config,))
    if updates > MAX_SWEEP_UPDATES:
        times = ceil(10 * updates / MAX_SWEEP_UPDATES) / 10
        raise LimitError(
            sentence(
                "This sweep would take {times:g} times as long as the limit. Use fewer values, "
                "seeds or games, or run the command ttt-sweep, which allows far more.",
                times=times,
            )
        )


def check_trained_on(agent: ttt.Agent) -> None:
    """Raise `LimitError` if an agent cannot be trained once more."""
    if len(agent.training) >= MAX_TRAININGS:
        raise LimitError(
            sentence(
                "This agent has been trained {times:,} times, which is the limit. Use Start over "
                "to train the same number of games in one run.",
                times=len(agent.training),
            )
        )


def check_runs(agent: ttt.Agent) -> None:
    """Raise `LimitError` if an agent has too many training runs."""
    if len(agent.training) > MAX_TRAININGS:
        raise LimitError(
            sentence(
                "This agent has been trained {times:,} times; the limit is {limit:,}.",
                times=len(agent.training),
                limit=MAX_TRAININGS,
            )
        )


def shortened(text: str) -> str:
    """Return a text cut to a sensible length, with an ellipsis if it was longer."""
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}…"


def typed_name(typed: object) -> str:
    """Return what was typed as a valid name for an agent; empty if it contains none."""
    letters = str(typed)[:MAX_TEXT]
    printable = "".join(letter if letter.isprintable() else " " for letter in letters)
    return " ".join(printable.split())[:MAX_NAME].strip()


def _most_games(config: ttt.TrainingConfig) -> int:
    """Return the largest allowed number of games with these settings, rounded down."""
    most = MAX_UPDATES // updates_per_game(config)
    unit: int = 10 ** (len(str(most)) - 2)
    return most // unit * unit


Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Cell = Annotated[int, Field(ge=0, le=8)]
Moves = Annotated[tuple[Cell, ...], Field(max_length=9)]
Share = Annotated[float, Field(ge=0, le=1)]
