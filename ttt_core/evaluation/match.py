"""Exact evaluation: every figure is computed over the whole game, never sampled."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import (
    RESIGNING,
    ROUNDING,
    fill_can_lose,
    fill_outcome_chances,
    fill_responses,
)
from ttt_core.evaluation.mixture import Mixture, best_chances, parts_of
from ttt_core.evaluation.policy import Player, Policy, Sides, as_policy, optimal, sides_of, uniform
from ttt_core.game.board import SIDES, Side, other
from ttt_core.game.graph import N_OPEN, N_POSITIONS, Graph, frozen, graph, legal, plies
from ttt_core.pictures import data_frame, facts_html, line_of, section_html, table_html
from ttt_core.sentences import Sentence, tr_noop

Score = Literal["wins", "safety", "difference"]
_Parts = Sequence[tuple[Policy, float]]

_VERDICTS: dict[tuple[Side, ...], str] = {
    (): tr_noop("Unbeatable"),
    ("X",): tr_noop("Beatable as X"),
    ("O",): tr_noop("Beatable as O"),
    ("X", "O"): tr_noop("Beatable as X and O"),
}
_VERDICTS_OF_ONE_SIDE = {
    False: tr_noop("Learned only {side}: unbeatable"),
    True: tr_noop("Learned only {side}: beatable"),
}

if TYPE_CHECKING:
    import pandas as pd


class Result(NamedTuple):
    """Probabilities of a win, a draw and a loss in one pairing; they sum to 1."""

    win: float
    draw: float
    loss: float

    def to_frame(self) -> "pd.DataFrame":
        """Return a table with one row and a column for each probability."""
        return data_frame([self._asdict()])

    def _repr_html_(self) -> str:
        return facts_html(type(self).__name__, self._asdict())


@dataclass(frozen=True, repr=False)
class ReportCard:
    """Exact figures of one player.

    Attributes
    ----------
    vs_random_as_x, vs_random_as_o : Result
        Results against the random player.
    worst_case_as_x, worst_case_as_o : Result
        Results against the worst-case opponent, which maximises the player's losses and then
        minimises its wins.
    beatable_as_x, beatable_as_o : bool
        Whether the player can lose a game by moves that all have a probability above 0; decided
        without rounding.
    sides : str
        The sides that the player has learned: ``"XO"``, ``"X"`` or ``"O"``. The figures of the
        other side are those of random moves and say nothing of the player.
    """

    vs_random_as_x: Result
    vs_random_as_o: Result
    worst_case_as_x: Result
    worst_case_as_o: Result
    beatable_as_x: bool
    beatable_as_o: bool
    sides: Sides = "XO"

    @property
    def unbeatable(self) -> bool:
        """Whether no opponent can win a single game, on either side."""
        return not (self.beatable_as_x or self.beatable_as_o)

    def to_frame(self) -> "pd.DataFrame":
        """Return a table with a row for each side and opponent.

        Its columns are ``side`` (of the player), ``opponent`` (``"random"`` or ``"worst case"``),
        ``win``, ``draw``, ``loss`` and ``beatable``.
        """
        beatable = {"X": self.beatable_as_x, "O": self.beatable_as_o}
        results = (("random", self.against_random), ("worst case", self.worst_case))
        return data_frame(
            {"side": side, "opponent": opponent, **of(side)._asdict(), "beatable": beatable[side]}
            for opponent, of in results
            for side in SIDES
        )

    @property
    def beatable_as(self) -> tuple[Side, ...]:
        """The sides it has learned on which some opponent can beat it."""
        beatable = {"X": self.beatable_as_x, "O": self.beatable_as_o}
        return tuple(side for side in SIDES if side in self.sides and beatable[side])

    @property
    def verdict(self) -> str:
        """The verdict in words; a side that it has not learned is not judged."""
        if self.sides == "XO":
            return Sentence(_VERDICTS[self.beatable_as])
        return Sentence(_VERDICTS_OF_ONE_SIDE[bool(self.beatable_as)], side=self.sides)

    def against_random(self, side: str) -> Result:
        """Return its result against the random player on this side."""
        return self.vs_random_as_x if side == "X" else self.vs_random_as_o

    def worst_case(self, side: str) -> Result:
        """Return its result against the worst-case opponent on this side."""
        return self.worst_case_as_x if side == "X" else self.worst_case_as_o

    def __repr__(self) -> str:
        """Return a line with the verdict and the chances to lose."""
        losses = [
            f"{name} {of('X').loss:.4f} as X, {of('O').loss:.4f} as O"
            for name, of in (("vs random", self.against_random), ("worst case", self.worst_case))
        ]
        return f"<ReportCard: {self.verdict}; loses {'; '.join(losses)}>"

    def _repr_html_(self) -> str:
        opponents = (
            ("random player", self.against_random),
            ("worst-case opponent", self.worst_case),
        )
        rows = [
            (f"as {side} against the {opponent}", *(f"{chance:.4f}" for chance in of(side)))
            for opponent, of in opponents
            for side in SIDES
        ]
        return section_html(self.verdict, table_html(("", "win", "draw", "loss"), rows))


def result_for(chances: NDArray[np.float64], side: Side) -> Result:
    """Convert a position's probabilities (X wins, O wins, draw) to the result for `side`.

    Raises
    ------
    ValueError
        If `side` is not ``"X"`` or ``"O"``.
    """
    column = _column(side)
    won, lost, drawn = (min(float(chances[of]), 1.0) for of in (column, 1 - column, 2))
    return Result(won, drawn, lost)  # rounding may carry a sum of shares beyond 1


def _column(side: Side) -> int:
    if side not in SIDES:
        raise ValueError(f"The side must be 'X' or 'O', not {side!r}.")
    return SIDES.index(side)


def outcome_chances(player_x: Player | Policy, player_o: Player | Policy) -> NDArray[np.float64]:
    """Return the probabilities (5478, 3) that X wins, O wins or it is a draw, by position."""
    return _outcome_chances(as_policy(player_x), as_policy(player_o))


def _outcome_chances(policy_x: Policy, policy_o: Policy) -> NDArray[np.float64]:
    chances = np.empty((N_POSITIONS, 3))
    fill_outcome_chances(graph(), policy_x, policy_o, chances)
    return chances


def match(player_x: Player | Policy | Mixture, player_o: Player | Policy | Mixture) -> Result:
    """Return the exact result for the X player when the two play each other.

    Parameters
    ----------
    player_x, player_o
        Each an agent, a policy, any object with a `policy()` method, or a `Mixture`, of which the
        result is the mean over its players.

    Returns
    -------
    Result
        The probabilities of a win, a draw and a loss for X.

    Raises
    ------
    ValueError
        If an argument is not a player (see `evaluation.as_policy`).

    Examples
    --------
    >>> import ttt_core as ttt
    >>> ttt.match(ttt.minimax(), ttt.win_or_block()).loss
    0.0
    >>> round(ttt.match(ttt.uniform(), ttt.uniform()).win, 4)
    0.5849
    """
    return result_for(_chances_of_parts(parts_of(player_x), parts_of(player_o)), "X")


def _chances_of_parts(parts_x: _Parts, parts_o: _Parts) -> NDArray[np.float64]:
    chances = np.zeros(3)
    for (policy_x, share_x), (policy_o, share_o) in product(parts_x, parts_o):
        chances += share_x * share_o * _outcome_chances(policy_x, policy_o)[0]
    return chances


class Response(NamedTuple):
    """An opponent that answers one player, move by move. A player of its own, on its side.

    Attributes
    ----------
    chances : float64 array (5478, 3)
        Probabilities that X wins, O wins or it is a draw, from every position.
    reply : int8 array (4520,)
        The cell played where the responder is to move (of equal moves, the lowest); -1 elsewhere.
    """

    chances: NDArray[np.float64]
    reply: NDArray[np.int8]

    @property
    def sides(self) -> Sides:
        """The side it plays."""
        return "X" if self.reply[0] >= 0 else "O"

    def policy(self) -> Policy:
        """Return its policy matrix; on the other side, all moves are equally likely."""
        replies = self.reply[:, None] == np.arange(9)
        return np.where(self.reply[:, None] >= 0, replies, uniform())

    def __repr__(self) -> str:
        """Return a line with its side and its result."""
        return line_of("Response", self._facts())

    def _repr_html_(self) -> str:
        return facts_html("Response", self._facts())

    def _facts(self) -> dict[str, object]:
        result = result_for(self.chances[0], SIDES[SIDES.index(self.sides)])
        figures = {name: f"{chance:.4f}" for name, chance in result._asdict().items()}
        return {"as": self.sides, **figures}


def best_response(player: Player | Policy, responder: Side, *, score: Score = "wins") -> Response:
    """Find the opponent that is best against a player, by backward induction over the game graph.

    Parameters
    ----------
    player
        The player to respond to; it plays the other side.
    responder
        The side of the opponent.
    score
        What the opponent maximises: ``"wins"`` (then it minimises its losses; this is the
        worst-case opponent), ``"safety"`` (it minimises its losses, then maximises its wins), or
        ``"difference"`` (wins minus losses, as in game theory; see `nash_conv`).

    Returns
    -------
    Response
        A player: play a `match` against it, or train with it as a partner.

    Raises
    ------
    ValueError
        If `player` is not a player (see `evaluation.as_policy`), `responder` is not ``"X"`` or
        ``"O"``, or `score` is none of the three.

    Examples
    --------
    >>> import ttt_core as ttt
    >>> ttt.best_response(ttt.win_or_block(), "X")
    <Response: as X, win 0.9271, draw 0.0729, loss 0.0000>
    """
    if score not in get_args(Score):
        raise ValueError(f"score must be 'wins', 'safety' or 'difference', not {score!r}.")
    policy = as_policy(player)
    if score == "difference":
        return _best_difference(policy, _column(responder))
    return _best_response(graph(), policy, responder, score == "safety")


def nash_conv(player_x: Player | Policy | Mixture, player_o: Player | Policy | Mixture) -> float:
    """Return how much the two sides together could gain by their best responses.

    That is the best score against `player_o` as X plus the best score against `player_x` as O, a
    score being wins minus losses. It is 0 if and only if neither side can do better: the two are an
    equilibrium. Equal to OpenSpiel's ``nash_conv`` (Lanctot and others 2019).

    Parameters
    ----------
    player_x, player_o
        As in `match`.

    Returns
    -------
    float
        From 0 to 4.

    Raises
    ------
    ValueError
        If an argument is not a player (see `evaluation.as_policy`).

    Examples
    --------
    >>> import ttt_core as ttt
    >>> ttt.nash_conv(ttt.minimax(), ttt.minimax())
    0.0
    """
    return _best_score(player_o, "X") + _best_score(player_x, "O")


def exploitability(player: Player | Policy | Mixture) -> float:
    """Return half of ``nash_conv(player, player)``: the mean best score against a player.

    It is 0 if and only if nobody can expect more than the value of the game, a draw, against it.
    Equal to OpenSpiel's ``exploitability``.

    Parameters
    ----------
    player
        As in `evaluate`.

    Returns
    -------
    float
        From 0 to 2.

    Raises
    ------
    ValueError
        If `player` is not a player (see `evaluation.as_policy`).

    Examples
    --------
    >>> import ttt_core as ttt
    >>> round(ttt.exploitability(ttt.uniform()), 4)
    0.9598
    """
    return nash_conv(player, player) / 2


def _best_score(player: Player | Policy | Mixture, responder: Side) -> float:
    if isinstance(player, Mixture):
        chances = np.array(best_chances(player.parts, _column(responder), difference=True))
    else:
        chances = best_response(player, responder, score="difference").chances[0]
    result = result_for(chances, responder)
    return result.win - result.loss


def _best_difference(policy: Policy, responder: int) -> Response:
    """Return the best response of a side (0 or 1) by wins minus losses, as `best_response` does."""
    child, side = graph().child, graph().side
    chances = np.zeros((N_POSITIONS, 3))
    chances[np.arange(N_OPEN, N_POSITIONS), graph().result] = 1.0
    reply = np.full(N_OPEN, -1, np.int8)
    for ply in reversed(plies()):
        after = chances[child[ply]]  # (positions, 9, 3); of no meaning where a cell is taken
        if side[ply.start] == responder:
            difference = after[..., responder] - after[..., 1 - responder]
            difference[child[ply] < 0] = -2.0
            best = difference.max(axis=1, keepdims=True)
            reply[ply] = (difference >= best - ROUNDING).argmax(axis=1)
            chances[ply] = after[np.arange(len(after)), reply[ply]]
        else:
            chances[ply] = (policy[ply, :9, None] * after).sum(axis=1)
            if policy.shape[1] > RESIGNING:
                chances[ply, responder] += policy[ply, RESIGNING]
    return Response(chances, reply)


def unbeatable_response(player: Player | Policy, responder: Side) -> Response:
    """Find the opponent that wins most often against a player without ever making a mistake.

    Unlike `best_response`, it takes no risk even where this player would not punish it: it keeps
    every win and every draw.

    Parameters
    ----------
    player
        The player to respond to; it plays the other side.
    responder
        The side of the opponent.

    Returns
    -------
    Response

    Raises
    ------
    ValueError
        As in `best_response`.
    """
    _column(responder)
    return _best_response(_without_mistakes(responder), as_policy(player), responder, False)


def _best_response(moves: Graph, policy: Policy, responder: Side, safety_first: bool) -> Response:
    chances, reply = np.empty((N_POSITIONS, 3)), np.empty(N_OPEN, np.int8)
    fill_responses(moves, policy, _column(responder), safety_first, chances, reply)
    return Response(chances, reply)


@cache
def _without_mistakes(side: Side) -> Graph:
    """Return the game graph without the moves that are mistakes of `side`."""
    kept = np.where(graph().side[:N_OPEN, None] == _column(side), optimal() > 0, legal())
    number = kept.sum(axis=1, keepdims=True)
    cells = np.where(np.arange(9) < number, np.argsort(~kept, axis=1, kind="stable"), -1)
    return graph()._replace(moves=frozen(np.hstack([cells, number]).astype(np.int8)))


def _worst_case(parts: _Parts, side: Side) -> Result:
    if len(parts) > 1:
        chances = np.array(best_chances(parts, _column(other(side)), difference=False))
        return result_for(chances, side)
    return result_for(_best_response(graph(), parts[0][0], other(side), False).chances[0], side)


def _beatable(parts: _Parts, side: Side) -> bool:
    can_lose = np.empty((len(parts), N_POSITIONS), np.bool_)
    for (policy, _), of_part in zip(parts, can_lose, strict=True):
        fill_can_lose(graph(), policy, _column(side), of_part)
    return bool(can_lose[:, 0].any())


def evaluate(player: Player | Policy | Mixture) -> ReportCard:
    """Compute the exact report card of a player.

    A policy says what is played on each board, whatever led to it, and only such players are
    judged. The average policy of OpenSpiel's CFR, for example, depends on the order of the moves:
    ``docs/neighbours.md`` shows what that means for its figures. A `Mixture` is the exception. Its
    worst-case opponent knows its players and learns from their moves which of them was drawn.

    Parameters
    ----------
    player
        An agent, which chooses evenly among moves it values equally; a policy; any object with a
        `policy()` method; or a `Mixture`, whose worst case takes up to some seconds.

    Returns
    -------
    ReportCard

    Raises
    ------
    ValueError
        If it is not a player (see `evaluation.as_policy`).

    Examples
    --------
    >>> import ttt_core as ttt
    >>> card = ttt.evaluate(ttt.train(ttt.TrainingConfig(games=20_000, seed=1)))
    >>> card.unbeatable
    True
    >>> ttt.evaluate(ttt.win_or_block()).verdict
    'Beatable as X and O'
    """
    parts, rival = parts_of(player), parts_of(uniform())
    return ReportCard(
        vs_random_as_x=result_for(_chances_of_parts(parts, rival), "X"),
        vs_random_as_o=result_for(_chances_of_parts(rival, parts), "O"),
        worst_case_as_x=_worst_case(parts, "X"),
        worst_case_as_o=_worst_case(parts, "O"),
        beatable_as_x=_beatable(parts, "X"),
        beatable_as_o=_beatable(parts, "O"),
        sides=sides_of(player),
    )
