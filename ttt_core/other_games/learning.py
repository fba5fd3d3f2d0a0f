"""Learning another game: the algorithms that learned tic-tac-toe, by self-play.

Minimax-Q (Littman 1994) and Q-learning (Watkins and Dayan 1992) as in `ttt_core.learning.rules`,
and the reward memory of Kutschera (2018): after a game each of its moves is rewarded in the field
of the game's result, and a move's score is a weighted mean of its three fields. Nothing is changed
but what a game itself demands: it is stopped after 60 moves, and the reward, which doubles for each
move fewer than the board has cells, stays 1 beyond.
"""

from collections import namedtuple
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Self, get_args

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from ttt_core.compiling import compiled as compiled_loop
from ttt_core.compiling import inlined
from ttt_core.learning.config import ConfigError, settings_of
from ttt_core.learning.reward_memory import score
from ttt_core.learning.schedule import BY_FACTOR, epsilon_by_experience, epsilon_by_games
from ttt_core.other_games.evaluation import Policy, greedy
from ttt_core.other_games.game import DRAWN, BoardGame, compiled
from ttt_core.pictures import Shown, settings_html, settings_repr
from ttt_core.random_numbers import below, largest, pick_largest, random_bits, unit

MOST_PLIES = 60  # training stops a game there; it is then a draw

Rule = Literal["minimax-q", "q-learning", "reward-memory"]
Exploration = Literal["epsilon", "experience"]
_MINIMAX_Q, _Q_LEARNING, _REWARD_MEMORY = range(3)
_BY_EXPERIENCE = 1


@dataclass(frozen=True, kw_only=True, repr=False)
class GameConfig:
    """How an agent learns another game; a reward memory begins with Kutschera's settings.

    Raises
    ------
    ConfigError
        If a field is out of range; the message names it.
    """

    games: Annotated[int, Field(ge=1, le=10_000_000)] = 30_000
    """Games of self-play, 1 to 10,000,000."""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    """Fixes every random choice."""
    rule: Rule = "minimax-q"
    """How values are updated."""
    alpha: Annotated[float, Field(gt=0, le=1)] = 0.5
    """Learning rate of minimax-Q and Q-learning, 0.0001 to 1."""
    gamma: Annotated[float, Field(ge=0, le=1)] = 0.9
    """Discount factor per move of minimax-Q, per own move of Q-learning, 0 to 1."""
    exploration: Exploration = "epsilon"
    """Whether ε falls with games or, as in Kutschera's program, with distinct games."""
    epsilon: Annotated[float, Field(ge=0, le=1)] = 1.0
    """Exploration rate in the first game, 0 to 1."""
    epsilon_decay: Annotated[float, Field(ge=0, le=1)] = 0.9999
    """Factor of ε from game to game, 0 to 1."""
    epsilon_floor: Annotated[float, Field(ge=0, le=1)] = 0.3
    """ε does not fall below this, 0 to 1."""
    experience_games: Annotated[int, Field(ge=1, le=10_000_000)] = 500
    """Step of the exploration by experience, in distinct games."""
    weight_win: Annotated[float, Field(ge=-1_000, le=1_000)] = 100.0
    """Score of a move that always won, in a reward memory."""
    weight_draw: Annotated[float, Field(ge=-1_000, le=1_000)] = 10.0
    """Score of a move that always drew."""
    weight_loss: Annotated[float, Field(ge=-1_000, le=1_000)] = -1.0
    """Score of a move that always lost."""
    reward_base: Annotated[float, Field(ge=1, le=2)] = 2.0
    """Factor of a game's reward for each move fewer than the board has cells, 1 to 2."""
    symmetry: bool = False
    """Whether all positions that turning the board makes of one are learned as one."""

    if not TYPE_CHECKING:  # a type checker reads the fields

        def __new__(cls, **settings: object) -> Self:
            """Refuse, in a sentence, what is not a field."""
            for name in settings.keys() - _SETTINGS.keys():
                raise ConfigError(f"The setting {name} does not exist in a {cls.__name__}.", name)
            return super().__new__(cls)

    def __post_init__(self) -> None:
        for name, setting in _SETTINGS.items():
            object.__setattr__(self, name, setting.read(getattr(self, name)))

    def __repr__(self) -> str:
        """Return the call that makes an equal configuration."""
        return settings_repr(self)

    def _repr_html_(self) -> str:
        return settings_html(self)


