"""The five questions of the reward-memory article, asked exactly."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.match import Player, as_policy
from ttt_core.evaluation.policy import Policy
from ttt_core.evaluation.sweeps import RESIGNING
from ttt_core.game import board as rules
from ttt_core.game.graph import boards, position_of
from ttt_core.game.tactics import threatened_cells, winning_moves

_CENTRE = (4,)
_CORNERS = (0, 2, 6, 8)


@dataclass(frozen=True)
class Answer:
    """How a player answers one of the five questions.

    Attributes
    ----------
    question : str
    share : float
        Probability that the player makes a right move, averaged over the positions asked.
    asked : tuple of str
        Every board that the question applies to.
    failing : tuple of str
        Those of them on which a wrong move can happen.
    """

    question: str
    share: float
    asked: tuple[str, ...]
    failing: tuple[str, ...]

    @property
    def yes(self) -> bool:
        """Whether the player makes a right move on every board asked, always."""
        return not self.failing


class _Question(NamedTuple):
    text: str
    positions: NDArray[np.intp]  # (n,)
    right: NDArray[np.bool_]  # (n, 9)


def five_questions(player: Player | Policy) -> tuple[Answer, ...]:
    """Ask a player the five questions of the reward-memory article (Kutschera 2018).

    The article asks each on an example; here each is asked on every position it applies to.

    1. Does it open well: in the centre? So the article has it; every other opening keeps the draw
       as well, and against a random player a corner opens even better (191 wins of 192).
    2. Does it answer a centre opening with a corner?
    3. Does it take a win, wherever one is on the board?
    4. Does it block, wherever the opponent threatens one cell and no win is at hand? Against two
       threats at once there is no block, so those positions are not asked.
    5. Does it answer a corner opening with the centre, and an edge opening with the centre, a
       corner next to the X or the edge opposite? Nothing else keeps the draw.

    Returns
    -------
    tuple of five Answer
    """
    policy = as_policy(player)
    return tuple(_answer(policy, question) for question in _questions())


def _answer(policy: Policy, question: _Question) -> Answer:
    chances = policy[question.positions, :RESIGNING]
    wrong = ((chances > 0) & ~question.right).any(axis=1)
    wrong |= policy[question.positions, RESIGNING:].any(axis=1)
    # Without rounding where every move is right, so that "always" is a share of exactly 1.
    share = np.where(wrong, (chances * question.right).sum(axis=1), 1.0).mean()
    return Answer(
        question=question.text,
        share=float(share),
        asked=_named(question.positions),
        failing=_named(question.positions[wrong]),
    )


@cache
def _questions() -> tuple[_Question, ...]:
    wins = winning_moves()
    threats = threatened_cells()
    to_win = np.flatnonzero(wins.any(axis=1))
    to_block = np.flatnonzero(~wins.any(axis=1) & (threats.sum(axis=1) == 1))
    replies = {_opening(corner): _CENTRE for corner in _CORNERS} | {
        _opening(edge): (4, *next_to, 8 - edge)
        for edge, next_to in {1: (0, 2), 3: (0, 6), 5: (2, 8), 7: (6, 8)}.items()
    }
    return (
        _listed("Does it open well, in the centre?", {rules.EMPTY_BOARD: _CENTRE}),
        _listed("Does it answer a centre opening with a corner?", {"----X----": _CORNERS}),
        _Question("Does it take a win whenever there is one?", to_win, wins[to_win]),
        _Question("Does it block when it has to?", to_block, threats[to_block]),
        _listed("Does it answer corner and edge openings well?", replies),
    )


def _listed(text: str, right: Mapping[str, tuple[int, ...]]) -> _Question:
    positions = np.array([position_of(board) for board in right])
    mask = np.array([np.isin(np.arange(9), cells) for cells in right.values()])
    return _Question(text, positions, mask)


def _opening(cell: int) -> str:
    return rules.play(rules.EMPTY_BOARD, cell)


def _named(positions: NDArray[np.intp]) -> tuple[str, ...]:
    names = boards()
    return tuple(names[position] for position in positions.tolist())
