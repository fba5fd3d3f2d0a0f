"""Two players side by side: on one board, and where they differ."""

from collections.abc import Mapping

import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import as_policy
from ttt_core.game import board as rules
from ttt_core.game import position_of
from ttt_core.sentences import tr_noop
from ttt_ui.compare.players import ComparedPlayer
from ttt_ui.compare.side_by_side import wording
from ttt_ui.compare.side_by_side.differences import (
    WORSE,
    agents_with_comparable_values,
    disagreements_table,
    matching,
    notes_of_two,
)
from ttt_ui.compare.side_by_side.state import (
    EXPLORER,
    PLAYERS,
    side_by_side,
)
from ttt_ui.drawing.board_tables import boards_table
from ttt_ui.drawing.download import download_button
from ttt_ui.frame.field import one_of
from ttt_ui.inspect.views import NAMED, choice_of_board, clickable_board, whose_turn
from ttt_ui.language import tr
from ttt_ui.wording import coloured, plain

MOST_ROWS = 200
_WORSE = one_of(
    "beside_worse",
    WORSE,
    label=tr_noop("Show"),
    look={"label_visibility": "collapsed"},
)


def whole_view(everybody: Mapping[str, ComparedPlayer]) -> None:
    pair = side_by_side()
    apart = pair.compare(everybody)
    a, b = everybody[pair.names["a"]], everybody[pair.names["b"]]
    with st.grid(2, min_column_width=220):
        for player, (role, name) in zip(PLAYERS, pair.names.items(), strict=True):
            player.ask(name, pair.choose, role)
    _on_one_board(a, b, apart, pair.trail.board)
    st.header(tr("Positions where they differ"), anchor=False)
    _differences(a, b, apart)


def _on_one_board(
    a: ComparedPlayer, b: ComparedPlayer, apart: ttt.Disagreements, board: str
) -> None:
    is_open = rules.outcome(board) is None
    board_place, words = st.columns([4, 5], gap="medium")
    with board_place:
        clickable_board(EXPLORER, notes_of_two(a, b, board) if is_open else {})
        if is_open:
            agents = agents_with_comparable_values(a, b)
            numbers = wording.PROBABILITIES if agents is None else wording.SHOWN[agents[0].kind]
            st.markdown(f":small[{tr(numbers)}]")
    with words:
        st.header(f"{coloured(whose_turn(board))} `{rules.pattern(board)}`", anchor=False)
        if is_open:
            for letter, player in zip("AB", (a, b), strict=True):
                row = as_policy(player)[position_of(board)]
                st.markdown(f"{_title(letter, player)} {wording.chosen(row, board)}")
            st.markdown(wording.costs_here(apart, board))
        else:
            st.markdown(tr("The game is over, so there is no move to choose."))
        choice_of_board(EXPLORER, NAMED)


def _title(letter: str, player: ComparedPlayer) -> str:
    mark, name = player.mark, tr("{side}: {name}", side=letter, name=plain(player.label))
    return f':color[{mark.shape}]{{foreground="{mark.colour}"}} **{name}**'


def _differences(a: ComparedPlayer, b: ComparedPlayer, apart: ttt.Disagreements) -> None:
    st.markdown(wording.overview(apart))
    if not apart.differ.any():
        return
    worse = _WORSE.show()
    positions = matching(apart, worse)
    if not positions.size:
        st.markdown(tr("No position matches."))
        return
    policies = as_policy(a), as_policy(b)
    st.caption(wording.of_list(len(positions), MOST_ROWS))
    boards_table(
        disagreements_table(apart, *policies, positions[:MOST_ROWS]),
        key="beside_all",
        alt=tr("Positions where A and B choose differently, costliest first"),
        height=420 if len(positions) > 7 else "auto",
        show_board=EXPLORER.show_board,
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
                    format="%.2f",
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
