"""The parts of the inspect page that show one position."""

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from ttt_core.game import board as rules
from ttt_core.game.graph import position_of
from ttt_core.game.solution import move_values
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
from ttt_ui.shared.board_component import board as board_component
from ttt_ui.shared.glossary import GLOSSARY
from ttt_ui.shared.heatmap import probability_heatmap, true_value_heatmap, visits_heatmap
from ttt_ui.shared.insights import Insights, values_figure
from ttt_ui.shared.standing import LEGEND, spoken, standings
from ttt_ui.shared.widgets import GENERATIONS
from ttt_ui.shared.wording import TRUE_VALUE_WORDS, cell_name, coloured, counted, plain

_VALUES = {"q-table": "Q-values", "reward-memory": "Scores", "matchboxes": "Beads"}
_TABLES = {"q-table": moves_table, "reward-memory": memory_table, "matchboxes": beads_table}
_BESIDE_KEY = "inspect_beside"
_BESIDE = ("True value", "Visits", "Probability")
_WORST_MISTAKES = 5
NAMED = {
    "The opening": "---------",
    "A centre opening": "----X----",
    "A corner opening": "X--------",
    "An edge opening": "-X-------",
    "A win to take": "OX--X-O--",
    "A threat to block": "XO--O---X",
}


def explorer(explorer: Explorer, places: Mapping[str, str]) -> None:
    """Let any board be chosen: by clicking, stepping, typing or by one of some names."""
    trail = explorer.trail()
    board = trail.board
    outcome = rules.outcome(board)
    board_component(
        board,
        key=explorer.board_key,
        token=str(trail.steps),
        playable=outcome is None,
        mark=rules.side_to_move(board) if outcome is None else None,
        winning_line=rules.winning_line(board),
        announcement=state(board),
        size="small",
        on_play=explorer.play_clicked,
    )
    _pattern_input(explorer)
    with st.grid(2, min_column_width=90, gap="xsmall"):
        st.button(
            "Back",
            on_click=explorer.step,
            args=(-1,),
            disabled=not trail.can_go_back,
            width="stretch",
        )
        st.button(
            "Forward",
            on_click=explorer.step,
            args=(1,),
            disabled=not trail.can_go_forward,
            width="stretch",
        )
        st.button(
            "Empty board",
            on_click=explorer.show_board,
            args=(rules.EMPTY_BOARD,),
            disabled=board == rules.EMPTY_BOARD,
            width="stretch",
        )
        st.menu_button(
            "Jump to",
            list(places),
            key=explorer.jump_key,
            on_click=explorer.jump,
            args=(places,),
            width="stretch",
        )


def state(board: str) -> str:
    """Say whose turn it is, or how the game has ended."""
    outcome = rules.outcome(board)
    if outcome is None:
        return f"{rules.side_to_move(board)} to move"
    return "A draw" if outcome == "draw" else f"{outcome} has won"


def _pattern_input(explorer: Explorer) -> None:
    text = st.text_input(
        "Go to a pattern",
        key=explorer.pattern.key,
        placeholder=rules.pattern(explorer.trail().board),
        on_change=explorer.type_pattern,
        help="Nine cells row by row: X, O, and - for a free one; . or _ or a space do as well. "
        "Between the rows there may be bars, slashes, spaces or nothing, and three lines can be "
        "pasted.",
    )
    if text:
        try:
            rules.parse_board(text)
        except ValueError as error:
            st.error(f"{plain(str(error))} The board stays as it is.")


def named_positions(insights: Insights) -> dict[str, str]:
    """Return boards worth a look, and the agent's worst mistakes, by name."""
    worst = {
        f"Mistake: {TRUE_VALUE_WORDS[mistake.before]} → {TRUE_VALUE_WORDS[mistake.after]} at "
        f"`{rules.pattern(mistake.board)}`": mistake.board
        for mistake in insights.mistakes[:_WORST_MISTAKES]
    }
    return NAMED | worst


def headline(board: str, insights: Insights) -> None:
    """Say whose turn it is, what the agent does, and whether that is right."""
    st.header(f"{coloured(state(board))} `{rules.pattern(board)}`", anchor=False)
    st.markdown(insights.sentence(board))


def heatmaps(board: str, insights: Insights) -> None:
    """Show what the agent holds an open board's moves to be worth, and another view beside it."""
    best = insights.best_cells(board)
    what = _VALUES[insights.agent.kind]
    chosen = ", ".join(cell_name(cell) for cell in best) or "none, as it resigns"
    left, right = st.columns(2, vertical_alignment="bottom", gap="medium")
    with left:
        st.markdown(f"**{what}**")
        _clickable(
            values_figure(insights.agent, board, insights.scale, best),
            "left",
            f"{what} on {rules.pattern(board)}, the highest at {chosen}"
            f"{spoken(standings(insights.agent, board))}",
        )
    with right:
        beside = st.segmented_control(
            "Beside it",
            _BESIDE,
            default=_BESIDE[0],
            required=True,
            key=_BESIDE_KEY,
            persist_state="session",
            label_visibility="collapsed",
        )
        _clickable(
            _beside(insights, board, beside),
            "right",
            f"{beside} of the moves on {rules.pattern(board)}",
        )
    true_values = " and what is best in truth" if beside == _BESIDE[0] else ""
    plays = "is most likely to play" if insights.agent.kind == "matchboxes" else "plays"
    st.caption(
        f"**Outlined**: what the agent {plays}{true_values}. Green is good for the side to move, "
        f"purple is bad. {LEGEND} A click plays a cell."
    )
    if beside == "Visits":
        visits = counted(int(insights.visits_of_positions[position_of(board)]), "visit")
        st.caption(f"{visits} of this board. {insights.meaning_of_visits}")


