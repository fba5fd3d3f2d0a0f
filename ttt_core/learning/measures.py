"""What a training can be measured by, each a number: declared once for sweeps of every kind."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from ttt_core.evaluation.match import ReportCard, evaluate
from ttt_core.evaluation.mistakes import optimal_share
from ttt_core.evaluation.policy import Policy
from ttt_core.learning.check import UPDATES_PER_GAME
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.curve import Turn
from ttt_core.learning.training import TrainingRun

_UPDATES_PER_CHUNK = 2_000_000
"""Take about a twentieth of a second."""


class Trained:
    """A run that is over, and what is worked out of it where a measure asks for it."""

    def __init__(self, run: TrainingRun) -> None:
        self._run = run

    @cached_property
    def policy(self) -> Policy:
        """How the agent plays."""
        return self._run.policy()

    @cached_property
    def card(self) -> ReportCard:
        """Its exact figures."""
        return evaluate(self.policy)

    @property
    def unbeatable_from(self) -> float:
        """From how many games on it could not be beaten until the end, nan if it can be."""
        standing = self._run.standing
        assert standing is not None
        return np.nan if standing.since is None else float(standing.since)


@dataclass(frozen=True)
class Measure:
    """A number that says what came of a training.

    Attributes
    ----------
    name : str
    label, sentence : str
        What it is called, and what it says.
    of : callable
        Measures; nan where there is no such number.
    is_share : bool
        Whether it lies between 0 and 1; else it is a number of games.
    is_watched : bool
        Whether it needs a run that is watched game by game.
    """

    name: str
    label: str
    sentence: str
    of: Callable[[Trained], float]
    is_share: bool = True
    is_watched: bool = False


MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        measure.name: measure
        for measure in (
            Measure(
                "unbeatable_from",
                "Games until it cannot be beaten",
                "The smallest number of games from which on, to the end of the training, no "
                "opponent whatever can win, exact to the game; none where it can be beaten in the "
                "end.",
                lambda trained: trained.unbeatable_from,
                is_share=False,
                is_watched=True,
            ),
            Measure(
                "worst_case_as_x",
                "Worst case as X",
                "The chance to lose as X against the reply that beats the agent most often.",
                lambda trained: trained.card.worst_case_as_x.loss,
            ),
            Measure(
                "worst_case_as_o",
                "Worst case as O",
                "The chance to lose as O against the reply that beats the agent most often.",
                lambda trained: trained.card.worst_case_as_o.loss,
            ),
            Measure(
                "wins_as_x",
                "Wins as X",
                "The chance to win as X against random moves.",
                lambda trained: trained.card.vs_random_as_x.win,
            ),
            Measure(
                "wins_as_o",
                "Wins as O",
                "The chance to win as O against random moves.",
                lambda trained: trained.card.vs_random_as_o.win,
            ),
            Measure(
                "optimal_share",
                "Optimal choices",
                "The chance that a move keeps the game value, averaged over the 4,520 open "
                "positions.",
                lambda trained: optimal_share(trained.policy),
            ),
        )
    }
)
"""By name."""


def measure_run(
    config: TrainingConfig, measures: Sequence[str], *, turn: Turn = nullcontext
) -> tuple[float, ...]:
    """Train an agent from an empty table, and measure what came of it.

    Parameters
    ----------
    config
        The same gives the same numbers, on any machine.
    measures
        Names of `MEASURES`.
    turn
        What every chunk of a twentieth of a second or so is played within; what it raises ends
        the training.

    Returns
    -------
    tuple of float
        One for each measure; nan where there is no such number.

    Raises
    ------
    KeyError
        If there is no such measure.
    """
    chosen = [MEASURES[name] for name in measures]
    run = TrainingRun(config, watched=any(measure.is_watched for measure in chosen))
    chunk = max(1, _UPDATES_PER_CHUNK // (UPDATES_PER_GAME + config.replay))
    while run.games_played < config.games:
        with turn():
            run.play(min(chunk, config.games - run.games_played))
    trained = Trained(run)
    return tuple(measure.of(trained) for measure in chosen)
