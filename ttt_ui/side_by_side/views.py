"""Two players side by side: on one board, where they choose differently, in one game."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation.match import as_policy
from ttt_core.evaluation.policy import Policy
from ttt_core.evaluation.review import review
from ttt_core.game import board as rules
from ttt_core.game.board import SIDES
from ttt_ui.compare.players import Player, players
from ttt_ui.inspect.board_tables import boards_table
from ttt_ui.inspect.views import NAMED, explorer, state
from ttt_ui.play.state import Game
from ttt_ui.review import views as reviewing
from ttt_ui.review import wording as review_wording
from ttt_ui.shared.board_component import board as board_component
from ttt_ui.shared.standing import LEGEND
from ttt_ui.shared.widgets import GENERATIONS
from ttt_ui.shared.wording import coloured, counted, plain
from ttt_ui.side_by_side import actions, wording
from ttt_ui.side_by_side.pictures import (
    Picture,
    Pictures,
    chance_pictures,
    have_values_of_one_kind,
    value_pictures,
)
from ttt_ui.side_by_side.state import SideBySide, side_by_side
from ttt_ui.side_by_side.tables import disagreements_table, matching

MOST_ROWS = 200
_MEASURES = ("Values", "Chances")
_KIND_OF_VALUES = {"q-table": "Q-values", "reward-memory": "scores"}
_ANYWHERE = "Anywhere"


def whole_view(everybody: Mapping[str, Player]) -> None:
    """Show two players side by side, from the choice of them to the game that both play."""
    beside = side_by_side()
    found = beside.follow(everybody)
    a, b = everybody[beside.names["a"]], everybody[beside.names["b"]]
    _two_players(everybody, beside)
    _on_one_board(a, b, found, beside)
    st.header("Where they choose differently", anchor=False)
    _differences(a, b, found)
    st.header("One game, played by both", anchor=False)
    _one_game()


def _two_players(everybody: Mapping[str, Player], beside: SideBySide) -> None:
    """Let two players be chosen."""
    with st.grid(2, min_column_width=220):
        for role, label in (("a", "Player A"), ("b", "Player B")):
            _player(role, label, everybody, beside)


def _player(role: str, label: str, everybody: Mapping[str, Player], beside: SideBySide) -> None:
    names, key = list(everybody), beside.key(role)
    st.selectbox(
        label,
        names,
        index=names.index(beside.names[role]),
        format_func=plain,
        key=key,
        on_change=actions.choose_player,
        args=(role, key),
    )


def _on_one_board(a: Player, b: Player, found: ttt.Disagreements, beside: SideBySide) -> None:
    """Show both on the board that is chosen: what they go by, their difference, what they play."""
    board = beside.trail.board
    chooser, view = st.columns([3, 7], gap="medium")
    with chooser:
        explorer(actions.EXPLORER, NAMED)
    with view:
        st.header(f"{coloured(state(board))} `{rules.pattern(board)}`", anchor=False)
        if rules.outcome(board) is not None:
            st.markdown("The game is over: there is nothing left to choose.")
            return
        policies = as_policy(a), as_policy(b)
        _pictures(a, b, policies, board, beside)
        for letter, player, policy in zip("AB", (a, b), policies, strict=True):
            st.markdown(f"{_title(letter, player)} {wording.on_board(policy, board)}")
        st.markdown(wording.costs_here(found, board))


def _title(letter: str, player: Player) -> str:
    mark = player.mark
    return f':color[{mark.shape}]{{foreground="{mark.colour}"}} **{letter}: {plain(player.name)}**'


def _pictures(
    a: Player, b: Player, policies: tuple[Policy, Policy], board: str, beside: SideBySide
) -> None:
    agents = [player.agent() if player.agent else None for player in (a, b)]
    measure = "Chances"
    if have_values_of_one_kind(*agents):
        measure = st.segmented_control(
            "Shown",
            _MEASURES,
            default=_MEASURES[0],
            required=True,
            key="beside_measure",
            persist_state="session",
            label_visibility="collapsed",
        )
    agent_a, agent_b = agents
    if measure != "Chances" and agent_a is not None and agent_b is not None:
        pictures = value_pictures(agent_a, agent_b, board)
        what = _KIND_OF_VALUES[agent_a.kind]
        _draw(pictures, a, b, board, beside)
        st.caption(
            f"Shown are the {what} of both, on one scale, and A − B: green where A rates a move "
            f"higher, purple where B does. **Outlined**: what they play. {LEGEND}"
        )
        return
    _draw(chance_pictures(*policies, board), a, b, board, beside)
    why = (
        ""
        if have_values_of_one_kind(*agents)
        else " The two have no values of one kind that could be compared."
    )
    st.caption(
        "Shown is how likely each makes a move, and A − B: green where A is likelier to, purple "
        f"where B is. **Outlined**: the likeliest.{why}"
    )


def _draw(pictures: Pictures, a: Player, b: Player, board: str, beside: SideBySide) -> None:
    both, apart = st.columns([2, 1], vertical_alignment="bottom", gap="small")
    with both:
        left, right = st.columns(2, vertical_alignment="bottom", gap="small")
        for place, letter, player, picture in (
            (left, "A", a, pictures.a),
            (right, "B", b, pictures.b),
        ):
            with place:
                st.markdown(_title(letter, player))
                _chart(picture, f"{letter}, {player.name}", letter.lower(), board, beside)
        _legend(pictures.scale, "both")
    with apart:
        st.markdown("**A − B**")
        _chart(pictures.difference, "A − B", "difference", board, beside)
        _legend(pictures.difference_scale, "difference")


def _chart(picture: Picture, title: str, name: str, board: str, beside: SideBySide) -> None:
    # A key of its own for every look: a click that was made before must not count again.
    key = f"beside_chart_{name}_{beside.trail.steps % GENERATIONS}"
    st.plotly_chart(
        picture.figure,
        key=key,
        alt=f"{title} on {rules.pattern(board)}: {picture.alt}",
        on_select=lambda: actions.EXPLORER.play_pointed(key),
        selection_mode="points",
        config={"displayModeBar": False},
    )


def _legend(picture: Picture, name: str) -> None:
    st.plotly_chart(
        picture.figure,
        key=f"beside_legend_{name}",
        alt=picture.alt,
        config={"displayModeBar": False, "staticPlot": True},
    )


def _differences(a: Player, b: Player, found: ttt.Disagreements) -> None:
    """Say where the two choose differently and what it costs; list it, filtered as wished."""
    st.markdown(wording.overview(found))
    if not found.differ.any():
        return
    with st.grid(3, min_column_width=220, vertical_alignment="bottom"):
        side = st.segmented_control(
            "To move",
            ("Either", "X", "O"),
            default="Either",
            required=True,
            key="beside_to_move",
            persist_state="session",
        )
        least, most = st.slider("Marks", 0, 8, (0, 8), key="beside_marks", persist_state="session")
        reach = st.segmented_control(
            "Can come up",
            (_ANYWHERE, "For A", "For B"),
            default=_ANYWHERE,
            required=True,
            key="beside_reach",
            persist_state="session",
            help="Those in which A, or B, can come to move when it plays the side to move there by "
            "its own moves, whatever the opponent does.",
        )
        only_errors = st.toggle(
            "One errs",
            key="beside_errors",
            persist_state="session",
            help="Only where A or B may throw away a win or a draw.",
        )
        only_disjoint = st.toggle(
            "Nothing in common",
            key="beside_disjoint",
            persist_state="session",
            help="Only where there is no move that both may make.",
        )
        once = st.toggle(
            "Mirror images once",
            key="beside_once",
            persist_state="session",
            help="Of positions that are the same when turned or mirrored, only the costliest.",
        )
    positions = matching(
        found,
        side=side if side in SIDES else None,
        marks=(least, most),
        only_errors=only_errors,
        only_disjoint=only_disjoint,
        reachable_for={"For A": "a", "For B": "b"}.get(str(reach)),
        equivalents_once=once,
    )
    if not positions.size:
        st.markdown("No position in which they choose differently is like that.")
        return
    policies = as_policy(a), as_policy(b)
    listed = counted(len(positions), "position")
    first = f" The {MOST_ROWS:,} costliest are listed." if len(positions) > MOST_ROWS else ""
    st.caption(f"{listed}, the costliest first.{first}")
    boards_table(
        disagreements_table(found, *policies, positions[:MOST_ROWS]),
        key="beside_all",
        alt="Positions in which A and B choose differently, the costliest first",
        height=420 if len(positions) > 7 else "auto",
        explorer=actions.EXPLORER,
        config={
            "Side": st.column_config.TextColumn("To move", width=70),
            "Marks": st.column_config.NumberColumn(help="Marks on the board."),
            **{
                f"{letter} plays": st.column_config.TextColumn(
                    help="Row, column; several where it has no preference. In brackets how likely, "
                    "where it may also play something else."
                )
                for letter in "AB"
            },
            **{
                f"{letter} throws away": st.column_config.NumberColumn(
                    format="%.2f",
                    help="On average, of the game's value under best play: a win counts 1, a draw "
                    "0, a loss −1.",
                )
                for letter in "AB"
            },
            "Cost": st.column_config.NumberColumn(
                format="%.2f", help="What one throws away more than the other."
            ),
        },
    )
    st.download_button(
        "Download CSV",
        data=lambda: disagreements_table(found, *policies, positions).to_csv(index=False),
        file_name="side-by-side.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",  # a rerun would take the file away before it is fetched
        type="tertiary",
        key="beside_csv",
    )


@st.fragment
def _one_game() -> None:
    """Show one game that both play against the same opponent, with the same luck."""
    everybody, beside = players(), side_by_side()
    beside.follow(everybody)
    a, b = everybody[beside.names["a"]], everybody[beside.names["b"]]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with st.container(width=260):
            _player("opponent", "Opponent", everybody, beside)
        key = beside.key("side")
        st.segmented_control(
            "They play",
            SIDES,
            default=beside.side,
            required=True,
            key=key,
            on_change=actions.choose_side,
            args=(key,),
        )
        st.button(
            "Another game",
            icon=":material/casino:",
            on_click=actions.another_game,
            help="With other luck. In both games the dice fall alike, for the opponent and for "
            "whoever chooses among equal moves.",
        )
    games, place = beside.games, beside.replay
    if games is None:
        return
    shown, opponent = beside.games_shown, plain(beside.names["opponent"])
    ends = [
        f"{letter} {wording.of_result(game, beside.side)}"
        for letter, game in zip("AB", shown, strict=True)
    ]
    st.markdown(
        f"Game {beside.seed:,}, as {coloured(beside.side)} against {opponent}: {ends[0]}, "
        f"{ends[1]}. {wording.of_parting(games)}"
    )
    if games.parting is not None:
        st.button(
            f"See move {games.parting + 1}",
            icon=":material/call_split:",
            key="beside_parting",
            on_click=actions.go_to,
            args=(games.parting + 1,),
        )
    if beside.longer_game.moves:
        reviewing.steps(beside.longer_game, place, actions.step, actions.slide)
    for column, letter, player, game in zip(
        st.columns(2, gap="medium"), "AB", (a, b), shown, strict=True
    ):
        with column:
            st.markdown(_title(letter, player) + _where_they_part(games, place.step))
            _game(letter, game, beside)


def _where_they_part(games: ttt.PairedGames, step: int) -> str:
    if games.parting is None or step != games.parting + 1:
        return ""
    return " :violet-badge[:material/call_split: They part here]"


def _game(letter: str, game: Game, beside: SideBySide) -> None:
    place = replace(beside.replay, step=min(beside.replay.step, len(game.moves)))
    moves = review(game.moves)
    shown, move = game.at(place.step), moves[place.step - 1] if place.step else None
    is_first = letter == "A"  # one of the two boards hears the keys
    board_component(
        shown.board,
        key=actions.GAME_KEY if is_first else f"{actions.GAME_KEY}_b",
        token=f"{game.token}/{place.step}",
        playable=False,
        mark=move.side if move else None,
        last_move=move.cell if move else None,
        winning_line=rules.winning_line(shown.board),
        rings=move.better if move else (),
        announcement=f"{letter}: {reviewing.announcement(game, place, move)}",
        shortcuts=actions.SHORTCUTS if is_first else None,
        size="small",
        on_command=actions.take_command if is_first else None,
    )
    if moves:
        reviewing.explanation(game, place, moves)
    else:
        st.markdown(review_wording.decision(game, moves))
