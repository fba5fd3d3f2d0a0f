"""Measures of a training run: numbers that sweeps compare, and all that the experiments ask."""

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, SupportsIndex

import numpy as np

from ttt_core.evaluation.match import ReportCard, evaluate
from ttt_core.evaluation.mistakes import optimal_share
from ttt_core.evaluation.mixture import Mixture
from ttt_core.evaluation.policy import Player, Policy
from ttt_core.evaluation.questions import five_questions
from ttt_core.game.graph import N_OPEN, legal
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import SETTINGS, ConfigError, TrainingConfig, check_config
from ttt_core.learning.learner import AnyLearner, check_is_alone, policy_after
from ttt_core.learning.reward_memory import memory_scores
from ttt_core.learning.runs import GamesPlayed, MeasureInParts
from ttt_core.learning.training import TrainingRun
from ttt_core.learning.watch import Standing
from ttt_core.pictures import ByName, Shown

_FIELD = "measures"
_OTHER_COLUMNS = ("run", "version", "preset", *SETTINGS)


class FinishedRun(Shown):
    """A finished run, and its results, each computed when first needed.

    Parameters
    ----------
    trained
        The run; or, of a learner of your own, the policy it has learned.
    """

    def __init__(self, trained: TrainingRun | Policy) -> None:
        self._trained = trained

    def _facts(self) -> Mapping[str, object]:
        trained = self._trained
        of = trained.config if isinstance(trained, TrainingRun) else "a learner of your own"
        return {"of": of, "verdict": self.card.verdict}

    @cached_property
    def agent(self) -> Agent:
        """The trained agent.

        Raises
        ------
        ValueError
            If no settings describe what was learned.
        """
        if isinstance(self._trained, TrainingRun):
            return self._trained.agent()
        raise ConfigError(
            "A measure asks for the agent, but a learner of your own has only a policy.", _FIELD
        )

    @cached_property
    def policy(self) -> Policy:
        """The policy that was learned."""
        trained = self._trained
        return trained.policy() if isinstance(trained, TrainingRun) else trained

    @property
    def player(self) -> Agent | Policy:
        """The trained agent; the policy if no settings describe what was learned."""
        try:
            return self.agent
        except ValueError:
            return self.policy

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
            If the run was not checked after every game: no measure has ``is_share=False``, or a
            learner of your own has played it.
        """
        if not isinstance(self._trained, TrainingRun):
            raise ConfigError(
                "A learner of your own is only measured at the end of a run, so nothing can tell "
                "when it was unbeatable. learning_curve measures it at the points you choose.",
                _FIELD,
            )
        if self._trained.standing is None:
            raise ConfigError(
                "A measure that asks when the agent was unbeatable needs is_share=False.", _FIELD
            )
        return self._trained.standing


def _games(number: int | None) -> float:
    return np.nan if number is None else float(number)


@dataclass(frozen=True)
class Measure(Shown):
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

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Let other processes have one of ours by its name: its function has none."""
        if MEASURES.get(self.name) is self:
            return _measure, (self.name,)
        return super().__reduce_ex__(protocol)

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


AnyMeasure = str | Measure | Callable[[Any], float]
"""A name of `MEASURES`, or a measure of your own."""

