"""The words of the chapter."""

import numpy as np
from numpy.typing import NDArray

from ttt_core.game import N_OPEN, N_POSITIONS, move_values, position_of, position_values
from ttt_core.game import board as rules
from ttt_ui.drawing.choices import choice, consequence
from ttt_ui.learn.learned_or_known.ladder import RUNGS, SEEDS
from ttt_ui.learn.learned_or_known.state import LadderState
from ttt_ui.learn.learned_or_known.trained_agent import TrainedAgent
from ttt_ui.wording import TRUE_VALUE_WORDS, coloured, counted

AIM = (
    "*Minimax* works out from the rules what each move leads to under perfect play. The agent has "
    "only played. Outlines mark the moves each would play."
)

MOVE_COST = (
    "A win brings the agent 1, a loss −1, and each move costs 0.15, paid to the other side. The "
    "winner moves once more, so a certain win is worth 0.85. In a draw X moves once more, so it is "
    "worth −0.15 to X and 0 to O."
)

MINIMAX_NEEDED = (
    f"**What minimax needed:** the rules and one pass over all {N_POSITIONS:,} positions, back "
    "from the end of the game. It has not played a single game."
)

QUESTION = "How many games does such an agent need to become unbeatable?"

LADDER = "So few are enough because none is wasted. Start simple, and add one idea at a time."
LADDER_TITLE = "The ladder: games until unbeatable"
LADDER_AXIS = "Games until unbeatable"

_NOT_STARTED = f"Each step is trained {len(SEEDS)} times, with seeds {SEEDS[0]} to {SEEDS[-1]}."


def differ_help(taught: TrainedAgent) -> str:
    """Say what the button to the differing positions does."""
    return (
        f"Steps through the {len(taught.mistakes):,} positions in which the agent chooses a move "
        "that minimax would not."
    )


def choices(board: str, taught: TrainedAgent) -> str:
    """Say in Markdown what minimax and the agent would do on a board."""
    outcome = rules.outcome(board)
    if outcome == "draw":
        return "**A draw.**"
    if outcome is not None:
        return coloured(f"**{outcome} has won.**")
    side = rules.side_to_move(board)
    return "\n\n".join(
        (
            coloured(f"**{side} to move.** Click a cell on either board."),
            coloured(_minimax(board)),
            _agent(board, taught.policy[position_of(board)]),
        )
    )


def _minimax(board: str) -> str:
    position, moves, side = position_of(board), rules.legal_moves(board), rules.side_to_move(board)
    value = int(position_values()[position])
    optimal = sum(move_values()[position, cell] == value for cell in moves)
    return (
        f"**Minimax:** under perfect play a {TRUE_VALUE_WORDS[value]} for {side}. Optimal moves: "
        f"{optimal} of {len(moves)}."
    )


def _agent(board: str, chances: NDArray[np.float64]) -> str:
    return f"**The agent** plays {choice(chances)}. {consequence(board, chances)}"


def agent_needed(taught: TrainedAgent) -> str:
    """Say in Markdown what the agent needed, and where it agrees with minimax."""
    games, agrees = taught.agent.stats.games, N_OPEN - len(taught.mistakes)
    agrees_in_play = taught.reaches - taught.mistakes_reached
    return (
        "**What the agent needed:** the legal moves, the equivalent positions and "
        f"{games:,} games of self-play. It agrees with minimax in **{agrees:,} of {N_OPEN:,}** "
        f"positions, and in {agrees_in_play:,} of the {taught.reaches:,} that can arise when it "
        "plays. It is unbeatable."
    )


def reason(games: int, taught: TrainedAgent) -> str:
    """Say how many games the agent needs to become unbeatable, and why so few are enough."""
    return (
        f"After {games:,} games: the median of {len(SEEDS)} training runs, checked after every "
        f"game. It need not know everything: only {taught.reaches:,} of {N_OPEN:,} positions can "
        "arise when it plays."
    )


def ladder_progress(state: LadderState) -> str:
    """Say in Markdown what the newest step of the ladder adds, or which one is being trained."""
    if state.at_work:
        done = len(state.found[state.trained]) if len(state.found) > state.trained else 0
        label = RUNGS[state.trained].label
        return f"**{label}:** training run {done + 1} of {len(SEEDS)}…"
    if not state.trained:
        return _NOT_STARTED
    newest = state.trained - 1
    rung, games = RUNGS[newest], counted(state.median(newest), "game")
    return f"**{rung.label}: {games}.** {rung.said}"


def ladder(state: LadderState) -> str:
    """Describe the ladder for a screen reader."""
    if not state.trained:
        return "Games until unbeatable: no step of the ladder is trained yet"
    steps = "; ".join(
        f"{RUNGS[rung].label}: {counted(state.median(rung), 'game')}"
        for rung in range(state.trained)
    )
    return f"Games until unbeatable, by step of the ladder: {steps}"