def _beside(insights: Insights, board: str, what: str | None) -> go.Figure:
    position, best = position_of(board), insights.best_cells(board)
    if what == "Visits":
        return visits_heatmap(board, insights.visits[position], insights.most_visits, best)
    if what == "Probability":
        return probability_heatmap(board, insights.policy[position], best)
    true_value, cells = move_values()[position_of(board)], rules.legal_moves(board)
    return true_value_heatmap(
        board, true_value, [cell for cell in cells if true_value[cell] == max(true_value[cells])]
    )


def _clickable(figure: go.Figure, name: str, alt: str) -> None:
    # A key of its own for every look: a click that was made before must not count again.
    key = f"inspect_{name}_{trail().steps % GENERATIONS}"
    st.plotly_chart(
        figure,
        key=key,
        alt=alt,
        on_select=lambda: EXPLORER.play_pointed(key),
        selection_mode="points",
        config={"displayModeBar": False},
    )


def reward_table(board: str, insights: Insights) -> None:
    """Show the moves of an open board in a table, and offer it as a file."""
    table = _TABLES[insights.agent.kind](insights, board)
    chance = {
        name: st.column_config.NumberColumn(
            format="percent",
            help="Where the agent makes this move and then plays on against a random player. "
            "Exact, for the side to move.",
        )
        for name in ("Win vs random", "Draw vs random", "Loss vs random")
    }
    config = {
        "Q": st.column_config.NumberColumn(format="%.3f", help=GLOSSARY["Value"]),
        "Beads": st.column_config.NumberColumn(
            format="localized", help="In the box, of the colour of this move."
        ),
        "Cells alike": st.column_config.NumberColumn(
            help="On so many cells the same move can be made, which share its beads."
        ),
        "Score": st.column_config.NumberColumn(
            format="%.2f",
            help="The mean of the rewards, each with the weight of its result, for the side "
            "to move",
        ),
        "i": st.column_config.NumberColumn(help="Row, from 0: 0 is row 1"),
        "j": st.column_config.NumberColumn(help="Column, from 0: 0 is column 1"),
        "Rank": st.column_config.NumberColumn(help="1 is the highest; equals share a rank."),
        "Visits": st.column_config.NumberColumn(
            format="localized", help=insights.meaning_of_visits
        ),
        "Known": st.column_config.TextColumn(
            width=72,
            help="Whether the agent has tried the move, and whether what it has tried from "
            "there on proves the true worth. Else its value is an estimate.",
        ),
        "Probability": st.column_config.NumberColumn(
            format="percent", help="How likely the agent makes this move."
        ),
        "True value": st.column_config.TextColumn(help=GLOSSARY["True value"]),
        **chance,
    }
    remembered = REWARD_COLUMNS if insights.agent.kind == "reward-memory" else ()
    st.dataframe(
        _without_signs_of_nothing(table),
        hide_index=True,
        alt=f"The moves on {rules.pattern(board)}, the best first",
        column_order=[name for name in map(str, table) if name not in remembered[1:-1]],
        column_config=config,
    )
    if remembered:
        st.subheader("Rewards", anchor=False)
        st.caption("Row i and column j are counted from 0, as the rule's author does.")
        st.dataframe(
            table,
            hide_index=True,
            alt=f"The rewards of the moves on {rules.pattern(board)}, and the scores they make",
            column_order=remembered,
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


def _without_signs_of_nothing(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with 0 for what would be shown as −0.000."""
    return (
        table.assign(Q=table["Q"].mask(table["Q"].abs() < 0.0005, 0.0)) if "Q" in table else table
    )


def foreseen_line(board: str, insights: Insights) -> None:
    """Show the line of play that the agent expects from a board."""
    if not insights.known[position_of(board)]:
        st.markdown("The agent has never been here, so it expects nothing in particular.")
        return
    boards_table(
        line_table(insights.agent, board),
        key="inspect_line",
        alt="The moves that the agent expects from here to the end of the game",
        config={
            "Value": st.column_config.NumberColumn(format="%.3f", help=GLOSSARY["Value"]),
            "True value": st.column_config.TextColumn(help=GLOSSARY["True value"]),
        },
    )


def equivalents(board: str, insights: Insights) -> None:
    """Show the symmetric twins of an open board, and whether the agent rates them alike."""
    table = equivalents_table(insights.agent, board)
    largest = table["Difference"].max()
    number = len(table)
    if number == 1:
        equivalence = "However this position is turned or mirrored, it stays the same."
    else:
        equivalence = f"Turned and mirrored, this position is one of {number} alike."
    if largest == 0:
        verdict = "The agent rates moves that correspond exactly alike."
    else:
        verdict = f"The agent's values of moves that correspond differ by up to {largest:.3g}."
    st.markdown(f"{equivalence} {verdict}")
    if number > 1:
        boards_table(
            table.iloc[1:],
            key="inspect_twins",
            alt="The position turned and mirrored, and how differently the agent rates it",
            config={
                "Difference": st.column_config.NumberColumn(
                    format="%.3f", help="The largest between two moves that correspond."
                )
            },
        )
