"""The game as an environment of other libraries, so that their learners can train in it.

Agents that learned there are judged here: `policy_from` takes the function that plays. The
libraries are an optional extra: ``pip install '.[environments]'`` in the project folder.
"""

from typing import TYPE_CHECKING, Literal

from ttt_core.evaluation.policy import Player, Policy
from ttt_core.game.board import Side

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from ttt_core.environments.against_opponent import AgainstOpponent


RenderMode = Literal["ansi", "human"]


def pettingzoo(render_mode: RenderMode | None = None) -> "AECEnv":
    """Return the game for two learners, a PettingZoo environment (AEC) like ``tictactoe_v3``.

    Observation spaces, action masks and rewards are the same as there. An illegal move ends the
    game and costs its player 1. ``reset(options={"board": "X--|-O-|---"})`` begins on that board.

    Parameters
    ----------
    render_mode
        ``"ansi"``: `render` returns the board as a text. ``"human"``: it is printed.

    Raises
    ------
    ImportError
        If PettingZoo is not installed.
    ValueError
        If the `render_mode` does not exist.
    """
    try:
        from ttt_core.environments.turn_by_turn import ordered_environment
    except ImportError as error:
        raise _missing("PettingZoo", error) from None
    return ordered_environment(render_mode)


def gymnasium(
    opponent: Player | Policy | None = None,
    side: Side | Literal["random"] = "X",
    render_mode: RenderMode | None = None,
) -> "AgainstOpponent":
    """Return the game against an opponent, a Gymnasium environment for one learner.

    The observation is a float32 array (9,): 1 for the learner's marks, -1 for the opponent's, 0 for
    free cells. The action is a cell. The reward is 1 for a win, -1 for a loss, otherwise 0; an
    illegal move loses. ``info["action_mask"]`` is an int8 array (9,) with 1 for the free cells, and
    ``action_masks()`` the same as booleans, as MaskablePPO asks for it. With
    ``reset(options={"board": "X--|-O-|---"})`` the game begins on that board, the learner to move.

    Gymnasium makes it, too:
    ``gymnasium.make("ttt_core.environments.against_opponent:TicTacToe-v0", opponent=…)``.

    Parameters
    ----------
    opponent
        Any player; the random player by default. Its moves are drawn from its policy.
    side
        The learner's side; ``"random"`` draws one for each game.
    render_mode
        ``"ansi"``: `render` returns the board as a text. ``"human"``: it is printed.

    Raises
    ------
    ImportError
        If Gymnasium is not installed.
    ValueError
        If the opponent is not a player (see `evaluation.as_policy`), the side is none of the
        three, or the `render_mode` does not exist.
    """
    try:
        from ttt_core.environments.against_opponent import AgainstOpponent
    except ImportError as error:
        raise _missing("Gymnasium", error) from None
    return AgainstOpponent(opponent, side, render_mode)


def _missing(library: str, error: ImportError) -> ImportError:
    return ImportError(
        f"{library} is not installed: pip install {library.lower()} ({error}).",
        name=error.name,
    )
