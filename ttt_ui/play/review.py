"""The review of an ended game, step by step, and the person's mistakes as exercises."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import plotly.graph_objects as go
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import Reason, ReviewedMove, review_move
from ttt_core.game import (
    WIN,
    boards,
    graph,
    moves_to_end,
    position_of,
    position_values,
    walk,
)
from ttt_core.game import board as rules
from ttt_core.pictures import data_frame
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import board, clicked_cell, read_command
from ttt_ui.drawing.board_tables import board_image
from ttt_ui.drawing.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS
from ttt_ui.drawing.download import picture_button
from ttt_ui.drawing.map_component import game_map
from ttt_ui.inspect.state import open_board, open_from_map
from ttt_ui.language import tr
from ttt_ui.play import actions as play_actions
from ttt_ui.play import wording as play_wording
from ttt_ui.play.state import PARTS, Exercises, PlayState, celebration, play_state
from ttt_ui.play.views import on_the_board, shows_chances
from ttt_ui.replay import views as game_wording
from ttt_ui.replay.game import STEP_KEYS, Game, Replay
from ttt_ui.replay.views import (
    IN_HINDSIGHT,
    board_at_step,
    explained,
    explanation,
    filled_in,
    steps,
)
from ttt_ui.visit.session import Session
from ttt_ui.widgets import held, rerun_fragments_if_alone


def replay_of(game: Game) -> Replay:
    replay = play_state().replay
    replay.show_game(game)
    return replay


def ply_to_try_again(game: Game, step: int) -> int:
    """Return how many moves of an ended game remain if it is tried again from a step.

    If the person made the last of these moves, it is taken back. If the agent made it and it ended
    the game, the person's move before it is taken back too. So is a move into the last free cell.
    """
    last = step - 1 if game.person is None else min(step, len(game.moves) - 1)
    plies = range(min(last, 7), -1, -1)
    return next((ply for ply in plies if game.person in (None, rules.SIDES[ply % 2])), 0)


def exercises_of(play: PlayState) -> Exercises:
    play.exercises.take_in(tuple(play.ended))  # a later click may add to them
    return play.exercises


RIGHT = tr_noop(":green-badge[:material/check: Right]")
WRONG = tr_noop(":violet-badge[:material/close: Not quite]")

TRY_AGAIN_HELP = tr_noop(
    "Plays on from here against the same opponent. If the last move shown is yours, it is taken "
    "back first. This counts as a separate game, and the agent learns from all its moves."
)
TRY_AGAIN_HELP_TWO_PLAYERS = tr_noop(
    "Takes back the last move shown and plays on from there. This counts as a separate game, and "
    "the agent learns from all its moves."
)

_WITHOUT_THE_ANSWER: dict[Reason, str] = {
    **IN_HINDSIGHT,
    "missed-win": tr_noop("{side} can complete a line now."),
    "not-blocked": tr_noop("{other} would then complete a line ({punished})."),
    "missed-fork": tr_noop(
        "There is a fork: one move makes two threats, and {other} can block only one."
    ),
    "missed-forced-win": tr_noop("There is a move after which every reply by {other} loses."),
    "allowed-fork": tr_noop("{other} would then make two threats at once ({punished})."),
    "trap": tr_noop("{other} could then force a win, whatever {side} does."),
}


def answered(move: ReviewedMove) -> str:
    """Say whether an answer to an exercise is right, and if not why, without giving it away."""
    if move.reason is None or not move.threw_away:
        return f"{tr(RIGHT)} {explained(move)}"
    return f"{tr(WRONG)} {filled_in(_WITHOUT_THE_ANSWER[move.reason], move)}"


def task(board: str) -> str:
    """Say what the side to move must do in an exercise."""
    if _is_won(board):
        return tr("{side} to move: find the win", side=rules.side_to_move(board))
    return tr("{side} to move: keep the draw", side=rules.side_to_move(board))


def short_task(board: str) -> str:
    """Say the same in fewer words."""
    if _is_won(board):
        return tr("{side}: find the win", side=rules.side_to_move(board))
    return tr("{side}: keep the draw", side=rules.side_to_move(board))


def _is_won(board: str) -> bool:
    return bool(position_values()[position_of(board)] == WIN)


def play_on_label(game: Game, moves: Sequence[ReviewedMove]) -> str:
    """Label the button that plays on from a move: it is a new try only after a mistake."""
    if any(move.threw_away and game.person in (None, move.side) for move in moves):
        return tr("Try again from here")
    return tr("Play on from here")


def unadorned(markdown: str) -> str:
    """Return a sentence without its badge, for screen readers."""
    return re.sub(r":\w+-badge\[:material/\w+: (\w[\w ]*)\]", r"\1:", markdown)


SHORTCUTS = {**STEP_KEYS, "n": "new"}
MOVES_KEY = "review_moves"
EXERCISE_KEY = "exercise_board"


def take_command() -> None:
    if read_command(play_actions.BOARD_KEY, SHORTCUTS.values()) == "new":
        play_actions.new_game()
    else:
        replay_of(play_state().game).take_command(play_actions.BOARD_KEY)


def try_again() -> None:
    """Start a separate game from the position that the review shows."""
    former = play_state().game
    if former.over and former.moves:
        start = ply_to_try_again(former, replay_of(former).step)
        game = replace(former.at(start), number=former.number + 1, start=start)
        play_actions.begin(game)
        rerun_fragments_if_alone(play_actions.GAME_AREA)


def open_move() -> None:
    """Open on Inspect the position of the row that was clicked."""
    moves = replay_of(play_state().game).moves
    match held(MOVES_KEY):
        case {"row": int(row)} if 0 <= row < len(moves):
            open_board(moves[row].board)


def open_exercises() -> None:
    play = play_state()
    exercises = exercises_of(play)
    exercises.opened_at = play.game.token
    if exercises.present not in exercises.boards:
        exercises.open(next(iter(exercises.boards), None))


def close_exercises() -> None:
    exercises_of(play_state()).opened_at = None


def show_exercise(board: str) -> None:
    exercises = exercises_of(play_state())
    if board in exercises.boards:
        exercises.open(board)


def show_next_exercise() -> None:
    """Show the first exercise of the list."""
    exercises = exercises_of(play_state())
    exercises.open(next(iter(exercises.boards), None))


def try_cell() -> None:
    """Take the clicked cell as the answer to the present exercise."""
    exercises = exercises_of(play_state())
    if exercises.present in exercises.boards:
        cell = clicked_cell(EXERCISE_KEY, exercises.token, exercises.present)
        if cell is not None:
            exercises.try_move(review_move(exercises.present, cell))


_HEIGHT = 60
_MAP = "play_map"
_COLOURS = {1: SIDE_COLOURS["X"], 0: NEUTRAL, -1: SIDE_COLOURS["O"]}


def board_and_buttons(game: Game, visitor: Session) -> None:
    """Show an ended game up to the chosen move."""
    place = replay_of(game)
    # The opponent's values before its last move would contradict the rings around better moves.
    values = place.step == 0 or not place.moves[place.step - 1].better
    on_board = on_the_board(place.game.at(place.step), visitor, values=values)
    board_at_step(
        place,
        key=play_actions.BOARD_KEY,
        notes=on_board.notes,
        caption=on_board.caption or None,
        celebrate=celebration(visitor),
        shortcuts=SHORTCUTS,
        on_command=take_command,
    )
    _buttons(place)


def walk_through(game: Game, visitor: Session) -> None:
    """Let the visitor step through an ended game, and explain the last move shown."""
    if PARTS.hides("review"):
        return
    place = replay_of(game)
    steps(place)
    if place.moves and shows_chances():
        _curve(place)
    explanation(place)
    if place.moves and place.step == len(place.moves):
        unbeatable = ttt.evaluate(visitor.agent).unbeatable
        if remark := play_wording.beaten_although_unbeatable(game, unbeatable=unbeatable):
            st.caption(remark)


def _buttons(place: Replay) -> None:
    decisive = place.decisive if place.step == len(place.moves) else None
    with st.container(horizontal=True, horizontal_alignment="center"):
        st.button(
            tr("New game"),
            icon=":material/restart_alt:",
            key=play_actions.NEW_GAME_KEY,
            type="primary",
            on_click=play_actions.new_game,
            help=tr("Key {key}", key="N"),
        )
        if decisive is not None:
            st.button(
                tr("Go to move {n}", n=decisive),
                icon=":material/visibility:",
                key="review_decisive",
                on_click=place.go_to,
                args=(decisive,),
            )
        elif place.moves and (place.step < len(place.moves) or place.game.resigned):
            st.button(
                play_on_label(place.game, place.moves),
                icon=":material/replay:",
                on_click=try_again,
                help=tr(TRY_AGAIN_HELP if place.game.person else TRY_AGAIN_HELP_TWO_PLAYERS),
            )


def _curve(place: Replay) -> None:
    st.plotly_chart(
        curve_figure(place.game.moves, place.step),
        key="review_curve",
        alt=game_wording.curve(place.game.moves),
        config=picture_button(tr("Who was ahead")),
    )


def second_try(game: Game) -> None:
    """Say that an open game continues an earlier one, if it does."""
    if game.start and not game.over:
        text = tr(
            "A second try after move {n} of your last game. It counts as a separate game.",
            n=game.start,
        )
        st.caption(text)


def move_list(game: Game) -> None:
    """List the moves of an ended game with their grades and the better moves."""
    if PARTS.hides("review"):
        return
    moves = replay_of(game).moves
    with st.expander(tr("The game, move by move"), icon=":material/list:"):
        st.dataframe(
            data_frame(
                {
                    "Move": [f"{ply}. {move.side}" for ply, move in enumerate(moves, 1)],
                    "Position": [f":material/search_insights: {tr('Open')}" for _ in moves],
                    "Cell": [game_wording.cells((move.cell,)) for move in moves],
                    "Grade": [game_wording.graded(move) for move in moves],
                    "Better move": [game_wording.cells(move.better) for move in moves],
                    "True value": [game_wording.change(move) for move in moves],
                }
            ),
            hide_index=True,
            key="review_table",
            alt=tr("Each move of the game with its grade, the better move and its true value"),
            column_config={
                "Move": tr("Move"),
                "Position": st.column_config.ButtonColumn(
                    tr("Inspect"),
                    key=MOVES_KEY,
                    on_click=open_move,
                    type="tertiary",
                ),
                "Cell": tr("Cell"),
                "Grade": tr("Grade"),
                "Better move": tr("Better move"),
                "True value": st.column_config.TextColumn(
                    tr("True value"),
                    help=tr(
                        "Under perfect play, for the side that moved: before → after. "
                        "Numbers count both sides' moves to the end."
                    ),
                ),
            },
        )


def curve_figure(cells: Sequence[int], step: int) -> go.Figure:
    """Draw a dot for each position of a game; the one after `step` moves is larger.

    10 is a win of X, 10 - n one that is n moves away; O's wins are negative, a draw is 0.
    """
    places = walk(cells)
    for_x = [int(position_values()[p]) * (-1) ** int(graph().side[p]) for p in places]
    return go.Figure(
        go.Scatter(
            x=list(range(len(places))),
            y=[
                value * (10 - int(moves_to_end()[p]))
                for p, value in zip(places, for_x, strict=True)
            ],
            mode="lines+markers",
            line={"color": NEUTRAL, "width": 2},
            marker={
                "color": [_COLOURS[value] for value in for_x],
                "size": [14 if ply == step else 8 for ply in range(len(places))],
                "opacity": 1,
            },
            text=[game_wording.ahead(p) for p in places],
            hovertemplate=f"{tr('Move %{x}: %{text}')}<extra></extra>",
            cliponaxis=False,
        ),
        layout={
            "height": _HEIGHT,
            "margin": {"l": 0, "r": 10, "t": 8, "b": 8},
            "xaxis": {"visible": False, "fixedrange": True, "range": [-0.2, len(cells) + 0.2]},
            "yaxis": {
                **LEGIBLE_AXIS,
                "range": [-11, 11],
                "fixedrange": True,
                "tickvals": [10, -10],
                "ticktext": [tr("X wins"), tr("O wins")],
            },
        },
    )


def what_it_knows(play: PlayState, visitor: Session) -> None:
    """Show the map of the agent, with the game that has ended and the person's mistakes."""
    way = [boards()[position] for position in walk(play.game.moves)] if play.game.over else []
    game_map(
        visitor.agent,
        key=_MAP,
        way=way,
        lit=exercises_of(play).boards,
        on_open=partial(open_from_map, _MAP),
    )


