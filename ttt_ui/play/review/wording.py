"""What is said about the moves of an ended game, and about the answers to an exercise."""

import re
from collections.abc import Sequence

from ttt_core.evaluation import Grade, Reason, ReviewedMove, decisive_move
from ttt_core.game import DRAW, SIDES, WIN, graph, moves_to_end, position_of, position_values, walk
from ttt_core.game import board as rules
from ttt_ui.play.state import Game
from ttt_ui.wording import cell_name, listed, worth

GRADES: dict[Grade, str] = {
    "best": ":green-badge[:material/star: best]",
    "good": ":blue-badge[:material/check: good]",
    "slip": ":orange-badge[:material/trending_down: missed win]",
    "blunder": ":red-badge[:material/warning: blunder]",
}
RIGHT = ":green-badge[:material/check: Right]"
WRONG = ":orange-badge[:material/close: Not quite]"

TRY_AGAIN_HELP = (
    "Plays on from here against the same opponent. If the last move shown is yours, it is taken "
    "back first. This counts as a separate game, and the agent learns from all its moves."
)
TRY_AGAIN_HELP_TWO_PLAYERS = (
    "Takes back the last move shown and plays on from there. This counts as a separate game, and "
    "the agent learns from all its moves."
)

_GRADED: dict[Grade, str] = {
    "best": "★ best",
    "good": "✓ good",
    "slip": "↘ missed win",
    "blunder": "⚠ blunder",
}
_SPOKEN_GRADES: dict[Grade, str] = {
    "best": "Best",
    "good": "Good",
    "slip": "Missed win",
    "blunder": "Blunder",
}

_IN_HINDSIGHT: dict[Reason, str] = {
    "missed-win": "Missed a win: {better} completes a line.",
    "not-blocked": "Failed to block: {other} completes a line at {punished}.",
    "missed-fork": "Missed a fork: {better} makes two threats, and {other} can block only one.",
    "missed-forced-win": "Missed a forced win: after {better}, every reply by {other} loses.",
    "allowed-fork": "Allowed a fork: at {punished}, {other} now makes two threats at once.",
    "trap": "Walked into a trap: {other} can now force a win, whatever {side} does.",
    "slower-win": "Still winning, but {better} wins sooner.",
    "quicker-loss": "Lost either way, but {better} holds out longer.",
}
_WITHOUT_THE_ANSWER: dict[Reason, str] = {
    **_IN_HINDSIGHT,
    "missed-win": "{side} can complete a line now.",
    "not-blocked": "{other} would then complete a line at {punished}.",
    "missed-fork": "There is a fork: one move makes two threats, and {other} can block only one.",
    "missed-forced-win": "There is a move after which every reply by {other} loses.",
    "allowed-fork": "{other} would then take {punished}, making two threats at once.",
    "trap": "{other} could then force a win, whatever {side} does.",
}
_AT_RANDOM = "That move was random, not its own choice."
_BEST = {
    1: "No move wins sooner.",
    0: "It keeps the draw; no move does better.",
    -1: "Every move loses here, and none holds out longer.",
}
_WON_BECAUSE = (
    "You won because of move {number}: {mover} played {cell} and lost the game ({changed})."
)
_MISSED_WIN = (
    "The game turned on move {number}: {mover} played {cell} and missed a win ({changed})."
)
_LOST_GAME = (
    "The game turned on move {number}: {mover} played {cell} and lost the game ({changed})."
)


def graded(move: ReviewedMove) -> str:
    """Return the grade of a move as a symbol and words, for a table without badges."""
    return _GRADED[move.grade]


def heading(game: Game, step: int, move: ReviewedMove) -> str:
    """Say in Markdown which move was made last, by whom, how good it was and what it changed."""
    change = f" {changed(move)}" if move.better else ""
    return (
        f"**Move {step} of {len(game.moves)}** · {who(game, move)}, {cell_name(move.cell)} "
        f"{GRADES[move.grade]}{change}"
    )


