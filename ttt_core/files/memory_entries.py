"""A reward memory as listed in files, move by move."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from ttt_core.files.field_types import STRICT, Count
from ttt_core.files.positions import name_of, open_positions
from ttt_core.files.sentences import file_refusal
from ttt_core.game.graph import N_OPEN, boards, frozen, legal
from ttt_core.learning.soundness import MAX_COUNT, refuse_cells
from ttt_core.sentences import tr_noop

Index = Annotated[int, Field(ge=0, le=2)]


class MoveEntry(BaseModel):
    """One move of a reward memory: row and column from 0, and the rewards by result."""

    model_config = STRICT | ConfigDict(alias_generator=to_camel)

    i: Index
    j: Index
    x_win_rewards: Count
    o_win_rewards: Count
    draw_rewards: Count
    visits: Count | None = Field(
        default=None, description="How often the agent has learned from the move, if known."
    )


MoveEntries = Annotated[list[MoveEntry], Field(max_length=9)]


def read_memory(
    entries: dict[str, list[MoveEntry]],
) -> tuple[NDArray[np.int32], NDArray[np.int32], bool]:
    """Return rewards (4520, 9, 3), visits (4520, 9), and whether all visits were in the file.

    Missing visits are the smallest number of games that gives the rewards.
    """
    positions = open_positions(
        entries, tr_noop("The position {position} has moves, but the game is over there.")
    )
    listed = np.zeros((N_OPEN, 9), np.bool_)
    memory = np.zeros((N_OPEN, 9, 3), np.int32)
    visits = np.full((N_OPEN, 9), -1, np.int64)
    for position, moves in zip(positions.tolist(), entries.values(), strict=True):
        for move in moves:
            cell = 3 * move.i + move.j
            if listed[position, cell]:
                raise file_refusal(
                    "The position {position} lists the move on cell {cell} twice.",
                    position=name_of(position),
                    cell=cell,
                )
            listed[position, cell] = True
            memory[position, cell] = move.x_win_rewards, move.o_win_rewards, move.draw_rewards
            if move.visits is not None:
                visits[position, cell] = move.visits
    refuse_cells(
        np.arange(N_OPEN),
        listed & ~legal(),
        tr_noop("The position {position} has a move on the occupied cell {cell}."),
    )
    has_visits = bool((visits >= 0)[listed].all())
    visits = np.where(listed & (visits < 0), fewest_games(memory), np.maximum(visits, 0))
    return frozen(memory), frozen(visits.astype(np.int32)), has_visits


def fewest_games(memory: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the smallest numbers of games that give the rewards of a memory (4520, 9, 3).

    A game of n moves gives 2**(9 - n): X wins in 5, 7 or 9 moves, O in 6 or 8, and a draw takes 9.
    A game is at least as long as the position of the move in it.
    """
    marks = np.array([9 - board.count("-") for board in boards()[:N_OPEN]])[:, None]
    games = np.zeros(memory.shape[:2], np.int64)
    for result, lengths in enumerate(((5, 7, 9), (6, 8), (9,))):
        rest = memory[..., result].astype(np.int64)
        for length in lengths:
            reward = np.where(marks < length, 2 ** (9 - length), np.iinfo(np.int64).max)
            games += rest // reward
            rest %= reward
        games += rest > 0
    return np.minimum(games, MAX_COUNT)
