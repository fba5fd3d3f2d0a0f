from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import ttt_core as ttt
from tests.core.brute_force import OPEN_BOARDS, called_for, plain_outcome
from tests.core.brute_force import chances as chances_of
from tests.core.evaluation.open_spiel import random_policy
from ttt_core.evaluation.match import best_response, evaluate, match, outcome_chances
from ttt_core.evaluation.mistakes import mistakes, optimal_share
from ttt_core.evaluation.policy import as_policy, greedy, minimax, mix, player_with_plan, uniform
from ttt_core.evaluation.questions import five_questions
from ttt_core.game.graph import N_OPEN, frozen, graph, legal
from ttt_core.game.solution import DRAW, move_values, position_values

tables = arrays(
    np.float64, (N_OPEN, 9), elements=st.sampled_from([-1.0, 0.0, 0.5, 1.0]), fill=st.just(0.0)
)


def assert_policy(policy: np.ndarray) -> None:
    assert policy.shape == (N_OPEN, 9)
    assert (policy[~legal()] == 0).all()
    assert np.abs(policy.sum(axis=1) - 1).max() < 1e-12


@settings(max_examples=10)
@given(tables, st.sampled_from(["random", "first"]), st.floats(0, 1))
def test_greedy_policies_choose_only_best_moves(q: np.ndarray, ties: str, epsilon: float) -> None:
    policy = greedy(q, ties)
    assert_policy(policy)
    best = np.where(legal(), q, -np.inf).max(axis=1, keepdims=True)
    assert (q[policy > 0] == np.broadcast_to(best, q.shape)[policy > 0]).all()
    if ties == "first":
        assert (policy.max(axis=1) == 1).all()
    assert_policy(mix(uniform(), policy, epsilon))


def test_values_may_be_infinite_and_those_of_illegal_moves_nan() -> None:
    for legal_value, illegal in ((0.0, np.nan), (np.inf, 0.0), (-np.inf, -np.inf)):
        assert (greedy(np.where(legal(), legal_value, illegal)) == uniform()).all()
    assert greedy(np.zeros((N_OPEN, 9)), "first")[0].tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]


def test_mix_takes_every_kind_of_player() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=100))
    expected = 0.3 * agent.policy() + 0.7 * minimax()
    np.testing.assert_array_equal(mix(agent, minimax(), 0.3), expected)
    np.testing.assert_array_equal(mix(agent.policy(), minimax(), 0.3), expected)


def test_exact_outcomes_equal_a_plain_recursion() -> None:
    resigning = np.full((N_OPEN, 1), 0.1)
    policies = [np.hstack([0.9 * random_policy(seed), resigning]) for seed in (1, 2)]
    chances = outcome_chances(*policies)
    players = [moves.__getitem__ for moves in map(chances_of, policies)]
    assert chances[0] == pytest.approx(plain_outcome(*players).astype(float), abs=1e-12)
    assert chances.sum(axis=1) == pytest.approx(np.ones(len(chances)))
    win, draw, loss = match(*policies)
    assert (win, loss, draw) == pytest.approx(tuple(chances[0]))


class Somebody:
    """A player that returns a given policy."""

    def __init__(self, policy: object) -> None:
        self._policy = policy

    def policy(self) -> np.ndarray:
        return self._policy


def with_share(row: int, cell: int, share: float) -> np.ndarray:
    matrix = uniform()
    matrix[row, cell] = share
    return matrix


BAD_POLICIES = {
    "small": np.zeros((3, 3)),
    "flat": uniform().ravel(),
    "all zero": np.zeros((N_OPEN, 9)),
    "one nan": with_share(N_OPEN - 1, 8, np.nan),
    "infinite": with_share(0, 0, np.inf),
    "shares of taken cells": np.full((N_OPEN, 9), 1 / 9),
    "negative": 2 * uniform() - minimax(),
    "one share too large": with_share(N_OPEN - 1, legal()[-1].argmax(), 2.0),
    "all true": np.ones((N_OPEN, 9), np.bool_),
    "narrow and doubled": 2 * uniform().astype(np.float32),
    "complex": uniform().astype(np.complex128),
    "objects": uniform().astype(object),
    "texts": uniform().astype(str),
    "nothing": None,
    "lists": uniform().tolist(),
}


