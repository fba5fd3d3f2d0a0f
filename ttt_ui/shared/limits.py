"""What one visitor may ask of a server that others use too: every bound, with its sentence.

The engine has bounds of its own, so that no agent overflows; these are about time and room. They
are asked wherever a value comes in: from a control, a link, a file or a stored value.
"""

from math import ceil

import ttt_core as ttt
from ttt_core.files import agent_file_format
from ttt_core.learning.check import UPDATES_PER_GAME, updates_of
from ttt_core.learning.soundness import MAX_NAME

MAX_UPDATES = 2_500_000_000
"""Of one training: a core needs about two minutes for it, and for 10 million games alone a few
seconds."""
MAX_TRAININGS = 1_000
"""Of one agent: its settings are kept for each of them."""
MAX_AGENTS = agent_file_format.MAX_AGENTS
"""In the roster."""
MAX_FILES = 20
"""Looked at in one upload."""
MAX_QUERY = 8_000
"""Characters of an address. A link of ours has less than a quarter of that."""
MAX_PARAMETERS = 100
"""Of an address."""
MAX_REASONS = 6
"""Why something was left out: so many are told, and the number of the others."""
MAX_SWEEP_VALUES = 30
"""Of a setting in a sweep."""
MAX_SWEEP_SEEDS = 20
MAX_SWEEP_RUNS = 5_000
MAX_SWEEP_UPDATES = 10_000_000_000
"""Of a sweep: two cores need about three minutes for it."""
MAX_TEXT = 200
"""Characters of what is typed to search or to go somewhere, and of the name of a file."""


class LimitError(ValueError):
    """Something is too much for a server that others use too; the message is a sentence."""


def check_training(config: ttt.TrainingConfig) -> None:
    """Raise `LimitError` if a training takes longer than one visitor may keep a core busy."""
    if config.games * (UPDATES_PER_GAME + config.replay) > MAX_UPDATES:
        raise LimitError(
            f"{config.games:,} games with {config.replay:,} moves replayed after each would take "
            f"too long here: with so many replayed, at most {_most_games(config.replay):,} games."
        )


def check_sweep(sweep: ttt.Sweep) -> None:
    """Raise `LimitError` if a sweep takes longer than one visitor may keep the cores busy."""
    instead = "Take fewer values, seeds or games; the command ttt-sweep can do far more."
    if sweep.runs > MAX_SWEEP_RUNS:
        raise LimitError(
            f"{sweep.runs:,} trainings are too many: {MAX_SWEEP_RUNS:,} at most. {instead}"
        )
    points = (sweep.config(first) for first in range(0, sweep.runs, sweep.seeds))
    updates = 0
    for config in points:
        check_training(config)
        updates += sweep.seeds * updates_of((config,))
    if updates > MAX_SWEEP_UPDATES:
        times = ceil(10 * updates / MAX_SWEEP_UPDATES) / 10
        raise LimitError(
            f"This sweep would take too long here, {times:g} times as long as it may. {instead}"
        )


def check_trained_on(agent: ttt.Agent) -> None:
    """Raise `LimitError` if an agent cannot be trained once more."""
    if len(agent.training) >= MAX_TRAININGS:
        raise LimitError(
            f"This agent has been trained {len(agent.training):,} times, and there is no room here "
            "for more. Start over, with as many games in one training."
        )


def check_agent(agent: ttt.Agent) -> None:
    """Raise `LimitError` if an agent has more of a past than there is room for here."""
    if len(agent.training) > MAX_TRAININGS:
        raise LimitError(
            f"This agent has been trained {len(agent.training):,} times. Here there is room for "
            f"agents of up to {MAX_TRAININGS:,} trainings."
        )


def shortened(text: str) -> str:
    """Return a text as long as any that makes sense, and an ellipsis for the rest."""
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}…"


def typed_name(typed: object) -> str:
    """Return what was typed as a name that an agent can have; empty where there is none in it."""
    letters = str(typed)[:MAX_TEXT]
    shown = "".join(letter if letter.isprintable() else " " for letter in letters)
    return " ".join(shown.split())[:MAX_NAME].strip()


def _most_games(replay: int) -> int:
    """Return how many games a training may have with so many moves replayed, as a round number."""
    most = MAX_UPDATES // (UPDATES_PER_GAME + replay)
    unit: int = 10 ** (len(str(most)) - 2)
    return most // unit * unit
