"""The values that a player gives to its moves, on scales on which players can be compared.

A value of 0 can be the initial value, the result of a few games, or certain. Untried moves are
therefore hatched and proven ones framed wherever values are shown, each with its words. Where
values say the opposite of the truth, which colours alone would not tell, a sentence does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import UNPROVEN, proven_value
from ttt_core.game import LOSS, WIN, legal, move_scores, move_values, position_of
from ttt_core.game import board as rules
from ttt_core.learning import Agent, Kind, has_box, memory_weights
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr
from ttt_ui.visit.players import DEPTHS, YOUR_AGENT, NamedPlayer
from ttt_ui.wording import cell_name, listed, number

Certainty = Literal["untried", "proven win", "proven draw", "proven loss"]
Certainties = Mapping[int, Certainty]
"""By free cell; other moves are left out."""

NOT_TRIED: Certainty = tr_noop("untried")
PROVEN: dict[int, Certainty] = {
    1: tr_noop("proven win"),
    0: tr_noop("proven draw"),
    -1: tr_noop("proven loss"),
}
"""By true value."""
DASH = "–"
"""Shown instead of the value of an untried move."""

LEGEND = tr_noop(
    "Untried moves have no estimate yet. A proven win, draw or loss is certain from the moves the "
    "agent has tried, even while its value lags behind."
)


def certainties(agent: ttt.Agent, board: str) -> Certainties:
    """Return the untried and the proven moves of an open board.

    A network and a policy have neither: every move they learn from changes what they do with
    others, and none is ever certain. Positions without a box offer no choice, so matchboxes count
    as having tried all moves there.
    """
    if agent.kind in ("network", "policy"):
        return {}
    position, tried = position_of(board), agent.visits > 0
    if agent.kind == "matchboxes":
        tried |= legal() & ~has_box()[:, None]
    proven = proven_value(tried)[position]
    return {
        cell: PROVEN[int(proven[cell])] if tried[position, cell] else NOT_TRIED
        for cell in rules.legal_moves(board)
        if proven[cell] != UNPROVEN or not tried[position, cell]
    }


def known_words(agent: ttt.Agent, board: str) -> list[str]:
    """Say of each move on an open board whether it is untried, an estimate or proven."""
    certainty_of = certainties(agent, board)
    words = {None: tr("estimate"), NOT_TRIED: tr(NOT_TRIED)}
    return [words.get(certainty_of.get(cell), tr("proven")) for cell in rules.legal_moves(board)]


def spoken_certainties(certainty_of: Certainties) -> str:
    """Name the hatched and the framed cells in sentences; empty if there are none."""
    cells = {
        certainty: [cell_name(cell) for cell in certainty_of if certainty_of[cell] == certainty]
        for certainty in get_args(Certainty)
    }
    return " ".join(
        f"{tr(certainty).capitalize()}: {listed(names)}."
        for certainty, names in cells.items()
        if names
    )


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


_FAINT = 0.02
"""Readings closer to a draw have no colour that can be seen."""

_IN_FACT = {
    LOSS: (
        tr_noop("It values {moves} at {value}; in fact, this move loses."),
        tr_noop("It values {moves} above a draw; in fact, these moves lose."),
    ),
    WIN: (
        tr_noop("It values {moves} at {value}; in fact, this move wins."),
        tr_noop("It values {moves} below a draw; in fact, these moves win."),
    ),
}
"""By the true value: of one move, and of several."""


def beliefs_against_facts(values: MoveValues, *, shows_true_values: bool) -> str:
    """Say which moves look good on a board and lose, or look bad and win; empty if none do.

    If the true values are not shown, this is only about moves that the board calls proven.
    """
    if values.kind in ("matchboxes", "minimax", "policy"):
        return ""
    readings = values.scale.reading(values.values)
    true_values = move_values()[position_of(values.board)]
    certain = [cell for cell, word in values.certainties.items() if word != NOT_TRIED]
    untried = values.certainties.keys() - set(certain)
    cells = [
        cell
        for cell in (rules.legal_moves(values.board) if shows_true_values else sorted(certain))
        if cell not in untried
    ]
    good = [cell for cell in cells if readings[cell] > _FAINT and true_values[cell] == LOSS]
    bad = [cell for cell in cells if readings[cell] < -_FAINT and true_values[cell] == WIN]
    return " ".join(
        filter(None, (_against_facts(values, LOSS, good), _against_facts(values, WIN, bad)))
    )


def _against_facts(values: MoveValues, true_value: int, cells: Sequence[int]) -> str:
    if not cells:
        return ""
    of_one, of_several = _IN_FACT[true_value]
    return tr(
        of_one if len(cells) == 1 else of_several,
        moves=listed([cell_name(cell) for cell in cells]),
        value=number(float(values.values[cells[0]]), 2),
    )
