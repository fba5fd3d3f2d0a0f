"""What a player of another game is worth, exactly, although a game may never end.

The chances of two policies are the least solution of linear equations, reached from below by
iteration (an absorbed Markov chain; Kemeny and Snell 1960); against the best opponent, those of a
Markov decision process (Puterman 1994). What remains is a draw, or a game that goes on for ever,
which is one, too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import compiled as compiled_loop
from ttt_core.evaluation.match import Result
from ttt_core.game.board import Side
from ttt_core.other_games.game import GameGraph
from ttt_core.pictures import Shown

Policy = NDArray[np.float64]
"""Float array (n_open, most moves): the probability of each move in each open position."""

PRECISION = 1e-13
_X, _O, _NOBODY = 0, 1, -1


@dataclass(frozen=True, repr=False)
class GameCard(Shown):
    """Exact figures of one player.

    Attributes
    ----------
    vs_random_as_x, vs_random_as_o : Result
        Win, draw and loss against the random player.
    worst_case_loss_as_x, worst_case_loss_as_o : float
        How often the opponent that makes it lose most often beats it.
    least_wins_as_x, least_wins_as_o : float
        How often it still wins against the opponent that makes it win least often.
    forces_win_as_x : bool
        Whether it wins as X whatever O does, and whichever of its equal moves it makes.
    never_loses_as_x, never_loses_as_o : bool
        Whether it is unbeatable on that side.
    """

    vs_random_as_x: Result
    vs_random_as_o: Result
    worst_case_loss_as_x: float
    worst_case_loss_as_o: float
    least_wins_as_x: float
    least_wins_as_o: float
    forces_win_as_x: bool
    never_loses_as_x: bool
    never_loses_as_o: bool

    def _facts(self) -> Mapping[str, object]:
        return {
            "loses vs random as X": f"{self.vs_random_as_x.loss:.4f}",
            "as O": f"{self.vs_random_as_o.loss:.4f}",
            "worst-case losses as X": f"{self.worst_case_loss_as_x:.4f}",
            "worst-case losses as O": f"{self.worst_case_loss_as_o:.4f}",
            "wins as X against everybody": self.forces_win_as_x,
            "never loses as X": self.never_loses_as_x,
            "never loses as O": self.never_loses_as_o,
        }


def uniform(graph: GameGraph) -> Policy:
    """Return the random player: every move is equally likely."""
    return graph.is_move / graph.n_moves[:, None]


def perfect(graph: GameGraph) -> Policy:
    """Return the perfect player: it wins as fast and loses as slowly as it can."""
    after, plies = graph.outcome[graph.child], graph.plies[graph.child].astype(float)
    return greedy(graph, np.where(after == 0, 0.0, -after * 1000.0 + after * plies))


def greedy(graph: GameGraph, q: NDArray[np.floating]) -> Policy:
    """Return the policy that makes the move with the highest value, ties evenly.

    Parameters
    ----------
    graph
    q : float array (n_open, most moves)
        In the order of `GameGraph.child`; entries after the last move are ignored.
    """
    values = np.where(graph.is_move, q, -np.inf)
    best = values == values.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def match(graph: GameGraph, policy_x: Policy, policy_o: Policy) -> Result:
    """Return the result for X when two policies play each other."""
    policy = np.where(_moves_of(graph, _X), policy_x, policy_o)
    won, lost = (_reached(graph, side, policy) for side in (_X, _O))
    drawn = max(0.0, 1.0 - won - lost) if _may_be_drawn(graph, policy) else 0.0
    return Result(won, drawn, lost)


def evaluate(graph: GameGraph, policy: Policy) -> GameCard:
    """Return the exact figures of a policy."""
    as_x = match(graph, policy, uniform(graph))
    as_o = match(graph, uniform(graph), policy)
    return GameCard(
        vs_random_as_x=as_x,
        vs_random_as_o=Result(as_o.loss, as_o.draw, as_o.win),
        worst_case_loss_as_x=_reached(graph, _O, policy, opponent=_O, most=True),
        worst_case_loss_as_o=_reached(graph, _X, policy, opponent=_X, most=True),
        least_wins_as_x=_reached(graph, _X, policy, opponent=_O, most=False),
        least_wins_as_o=_reached(graph, _O, policy, opponent=_X, most=False),
        forces_win_as_x=_comes_about(graph, _X, policy, _X, surely=True),
        never_loses_as_x=not _comes_about(graph, _O, policy, _X, surely=False),
        never_loses_as_o=not _comes_about(graph, _X, policy, _O, surely=False),
    )


def best_response(graph: GameGraph, policy: Policy, responder: Side) -> Policy:
    """Return the opponent that beats a policy most often.

    A `match` against it gives the worst case of `evaluate`.

    Parameters
    ----------
    graph
    policy
        The player to respond to; it plays the other side.
    responder
        The side of the opponent.
    """
    winner = {"X": _X, "O": _O}[responder]
    _, choice = _chances(graph, winner, policy, winner, most=True)
    return np.asarray(np.arange(graph.child.shape[1]) == choice[:, None], np.float64)


def _moves_of(graph: GameGraph, side: int) -> NDArray[np.bool_]:
    """Return where a side moves, a boolean array (n_open, 1)."""
    return np.asarray(graph.side[: graph.n_open, None] == side)


def _ended_in(graph: GameGraph, *results: int) -> NDArray[np.bool_]:
    """Return which positions ended with one of these results, a boolean array (n,)."""
    ended = np.zeros(graph.side.size, np.bool_)
    ended[graph.n_open :] = np.isin(graph.result, results)
    return ended


def _may_be_drawn(graph: GameGraph, policy: Policy) -> bool:
    """Return whether a game by a policy can be drawn or go on for ever.

    Otherwise a side can still win from every position that it can reach, and some day one does.
    """
    played = policy > 0
    may_be_won = _spread(graph, _ended_in(graph, _X, _O), played, surely=False)
    reached = np.zeros(graph.side.size, np.bool_)
    new = np.zeros(1, np.int32)
    while new.size:
        reached[new] = True
        open_ones = new[new < graph.n_open]
        after = graph.child[open_ones][played[open_ones]]
        new = np.unique(after[~reached[after]])
    return bool((reached & ~may_be_won).any())


def _reached(
    graph: GameGraph, winner: int, policy: Policy, opponent: int = _NOBODY, *, most: bool = True
) -> float:
    """Return the probability, from the beginning, that a side wins.

    All moves follow the policy, except those of the `opponent`, which makes the probability as
    large (`most`) or as small as it can.
    """
    return min(float(_chances(graph, winner, policy, opponent, most)[0][0]), 1.0)


def _chances(
    graph: GameGraph, winner: int, policy: Policy, opponent: int, most: bool
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the probability that a side wins, by position, and the opponent's moves for it."""
    chances = _ended_in(graph, winner).astype(float)
    choice = np.zeros(graph.n_open, np.int64)
    _improve(graph.child, graph.n_moves, graph.side, policy, opponent, most, chances, choice)
    return chances, choice


