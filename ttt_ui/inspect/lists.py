"""The inspect page's two lists: all positions that an agent knows, and the five questions."""

import pandas as pd
import streamlit as st

from ttt_core.evaluation.questions import Answer
from ttt_core.game import board as rules
from ttt_ui.inspect.board_tables import boards_table
from ttt_ui.inspect.state import OpenQuestions
from ttt_ui.inspect.tables import matching
from ttt_ui.shared.glossary import GLOSSARY
from ttt_ui.shared.insights import Insights
from ttt_ui.shared.limits import MAX_TEXT
from ttt_ui.shared.session import per_visitor
from ttt_ui.shared.widgets import Control
from ttt_ui.shared.wording import counted, how_many_arise, percent

_WHAT_IS_RIGHT = (
    "The centre, as published: it lies on four of the eight lines. But every opening keeps the "
    "draw, and a corner opens well too: against a random player it wins even more often.",
    "Only a corner keeps the draw.",
    "Every position is asked in which the side to move can complete a line.",
    "Every position is asked in which the opponent threatens to complete a line in one cell and "
    "no win is at hand. Where there are two such cells nothing blocks, so these are not asked.",
    "A corner opening wants the centre. An edge opening wants the centre, a corner next to the X, "
    "or the edge opposite. Nothing else keeps the draw.",
)


def browser(insights: Insights) -> None:
    """Show all positions that the agent knows, filtered as wished."""
    positions = insights.positions
    if positions.empty:
        st.markdown("The agent has learned nothing yet, so it knows no position.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        text = st.text_input(
            "Search",
            type="search",
            key="inspect_search",
            persist_state="session",
            placeholder="X--|?O?",
            help="A part of the pattern, or all nine cells; ? stands for any cell.",
            width=150,
        )
        side = st.segmented_control(
            "To move",
            ("Either", "X", "O"),
            default="Either",
            required=True,
            key="inspect_side",
            persist_state="session",
        )
        least, most = st.slider(
            "Marks", 0, 8, (0, 8), key="inspect_marks", persist_state="session", width=150
        )
        only_mistakes = st.toggle("Only mistakes", key="inspect_mistakes", persist_state="session")
        only_reachable = st.toggle(
            "Only reachable",
            key="inspect_reachable",
            persist_state="session",
            help="Those in which the agent may come to move when it plays its own moves, "
            "whatever the opponent does.",
        )
        only_untried = st.toggle(
            "With untried moves",
            key="inspect_untried",
            persist_state="session",
            help="Those in which it has never tried some move.",
        )
    found = matching(
        positions,
        side=side if side in ("X", "O") else None,
        marks=(least, most),
        only_mistakes=only_mistakes,
        only_reachable=only_reachable,
        only_untried=only_untried,
        text=(text or "")[:MAX_TEXT],
    )
    if found.empty:
        st.markdown(_nothing_found(insights, only_mistakes, only_reachable, only_untried))
        return
    st.caption(f"{len(found):,} of {counted(len(positions), 'position')} that it knows")
    boards_table(
        found,
        key="inspect_all",
        alt="The positions that the agent knows, with its best move, value and visits",
        height=560,
        config={
            "Marks": st.column_config.NumberColumn(help="Marks on the board."),
            "Best move": st.column_config.TextColumn(help="Row, column; several where it ties."),
            "Value": st.column_config.NumberColumn(
                format="%.3f", help="That of the best move, for the side to move."
            ),
            "Visits": st.column_config.NumberColumn(
                format="localized", help=insights.meaning_of_visits
            ),
            "Untried": st.column_config.NumberColumn(help=GLOSSARY["Untried"]),
            "Mistake": st.column_config.TextColumn(
                help="What the agent may throw away here, under best play."
            ),
        },
    )


def _nothing_found(
    insights: Insights, only_mistakes: bool, only_reachable: bool, only_untried: bool
) -> str:
    if only_untried and not insights.agent.untried.any():
        return "The agent has tried every move in every position that it knows."
    if only_mistakes and not any(
        mistake.reachable or not only_reachable for mistake in insights.mistakes
    ):
        where = " that it can come to" if only_reachable else ""
        return f"The agent makes no mistake in any position{where}."
    return "No position that the agent knows is like that."


def question(number: int, answer: Answer, insights: Insights) -> None:
    """Show one of the five questions with its answer; its failures come when it is opened."""
    asked = counted(len(answer.asked), "position")
    reply = "Yes" if answer.yes else f"No, {percent(answer.share)}"
    opened = per_visitor(OpenQuestions).numbers
    is_open = Control(f"inspect_question_{number}", number in opened)
    is_open.settle()
    section = st.expander(
        f"**{answer.question}** {reply} · {asked}",
        icon=":material/check_circle:" if answer.yes else ":material/cancel:",
        key=is_open.key,
        on_change="rerun",
    )
    if not section.open:
        opened.discard(number)
        return
    opened.add(number)
    with section:
        st.markdown(_WHAT_IS_RIGHT[number])
        if answer.yes:
            st.markdown("The agent makes a right move in every one of them, always.")
            return
        said = (
            f"A right move has a chance of {percent(answer.share)}."
            if len(answer.asked) == 1
            else f"It can go wrong in {len(answer.failing):,} of {asked}. On average, a right move "
            f"has a chance of {percent(answer.share)}."
        )
        failing = answer.failing
        arise = how_many_arise(insights.comes_to(failing), len(failing))
        st.markdown(f"{said} {arise}")
        boards_table(
            _failures(answer, insights),
            key=f"inspect_failures_{number}",
            alt=f"Positions in which the agent can go wrong. {answer.question}",
            height=420 if len(answer.failing) > 7 else "auto",
        )


def _failures(answer: Answer, insights: Insights) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "Pattern": [rules.pattern(board) for board in answer.failing],
            "To move": [rules.side_to_move(board) for board in answer.failing],
            "It plays": [
                " · ".join(f"{cell // 3 + 1},{cell % 3 + 1}" for cell in insights.best_cells(board))
                for board in answer.failing
            ],
        },
        index=pd.Index(answer.failing, dtype=str),
    )
