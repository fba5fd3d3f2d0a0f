"""Verdicts and best responses for tiny probabilities, checked with exact arithmetic."""

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.core.brute_force import OPEN_BOARDS, SEEDS, blundering_policy, followers
from tests.core.evaluation.open_spiel import FILE, pairs
from ttt_core.evaluation.match import best_response, evaluate
from ttt_core.evaluation.policy import greedy, minimax, mix
from ttt_core.game import board as rules
from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import legal, position_of
from ttt_core.game.solution import move_scores

TINY = [1e-9, 5e-13, 1e-17, 1e-200, 5e-324]


@pytest.mark.parametrize("chance", TINY)
def test_a_blunder_with_a_tiny_probability_makes_a_player_beatable(chance: float) -> None:
    """The perfect player sometimes answers a corner with the opposite one, and loses."""
    policy, opening = minimax(), position_of("X--------")
    policy[opening] = 0
    policy[opening, [4, 8]] = 1 - chance, chance
    card = evaluate(policy)
    assert card.worst_case_as_o.loss == pytest.approx(chance, rel=1e-12)
    assert card.verdict == "Beatable as O"
    for side, words in (("X", "Learned only X: unbeatable"), ("O", "Learned only O: beatable")):
        assert replace(card, sides=side).verdict == words


def test_a_probability_too_small_for_a_float_still_counts() -> None:
    policy = greedy(move_scores(), "first")
    policy[position_of("----X----")] = np.arange(9) == 8
    for board, good, bad in (("-X-------", 4, 0), ("OX--X----", 7, 8)):
        policy[position_of(board)] = 0
        policy[position_of(board), [good, bad]] = 1, 1e-200
    card = evaluate(policy)
    assert card.worst_case_as_o.loss == 0  # 1e-400
    assert card.beatable_as_o


@settings(max_examples=15)
@given(
    seed=SEEDS,
    share=some.sampled_from([0.0, 0.001, 0.01, 0.1]),
    chance=some.sampled_from([*TINY, 1.0]),
)
def test_beatable_if_and_only_if_a_losing_mistake_is_reachable(
    seed: int, share: float, chance: float
) -> None:
    policy = mix(blundering_policy(seed, share), minimax(), chance)
    losing = [
        mistake for mistake in ttt.mistakes(policy) if mistake.reachable and mistake.after == -1
    ]
    card = evaluate(policy)
    assert card.beatable_as_x == any(mistake.side == "X" for mistake in losing)
    assert card.beatable_as_o == any(mistake.side == "O" for mistake in losing)
    assert card.unbeatable == (not losing)


# Best responses in exact arithmetic


Rows = list[dict[int, Fraction]]


@cache
def rational_policy(kind: str, tiny: Fraction) -> Rows:
    """Return equally likely moves for each position, and some others with a tiny probability.

    "once" is on boards with two or three marks; elsewhere every move is equally likely, or perfect.
    """
    random, perfect = np.random.default_rng(0), minimax() > 0
    rows = []
    for position, board in enumerate(OPEN_BOARDS):
        free, here = np.array(rules.legal_moves(board)), board.count("-") in (6, 7)
        main = perfect[position] if kind == "perfect but once" else legal()[position]
        if kind == "everywhere" or (kind == "once" and here):
            main = random.random(9) < 0.5
            main[random.choice(free)] = True
        more = (random.random(9) < 0.5) & (here or kind != "perfect but once")
        weights = {c: Fraction(1) if main[c] else tiny for c in free.tolist() if main[c] or more[c]}
        total = sum(weights.values())
        rows.append({cell: weight / total for cell, weight in weights.items()})
    return rows


def exact_response(rows: Rows, responder: Side, safety_first: bool) -> list[Fraction]:
    """Return the probabilities that X wins, O wins or it is a draw."""
    own = SIDES.index(responder)

    def preference(chances: list[Fraction]) -> tuple[Fraction, Fraction]:
        wins, losses = chances[own], chances[1 - own]
        return (-losses, wins) if safety_first else (wins, -losses)

    @cache
    def from_here(board: str) -> list[Fraction]:
        if outcome := rules.outcome(board):
            return [Fraction(outcome == end) for end in (*SIDES, "draw")]
        after = {cell: from_here(child) for cell, child in followers(board).items()}
        if rules.side_to_move(board) == responder:
            return max(after.values(), key=preference)
        shares = rows[position_of(board)]
        return [sum(share * after[cell][end] for cell, share in shares.items()) for end in range(3)]

    return from_here(rules.EMPTY_BOARD)


