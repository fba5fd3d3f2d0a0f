"""What to try with an agent from elsewhere: causes of weak play that its table shows.

Each cause is a function from an agent to a sentence, or None if the table does not show it.
"""

from collections.abc import Callable

import numpy as np

from ttt_core.evaluation.match import evaluate
from ttt_core.evaluation.mistakes import reachable
from ttt_core.evaluation.policy import Policy, greedy, optimal
from ttt_core.game.board import SIDES
from ttt_core.game.graph import N_OPEN, graph, legal
from ttt_core.game.tactics import winning_moves
from ttt_core.learning.agent import Agent
from ttt_core.sentences import Sentence, sentence, tr_noop

_CLEARLY = 0.15
"""Another reading of the values must play correctly in so many more of the positions."""
_MOVED = {
    tr_noop("moved on by one"): np.roll(np.arange(9), 1),
    tr_noop("moved back by one"): np.roll(np.arange(9), -1),
    tr_noop("mirrored left to right"): np.arange(9).reshape(3, 3)[:, ::-1].ravel(),
    tr_noop("mirrored top to bottom"): np.arange(9).reshape(3, 3)[::-1].ravel(),
    tr_noop("in the order of columns"): np.arange(9).reshape(3, 3).T.ravel(),
    tr_noop("in the opposite order"): np.arange(9)[::-1],
}


def advice(agent: Agent) -> list[Sentence]:
    """Return what could make an agent stronger, as far as its table shows."""
    return [remark for cause in _CAUSES if (remark := cause(agent)) is not None]


def _side_not_learned(agent: Agent) -> Sentence | None:
    missing = [side for side in SIDES if side not in agent.sides]
    if not missing:
        return None
    return sentence(
        "It has learned nothing as {side}. Let it play that side too: in self-play, or with "
        "the sides changing from game to game.",
        side=missing[0],
    )


def _wrong_sign(agent: Agent) -> Sentence | None:
    values = _values(agent)
    if values is None or _right(agent, greedy(-values)) < _right(agent, greedy(values)) + _CLEARLY:
        return None
    return sentence(
        "It plays much better if the smallest value is played. Check the sign of the reward, and "
        "of the opponent's value in the update."
    )


def _moved_cells(agent: Agent) -> Sentence | None:
    values = _values(agent)
    if values is None:
        return None
    filled = np.where(legal(), values, np.nanmin(values) - 1)
    now = _right(agent, greedy(filled))
    shares = {name: _right(agent, greedy(filled[:, cells])) for name, cells in _MOVED.items()}
    name = max(shares, key=shares.__getitem__)
    if shares[name] < now + _CLEARLY:
        return None
    return sentence(
        "It plays much better if its cells are {change}. Check how your program numbers cells when "
        "it learns, and when it plays.",
        change=Sentence(name),
    )


def _untried_above_losing(agent: Agent) -> Sentence | None:
    values = _values(agent)
    if values is None:
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
    learned = np.isin(graph().side[:N_OPEN], [SIDES.index(side) for side in agent.sides])
    reached = reachable(agent) & learned & (legal().sum(axis=1) > 1)
    unknown = int((reached & ~agent.known).sum())
    if unknown < 0.05 * reached.sum():
        return None
    return sentence(
        "Of the {reached:,} positions that its games can come to, it knows nothing of {unknown:,}. "
        "Train it longer, with more exploration.",
        reached=int(reached.sum()),
        unknown=unknown,
    )


def _only_weak_opponents(agent: Agent) -> Sentence | None:
    card = evaluate(agent)
    random = {"X": card.vs_random_as_x, "O": card.vs_random_as_o}
    worst = {"X": card.worst_case_as_x, "O": card.worst_case_as_o}
    for side in agent.sides:
        if random[side].loss < 0.1 and worst[side].loss > 0.9:
            return sentence(
                "As {side} it rarely loses to random moves, but a good opponent wins almost every "
                "game. Train it against itself or against perfect play, not against random moves.",
                side=side,
            )
    return None


_CAUSES: tuple[Callable[[Agent], Sentence | None], ...] = (
    _side_not_learned,
    _wrong_sign,
    _moved_cells,
    _untried_above_losing,
    _unknown_positions,
    _only_weak_opponents,
)


def _values(agent: Agent) -> np.ndarray | None:
    return agent.q if agent.kind == "q-table" else None


def _right(agent: Agent, policy: Policy) -> float:
    """Return how often a policy plays correctly, or wins at once, where the agent knows values."""
    shares = []
    for right in (optimal() > 0, winning_moves()):
        matters = agent.known & right.any(axis=1) & (right != legal()).any(axis=1)
        if matters.any():
            shares.append(float((policy * right).sum(axis=1)[matters].mean()))
    return sum(shares) / len(shares) if shares else 0.5
