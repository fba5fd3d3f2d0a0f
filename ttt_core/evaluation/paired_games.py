"""Games of two players against the same opponent, with the same random numbers."""

from itertools import zip_longest
from typing import NamedTuple

from ttt_core.evaluation.policy import Player, Policy
from ttt_core.evaluation.sampled_games import play_games
from ttt_core.game.board import SIDES, Side


class PairedGames(NamedTuple):
    """A game of player A and one of player B, against the same opponent.

    Attributes
    ----------
    cells_a, cells_b : tuple of int
        Their moves, X first; a resigned game ends there.
    parting : int or None
        The number of moves before the games diverge; None if they are identical.
    """

    cells_a: tuple[int, ...]
    cells_b: tuple[int, ...]
    parting: int | None


def paired_games(
    player_a: Player | Policy,
    player_b: Player | Policy,
    opponent: Player | Policy,
    side: Side,
    seed: int,
) -> PairedGames:
    """Play one game each for two players, on the same side, against the same opponent.

    The games use common random numbers, one for each move: in the same position the opponent makes
    the same move, and so do A and B where their policies agree. The games therefore diverge only
    where A and B choose differently.

    Parameters
    ----------
    player_a, player_b, opponent
        Agents, policy matrices, or any objects with a `policy()` method.
    side
        The side that A and B play.
    seed
        At least 0. The same seed gives the same games.

    Raises
    ------
    ValueError
        If an argument is not a player (see `as_policy`), `side` is not ``"X"`` or ``"O"``, or
        `seed` is negative.
    """
    if side not in SIDES:
        raise ValueError(f"The side must be 'X' or 'O', not {side!r}.")
    cells_a, cells_b = (
        tuple(play_games(*((one, opponent) if side == "X" else (opponent, one)), 1, seed)[0])
        for one in (player_a, player_b)
    )
    plies = enumerate(zip_longest(cells_a, cells_b))
    parting = next((ply for ply, (one, other) in plies if one != other), None)
    return PairedGames(cells_a, cells_b, parting)
