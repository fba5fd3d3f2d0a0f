"""MENACE after a number of games: its last game box by box, and its evaluation."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import boards, graph, walk
from ttt_core.learning import beads_in_boxes, has_box, number_of_boxes
from ttt_core.sentences import tr_noop

PARTNERS: Mapping[str, str] = MappingProxyType(
    {"random_share": tr_noop("Random player"), "minimax_share": tr_noop("Perfect player")}
)
"""The opponents: the setting that gives one all games, and its name."""

MOST_GAMES = 10_000
LONG = 100_000
MACHINES = 5
"""How many machines play `LONG` games, with the seeds from 0."""
MEASURED_AT = (0, 220, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, LONG)
"""The numbers of games when they are measured. Michie played 220."""


@dataclass(frozen=True)
class Box:
    """A box opened in a game."""

    board: str
    # The beads before the game, by cell. Equivalent cells share theirs and appear once: as the cell
    # played, or else as the first.
    beads: Mapping[int, int]
    cell: int | None  # the move of the drawn bead; None if no bead was drawn
    after: int  # how many beads of that colour are in the box after the game

    @property
    def beads_before(self) -> int:
        """How many beads were in the box before the game."""
        return sum(self.beads.values())

    @property
    def beads_after(self) -> int:
        """How many beads are in the box after the game."""
        return self.beads_before - (0 if self.cell is None else self.beads[self.cell] - self.after)


@dataclass(frozen=True)
class Machine:
    """What the chapter shows of a machine."""

    games: int
    boxes: tuple[Box, ...]  # the boxes opened in its last game; before it, the first box
    end: str  # the board at the end of that game
    result: str
    known: int  # how many of its boxes it has learned from
    first_box: int  # the beads in the box of the empty board
    worst_case_losses: float  # how often it loses to its worst-case opponent


def menace(partner: str, seed: int, games: int) -> ttt.TrainingConfig:
    """Return the settings of Michie's machine against one of `PARTNERS`."""
    return ttt.TrainingConfig(
        rule="matchboxes",
        learns="X",
        games=games,
        seed=seed,
        random_share=float(partner == "random_share"),
        minimax_share=float(partner == "minimax_share"),
    )


@st.cache_resource(max_entries=512, show_spinner=False)
def machine(partner: str, seed: int, games: int) -> Machine:
    """Train a machine from scratch, and return it with its last game."""
    run = ttt.TrainingRun(menace(partner, seed, max(games, 1)))
    run.play(max(games - 1, 0))
    before = run.agent()
    run.play(min(games, 1))
    after, cells = run.agent(), run.last_game()
    end = boards()[walk(cells)[-1]]
    return Machine(
        games=games,
        boxes=_boxes(before.q, after.q, cells),
        end=end,
        result=_result(end),
        known=number_of_boxes("X", after.known),
        first_box=int(beads_in_boxes(after.q)[0]),
        worst_case_losses=ttt.evaluate(after).worst_case_as_x.loss,
    )


def _boxes(
    before: NDArray[np.float64], after: NDArray[np.float64], cells: list[int]
) -> tuple[Box, ...]:
    moves = zip(walk(cells), [*cells, None], strict=True)
    return tuple(
        _box(before, after, position, cell)
        for ply, (position, cell) in enumerate(moves)
        if ply % 2 == 0 and position < len(has_box()) and has_box()[position]
    )


def _box(
    before: NDArray[np.float64], after: NDArray[np.float64], position: int, cell: int | None
) -> Box:
    board = boards()[position]
    colours: dict[int, int] = {}
    for place in rules.legal_moves(board):
        colours.setdefault(int(graph().class_slot[position, place]), place)
    if cell is not None:
        colours[int(graph().class_slot[position, cell])] = cell
    return Box(
        board=board,
        beads={place: int(before[position, place]) for place in sorted(colours.values())},
        cell=cell,
        after=0 if cell is None else int(after[position, cell]),
    )


def _result(end: str) -> str:
    winner = rules.outcome(end)
    if winner is None:
        return "resigned"
    return {"X": "won", "O": "lost"}.get(winner, "drew")


@st.cache_resource(show_spinner=False)
def trained_for_long() -> list[ttt.LearningCurve]:
    """Measure `MACHINES` machines over `LONG` games against a random player."""
    return ttt.learning_curves(menace("random_share", 0, LONG), range(MACHINES), MEASURED_AT)
