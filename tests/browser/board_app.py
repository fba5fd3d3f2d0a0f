"""Runs the board component for test_board_component.py; the address says what it shows.

The person plays X against an opponent who takes the first free cell.
"""

import streamlit as st

from ttt_core.game.board import LINES, winning_line
from ttt_ui.drawing.board_component import (
    BarPart,
    CellNote,
    EvaluationBar,
    board,
    read_command,
    read_play,
)
from ttt_ui.drawing.colours import amount_tone, signed_tone

asked = st.query_params
state = st.session_state
KEY = "board"
if "cells" not in state:
    state.cells = asked.get("cells", "---------")
    state.moves = 0
    state.last_move = None
    state.log = []


def play() -> None:
    click = read_play(KEY)
    state.log.append(f"play {click}")
    if click is None or click[1] != f"move {state.moves}" or "refuse" in asked:
        return
    put(click[0], "X")
    if not is_over():
        put(state.cells.index("-"), "O")
    state.moves += 1


def new_game() -> None:
    state.cells = "---------"
    state.last_move = None
    state.moves += 10


def put(cell: int, mark: str) -> None:
    state.cells = state.cells[:cell] + mark + state.cells[cell + 1 :]
    state.last_move = cell


def is_over() -> bool:
    return winning_line(state.cells) is not None or "-" not in state.cells


def command() -> None:
    name = read_command(KEY, {"new"})
    state.log.append(f"command {name}")
    if "new" in asked and name == "new":
        new_game()


def lines() -> None:
    for line in LINES:
        cells = "".join("X" if cell in line else "-" for cell in range(9))
        key = f"{line}"
        board(cells, key=key, token="", size="small")


notes = {
    cell: CellNote(f"{tone:.2f}", signed_tone(2 * tone - 1), true_value, f"Q-value {tone:.2f}")
    for cell, (tone, true_value) in enumerate(
        [(0, "loss"), (0.15, "loss"), (0.3, "draw"), (0.5, "draw"), (0.7, "draw"), (0.85, "win")]
    )
}
notes[6] = CellNote("1.00", signed_tone(1), "win", "Q-value 1.00")
notes[7] = CellNote("12", amount_tone(1), None, "12 visits")
if "decision" in asked:
    tone = signed_tone(-0.7)
    notes[0] = CellNote("0.70", tone, "loss", "chosen at random", over_mark=True, choice="random")
    notes[1] = CellNote("0.30", tone, None, "its choice", choice="own")


def chances() -> EvaluationBar:
    won = state.cells.count("X") / 9
    parts = BarPart("win", f"win {won:.1%}", won), BarPart("draw", f"draw {1 - won:.1%}", 1 - won)
    return EvaluationBar("If you play perfectly", (*parts, BarPart("loss", "lose 0.0%", 0)))


@st.fragment  # as on the pages: a click while a run is under way does not end it
def page() -> None:
    if "two" in asked:
        board("X--------", key="other", token="", size="small")
    words = st.toggle("Words", key="words") if "words" in asked else False
    if "new" in asked:
        st.button("New game", key="new", on_click=new_game)
    if st.toggle("Board", value=True, key="toggle"):
        board(
            state.cells,
            key=KEY,
            token=f"move {state.moves}",
            playable="finished" not in asked,
            mark=None if "markless" in asked else "X",
            last_move=state.last_move,
            hint=8 if "hint" in asked else None,
            notes=notes if "notes" in asked else None,
            announcement=f"Move {state.moves}",
            bar=chances() if "bar" in asked or words else None,
            caption="Whose values these are" if words else "" if "words" in asked else None,
            celebrate=f"move {state.moves}" if "celebrate" in asked and state.moves else None,
            shortcuts={"n": "new", "b": "unknown"},
            on_play=play,
            on_command=command,
        )
    st.text_input("Text", key="text")
    st.slider("Number", 0, 10, key="number")
    st.selectbox("Choice", ["one", "two"], key="choice")
    with st.container(key="end"):
        st.code("\n".join(state.log) or "nothing yet")


if "lines" in asked:
    lines()
    st.container(key="end").text("All lines")
else:
    page()
