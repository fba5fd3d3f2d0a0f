"""The parts of Inspect that show one position."""

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go
import streamlit as st

from ttt_core.game import board as rules
from ttt_core.game import graph, move_values, moves_to_end, position_of
from ttt_core.learning import Kind
from ttt_core.sentences import tr_noop
from ttt_core.study import principal_line
from ttt_ui.drawing.board_component import CellNote
from ttt_ui.drawing.board_component import board as board_component
from ttt_ui.drawing.board_tables import board_image, boards_table, picture_of_board
from ttt_ui.drawing.download import download_button, picture_button
from ttt_ui.drawing.heatmap import (
    probability_heatmap,
    true_value_heatmap,
    values_figure,
    visits_heatmap,
)
from ttt_ui.glossary import meaning
from ttt_ui.inspect.lists import (
    REWARD_COLUMNS,
    equivalents_table,
    legend,
    moves_table,
    symmetry,
    true_value_words,
)
from ttt_ui.inspect.state import PARTS, SHOWN, Trail, trail
from ttt_ui.language import reason, tr, tr_plural
from ttt_ui.moves.insights import CHANGES, Insights
from ttt_ui.moves.values import (
    LEGEND,
    beliefs_against_facts,
    certainties,
    results_in_words,
    spoken_certainties,
    value_scale,
    values_of_agent,
)
from ttt_ui.visit.session import session
from ttt_ui.wording import cell_code, cell_name, coloured, number, percent, plain

if TYPE_CHECKING:
    import pandas as pd
    from pandas.io.formats.style import Styler

_VALUES = {
    "q-table": tr_noop("Values"),
    "reward-memory": tr_noop("Scores"),
    "matchboxes": tr_noop("Beads"),
    "network": tr_noop("Values"),
    "policy": tr_noop("Probabilities"),
}
_MEANINGS = {
    "reward-memory": tr_noop(
        "The average of all results recorded for the move, each counted by its weight, for the "
        "side to move. With an absolute score it is their total."
    ),
    "network": tr_noop(
        "What the network computes for the move: the reward the agent expects it to lead to, for "
        "the side to move."
    ),
    "policy": tr_noop(
        "The agent draws its move by these probabilities. Training raises the probability of moves "
        "that were followed by a win."
    ),
    "matchboxes": tr_noop(
        "The agent draws a bead at random, so a move with more beads is likelier."
    ),
}


_WORST_MISTAKES = 5
NAMED = {
    tr_noop("Empty board"): "---------",
    tr_noop("Centre opening"): "----X----",
    tr_noop("Corner opening"): "X--------",
    tr_noop("Edge opening"): "-X-------",
    tr_noop("A win to take"): "OX--X-O--",
    tr_noop("A threat to block"): "XO--O---X",
}


def clickable_board(trail: Trail, notes: Mapping[int, CellNote] | None = None) -> None:
    """Show the board, on which a click plays a move, with notes on its cells."""
    board_component(
        trail.board,
        key=trail.widget("board"),
        token=trail.key("board"),
        mark=rules.side_to_move(trail.board),
        announcement=whose_turn(trail.board),
        notes=notes,
        on_play=trail.play_clicked,
    )


def choice_of_board(trail: Trail, places: Mapping[str, str]) -> None:
    """Let the visitor choose a board: by typing, stepping or from a menu of names."""
    if typed := trail.board_text.value:
        try:
            rules.parse_board(typed)
        except ValueError as error:
            st.error(f"{plain(reason(error))} {tr('The board has not changed.')}")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        trail.board_text.show(placeholder=rules.pattern(trail.board), on_change=trail.type_board)
        st.menu_button(
            tr("Go to"),
            list(places),
            key=trail.widget("jump"),
            on_click=trail.jump,
            args=(places,),
            format_func=tr,
        )
        for label, step in ((tr("Back"), -1), (tr("Forward"), 1)):
            st.button(label, on_click=trail.step, args=(step,), disabled=not trail.can_step(step))
        st.button(
            tr("Empty board"),
            on_click=trail.show_board,
            args=(rules.EMPTY_BOARD,),
            disabled=trail.board == rules.EMPTY_BOARD,
        )


def whose_turn(board: str) -> str:
    """Say whose turn it is, or how the game has ended."""
    outcome = rules.outcome(board)
    if outcome is None:
        return tr("{side} to move", side=rules.side_to_move(board))
    return tr("A draw") if outcome == "draw" else tr("{side} has won", side=outcome)


def named_positions(insights: Insights) -> dict[str, str]:
    """Return interesting boards and the agent's worst mistakes, by name."""
    worst = {
        tr(
            "Mistake ({change}): `{board}`",
            change=tr(CHANGES[mistake.before, mistake.after]),
            board=rules.pattern(mistake.board),
        ): mistake.board
        for mistake in insights.mistakes[:_WORST_MISTAKES]
    }
    return NAMED | worst


