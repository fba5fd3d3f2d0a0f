"""The parts of Inspect that show one position."""

from collections.abc import Hashable, Mapping

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from pandas.io.formats.style import Styler

from ttt_core.game import board as rules
from ttt_core.game import graph, move_values, moves_to_end, position_of
from ttt_ui.drawing.board_component import board as board_component
from ttt_ui.drawing.heatmap import probability_heatmap, true_value_heatmap, visits_heatmap
from ttt_ui.drawing.insights import Insights, values_figure
from ttt_ui.drawing.standing import LEGEND, spoken, standings
from ttt_ui.glossary import GLOSSARY
from ttt_ui.inspect.actions import EXPLORER
from ttt_ui.inspect.board_tables import boards_table
from ttt_ui.inspect.explorer import Explorer
from ttt_ui.inspect.state import trail
from ttt_ui.inspect.tables import (
    REWARD_COLUMNS,
    beads_table,
    equivalents_table,
    line_table,
    memory_table,
    moves_table,
)
from ttt_ui.inspect.wording import LEGENDS, symmetry
from ttt_ui.wording import TRUE_VALUE_WORDS, cell_name, coloured, counted, number, plain

_VALUES = {
    "q-table": "Q-values",
    "reward-memory": "Scores",
    "matchboxes": "Beads",
    "network": "Values",
}
_TABLES = {
    "q-table": moves_table,
    "reward-memory": memory_table,
    "matchboxes": beads_table,
    "network": moves_table,
}
_MEANINGS = {
    "q-table": GLOSSARY["Value"],
    "reward-memory": "The average of all results recorded for the move, each counted by its "
    "weight, for the side to move.",
    "network": "What the network computes for the move: the reward the agent expects it to lead "
    "to, for the side to move.",
    "matchboxes": "The agent draws a bead at random, so a move with more beads is likelier.",
}
_COMPARISON_KEY = "inspect_beside"
_COMPARISONS = ("True value", "Visits", "Probability")
_WORST_MISTAKES = 5
NAMED = {
    "Empty board": "---------",
    "Centre opening": "----X----",
    "Corner opening": "X--------",
    "Edge opening": "-X-------",
    "A win to take": "OX--X-O--",
    "A threat to block": "XO--O---X",
}


def clickable_board(explorer: Explorer) -> None:
    """Show the board, on which a click plays a move."""
    trail = explorer.trail()
    board = trail.board
    outcome = rules.outcome(board)
    board_component(
        board,
        key=explorer.board_key,
        token=trail.key("board"),
        playable=outcome is None,
        mark=rules.side_to_move(board) if outcome is None else None,
        winning_line=rules.winning_line(board),
        announcement=state(board),
        size="small",
        on_play=explorer.play_clicked,
    )


def choice_of_board(explorer: Explorer, places: Mapping[str, str]) -> None:
    """Let the visitor choose a board: by typing, stepping or from a menu of names."""
    trail = explorer.trail()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        _board_input(explorer)
        st.menu_button(
            "Go to", list(places), key=explorer.jump_key, on_click=explorer.jump, args=(places,)
        )
        st.button("Back", on_click=explorer.step, args=(-1,), disabled=not trail.can_go_back)
        st.button("Forward", on_click=explorer.step, args=(1,), disabled=not trail.can_go_forward)
        st.button(
            "Empty board",
            on_click=explorer.show_board,
            args=(rules.EMPTY_BOARD,),
            disabled=trail.board == rules.EMPTY_BOARD,
        )


def state(board: str) -> str:
    """Say whose turn it is, or how the game has ended."""
    outcome = rules.outcome(board)
    if outcome is None:
        return f"{rules.side_to_move(board)} to move"
    return "A draw" if outcome == "draw" else f"{outcome} has won"


def _board_input(explorer: Explorer) -> None:
    text = st.text_input(
        "Enter a board",
        key=explorer.board_text.key,
        placeholder=rules.pattern(explorer.trail().board),
        on_change=explorer.type_board,
        width=200,
        help="Nine cells, row by row: X, O, and - for a free cell (a dot, underscore or space also "
        "works). Separate rows with bars, slashes, spaces or nothing; you can also paste three "
        "lines.",
    )
    if text:
        try:
            rules.parse_board(text)
        except ValueError as error:
            st.error(f"{plain(str(error))} The board has not changed.")


def named_positions(insights: Insights) -> dict[str, str]:
    """Return interesting boards and the agent's worst mistakes, by name."""
    worst = {
        f"Mistake: {TRUE_VALUE_WORDS[mistake.before]} → {TRUE_VALUE_WORDS[mistake.after]} in "
        f"`{rules.pattern(mistake.board)}`": mistake.board
        for mistake in insights.mistakes[:_WORST_MISTAKES]
    }
    return NAMED | worst


def headline(board: str, insights: Insights) -> None:
    """Say whose turn it is, what the agent does, and whether that is a mistake."""
    with st.container(gap=None):
        st.header(
            f"{coloured(state(board))} `{rules.pattern(board)}`",
            anchor=False,
            help=f"**Position:** {GLOSSARY['Position']}",
        )
        st.markdown(insights.sentence(board))


