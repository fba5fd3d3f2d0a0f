"""`train`: a pure function of configuration, seed and starting table, that drives the kernels."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.policy import Policy
from ttt_core.game.graph import N_OPEN, boards, frozen, graph, layout, legal, slots_of
from ttt_core.game.solution import move_scores
from ttt_core.game.walk import walk
from ttt_core.learning import kernels
from ttt_core.learning.agent import Agent, Stats, first_values, now, policy_by, untrained
from ttt_core.learning.config import MAX_TOTAL_GAMES, TrainingConfig
from ttt_core.learning.kernels import Choices, Learner, Rule
from ttt_core.learning.rules import RULES
from ttt_core.learning.schedule import epsilon_after

CHUNK = 20_000

_METHODS = {
    "look-ahead": kernels.LOOK_AHEAD,
    "final-reward": kernels.FINAL_REWARD,
    "reward-memory": kernels.REWARD_MEMORY,
    "matchboxes": kernels.MATCHBOXES,
}
_EXPLORATIONS = {
    "epsilon": kernels.EPSILON,
    "experience": kernels.EXPERIENCE,
    "least-visited": kernels.LEAST_VISITED,
}
_LEARNS = {"both": kernels.BOTH, "X": 0, "O": 1}

Progress = Callable[[int], bool | None]
"""Told the number of games played so far; returning False stops the training there."""


def train(
    config: TrainingConfig,
    start: Agent | None = None,
    *,
    progress: Progress | None = None,
    chunk: int = CHUNK,
) -> Agent:
    """Train an agent by playing games.

    Parameters
    ----------
    config
        What to do. Same configuration, seed and start give the same agent, bit for bit.
    start
        Agent to go on from; it stays as it is. Its kind must be that of the rule.
    progress
        Called after every chunk with the number of games played so far. When it returns False,
        the training ends there and what was learned is kept.
    chunk
        Games between two calls of `progress`. It has no influence on the result.

    Returns
    -------
    Agent

    Raises
    ------
    ValueError
        If `start` is of another kind than the rule makes, has been trained for more than 100
        million games, or `chunk` is below 1.
    """
    if chunk < 1:
        raise ValueError(f"chunk must be at least 1, not {chunk}.")
    run = TrainingRun(config, start)
    while run.games_played < config.games:
        run.play(min(chunk, config.games - run.games_played))
        if progress is not None and progress(run.games_played) is False:
            break
    return run.agent()


class TrainingRun:
    """A training under way: play some games, look at the agent, play on.

    Parameters
    ----------
    config, start
        As in `train`.
    """

    def __init__(self, config: TrainingConfig, start: Agent | None = None) -> None:
        kind = RULES[config.rule].kind
        if start is not None and start.kind != kind:
            raise ValueError(
                f"The rule {config.rule} makes a {kind}, and cannot go on from a {start.kind}."
            )
        if start is not None and start.stats.games + config.games > MAX_TOTAL_GAMES:
            raise ValueError(f"An agent can be trained for {MAX_TOTAL_GAMES:,} games at most.")
        self._config = config
        self._start = start or _newborn(config)
        self._layout = layout(config.symmetry)
        self._slots = slots_of(config.symmetry)
        self._rule = rule_of(config)
        self._learner = make_learner(self._start, config, self._slots)

    @property
    def games_played(self) -> int:
        """Games of this run so far."""
        return int(self._learner.tally[kernels.GAMES])

    @property
    def epsilon(self) -> float:
        """Chance to explore in the next game."""
        return float(self._learner.epsilon[0])

    def play(self, games: int) -> None:
        """Play and learn a number of games more."""
        minimax = _minimax_choices(self._config.symmetry)
        kernels.train_games(self._rule, self._layout, self._learner, minimax, games)

    def q(self) -> NDArray[np.float64]:
        """Return the present table, (4520, 9), nan where not legal."""
        return np.where(legal(), self._learner.q[self._slots], np.nan)

    def policy(self) -> Policy:
        """Return the policy of the agent as it is now."""
        return policy_by(self._start.kind, self.q(), self._config.ties)

    def agent(self) -> Agent:
        """Return the agent as it is now."""
        if self.games_played == 0:
            return self._start
        run = replace(self._config, games=self.games_played)
        return _finished(self._start, (*self._start.training, run), self._learner, self._slots)


def _newborn(config: TrainingConfig) -> Agent:
    agent = untrained(kind=RULES[config.rule].kind)
    return replace(agent, q=frozen(first_values(agent.kind, config)))


@cache
def _minimax_choices(symmetry: bool) -> Choices:
    slots = slots_of(symmetry)
    scores = np.zeros(N_OPEN * 9)
    scores[slots[legal()]] = move_scores()[legal()]
    choices = kernels.choices_by(layout(symmetry), scores)
    for array in choices:
        frozen(array)
    return choices


def learn_from_game(agent: Agent, cells: Sequence[int]) -> Agent:
    """Let an agent learn from one finished game; see `learn_from_games`."""
    return learn_from_games(agent, [cells])


def learn_from_games(agent: Agent, games: Iterable[Sequence[int]]) -> Agent:
    """Let an agent learn from finished games that it has played or watched.

    It learns from the moves of both sides, by the rule of its last training (`TrainingConfig()`
    where it has none).

    Parameters
    ----------
    agent
        Stays as it is.
    games
        The moves of each game as cells, X first.

    Returns
    -------
    Agent
        The agent that has learned.

    Raises
    ------
    ValueError
        If the moves of a game are not those of a game that is finished, or that the agent resigns
        where they end.
    """
    slots = slots_of(agent.config.symmetry)
    learner = make_learner(agent, agent.config, slots)
    for cells in games:
        _learn(learner, agent, cells)
    return _finished(agent, agent.training, learner, slots)


def _learn(learner: Learner, agent: Agent, cells: Sequence[int]) -> None:
    config = agent.config
    *positions, end = walk(cells)
    moves = (positions, list(cells))
    learner.path[: len(cells)] = slots_of(config.symmetry)[moves]
    if end >= N_OPEN:
        result = int(graph().result[end - N_OPEN])
        number = int(graph().game_offset[moves].sum())
    elif agent.resigns(boards()[end]):
        result, number = 1 - len(cells) % 2, kernels.NO_GAME
    else:
        raise ValueError("The game is not finished: there is nothing to learn from yet.")
    kernels.learn_game(
        rule_of(config), layout(config.symmetry), learner, len(cells), result, number
    )


def rule_of(config: TrainingConfig) -> Rule:
    """Return a configuration as the plain numbers that the kernels take."""
    learning = RULES[config.rule]
    return Rule(
        method=_METHODS[learning.method],
        plies_ahead=learning.plies_ahead,
        alpha=config.alpha,
        sample_average=config.step_size == "sample-average",
        discount=learning.sign * config.gamma,
        exploration=_EXPLORATIONS[config.exploration] if learning.explores else kernels.EPSILON,
        epsilon_decay=config.epsilon_decay,
        epsilon_floor=config.epsilon_floor if learning.explores else 0.0,
        random_ties=config.ties == "random",
        backward=config.backward and "backward" not in learning.unused,
        random_share=config.random_share,
        minimax_share=config.minimax_share,
        learns=_LEARNS[config.learns],
        reward_win=config.reward_win,
        reward_draw=config.reward_draw,
        reward_loss=config.reward_loss,
        move_cost=config.move_cost,
        replay=config.replay,
        beads_win=config.beads_win,
        beads_draw=config.beads_draw,
        beads_loss=config.beads_loss,
    )


def make_learner(agent: Agent, config: TrainingConfig, slots: NDArray[np.int32]) -> Learner:
    """Copy an agent into the arrays that games change.

    Where twins share a slot, the one visited most often brings its value along.
    """
    pairs = np.flatnonzero(legal())[::-1]
    pairs = pairs[np.argsort(agent.visits.ravel()[pairs], kind="stable")]
    slot = slots.ravel()[pairs]
    q = np.zeros(N_OPEN * 9)
    q[slot] = agent.q.ravel()[pairs]
    visits = np.zeros(N_OPEN * 9, np.int32)
    visits[slot] = agent.visits.ravel()[pairs]
    memory = np.zeros((0, 3), np.int32)
    if agent.memory is not None:
        memory = np.zeros((N_OPEN * 9, 3), np.int32)
        memory[slot] = agent.memory.reshape(-1, 3)[pairs]
    tally = np.zeros(kernels.N_TALLIES, np.int64)
    tally[kernels.DISTINCT_GAMES] = agent.stats.distinct_games
    epsilon = epsilon_after(config, 0, agent.stats.distinct_games)
    return Learner(
        q=q,
        choices=kernels.choices_by(layout(config.symmetry), q),
        visits=visits,
        memory=memory,
        games_seen=agent.games_seen.copy(),
        tally=tally,
        epsilon=np.array([epsilon], np.float64),
        random=np.array([_random_state(config, agent)], np.uint64),
        ring=np.zeros(config.replay_size if config.replay else 0, kernels.TRANSITION),
        path=np.zeros(9, np.uint16),
    )


def _finished(
    start: Agent,
    training: tuple[TrainingConfig, ...],
    learner: Learner,
    slots: NDArray[np.int32],
) -> Agent:
    """Return the agent that `start` has become."""
    tally = [int(count) for count in learner.tally]
    memory = None
    if start.memory is not None:
        memory = frozen(np.where(legal()[..., None], learner.memory[slots], 0).astype(np.int32))
    return replace(
        start,
        q=frozen(np.where(legal(), learner.q[slots], np.nan)),
        visits=frozen(np.where(legal(), learner.visits[slots], 0).astype(np.int32)),
        memory=memory,
        games_seen=frozen(learner.games_seen.copy()),
        training=training,
        created=now(),
        stats=Stats(
            games=start.stats.games + tally[kernels.GAMES],
            x_wins=start.stats.x_wins + tally[kernels.X_WINS],
            o_wins=start.stats.o_wins + tally[kernels.O_WINS],
            draws=start.stats.draws + tally[kernels.DRAWS],
            explorations=start.stats.explorations + tally[kernels.EXPLORATIONS],
            distinct_games=tally[kernels.DISTINCT_GAMES],
        ),
    )


def _random_state(config: TrainingConfig, start: Agent) -> int:
    """Return where the random numbers begin: at the seed, moved on by the games played so far.

    So going on with the same configuration does not play the same games again.
    """
    return (config.seed + start.stats.games * 0xD1342543DE82EF95) % 2**64
