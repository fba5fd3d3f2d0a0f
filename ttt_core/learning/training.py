"""`train`: a pure function of configuration, seed and starting table, that drives the kernels."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.match import Player, as_policy
from ttt_core.evaluation.policy import Policy
from ttt_core.evaluation.sweeps import RESIGNING
from ttt_core.game.graph import N_OPEN, boards, frozen, graph, layout, legal, slots_of
from ttt_core.game.solution import move_scores
from ttt_core.game.walk import walk
from ttt_core.learning import kernels
from ttt_core.learning.agent import Agent, Stats, now, policy_by, untaught
from ttt_core.learning.config import MAX_TOTAL_GAMES, ConfigError, TrainingConfig
from ttt_core.learning.in_play import InPlay
from ttt_core.learning.kernels import Choices, Learner, Rule
from ttt_core.learning.origin import HERE
from ttt_core.learning.presets import PRESETS, in_play_of
from ttt_core.learning.reward_memory import memory_scores, memory_weights
from ttt_core.learning.rules import RULES, RULES_IN_PLAY, LearningRule
from ttt_core.learning.schedule import epsilon_after
from ttt_core.learning.soundness import MAX_COUNT, MAX_VALUE, check_runs
from ttt_core.learning.watch import Standing, make_watch, standing_by

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
    partner: Player | Policy | None = None,
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
    partner
        Who plays in place of the agent itself: an agent, a policy matrix, or anything else with a
        `policy()`, which is asked for once. The agent then learns from its own moves only. It
        changes sides after every game, X first, unless ``learns`` names its side. The shares of
        games against random moves and perfect play stay as they are: the partner gets the others.
        Chances are told apart to 2**-32. `Agent.partners` keeps the partner's name, since
        configuration and seed alone no longer say how the agent came about.
    progress
        Called after every chunk with the number of games played so far. When it returns False,
        the training ends there and what was learned is kept.
    chunk
        Games between two calls of `progress`. It has no influence on the result.

    Returns
    -------
    Agent
        One that begins with the preset of the adaptive AI also plays people and learns from them
        as that does (`Agent.in_play`).

    Raises
    ------
    ValueError
        If `start` is of another kind than the rule makes, has been trained for more than 100
        million games, `chunk` is below 1, or `partner` is no player or would not get a game.
    """
    if chunk < 1:
        raise ValueError(f"chunk must be at least 1, not {chunk}.")
    run = TrainingRun(config, start, partner=partner)
    while run.games_played < config.games:
        run.play(min(chunk, config.games - run.games_played))
        if progress is not None and progress(run.games_played) is False:
            break
    return run.agent()


