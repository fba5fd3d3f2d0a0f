"""What is said about trying again, and about the answers to an exercise."""

import re
from collections.abc import Sequence

from ttt_core.evaluation import Reason, ReviewedMove
from ttt_core.game import WIN, position_of, position_values
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr
from ttt_ui.replay.game import Game
from ttt_ui.replay.wording import IN_HINDSIGHT, explained, filled_in

RIGHT = tr_noop(":green-badge[:material/check: Right]")
WRONG = tr_noop(":orange-badge[:material/close: Not quite]")

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


def play_on(game: Game, moves: Sequence[ReviewedMove]) -> str:
    """Label the button that plays on from a move: it is a new try only after a mistake."""
    if any(move.threw_away and game.person in (None, move.side) for move in moves):
        return tr("Try again from here")
    return tr("Play on from here")


def second_try(game: Game) -> str:
    """Say where in an earlier game this one started, and that it counts."""
    return tr(
        "A second try after move {n} of your last game. It counts as a separate game.", n=game.start
    )


def unadorned(markdown: str) -> str:
    """Return a sentence without its badge, for screen readers."""
    return re.sub(r":\w+-badge\[:material/\w+: (\w[\w ]*)\]", r"\1:", markdown)
