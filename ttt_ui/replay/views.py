"""An ended game on a board, step by step, and what is said about a game and its moves."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from ttt_core.evaluation import Grade, Reason, ReviewedMove, decisive_move
from ttt_core.game import DRAW, SIDES, WIN, Side, graph, moves_to_end, position_values, walk
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import board
from ttt_ui.frame.field import Field, number
from ttt_ui.language import tr, tr_plural
from ttt_ui.replay.game import Game, Replay
from ttt_ui.wording import cell_name, listed

GRADES: dict[Grade, str] = {
    "best": tr_noop(":green-badge[:material/star: best]"),
    "good": tr_noop(":gray-badge[:material/check: good]"),
    "slip": tr_noop(":violet-badge[:material/trending_down: missed win]"),
    "blunder": tr_noop(":violet-badge[:material/warning: blunder]"),
}
_GRADED: dict[Grade, str] = {
    "best": tr_noop("★ best"),
    "good": tr_noop("✓ good"),
    "slip": tr_noop("↘ missed win"),
    "blunder": tr_noop("⚠ blunder"),
}
_SPOKEN_GRADES: dict[Grade, str] = {
    "best": tr_noop("Best"),
    "good": tr_noop("Good"),
    "slip": tr_noop("Missed win"),
    "blunder": tr_noop("Blunder"),
}

IN_HINDSIGHT: dict[Reason, str] = {
    "missed-win": tr_noop("Missed a win: {better} completes a line."),
    "not-blocked": tr_noop("Failed to block: {other} completes a line ({punished})."),
    "missed-fork": tr_noop(
        "Missed a fork: {better} makes two threats, and {other} can block only one."
    ),
    "missed-forced-win": tr_noop(
        "Missed a forced win: after {better}, every reply by {other} loses."
    ),
    "allowed-fork": tr_noop("Allowed a fork: {other} now makes two threats at once ({punished})."),
    "trap": tr_noop("Walked into a trap: {other} can now force a win, whatever {side} does."),
    "slower-win": tr_noop("Still winning, but {better} wins sooner."),
    "quicker-loss": tr_noop("Lost either way, but {better} holds out longer."),
}
_BEST = {
    1: tr_noop("No move wins sooner."),
    0: tr_noop("It keeps the draw; no move does better."),
    -1: tr_noop("Every move loses here, and none holds out longer."),
}
_AGENT_LOST_GAME = tr_noop(
    "You won because of move {number}: the agent played {cell} and lost the game ({changed})."
)
_YOU_MISSED_WIN = tr_noop(
    "The game turned on move {number}: you played {cell} and missed a win ({changed})."
)
_YOU_LOST_GAME = tr_noop(
    "The game turned on move {number}: you played {cell} and lost the game ({changed})."
)
_MISSED_WIN = tr_noop(
    "The game turned on move {number}: {mover} played {cell} and missed a win ({changed})."
)
_LOST_GAME = tr_noop(
    "The game turned on move {number}: {mover} played {cell} and lost the game ({changed})."
)


def board_at_step(place: Replay, *, name: str = "", **more: Any) -> None:
    """Draw an ended game up to the chosen move; screen readers hear the name of the board first."""
    present, move = place.game.at(place.step), place.moves[place.step - 1] if place.step else None
    board(
        present.board,
        token=f"{place.game.token}/{place.step}",
        mark=move.side if move else None,
        last_move=move.cell if move else None,
        rings=move.better if move else (),
        announcement=f"{name}{_announcement(place, move)}",
        **more,
    )


def _announcement(place: Replay, move: ReviewedMove | None) -> str:
    if place.step == len(place.moves):
        return announcement(place.game)
    if move is None:
        return tr("The empty board before the first move.")
    return spoken(place.game, place.step, move)


def steps(place: Replay) -> None:
    """Let the visitor step through an ended game, unless a side resigned before its first move."""
    if not place.moves:
        return
    with st.container(horizontal=True, vertical_alignment="center", wrap=False):
        st.button(
            tr("Back"),
            on_click=place.step_by,
            args=(-1,),
            disabled=place.step == 0,
            help=tr("Key {key}", key="←"),
        )
        step_slider(place)
        st.button(
            tr("Forward"),
            on_click=place.step_by,
            args=(1,),
            disabled=place.step == len(place.moves),
            help=tr("Key {key}", key="→"),
        )


def step_field(place: Replay) -> Field[int]:
    """Return the field that says how many moves are on the board."""
    last = len(place.moves)
    look = {"label_visibility": "collapsed"}
    return number(
        f"{place.name}_step", 0, 0, last, widget=st.slider, label=tr_noop("Move"), look=look
    )


def step_slider(place: Replay) -> None:
    step_field(place).ask(place.step, place.go_to)


def explanation(place: Replay) -> None:
    """Explain the last move shown or, at the end of the game, what decided it."""
    if place.step == len(place.moves):
        st.markdown(decision(place.game, place.moves))
    elif place.step == 0:
        st.markdown(
            tr(
                "**Before the first move**  \n"
                "Every opening move leads to a draw under perfect play."
            )
        )
    else:
        move = place.moves[place.step - 1]
        st.markdown(f"{heading(place.game, place.step, move)}  \n{explained(move)}")
        if move.better:
            st.caption(tr("A ring marks a better move."))


def graded(move: ReviewedMove) -> str:
    """Return the grade of a move as a symbol and words, for a table without badges."""
    return tr(_GRADED[move.grade])


def heading(game: Game, step: int, move: ReviewedMove) -> str:
    """Say in Markdown which move was made last, by whom, how good it was and what it changed."""
    effect = f" {change(move)}" if move.better else ""
    title = tr(
        "**Move {n} of {total}** · {who}, {cell}",
        n=step,
        total=len(game.moves),
        who=who(game, move),
        cell=cell_name(move.cell),
    )
    return f"{title} {tr(GRADES[move.grade])}{effect}"


def change(move: ReviewedMove) -> str:
    """Return the true value before and after a move, as in ``win in 3 moves → draw``."""
    before = _true_value(move.before, move.to_end_before)
    return f"{before} → {_true_value(move.after, 1 + move.to_end_after)}"


def _true_value(value: int, to_end: int) -> str:
    if value > 0:
        return tr_plural("win in {n} move", "win in {n} moves", to_end)
    if value < 0:
        return tr_plural("loss in {n} move", "loss in {n} moves", to_end)
    return tr("draw")


def who(game: Game, move: ReviewedMove) -> str:
    if game.person is None:
        return move.side
    if move.side == game.person:
        return tr("you ({side})", side=move.side)
    return tr("the agent ({side})", side=move.side)


def explained(move: ReviewedMove) -> str:
    """Say why a move was not the best, or that it was."""
    if move.reason is None:
        return tr(_BEST[move.after])
    return filled_in(IN_HINDSIGHT[move.reason], move)


def status(game: Game) -> str:
    """Say whose turn it is, or how the game ended."""
    result = game.result
    if result == "draw":
        return tr("A draw")
    if game.person is None:
        if game.resigned:
            return tr("{side} resigns, so {winner} wins", side=game.side, winner=result)
        if result:
            return tr("{side} wins", side=result)
        return tr("{side} to move", side=game.side)
    if game.resigned:
        return tr("The agent resigns: you win")
    if result:
        return tr("You win") if result == game.person else tr("The agent wins")
    return tr("Your turn: you are {side}", side=game.person)


def announcement(game: Game) -> str:
    """Tell screen readers the last moves and the state of the game."""
    moves = [
        _move_made(game, rules.SIDES[ply % 2], game.moves[ply])
        for ply in range(max(0, len(game.moves) - 2), len(game.moves))
    ]
    return " ".join([*moves, f"{status(game)}."])


def _move_made(game: Game, side: Side, cell: int) -> str:
    if game.person is None:
        return tr("{side} played {cell}.", side=side, cell=cell_name(cell))
    if side == game.person:
        return tr("You played {cell}.", cell=cell_name(cell))
    return tr("The agent played {cell}.", cell=cell_name(cell))


def filled_in(sentence: str, move: ReviewedMove) -> str:
    return tr(
        sentence,
        side=move.side,
        other=rules.other(move.side),
        better=cells(move.better),
        punished=cells(move.punished_by),
    )


def cells(of: Sequence[int]) -> str:
    """Name up to two cells; of more, say only how many there are."""
    names = list(map(cell_name, of))
    if len(names) == 2:
        return tr("{one} or {other}", one=names[0], other=names[1])
    return tr("any of {n} cells", n=len(names)) if len(names) > 2 else "".join(names)


def decision(game: Game, moves: list[ReviewedMove]) -> str:
    if game.resigned:
        return tr("{side} resigned, because its box for this position was empty.", side=game.side)
    move = decisive_move(moves)
    if move is None:
        return tr("Neither side made a mistake, so the game was a draw.")
    missed_win = move.grade == "slip"
    if game.person is not None and game.result == game.person:
        sentence = _AGENT_LOST_GAME
    elif move.side == game.person:
        sentence = _YOU_MISSED_WIN if missed_win else _YOU_LOST_GAME
    else:
        sentence = _MISSED_WIN if missed_win else _LOST_GAME
    text = tr(
        sentence,
        number=moves.index(move) + 1,
        mover=tr("the agent") if game.person else move.side,
        cell=cell_name(move.cell),
        changed=change(move),
    )
    made = game.decisions.get(moves.index(move))
    if sentence == _AGENT_LOST_GAME and made is not None and made.at_random:
        return f"{text} {tr('That move was random, not its own choice.')}"
    return text


def ahead(position: int) -> str:
    """Say how the game ends from a position under perfect play, and how soon."""
    value, to_end = position_values()[position], moves_to_end()[position]
    if value == DRAW:
        return tr("a draw")
    side = SIDES[graph().side[position]]
    winner = side if value == WIN else rules.other(side)
    if to_end:
        return tr("{side} wins in {moves}", side=winner, moves=to_end)
    return tr("{side} has won", side=winner)


def curve(cells: Sequence[int]) -> str:
    """Describe the curve of who was ahead, for screen readers."""
    ends = listed([ahead(position) for position in walk(cells)])
    return tr("Perfect play from each position of the game: {ends}", ends=ends)


def spoken(game: Game, step: int, move: ReviewedMove) -> str:
    """Tell screen readers which move was made last, how good it was, and why."""
    return tr(
        "Move {n} of {total}: {who}, {cell}. {grade}. {why}",
        n=step,
        total=len(game.moves),
        who=who(game, move),
        cell=cell_name(move.cell),
        grade=tr(_SPOKEN_GRADES[move.grade]),
        why=explained(move),
    )
