"""The five questions of the reward-memory article, asked exactly."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.policy import Player, Policy, as_policy
from ttt_core.game import board as rules
from ttt_core.game.graph import boards, position_of
from ttt_core.game.solution import threatened_cells, winning_moves
from ttt_core.pictures import Shown
from ttt_core.sentences import tr_noop

_CENTRE = (4,)
_CORNERS = (0, 2, 6, 8)


@dataclass(frozen=True, repr=False)
class Answer(Shown):
    """How a player answers one of the five questions.

    Attributes
    ----------
    question : str
    share : float
        Probability of a correct move, averaged over the positions asked.
    asked : tuple of str
        Every board that the question applies to.
    failing : tuple of str
        Those on which the player may make a move that is not correct.
    """

    question: str
    share: float
    asked: tuple[str, ...]
    failing: tuple[str, ...]

    def _facts(self) -> Mapping[str, object]:
        return {
            "question": self.question,
            "correct": f"{self.share:.1%}",
            "boards asked": f"{len(self.asked):,}",
            "failing": f"{len(self.failing):,}",
        }

    @property
    def yes(self) -> bool:
        """Whether the player always makes a correct move, on every board asked."""
        return not self.failing


class _MoveQuestion(NamedTuple):
    text: str
    positions: NDArray[np.intp]  # (n,)
    correct: NDArray[np.bool_]  # (n, 9)


def five_questions(player: Player | Policy) -> tuple[Answer, ...]:
    """Ask a player the five questions of the reward-memory article (Kutschera 2018).

    The article asks each question about one example; here it is asked about every position it
    applies to.

    1. Does it open in the centre? The article counts only the centre, although every opening
       still draws, and a corner does better against a random player (191 wins out of 192).
    2. Does it answer a centre opening with a corner?
    3. Does it take every win?
    4. Does it block whenever the opponent threatens one cell and it cannot win? Two threats at
       once cannot be blocked, so those positions are not asked.
    5. Does it answer a corner opening with the centre, and an edge opening with the centre, a
       corner next to the X or the opposite edge? Every other answer loses.

    Returns
    -------
    tuple of five Answer
    """
    policy = as_policy(player)
    return tuple(_answer(policy, question) for question in _questions())


def _answer(policy: Policy, question: _MoveQuestion) -> Answer:
    chances = policy[question.positions, :RESIGNING]
    fails = ((chances > 0) & ~question.correct).any(axis=1)
    fails |= policy[question.positions, RESIGNING:].any(axis=1)
    # Exactly 1 where every move is correct: no rounding may turn "always" into less.
    share = np.where(fails, (chances * question.correct).sum(axis=1), 1.0).mean()
    return Answer(
        question=question.text,
        share=float(share),
        asked=_named(question.positions),
        failing=_named(question.positions[fails]),
    )


@cache
def _questions() -> tuple[_MoveQuestion, ...]:
    wins = winning_moves()
    threats = threatened_cells()
    to_win = np.flatnonzero(wins.any(axis=1))
    to_block = np.flatnonzero(~wins.any(axis=1) & (threats.sum(axis=1) == 1))
    replies = {_opening(corner): _CENTRE for corner in _CORNERS} | {
        _opening(edge): (4, *next_to, 8 - edge)
        for edge, next_to in {1: (0, 2), 3: (0, 6), 5: (2, 8), 7: (6, 8)}.items()
    }
    return (
        _listed(tr_noop("Does it open in the centre?"), {rules.EMPTY_BOARD: _CENTRE}),
        _listed(tr_noop("Does it answer a centre opening with a corner?"), {"----X----": _CORNERS}),
        _MoveQuestion(tr_noop("Does it take every win?"), to_win, wins[to_win]),
        _MoveQuestion(tr_noop("Does it block whenever it must?"), to_block, threats[to_block]),
        _listed(tr_noop("Does it answer corner and edge openings well?"), replies),
    )


def _listed(text: str, correct: Mapping[str, tuple[int, ...]]) -> _MoveQuestion:
    positions = np.array([position_of(board) for board in correct])
    mask = np.array([np.isin(np.arange(9), cells) for cells in correct.values()])
    return _MoveQuestion(text, positions, mask)


def _opening(cell: int) -> str:
    return rules.play(rules.EMPTY_BOARD, cell)


def _named(positions: NDArray[np.intp]) -> tuple[str, ...]:
    names = boards()
    return tuple(names[position] for position in positions.tolist())
