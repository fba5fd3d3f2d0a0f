"""What an agent knows and does, position by position, and what its choices do to the game."""

from collections.abc import Collection, Iterable
from functools import cache, cached_property
from sys import intern
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import (
    RESIGNING,
    Answer,
    Mistake,
    Policy,
    is_mistake,
    reachable,
)
from ttt_core.game import (
    DRAW,
    LOSS,
    N_OPEN,
    SIDES,
    WIN,
    boards,
    graph,
    legal,
    move_values,
    position_of,
    position_values,
    slots_of,
)
from ttt_core.game import board as rules
from ttt_core.learning import Agent, beads_in_boxes, cells_alike, has_box
from ttt_core.pictures import data_frame
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr, tr_in
from ttt_ui.visit.session import session
from ttt_ui.wording import cell_code, cell_name, counted, percent

if TYPE_CHECKING:
    import pandas as pd


_MANY_MOVES = 3

_LOST = tr_noop("Every move loses here against perfect play.")
_KEEPS = {WIN: tr_noop("This keeps the win."), DRAW: tr_noop("This keeps the draw.")}
_TURNS = {
    (WIN, DRAW): tr_noop("That is a mistake: it turns a win into a draw."),
    (WIN, LOSS): tr_noop("That is a mistake: it turns a win into a loss."),
    (DRAW, LOSS): tr_noop("That is a mistake: it turns a draw into a loss."),
}
_MAY_TURN = {
    (WIN, DRAW): tr_noop("That is a mistake: it turns a win into a draw ({chance})."),
    (WIN, LOSS): tr_noop("That is a mistake: it turns a win into a loss ({chance})."),
    (DRAW, LOSS): tr_noop("That is a mistake: it turns a draw into a loss ({chance})."),
}
_WIN_INTO_EITHER = tr_noop(
    "That is a mistake: it turns a win into a draw ({draw}) and into a loss ({loss})."
)


def best_cells(chances: NDArray[np.float64]) -> list[int]:
    """Return the cells that a player is most likely to choose, from its row of a policy.

    They are all the cells that a greedy agent may choose, and none if it resigns.
    """
    cells = chances[:RESIGNING]
    return np.flatnonzero((cells > 0) & (cells == cells.max())).tolist()


def choice(chances: NDArray[np.float64]) -> str:
    """Name the cells that a player is most likely to choose, in Markdown."""
    cells = best_cells(chances)
    if len(cells) > _MANY_MOVES:
        return tr("one of {moves} moves it values equally", moves=len(cells))
    return tr_in("list", " or ").join(f"**{cell_name(cell)}**" for cell in cells)


def in_short(cells: Iterable[int]) -> str:
    """Name cells in a table."""
    return " · ".join(map(cell_code, cells))


def consequence(board: str, chances: NDArray[np.float64]) -> str:
    """Say what a player's choice does to the true value of the game."""
    position = position_of(board)
    value = int(position_values()[position])
    chances_of = {
        true_value: float(chances[:RESIGNING][move_values()[position] == true_value].sum())
        for true_value in (DRAW, LOSS)
    }
    likely = {worse: chance for worse, chance in chances_of.items() if worse < value and chance > 0}
    if not likely:
        return tr(_LOST if value == LOSS else _KEEPS[value])
    if len(likely) == 2:
        return tr(_WIN_INTO_EITHER, draw=percent(likely[DRAW]), loss=percent(likely[LOSS]))
    ((worse, chance),) = likely.items()
    if chance > 1 - 1e-12:
        return tr(_TURNS[value, worse])
    return tr(_MAY_TURN[value, worse], chance=percent(chance))


CHANGES = {
    (1, 0): tr_noop("win → draw"),
    (1, -1): tr_noop("win → loss"),
    (0, -1): tr_noop("draw → loss"),
}
"""What a mistake does to the true value, by the values before and after it."""


@cache
def _patterns() -> tuple[str, ...]:
    """Return the board texts of all open positions, which all visitors share."""
    return tuple(map(rules.pattern, boards()[:N_OPEN]))