MEASURES: Mapping[str, Measure] = MappingProxyType(
    ByName(
        (measure.name, measure)
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
    )
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
        return Measure(name, name, sentence, lambda run: given(run.player))
    if given not in MEASURES:
        raise ConfigError(
            f"Unknown measure {given}. Choose one of {', '.join(MEASURES)}, or a function of the "
            "agent.",
            _FIELD,
        )
    return MEASURES[given]


MakeLearner = Callable[[TrainingConfig], AnyLearner]
"""Returns an untrained learner for a configuration, with its seed."""


def measure_run(
    config: TrainingConfig,
    measures: Sequence[AnyMeasure],
    *,
    partner: Player | Policy | Mixture | None = None,
    epsilon: Callable[[int], float] | None = None,
    learner: MakeLearner | None = None,
    progress: Callable[[int], object] | None = None,
) -> tuple[float, ...]:
    """Train an agent from scratch and return the given measures.

    Parameters
    ----------
    config
        The same settings give the same numbers on any computer.
    measures
        Names of `MEASURES`, functions of the trained `Agent`, or each a `Measure`. If no settings
        describe what was learned, as with `epsilon` and `learner`, a function gets the policy.
    partner, epsilon
        As in `TrainingRun`.
    learner
        A function that returns a learner of your own for a configuration: an object with
        ``play(games)`` and ``policy()``, or a function that is given the number of games to have
        played and returns a player. It is trained for ``config.games`` games.
    progress
        Called after every part of about a twentieth of a second with the number of games played.
        If it raises, the run ends.

    Returns
    -------
    tuple of float
        One for each measure; nan if it has no value.

    Raises
    ------
    ConfigError
        If `config` is not a configuration, or a measure does not exist, does not return a finite
        number, or asks for something that the learner does not have.
    ValueError
        As `TrainingRun` does, if there is a `partner` or `epsilon` together with a `learner`, or if
        what `learner` returns cannot learn.
    """
    measured = Measured(chosen_measures(measures), partner, epsilon, learner)
    return measured(config, progress or (lambda games: None))


@dataclass(frozen=True, repr=False)
class Measured(Shown, MeasureInParts[TrainingRun, tuple[float, ...]]):
    """What a sweep measures of each run: `measure_run` with everything but the configuration."""

    measures: tuple[AnyMeasure, ...]
    partner: Player | Policy | Mixture | None = None
    epsilon: Callable[[int], float] | None = None
    learner: MakeLearner | None = None

    def _facts(self) -> Mapping[str, object]:
        names = [measure.name for measure in chosen_measures(self.measures)]
        return {"measures": ", ".join(names)}

    def begin(self, config: TrainingConfig) -> TrainingRun:
        """Return a run of the configuration's own learner."""
        return TrainingRun(
            config,
            partner=self.partner,
            epsilon=self.epsilon,
            watched=not all(measure.is_share for measure in chosen_measures(self.measures)),
        )

    def result(self, run: TrainingRun) -> tuple[float, ...]:
        """Return the measures of a finished run."""
        return self._values(FinishedRun(run))

    def __call__(self, config: TrainingConfig, progress: GamesPlayed) -> tuple[float, ...]:
        """Train with a configuration and return the measures."""
        if self.learner is None:
            return super().__call__(config, progress)
        check_config(config)
        check_is_alone(self.partner, self.epsilon)
        finished = FinishedRun(policy_after(self.learner(config))(config.games))
        progress(config.games)
        return self._values(finished)

    def _values(self, finished: FinishedRun) -> tuple[float, ...]:
        return tuple(measure.value_of(finished) for measure in chosen_measures(self.measures))


@dataclass(frozen=True)
class RunOutcome:
    """The exact results of a training run.

    Attributes
    ----------
    card : ReportCard
    unbeatable_from : float
        Games after which no opponent could win for the first time; infinite if never.
    known : int
        Positions it has learned from.
    untried : int
        Moves it has never tried, out of all 16,167.
    takes_wins, blocks : float
        Shares of correct moves in the third and the fourth of the five questions.
    passed_over : float
        Of a reward memory: the share of positions with two moves tried or more in which it chooses
        another move than the one with the highest average. 0 for other agents.
    tried_more : float
        In how many of these, as a share, it has tried the chosen move more often than that one.
    """

    card: ReportCard
    unbeatable_from: float
    known: int
    untried: int
    takes_wins: float
    blocks: float
    passed_over: float
    tried_more: float

    @property
    def weak_sides(self) -> int:
        """On how many sides it is beatable."""
        return self.card.beatable_as_x + self.card.beatable_as_o

    @property
    def wins_vs_random(self) -> float:
        """Share of games it wins against a random player, half of them as X."""
        return (self.card.vs_random_as_x.win + self.card.vs_random_as_o.win) / 2


def _passed_over(agent: Agent) -> dict[str, float]:
    if agent.memory is None:
        return {"passed_over": 0.0, "tried_more": 0.0}
    averages = memory_scores(agent.memory, replace(agent.config, score="relative"))
    tried = agent.visits > 0
    chosen = np.where(tried, agent.q, -np.inf).argmax(axis=1)
    better = np.where(tried, averages, -np.inf).argmax(axis=1)
    rows, with_choice = np.arange(N_OPEN), tried.sum(axis=1) > 1
    passed = with_choice & (averages[rows, better] > averages[rows, chosen])
    more = passed & (agent.visits[rows, chosen] > agent.visits[rows, better])
    return {
        "passed_over": float(passed.sum() / max(1, with_choice.sum())),
        "tried_more": float(more.sum() / max(1, passed.sum())),
    }


@dataclass(frozen=True)
class _OutcomeOfRun(MeasureInParts[TrainingRun, RunOutcome]):
    def begin(self, config: TrainingConfig) -> TrainingRun:
        return TrainingRun(config, watched=True)

    def result(self, run: TrainingRun) -> RunOutcome:
        agent, standing = run.agent(), run.standing
        assert standing is not None
        _, _, takes_wins, blocks, _ = five_questions(agent)
        return RunOutcome(
            card=evaluate(agent),
            unbeatable_from=math.inf if standing.first is None else standing.first,
            known=agent.positions_known,
            untried=int((legal() & (agent.visits == 0)).sum()),
            takes_wins=takes_wins.share,
            blocks=blocks.share,
            **_passed_over(agent),
        )


outcome_of = _OutcomeOfRun()
"""Trains and evaluates; one of the things that `measure_runs` can measure."""
