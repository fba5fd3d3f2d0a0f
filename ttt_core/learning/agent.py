"""`Agent`: a player, what it has learned and how. Agents are immutable; learning makes new ones."""

import datetime as dt
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.game_map import game_map
from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.match import evaluate
from ttt_core.evaluation.policy import Policy, Sides, Ties, greedy, sides_known, softmax
from ttt_core.game.board import pattern
from ttt_core.game.graph import N_OPEN, boards, frozen, legal, position_of
from ttt_core.game.solution import move_values
from ttt_core.learning.afterstates import are_first, ends_game, first_afterstates
from ttt_core.learning.config import SETTINGS, TrainingConfig, config_refusal
from ttt_core.learning.matchboxes import bead_policy, empty_boxes, first_beads
from ttt_core.learning.network import first_weights, network_values, units_of
from ttt_core.learning.origin import HERE, Origin
from ttt_core.learning.rules import (
    ADAPTIVE_PLAY,
    GOING_OVER,
    RULES,
    RULES_IN_PLAY,
    Kind,
    first_rule_of,
)
from ttt_core.learning.soundness import SEEN_BYTES, check_agent, checked_name
from ttt_core.pictures import (
    Drawing,
    Shown,
    board_svg,
    board_text,
    data_frame,
    section_html,
    table_html,
)

if TYPE_CHECKING:
    import pandas as pd

Level = Literal["Beginner", "Intermediate", "Expert", "Adaptive", "Custom"]


def now() -> dt.datetime:
    """Return the present time in UTC, to the second, as stored in agent files."""
    return dt.datetime.now(dt.UTC).replace(microsecond=0)


UNNAMED = "Agent"
"""The name of an agent that nobody has named."""
_NO_GAMES = frozen(np.zeros(SEEN_BYTES, np.uint8))


PUPIL = TrainingConfig(
    games=1_000,
    alpha=0.5,
    epsilon_decay=1.0,
    exploration="least-visited",
    initial_value=-0.1,
    backward=True,
    replay=1_000,
)
"""Settings that learn as much as possible from few games; see ``docs/presets.md``."""


@dataclass(frozen=True, kw_only=True)
class InPlay:
    """How an agent plays people and learns from them.

    The defaults are those of the adaptive AI (freeCodeCamp 2025).

    Attributes
    ----------
    rule : str
        The rule it learns by: one of `RULES_IN_PLAY`.
    alpha, gamma : float
        Learning rate and discount factor of that rule, in the ranges of `TrainingConfig`.
    epsilon : float
        Its exploration rate in these games.

    Raises
    ------
    ConfigError
        If the rule does not exist or a number is out of range.
    """

    rule: str = ADAPTIVE_PLAY.name
    alpha: float = 0.1
    gamma: float = 0.9
    epsilon: float = 0.1

    def __post_init__(self) -> None:
        if self.rule not in RULES_IN_PLAY:
            raise config_refusal(
                "rule must be one of {options}, not {rule!r}.",
                "rule",
                options=", ".join(RULES_IN_PLAY),
                rule=self.rule,
            )
        for name in ("alpha", "gamma", "epsilon"):
            object.__setattr__(self, name, SETTINGS[name].read(getattr(self, name)))

    @property
    def config(self) -> TrainingConfig:
        """Its settings as a configuration, whose rule, games and seed have no meaning."""
        settings = PUPIL if self.rule == GOING_OVER.name else TrainingConfig()
        return replace(settings, alpha=self.alpha, gamma=self.gamma)