_SETTINGS = settings_of(GameConfig)

PUBLISHED = GameConfig(games=100_000, rule="reward-memory", exploration="experience")
"""Kutschera's reward memory, with which he learned tic-tac-toe."""
ALL_ALIKE = replace(PUBLISHED, games=300_000, reward_base=1.0, experience_games=20_000)
"""The same, with the two settings changed that keep it from learning Three Men's Morris."""

_FIELDS = [
    name for name in GameConfig.__dataclass_fields__ if name not in ("games", "seed", "symmetry")
]
_Numbers = namedtuple("_Numbers", _FIELDS)  # type: ignore[misc]
"""A `GameConfig` as plain numbers; the rule and the exploration are places in their lists."""


class _GameLearner(NamedTuple):
    """Everything that games change, in place.

    Attributes
    ----------
    q : float64 array (n_open, most moves)
        The value of each move, in the order of `GameGraph.child`.
    memory : float64 array (n_open, most moves, 3)
        Rewards by result: X won, O won, draw.
    counts : int64 array (5,)
        Games, X's wins, O's wins, draws, distinct games.
    seen : uint64 array
        A hash table of the distinct games; 0 is a free entry.
    random : uint64 array (1,)
    path : int64 array (60, 2)
        Position and move at each ply of the current game.
    """

    q: NDArray[np.float64]
    memory: NDArray[np.float64]
    counts: NDArray[np.int64]
    seen: NDArray[np.uint64]
    random: NDArray[np.uint64]
    path: NDArray[np.int64]


class GameRun(Shown):
    """A training run in steps.

    Attributes
    ----------
    config : GameConfig
    graph : GameGraph
        The game that is learned; with symmetry, up to symmetry.
    """

    def __init__(self, game: BoardGame, config: GameConfig) -> None:
        self.config = config
        self.graph = compiled(game, symmetry=config.symmetry)
        shape = self.graph.child.shape
        codes = {
            "rule": get_args(Rule).index(config.rule),
            "exploration": get_args(Exploration).index(config.exploration),
        }
        self._numbers = _Numbers(*(codes.get(name, getattr(config, name)) for name in _FIELDS))
        self._learner = _GameLearner(
            q=np.zeros(shape),
            memory=np.zeros((*shape, 3)),
            counts=np.zeros(5, np.int64),
            seen=np.zeros(2 ** (config.games.bit_length() + 1), np.uint64),
            random=np.array([config.seed * 0xD1342543DE82EF95 % 2**64], np.uint64),
            path=np.zeros((MOST_PLIES, 2), np.int64),
        )

    def _facts(self) -> Mapping[str, object]:
        x_won, o_won, drawn = self.results
        return {
            "game": self.graph.game.name,
            "rule": self.config.rule,
            "games": f"{self.games_played:,} of {self.config.games:,}",
            "X won": f"{x_won:,}",
            "O won": f"{o_won:,}",
            "drawn": f"{drawn:,}",
        }

    @property
    def games_played(self) -> int:
        """Games so far."""
        return int(self._learner.counts[0])

    @property
    def results(self) -> tuple[int, int, int]:
        """How many games X won, O won, and were drawn or stopped."""
        _, x_won, o_won, drawn, _ = self._learner.counts.tolist()
        return x_won, o_won, drawn

    @property
    def distinct_games(self) -> int:
        """How many different games have been played."""
        return int(self._learner.counts[4])

    def play(self, games: int) -> None:
        """Play this many more games, or to the end if fewer are left."""
        more = min(games, self.config.games - self.games_played)
        graph = self.graph
        _play_games(
            self._numbers,
            graph.game.cells,
            graph.child,
            graph.n_moves,
            graph.side,
            graph.result,
            self._learner,
            more,
        )

    @property
    def q(self) -> NDArray[np.float64]:
        """The values, as `GameGraph.child`; nan after the last move."""
        return np.where(self.graph.is_move, self._learner.q, np.nan)

    def policy(self) -> Policy:
        """Return the policy without exploration; equal moves are equally likely."""
        return greedy(self.graph, self._learner.q)


