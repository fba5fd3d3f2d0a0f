"""A pairing of the cross table game by game: the likeliest ones, stepped through on the board."""

from collections.abc import Mapping

import streamlit as st

from ttt_core.evaluation.likely_games import LikelyGame
from ttt_core.evaluation.review import ReviewedMove, decisive_move, review
from ttt_core.game import board as rules
from ttt_ui.compare import actions
from ttt_ui.compare.players import Player
from ttt_ui.compare.state import Pairing, pairing
from ttt_ui.play.state import Game
from ttt_ui.review import views as reviewing
from ttt_ui.review import wording
from ttt_ui.review.state import Replay
from ttt_ui.shared.board_component import board
from ttt_ui.shared.wording import coloured, percent, plain


def pairing_games(present: Mapping[str, Player]) -> None:
    """Let two players be chosen, and show the games that they are most likely to play."""
    looked_at = pairing()
    looked_at.follow(present)
    with st.grid(2, min_column_width=220):
        _player("X", looked_at.x, list(present), looked_at)
        _player("O", looked_at.o, list(present), looked_at)
    game = looked_at.game
    if game is None:
        st.caption("Click a cell of the cross table, or choose two players here.")
        return
    looked_at.replay.follow(game)
    games, shown = st.columns([2, 3], gap="large")
    with games:
        _games(looked_at)
    with shown:
        _replay(game, looked_at.replay)


def _player(side: rules.Side, name: str, names: list[str], looked_at: Pairing) -> None:
    key = looked_at.key(side)
    st.selectbox(
        f"Plays {side}",
        names,
        index=names.index(name) if name else None,
        placeholder="Choose a player",
        format_func=plain,
        key=key,
        on_change=actions.choose_player,
        args=(side, key),
    )


def _games(looked_at: Pairing) -> None:
    games, key = looked_at.games, looked_at.key("game")
    together = percent(sum(game.probability for game in games))
    st.radio(
        "The only game that they play" if len(games) == 1 else "Their likeliest games",
        range(len(games)),
        index=looked_at.place,
        format_func=lambda place: _said(games[place]),
        key=key,
        on_change=actions.choose_game,
        args=(key,),
        help="How likely these two play just this game, computed and not sampled; how it ends; and "
        "its moves, cells from 1 to 9, row by row.",
    )
    if len(games) > 1:
        st.caption(f"{together} of all their games are among these {len(games)}.")


def _said(game: LikelyGame) -> str:
    """Say in Markdown how a game goes; Streamlit tells options by this, so no two are the same."""
    ending = "draw" if game.result == "draw" else coloured(f"{game.result} wins")
    cells = " ".join(str(cell + 1) for cell in game.cells) or "no move"
    resigned = ", its box is empty" if game.resigned else ""
    return f"{percent(game.probability)} · {ending} · {cells}{resigned}"


def _replay(game: Game, place: Replay) -> None:
    moves = review(game.moves)
    shown, move = game.at(place.step), moves[place.step - 1] if place.step else None
    board(
        shown.board,
        key=actions.BOARD_KEY,
        token=f"{game.token}/{place.step}",
        playable=False,
        mark=move.side if move else None,
        last_move=move.cell if move else None,
        winning_line=rules.winning_line(shown.board),
        rings=move.better if move else (),
        announcement=reviewing.announcement(game, place, move),
        shortcuts=actions.SHORTCUTS,
        size="small",
        on_command=actions.take_command,
    )
    if moves:
        reviewing.steps(game, place, actions.step, actions.slide)
        reviewing.explanation(game, place, moves)
    else:
        st.markdown(wording.decision(game, moves))
    _decisive_button(game, place, moves)


def _decisive_button(game: Game, place: Replay, moves: list[ReviewedMove]) -> None:
    decisive = None if game.resigned else decisive_move(moves)
    if decisive is not None and place.step == len(moves):
        st.button(
            f"See move {moves.index(decisive) + 1}",
            icon=":material/visibility:",
            key="pair_decisive",
            on_click=actions.see_decisive_move,
        )
