"""The likeliest games of a pairing, to step through on a board."""

from collections.abc import Mapping

import streamlit as st

from ttt_core.game import board as rules
from ttt_ui.compare import actions, wording
from ttt_ui.compare.players import ComparedPlayer
from ttt_ui.compare.state import Pairing, pairing
from ttt_ui.language import tr
from ttt_ui.replay import views as replaying
from ttt_ui.replay.replay import Replay
from ttt_ui.visit.players import player_label

BOARD_KEY = "pair_board"


def pairing_games(chosen: Mapping[str, ComparedPlayer]) -> None:
    """Show the controls for two players, and their likeliest games."""
    pair = pairing()
    pair.set_players(chosen)
    with st.grid(2, min_column_width=220):
        _player("X", pair.x, list(chosen), pair)
        _player("O", pair.o, list(chosen), pair)
    game = pair.game
    if game is None:
        return
    pair.replay.show_game(game)
    games, replay = st.columns([2, 3], gap="large")
    with games:
        _games(pair)
    with replay:
        _replay(pair.replay)


def _player(side: rules.Side, name: str, names: list[str], pair: Pairing) -> None:
    st.selectbox(
        tr("Player {side}", side=side),
        names,
        index=names.index(name) if name else None,
        placeholder=tr("Choose a player"),
        format_func=player_label,
        **pair.key.control(side, actions.choose_player, side),
    )


def _games(pair: Pairing) -> None:
    games = pair.games
    st.radio(
        tr("The only game they play") if len(games) == 1 else tr("Their likeliest games"),
        range(len(games)),
        index=pair.place,
        # Streamlit tells options apart by this text; no two games have the same.
        format_func=lambda place: wording.of_game(games[place]),
        help=tr("The game's probability, its result, and its moves: cells 1 to 9, row by row."),
        **pair.key.control("game", actions.choose_game),
    )
    if len(games) > 1:
        st.caption(wording.share_of_all(games))


def _replay(place: Replay) -> None:
    replaying.board_at_step(place, size="small", **place.on_board(BOARD_KEY))
    replaying.steps(place)
    replaying.explanation(place)
    if place.decisive is not None and place.step == len(place.moves):
        st.button(
            tr("Go to the deciding move ({number})", number=place.decisive),
            icon=":material/visibility:",
            key="pair_decisive",
            on_click=place.go_to,
            args=(place.decisive,),
        )