@pytest.mark.parametrize("safety_first", [False, True])
@pytest.mark.parametrize("responder", SIDES)
@pytest.mark.parametrize(
    ("kind", "tiny"),
    [
        ("everywhere", Fraction(1, 10**40)),
        pytest.param("everywhere", Fraction(1, 2 * 10**12), marks=pytest.mark.thorough),
        pytest.param("once", Fraction(1, 10**9), marks=pytest.mark.thorough),
        pytest.param("perfect but once", Fraction(1, 10**40), marks=pytest.mark.thorough),
    ],
)
def test_the_best_response_agrees_with_exact_arithmetic(
    kind: str, tiny: Fraction, responder: Side, safety_first: bool
) -> None:
    """It may be better only by the second criterion, if the first differs by less than rounding.

    A matrix of floats cannot distinguish such moves.
    """
    rows = rational_policy(kind, tiny)
    policy = np.array([[float(row.get(cell, 0)) for cell in range(9)] for row in rows])
    exact = exact_response(rows, responder, safety_first)
    chances, _ = best_response(policy, responder, score="safety" if safety_first else "wins")
    own = SIDES.index(responder)
    wins, losses = chances[0, own], chances[0, 1 - own]
    if safety_first:
        assert losses == pytest.approx(float(exact[1 - own]), rel=1e-13, abs=0)
        assert wins >= float(exact[own]) * (1 - 1e-13)
    else:
        assert wins == pytest.approx(float(exact[own]), rel=1e-13, abs=0)
        assert losses <= float(exact[1 - own]) * (1 + 1e-13)
    if kind != "everywhere":
        expected = [float(chance) for chance in exact]
        assert chances[0] == pytest.approx(expected, rel=1e-13, abs=0)


# How much a player can be exploited, next to OpenSpiel's figures


def test_nash_conv_is_that_of_open_spiel() -> None:
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    ours = {name: ttt.nash_conv(*pair) for name, pair in pairs().items()}
    assert len(recorded) == 20
    assert ours == pytest.approx(recorded, abs=1e-12)


def test_perfect_players_cannot_be_exploited_and_others_can() -> None:
    assert ttt.exploitability(ttt.minimax()) == 0
    assert ttt.nash_conv(ttt.minimax(), ttt.minimax("first")) == 0
    mixed = ttt.mix(ttt.uniform(), ttt.minimax(), 0.37)
    assert ttt.exploitability(mixed) == ttt.nash_conv(mixed, mixed) / 2
    # As O, the worst-case opponent wins more often and loses more often too.
    chances, _ = ttt.best_response(mixed, "O", score="difference")
    worst = ttt.evaluate(mixed).worst_case_as_x
    assert chances[0, 1] - chances[0, 0] > worst.loss - worst.win + 0.1
    with pytest.raises(ValueError, match="score must be 'wins', 'safety' or 'difference', not"):
        ttt.best_response(mixed, "X", score="most")  # type: ignore[arg-type]
    gives_up = ttt.untrained("Boxes", "matchboxes")
    gives_up = replace(gives_up, q=0 * gives_up.q)
    assert ttt.nash_conv(gives_up, ttt.minimax()) == ttt.nash_conv(ttt.minimax(), gives_up) == 1


@pytest.mark.parametrize("score", ["wins", "safety", "difference"])
@pytest.mark.parametrize("side", SIDES)
def test_a_best_response_is_a_player(side: Side, score: Any) -> None:
    agent = ttt.train(ttt.TrainingConfig(games=300))
    response = ttt.best_response(agent, side, score=score)
    chances, reply = response
    assert response.sides == ttt.evaluate(response).sides == side
    result = ttt.match(response, agent) if side == "X" else ttt.match(agent, response)
    np.testing.assert_allclose(result, chances[0, [0, 2, 1]], atol=1e-12)
    assert (response.policy().argmax(axis=1)[reply >= 0] == reply[reply >= 0]).all()


def test_an_agent_trains_with_a_best_response() -> None:
    response = ttt.best_response(ttt.untrained(), "O")
    config = ttt.TrainingConfig(games=10, rule="q-learning")
    assert ttt.train(config, partner=response).stats.games == 10