def heatmaps(board: str, insights: Insights) -> None:
    """Show the agent's values for the moves on an open board, next to another heatmap."""
    best = insights.best_cells(board)
    what = _VALUES[insights.agent.kind]
    chosen = ", ".join(cell_name(cell) for cell in best) or "none: it resigns"
    left, right = st.columns(2, vertical_alignment="bottom", gap="medium")
    with left:
        st.markdown(f"**{what}**", help=_MEANINGS[insights.agent.kind])
        _clickable(
            values_figure(insights.agent, board, insights.scale, best),
            "left",
            f"{what} in {rules.pattern(board)}, highest at {chosen}. "
            f"{spoken(standings(insights.agent, board))}",
        )
    with right:
        comparison = st.segmented_control(
            "Compare with",
            _COMPARISONS,
            default=_COMPARISONS[0],
            required=True,
            key=_COMPARISON_KEY,
            persist_state="session",
            label_visibility="collapsed",
        )
        _clickable(
            _comparison(insights, board, comparison),
            "right",
            f"{comparison} of the moves in {rules.pattern(board)}",
        )
    st.markdown(
        f":small[{LEGENDS[insights.agent.kind]}]", help=f"Click a cell to play it. {LEGEND}"
    )
    if comparison == "Visits":
        visits = counted(int(insights.visits_of_positions[position_of(board)]), "visit", "visits")
        st.caption(f"{visits} in this position. {insights.meaning_of_visits}")


def _comparison(insights: Insights, board: str, what: str | None) -> go.Figure:
    position, best = position_of(board), insights.best_cells(board)
    if what == "Visits":
        return visits_heatmap(board, insights.visits[position], insights.most_visits, best)
    if what == "Probability":
        return probability_heatmap(board, insights.policy[position], best)
    true_value, cells = move_values()[position], rules.legal_moves(board)
    return true_value_heatmap(
        board,
        true_value,
        1 + moves_to_end()[graph().child[position]],
        [cell for cell in cells if true_value[cell] == max(true_value[cells])],
    )


def _clickable(figure: go.Figure, name: str, alt: str) -> None:
    key = trail().key
    st.plotly_chart(
        figure,
        key=key(name),
        alt=alt,
        on_select=key.report(name, EXPLORER.play_pointed),
        selection_mode="points",
        config={"displayModeBar": False},
    )


def reward_table(board: str, insights: Insights) -> None:
    """Show the moves on an open board in a table, with a button to download it."""
    table = _TABLES[insights.agent.kind](insights, board)
    against_random = {
        name: st.column_config.NumberColumn(
            format="percent",
            help="If the agent makes this move and then plays on against a random player. Exact, "
            "for the side to move.",
        )
        for name in ("Win vs random", "Draw vs random", "Loss vs random")
    }
    config = {
        "Q": st.column_config.NumberColumn(help=GLOSSARY["Value"]),
        "Beads": st.column_config.NumberColumn(
            format="localized", help="Beads of this move's colour in the box."
        ),
        "Equivalent cells": st.column_config.NumberColumn(
            "Cells",
            help="The number of equivalent cells, including this one, that share these beads.",
        ),
        "Score": st.column_config.NumberColumn(
            help=_MEANINGS["reward-memory"],
        ),
        "i": st.column_config.NumberColumn(help="Row, counted from 0."),
        "j": st.column_config.NumberColumn(help="Column, counted from 0."),
        "Rank": st.column_config.NumberColumn(help="1 is the highest; equal moves share a rank."),
        "Visits": st.column_config.NumberColumn(
            format="localized", help=insights.meaning_of_visits
        ),
        "Status": st.column_config.TextColumn(
            width=72,
            help="Untried, an estimate, or proven: the moves tried after it make its true value "
            "certain.",
        ),
        "Probability": st.column_config.NumberColumn(
            format="percent", help="The probability that the agent makes this move."
        ),
        "True value": st.column_config.TextColumn(help=GLOSSARY["True value"]),
        **against_random,
    }
    reward_columns = REWARD_COLUMNS if insights.agent.kind == "reward-memory" else ()
    st.dataframe(
        _with_minus_signs(table),
        hide_index=True,
        alt=f"The moves in {rules.pattern(board)}, best first",
        column_order=[name for name in map(str, table) if name not in reward_columns[1:-1]],
        column_config=config,
    )
    if reward_columns:
        st.subheader("Rewards", anchor=False)
        st.caption("Row i and column j count from 0, as in the author's program.")
        st.dataframe(
            table,
            hide_index=True,
            alt=f"The rewards of the moves in {rules.pattern(board)}, and the scores they give",
            column_order=reward_columns,
            column_config=config,
        )
    st.download_button(
        "Download CSV",
        data=table.to_csv(index=False),
        file_name=f"ttt-moves-{board}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


def _with_minus_signs(table: pd.DataFrame) -> Styler:
    """Return a table whose values have a real minus, and 0 no sign, as everywhere else."""
    columns: list[Hashable] = [name for name in ("Q", "Score") if name in table]
    return table.style.format(lambda value: number(float(str(value)), 3), subset=columns)


def expected_line(board: str, insights: Insights) -> None:
    """Show the moves the agent expects from a board on."""
    if not insights.known[position_of(board)]:
        st.markdown("The agent has never seen this position, so it has no expectations.")
        return
    boards_table(
        line_table(insights.agent, board),
        key="inspect_line",
        alt="The moves the agent expects from here to the end of the game",
        config={
            "Value": st.column_config.TextColumn(help=GLOSSARY["Value"]),
            "True value": st.column_config.TextColumn(help=GLOSSARY["True value"]),
        },
    )


def equivalents(board: str, insights: Insights) -> None:
    """Show the equivalents of an open board, and whether the agent values them equally."""
    table = equivalents_table(insights.agent, board)
    number = len(table)
    st.markdown(symmetry(number, table["Difference"].max()))
    if number > 1:
        boards_table(
            table.iloc[1:],
            key="inspect_twins",
            alt="The equivalent positions, and how much the agent's values differ",
            config={
                "Difference": st.column_config.NumberColumn(
                    format="%.3f", help="The largest difference between two equivalent moves."
                )
            },
        )