@pytest.mark.parametrize("matrix", BAD_POLICIES.values(), ids=BAD_POLICIES)
def test_a_bad_policy_is_refused(matrix: np.ndarray) -> None:
    for ask, player in product(
        (
            *(evaluate, mistakes, five_questions, optimal_share),
            lambda player: match(player, uniform()),
            lambda player: match(uniform(), player),
            lambda player: best_response(player, "X"),
        ),
        (matrix, Somebody(matrix)),
    ):
        with pytest.raises(ValueError, match="policy"):
            ask(player)


@pytest.mark.parametrize("kind", [np.bool_, np.int8, np.uint64, np.float16, ">f8"])
def test_any_type_of_number_is_accepted(kind: str) -> None:
    plain = greedy(np.random.default_rng(1).random((N_OPEN, 9)))
    assert evaluate(plain.astype(kind)) == evaluate(Somebody(plain.astype(kind))) == evaluate(plain)


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_narrow_floats_are_as_exact_as_possible(kind: type) -> None:
    near, exact = match(uniform().astype(kind), uniform()), match(uniform(), uniform())
    assert sum(near) == pytest.approx(1, abs=1e-14)
    assert near == pytest.approx(exact, abs=10 * float(np.finfo(kind).eps))


def test_the_memory_layout_does_not_matter() -> None:
    policy = random_policy(4)
    for same in (np.asfortranarray(policy), np.repeat(policy, 2, axis=1)[:, ::2], frozen(policy)):
        assert evaluate(same) == evaluate(policy)


def test_the_published_perfect_players_take_the_first_of_equal_moves() -> None:
    card = evaluate(minimax("first"))
    assert card.vs_random_as_x == pytest.approx((191 / 192, 1 / 192, 0), abs=1e-15)
    assert card.vs_random_as_o == pytest.approx((254 / 315, 61 / 315, 0), abs=1e-15)
    assert card.unbeatable


def test_minimax_is_unbeatable_from_depth_6() -> None:
    losses = []
    for depth in range(10):
        card = evaluate(minimax(depth=depth))
        assert card.unbeatable == (depth >= 6)
        losses.append([round(card.worst_case_as_x.loss, 3), round(card.worst_case_as_o.loss, 3)])
    assert losses[:6] == [
        *([0.939, 0.995], [0.921, 0.995], [0.467, 0.927]),
        *([0.413, 0.927], [0.381, 0.875], [0.190, 0.875]),
    ]


def test_both_published_perfect_players_differ_only_where_the_game_is_decided() -> None:
    """One counts the moves to a win, the other does not."""
    differ = (minimax("first") != greedy(move_values(), "first")).any(axis=1)
    assert np.bincount(graph().side[:N_OPEN][differ]).tolist() == [325, 160]
    assert (position_values()[:N_OPEN][differ] != DRAW).all()


# The player with a plan, in all positions


PLAYERS = {wanted: player_with_plan(wanted) for wanted in ((4, 0, 8), tuple(range(9)), (5,))}


@pytest.mark.parametrize(("wanted", "player"), [*PLAYERS.items(), ((), ttt.win_or_block())])
def test_it_completes_a_line_or_blocks_one_or_takes_the_first_wanted_cell(
    wanted: tuple[int, ...], player: ttt.Policy
) -> None:
    for board, shares in zip(OPEN_BOARDS, as_policy(player).tolist(), strict=True):
        choice = called_for(board)
        first = next(([cell] for cell in wanted if cell in choice), choice)
        assert shares == [(cell in first) / len(first) for cell in range(9)]
