"""The values that a player gives to its moves, and scales on which players can be compared."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import move_scores, position_of
from ttt_core.learning import Agent, Kind, memory_weights
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr
from ttt_ui.moves.certainty import Certainties, certainties
from ttt_ui.visit.players import DEPTHS, YOUR_AGENT, NamedPlayer
from ttt_ui.wording import number

Numbers = NDArray[np.floating | np.integer]


class Scale(NamedTuple):
    """The values that read as -1, 0 and 1; those beyond either end read like it."""

    low: float
    middle: float
    high: float

    def reading(self, values: Numbers) -> NDArray[np.float64]:
        """Map values to -1 (low) through 0 (middle) to 1 (high)."""
        points = (self.low, self.middle, self.high)
        return np.interp(values, points, (-1.0, 0.0, 1.0))


TRUE_VALUE_SCALE = Scale(-1, 0, 1)


class Results(NamedTuple):
    """What a win, a draw and a loss are worth."""

    win: float
    draw: float
    loss: float
    are_for_x: bool = False  # whether they are X's, also for O's moves


TRUE_RESULTS = Results(1, 0, -1)

_RESULTS = tr_noop("In its training, a win is worth {win}, a draw {draw} and a loss {loss}.")
_RESULTS_FOR_X = tr_noop(
    "In its training, a win by X is worth {win} to both sides, a draw {draw} and a win by O {loss}."
)


def value_scale(agent: Agent) -> Scale:
    """Return a scale on which an agent's values can be compared with true values.

    Its middle is a draw, and its ends are a loss and a win: the rewards for them, without move
    costs, or values beyond these. Where a loss is as good as a draw, the scale extends equally to
    both sides. For a reward memory, low, middle and high are the weights of a loss, a draw and a
    win (-1, 10 and 100 as published); if it adds them up, its middle is an untried move.
    """
    results, is_memory = results_of(agent), agent.kind == "reward-memory"
    if is_memory and agent.config.score == "relative":
        return Scale(*sorted(results[:3]))
    draw = 0.0 if is_memory else results.draw
    low = min(results.win, results.loss, float(np.nanmin(agent.q)))
    high = max(results.win, results.loss, float(np.nanmax(agent.q)))
    span = max(draw - low, high - draw)
    return Scale(low if low < draw else draw - span, draw, high if high > draw else draw + span)


def results_of(agent: Agent) -> Results:
    """Return what results are worth in an agent's training; as true values if it has no rewards."""
    config = agent.config
    if agent.kind in ("matchboxes", "policy"):
        return TRUE_RESULTS
    if agent.kind == "reward-memory":
        return Results(*memory_weights(config))
    return Results(
        config.reward_win,
        config.reward_draw,
        config.reward_loss,
        are_for_x=config.rewards_for == "X",
    )


def results_in_words(results: Results) -> str:
    """Say what results are worth; empty if it is what everybody expects."""
    if results == TRUE_RESULTS:
        return ""
    return tr(
        _RESULTS_FOR_X if results.are_for_x else _RESULTS,
        win=number(results.win),
        draw=number(results.draw),
        loss=number(results.loss),
    )


@dataclass(frozen=True)
class MoveValues:
    """A player's values in one open position."""

    player: str  # the player's name; `YOUR_AGENT` for your agent
    kind: Kind | Literal["minimax"]
    board: str  # nine characters; the values are from the view of the side to move
    # (9,), nan on taken cells: numbers of beads, probabilities of a policy, or values as the player
    # has learned them.
    values: NDArray[np.float64]
    scale: Scale
    certainties: Certainties  # which moves it has never tried, and which are proven
    results: Results = TRUE_RESULTS


def own_numbers(agent: ttt.Agent, board: str) -> NDArray[np.float64]:
    """Return what an agent has learned of each move, (9,): of a policy, the probabilities."""
    values = agent.q_values(board)
    if agent.kind == "policy":
        return np.where(np.isnan(values), np.nan, agent.policy()[position_of(board)])
    return values


def values_of_agent(agent: ttt.Agent, board: str, name: str = YOUR_AGENT) -> MoveValues:
    """Return an agent's numbers, as it has learned them."""
    return MoveValues(
        name,
        agent.kind,
        board,
        own_numbers(agent, board),
        value_scale(agent),
        certainties(agent, board),
        results_of(agent),
    )


def values_of(opponent: NamedPlayer, board: str) -> MoveValues:
    """Return an opponent's values; minimax's are true values, as far as it sees."""
    agent = opponent.agent
    if agent is not None:
        return values_of_agent(agent, board, opponent.name)
    scores = move_scores(DEPTHS.get(opponent.name, 9))[position_of(board)]
    values = np.sign(scores).astype(np.float64)
    return MoveValues(opponent.name, "minimax", board, values, TRUE_VALUE_SCALE, {})
