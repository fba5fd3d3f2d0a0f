"""The two lists of Inspect: the positions an agent knows, and the five questions."""

from typing import TYPE_CHECKING

import streamlit as st

from ttt_core.evaluation import Answer
from ttt_core.game import N_OPEN, boards, walk
from ttt_core.game import board as rules
from ttt_core.learning import Agent
from ttt_core.study import principal_line
from ttt_ui.drawing.board_tables import boards_table
from ttt_ui.drawing.download import download_button
from ttt_ui.drawing.map_component import game_map, opened_board
from ttt_ui.glossary import meaning
from ttt_ui.inspect.actions import show_board
from ttt_ui.inspect.state import (
    GAME,
    HOW_TO_SEARCH,
    LIT,
    MARKS,
    MISTAKES,
    ONLY_MISTAKES,
    ONLY_REACHABLE,
    ONLY_UNTRIED,
    OPENING,
    SEARCH,
    SIDE,
    OpenQuestions,
)
from ttt_ui.inspect.tables import is_part_of_a_board, matching
from ttt_ui.inspect.wording import WHAT_IS_RIGHT, answered, failures, nothing_found, sign
from ttt_ui.language import tr
from ttt_ui.moves.choices import in_short
from ttt_ui.moves.insights import Insights
from ttt_ui.play.review import exercises_of
from ttt_ui.play.state import play_state
from ttt_ui.tables import table_of
from ttt_ui.visit.limits import MAX_TEXT
from ttt_ui.visit.session import per_visitor
from ttt_ui.wording import how_many_arise

if TYPE_CHECKING:
    import pandas as pd


_MAP = "inspect_map"


def _open() -> None:
    board = opened_board(_MAP)
    if board is not None:
        show_board(board)


def _way(agent: Agent) -> list[str]:
    """Return the boards of what the visitor wants to see on the map, from the first move on."""
    if LIT.value == GAME:
        return [boards()[position] for position in walk(play_state().game.moves)]
    if LIT.value == OPENING:
        return [move.board for move in principal_line(agent, rules.EMPTY_BOARD)]
    return []


def browser(insights: Insights) -> None:
    """Show the map of all positions, and those the agent has seen as a list with filters."""
    LIT.show()
    mistakes = exercises_of(play_state()).boards if LIT.value == MISTAKES else ()
    game_map(insights.agent, key=_MAP, way=_way(insights.agent), lit=mistakes, on_open=_open)
    positions = insights.positions
    if positions.empty:
        st.markdown(tr("The agent is untrained, so it has not seen any positions."))
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        sought = SEARCH.show()[:MAX_TEXT]
        side = SIDE.show()
        only_mistakes = ONLY_MISTAKES.show()
        with st.popover(tr("More filters"), icon=":material/filter_list:"):
            least, most = MARKS.show()
            only_reachable = ONLY_REACHABLE.show()
            only_untried = ONLY_UNTRIED.show()
    if not is_part_of_a_board(sought):
        st.info(f"{tr('This is not a part of a board.')} {tr(HOW_TO_SEARCH)}")
        return
    matches = matching(
        positions,
        side=None if side == SIDE.default else side,
        marks=(least, most),
        only_mistakes=only_mistakes,
        only_reachable=only_reachable,
        only_untried=only_untried,
        text=sought,
    )
    if matches.empty:
        st.markdown(
            nothing_found(
                no_untried=only_untried and not insights.agent.untried.any(),
                no_mistakes=only_mistakes
                and not any(
                    mistake.reachable or not only_reachable for mistake in insights.mistakes
                ),
                only_reachable=only_reachable,
            )
        )
        return
    st.caption(
        tr(
            "{n:,} shown. It has seen {seen:,} of all {all:,} positions.",
            n=len(matches),
            seen=len(positions),
            all=N_OPEN,
        )
    )
    boards_table(
        matches.assign(Mistake=matches["Mistake"].map(tr)),
        key="inspect_all",
        alt=tr("The positions the agent has seen, with its move, value and visits"),
        height=560,
        width="stretch",
        show_board=show_board,
        config={
            "Position": tr("Position"),
            "To move": tr("To move"),
            "Marks": st.column_config.NumberColumn(tr("Marks"), help=tr("Marks on the board.")),
            "Agent's move": st.column_config.TextColumn(
                tr("Agent's move"), help=tr("As on the edges of the board; several if they tie.")
            ),
            "Value": st.column_config.NumberColumn(
                tr("Value"),
                format="%.3f",
                help=tr("The value of this move, for the side to move."),
            ),
            "Visits": st.column_config.NumberColumn(
                tr("Visits"), format="localized", help=insights.meaning_of_visits
            ),
            "Untried moves": st.column_config.NumberColumn(tr("Untried"), help=meaning("Untried")),
            "Mistake": st.column_config.TextColumn(
                tr("Mistake"),
                width=90,
                help=tr("What the agent can lose here, against perfect play."),
            ),
            "Can arise": tr("Can arise"),
        },
    )
    download_button(
        tr("Download as CSV"),
        tr("positions.csv"),
        lambda: matches.to_csv(index=False),
        type="tertiary",
        key="positions_csv",
    )


def question(number: int, answer: Answer, insights: Insights) -> None:
    """Show one of the five questions with its answer; its failures are drawn when it is open."""
    opened = per_visitor(OpenQuestions).numbers
    mistakes = insights.mistakes_among(answer.failing)
    key = f"inspect_question_{number}"
    st.session_state.setdefault(key, number in opened)
    section = st.expander(
        answered(answer, mistakes),
        icon=sign(answer, mistakes),
        key=key,
        on_change="rerun",
    )
    if not section.open:
        opened.discard(number)
        return
    opened.add(number)
    with section:
        st.markdown(tr(WHAT_IS_RIGHT[number]))
        if answer.yes:
            st.markdown(tr("The agent always makes a right move."))
            return
        failing = answer.failing
        arise = how_many_arise(insights.comes_to(failing), len(failing))
        st.markdown(f"{failures(answer, mistakes)} {arise}")
        boards_table(
            _failures(answer, insights),
            key=f"inspect_failures_{number}",
            alt=tr(
                "Positions in which the agent can answer wrongly. {question}",
                question=tr(answer.question),
            ),
            height=420 if len(answer.failing) > 7 else "auto",
            show_board=show_board,
            config={
                "Position": tr("Position"),
                "To move": tr("To move"),
                "Agent's move": tr("Agent's move"),
            },
        )


def _failures(answer: Answer, insights: Insights) -> "pd.DataFrame":
    return table_of(
        {
            "Position": [rules.pattern(board) for board in answer.failing],
            "To move": [rules.side_to_move(board) for board in answer.failing],
            "Agent's move": [in_short(insights.best_cells(board)) for board in answer.failing],
        },
        boards=answer.failing,
    )