class TrainingRun:
    """A training under way: play some games, look at the agent, play on.

    Parameters
    ----------
    config, start, partner
        As in `train`.
    watched
        Whether to keep `standing`, which makes the training a little slower.
    learning
        A rule to learn by in place of the configuration's own, of the same kind; then, as after
        `learn`, there is no `agent` to be had, since no configuration says how it came about.
    """

    def __init__(
        self,
        config: TrainingConfig,
        start: Agent | None = None,
        *,
        partner: Player | Policy | None = None,
        watched: bool = False,
        learning: LearningRule | None = None,
    ) -> None:
        if start is not None:
            _check_kind(config, start)
            if start.stats.games + config.games > MAX_TOTAL_GAMES:
                raise ValueError(f"An agent can be trained for {MAX_TOTAL_GAMES:,} games at most.")
            check_runs((*start.training, config), start.kind)
        self._config = config
        self._start = start or untaught("Agent", config, in_play_of(config))
        self._reproducible = partner is None and (start is None or start.reproducible)
        self._layout = layout(config.symmetry)
        self._slots = slots_of(config.symmetry)
        self._rule = rule_of(config, learning)
        self._has_a_record = learning is None
        self._learner = make_learner(self._start, config, self._slots)
        self._given = None if partner is None else _given_chances(partner, config)
        self._partner = None if partner is None else _name_of(partner)
        if watched:
            watch = make_watch(
                self.policy(),
                config.symmetry,
                beads=self._start.kind == "matchboxes",
                first_only=config.ties == "first",
            )
            self._learner = self._learner._replace(watch=watch)

    @property
    def games_played(self) -> int:
        """Games of this run so far."""
        return int(self._learner.tally[kernels.GAMES])

    @property
    def epsilon(self) -> float:
        """Chance to explore in the next game."""
        return float(self._learner.epsilon[0])

    @property
    def standing(self) -> Standing | None:
        """When in this run the agent could not be beaten, exactly; None where nobody watched."""
        watch = self._learner.watch
        return None if watch is None else standing_by(watch)

    def play(self, games: int) -> None:
        """Play and learn a number of games more."""
        minimax = _minimax_choices(self._config.symmetry)
        kernels.train_games(self._rule, self._layout, self._learner, minimax, self._given, games)

    def learn(self, cells: Sequence[int]) -> None:
        """Learn from one finished game that was played elsewhere, as from one of its own.

        From the moves of both sides, with the replay that follows each game of a training.

        Parameters
        ----------
        cells
            Its moves, X first.

        Raises
        ------
        ValueError
            If they are not those of a game that is finished.
        """
        rule = self._rule._replace(learns=kernels.BOTH)
        _learn(self._learner, self._start, rule, self._config.symmetry, cells)
        kernels.replay_lessons(rule, self._layout, self._learner)
        self._has_a_record = False

    def last_game(self) -> list[int]:
        """Return the cells of the game just played, X first; none before the first game.

        With symmetry, those of one that looks alike. A game that a player resigned ends where it
        stood.
        """
        cells: list[int] = []
        position = 0
        path = self._learner.path.tolist() if self.games_played else [kernels.NO_SLOT]
        while position < N_OPEN and path[len(cells)] != kernels.NO_SLOT:
            (found,) = np.nonzero(legal()[position] & (self._slots[position] == path[len(cells)]))
            cells.append(int(found[0]))
            position = int(graph().child[position, found[0]])
        return cells

    def watch(
        self, games: int, position: int, wrong: NDArray[np.bool_], seen: NDArray[np.int64]
    ) -> None:
        """Play and learn a number of games more, and note when a choice turns.

        `wrong` and `seen` as in `kernels.watch_games`. Not against a partner that was given.
        """
        minimax = _minimax_choices(self._config.symmetry)
        kernels.watch_games(
            self._rule, self._layout, self._learner, minimax, games, position, wrong, seen
        )

    def q(self) -> NDArray[np.float64]:
        """Return the present table, (4520, 9), nan where not legal."""
        q = self._learner.q.take(self._slots)
        np.putmask(q, ~legal(), np.nan)
        return q

    def visits(self) -> NDArray[np.int32]:
        """Return how often each move was learned from, (4520, 9), 0 where not legal."""
        return np.where(legal(), self._learner.visits[self._slots], 0).astype(np.int32)

    def policy(self) -> Policy:
        """Return the policy of the agent as it is now."""
        return policy_by(self._start.kind, self.q(), self._config.ties)

    def agent(self) -> Agent:
        """Return the agent as it is now.

        Raises
        ------
        ValueError
            If it has learned in a way that its settings do not tell.
        """
        if self.games_played == 0:
            return self._start
        if not self._has_a_record:
            raise ValueError("No agent can say how it came to be what this training has made.")
        run = replace(self._config, games=self.games_played)
        training = (*self._start.training, run)
        agent = _finished(
            self._start, training, self._learner, self._slots, reproducible=self._reproducible
        )
        if self._partner is None:
            return agent
        earlier = self._start.partners
        unnamed = (None,) * (len(self._start.training) - len(earlier))
        return replace(agent, partners=(*earlier, *unnamed, self._partner))


def _check_kind(config: TrainingConfig, start: Agent) -> None:
    kind = RULES[config.rule].kind
    if start.kind != kind:
        raise ValueError(
            f"The rule {config.rule} makes a {kind}, and cannot go on from a {start.kind}."
        )


def newborn(name: str = "Pupil") -> Agent:
    """Return an agent that has learned nothing, and learns as much as it can from few games.

    It thinks over each game with a person that `learn_from_game` tells it. To let it practise by
    itself, `train` it on with ``PRESETS["Newborn"]``.
    """
    config = PRESETS["Newborn"]
    return untaught(name, config, in_play_of(config))


def _given_chances(partner: Player | Policy, config: TrainingConfig) -> NDArray[np.float64]:
    """Return the chances of a partner's moves, as the kernels take them."""
    if config.random_share + config.minimax_share >= 1:
        raise ConfigError(
            "random_share and minimax_share leave no game to the partner: together they must be "
            "below 1.",
            *("random_share", "minimax_share"),
        )
    policy = as_policy(partner)
    if policy[:, RESIGNING:].any():
        raise ValueError("A partner that may resign cannot be trained against.")
    lists = layout(config.symmetry)
    chances = np.take_along_axis(policy[:, :RESIGNING], lists.cell.astype(np.intp), axis=1)
    chances[np.arange(9) >= lists.n_moves[:, None]] = 0
    last = 8 - (chances[:, ::-1] > 0).argmax(axis=1)
    return np.where(np.arange(9) < last[:, None], chances.cumsum(axis=1), 1.0)