def headline(board: str, insights: Insights) -> None:
    """Say whose turn it is, what the agent does, and whether that is a mistake."""
    with st.container(gap=None):
        st.header(
            f"{coloured(whose_turn(board))} `{rules.pattern(board)}`",
            anchor=False,
            help=tr("**{term}:** {meaning}", term=tr("Position"), meaning=meaning("Position")),
        )
        st.markdown(insights.sentence(board))


def board_of_position(board: str, insights: Insights) -> None:
    """Show the board, on which a click plays a move, with what is known of each move."""
    is_open = rules.outcome(board) is None
    if not is_open or PARTS.hides("values"):
        clickable_board(trail())
    else:
        _heatmap(board, insights)
    with st.container(horizontal=True, horizontal_alignment="center", gap="small"):
        if is_open:
            st.menu_button(
                tr("Play a move"),
                rules.legal_moves(board),
                key=trail().widget("move"),
                on_click=trail().play_chosen,
                format_func=cell_name,
            )
        download_button(
            tr("Save the board"),
            tr("board-{board}.svg", board=board),
            lambda: picture_of_board(board),
            key="inspect_board_svg",
            type="tertiary",
        )


def _heatmap(board: str, insights: Insights) -> None:
    kind, best = insights.agent.kind, insights.best_cells(board)
    shown = SHOWN.show(
        format_func=lambda measure: tr(_VALUES[kind] if measure == "Value" else measure)
    )
    of_board, key = rules.pattern(board), trail().key
    if shown == "Value":
        scale, what = session().about(value_scale), tr(_VALUES[kind])
        figure = values_figure(insights.agent, board, scale, best)
        highest = (
            tr_noop("{values} in {board}, highest at {cells}.")
            if best
            else tr_noop("{values} in {board}, highest at none: it resigns.")
        )
        cells = ", ".join(cell_name(cell) for cell in best)
        alt = tr(highest, values=what, board=of_board, cells=cells)
        alt = f"{alt} {spoken_certainties(certainties(insights.agent, board))}"
    else:
        figure, what = _other_measure(insights, board, shown), tr(shown)
        alt = tr("{measure} of the moves in {board}", measure=what, board=of_board)
    st.plotly_chart(
        figure,
        key=key("heatmap"),
        alt=alt,
        on_select=key.report("heatmap", trail().play_pointed),
        selection_mode="points",
        config=picture_button(f"{what} {board}"),
    )
    _about_what_is_shown(shown, board, insights)


def _about_what_is_shown(shown: str, board: str, insights: Insights) -> None:
    given = values_of_agent(insights.agent, board)
    notes = [legend(insights.agent.kind)]
    helps = [tr("Click a cell to play it."), tr(LEGEND)]
    if results := results_in_words(given.results):
        notes.append(results.removesuffix("."))
    if shown == "Value":
        helps.insert(0, _meaning_of_values(insights.agent.kind))
    if shown == "Visits":
        visits = int(insights.visits_of_positions[position_of(board)])
        notes.append(tr_plural("{n:,} visit", "{n:,} visits", visits))
        helps.append(insights.meaning_of_visits)
    st.markdown(f":small[{' · '.join(notes)}]", help=" ".join(helps))
    if contradiction := beliefs_against_facts(given, shows_true_values=True):
        st.markdown(contradiction)


def _meaning_of_values(kind: Kind) -> str:
    return tr(_MEANINGS[kind]) if kind in _MEANINGS else meaning("Value")


def _other_measure(insights: Insights, board: str, measure: str) -> go.Figure:
    position, best = position_of(board), insights.best_cells(board)
    if measure == "Visits":
        return visits_heatmap(board, insights.visits[position], insights.visits.max(), best)
    if measure == "Probability":
        return probability_heatmap(board, insights.policy[position], best)
    true_value, cells = move_values()[position], rules.legal_moves(board)
    return true_value_heatmap(
        board,
        true_value,
        1 + moves_to_end()[graph().child[position]],
        [cell for cell in cells if true_value[cell] == max(true_value[cells])],
    )


