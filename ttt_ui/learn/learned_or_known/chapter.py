"""Learned or known: minimax and an agent on one board, and what each of them needed."""

from typing import Any

import streamlit as st

from ttt_core.game import board as rules
from ttt_core.game import move_values, position_of, position_values
from ttt_ui.drawing.board_component import CellNote, board
from ttt_ui.drawing.cell_colours import TRUE_VALUE_SCALE, signed_tone
from ttt_ui.drawing.choices import best_cells
from ttt_ui.drawing.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS
from ttt_ui.drawing.heatmap import value_text
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.drawing.standing import DASH, NOT_TRIED, standings
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.learned_or_known import actions, wording
from ttt_ui.learn.learned_or_known.ladder import RUNGS, median_of
from ttt_ui.learn.learned_or_known.state import BoardState, LadderState, board_state, ladder_state
from ttt_ui.learn.learned_or_known.trained_agent import TrainedAgent, trained_agent
from ttt_ui.streamlit_fixes.theme_text import THEME_TEXT
from ttt_ui.wording import TRUE_VALUE_WORDS

SECONDS_BETWEEN_UPDATES = 0.15
ANSWERS = (50, 500, 2_000)


@st.fragment
def _show() -> None:
    state, taught = board_state(), trained_agent()
    known, learned, words = st.columns([3, 3, 4], gap="medium")
    with known:
        st.markdown("**Minimax knows**")
        _board(state, "learned_or_known_minimax", _true_value_notes(state.board))
    with learned:
        st.markdown("**The agent has learned**")
        _board(state, "learned_or_known_agent", _value_notes(state.board, taught))
    with words:
        st.markdown(wording.choices(state.board, taught))
        _buttons(state, taught)
    st.caption(wording.MOVE_COST)
    with st.grid(2, min_column_width=300, gap="medium"):
        st.markdown(wording.MINIMAX_NEEDED)
        st.markdown(wording.agent_needed(taught))


def _board(state: BoardState, key: str, notes: dict[int, CellNote]) -> None:
    over = rules.outcome(state.board) is not None
    board(
        state.board,
        key=key,
        token=state.token,
        playable=not over,
        mark=None if over else rules.side_to_move(state.board),
        winning_line=rules.winning_line(state.board),
        notes=notes,
        size="small",
        on_play=lambda: actions.play(key),
    )


def _buttons(state: BoardState, taught: TrainedAgent) -> None:
    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            "Back",
            key="learned_or_known_back",
            on_click=actions.back,
            disabled=len(state.trail) == 1,
        )
        st.button("Empty board", key="learned_or_known_clear", on_click=actions.clear)
        st.button(
            "Where they differ",
            key="learned_or_known_differ",
            on_click=actions.differ,
            help=wording.differ_help(taught),
        )


def _true_value_notes(shown: str) -> dict[int, CellNote]:
    if rules.outcome(shown) is not None:
        return {}
    position = position_of(shown)
    true_value = move_values()[position]
    return {
        cell: CellNote(
            "",
            signed_tone(float(TRUE_VALUE_SCALE.cell_colours(true_value[cell]))),
            TRUE_VALUE_WORDS[int(true_value[cell])],
            f"minimax: {TRUE_VALUE_WORDS[int(true_value[cell])]}",
            choice="own" if true_value[cell] == position_values()[position] else None,
        )
        for cell in rules.legal_moves(shown)
    }


def _value_notes(shown: str, taught: TrainedAgent) -> dict[int, CellNote]:
    if rules.outcome(shown) is not None:
        return {}
    values, found = taught.agent.q_values(shown), standings(taught.agent, shown)
    chosen = best_cells(taught.policy[position_of(shown)])
    notes = {}
    for cell in rules.legal_moves(shown):
        untried = found.get(cell) == NOT_TRIED
        text = DASH if untried else value_text(values[cell], taught.scale)
        notes[cell] = CellNote(
            text,
            signed_tone(float(taught.scale.cell_colours(values[cell]))),
            None,
            NOT_TRIED if untried else f"value {text}",
            choice="own" if cell in chosen else None,
            standing=NOT_TRIED if untried else None,
        )
    return notes


