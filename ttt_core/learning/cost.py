"""How long training takes, in updates of a value: a measure that fits every computer."""

from collections.abc import Sequence

from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.rules import RULES

_UPDATES_PER_GAME = 8
"""About how many updates a game makes, apart from replayed moves."""
_UPDATES_PER_RUN = 100_000
"""The time it takes to start a run, in updates."""


def updates_of(runs: Sequence[TrainingConfig]) -> int:
    """Return the time that runs take, as an approximate number of updates."""
    return sum(run.games * updates_per_game(run) + _UPDATES_PER_RUN for run in runs)


def updates_per_game(run: TrainingConfig) -> int:
    """Return about how many updates a game of this run makes, or could make in the same time."""
    if RULES[run.rule].kind == "network":
        units = run.hidden_units
        return _UPDATES_PER_GAME + (9 + units) * run.batch + 9 * units
    return _UPDATES_PER_GAME + run.replay
