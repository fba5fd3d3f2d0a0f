"""Measures of a training run: numbers that sweeps compare, each declared once."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from ttt_core.evaluation.match import ReportCard, evaluate
from ttt_core.evaluation.mistakes import optimal_share
from ttt_core.evaluation.policy import Policy
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.cost import updates_per_game
from ttt_core.learning.on_threads import TakeTurn
from ttt_core.learning.training import TrainingRun
from ttt_core.learning.watch import Standing

_UPDATES_PER_CHUNK = 2_000_000
"""About a twentieth of a second's work."""


class FinishedRun:
    """A finished run, and its results, each computed when first needed."""

    def __init__(self, run: TrainingRun) -> None:
        self._run = run

    @cached_property
    def policy(self) -> Policy:
        """The agent's policy."""
        return self._run.policy()

    @cached_property
    def card(self) -> ReportCard:
        """The agent's exact figures."""
        return evaluate(self.policy)

    @property
    def standing(self) -> Standing:
        """When the agent was unbeatable; only of a watched run."""
        standing = self._run.standing
        assert standing is not None
        return standing


def _games(number: int | None) -> float:
    return np.nan if number is None else float(number)


@dataclass(frozen=True)
class Measure:
    """A number that describes the result of a training run.

    Attributes
    ----------
    name : str
        Identifier in code, links and files.
    label, sentence : str
        Name on the screen, and meaning.
    of : callable
        Returns the number, or nan if there is none.
    is_share : bool
        Whether it is a share from 0 to 1; otherwise it is a number of games, for which the run is
        checked after every game.
    """

    name: str
    label: str
    sentence: str
    of: Callable[[FinishedRun], float]
    is_share: bool = True


MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        measure.name: measure
        for measure in (
            Measure(
                "unbeatable_from",
                "Games until permanently unbeatable",
                "The number of games after which no opponent can win, from then to the end of "
                "training. Exact to the game; empty if the agent is still beatable at the end.",
                lambda run: _games(run.standing.since),
                is_share=False,
            ),
            Measure(
                "first_unbeatable",
                "Games until first unbeatable",
                "The number of games after which no opponent can win for the first time. The agent "
                "may become beatable again. Exact to the game; empty if it is never unbeatable.",
                lambda run: _games(run.standing.first),
                is_share=False,
            ),
            Measure(
                "worst_case_as_x",
                "Worst-case losses as X",
                "The probability of losing as X to the worst-case opponent.",
                lambda run: run.card.worst_case_as_x.loss,
            ),
            Measure(
                "worst_case_as_o",
                "Worst-case losses as O",
                "The probability of losing as O to the worst-case opponent.",
                lambda run: run.card.worst_case_as_o.loss,
            ),
            Measure(
                "wins_as_x",
                "Wins as X",
                "The probability of winning as X against a random player.",
                lambda run: run.card.vs_random_as_x.win,
            ),
            Measure(
                "wins_as_o",
                "Wins as O",
                "The probability of winning as O against a random player.",
                lambda run: run.card.vs_random_as_o.win,
            ),
            Measure(
                "optimal_share",
                "Optimal moves",
                "The probability of an optimal move, averaged over the 4,520 positions in which "
                "there is a move to make.",
                lambda run: optimal_share(run.policy),
            ),
        )
    }
)
"""By name."""


def measure_run(
    config: TrainingConfig, measures: Sequence[str], *, turn: TakeTurn = nullcontext
) -> tuple[float, ...]:
    """Train an agent from scratch and return the given measures.

    Parameters
    ----------
    config
        The same settings give the same numbers on any computer.
    measures
        Names of `MEASURES`.
    turn
        Context manager entered for every chunk of about a twentieth of a second. If it raises, the
        run ends.

    Returns
    -------
    tuple of float
        One for each measure; nan if it has no value.

    Raises
    ------
    KeyError
        If a measure does not exist.
    """
    chosen = [MEASURES[name] for name in measures]
    run = TrainingRun(config, watched=not all(measure.is_share for measure in chosen))
    chunk = max(1, _UPDATES_PER_CHUNK // updates_per_game(config))
    while run.games_played < config.games:
        with turn():
            run.play(min(chunk, config.games - run.games_played))
    finished = FinishedRun(run)
    return tuple(measure.of(finished) for measure in chosen)