def map_on_a_phone(visitor: Session) -> None:
    """Show a small map next to the title on a phone, where the large one is below the board."""
    with st.container(key="map_on_a_phone", width=80):
        game_map(visitor.agent, key="small_map", size="plain")


def exercises_are_open(play: PlayState) -> bool:
    """Return whether the visitor has left the game for the exercises."""
    exercises = exercises_of(play)
    return exercises.present is not None and exercises.opened_at == play.game.token


def exercises_entrance(play: PlayState) -> None:
    waiting = len(exercises_of(play).boards)
    if waiting:
        with st.container(horizontal=True, horizontal_alignment="center"):
            st.button(
                f"{tr('Your mistakes')} · {waiting}",
                icon=":material/exercise:",
                key="exercises_open",
                type="tertiary",
                on_click=open_exercises,
                help=tr(
                    "Opens positions in which you made a mistake, so that you can find the right "
                    "move."
                ),
            )


def exercises_view(play: PlayState) -> None:
    """Show the present exercise on a board, and the others next to it."""
    exercises = exercises_of(play)
    left, right = st.columns(2, gap="medium")
    if exercises.present is not None:
        with left:
            _present_exercise(exercises, exercises.present)
    with right:
        _list_of_exercises(exercises)


def _present_exercise(exercises: Exercises, position: str) -> None:
    with st.container(horizontal=True):
        st.title(task(position), anchor=False, width="content")
    answer = exercises.answer
    board_shown = rules.play(position, answer.cell) if answer and exercises.solved else position
    reply = (
        answered(answer)
        if answer
        else tr("From one of your games. There may be several right moves.")
    )
    board(
        board_shown,
        key=EXERCISE_KEY,
        token=exercises.token,
        playable=not exercises.solved,
        mark=rules.side_to_move(position),
        last_move=answer.cell if answer and exercises.solved else None,
        announcement=f"{task(position)}. {unadorned(reply)}",
        on_play=try_cell,
    )
    st.markdown(reply)
    with st.container(horizontal=True, horizontal_alignment="center"):
        if exercises.solved and exercises.boards:
            st.button(tr("Next"), icon=":material/arrow_forward:", on_click=show_next_exercise)
        st.button(tr("Back to the game"), icon=":material/arrow_back:", on_click=close_exercises)


def _list_of_exercises(exercises: Exercises) -> None:
    st.header(tr("Your mistakes"), anchor=False)
    if not exercises.boards:
        st.markdown(tr("All done. New mistakes in your games will appear here."))
        return
    st.caption(tr("The latest first."))
    with st.grid(3, min_column_width=96, gap="small"):
        for position in exercises.boards:
            with st.container(horizontal_alignment="center", gap="xsmall"):
                st.image(board_image(position), width=88, alt=rules.pattern(position))
                st.button(
                    short_task(position),
                    key=f"exercise_{position}",
                    type="tertiary",
                    disabled=position == exercises.present,
                    on_click=show_exercise,
                    args=(position,),
                )
