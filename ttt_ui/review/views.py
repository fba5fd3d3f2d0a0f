"""An ended game on the board again: stepped through, explained, and taken up from anywhere."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from ttt_core.evaluation.review import ReviewedMove, decisive_move, review
from ttt_core.game import board as rules
from ttt_ui.play import actions as play_actions
from ttt_ui.play import wording as play_wording
from ttt_ui.play.state import Game, play_state
from ttt_ui.play.views import laid_out
from ttt_ui.review import actions, wording
from ttt_ui.review.state import Replay, replay_of
from ttt_ui.shared.board_component import board
from ttt_ui.shared.session import Session
from ttt_ui.shared.wording import TRUE_VALUE_WORDS


def replay(game: Game, visitor: Session) -> None:
    """Show an ended game on the board, as far as it has been stepped through, and explain it."""
    place, moves = replay_of(game), review(game.moves)
    _board(game, place, moves, visitor)
    if moves:
        steps(game, place, actions.step, actions.slide)
        explanation(game, place, moves)
    else:
        st.markdown(wording.decision(game, moves))
    _buttons(game, place, moves)


def _board(game: Game, place: Replay, moves: list[ReviewedMove], visitor: Session) -> None:
    shown = game.at(place.step)
    move = moves[place.step - 1] if place.step else None
    rings = move.better if move else ()
    # The opponent's view of its move before would contradict the rings round yours.
    laid_over, bar = laid_out(shown, visitor, thoughts=not rings)
    board(
        shown.board,
        key=play_actions.BOARD_KEY,
        token=f"{game.token}/{place.step}",
        playable=False,
        mark=move.side if move else None,
        last_move=move.cell if move else None,
        winning_line=rules.winning_line(shown.board),
        rings=rings,
        notes=laid_over.notes,
        bar=bar,
        caption=laid_over.caption or None,
        celebrate=play_state().celebration(visitor),
        announcement=announcement(game, place, move),
        shortcuts=actions.SHORTCUTS,
        on_command=actions.take_command,
    )


def announcement(game: Game, place: Replay, move: ReviewedMove | None) -> str:
    """Say to screen readers how far a game is stepped through, and what its last move was worth."""
    if place.step == len(game.moves):
        return play_wording.announcement(game)
    if move is None:
        return "The empty board, before the first move."
    return wording.spoken(game, place.step, move)


def steps(
    game: Game, place: Replay, step: Callable[[int], None], slide: Callable[[str], None]
) -> None:
    """Let an ended game be stepped through; `slide` is given the key of the slider."""
    with st.container(horizontal=True, vertical_alignment="center", wrap=False):
        st.button("Back", on_click=step, args=(-1,), disabled=place.step == 0, help="Key ←")
        st.slider(
            "Moves shown",
            0,
            len(game.moves),
            value=place.step,
            key=place.slider_key,
            on_change=slide,
            args=(place.slider_key,),
            label_visibility="collapsed",
        )
        st.button(
            "Forward",
            on_click=step,
            args=(1,),
            disabled=place.step == len(game.moves),
            help="Key →",
        )


def explanation(game: Game, place: Replay, moves: list[ReviewedMove]) -> None:
    """Say what the last move on the board was worth or, of a whole game, what decided it."""
    if place.step == 0:
        st.markdown("**Before the first move**  \nEvery opening is worth a draw.")
    elif place.step < len(moves):
        move = moves[place.step - 1]
        st.markdown(
            f"{wording.heading(game, place.step, move)}  \n{wording.explained(move)}",
        )
    else:
        st.markdown(wording.decision(game, moves))


def _buttons(game: Game, place: Replay, moves: list[ReviewedMove]) -> None:
    decisive = None if game.resigned or place.step < len(moves) else decisive_move(moves)
    with st.container(horizontal=True, horizontal_alignment="center"):
        st.button(
            "New game",
            icon=":material/restart_alt:",
            key=play_actions.NEW_GAME_KEY,
            on_click=play_actions.new_game,
            help="Key N",
        )
        if decisive is not None:
            ply = moves.index(decisive) + 1
            st.button(
                f"See move {ply}",
                icon=":material/visibility:",
                key="review_decisive",
                on_click=actions.go_to,
                args=(ply,),
            )
        elif moves:
            st.button(
                "Try again from here",
                icon=":material/replay:",
                on_click=actions.try_again,
                help="Against the same opponent; a move of yours that is on show is taken back. It "
                "counts as a game of its own, and the agent learns from all of its moves.",
            )


def taken_up(game: Game) -> None:
    """Say of a game that is tried again what it is; of others nothing."""
    if game.start and not game.over:
        st.caption(wording.taken_up(game))


def move_list(game: Game) -> None:
    """Show every move of an ended game with its grade and the better one, to be opened."""
    moves = review(game.moves)
    with st.expander("The game again, move by move", icon=":material/list:"):
        st.dataframe(
            pd.DataFrame(
                {
                    "Move": [f"{ply}. {move.side}" for ply, move in enumerate(moves, 1)],
                    "Position": [":material/search_insights: Open" for _ in moves],
                    "Cell": [wording.cells((move.cell,)) for move in moves],
                    "Grade": [wording.graded(move) for move in moves],
                    "Better": [wording.cells(move.better) for move in moves],
                    "Worth": [
                        f"{TRUE_VALUE_WORDS[move.before]} → {TRUE_VALUE_WORDS[move.after]}"
                        for move in moves
                    ],
                }
            ),
            hide_index=True,
            key="review_table",
            alt="The moves of the game, each with its grade, what would have been better, and what "
            "it was worth to its side",
            column_config={
                "Position": st.column_config.ButtonColumn(
                    "Inspect", key=actions.MOVES_KEY, on_click=actions.open_move, type="tertiary"
                ),
                "Worth": st.column_config.TextColumn(
                    help="For the side that moved, under best play: before the move → after it."
                ),
            },
        )
