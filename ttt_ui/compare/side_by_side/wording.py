"""Sentences about two players: on one board, and in all positions."""

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING
from ttt_core.game import N_OPEN, position_of
from ttt_core.learning import Kind
from ttt_core.sentences import tr_noop
from ttt_ui.compare.side_by_side.differences import ROUNDING
from ttt_ui.language import tr, tr_plural
from ttt_ui.moves.choices import best_cells, choice, consequence
from ttt_ui.wording import percent

SHOWN: dict[Kind, str] = {
    "q-table": tr_noop("Values · :green-badge[A higher] :violet-badge[B higher]"),
    "reward-memory": tr_noop("Scores · :green-badge[A higher] :violet-badge[B higher]"),
    "network": tr_noop("Values · :green-badge[A higher] :violet-badge[B higher]"),
}
"""What the numbers on the board are, by the kind of both agents."""
PROBABILITIES = tr_noop(
    "Probability of each move · :green-badge[A likelier] :violet-badge[B likelier]"
)

_SURE = 1 - 1e-12


def chosen(row: NDArray[np.float64], board: str) -> str:
    """Say in Markdown what a player chooses on an open board, from its row of a policy."""
    resigns = float(row[RESIGNING:].sum())
    if resigns > _SURE:
        return tr("resigns, because its box for this position is empty.")
    cells = best_cells(row)
    together = float(row[cells].sum())
    if together > _SURE:
        plays = tr("plays {move}.", move=choice(row))
    elif len(cells) == 1:
        plays = tr("most likely plays {move} ({share}).", move=choice(row), share=percent(together))
    else:
        plays = tr(
            "most likely plays {moves} ({share} together).",
            moves=choice(row),
            share=percent(together),
        )
    sentences = [plays, consequence(board, row)]
    if resigns:
        sentences.append(tr("It resigns {share} of the time.", share=percent(resigns)))
    return " ".join(sentences)


def costs_here(apart: ttt.Disagreements, board: str) -> str:
    """Say whether two players choose differently on an open board, and what it costs."""
    position = position_of(board)
    if not apart.differ[position]:
        return tr("They make the same choice.")
    cost = float(apart.cost[position])
    if abs(cost) < ROUNDING:
        return tr("They choose differently, which makes no difference under perfect play.")
    return tr(
        "**{player}'s choice costs {cost:.2f}**: its average result under perfect play is that "
        "much worse (win 1, draw 0, loss −1).",
        player="A" if cost > 0 else "B",
        cost=abs(cost),
    )


def overview(apart: ttt.Disagreements) -> str:
    """Say in Markdown in how many positions two players choose differently, and who is worse."""
    if not apart.differ.any():
        return tr("They make the same choices in all {n:,} positions.", n=N_OPEN)
    return tr(
        "**{number:,} of {all:,}**. Under perfect play, **A's choice is worse in {worse_a:,}, B's "
        "in {worse_b:,}**.",
        number=int(apart.differ.sum()),
        all=N_OPEN,
        worse_a=int((apart.cost > ROUNDING).sum()),
        worse_b=int((apart.cost < -ROUNDING).sum()),
    )


def of_list(number: int, most: int) -> str:
    """Say how many positions a list has, and how many of them are shown."""
    if number > most:
        return tr(
            "The {most:,} costliest of {number:,} positions; rotations and mirror images count "
            "once.",
            most=most,
            number=number,
        )
    return tr_plural(
        "{n:,} position, costliest first; rotations and mirror images count once.",
        "{n:,} positions, costliest first; rotations and mirror images count once.",
        number,
    )
