"""Measures of a training run: numbers that sweeps compare, each declared once."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from ttt_core.evaluation.match import ReportCard, evaluate
from ttt_core.evaluation.mistakes import optimal_share
from ttt_core.evaluation.policy import Policy
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import SETTINGS, ConfigError, TrainingConfig
from ttt_core.learning.cost import updates_per_game
from ttt_core.learning.on_threads import TakeTurn
from ttt_core.learning.training import TrainingRun
from ttt_core.learning.watch import Standing

_FIELD = "measures"
_OTHER_COLUMNS = ("run", "version", "preset", *SETTINGS)
_UPDATES_PER_CHUNK = 2_000_000
"""About a twentieth of a second's work."""


class FinishedRun:
    """A finished run, and its results, each computed when first needed."""

    def __init__(self, run: TrainingRun) -> None:
        self._run = run

    @cached_property
    def agent(self) -> Agent:
        """The trained agent."""
        return self._run.agent()

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
        """When the agent was unbeatable.

        Raises
        ------
        ConfigError
            If the run was not checked after every game: no measure has ``is_share=False``.
        """
        standing = self._run.standing
        if standing is None:
            raise ConfigError(
                "A measure that asks when the agent was unbeatable needs is_share=False.", _FIELD
            )
        return standing


def _games(number: int | None) -> float:
    return np.nan if number is None else float(number)


@dataclass(frozen=True)
class Measure:
    """A number that describes the result of a training run.

    `MEASURES` has ours. For your own, a function that takes the trained `Agent` is enough; a
    `Measure` is for what needs the `FinishedRun`.

    Raises
    ------
    ConfigError
        If the name cannot be that of a column next to the settings.

    Attributes
    ----------
    name : str
        Identifier in code, links and files.
    label, sentence : str
        Name on the screen, and meaning; both are marked for translation.
    of : callable
        Returns the number, or nan if the run has none.
    is_share : bool
        Whether it is a share from 0 to 1; otherwise it is a number of games. Only for such a
        measure is the run checked after every game, so that it has a `FinishedRun.standing`.
    """

    name: str
    label: str
    sentence: str
    of: Callable[[FinishedRun], float]
    is_share: bool = True

    def __post_init__(self) -> None:
        is_name = self.name.isascii() and self.name.isidentifier()
        if not is_name or self.name in _OTHER_COLUMNS:
            raise ConfigError(
                "A measure needs a name of letters, digits and underscores that is not the name of "
                f"a setting, not {self.name!r}. Define it with def, or make it a Measure.",
                _FIELD,
            )

    def value_of(self, run: FinishedRun) -> float:
        """Return the number, or nan if the run has none.

        Raises
        ------
        ConfigError
            If it is not a finite number.
        """
        value: object = self.of(run)
        if not isinstance(value, int | float | np.number) or np.isinf(value):
            raise ConfigError(
                f"The measure {self.name} must return a finite number or nan, not {value!r}.",
                _FIELD,
            )
        return float(value)


AnyMeasure = str | Measure | Callable[[Agent], float]
"""A name of `MEASURES`, or a measure of your own."""

MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        measure.name: measure
        for measure in (
            Measure(
                "unbeatable_from",
                "Unbeatable since game",
                "The number of games after which no opponent can win, from then to the end of "
                "training. Exact to the game; empty if the agent is still beatable at the end.",
                lambda run: _games(run.standing.since),
                is_share=False,
            ),
            Measure(
                "first_unbeatable",
                "Games until first unbeatable",
                "The number of games after which no opponent can win for the first time. The "
                "agent may become beatable again. Exact to the game; empty if it is never "
                "unbeatable.",
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


def chosen_measures(measures: Sequence[AnyMeasure]) -> tuple[Measure, ...]:
    """Return measures that are given by name, as functions or as such.

    Raises
    ------
    ConfigError
        If there are none, one of them is not a measure, or two have the same name.
    """
    given: object = measures
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise ConfigError(f"measures must be a list, such as ['wins_as_x'], not {given!r}.", _FIELD)
    chosen = tuple(map(_measure, measures))
    if not chosen or len({measure.name for measure in chosen}) < len(chosen):
        raise ConfigError("At least one measure is needed, and none of them twice.", _FIELD)
    return chosen


def _measure(given: AnyMeasure) -> Measure:
    if isinstance(given, Measure):
        return given
    if callable(given):
        name = getattr(given, "__name__", type(given).__name__)
        sentence = inspect.cleandoc(given.__doc__ or "")
        return Measure(name, name, sentence, lambda run: given(run.agent))
    if given not in (*MEASURES,):
        raise ConfigError(
            f"Unknown measure {given}. Choose one of {', '.join(MEASURES)}, or a function of the "
            "agent.",
            _FIELD,
        )
    return MEASURES[given]


def measure_run(
    config: TrainingConfig, measures: Sequence[AnyMeasure], *, turn: TakeTurn = nullcontext
) -> tuple[float, ...]:
    """Train an agent from scratch and return the given measures.

    Parameters
    ----------
    config
        The same settings give the same numbers on any computer.
    measures
        Names of `MEASURES`, functions of the trained `Agent`, or each a `Measure`.
    turn
        Context manager entered for every chunk of about a twentieth of a second. If it raises, the
        run ends.

    Returns
    -------
    tuple of float
        One for each measure; nan if it has no value.

    Raises
    ------
    ConfigError
        If `config` is not a configuration, or a measure does not exist or return a finite number.
    """
    chosen = chosen_measures(measures)
    run = TrainingRun(config, watched=not all(measure.is_share for measure in chosen))
    chunk = max(1, _UPDATES_PER_CHUNK // updates_per_game(config))
    while run.games_played < config.games:
        with turn():
            run.play(min(chunk, config.games - run.games_played))
    finished = FinishedRun(run)
    return tuple(measure.value_of(finished) for measure in chosen)