@dataclass(frozen=True)
class Stats(Shown):
    """Counts over all training games of an agent.

    Attributes
    ----------
    games, x_wins, o_wins, draws : int
        Games and their results.
    explorations : int
        Exploratory moves.
    distinct_games : int
        How many of the 255,168 possible games have occurred.
    """

    games: int = 0
    x_wins: int = 0
    o_wins: int = 0
    draws: int = 0
    explorations: int = 0
    distinct_games: int = 0


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Agent:
    """A trained (or untrained) player.

    Two agents are equal if they are the same player with the same history, whenever they were made
    and whether or not that has been checked: training twice gives equal agents, and so does a file.
    An agent keeps copies of the arrays it is given, and they are read-only.

    Raises
    ------
    ValueError
        If a field is invalid or two fields do not agree. Every agent can therefore be written to a
        file and read back without any difference.

    Attributes
    ----------
    name : str
        Name on the screen and in file names: 1 to 60 printable characters.
    kind : str
        ``"q-table"``, ``"reward-memory"``, ``"matchboxes"``, ``"network"`` or ``"policy"``.
    q : float64 array (4520, 9)
        Q-values, the values of a network, the scores of a reward memory or the preferences of a
        policy, from -1,000,000 to 1,000,000, or the beads of matchboxes, which are whole numbers;
        nan where not legal.
    visits : int32 array (4520, 9)
        How often each move was learned from, up to 2,000,000,000; 0 where not legal.
    memory : int32 array (4520, 9, 3) or None
        Rewards by result (X won, O won, draw) of a reward memory; 0 where not legal.
    weights : float64 array (28 H + 9,) or None
        The weights of a network with H hidden units, from -25 to 25; see
        `ttt_core.learning.network`.
    games_seen : uint8 array (31896,)
        One bit for each of the 255,168 games.
    training : tuple of TrainingConfig
        Its runs, oldest first: at most 10,000, with at most 100,000,000 games in total.
    partners : tuple of str or None
        For each run, the name of the training partner given to it: such a run cannot be replayed
        from its configuration. None, or no entry, if there was no partner.
    trained_elsewhere : TrainingConfig or None
        If another program trained it: the known settings of that training, with which it continues
        to learn. Seed and number of games have no meaning.
    settings : TrainingConfig or None
        The settings with which it learns until its first run, if it was made with any. Seed and
        number of games have no meaning.
    in_play : InPlay or None
        How it plays people and learns from them; None if as in training. The preset of its first
        run says so, and training it further does not change it.
    stats : Stats
        The results add up to the games; the distinct games are those of `games_seen`.
    level : str
        The level at which it was last played.
    created : datetime
        When it was last changed, with time zone.
    origin : Origin or None
        The program that last trained it; None if its file does not say or comes from another
        system.
    reproducible : bool
        Whether `training` alone is known to reproduce this agent exactly: it was trained here from
        scratch, or has been checked. Files do not contain it, so no file can claim it.
    """

    name: str
    kind: Kind
    q: NDArray[np.float64]
    visits: NDArray[np.int32]
    memory: NDArray[np.int32] | None = None
    weights: NDArray[np.float64] | None = None
    games_seen: NDArray[np.uint8] = field(default_factory=lambda: _NO_GAMES)
    training: tuple[TrainingConfig, ...] = ()
    partners: tuple[str | None, ...] = ()
    trained_elsewhere: TrainingConfig | None = None
    settings: TrainingConfig | None = None
    in_play: InPlay | None = None
    stats: Stats = Stats()
    level: Level = "Intermediate"
    created: dt.datetime = field(default_factory=now)
    origin: Origin | None = HERE
    reproducible: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", checked_name(self.name))
        check_agent(self, get_args(Level))
        for name in ("q", "visits", "memory", "weights", "games_seen"):
            array = getattr(self, name)
            if array is not None and (array.flags.writeable or array.base is not None):
                object.__setattr__(self, name, frozen(array.copy()))

    def __setstate__(self, state: dict[str, object]) -> None:
        """Restore a pickled agent, whose arrays are its own again, and read-only."""
        vars(self).update(state)
        for name, thing in state.items():
            if isinstance(thing, np.ndarray):
                vars(self)[name] = frozen(thing.copy())

    def q_values(self, board: str) -> NDArray[np.float64]:
        """Return the nine values of a board, nan where a move is not legal.

        Raises
        ------
        ValueError
            If the text is not a position of the game.
        """
        position = position_of(board)
        return self.q[position].copy() if position < N_OPEN else np.full(9, np.nan)

    def visit_counts(self, board: str) -> NDArray[np.int32]:
        """Return how often each of the nine moves of a board was learned from.

        Raises
        ------
        ValueError
            If the text is not a position of the game.
        """
        position = position_of(board)
        return self.visits[position].copy() if position < N_OPEN else np.zeros(9, np.int32)

    def move_probabilities(self, board: str) -> NDArray[np.float64]:
        """Return the probability of each cell when the agent does not explore.

        They sum to 1, or to 0 if it resigns.

        Raises
        ------
        ValueError
            If the text is not a position of the game, or the game is over there.
        """
        position = position_of(board)
        if position >= N_OPEN:
            raise ValueError("The game on this board is over, so there is no move to make.")
        return np.array(self.policy()[position, :RESIGNING])

    def resigns(self, board: str) -> bool:
        """Return whether it resigns: matchboxes do if the box is empty.

        Raises
        ------
        ValueError
            If the text is not a position of the game.
        """
        position = position_of(board)
        return (
            self.kind == "matchboxes" and position < N_OPEN and bool(empty_boxes(self.q)[position])
        )

    def policy(self) -> Policy:
        """Return the policy matrix without exploration.

        Its shape is (4520, 9); for matchboxes (4520, 10), the last column being the probability of
        resigning.
        """
        return policy_by(self.kind, self.q, self.config.ties)

    def board(self, board: str) -> Drawing:
        """Return a picture of a position with the agent's values.

        At the prompt it is a text, in a notebook an SVG.

        Raises
        ------
        ValueError
            If the text is not a position of the game.
        """
        marks, values = boards()[position_of(board)], self.q_values(board).tolist()
        return Drawing(board_text(marks, values), board_svg(marks, values))

    def __repr__(self) -> str:
        """Return a line with its name, kind, games and verdict."""
        verdict = evaluate(self).verdict
        return f"<Agent {self.name!r}: {self.kind}, {self.stats.games:,} games, {verdict}>"

    def _repr_html_(self) -> str:
        shown = game_map(self)
        return section_html(
            f"{self.name}: {evaluate(self).verdict}",
            f"<p>{self.kind}, {self.stats.games:,} games: it {shown.summary}.</p>",
            shown.svg(),
            table_html(("setting", "value"), self.config.changed().items()),
        )

    def to_frame(self) -> "pd.DataFrame":
        """Return a table with a row for each move it has a value for.

        Returns
        -------
        DataFrame
            Sorted by position and cell, with the columns ``pattern`` (the board text), ``cell``,
            ``q``, ``visits`` and ``worth`` (the move's true value: 1 win, 0 draw, -1 loss).
        """
        position, cell = np.nonzero(self._learned)
        return data_frame(
            {
                "pattern": [pattern(boards()[number]) for number in position],
                "cell": cell,
                "q": self.q[position, cell],
                "visits": self.visits[position, cell],
                "worth": move_values()[position, cell],
            }
        )

    def __eq__(self, other: object) -> bool:
        """Return whether the other is an equal agent."""
        if not isinstance(other, Agent):
            return NotImplemented
        return self.fingerprint == other.fingerprint and all(
            np.array_equal(getattr(self, name), getattr(other, name))
            if name == "games_seen"
            else getattr(self, name) == getattr(other, name)
            for name in _COMPARED
        )

    def __hash__(self) -> int:
        """Return a hash of what it has learned."""
        return hash(self.fingerprint)

    @cached_property
    def fingerprint(self) -> bytes:
        """Sixteen bytes that identify its values, visits, memory and weights.

        Agents that differ only in name or history have the same fingerprint.
        """
        digest = blake2b(self.q.tobytes(), digest_size=16)
        digest.update(self.visits.tobytes())
        if self.memory is not None:
            digest.update(self.memory.tobytes())
        if self.weights is not None:
            digest.update(self.weights.tobytes())
        return digest.digest()

    @property
    def config(self) -> TrainingConfig:
        """The configuration with which it continues to learn.

        That is the one of its last run, here or in another program; without a run, the one it was
        made with, or that of its games with people.
        """
        if self.training:
            return self.training[-1]
        if self.trained_elsewhere is not None:
            return self.trained_elsewhere
        if self.settings is not None:
            return self.settings
        if self.in_play is not None:
            return self.in_play.config
        config = TrainingConfig(rule=first_rule_of(self.kind))
        if self.weights is None:
            return config
        return replace(config, hidden_units=units_of(self.weights))

    @property
    def known(self) -> NDArray[np.bool_]:
        """Boolean array (4520,): the open positions it has learned from or was given values for."""
        return np.asarray(self._learned.any(axis=1))

    @property
    def _learned(self) -> NDArray[np.bool_]:
        """Boolean array (4520, 9): the moves learned from, or with values that it was given."""
        visited = self.visits > 0
        if self.kind != "q-table" or np.ptp(self.q[legal()]) == 0:  # all moves are still equal
            return visited
        if self.trained_elsewhere is None and are_first(self.q):
            return visited
        runs = (self.config, *self.training)
        given = legal() & ~np.isin(self.q, [0.0, *(run.initial_value for run in runs)])
        if any(RULES[run.rule].method == "afterstates" for run in runs):
            given &= ~ends_game()  # a finished game has a value from the start
        return visited | given

    @property
    def sides(self) -> Sides:
        """The sides it has learned: of an agent from another program, those it knows positions of.

        Both, if it was trained here.
        """
        known = sides_known(self.known) if self.trained_elsewhere is not None else "XO"
        return known or "XO"  # type: ignore[return-value]

    @property
    def is_blank(self) -> bool:
        """Whether it is untrained."""
        return not self.stats.games and not self.known.any()

    @property
    def untried(self) -> NDArray[np.bool_]:
        """Boolean array (4520,): the positions it knows that have an untried move."""
        return np.asarray(self.known & (legal() & ~self._learned).any(axis=1))

    @property
    def positions_known(self) -> int:
        """How many of the 4,520 open positions it knows."""
        return int(self.known.sum())


