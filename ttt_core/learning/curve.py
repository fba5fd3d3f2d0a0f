"""Learning curves: exact figures of an agent after chosen numbers of training games."""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.match import Result, evaluate
from ttt_core.evaluation.mistakes import FRONTS, optimal_moves, positions_by_marks
from ttt_core.evaluation.mixture import Mixture
from ttt_core.evaluation.policy import Player, Policy
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import MAX_TOTAL_GAMES, TrainingConfig, check_config
from ttt_core.learning.learner import AnyLearner, check_is_alone, is_learner, policy_after
from ttt_core.learning.runs import (
    SECONDS_PER_PART,
    GamesPlayed,
    MeasureInParts,
    ResultT,
    measure_runs,
)
from ttt_core.learning.training import CHUNK, Progress, TrainingRun, check_chunk
from ttt_core.learning.watch import Standing
from ttt_core.pictures import data_frame, lines_svg, section_html, table_html

if TYPE_CHECKING:
    import pandas as pd

POINTS = 50
_EARLY = 300
_FIRST_POINTS = (1, 2, 5, 10, 20, 50, 100, 200)
_FIRST_GAMES = 500
_SECONDS_BETWEEN_LOOKS = 0.05
"""At the clock, by a run that plays for some time."""

Measurement = tuple[object, ...]
"""The figures of one point: those of a `ReportCard` first, as the fields of a `LearningCurve`."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class LearningCurve:
    """Exact figures of an agent during training, without exploration: one entry per point measured.

    Attributes
    ----------
    games : int64 array (n,)
        Numbers of games, ascending.
    vs_random_as_x, vs_random_as_o : float64 array (n, 3)
        Probabilities of a win, a draw and a loss against the random player.
    worst_case_as_x, worst_case_as_o : float64 array (n, 3)
        As above, against the worst-case opponent.
    beatable_as_x, beatable_as_o : boolean array (n,)
        Whether the agent can lose a game, however unlikely.
    optimal_share : float64 array (n,)
        Probability of an optimal move, averaged over the 4,520 open positions.
    played_right : uint16 array (n, 7)
        In how many positions with 1 to 7 marks the agent can only play right; see `fronts`.
    epsilon : float64 array (n,)
        Exploration rate in the next game.
    beatable_games : uint32 array (n, 2)
        After how many of the games so far the agent was beatable as X and as O. Differences are
        exact even where the count runs over. Of a learner of your own, a float64 array of nan.
    """

    games: NDArray[np.int64]
    vs_random_as_x: NDArray[np.float64]
    vs_random_as_o: NDArray[np.float64]
    worst_case_as_x: NDArray[np.float64]
    worst_case_as_o: NDArray[np.float64]
    beatable_as_x: NDArray[np.bool_]
    beatable_as_o: NDArray[np.bool_]
    optimal_share: NDArray[np.float64]
    played_right: NDArray[np.uint16]
    epsilon: NDArray[np.float64]
    beatable_games: NDArray[np.uint32 | np.float64]

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a curve of the same numbers."""
        if not isinstance(other, LearningCurve):
            return NotImplemented
        return all(
            np.array_equal(values, getattr(other, name), equal_nan=True)
            for name, values in vars(self).items()
        )

    def __hash__(self) -> int:
        """Return a hash of the numbers of games."""
        return hash(self.games.tobytes())

    def __repr__(self) -> str:
        """Return a line with its length and its end."""
        losses = f"{self.vs_random_as_x[-1, 2]:.4f} as X, {self.vs_random_as_o[-1, 2]:.4f} as O"
        end = f"{self.games[-1]:,} games it loses {losses} against the random player"
        return f"<LearningCurve: {self.games.size} points; after {end}>"

    def _repr_html_(self) -> str:
        lines = {
            "loses to the random player as X": self.vs_random_as_x[:, 2].tolist(),
            "loses to the random player as O": self.vs_random_as_o[:, 2].tolist(),
            "loses in the worst case as X": self.worst_case_as_x[:, 2].tolist(),
            "loses in the worst case as O": self.worst_case_as_o[:, 2].tolist(),
        }
        ends = [(name, f"{line[0]:.4f}", f"{line[-1]:.4f}") for name, line in lines.items()]
        head = ("", f"{self.games[0]:,} games", f"{self.games[-1]:,} games")
        picture = lines_svg(self.games.tolist(), lines)
        return section_html("Learning curve", picture, table_html(head, ends))

    @property
    def fronts(self) -> NDArray[np.float64]:
        """Float array (n, 7): the share of the positions with 1 to 7 marks that it plays right.

        There it makes no mistake with any probability above 0. With 0 or 8 marks there is none to
        make.
        """
        return np.asarray(self.played_right / positions_by_marks())

    @property
    def unbeatable(self) -> NDArray[np.bool_]:
        """Boolean array (n,): whether no opponent can win a single game."""
        return np.asarray(~(self.beatable_as_x | self.beatable_as_o))

    @property
    def unbeatable_from(self) -> int | None:
        """The first measured number of games since which it is unbeatable at every point, or None.

        It may have been beatable between two points; `MeasuredRun.standing` is exact.
        """
        beatable = np.flatnonzero(~self.unbeatable)
        first = int(beatable[-1]) + 1 if beatable.size else 0
        return int(self.games[first]) if first < self.games.size else None

    def to_frame(self) -> "pd.DataFrame":
        """Return a table with a row for each point.

        A result has a column each for a win, a draw and a loss, such as ``vs_random_as_x_win``.
        """
        columns: dict[str, NDArray[np.generic]] = {}
        for name, values in vars(self).items():
            if name == "beatable_games":
                columns |= {f"{name}_as_x": values[:, 0], f"{name}_as_o": values[:, 1]}
            elif name == "played_right":
                columns |= {f"{name}_{marks}": values[:, i] for i, marks in enumerate(FRONTS)}
            elif values.ndim == 2:
                columns |= {f"{name}_{what}": values[:, i] for i, what in enumerate(Result._fields)}
            else:
                columns[name] = values
        return data_frame({**columns, "unbeatable": self.unbeatable})

    def followed_by(self, later: "LearningCurve") -> "LearningCurve":
        """Return this curve joined with that of the run that continued from its end."""
        keep = later.games > 0
        later = replace(
            later,
            games=self.games[-1] + later.games,
            beatable_games=self.beatable_games[-1] + later.beatable_games,
        )
        joined = {
            name: np.concatenate([getattr(self, name), getattr(later, name)[keep]])
            for name in (field.name for field in fields(self))
        }
        return LearningCurve(**joined)


