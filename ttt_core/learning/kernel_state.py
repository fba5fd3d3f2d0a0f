"""Agents and settings as the arrays and numbers that the kernels use, and back."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.mixture import Mixture, parts_of
from ttt_core.evaluation.policy import Player, Policy, player_with_plan
from ttt_core.game.graph import N_OPEN, Layout, frozen, layout, legal, slots_of
from ttt_core.game.solution import move_scores
from ttt_core.learning import kernels
from ttt_core.learning.afterstates import NO_SLOTS, ends_game, first_afterstates, slots_alike
from ttt_core.learning.agent import Agent, Stats, now
from ttt_core.learning.config import SETTINGS, TrainingConfig, config_refusal
from ttt_core.learning.kernels import Choices, Given, Learner, Rule
from ttt_core.learning.network import Network, make_network, network_values
from ttt_core.learning.origin import HERE
from ttt_core.learning.reward_memory import memory_scores, memory_weights
from ttt_core.learning.rules import METHODS, RULES, LearningRule
from ttt_core.learning.schedule import BY_EXPERIENCE, COURSES, epsilon_after
from ttt_core.learning.soundness import MAX_COUNT, MAX_VALUE
from ttt_core.learning.textbook_kernels import Trace
from ttt_core.sentences import refusal

CENTRE = 4

_LEARNS = {"both": kernels.BOTH, "X": 0, "O": 1}


def rule_of(config: TrainingConfig, learning: LearningRule | None = None) -> Rule:
    """Return a configuration as plain numbers for the kernels.

    If `learning` is given, it replaces the configuration's own rule.
    """
    learning = learning or RULES[config.rule]
    discount = learning.sign * config.gamma
    rewards = np.array([config.reward_win, config.reward_loss, config.reward_draw])
    if learning.method == "matchboxes":
        rewards = np.array([config.beads_win, config.beads_loss, config.beads_draw], np.float64)
    returns = [rewards - config.move_cost]
    for _ in range(4):
        returns.append(discount * returns[-1] - config.move_cost)
    explores = learning.explores
    as_set: dict[str, Any] = {
        name: getattr(config, name) for name in Rule._fields if name in SETTINGS
    }
    if not explores:
        as_set |= {"epsilon": 0.0, "epsilon_floor": 0.0}
    as_set["backward"] &= "backward" not in learning.unused
    as_set["learns"] = _LEARNS[config.learns if learning.learns == "both" else learning.learns]
    by_experience = config.exploration == "experience" and explores
    return Rule(
        method=METHODS.index(learning.method),
        plies_ahead=learning.plies_ahead,
        sample_average=config.step_size == "sample-average",
        discount=discount,
        least_visited=config.exploration == "least-visited" and explores,
        course=BY_EXPERIENCE if by_experience else COURSES[config.epsilon_course],
        random_ties=config.ties == "random",
        rewards=rewards,
        rewards_for_mover=int(config.rewards_for == "mover"),
        returns=np.stack(returns, axis=1),
        weights=memory_weights(config),
        absolute=config.score == "absolute",
        **as_set,
    )


def shares_values(config: TrainingConfig) -> bool:
    """Return whether equivalent positions share their values; a network computes each."""
    return config.symmetry and RULES[config.rule].kind != "network"


@cache
def minimax_choices(symmetry: bool) -> Choices:
    """Return the choices of a perfect player."""
    slots = slots_of(symmetry)
    scores = np.zeros(N_OPEN * 9)
    scores[slots[legal()]] = move_scores()[legal()]
    choices = _choices_by(layout(symmetry), scores)
    for array in choices:
        frozen(array)
    return choices


def _choices_by(lists: Layout, q: NDArray[np.float64]) -> Choices:
    """Return the best moves of every row by the values `q`."""
    choices = Choices(np.zeros(N_OPEN), np.zeros(N_OPEN, np.uint8), np.zeros((N_OPEN, 9), np.uint8))
    kernels.fill_choices(lists, q, choices)
    return choices


def given_partners(partner: Player | Policy | Mixture | None, config: TrainingConfig) -> Given:
    """Return a training partner, several, or none, as the kernels expect them, and who teaches.

    Raises
    ------
    ValueError
        If one of them is not a player or may resign, or no games are left for it.
    """
    teachers = [player_with_plan([CENTRE])] if config.lessons else []
    if partner is None:
        return kernels.NOBODY._replace(chances=_chances(teachers, config))
    if config.random_share + config.minimax_share >= 1:
        raise config_refusal(
            "random_share and minimax_share must add up to less than 1, or no games are left "
            "for the partner.",
            "random_share",
            "minimax_share",
        )
    parts = parts_of(partner)
    ordinary = config.random_share + config.minimax_share
    until = ordinary + (1 - ordinary) * np.cumsum([share for _, share in parts])
    until[-1] = 1.0
    return Given(until, _chances([policy for policy, _ in parts] + teachers, config))


def _chances(policies: Sequence[Policy], config: TrainingConfig) -> NDArray[np.float64]:
    """Return the cumulative probabilities of the moves of the `Layout`, (n, 4520, 9)."""
    if not policies:
        return kernels.NOBODY.chances
    return np.stack([_chances_of(policy, config) for policy in policies])


def _chances_of(policy: Policy, config: TrainingConfig) -> NDArray[np.float64]:
    if policy[:, RESIGNING:].any():
        raise refusal("Training against a partner that may resign is not supported.")
    lists = layout(shares_values(config))
    chances = np.take_along_axis(policy[:, :RESIGNING], lists.cell.astype(np.intp), axis=1)
    chances[np.arange(9) >= lists.n_moves[:, None]] = 0
    last = 8 - (chances[:, ::-1] > 0).argmax(axis=1)
    return np.where(np.arange(9) < last[:, None], chances.cumsum(axis=1), 1.0)


def make_learner(agent: Agent, config: TrainingConfig) -> Learner:
    """Copy an agent into the arrays that games change.

    If moves share a value, that of the most visited one is kept. A reward memory is scored by the
    weights of `config`.
    """
    pairs = np.flatnonzero(legal())[::-1]
    pairs = pairs[np.argsort(agent.visits.ravel()[pairs], kind="stable")]
    symmetry = shares_values(config)
    slot = slots_of(symmetry).ravel()[pairs]
    q = np.zeros(N_OPEN * 9)
    values = agent.q if agent.memory is None else memory_scores(agent.memory, config)
    visits = np.zeros(N_OPEN * 9, np.int32)
    if RULES[config.rule].method == "afterstates":
        values = np.where(ends_game(), first_afterstates(config), values)
        first, alike = slots_alike(symmetry)
        shared = alike[first[slot]]
        q[shared], visits[shared] = values.ravel()[pairs], agent.visits.ravel()[pairs]
        q[slot], visits[slot] = q[shared], visits[shared]
    else:
        q[slot], visits[slot] = values.ravel()[pairs], agent.visits.ravel()[pairs]
    memory = np.zeros((0, 3), np.int32)
    if agent.memory is not None:
        memory = np.zeros((N_OPEN * 9, 3), np.int32)
        memory[slot] = agent.memory.reshape(-1, 3)[pairs]
    tally = np.zeros(kernels.N_TALLIES, np.int64)
    tally[kernels.DISTINCT_GAMES] = agent.stats.distinct_games
    epsilon = epsilon_after(config, 0, agent.stats.distinct_games)
    has_ring = config.replay or agent.weights is not None
    return Learner(
        q=q,
        choices=_choices_by(layout(symmetry), q),
        visits=visits,
        memory=memory,
        games_seen=agent.games_seen.copy(),
        tally=tally,
        epsilon=np.array([epsilon], np.float64),
        random=np.array([random_state(config, agent)], np.uint64),
        ring=np.zeros(config.replay_size if has_ring else 0, kernels.TRANSITION),
        path=np.zeros(9, np.uint16),
    )


def make_trace(config: TrainingConfig) -> Trace:
    """Return the working memory of the textbooks' rules."""
    has_afterstates = RULES[config.rule].method == "afterstates"
    slots = slots_alike(shares_values(config)) if has_afterstates else NO_SLOTS
    return Trace(np.zeros(9), np.zeros(9, np.bool_), np.zeros(9), *slots)


