"""Two players side by side: on one board, and where they differ."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Policy, as_policy
from ttt_core.game import N_OPEN, boards, position_of, symmetry_class
from ttt_core.game import board as rules
from ttt_core.learning import Kind
from ttt_core.pictures import data_frame
from ttt_core.sentences import tr_noop
from ttt_ui.compare.players import ComparedPlayer
from ttt_ui.compare.state import BESIDE_PLAYERS, side_by_side
from ttt_ui.drawing.board_component import CellNote
from ttt_ui.drawing.board_tables import boards_table
from ttt_ui.drawing.colours import amount_tone
from ttt_ui.drawing.download import download_button
from ttt_ui.drawing.heatmap import value_text
from ttt_ui.frame.field import one_of
from ttt_ui.inspect.state import Trail
from ttt_ui.inspect.views import NAMED, choice_of_board, clickable_board, whose_turn
from ttt_ui.language import localised, tr, tr_plural
from ttt_ui.moves.insights import best_cells, choice, consequence, in_short
from ttt_ui.moves.values import DASH, NOT_TRIED, Scale, certainties, value_scale
from ttt_ui.wording import coloured, percent, plain

if TYPE_CHECKING:
    import pandas as pd


MOST_ROWS = 200
ALL, A_IS_WORSE, B_IS_WORSE = tr_noop("All"), tr_noop("A is worse"), tr_noop("B is worse")
WORSE = (ALL, A_IS_WORSE, B_IS_WORSE)
ROUNDING = 5e-13
_MANY_MOVES = 3
_WORSE = one_of(
    "beside_worse",
    WORSE,
    label=tr_noop("Show"),
    look={"label_visibility": "collapsed"},
)
SHOWN: dict[Kind, str] = {
    "q-table": tr_noop("Values; the stronger the colour, the further apart"),
    "reward-memory": tr_noop("Scores; the stronger the colour, the further apart"),
    "network": tr_noop("Values; the stronger the colour, the further apart"),
}
"""What the numbers on the board are, by the kind of both agents."""
PROBABILITIES = tr_noop("Probability of each move; the stronger the colour, the further apart")

_SURE = 1 - 1e-12


def whole_view(everybody: Mapping[str, ComparedPlayer]) -> None:
    pair = side_by_side()
    apart = pair.compare(everybody)
    a, b = everybody[pair.names["a"]], everybody[pair.names["b"]]
    with st.grid(2, min_column_width=220):
        for player, (role, name) in zip(BESIDE_PLAYERS, pair.names.items(), strict=True):
            player.ask(name, pair.choose, role)
    _on_one_board(a, b, apart, pair.trail)
    st.header(tr("Positions where they differ"), anchor=False)
    _differences(a, b, apart)


def _on_one_board(
    a: ComparedPlayer, b: ComparedPlayer, apart: ttt.Disagreements, trail: Trail
) -> None:
    board = trail.board
    is_open = rules.outcome(board) is None
    board_place, words = st.columns([4, 5], gap="medium")
    with board_place:
        clickable_board(trail, notes_of_two(a, b, board) if is_open else {})
        if is_open:
            agents = agents_with_comparable_values(a, b)
            numbers = PROBABILITIES if agents is None else SHOWN[agents[0].kind]
            st.markdown(f":small[{tr(numbers)}]")
    with words:
        st.header(f"{coloured(whose_turn(board))} `{rules.pattern(board)}`", anchor=False)
        if is_open:
            for letter, player in zip("AB", (a, b), strict=True):
                row = as_policy(player)[position_of(board)]
                name = tr("{side}: {name}", side=letter, name=plain(player.label))
                st.markdown(f"**{name}** {chosen(row, board)}")
            st.markdown(costs_here(apart, board))
        else:
            st.markdown(tr("The game is over, so there is no move to choose."))
        choice_of_board(trail, NAMED)


def _differences(a: ComparedPlayer, b: ComparedPlayer, apart: ttt.Disagreements) -> None:
    st.markdown(overview(apart))
    if not apart.differ.any():
        return
    worse = _WORSE.show()
    positions = matching(apart, worse)
    if not positions.size:
        st.markdown(tr("No position matches."))
        return
    policies = as_policy(a), as_policy(b)
    st.caption(of_list(len(positions), MOST_ROWS))
    boards_table(
        disagreements_table(apart, *policies, positions[:MOST_ROWS]),
        key="beside_all",
        alt=tr("Positions where A and B choose differently, costliest first"),
        height=420 if len(positions) > 7 else "auto",
        show_board=side_by_side().trail.show_board,
        config={
            "Position": tr("Position"),
            **{
                f"{letter} plays": st.column_config.TextColumn(
                    tr("{player} plays", player=letter),
                    help=tr(
                        "Several if it has no preference. The probability is in brackets if it can "
                        "also play something else."
                    ),
                )
                for letter in "AB"
            },
            **{
                f"Cost of {letter}": st.column_config.NumberColumn(
                    tr("Cost of {player}", player=letter),
                    format="localized",
                    help=tr(
                        "What its move gives up on average with perfect play afterwards (win 1, "
                        "draw 0, loss −1)."
                    ),
                )
                for letter in "AB"
            },
        },
    )
    download_button(
        tr("Download as CSV"),
        tr("side-by-side.csv"),
        lambda: disagreements_table(apart, *policies, positions).to_csv(index=False),
        type="tertiary",
        key="beside_csv",
    )


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


def agents_with_comparable_values(
    a: ComparedPlayer, b: ComparedPlayer
) -> tuple[ttt.Agent, ttt.Agent] | None:
    """Return two agents whose values mean the same; None if only their choices can be compared."""
    agents = a.agent, b.agent
    if agents[0] is None or agents[1] is None:
        return None
    kind = agents[0].kind
    is_comparable = kind == agents[1].kind and kind not in ("matchboxes", "policy")
    return (agents[0], agents[1]) if is_comparable else None


def common_scale(a: Scale, b: Scale) -> Scale:
    """Return a scale that covers both; its middle lies halfway between theirs."""
    middle = (a.middle + b.middle) / 2
    return Scale(min(a.low, b.low), middle, max(a.high, b.high))


def notes_of_two(a: ComparedPlayer, b: ComparedPlayer, board: str) -> dict[int, CellNote]:
    """Return for each free cell what A says, over what B says: values, or else probabilities.

    The further the two are apart, the stronger is the colour.
    """
    agents = agents_with_comparable_values(a, b)
    if agents is None:
        rows = [as_policy(player)[position_of(board)][:RESIGNING] for player in (a, b)]
        texts = [[localised(f"{share:.0%}") for share in row] for row in rows]
        apart = rows[0] - rows[1]
    else:
        scale = common_scale(*map(value_scale, agents))
        rows = [agent.q_values(board) for agent in agents]
        texts = [_value_texts(agent, board, scale) for agent in agents]
        apart = (rows[0] - rows[1]) / max(scale.high - scale.middle, scale.middle - scale.low)
    notes = {}
    for cell in rules.legal_moves(board):
        said_by_a, said_by_b = (text[cell] for text in texts)
        known = DASH not in (said_by_a, said_by_b)
        notes[cell] = CellNote(
            f"A {said_by_a}\nB {said_by_b}",
            amount_tone(float(min(abs(apart[cell]), 1))) if known else None,
            None,
            tr("A: {one}, B: {other}", one=_spoken(said_by_a), other=_spoken(said_by_b)),
        )
    return notes


def _value_texts(agent: ttt.Agent, board: str, scale: Scale) -> list[str]:
    of_moves = certainties(agent, board)
    return [
        DASH if of_moves.get(cell) == NOT_TRIED else value_text(value, scale)
        for cell, value in enumerate(agent.q_values(board))
    ]


def _spoken(text: str) -> str:
    return tr(NOT_TRIED) if text == DASH else text


def matching(apart: ttt.Disagreements, worse: str) -> NDArray[np.intp]:
    """Return the positions in which two players choose differently, costliest first.

    Of equivalent positions only the costliest; and only those where A or B is `worse`, if asked.
    """
    wanted = apart.differ
    if worse != ALL:
        wanted = wanted & ((apart.cost if worse == A_IS_WORSE else -apart.cost) > ROUNDING)
    positions = np.flatnonzero(wanted)
    costs = np.abs(apart.cost[positions])
    positions = positions[np.lexsort((positions, -costs.round(12)))]
    _, first = np.unique(symmetry_class()[:N_OPEN][positions], return_index=True)
    return positions[np.sort(first)]


def disagreements_table(
    apart: ttt.Disagreements, policy_a: Policy, policy_b: Policy, positions: NDArray[np.intp]
) -> "pd.DataFrame":
    """Return a table with a row for each position, indexed by board."""
    names = [boards()[position] for position in positions.tolist()]
    return data_frame(
        {
            "Position": [rules.pattern(board) for board in names],
            "A plays": [played(row) for row in policy_a[positions]],
            "B plays": [played(row) for row in policy_b[positions]],
            "Cost of A": apart.thrown_a[positions],
            "Cost of B": apart.thrown_b[positions],
        },
        index=names,
    )


def played(chances: NDArray[np.float64]) -> str:
    """Write the likeliest choice in a row of a policy, briefly."""
    cells = best_cells(chances)
    if not cells or chances[RESIGNING:].sum() > chances[cells].sum():
        return tr("resigns")
    together = float(chances[cells].sum())
    what = tr("any of {number}", number=len(cells)) if len(cells) > _MANY_MOVES else in_short(cells)
    return what if together > 1 - 1e-12 else f"{what} ({percent(together)})"