def even_checkpoints(games: int, points: int = POINTS) -> list[int]:
    """Return at most `points` numbers of games, evenly spaced from 0 to `games`."""
    return [int(number) for number in np.unique(np.rint(np.linspace(0, games, points)))]


def checkpoints(games: int) -> list[int]:
    """Return at most 47 numbers of games, ascending, that suit a linear and a logarithmic axis.

    Most lie where most happens: evenly spaced up to some hundred games, then growing by equal
    factors. All but the last are round numbers.
    """
    spread = _EARLY * np.expm1(np.linspace(0, np.log1p(games / _EARLY), 30))
    even = np.linspace(0, games, 9)
    in_two_digits = {int(float(f"{number:.1e}")) for number in (*spread, *even, *_FIRST_POINTS)}
    return sorted({0, games, *(number for number in in_two_digits if number < games)})


_FIGURES = (
    *("vs_random_as_x", "vs_random_as_o", "worst_case_as_x", "worst_case_as_o"),
    *("beatable_as_x", "beatable_as_o"),
)
"""Of a report card, in the order of a measurement."""


def measurement(
    policy: Policy, epsilon: float, beatable_games: tuple[int, int] | None = None
) -> Measurement:
    """Measure a player whose exploration rate is `epsilon`: one point of a curve."""
    card = evaluate(policy)
    figures = [getattr(card, name) for name in _FIGURES]
    return (*figures, *optimal_moves(policy), epsilon, beatable_games or (np.nan, np.nan))


