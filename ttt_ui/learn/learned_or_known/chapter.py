"""Learned or known: minimax and an agent on one board, and what each of them needed."""

from typing import Any

import streamlit as st

from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, N_POSITIONS, position_of
from ttt_core.game.solution import move_values, position_values
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.learned_or_known import actions
from ttt_ui.learn.learned_or_known.ladder import RUNGS, SEEDS, median_of
from ttt_ui.learn.learned_or_known.state import BoardState, LadderState, board_state, ladder_state
from ttt_ui.learn.learned_or_known.trained_agent import TrainedAgent, trained_agent
from ttt_ui.shared.board_component import CellNote, board
from ttt_ui.shared.cell_colours import TRUE_VALUE_SCALE, signed_tone
from ttt_ui.shared.choices import best_cells, choice, consequence
from ttt_ui.shared.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS, THEME_TEXT
from ttt_ui.shared.heatmap import value_text
from ttt_ui.shared.lasting_chart import lasting_chart
from ttt_ui.shared.standing import DASH, NOT_TRIED, standings
from ttt_ui.shared.wording import TRUE_VALUE_WORDS, coloured, counted

SECONDS_BETWEEN_LOOKS = 0.15
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
        st.markdown(told(state.board, taught))
        _buttons(state, taught)
    st.caption(
        "To the agent a win brings 1 and a loss −1, and each move costs 0.15, which goes to the "
        "other side. So a sure win is worth 0.85 in the end, as the winner makes one move more; a "
        "draw, in which X makes the last move, is worth −0.15 to X and 0 to O."
    )
    with st.grid(2, min_column_width=300, gap="medium"):
        st.markdown(minimax_needed())
        st.markdown(agent_needed(taught))


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
            help=f"One after another, the {len(taught.mistakes):,} positions in which the agent "
            "chooses a move that minimax would not.",
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
            f"by minimax a {TRUE_VALUE_WORDS[int(true_value[cell])]}",
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
            "never tried" if untried else f"value {text}",
            choice="own" if cell in chosen else None,
            standing=NOT_TRIED if untried else None,
        )
    return notes


def told(shown: str, taught: TrainedAgent) -> str:
    """Say what the two of them would do on a board."""
    outcome = rules.outcome(shown)
    if outcome is not None:
        result = "A draw." if outcome == "draw" else f"{coloured(outcome)} has won."
        return f"**{result}** There is nothing left to know."
    position = position_of(shown)
    value, side = int(position_values()[position]), rules.side_to_move(shown)
    right = sum(move_values()[position, cell] == value for cell in rules.legal_moves(shown))
    chances = taught.policy[position]
    return (
        f"**{coloured(side)} to move.** Click a cell of either board.\n\n"
        f"**Minimax:** with best play a {TRUE_VALUE_WORDS[value]} for {coloured(side)}; {right} of "
        f"{counted(len(rules.legal_moves(shown)), 'move')} {'lead' if right != 1 else 'leads'} "
        "there.\n\n"
        f"**The agent** plays {choice(chances)}{consequence(shown, chances)}"
    )


def minimax_needed() -> str:
    """Say what minimax had to be told."""
    return (
        f"**What minimax needed:** all the rules, and a look at all {N_POSITIONS:,} positions, "
        "from the ends of the game back. It has not played a single game."
    )


def agent_needed(taught: TrainedAgent) -> str:
    """Say what the agent had to be told, and where it agrees with minimax."""
    games, differ = taught.agent.stats.games, len(taught.mistakes)
    return (
        "**What the agent needed:** which moves are allowed, which boards are alike, and how "
        f"{games:,} games against itself ended. It agrees with minimax in **{N_OPEN - differ:,} of "
        f"{N_OPEN:,}** positions with a move to make, and in "
        f"{taught.meets - taught.mistakes_met:,} of the {taught.meets:,} that can come up when it "
        "plays. Nobody can beat it."
    )


def _right() -> int:
    median = median_of(len(RUNGS) - 1)
    return min(range(len(ANSWERS)), key=lambda number: abs(ANSWERS[number] - median))


def _reason() -> str:
    found = trained_agent()
    return (
        f"After {median_of(len(RUNGS) - 1):,} games: the median of {len(SEEDS)} trainings, the one "
        "in the middle. Each was run here, and checked after every game. Never to be beaten takes "
        f"far less than to know it all: by its own play this agent comes to {found.meets:,} of "
        f"{N_OPEN:,} positions, and only there must it avoid losing moves."
    )


def _reveal() -> None:
    st.subheader("The ladder", anchor=False)
    st.markdown(
        "So few games are enough because it wastes none. Train an agent in the simplest way, and "
        "then switch on one idea after another."
    )
    state = ladder_state()
    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            "Train the next rung",
            key="learned_or_known_rung",
            icon=":material/stairs_2:",
            on_click=actions.ask,
            args=(1,),
            disabled=state.at_work or state.trained == len(RUNGS),
        )
        st.button(
            "All rungs",
            key="learned_or_known_rungs",
            on_click=actions.ask,
            args=(len(RUNGS),),
            disabled=state.at_work or state.trained == len(RUNGS),
        )

    @st.fragment(run_every=SECONDS_BETWEEN_LOOKS if state.at_work else None)
    def progress() -> None:
        _rungs(state)
        if state.at_work:
            actions.train_on()
            if not state.at_work:
                st.rerun()

    progress()


def _rungs(state: LadderState) -> None:
    st.markdown(said(state))
    if state.found:
        lasting_chart(
            _figure(state),
            key="learned_or_known_ladder",
            title="The ladder: games until nobody can beat it",
            label=_spoken(state),
        )


def said(state: LadderState) -> str:
    """Say what the newest rung has switched on, or is being trained."""
    if state.at_work:
        done = len(state.found[state.trained]) if len(state.found) > state.trained else 0
        rung = RUNGS[state.trained]
        return f"**{rung.label}:** training {done + 1} of {len(SEEDS)}…"
    if not state.trained:
        return (
            f"How many games until nobody can beat it? {len(SEEDS)} trainings for each rung, with "
            f"other random numbers each time (seeds {SEEDS[0]} to {SEEDS[-1]})."
        )
    newest = state.trained - 1
    return f"**{RUNGS[newest].label}: {counted(state.median(newest), 'game')}.** " + (
        RUNGS[newest].said
    )


def _spoken(state: LadderState) -> str:
    told = "; ".join(
        f"{RUNGS[rung].label}: {counted(state.median(rung), 'game')}"
        for rung in range(state.trained)
    )
    return f"Games until nobody can beat it, by rung of the ladder: {told or 'none trained yet'}"


def _figure(state: LadderState) -> dict[str, Any]:
    """Draw a bar for each rung that is trained, to the median of its trainings, and these."""
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
                "hovertemplate": "one training: %{x:,} games<extra></extra>",
            },
        ],
        "layout": {
            "height": 330,
            "margin": {"l": 0, "r": 8, "t": 8, "b": 0},
            "showlegend": False,
            "xaxis": {
                **LEGIBLE_AXIS,
                "title": {**LEGIBLE_AXIS["title"], "text": "Games until nobody can beat it"},
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
    aim="*Minimax* is told the rules, and works out from the ends of the game what every move is "
    "worth when both sides play their best. The agent has only played. Here are both on one board; "
    "the moves that each would play are outlined.",
    show=_show,
    question=Question(
        text="How many games does such an agent need until nobody can beat it?",
        answers=tuple(f"About {games:,}" for games in ANSWERS),
        right=_right,
        reason=_reason,
    ),
    reveal=_reveal,
)