def _right() -> int:
    median = median_of(len(RUNGS) - 1)
    return min(range(len(ANSWERS)), key=lambda number: abs(ANSWERS[number] - median))


def _reason() -> str:
    return wording.reason(median_of(len(RUNGS) - 1), trained_agent())


def _reveal() -> None:
    st.subheader("The ladder", anchor=False)
    st.markdown(wording.LADDER)
    state = ladder_state()
    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            "Add the next idea",
            key="learned_or_known_rung",
            icon=":material/stairs_2:",
            on_click=actions.ask,
            args=(1,),
            disabled=state.at_work or state.trained == len(RUNGS),
        )
        st.button(
            "Add all",
            key="learned_or_known_rungs",
            on_click=actions.ask,
            args=(len(RUNGS),),
            disabled=state.at_work or state.trained == len(RUNGS),
        )

    @st.fragment(run_every=SECONDS_BETWEEN_UPDATES if state.at_work else None)
    def progress() -> None:
        _rungs(state)
        if state.at_work:
            actions.train_on()
            if not state.at_work:
                st.rerun()

    progress()


def _rungs(state: LadderState) -> None:
    st.markdown(wording.ladder_progress(state))
    if state.found:
        lasting_chart(
            _figure(state),
            key="learned_or_known_ladder",
            title=wording.LADDER_TITLE,
            label=wording.ladder(state),
        )


def _figure(state: LadderState) -> dict[str, Any]:
    """Draw a bar for the median of each trained step, and a dot for each of its runs."""
    labels = [rung.label for rung in RUNGS]
    trained = range(state.trained)
    medians = [state.median(rung) for rung in trained]
    dots = [(games, labels[rung]) for rung in trained for games in state.found[rung]]
    return {
        "data": [
            {
                "type": "bar",
                "meta": "median",
                "orientation": "h",
                "y": labels[: state.trained],
                "x": medians,
                "text": [f"{median:,}" for median in medians],
                "textposition": "inside",
                "insidetextanchor": "start",
                "textfont": {"color": "white", "size": 14},
                "marker": {"color": SIDE_COLOURS["X"]},
                "hovertemplate": "%{y}: %{x:,} games<extra></extra>",
            },
            {
                "type": "scatter",
                "meta": "trainings",
                "mode": "markers",
                "x": [games for games, _ in dots],
                "y": [label for _, label in dots],
                "marker": {"color": NEUTRAL, "size": 6, "line": {"color": THEME_TEXT, "width": 1}},
                "hovertemplate": "one run: %{x:,} games<extra></extra>",
            },
        ],
        "layout": {
            "height": 330,
            "margin": {"l": 0, "r": 8, "t": 8, "b": 0},
            "showlegend": False,
            "xaxis": {
                **LEGIBLE_AXIS,
                "title": {**LEGIBLE_AXIS["title"], "text": wording.LADDER_AXIS},
                "type": "log",
                "range": [2, 5],
                "tickvals": [100, 1_000, 10_000, 100_000],
                "ticktext": ["100", "1,000", "10,000", "100,000"],
                "fixedrange": True,
            },
            "yaxis": {
                **LEGIBLE_AXIS,
                "categoryorder": "array",
                "categoryarray": labels,
                "range": [len(labels) - 0.5, -0.5],
                "fixedrange": True,
                "automargin": True,
                "tickmode": "array",
                "tickvals": labels,
            },
        },
    }


CHAPTER = Chapter(
    title="Learned or known",
    minutes=5,
    aim=wording.AIM,
    show=_show,
    question=Question(
        text=wording.QUESTION,
        answers=tuple(f"About {games:,}" for games in ANSWERS),
        right=_right,
        reason=_reason,
    ),
    reveal=_reveal,
)
