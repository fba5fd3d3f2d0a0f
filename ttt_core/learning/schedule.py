"""The exploration rate ε: its start, its course from game to game, and its mean."""

from typing import Any

import numpy as np

from ttt_core.compiling import inlined
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.rules import RULES

BY_FACTOR, LINEAR, HARMONIC, BY_EXPERIENCE = range(4)
"""The courses of ε, as codes for the kernels."""

COURSES = {"by-factor": BY_FACTOR, "linear": LINEAR, "harmonic": HARMONIC}

_MOST_SAMPLES = 100_001


@inlined
def epsilon_by_experience(distinct_games: Any, step: Any) -> Any:
    """Return the exploration rate after this many distinct games.

    From Kutschera 2018, where `step` is 500: the rate falls after 500, 1,000, 2,000 and 3,000.
    """
    steps = distinct_games / step
    if steps > 6:
        return 1 / 10
    if steps > 4:
        return 1 / 5
    if steps > 2:
        return 1 / 3
    if steps > 1:
        return 1 / 2
    return 1.0


@inlined
def epsilon_by_games(course: Any, first: Any, decay: Any, floor: Any, games: Any) -> Any:
    """Return the exploration rate after this many games of a run; also of arrays of games."""
    if course == LINEAR:
        return np.maximum(floor, first * (1 - (1 - decay) * games))
    if course == HARMONIC:
        return np.maximum(floor, first / (1 + (1 - decay) * games))
    return np.maximum(floor, first * decay**games)


@inlined
def next_epsilon(rule: Any, games: Any, distinct_games: Any, epsilon: Any) -> Any:
    """Return the exploration rate in the game after one with `epsilon`, with `games` played.

    `rule` is a `Rule` of the kernels.
    """
    if rule.course == BY_EXPERIENCE:
        return epsilon_by_experience(distinct_games, rule.experience_games)
    if rule.course == BY_FACTOR:
        return max(rule.epsilon_floor, epsilon * rule.epsilon_decay)
    return epsilon_by_games(
        rule.course, rule.epsilon, rule.epsilon_decay, rule.epsilon_floor, games
    )


def epsilon_after(config: TrainingConfig, games: int, distinct_games: int) -> float:
    """Return the exploration rate after this many games of a run; 0 if its rule never explores.

    Parameters
    ----------
    config
    games
        Games of this run; 0 for its first game.
    distinct_games
        Distinct games the agent has seen in all its runs.
    """
    if not RULES[config.rule].explores:
        return 0.0
    if config.exploration == "experience":
        return float(epsilon_by_experience(distinct_games, config.experience_games))
    return float(_by_games(config, games))


def mean_epsilon(config: TrainingConfig) -> float:
    """Return the mean exploration rate over the games of a run, 0 if its rule never explores.

    It does not depend on experience. Over more than 100,001 games it is taken over evenly spaced
    ones.
    """
    if not RULES[config.rule].explores:
        return 0.0
    games = np.linspace(0, config.games - 1, min(config.games, _MOST_SAMPLES))
    return float(np.mean(_by_games(config, games)))


def _by_games(config: TrainingConfig, games: Any) -> Any:
    return epsilon_by_games(
        COURSES[config.epsilon_course],
        config.epsilon,
        config.epsilon_decay,
        config.epsilon_floor,
        games,
    )
