"""Two players side by side: on one board, where they differ, and in one game."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import Policy, as_policy, review
from ttt_core.game import SIDES
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.compare.players import ComparedPlayer, players
from ttt_ui.compare.side_by_side import actions, wording
from ttt_ui.compare.side_by_side.pictures import (
    Picture,
    Pictures,
    probability_pictures,
    value_pictures,
    values_are_comparable,
)
from ttt_ui.compare.side_by_side.state import SideBySide, side_by_side
from ttt_ui.compare.side_by_side.tables import disagreements_table, matching
from ttt_ui.drawing.board_tables import boards_table
from ttt_ui.drawing.download import download_button
from ttt_ui.inspect.views import (
    NAMED,
    choice_of_board,
    clickable_board,
    clickable_heatmap,
    state,
)
from ttt_ui.language import tr
from ttt_ui.moves.certainty import LEGEND
from ttt_ui.replay import views as replaying
from ttt_ui.replay.game import Game
from ttt_ui.visit.players import player_label
from ttt_ui.widgets import one_of, segmented
from ttt_ui.wording import coloured, plain

GAME_KEY = "beside_game"
MOST_ROWS = 200
_MEASURES = (tr_noop("Values"), tr_noop("Probabilities"))
_MEASURE = one_of("beside_measure", _MEASURES)
_SIDES = (tr_noop("Either"), *SIDES)
_SIDE = one_of("beside_to_move", _SIDES)
_REACHES = (tr_noop("Any position"), tr_noop("For A"), tr_noop("For B"))
_REACH = one_of("beside_reach", _REACHES)


def whole_view(everybody: Mapping[str, ComparedPlayer]) -> None:
    pair = side_by_side()
    found = pair.follow(everybody)
    a, b = everybody[pair.names["a"]], everybody[pair.names["b"]]
    with st.grid(2, min_column_width=220):
        _player("a", tr("Player A"), everybody, pair)
        _player("b", tr("Player B"), everybody, pair)
    _on_one_board(a, b, found, pair)
    st.header(tr("Positions where they differ"), anchor=False)
    _differences(a, b, found)
    st.header(tr("One game, played by both"), anchor=False)
    _one_game()


def _player(
    role: str, label: str, everybody: Mapping[str, ComparedPlayer], pair: SideBySide
) -> None:
    names = list(everybody)
    st.selectbox(
        label,
        names,
        index=names.index(pair.names[role]),
        format_func=player_label,
        **pair.key.control(role, actions.choose_player, role),
    )


def _on_one_board(
    a: ComparedPlayer, b: ComparedPlayer, found: ttt.Disagreements, pair: SideBySide
) -> None:
    board = pair.trail.board
    chooser, view = st.columns([3, 7], gap="medium")
    with chooser:
        clickable_board(actions.EXPLORER)
        choice_of_board(actions.EXPLORER, NAMED)
    with view:
        st.header(f"{coloured(state(board))} `{rules.pattern(board)}`", anchor=False)
        if rules.outcome(board) is not None:
            st.markdown(tr("The game is over, so there is no move to choose."))
            return
        policies = as_policy(a), as_policy(b)
        _pictures(a, b, policies, board)
        for letter, player, policy in zip("AB", (a, b), policies, strict=True):
            st.markdown(f"{_title(letter, player)} {wording.on_board(policy, board)}")
        st.markdown(wording.costs_here(found, board))


def _title(letter: str, player: ComparedPlayer) -> str:
    mark, name = player.mark, tr("{side}: {name}", side=letter, name=plain(player.label))
    return f':color[{mark.shape}]{{foreground="{mark.colour}"}} **{name}**'


def _pictures(
    a: ComparedPlayer, b: ComparedPlayer, policies: tuple[Policy, Policy], board: str
) -> None:
    agent_a, agent_b = a.agent, b.agent
    if agent_a is not None and agent_b is not None and values_are_comparable(agent_a, agent_b):
        shown = segmented(_MEASURE, tr("Show"), _MEASURES, label_visibility="collapsed")
        if shown == "Values":
            _draw(value_pictures(agent_a, agent_b, board), a, b, board)
            st.markdown(f":small[{tr(wording.VALUES_SHOWN[agent_a.kind])}]", help=tr(LEGEND))
            return
    _draw(probability_pictures(*policies, board), a, b, board)
    st.markdown(f":small[{tr(wording.PROBABILITIES_SHOWN)}]")


def _draw(pictures: Pictures, a: ComparedPlayer, b: ComparedPlayer, board: str) -> None:
    both, apart = st.columns([2, 1], vertical_alignment="bottom", gap="small")
    with both:
        left, right = st.columns(2, vertical_alignment="bottom", gap="small")
        for place, letter, player, picture in (
            (left, "A", a, pictures.a),
            (right, "B", b, pictures.b),
        ):
            with place:
                st.markdown(_title(letter, player))
                _chart(picture, f"{letter}, {player.label}", letter.lower(), board)
        _legend(pictures.scale, "both")
    with apart:
        st.markdown("**A − B**")
        _chart(pictures.difference, "A − B", "difference", board)
        _legend(pictures.difference_scale, "difference")


def _chart(picture: Picture, title: str, name: str, board: str) -> None:
    alt = tr(
        "{title} on {board}: {cells}", title=title, board=rules.pattern(board), cells=picture.alt
    )
    clickable_heatmap(actions.EXPLORER, picture.figure, name, alt)


def _legend(picture: Picture, name: str) -> None:
    st.plotly_chart(
        picture.figure,
        key=f"beside_legend_{name}",
        alt=picture.alt,
        config={"displayModeBar": False, "staticPlot": True},
    )


def _differences(a: ComparedPlayer, b: ComparedPlayer, found: ttt.Disagreements) -> None:
    st.markdown(wording.overview(found))
    if not found.differ.any():
        return
    with st.grid(3, min_column_width=220, vertical_alignment="bottom"):
        side = segmented(_SIDE, tr("To move"), _SIDES)
        least, most = st.slider(
            tr("Marks"), 0, 8, (0, 8), key="beside_marks", persist_state="session"
        )
        reach = segmented(
            _REACH,
            tr("Can arise"),
            _REACHES,
            help=tr(
                "Positions that A (or B) can reach as the side to move by its own moves, whatever "
                "its opponent does."
            ),
        )
        only_mistakes = st.toggle(
            tr("With a mistake"),
            key="beside_errors",
            persist_state="session",
            help=tr("Only positions where A or B may make a mistake."),
        )
        only_disjoint = st.toggle(
            tr("No move in common"),
            key="beside_disjoint",
            persist_state="session",
            help=tr("Only positions where A and B never choose the same move."),
        )
        once = st.toggle(
            tr("Group equivalents"),
            key="beside_once",
            persist_state="session",
            help=tr("Shows only the costliest of each set of rotations and mirror images."),
        )
    positions = matching(
        found,
        side=None if side == _SIDE.default else side,
        marks=(least, most),
        only_mistakes=only_mistakes,
        only_disjoint=only_disjoint,
        reachable_for={"For A": "a", "For B": "b"}.get(reach),
        equivalents_once=once,
    )
    if not positions.size:
        st.markdown(tr("No position matches."))
        return
    policies = as_policy(a), as_policy(b)
    st.caption(wording.of_list(len(positions), MOST_ROWS))
    boards_table(
        disagreements_table(found, *policies, positions[:MOST_ROWS]),
        key="beside_all",
        alt=tr("Positions where A and B choose differently, costliest first"),
        height=420 if len(positions) > 7 else "auto",
        show_board=actions.EXPLORER.show_board,
        config={
            "Pattern": st.column_config.TextColumn(tr("Position")),
            "Side": st.column_config.TextColumn(tr("To move"), width=70),
            "Marks": st.column_config.NumberColumn(tr("Marks"), help=tr("Marks on the board.")),
            **{
                f"{letter} plays": st.column_config.TextColumn(
                    tr("{player} plays", player=letter),
                    help=tr(
                        "Row and column; several if it has no preference. The probability is in "
                        "brackets if it can also play something else."
                    ),
                )
                for letter in "AB"
            },
            **{
                f"{letter} throws away": st.column_config.NumberColumn(
                    tr("Cost of {player}", player=letter),
                    format="%.2f",
                    help=tr(
                        "What its move gives up on average with perfect play afterwards (win 1, "
                        "draw 0, loss −1)."
                    ),
                )
                for letter in "AB"
            },
            "Cost": st.column_config.NumberColumn(
                tr("Difference"), format="%.2f", help=tr("The difference between the two costs.")
            ),
        },
    )
    download_button(
        tr("Download as CSV"),
        tr("side-by-side.csv"),
        lambda: disagreements_table(found, *policies, positions).to_csv(index=False),
        type="tertiary",
        key="beside_csv",
    )


@st.fragment
def _one_game() -> None:
    everybody, pair = players(), side_by_side()
    pair.follow(everybody)
    a, b = everybody[pair.names["a"]], everybody[pair.names["b"]]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with st.container(width=260):
            _player("opponent", tr("Opponent"), everybody, pair)
        st.segmented_control(
            tr("Their side"),
            SIDES,
            default=pair.side,
            required=True,
            **pair.key.control("side", actions.choose_side),
        )
        st.button(
            tr("Another game"),
            icon=":material/casino:",
            on_click=actions.another_game,
            help=tr(
                "Plays again with new random numbers. A and B always get the same ones, for the "
                "opponent's moves and for ties."
            ),
        )
    games, place = pair.games, pair.replay
    if games is None:
        return
    shown = pair.games_shown
    st.markdown(f"{wording.of_both_games(pair.seed, pair.side, shown)} {wording.of_parting(games)}")
    if games.parting is not None:
        st.button(
            tr("Go to move {number}", number=games.parting + 1),
            icon=":material/call_split:",
            key="beside_parting",
            on_click=place.go_to,
            args=(games.parting + 1,),
        )
    replaying.steps(place)
    for column, letter, player, game in zip(
        st.columns(2, gap="medium"), "AB", (a, b), shown, strict=True
    ):
        with column:
            st.markdown(_title(letter, player) + _badge_where_they_differ(games, place.step))
            _game(letter, game, pair)


def _badge_where_they_differ(games: ttt.PairedGames, step: int) -> str:
    if games.parting is None or step != games.parting + 1:
        return ""
    return f" :violet-badge[:material/call_split: {tr('They differ here')}]"


def _game(letter: str, game: Game, pair: SideBySide) -> None:
    moves, step = review(game.moves), min(pair.replay.step, len(game.moves))
    place = replace(pair.replay, game=game, moves=moves, step=step)
    # Only one of the two boards listens to the keys.
    keys = pair.replay.on_board(GAME_KEY) if letter == "A" else {"key": f"{GAME_KEY}_b"}
    replaying.board_at_step(place, name=f"{letter}: ", size="small", **keys)
    replaying.explanation(place)