def train(game: BoardGame, config: GameConfig) -> GameRun:
    """Return a finished training run."""
    run = GameRun(game, config)
    run.play(config.games)
    return run


@inlined
def _is_new(seen: Any, game: Any) -> Any:
    """Add a game to the hash table; return whether it was not there."""
    last = seen.size - 1
    entry = np.int64(game & np.uint64(last))
    while seen[entry] != 0 and seen[entry] != game:
        entry = (entry + 1) & last
    new = seen[entry] == 0
    seen[entry] = game
    return new


@inlined
def _towards(numbers: Any, q: Any, step: Any, target: Any) -> None:
    q[step[0], step[1]] += numbers.alpha * (target - q[step[0], step[1]])


@inlined
def _ended(result: Any, mover: Any) -> Any:
    """Return the reward of a result for a side: 1 for a win, -1 for a loss, 0 for a draw."""
    if result == DRAWN:
        return 0.0
    return 1.0 if result == mover else -1.0


@inlined
def _remember(
    numbers: Any, longest: Any, learner: Any, side: Any, length: Any, result: Any
) -> None:
    """Reward each move of a game in the field of its result, and score it again."""
    reward = numbers.reward_base ** max(0, longest - length)
    for ply in range(length):
        position, move = learner.path[ply, 0], learner.path[ply, 1]
        rewards = learner.memory[position, move]
        rewards[result] += reward
        mover = side[position]
        learner.q[position, move] = score(
            (numbers.weight_win, numbers.weight_draw, numbers.weight_loss),
            False,
            rewards[mover],
            rewards[DRAWN],
            rewards[1 - mover],
        )


@compiled_loop
def _play_games(
    numbers: Any,
    longest: int,
    child: Any,
    n_moves: Any,
    side: Any,
    results: Any,
    learner: Any,
    games: int,
) -> None:
    q, path, counts = learner.q, learner.path, learner.counts
    state = learner.random[0]
    for _ in range(games):
        if numbers.exploration == _BY_EXPERIENCE:
            epsilon = epsilon_by_experience(counts[4], numbers.experience_games)
        else:
            epsilon = epsilon_by_games(
                BY_FACTOR, numbers.epsilon, numbers.epsilon_decay, numbers.epsilon_floor, counts[0]
            )
        position, length, game, result = np.int64(0), 0, np.uint64(0), np.int64(DRAWN)
        while position < child.shape[0] and length < MOST_PLIES:
            bits, state = random_bits(state)
            if unit(bits) < epsilon:
                move = below(bits, n_moves[position])
            else:
                move = pick_largest(q[position], n_moves[position], bits)
            path[length, 0], path[length, 1] = position, move
            length += 1
            game, _ = random_bits(game ^ np.uint64(child.shape[1] * position + move + 1))
            position = np.int64(child[position, move])
            over = position >= child.shape[0]
            mover = 1 - np.int64(side[position])
            if over:
                result = np.int64(results[position - child.shape[0]])
            if numbers.rule == _MINIMAX_Q:
                ahead = _ended(result, mover)
                if not over:
                    ahead = -numbers.gamma * largest(q[position], n_moves[position])
                _towards(numbers, q, path[length - 1], ahead)
            elif numbers.rule == _Q_LEARNING:
                if over:
                    _towards(numbers, q, path[length - 1], _ended(result, mover))
                if length > 1:
                    ahead = _ended(result, 1 - mover)
                    if not over:
                        ahead = numbers.gamma * largest(q[position], n_moves[position])
                    _towards(numbers, q, path[length - 2], ahead)
        if numbers.rule == _REWARD_MEMORY:
            _remember(numbers, longest, learner, side, length, result)
        counts[0] += 1
        counts[1 + result] += 1
        counts[4] += _is_new(learner.seen, game | np.uint64(1))
    learner.random[0] = state