def reward_table(board: str, insights: Insights) -> None:
    """Show the moves on an open board in a table, with a button to download it."""
    table = moves_table(insights, board)
    against_random = {
        name: st.column_config.NumberColumn(
            label,
            format="percent",
            help=tr(
                "If the agent makes this move and then plays on against a random player. Exact, "
                "for the side to move."
            ),
        )
        for name, label in (
            ("Win vs random", tr("Win vs random")),
            ("Draw vs random", tr("Draw vs random")),
            ("Loss vs random", tr("Loss vs random")),
        )
    }
    config: dict[str, Any] = {
        "Move": tr("Move"),
        "Q": st.column_config.NumberColumn(tr("Value"), help=meaning("Value")),
        "Beads": st.column_config.NumberColumn(
            tr("Beads"), format="localized", help=tr("Beads of this move's colour in the box.")
        ),
        "Equivalent cells": st.column_config.NumberColumn(
            tr("Cells"),
            help=tr("The number of equivalent cells, including this one, that share these beads."),
        ),
        "Preference": st.column_config.NumberColumn(
            tr("Preference"),
            help=tr("A move is as likely as e to the power of its preference, in proportion."),
        ),
        **{
            name: st.column_config.NumberColumn(label, width=104, format="localized")
            for name, label in (
                ("X-win rewards", tr("X-win rewards")),
                ("O-win rewards", tr("O-win rewards")),
                ("Draw rewards", tr("Draw rewards")),
            )
        },
        "Calculation": st.column_config.TextColumn(tr("Calculation"), width=274),
        "Score": st.column_config.NumberColumn(
            tr("Score"), help=_meaning_of_values("reward-memory")
        ),
        "i": st.column_config.NumberColumn(width=44, help=tr("Row, counted from 0.")),
        "j": st.column_config.NumberColumn(width=44, help=tr("Column, counted from 0.")),
        "Rank": st.column_config.NumberColumn(
            tr("Rank"), help=tr("1 is the highest; equal moves share a rank.")
        ),
        "Visits": st.column_config.NumberColumn(
            tr("Visits"), format="localized", help=insights.meaning_of_visits
        ),
        "Status": st.column_config.TextColumn(
            tr("Status"),
            width=72,
            help=tr(
                "Untried, an estimate, or proven: the moves tried after it make its true value "
                "certain."
            ),
        ),
        "Probability": st.column_config.NumberColumn(
            tr("Probability"),
            format="percent",
            help=tr("The probability that the agent makes this move."),
        ),
        "True value": st.column_config.TextColumn(tr("True value"), help=meaning("True value")),
        **against_random,
    }
    reward_columns = REWARD_COLUMNS if insights.agent.kind == "reward-memory" else ()
    st.dataframe(
        _with_minus_signs(table),
        hide_index=True,
        alt=tr("The moves in {board}, best first", board=rules.pattern(board)),
        column_order=[name for name in map(str, table) if name not in reward_columns[1:-1]],
        column_config=config,
    )
    if reward_columns:
        st.subheader(tr("Rewards"), anchor=False)
        st.caption(tr("Row i and column j count from 0, as in the author's program."))
        st.dataframe(
            table,
            hide_index=True,
            alt=tr(
                "The rewards of the moves in {board}, and the scores they give",
                board=rules.pattern(board),
            ),
            column_order=reward_columns,
            column_config=config,
        )
    download_button(
        tr("Download as CSV"),
        tr("ttt-moves-{board}.csv", board=board),
        lambda: table.to_csv(index=False),
        key="moves_csv",
    )


def _with_minus_signs(table: "pd.DataFrame") -> "Styler":
    """Return a table whose values have a real minus, and 0 no sign, as everywhere else."""
    columns: list[Hashable] = [name for name in ("Q", "Score", "Preference") if name in table]
    return table.style.format(lambda value: number(float(str(value)), 3), subset=columns)


def expected_line(board: str, insights: Insights) -> None:
    """Show the moves the agent expects from a board on, as small boards that can be opened."""
    agent = insights.agent
    if not agent.known[position_of(board)]:
        st.markdown(tr("The agent does not know this position, so it has no expectations."))
        return
    with st.grid(4, min_column_width=76, gap="small"):
        for number_of_move, move in enumerate(principal_line(agent, board)):
            after = rules.play(move.board, move.cell)
            spoken_move = tr("{side}: {cell}", side=move.side, cell=cell_name(move.cell))
            value = (
                percent(agent.move_probabilities(move.board)[move.cell])
                if agent.kind == "policy"
                else number(move.value, 3)
            )
            (true_value,) = true_value_words(move.board, [move.cell])
            with st.container(gap="xxsmall"):
                st.image(
                    board_image(after, move.cell),
                    width=72,
                    alt=tr(
                        "{move} ({value}, {verdict})",
                        move=spoken_move,
                        value=value,
                        verdict=true_value,
                    ),
                )
                st.button(
                    f"{move.side} {cell_code(move.cell)}",
                    help=spoken_move,
                    key=trail().key(f"expected_{number_of_move}"),
                    type="tertiary",
                    on_click=trail().show_board,
                    args=(after,),
                )
                st.caption(f"{value} · {true_value}")


def equivalents(board: str, insights: Insights) -> None:
    """Show the equivalents of an open board, and whether the agent values them equally."""
    table = equivalents_table(insights.agent, board)
    boards, difference = len(table), table["Difference"]
    st.markdown(symmetry(boards, difference.max()))
    if boards > 1:
        boards_table(
            table.assign(Difference=[number(value, 3) for value in difference]).iloc[1:],
            key="inspect_twins",
            alt=tr("The equivalent positions, and how much the agent's values differ"),
            show_board=trail().show_board,
            config={
                "Position": tr("Position"),
                "Difference": st.column_config.TextColumn(
                    tr("Difference"),
                    help=tr("The largest difference between two equivalent moves."),
                )
                if difference.max()
                else None,
            },
        )
