"""The exploration rate ε: its start, its course from game to game, and its mean."""

import math
from typing import Any

from ttt_core.compiling import inlined
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.rules import RULES


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
def next_epsilon(
    by_experience: Any, step: Any, decay: Any, floor: Any, distinct_games: Any, epsilon: Any
) -> Any:
    """Return the exploration rate in the game after one with `epsilon`."""
    if by_experience:
        return epsilon_by_experience(distinct_games, step)
    return max(floor, epsilon * decay)


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
    return max(config.epsilon_floor, config.epsilon * config.epsilon_decay**games)


def mean_epsilon(config: TrainingConfig) -> float:
    """Return the mean exploration rate over a run with decaying ε; 0 if its rule never explores."""
    if not RULES[config.rule].explores:
        return 0.0
    decay, first, floor = config.epsilon_decay, config.epsilon, config.epsilon_floor
    if decay == 1 or first <= floor:
        return max(first, floor)
    until_floor = math.log(floor / first) / math.log(decay) if floor else math.inf
    falling = math.ceil(min(config.games, until_floor))
    total = first * (1 - decay**falling) / (1 - decay)
    return (total + floor * (config.games - falling)) / config.games
