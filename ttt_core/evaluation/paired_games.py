"""One game played by two players against the same opponent, with the same luck."""

from itertools import zip_longest
from typing import NamedTuple

from ttt_core.evaluation.match import Player
from ttt_core.evaluation.policy import Policy
from ttt_core.evaluation.sampled_games import play_games
from ttt_core.game.board import SIDES, Side


class PairedGames(NamedTuple):
    """A game of player A and one of player B, against the same opponent.

    Attributes
    ----------
    cells_a, cells_b : tuple of int
        Their moves, X first. A game that somebody resigns ends where it stands.
    parting : int or None
        The number of moves before the first that is not the same in both; None where all are.
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
    """Let two players play a side against the same opponent, by common random numbers.

    One random number is drawn for each move, and the two games share them: on the same board the
    opponent makes the same move, and so do two players who play alike. So the games part where A
    and B choose differently, and by nothing else.

    Parameters
    ----------
    player_a, player_b, opponent
        Agents, policy matrices, or anything else with a `policy()`.
    side
        The side that A and B play.
    seed
        0 or more; the same one gives the same games.

    Raises
    ------
    ValueError
        If a player is none, there is no such side, or `seed` is negative.
    """
    if side not in SIDES:
        raise ValueError(f"A side is 'X' or 'O', not {side!r}.")
    cells_a, cells_b = (
        tuple(play_games(*((one, opponent) if side == "X" else (opponent, one)), 1, seed)[0])
        for one in (player_a, player_b)
    )
    plies = enumerate(zip_longest(cells_a, cells_b))
    parting = next((ply for ply, (one, other) in plies if one != other), None)
    return PairedGames(cells_a, cells_b, parting)
