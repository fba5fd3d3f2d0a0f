import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ttt_core.evaluation.match import best_response, evaluate, match, outcome_chances
from ttt_core.evaluation.policy import greedy, minimax, mix, optimal, uniform
from ttt_core.game.graph import N_OPEN, graph, legal

tables = arrays(
    np.float64, (N_OPEN, 9), elements=st.sampled_from([-1.0, 0.0, 0.5, 1.0]), fill=st.just(0.0)
)


def assert_policy(policy: np.ndarray) -> None:
    assert policy.shape == (N_OPEN, 9)
    assert (policy[~legal()] == 0).all()
    assert np.abs(policy.sum(axis=1) - 1).max() < 1e-12


def test_all_policies_are_policies() -> None:
    for policy in (uniform(), minimax(), optimal(), mix(uniform(), minimax(), 0.3)):
        assert_policy(policy)


@given(tables, st.sampled_from(["random", "first"]), st.floats(0, 1))
def test_greedy_policies_choose_only_best_moves(q: np.ndarray, ties: str, epsilon: float) -> None:
    policy = greedy(q, ties)
    assert_policy(policy)
    best = np.where(legal(), q, -np.inf).max(axis=1, keepdims=True)
    assert (q[policy > 0] == np.broadcast_to(best, q.shape)[policy > 0]).all()
    if ties == "first":
        assert (policy.max(axis=1) == 1).all()
    assert_policy(mix(uniform(), policy, epsilon))


def test_nan_where_not_legal_is_no_obstacle() -> None:
    q = np.where(legal(), 0.0, np.nan)
    assert (greedy(q) == uniform()).all()
    assert greedy(q, "first")[0].tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_mix_refuses_what_is_no_share(share: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        mix(uniform(), minimax(), share)


def test_beginner_is_seven_parts_random() -> None:
    beginner = mix(uniform(), minimax(), 0.7)
    assert beginner[0] == pytest.approx(0.7 / 9 + 0.3 * minimax()[0])


def plain_outcome(position: int, policies: tuple, memo: dict) -> np.ndarray:
    """Chances by plain recursion, one move at a time."""
    if position >= N_OPEN:
        return np.eye(3)[graph().result[position - N_OPEN]]
    if position not in memo:
        row = policies[graph().side[position]][position]
        memo[position] = sum(
            row[cell] * plain_outcome(int(graph().child[position, cell]), policies, memo)
            for cell in range(9)
            if row[cell] > 0
        )
    return memo[position]


def random_policy(seed: int) -> np.ndarray:
    weights = np.where(legal(), np.random.default_rng(seed).random((N_OPEN, 9)), 0)
    return weights / weights.sum(axis=1, keepdims=True)


def test_exact_outcomes_equal_a_plain_recursion() -> None:
    policies = (random_policy(1), random_policy(2))
    chances = outcome_chances(*policies)
    assert chances[0] == pytest.approx(plain_outcome(0, policies, {}), abs=1e-12)
    assert chances.sum(axis=1) == pytest.approx(np.ones(len(chances)))
    win, draw, loss = match(*policies)
    assert (win, loss, draw) == pytest.approx(tuple(chances[0]))


@pytest.mark.parametrize("safety_first", [False, True])
@pytest.mark.parametrize("responder", ["X", "O"])
def test_no_reply_beats_the_best_response(responder: str, safety_first: bool) -> None:
    policy = random_policy(3)
    chances, reply = best_response(policy, responder, safety_first=safety_first)
    me, you = ("X", "O").index(responder), 1 - ("X", "O").index(responder)
    one_hot = np.where(reply[:, None] == np.arange(9), 1.0, 0.0)
    one_hot = np.where(reply[:, None] >= 0, one_hot, uniform())
    own = outcome_chances(*((one_hot, policy) if responder == "X" else (policy, one_hot)))
    assert own[0] == pytest.approx(chances[0])
    for seed in range(5):
        rival = random_policy(10 + seed)
        other = outcome_chances(*((rival, policy) if responder == "X" else (policy, rival)))
        if safety_first:
            assert chances[0, you] <= other[0, you] + 1e-12
        else:
            assert chances[0, me] >= other[0, me] - 1e-12


@pytest.mark.parametrize(
    "matrix",
    [
        np.zeros((3, 3)),
        np.zeros((N_OPEN, 9)),
        np.full((N_OPEN, 9), np.nan),
        np.full((N_OPEN, 9), 1 / 9),
        2 * uniform() - minimax(),
    ],
)
def test_what_is_no_policy_is_refused(matrix: np.ndarray) -> None:
    with pytest.raises(ValueError, match="policy"):
        evaluate(matrix)


def test_report_card_of_random() -> None:
    card = evaluate(uniform())
    assert not card.unbeatable
    assert card.worst_case_as_x.loss > card.vs_random_as_x.loss
    assert card.worst_case_as_o.win == 0