def curve_of(games: Sequence[int], measured: Sequence[Measurement]) -> LearningCurve:
    """Return the curve of measurements after the given numbers of games, ascending."""
    names = [field.name for field in fields(LearningCurve) if field.name != "games"]
    columns = dict(zip(names, map(np.array, zip(*measured, strict=True)), strict=True))
    if columns["beatable_games"].dtype.kind == "i":
        columns["beatable_games"] = columns["beatable_games"].astype(np.uint32)
    return LearningCurve(games=np.array(games, np.int64), **columns)


class MeasuredRun:
    """A training run that is measured at chosen points.

    Parameters
    ----------
    config, start
        As in `train`.
    points
        The number of evenly spaced points to measure, or the numbers of games to measure after.
        The end is always measured.
    partner, epsilon
        As in `TrainingRun`.

    Raises
    ------
    ValueError
        As `train` does, or if `points` is a number below 1 or has a number that is not a whole
        number from 0 to the number of games.

    Attributes
    ----------
    config
    seconds : float
        Processor time spent on playing and learning, without measuring and waiting for a core or
        for Python's lock.
    """

    def __init__(
        self,
        config: TrainingConfig,
        start: Agent | None = None,
        points: int | Sequence[int] = POINTS,
        *,
        partner: Player | Policy | Mixture | None = None,
        epsilon: Callable[[int], float] | None = None,
    ) -> None:
        self._run = TrainingRun(config, start, partner=partner, epsilon=epsilon, watched=True)
        if isinstance(points, int | np.integer):
            if points < 1:
                raise ValueError(f"The number of points must be at least 1, not {points}.")
            points = even_checkpoints(config.games, points)
        self.config = config
        self.seconds = 0.0
        self._points = sorted({*_checked_points(points, config.games), config.games})
        self._measured: list[Measurement] = []
        self._measure_if_due()

    @property
    def games_played(self) -> int:
        """Games of this run so far."""
        return self._run.games_played

    @property
    def finished(self) -> bool:
        """Whether all games of the configuration have been played."""
        return self.games_played == self.config.games

    def play(self, games: int) -> None:
        """Play this many more games, or to the end if fewer are left."""
        end = min(self.games_played + games, self.config.games)
        while self.games_played < end:
            began = time.thread_time()
            self._run.play(min(self._points[len(self._measured)], end) - self.games_played)
            self.seconds += time.thread_time() - began
            self._measure_if_due()

    def play_for(self, seconds: float) -> None:
        """Play for about so many seconds of a core, or to the end; always at least some games.

        On a busy machine that takes longer, and brings just as far.
        """
        ends = time.thread_time() + seconds
        while not self.finished:
            pace = self.games_played / self.seconds if self.seconds else 0.0
            self.play(int(pace * _SECONDS_BETWEEN_LOOKS) or _FIRST_GAMES)
            if time.thread_time() >= ends:
                break

    def agent(self) -> Agent:
        """Return the agent as it is now."""
        return self._run.agent()

    @property
    def standing(self) -> Standing:
        """When in this run the agent was unbeatable, checked after every game."""
        standing = self._run.standing
        assert standing is not None
        return standing

    def curve(self) -> LearningCurve:
        """Return the curve up to the game just played."""
        games, measured = self._points[: len(self._measured)], self._measured
        if not games or games[-1] != self.games_played:
            games = [*games, self.games_played]
            measured = [*measured, self._measurement()]
        return curve_of(games, measured)

    def _measure_if_due(self) -> None:
        if self._points[len(self._measured)] == self.games_played:
            self._measured.append(self._measurement())

    def _measurement(self) -> Measurement:
        return measurement(self._run.policy(), self._run.epsilon, self._run.beatable_games)


def _checked_points(points: object, most: int) -> list[int]:
    if not isinstance(points, Iterable):
        raise ValueError(
            f"points must be a number of points or a list of numbers of games, not {points!r}."
        )
    listed = list(points)
    for point in listed:
        if not isinstance(point, int | np.integer) or not 0 <= int(point) <= most:
            raise ValueError(f"A point must be a whole number from 0 to {most:,}, not {point!r}.")
    return listed


