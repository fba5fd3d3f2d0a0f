"""Verdicts and best responses for tiny probabilities, checked with exact arithmetic."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from numpy.typing import NDArray

import ttt_core as ttt
from tests.core.brute_force import SEEDS, blundering_policy
from ttt_core.evaluation.match import best_response, evaluate
from ttt_core.evaluation.policy import Policy, greedy, minimax, mix
from ttt_core.game.board import Side
from ttt_core.game.graph import N_OPEN, boards, graph, legal, position_of
from ttt_core.game.solution import move_scores
from ttt_core.learning.curve import MeasuredRun
from ttt_ui.wording import verdict

TINY = [1e-9, 5e-13, 1e-17, 1e-200, 5e-324]
SIDES: tuple[Side, Side] = ("X", "O")
Kind = Callable[[np.random.Generator, int], NDArray[np.bool_]]


def with_blunder(chance: float) -> Policy:
    """Return a perfect player that sometimes answers a corner with the opposite one, and loses."""
    policy = minimax()
    opening = position_of("X--------")
    policy[opening] = 0
    policy[opening, [4, 8]] = 1 - chance, chance
    return policy


@pytest.mark.parametrize("chance", TINY)
def test_a_blunder_with_a_tiny_probability_makes_a_player_beatable(chance: float) -> None:
    card = evaluate(with_blunder(chance))
    assert card.beatable_as_o
    assert not card.beatable_as_x
    assert not card.unbeatable
    assert card.worst_case_as_o.loss == pytest.approx(chance, rel=1e-12)
    assert verdict(card) == "Beatable as O"


def test_a_probability_too_small_for_a_float_still_counts() -> None:
    policy = greedy(move_scores(), "first")
    policy[position_of("----X----")] = np.arange(9) == 8
    for board, good, bad in (("-X-------", 4, 0), ("OX--X----", 7, 8)):
        policy[position_of(board)] = 0
        policy[position_of(board), [good, bad]] = 1, 1e-200
    card = evaluate(policy)
    assert card.worst_case_as_o.loss == 0  # 1e-400
    assert card.beatable_as_o


@settings(max_examples=30)
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


@pytest.mark.thorough
def test_a_learning_curve_agrees() -> None:
    run = MeasuredRun(ttt.TrainingConfig(games=20_000, seed=1), points=20)
    run.play(20_000)
    curve = run.curve()
    assert {*curve.unbeatable.tolist()} == {True, False}
    assert (curve.beatable_as_x == (curve.worst_case_as_x[:, 2] > 0)).all()
    assert (curve.beatable_as_o == (curve.worst_case_as_o[:, 2] > 0)).all()


# Best responses in exact arithmetic


Rows = list[dict[int, Fraction]]


def tiny_everywhere(random: np.random.Generator, position: int) -> NDArray[np.bool_]:
    main = random.random(9) < 0.5
    main[random.choice(np.flatnonzero(legal()[position]))] = True
    return main


def tiny_once(random: np.random.Generator, position: int) -> NDArray[np.bool_]:
    marks = 9 - boards()[position].count("-")
    return tiny_everywhere(random, position) if marks in (2, 3) else legal()[position]


@cache
def perfect() -> NDArray[np.bool_]:
    return np.asarray(minimax() > 0)


def perfect_but_once(random: np.random.Generator, position: int) -> NDArray[np.bool_]:
    return perfect()[position]


@cache
def rational_policy(kind: Kind, tiny: Fraction) -> Rows:
    """Return equally likely moves for each position, and some others with a tiny probability."""
    random = np.random.default_rng(0)
    rows = []
    for position in range(N_OPEN):
        main = kind(random, position)
        marks = 9 - boards()[position].count("-")
        some_more = random.random(9) < 0.5
        if kind is perfect_but_once and marks not in (2, 3):
            some_more[:] = False
        weights = {
            cell: Fraction(1) if main[cell] else tiny
            for cell in np.flatnonzero(legal()[position]).tolist()
            if main[cell] or some_more[cell]
        }
        total = sum(weights.values())
        rows.append({cell: weight / total for cell, weight in weights.items()})
    return rows


def exact_response(rows: Rows, responder: Side, safety_first: bool) -> list[Fraction]:
    """Return the probabilities that X wins, O wins or it is a draw."""
    own = SIDES.index(responder)
    child, side, result = graph().child.tolist(), graph().side.tolist(), graph().result.tolist()
    chances: list[list[Fraction]] = [[Fraction(0)] * 3 for _ in range(N_OPEN)]
    chances += [[Fraction(kind == end) for kind in range(3)] for end in result]

    def preference(chance: list[Fraction]) -> tuple[Fraction, Fraction]:
        wins, losses = chance[own], chance[1 - own]
        return (-losses, wins) if safety_first else (wins, -losses)

    for position in range(N_OPEN - 1, -1, -1):
        children = {cell: chances[to] for cell, to in enumerate(child[position]) if to >= 0}
        if side[position] == own:
            chances[position] = max(children.values(), key=preference)
            continue
        for cell, share in rows[position].items():
            for kind in range(3):
                chances[position][kind] += share * children[cell][kind]
    return chances[0]


@pytest.mark.thorough
@pytest.mark.parametrize("safety_first", [False, True])
@pytest.mark.parametrize("responder", SIDES)
@pytest.mark.parametrize(
    ("kind", "tiny"),
    [
        (tiny_everywhere, Fraction(1, 2 * 10**12)),
        (tiny_everywhere, Fraction(1, 10**40)),
        (tiny_once, Fraction(1, 10**9)),
        (perfect_but_once, Fraction(1, 2 * 10**12)),
        (perfect_but_once, Fraction(1, 10**40)),
    ],
)
def test_the_best_response_agrees_with_exact_arithmetic(
    kind: Kind, tiny: Fraction, responder: Side, safety_first: bool
) -> None:
    """It may be better only by the second criterion, if the first differs by less than rounding.

    A matrix of floats cannot distinguish such moves.
    """
    rows = rational_policy(kind, tiny)
    policy = np.array([[float(row.get(cell, 0)) for cell in range(9)] for row in rows])
    exact = exact_response(rows, responder, safety_first)
    chances, _ = best_response(policy, responder, safety_first=safety_first)
    own = SIDES.index(responder)
    wins, losses = chances[0, own], chances[0, 1 - own]
    if safety_first:
        assert losses == pytest.approx(float(exact[1 - own]), rel=1e-13, abs=0)
        assert wins >= float(exact[own]) * (1 - 1e-13)
    else:
        assert wins == pytest.approx(float(exact[own]), rel=1e-13, abs=0)
        assert losses <= float(exact[1 - own]) * (1 + 1e-13)
    if kind is not tiny_everywhere:
        expected = [float(chance) for chance in exact]
        assert chances[0] == pytest.approx(expected, rel=1e-13, abs=0)