def policy_by(kind: Kind, q: NDArray[np.float64], ties: Ties) -> Policy:
    """Return the policy of an agent of the given kind with these values."""
    if kind == "policy":
        return softmax(q)
    return bead_policy(q) if kind == "matchboxes" else greedy(q, ties)


def first_values(kind: Kind, config: TrainingConfig) -> NDArray[np.float64]:
    """Return the initial values (4520, 9) of an agent's first run."""
    if RULES[config.rule].method == "afterstates":
        return first_afterstates(config)
    if kind == "matchboxes":
        return first_beads(config.beads)
    if kind == "network":
        return network_values(first_weights(config))
    return _table_of(config.initial_value)


@lru_cache(maxsize=16)
def _table_of(value: float) -> NDArray[np.float64]:
    return frozen(np.where(legal(), value, np.nan))


_COMPARED = tuple(
    one.name
    for one in fields(Agent)
    if one.name not in ("q", "visits", "memory", "weights", "created", "reproducible")
)
"""The fields that equal agents have in common, apart from those in the fingerprint."""


def check_is_agent(agent: object) -> None:
    """Raise `ValueError` if this is not an agent: a policy alone cannot learn or be saved."""
    if not isinstance(agent, Agent):
        raise ValueError(
            f"An Agent is needed, not this {type(agent).__name__}. A table of values becomes one "
            "with replace(untrained('Name'), q=table); a policy can be saved with numpy.save."
        )