def learning_curve(
    config: TrainingConfig | AnyLearner,
    points: int | Sequence[int] = POINTS,
    start: Agent | None = None,
    *,
    partner: Player | Policy | Mixture | None = None,
    epsilon: Callable[[int], float] | None = None,
    progress: Progress | None = None,
    chunk: int = CHUNK,
) -> LearningCurve:
    """Train an agent and measure it during training.

    Each point equals ``evaluate(train(replace(config, games=n)))``, whatever the other points are.

    Parameters
    ----------
    config
        As in `train`; or a learner of your own, which is trained up to the last of the `points`: an
        object with ``play(games)`` and ``policy()``, or a function that is given the number of
        games to have played and returns a player. Of a learner, ε and after how many games it was
        beatable are not known: nan.
    points
        The numbers of games to measure after, in any order: training ends at the last. Or, with
        settings, the number of evenly spaced points to measure, of which the last is the end.
    start, partner, epsilon
        As in `TrainingRun`; only with settings.
    progress, chunk
        As in `train`. With a learner, `progress` is called after every point.

    Returns
    -------
    LearningCurve

    Raises
    ------
    ValueError
        As `train` does; or if `points` is a number below 1, has a number that is not a whole number
        from 0 to the number of games, or does not list what a learner needs.

    Examples
    --------
    >>> import ttt_core as ttt
    >>> config = ttt.TrainingConfig(games=20_000, seed=1)
    >>> ttt.learning_curve(config, points=[100, 1_000, 20_000]).unbeatable.tolist()
    [False, False, True]
    """
    check_chunk(chunk)
    if is_learner(config):
        check_is_alone(start, partner, epsilon)
        return _curve_of_learner(config, points, progress)
    check_config(config)
    run = MeasuredRun(config, start, points, partner=partner, epsilon=epsilon)
    last = config.games if isinstance(points, int | np.integer) else _last_of(points)
    while run.games_played < last:
        run.play(min(chunk, last - run.games_played))
        if progress is not None and progress(run.games_played) is False:
            break
    return run.curve()


def _last_of(points: Sequence[int]) -> int:
    if not len(points):
        raise ValueError("points must list at least one number of games.")
    return int(max(points))


def _curve_of_learner(
    learner: AnyLearner, points: int | Sequence[int], progress: Progress | None
) -> LearningCurve:
    if isinstance(points, int | np.integer):
        raise ValueError(
            "A learner of your own has no number of games, so points must list the numbers of "
            "games to measure after, such as [0, 100, 1_000]."
        )
    games = sorted({*_checked_points(points, MAX_TOTAL_GAMES)})
    _last_of(games)
    policy = policy_after(learner)
    measured: list[Measurement] = []
    for point in games:
        measured.append(measurement(policy(point), np.nan))
        if progress is not None and progress(point) is False:
            break
    return curve_of(games[: len(measured)], measured)


class MeasuredCurve(NamedTuple):
    """The curve of a run, and the game since which its agent is unbeatable.

    Attributes
    ----------
    curve : LearningCurve
        At the `checkpoints`.
    since : int or None
        Exact to the game; None if the agent is beatable at the end.
    """

    curve: LearningCurve
    since: int | None


class MeasuredFronts(NamedTuple):
    """The fronts of a run, and the game since which its agent is unbeatable.

    Attributes
    ----------
    games : int64 array (n,)
        The `checkpoints`.
    played_right : uint16 array (n, 7)
        As in a `LearningCurve`.
    since : int or None
        Exact to the game; None if the agent is beatable at the end.
    """

    games: NDArray[np.int64]
    played_right: NDArray[np.uint16]
    since: int | None


@dataclass(frozen=True)
class _AtCheckpoints(MeasureInParts[MeasuredRun, ResultT]):
    """What is measured of a run at the `checkpoints`."""

    def begin(self, config: TrainingConfig) -> MeasuredRun:
        return MeasuredRun(config, points=checkpoints(config.games))

    def play_part(self, run: MeasuredRun) -> None:
        run.play_for(SECONDS_PER_PART)


class _CurveOfRun(_AtCheckpoints[MeasuredCurve]):
    def result(self, run: MeasuredRun) -> MeasuredCurve:
        return MeasuredCurve(run.curve(), run.standing.since)