def network_of(agent: Agent, config: TrainingConfig) -> Network | None:
    """Return a copy of the agent's network that has not yet learned in this run, if it has one."""
    if agent.weights is None:
        return None
    return make_network(agent.weights, config, random_state(config, agent))


def agent_by(
    start: Agent,
    training: tuple[TrainingConfig, ...],
    learner: Learner,
    network: Network | None,
    slots: NDArray[np.int32],
    *,
    reproducible: bool,
) -> Agent:
    """Return the agent that `start` has become, with values and counts limited to their maxima.

    Training from scratch does not reach them, but an agent from a file can be close.
    """
    memory, weights = None, None
    values, visits = learner.q.take(slots), learner.visits.take(slots)
    # With this many beads of each colour, a box is full.
    most = MAX_COUNT // 9 if start.kind == "matchboxes" else MAX_VALUE
    values.clip(-most, most, out=values)
    visits.clip(max=MAX_COUNT, out=visits)
    np.putmask(values, ~legal(), np.nan)
    np.putmask(visits, ~legal(), 0)
    if start.memory is not None:
        memory = frozen(np.where(legal()[..., None], learner.memory[slots], 0).astype(np.int32))
        # Scored by the agent's own weights, which may differ from those it just learned with.
        values = memory_scores(memory, training[-1] if training else start.config)
    if network is not None:
        weights = frozen(network.average.copy())
        values = network_values(weights)
    return replace(
        start,
        q=frozen(values),
        visits=frozen(visits),
        memory=memory,
        weights=weights,
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


def random_state(config: TrainingConfig, start: Agent) -> int:
    """Return the initial state of the random numbers: the seed, advanced by the games played.

    Continuing with the same configuration therefore does not repeat the same games.
    """
    return (config.seed + start.stats.games * 0xD1342543DE82EF95) % 2**64