@compiled_loop
def _improve(
    child: Any,
    n_moves: Any,
    side: Any,
    policy: Any,
    opponent: int,
    most: bool,
    chances: Any,
    choice: Any,
) -> None:
    """Raise the chances from 0 to the least solution, until a round changes none by `PRECISION`.

    The choice of a position changes only if its chance rises. The move then leads to what was
    reached before, never around in a circle.
    """
    change = 1.0
    while change > PRECISION:
        change = 0.0
        for position in range(child.shape[0] - 1, -1, -1):
            expected = 0.0
            best, best_move = chances[child[position, 0]], 0
            for move in range(n_moves[position]):
                chance = chances[child[position, move]]
                expected += policy[position, move] * chance
                if chance > best if most else chance < best:
                    best, best_move = chance, move
            new = best if side[position] == opponent else expected
            if new > chances[position]:
                choice[position] = best_move
            change = max(change, new - chances[position])
            chances[position] = new


def _comes_about(graph: GameGraph, winner: int, policy: Policy, side: int, *, surely: bool) -> bool:
    """Return whether a side wins, surely or possibly, if `side` plays by a policy."""
    considered = np.where(_moves_of(graph, side), policy > 0, graph.is_move)
    return bool(_spread(graph, _ended_in(graph, winner), considered, surely=surely)[0])


def _spread(
    graph: GameGraph, decided: NDArray[np.bool_], considered: NDArray[np.bool_], *, surely: bool
) -> NDArray[np.bool_]:
    """Return from which positions the considered moves lead to decided ones, surely or possibly."""
    n_open = graph.n_open
    while True:
        after = decided[graph.child]
        leads = (after | ~considered).all(axis=1) if surely else (after & considered).any(axis=1)
        if (leads <= decided[:n_open]).all():
            return decided
        decided[:n_open] |= leads