def _rounded(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round to the three decimals shown, so that no value shows as −0.000."""
    return np.asarray(values.round(3) + 0.0)


def agent_insights() -> "Insights":
    """Return the insights into your agent; they are kept until it changes."""
    return session().about(Insights)


class Insights:
    """What one agent knows and does. Each part is computed when it is first needed."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    @cached_property
    def policy(self) -> Policy:
        """Its policy: greedy, or in proportion to the beads."""
        return self.agent.policy()

    @cached_property
    def reachable(self) -> NDArray[np.bool_]:
        """Whether it can reach each open position by its own moves, (4520,)."""
        return reachable(self.policy)

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        return ttt.five_questions(self.policy)

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """Its mistakes, worst first."""
        return ttt.mistakes(self.policy)

    @cached_property
    def counts_equivalents(self) -> bool:
        """Whether a visit to a position also counts for its rotations and mirror images."""
        visits = self.agent.visits
        return np.array_equal(visits, visits.ravel()[slots_of(symmetry=True)])

    @property
    def visits(self) -> NDArray[np.float64]:
        """How often it has learned from each move, (4520, 9), each visit counted once per board.

        If visits count for equivalent cells too, the agent stores their total in every one of
        them. Here the total is divided evenly among them.
        """
        sharing = np.maximum(cells_alike(), 1) if self.counts_equivalents else 1
        return np.asarray(self.agent.visits / sharing)

    @cached_property
    def visits_of_positions(self) -> NDArray[np.int64]:
        """How often it has learned from each open position, (4520,)."""
        return np.asarray(np.rint(self.visits.sum(axis=1)), np.int64)

    @property
    def meaning_of_visits(self) -> str:
        if self.counts_equivalents:
            return tr(
                "How often the agent has learned from this move. Rotations and mirror images are "
                "one position to it: each visit counts once, divided evenly among equivalent cells."
            )
        if self.agent.kind != "network" and any(run.symmetry for run in self.agent.training):
            return tr(
                "How often the agent has learned from this move. Visits made with symmetry count "
                "on every rotation and mirror image."
            )
        return tr("How often the agent has learned from this move on this exact board.")

    @property
    def positions(self) -> "pd.DataFrame":
        """The positions it knows, one per row, with the board as index; the words are English."""
        numbers = np.flatnonzero(self.agent.known)
        changes = {
            mistake.board: CHANGES[mistake.before, mistake.after] for mistake in self.mistakes
        }
        names = [boards()[number] for number in numbers]
        values = self.policy if self.agent.kind == "policy" else self.agent.q
        return data_frame(
            {
                "Position": [_patterns()[number] for number in numbers],
                "To move": [SIDES[side] for side in graph().side[numbers]],
                "Marks": [9 - board.count(rules.EMPTY) for board in names],
                "Agent's move": [intern(in_short(self.best_cells(board))) for board in names],
                "Value": _rounded(np.nanmax(values[numbers], axis=1)) if len(numbers) else [],
                "Visits": self.visits_of_positions[numbers],
                "Mistake": [changes.get(board, "") for board in names],
                "Can arise": self.reachable[numbers],
                "Untried moves": (legal() & (self.agent.visits == 0)).sum(axis=1)[numbers],
            },
            index=names,
        )

    def comes_to(self, boards: Collection[str]) -> int:
        """Count the open boards that it can reach by its own moves."""
        return int(self.reachable[[position_of(board) for board in boards]].sum())

    def mistakes_among(self, boards: Collection[str]) -> int:
        """Count the open boards on which it can make a mistake."""
        wrong = (self.policy > 0) & is_mistake()[:, : self.policy.shape[1]]
        return int(wrong[[position_of(board) for board in boards]].any(axis=1).sum())

    def best_cells(self, board: str) -> list[int]:
        """Return the cells it is most likely to choose on an open board."""
        return best_cells(self.policy[position_of(board)])

    def sentence(self, board: str) -> str:
        """Say in Markdown what the agent does on a board, and whether that is a mistake."""
        if rules.outcome(board) is not None:
            return tr("The game is over, so there is no move to choose.")
        agent, position = self.agent, position_of(board)
        seen, move = bool(agent.known[position]), choice(self.policy[position])
        unknown, plays = "", tr("The agent plays {move}.", move=move)
        if agent.kind == "matchboxes":
            if not has_box()[position]:
                return tr("This position has no box, because there is no choice to make.")
            if agent.resigns(board):
                return tr("The box for this position is empty, so the agent **resigns**.")
            unknown = "" if seen else tr("The agent has never seen this position.")
            beads = counted(int(beads_in_boxes(agent.q)[position]), "bead", "beads")
            plays = tr(
                "The agent draws one of {beads}; the likeliest is {move}.", beads=beads, move=move
            )
        elif agent.kind == "policy":
            if not seen:
                unknown = tr(
                    "The agent has never seen this position, so all moves are equally likely."
                )
            plays = tr(
                "The agent draws its move by probability; the likeliest is {move}.", move=move
            )
        elif agent.kind == "network":
            unknown = "" if seen else self._of_unseen_by_network()
        elif not seen or not agent.visits.any():
            return self._of_unseen_by_table()
        effect = consequence(board, self.policy[position])
        return " ".join(filter(None, (unknown, plays, effect)))

    def _of_unseen_by_network(self) -> str:
        if not self.agent.visits.any():
            return tr(
                "The network has learned from no games here: its weights are random or come from a "
                "file."
            )
        return tr(
            "The agent has never seen this position, but the network computes its values from "
            "what it learned in others."
        )

    def _of_unseen_by_table(self) -> str:
        if not self.agent.visits.any():
            return tr("The agent is untrained: every value is still the initial value.")
        if self.agent.trained_elsewhere is not None:
            return tr("The agent’s file has no values for this position, or only 0.")
        return tr("The agent has never seen this position, so these are still the initial values.")
