"""What is said of the moves of an ended game, and of the answers to an exercise."""

import re
from collections.abc import Sequence

from ttt_core.evaluation.review import Grade, Reason, ReviewedMove, decisive_move
from ttt_core.game import board as rules
from ttt_core.game.graph import position_of
from ttt_core.game.solution import WIN, position_values
from ttt_ui.play.state import Game
from ttt_ui.shared.wording import TRUE_VALUE_WORDS, cell_name

GRADES: dict[Grade, str] = {
    "best": ":green-badge[:material/star: best]",
    "good": ":blue-badge[:material/check: good]",
    "slip": ":orange-badge[:material/trending_down: slip]",
    "blunder": ":red-badge[:material/warning: blunder]",
}
RIGHT = ":green-badge[:material/check: Right]"
WRONG = ":orange-badge[:material/close: Not yet]"

_SYMBOLS: dict[Grade, str] = {"best": "★", "good": "✓", "slip": "↘", "blunder": "⚠"}

_IN_HINDSIGHT: dict[Reason, str] = {
    "missed-win": "Missed a win: {better} completes a line.",
    "not-blocked": "Did not block: {other} completes a line at {punished}.",
    "missed-fork": "Missed a fork: {better} makes two threats, and {other} can block only one.",
    "missed-forced-win": "Missed a forced win: after {better}, every reply of {other} loses.",
    "allowed-fork": "Allowed a fork: at {punished}, {other} now makes two threats at once.",
    "trap": "Walked into a trap: {other} can now force a win, whatever {side} does.",
    "slower-win": "Still a win, but {better} wins sooner.",
    "quicker-loss": "Lost in any case, but {better} holds out longer.",
}
_WITHOUT_THE_ANSWER: dict[Reason, str] = {
    **_IN_HINDSIGHT,
    "missed-win": "{side} can complete a line at once.",
    "not-blocked": "{other} then completes a line at {punished}.",
    "missed-fork": "There is a fork: a move that makes two threats, of which {other} can block "
    "only one.",
    "missed-forced-win": "There is a move after which every reply of {other} loses.",
    "allowed-fork": "{other} then takes {punished}, which makes two threats at once.",
    "trap": "{other} can then force a win, whatever {side} does.",
}
_BEST = {
    1: "It wins, and nothing wins sooner.",
    0: "It holds the draw: no move does better.",
    -1: "Every move loses here; none holds out longer.",
}


def graded(move: ReviewedMove) -> str:
    """Return the grade of a move as a symbol and a word, for where there are no badges."""
    return f"{_SYMBOLS[move.grade]} {move.grade}"


def heading(game: Game, step: int, move: ReviewedMove) -> str:
    """Say in Markdown which move of a game it is that was made last, whose, and how good."""
    return (
        f"**Move {step} of {len(game.moves)}** · {who(game, move)}, {cell_name(move.cell)} "
        f"{GRADES[move.grade]}"
    )


def who(game: Game, move: ReviewedMove) -> str:
    """Say who made a move."""
    if game.person is None:
        return move.side
    return f"you ({move.side})" if move.side == game.person else f"the agent ({move.side})"


def explained(move: ReviewedMove) -> str:
    """Say why a move was no better, or that nothing was."""
    if move.reason is None:
        return _BEST[move.after]
    return _filled_in(_IN_HINDSIGHT[move.reason], move)


def answered(move: ReviewedMove) -> str:
    """Say whether an answer to an exercise is right; of a wrong one, why, but not what is right."""
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
    """Name one of some cells; of many, only how many they are."""
    return " or ".join(map(cell_name, of)) if len(of) <= 2 else f"any of {len(of)} cells"


def decision(game: Game, moves: list[ReviewedMove]) -> str:
    """Say which move decided an ended game."""
    if game.resigned:
        return f"Decided by {game.side}, which resigned: its box for this board is empty."
    move = decisive_move(moves)
    if move is None:
        return "Nobody slipped: with best play on both sides it is a draw."
    by = move.side if game.person is None else "you" if move.side == game.person else "the agent"
    effect = "gave the win away" if move.grade == "slip" else "lost the game"
    why = "You won because of" if game.person and game.result == game.person else "Decided by"
    return (
        f"{why} move {moves.index(move) + 1}: at {cell_name(move.cell)} {by} {effect} "
        f"({TRUE_VALUE_WORDS[move.before]} → {TRUE_VALUE_WORDS[move.after]})."
    )


def task(board: str) -> str:
    """Say what is to be found on the board of an exercise."""
    return f"{rules.side_to_move(board)} to move: {goal(board)}"


def goal(board: str) -> str:
    """Say what the side to move is to do on the board of an exercise."""
    is_won = position_values()[position_of(board)] == WIN
    return "find the win" if is_won else "hold the draw"


def taken_up(game: Game) -> str:
    """Say of a game tried again where it began, and that it counts."""
    return (
        f"Tried again after move {game.start} of your last game. It counts as a game of its own, "
        "and the agent learns from all of its moves."
    )


def spoken(game: Game, step: int, move: ReviewedMove) -> str:
    """Say for screen readers which move was made last, how good it was, and why."""
    return (
        f"Move {step} of {len(game.moves)}: {who(game, move)}, {cell_name(move.cell)}. "
        f"{move.grade.capitalize()}. {explained(move)}"
    )


def unadorned(markdown: str) -> str:
    """Return a sentence without its badge, for screen readers."""
    return re.sub(r":\w+-badge\[:material/\w+: (\w[\w ]*)\]", r"\1:", markdown)