class _FrontsOfRun(_AtCheckpoints[MeasuredFronts]):
    def result(self, run: MeasuredRun) -> MeasuredFronts:
        curve = run.curve()
        return MeasuredFronts(curve.games, curve.played_right, run.standing.since)


measured_curve, measured_fronts = _CurveOfRun(), _FrontsOfRun()
"""They train and return the curve or its fronts; `measure_runs` can measure them."""


def learning_curves(
    config: TrainingConfig,
    seeds: Sequence[int],
    points: int | Sequence[int] = POINTS,
    start: Agent | None = None,
    *,
    partner: Player | Policy | Mixture | None = None,
    epsilon: Callable[[int], float] | None = None,
    progress: Callable[[int], object] | None = None,
    chunk: int = CHUNK,
) -> list[LearningCurve]:
    """Measure the same settings with several seeds, in parallel on all cores.

    Parameters
    ----------
    config, points, start, partner, epsilon
        As in `learning_curve`; the configuration's own seed is ignored.
    seeds
        Each gives one curve.
    progress
        Called regularly in the caller's thread with the number of games played in all runs
        together. If it raises, the runs are abandoned.
    chunk
        As in `train`.

    Raises
    ------
    ValueError
        As `learning_curve` does, or if `seeds` is not a sequence.
    """
    check_config(config)
    listed: object = seeds
    if not isinstance(listed, Sequence | np.ndarray):
        raise ValueError(f"seeds must be a list of seeds, such as range(3), not {seeds!r}.")

    def measure(run: TrainingConfig, games_played: GamesPlayed) -> LearningCurve:
        def note(games: int) -> None:
            games_played(games)

        return learning_curve(
            run, points, start, partner=partner, epsilon=epsilon, progress=note, chunk=chunk
        )

    curves: dict[int, LearningCurve] = {}
    runs = [replace(config, seed=seed) for seed in seeds]
    with closing(measure_runs(runs, measure)) as reports:
        for report in reports:
            curves.update(report.results)
            if progress is not None:
                progress(round(report.share * len(runs) * config.games))
    return [curves[index] for index in range(len(runs))]


class Fronts(NamedTuple):
    """How knowledge rises from the ends of games to the opening.

    Attributes
    ----------
    games : int64 array (n,)
        Numbers of games, ascending.
    played_right : float64 array (n, 7)
        The share of the positions with 1 to 7 marks that are played right: without exploration, no
        mistake has a probability above 0. With 0 or 8 marks every move is right.
    """

    games: NDArray[np.int64]
    played_right: NDArray[np.float64]

    def __repr__(self) -> str:
        """Return a line with the shares at the end, by the number of marks."""
        shares = ", ".join(f"{share:.0%}" for share in self.played_right[-1])
        return f"<Fronts: after {self.games[-1]:,} games right with 1 to 7 marks: {shares}>"

    def _repr_html_(self) -> str:
        marks = range(1, self.played_right.shape[1] + 1)
        lines = {f"{n} marks": self.played_right[:, n - 1].tolist() for n in marks}
        ends = [(name, f"{line[0]:.1%}", f"{line[-1]:.1%}") for name, line in lines.items()]
        head = ("played right", f"{self.games[0]:,} games", f"{self.games[-1]:,} games")
        return section_html("Fronts", lines_svg(self.games.tolist(), lines), table_html(head, ends))


def fronts(
    config: TrainingConfig,
    points: int | Sequence[int] | None = None,
    *,
    seeds: Sequence[int] | None = None,
) -> Fronts:
    """Train, and count which positions are played right, by the number of marks on the board.

    Parameters
    ----------
    config
        As in `train`.
    points
        As in `learning_curve`; by default numbers of games that suit a logarithmic axis.
    seeds
        If given, the shares are the means over these seeds; otherwise of the configuration's own.

    Raises
    ------
    ValueError
        As `learning_curves` does.
    """
    check_config(config)
    chosen = checkpoints(config.games) if points is None else points
    curves = learning_curves(config, (config.seed,) if seeds is None else seeds, chosen)
    return Fronts(curves[0].games, np.mean([curve.fronts for curve in curves], axis=0))