def reproducing_config(agent: Agent) -> TrainingConfig | None:
    """Return the one configuration that reproduces an agent, or None.

    None if the agent was trained in several runs, by games with people, against a partner or in
    another program; also if only its file says how it was trained and nobody has checked.
    """
    if len(agent.training) != 1 or not agent.reproducible or agent.trained_elsewhere is not None:
        return None
    return agent.training[0]


@cache
def _zeros(*shape: int) -> NDArray[np.int32]:
    return frozen(np.zeros((N_OPEN, *shape), np.int32))


def untaught(name: str, config: TrainingConfig, in_play: InPlay | None = None) -> Agent:
    """Return the agent before its first run with this configuration."""
    kind = RULES[config.rule].kind
    return Agent(
        name=name,
        kind=kind,
        q=frozen(first_values(kind, config)),
        visits=_zeros(9),
        memory=_zeros(9, 3) if kind == "reward-memory" else None,
        weights=first_weights(config) if kind == "network" else None,
        in_play=in_play,
    )


def untrained(name: str = UNNAMED, kind: Kind = "q-table") -> Agent:
    """Return an untrained agent: all values are 0, so it plays at random.

    Matchboxes are filled as Michie filled them, and the weights of a network are random.

    Raises
    ------
    ValueError
        If the name is not 1 to 60 printable characters, or the kind does not exist.
    """
    return untaught(name, TrainingConfig(rule=first_rule_of(kind)))


def erased(agent: Agent) -> Agent:
    """Return an agent with the name, level and settings of another that has learned nothing yet."""
    blank = untaught(agent.name, agent.config, agent.in_play)
    return replace(blank, level=agent.level, settings=agent.config)
