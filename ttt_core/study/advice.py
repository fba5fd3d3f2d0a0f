"""What to try with an agent from elsewhere: causes of weak or slow play that its table shows.

Each cause is a function from an agent to a sentence, or None if the table does not show it.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ttt_core.evaluation.likely_faults import (
    CLEARLY,
    can_go_wrong,
    correct_moves,
    moved_cells,
    reversed_sides,
    share_correct,
)
from ttt_core.evaluation.match import evaluate
from ttt_core.evaluation.mistakes import reachable
from ttt_core.evaluation.policy import Player, Policy, as_policy, greedy
from ttt_core.game.board import SIDES, pattern
from ttt_core.game.graph import DRAWN, N_OPEN, N_POSITIONS, boards, graph, legal
from ttt_core.game.solution import WIN, moves_to_end, position_values
from ttt_core.learning.agent import Agent
from ttt_core.sentences import Sentence, sentence

_ENOUGH = 20
"""Moves with a value that say something about how values were learned."""


def advice(agent: Agent, *, knows_reversed: bool = False) -> list[Sentence]:
    """Return what could make an agent stronger, as far as its table shows.

    Parameters
    ----------
    agent
    knows_reversed
        Whether it is known already if values look reversed: reading a file says so, too.
    """
    known = (_wrong_sign, _values_of_the_opponent) if knows_reversed else ()
    remarks = [cause(agent) for cause in _CAUSES if cause not in known]
    return [remark for remark in remarks if remark is not None]


def _side_not_learned(agent: Agent) -> Sentence | None:
    missing = [side for side in SIDES if side not in agent.sides]
    if not missing:
        return None
    return sentence(
        "It has learned nothing as {side}. Let it play that side too: in self-play, or with "
        "the sides changing from game to game.",
        side=missing[0],
    )


def _only_last_moves(agent: Agent) -> Sentence | None:
    values = _values(agent)
    if values is None:
        return None
    tried = (agent.visits > 0) & (values != 0)
    last = tried & (graph().child >= N_OPEN)
    if tried.sum() < _ENOUGH or last.sum() < 0.95 * tried.sum():
        return None
    return sentence(
        "Of its {n:,} moves with a value, {last:,} end the game: no value has reached the moves "
        "before them. Check that the update adds the next position's value, and that γ is above 0.",
        n=int(tried.sum()),
        last=int(last.sum()),
    )


def _wrong_sign(agent: Agent) -> Sentence | None:
    if _reversed_sides(agent) != agent.sides:
        return None
    return sentence(
        "Its values look reversed. Where it knows values and a mistake is possible, it plays "
        "{now:.1%} correctly; if it played the smallest value, {other:.1%}. Check the sign of the "
        "reward, and of the opponent's value in the update.",
        now=_correctly(agent, greedy(agent.q), "XO"),
        other=_correctly(agent, greedy(-agent.q), "XO"),
    )


def _values_of_the_opponent(agent: Agent) -> Sentence | None:
    side = _reversed_sides(agent)
    if not side or side == agent.sides:
        return None
    return sentence(
        "Its values of {side}'s moves look like values for the opponent. Where it knows values as "
        "{side} and a mistake is possible, it plays {now:.1%} correctly; if it played the smallest "
        "value, {other:.1%}. Check for which side each update counts the reward.",
        side=side,
        now=_correctly(agent, greedy(agent.q), side),
        other=_correctly(agent, greedy(-agent.q), side),
    )


def _reversed_sides(agent: Agent) -> str:
    values = _values(agent)
    found = "" if values is None else reversed_sides(values, agent.known)
    return "".join(side for side in found if side in agent.sides)


def _moved_cells(agent: Agent) -> Sentence | None:
    values = _values(agent)
    if values is None:
        return None
    change, share = moved_cells(values, agent.known)
    now, smallest = (share_correct(greedy(sign * values), agent.known) for sign in (1, -1))
    if share < now + CLEARLY or share <= smallest:
        return None
    return sentence(
        "It plays much better if its cells are {change}. Check how your program numbers cells when "
        "it learns, and when it plays.",
        change=Sentence(change),
    )


def _untried_above_losing(agent: Agent) -> Sentence | None:
    values = _values(agent)
    if values is None or evaluate(agent).unbeatable:
        return None
    tried = (agent.visits > 0) & (values != 0)
    best = np.where(legal(), values, -np.inf).max(axis=1)
    untried_best = (legal() & ~tried & (values == best[:, None])).any(axis=1)
    positions = int((tried.any(axis=1) & untried_best & reachable(agent)).sum())
    if positions < 5:
        return None
    return sentence(
        "In {n:,} positions of its games, it prefers a move without a value (0) to moves that have "
        "lost. Let it explore more, or begin with lower values.",
        n=positions,
    )


def _unknown_positions(agent: Agent) -> Sentence | None:
    reached = reachable(agent) & (legal().sum(axis=1) > 1)
    unseen = {
        side: (int((here & ~agent.known).sum()), int(here.sum()))
        for side in agent.sides
        if (here := reached & _to_move(side)).any()
    }
    side = max(unseen, key=lambda side: unseen[side][0] / unseen[side][1], default=None)
    if side is None or unseen[side][0] < 0.05 * unseen[side][1]:
        return None
    unknown, all_of_them = unseen[side]
    return sentence(
        "As {side}, its games can come to {reached:,} positions, and it has no values for "
        "{unknown:,} of them, or only 0. Train it longer, with more exploration.",
        side=side,
        reached=all_of_them,
        unknown=unknown,
    )


def _only_weak_opponents(agent: Agent) -> Sentence | None:
    card = evaluate(agent)
    for side in agent.sides:
        if card.against_random(side).loss < 0.1 and card.worst_case(side).loss > 0.9:
            return sentence(
                "As {side} it rarely loses to random moves, but a good opponent wins almost every "
                "game. Train it against itself or against perfect play, not against random moves.",
                side=side,
            )
    return None


def _slow_wins(agent: Agent) -> Sentence | None:
    if evaluate(agent).beatable_as:
        return None
    wins = slow_wins(agent)
    if not wins:
        return None
    slowest = wins[0]
    return sentence(
        "It wins later than it could in {n:,} positions of its games. The slowest: in `{board}`, "
        "it may need {moves} more of its own moves, although {least} would do. A discount factor γ "
        "below 1 makes quick wins worth more.",
        n=len(wins),
        board=pattern(slowest.board),
        moves=slowest.moves,
        least=slowest.least,
    )


class SlowWin(NamedTuple):
    """A won position in which a player wins for certain, but may take longer than it must.

    Attributes
    ----------
    board : str
    moves : int
        How many more of its own moves it may need, against an opponent that delays its loss.
    least : int
        How many would do.
    """

    board: str
    moves: int
    least: int


def slow_wins(player: Player | Policy) -> list[SlowWin]:
    """Return the positions of a player's games in which it wins later than it could.

    Returns
    -------
    list of SlowWin
        Those that lose most moves first; then those with the fewest marks.
    """
    policy = as_policy(player)
    ends = _plies_to_win(policy)
    quickest = moves_to_end()[:N_OPEN]
    slow = reachable(policy) & (position_values()[:N_OPEN] == WIN) & (ends > quickest)
    found = np.flatnonzero(slow & np.isfinite(ends))
    order = sorted(found.tolist(), key=lambda n: (quickest[n] - ends[n], n))
    return [SlowWin(boards()[n], int(ends[n] + 1) // 2, int(quickest[n] + 1) // 2) for n in order]


def _plies_to_win(policy: Policy) -> np.ndarray:
    """Return after how many moves of both a player to move has won at the latest, (4520,).

    Its opponent delays; infinite if it need not win.
    """
    child = graph().child
    may_make = policy[:, :9] > 0
    mine, theirs = np.full(N_POSITIONS, np.inf), np.full(N_POSITIONS, np.inf)
    theirs[N_OPEN:] = np.where(graph().result[: N_POSITIONS - N_OPEN] == DRAWN, np.inf, 0.0)
    for _ in range(9):
        mine[:N_OPEN] = 1 + np.where(may_make, theirs[child], 0.0).max(axis=1)
        theirs[:N_OPEN] = 1 + np.where(legal(), mine[child], 0.0).max(axis=1)
    resigns = (policy[:, 9:] > 0).any(axis=1)
    return np.where(resigns, np.inf, mine[:N_OPEN])


_CAUSES: tuple[Callable[[Agent], Sentence | None], ...] = (
    _side_not_learned,
    _only_last_moves,
    _wrong_sign,
    _values_of_the_opponent,
    _moved_cells,
    _untried_above_losing,
    _unknown_positions,
    _only_weak_opponents,
    _slow_wins,
)


def _values(agent: Agent) -> np.ndarray | None:
    return agent.q if agent.kind == "q-table" else None


def _to_move(sides: str) -> np.ndarray:
    return np.isin(graph().side[:N_OPEN], [SIDES.index(side) for side in SIDES if side in sides])


def _correctly(agent: Agent, policy: Policy, sides: str) -> float:
    """Return how often a policy makes no mistake where the agent knows values."""
    matters = agent.known & _to_move(sides) & can_go_wrong()
    return float((policy * correct_moves()).sum(axis=1)[matters].mean())