def _name_of(partner: Player | Policy) -> str:
    return partner.name if isinstance(partner, Agent) else "a given policy"


@cache
def _minimax_choices(symmetry: bool) -> Choices:
    slots = slots_of(symmetry)
    scores = np.zeros(N_OPEN * 9)
    scores[slots[legal()]] = move_scores()[legal()]
    choices = kernels.choices_by(layout(symmetry), scores)
    for array in choices:
        frozen(array)
    return choices


def learn_from_game(
    agent: Agent,
    cells: Sequence[int],
    *,
    config: TrainingConfig | None = None,
    in_play: bool = True,
) -> Agent:
    """Let an agent learn from one finished game; see `learn_from_games`."""
    return learn_from_games(agent, [cells], config=config, in_play=in_play)


def learn_from_games(
    agent: Agent,
    games: Iterable[Sequence[int]],
    *,
    config: TrainingConfig | None = None,
    in_play: bool = True,
) -> Agent:
    """Let an agent learn from finished games that it has played or watched.

    It learns from the moves of both sides, by the rule of its last training (`TrainingConfig()`
    where it has none), unless it has a rule of its own for games with people (`Agent.in_play`).
    The adaptive AI learns after each of O's moves; as nothing else is learned meanwhile, to learn
    after the game comes to the same. A `newborn` thinks each game over: it plays on by itself from
    the positions of the game, and these games are not counted.

    Parameters
    ----------
    agent
        Stays as it is.
    games
        The moves of each game as cells, X first.
    config
        The settings to learn by in place of the agent's own; they do not become its own. Its rule
        must make the agent's kind.
    in_play
        Whether these were games with people. If not, it learns from them as in its training, but
        replays nothing.

    Returns
    -------
    Agent
        The agent that has learned.

    Raises
    ------
    ValueError
        If the moves of a game are not those of a game that is finished, or that the agent resigns
        where they end; or the rule makes another kind.
    """
    thoughts = 0
    if in_play and config is None and agent.in_play:
        rule = _rule_in_play(agent.in_play)
        thoughts = RULES_IN_PLAY[agent.in_play.rule].thoughts
        config = agent.in_play.config if thoughts else agent.config
    else:
        config = config or agent.config
        rule = _rule_of_watched_games(config)
    _check_kind(config, agent)
    slots = slots_of(config.symmetry)
    learner = make_learner(agent, config, slots)
    for cells in games:
        _learn(learner, agent, rule, config.symmetry, cells)
        if thoughts:
            _think_on(learner, rule, config.symmetry, cells, thoughts)
    return _finished(agent, agent.training, learner, slots, reproducible=False)


def _rule_of_watched_games(config: TrainingConfig) -> Rule:
    """Return the rule by which games played elsewhere are learned from: from both sides' moves.

    A machine of matchboxes has boxes only for the side that it plays.
    """
    rule = rule_of(config)
    return rule if rule.method == kernels.MATCHBOXES else rule._replace(learns=kernels.BOTH)


def _rule_in_play(settings: InPlay) -> Rule:
    return rule_of(settings.config, RULES_IN_PLAY[settings.rule])


def _learn(
    learner: Learner, agent: Agent, rule: Rule, symmetry: bool, cells: Sequence[int]
) -> None:
    *positions, end = walk(cells)
    moves = (positions, list(cells))
    learner.path[: len(cells)] = slots_of(symmetry)[moves]
    if end >= N_OPEN:
        result = int(graph().result[end - N_OPEN])
        number = int(graph().game_offset[moves].sum())
    elif agent.resigns(boards()[end]):
        result, number = 1 - len(cells) % 2, kernels.NO_GAME
    else:
        raise ValueError("The game is not finished: there is nothing to learn from yet.")
    kernels.learn_game(rule, layout(symmetry), learner, len(cells), result, number)


def _think_on(
    learner: Learner, rule: Rule, symmetry: bool, cells: Sequence[int], games: int
) -> None:
    """Play games on from the positions of one game in turn, the last first, and learn from them."""
    starts = np.array(walk(cells)[-2::-1], np.int64)
    minimax = _minimax_choices(symmetry)
    kernels.think_on(rule, layout(symmetry), learner, minimax, starts, games)