def changed(move: ReviewedMove) -> str:
    """Return the true value before and after a move, as in ``win in 3 → draw``."""
    before, after = worth(move.before, move.to_end_before), worth(move.after, move.to_end_after)
    return f"{before} → {after}"


def who(game: Game, move: ReviewedMove) -> str:
    if game.person is None:
        return move.side
    return f"you ({move.side})" if move.side == game.person else f"the agent ({move.side})"


def explained(move: ReviewedMove) -> str:
    """Say why a move was not the best, or that it was."""
    if move.reason is None:
        return _BEST[move.after]
    return _filled_in(_IN_HINDSIGHT[move.reason], move)


def answered(move: ReviewedMove) -> str:
    """Say whether an answer to an exercise is right, and if not why, without giving it away."""
    if move.reason is None or not move.threw_away:
        return f"{RIGHT} {explained(move)}"
    return f"{WRONG} {_filled_in(_WITHOUT_THE_ANSWER[move.reason], move)}"


def _filled_in(sentence: str, move: ReviewedMove) -> str:
    said = sentence.format(
        side=move.side,
        other=rules.other(move.side),
        better=cells(move.better),
        punished=cells(move.punished_by),
    )
    return said[0].upper() + said[1:]


def cells(of: Sequence[int]) -> str:
    """Name up to two cells; of more, say only how many there are."""
    return " or ".join(map(cell_name, of)) if len(of) <= 2 else f"any of {len(of)} cells"


def decision(game: Game, moves: list[ReviewedMove]) -> str:
    if game.resigned:
        return f"{game.side} resigned, because its box for this position was empty."
    move = decisive_move(moves)
    if move is None:
        return "Neither side made a mistake, so the game was a draw."
    if game.person is not None and game.result == game.person:
        made = game.decisions.get(moves.index(move))
        by_chance = made is not None and made.at_random
        sentence = f"{_WON_BECAUSE} {_AT_RANDOM}" if by_chance else _WON_BECAUSE
    else:
        sentence = _MISSED_WIN if move.grade == "slip" else _LOST_GAME
    return sentence.format(
        number=moves.index(move) + 1,
        mover=_mover(game, move),
        cell=cell_name(move.cell),
        changed=changed(move),
    )


def ahead(position: int) -> str:
    """Say how the game ends from a position under perfect play, and how soon."""
    value, to_end = position_values()[position], moves_to_end()[position]
    if value == DRAW:
        return "a draw"
    side = SIDES[graph().side[position]]
    winner = side if value == WIN else rules.other(side)
    return f"{winner} wins in {to_end}" if to_end else f"{winner} has won"


def curve(cells: Sequence[int]) -> str:
    """Describe the curve of who was ahead, for screen readers."""
    ends = listed([ahead(position) for position in walk(cells)])
    return f"Perfect play from each position of the game: {ends}"


def _mover(game: Game, move: ReviewedMove) -> str:
    if game.person is None:
        return move.side
    return "you" if move.side == game.person else "the agent"


def task(board: str) -> str:
    return f"{rules.side_to_move(board)} to move: {goal(board)}"


def goal(board: str) -> str:
    """Say what the side to move must do in an exercise."""
    is_won = position_values()[position_of(board)] == WIN
    return "find the win" if is_won else "keep the draw"


def second_try(game: Game) -> str:
    """Say where in an earlier game this one started, and that it counts."""
    return f"A second try after move {game.start} of your last game. It counts as a separate game."


def spoken(game: Game, step: int, move: ReviewedMove) -> str:
    """Tell screen readers which move was made last, how good it was, and why."""
    return (
        f"Move {step} of {len(game.moves)}: {who(game, move)}, {cell_name(move.cell)}. "
        f"{_SPOKEN_GRADES[move.grade]}. {explained(move)}"
    )


def unadorned(markdown: str) -> str:
    """Return a sentence without its badge, for screen readers."""
    return re.sub(r":\w+-badge\[:material/\w+: (\w[\w ]*)\]", r"\1:", markdown)
