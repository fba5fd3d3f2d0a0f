"""Games between two players, sampled at random."""

import numpy as np

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.policy import Player, Policy, as_policy
from ttt_core.game.graph import N_OPEN, graph


def play_games(
    player_x: Player | Policy,
    player_o: Player | Policy,
    games: int,
    seed: int | np.random.Generator,
) -> list[list[int]]:
    """Return sampled games between two players, each a list of cells, X first.

    A resigned game ends there.

    Parameters
    ----------
    player_x, player_o
        Agents, policy matrices, or any objects with a `policy()` method.
    games
        How many games, at least 0.
    seed
        The same seed gives the same games. A generator advances.

    Raises
    ------
    ValueError
        If `games` or `seed` is not a whole number of at least 0, or an argument is not a player
        (see `evaluation.as_policy`).
    """
    if not _is_natural(games):
        raise ValueError(f"The number of games must be 0 or more, not {games!r}.")
    if not isinstance(seed, np.random.Generator) and not _is_natural(seed):
        raise ValueError(f"The seed must be a whole number of at least 0, not {seed!r}.")
    policies = (as_policy(player_x), as_policy(player_o))
    random = np.random.default_rng(seed)
    moves: list[list[int]] = [[] for _ in range(games)]
    positions = np.zeros(games, np.int64)
    resigned = np.zeros(games, np.bool_)
    for ply in range(9):
        under_way = np.flatnonzero((positions < N_OPEN) & ~resigned)
        chances = policies[ply % 2][positions[under_way]].cumsum(axis=1)
        drawn = random.random((len(under_way), 1)) * chances[:, -1:]
        cells = (chances > drawn).argmax(axis=1)
        resigned[under_way] = cells == RESIGNING
        under_way, cells = under_way[cells != RESIGNING], cells[cells != RESIGNING]
        positions[under_way] = graph().child[positions[under_way], cells]
        for game, cell in zip(under_way.tolist(), cells.tolist(), strict=True):
            moves[game].append(cell)
    return moves


def _is_natural(number: object) -> bool:
    return isinstance(number, int | np.integer) and bool(number >= 0)