def rule_of(config: TrainingConfig, learning: LearningRule | None = None) -> Rule:
    """Return a configuration as the plain numbers that the kernels take.

    By the rule `learning` in place of its own, if there is one.
    """
    learning = learning or RULES[config.rule]
    discount = learning.sign * config.gamma
    rewards = config.reward_win, config.reward_loss, config.reward_draw
    returns = [np.array(rewards) - config.move_cost]
    for _ in range(4):
        returns.append(discount * returns[-1] - config.move_cost)
    return Rule(
        method=_METHODS[learning.method],
        plies_ahead=learning.plies_ahead,
        alpha=config.alpha,
        sample_average=config.step_size == "sample-average",
        discount=discount,
        exploration=_EXPLORATIONS[config.exploration] if learning.explores else kernels.EPSILON,
        experience_games=config.experience_games,
        epsilon_decay=config.epsilon_decay,
        epsilon_floor=config.epsilon_floor if learning.explores else 0.0,
        random_ties=config.ties == "random",
        backward=config.backward and "backward" not in learning.unused,
        random_share=config.random_share,
        minimax_share=config.minimax_share,
        learns=_LEARNS[config.learns if learning.learns == "both" else learning.learns],
        rewards=rewards,
        returns=np.stack(returns, axis=1),
        move_cost=config.move_cost,
        replay=config.replay,
        weights=memory_weights(config),
        reward_base=config.reward_base,
        beads_win=config.beads_win,
        beads_draw=config.beads_draw,
        beads_loss=config.beads_loss,
    )


def make_learner(agent: Agent, config: TrainingConfig, slots: NDArray[np.int32]) -> Learner:
    """Copy an agent into the arrays that games change.

    Where twins share a slot, the one visited most often brings its value along. What a reward
    memory remembers is scored by the weights of `config`.
    """
    pairs = np.flatnonzero(legal())[::-1]
    pairs = pairs[np.argsort(agent.visits.ravel()[pairs], kind="stable")]
    slot = slots.ravel()[pairs]
    q = np.zeros(N_OPEN * 9)
    values = agent.q if agent.memory is None else memory_scores(agent.memory, config)
    q[slot] = values.ravel()[pairs]
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
        watch=None,
    )


def _finished(
    start: Agent,
    training: tuple[TrainingConfig, ...],
    learner: Learner,
    slots: NDArray[np.int32],
    *,
    reproducible: bool,
) -> Agent:
    """Return the agent that `start` has become; what is full goes no further.

    No training from an empty table gets there, but a file can hold an agent on the brink.
    """
    memory, values, visits = None, learner.q.take(slots), learner.visits.take(slots)
    # A box of so many beads of each colour is as full as it may be.
    most = MAX_COUNT // 9 if start.kind == "matchboxes" else MAX_VALUE
    values.clip(-most, most, out=values)
    visits.clip(max=MAX_COUNT, out=visits)
    np.putmask(values, ~legal(), np.nan)
    np.putmask(visits, ~legal(), 0)
    if start.memory is not None:
        memory = frozen(np.where(legal()[..., None], learner.memory[slots], 0).astype(np.int32))
        # By the agent's own weights, which need not be those that it has learned by.
        values = memory_scores(memory, training[-1] if training else start.config)
    return replace(
        start,
        q=frozen(values),
        visits=frozen(visits),
        memory=memory,
        games_seen=frozen(learner.games_seen.copy()),
        training=training,
        created=now(),
        stats=_grown(start.stats, learner.tally.tolist()),
        origin=HERE,
        reproducible=reproducible,
    )


def _grown(stats: Stats, tally: list[int]) -> Stats:
    counts = stats.games + tally[kernels.GAMES] <= MAX_COUNT
    return Stats(
        games=stats.games + counts * tally[kernels.GAMES],
        x_wins=stats.x_wins + counts * tally[kernels.X_WINS],
        o_wins=stats.o_wins + counts * tally[kernels.O_WINS],
        draws=stats.draws + counts * tally[kernels.DRAWS],
        explorations=min(stats.explorations + tally[kernels.EXPLORATIONS], MAX_COUNT),
        distinct_games=tally[kernels.DISTINCT_GAMES],
    )


def _random_state(config: TrainingConfig, start: Agent) -> int:
    """Return where the random numbers begin: at the seed, moved on by the games played so far.

    So going on with the same configuration does not play the same games again.
    """
    return (config.seed + start.stats.games * 0xD1342543DE82EF95) % 2**64
