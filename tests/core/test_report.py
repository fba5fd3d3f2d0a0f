"""The report against a brute force that knows nothing but the rules."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from ttt_core.evaluation.policy import Policy, greedy, minimax, mix, optimal, uniform
from ttt_core.evaluation.report import (
    Answer,
    five_questions,
    mistakes,
    optimal_share,
    principal_line,
    rated_twins,
    reachable,
)
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import N_OPEN, boards, legal, position_of
from ttt_core.game.solution import move_scores
from ttt_core.game.symmetry import transform, twins

OPEN_BOARDS = boards()[:N_OPEN]
SEEDS = some.integers(0, 2**32 - 1)


@cache
def worth(board: str) -> int:
    """Worth for the side to move under best play: 1, 0 or -1."""
    if rules.outcome(board) is not None:
        return 0 if rules.outcome(board) == "draw" else -1
    return max(-worth(rules.play(board, cell)) for cell in rules.legal_moves(board))


def completing_cells(board: str, side: Side) -> set[int]:
    """Return the free cells in which a mark of `side`, in its turn or not, completes a line."""
    return {
        cell
        for cell in range(9)
        if board[cell] == "-" and rules.winning_lines(board[:cell] + side + board[cell + 1 :], side)
    }


@cache
def keeping_cells(board: str) -> set[int]:
    return {
        cell for cell in rules.legal_moves(board) if -worth(rules.play(board, cell)) == worth(board)
    }


@cache
def brute_force_questions() -> list[dict[str, set[int]]]:
    """Return for each question its boards and their right moves."""
    wins, blocks = {}, {}
    for board in OPEN_BOARDS:
        side = rules.side_to_move(board)
        threatened = completing_cells(board, rules.other(side))
        if completing_cells(board, side):
            wins[board] = completing_cells(board, side)
        elif len(threatened) == 1:
            blocks[board] = threatened
    openings = {rules.play(rules.EMPTY_BOARD, cell) for cell in range(9)} - {"----X----"}
    return [
        {"---------": {0, 2, 4, 6, 8}},
        {"----X----": {0, 2, 6, 8}},
        wins,
        blocks,
        {board: keeping_cells(board) for board in openings},
    ]


def random_table(seed: int) -> np.ndarray:
    """Return integer Q-values with many ties."""
    values = np.random.default_rng(seed).integers(-2, 3, (N_OPEN, 9)).astype(float)
    return np.where(legal(), values, np.nan)


def blundering_policy(seed: int, share: float) -> Policy:
    """Return the minimax policy, replaced by a random greedy one in a share of the positions."""
    replaced = np.random.default_rng(seed).random((N_OPEN, 1)) < share
    return np.where(replaced, greedy(random_table(seed)), minimax())


def centre_opening(policy: Policy) -> Policy:
    policy = policy.copy()
    policy[0] = np.arange(9) == 4
    return policy


def chance(policy: Policy, board: str, cells: set[int]) -> float:
    return float(sum(policy[position_of(board), cell] for cell in cells))


@pytest.mark.parametrize("number", range(5))
def test_uniform_answers_with_the_share_of_right_moves(number: int) -> None:
    answer, expected = five_questions(uniform())[number], brute_force_questions()[number]
    shares = [Fraction(len(right), board.count("-")) for board, right in expected.items()]

    assert set(answer.asked) == set(expected)
    assert answer.share == pytest.approx(float(sum(shares) / len(shares)), abs=1e-12)
    assert not answer.yes


def test_numbers_of_positions_asked() -> None:
    assert [len(answer.asked) for answer in five_questions(uniform())] == [1, 1, 2358, 976, 8]


def test_examples_of_the_article_are_asked() -> None:
    _, _, win, block, _ = five_questions(uniform())
    assert rules.parse_board("OX-|-X-|O--") in win.asked
    assert rules.parse_board("XO-|-O-|--X") in block.asked


@pytest.mark.slow
@given(seed=SEEDS, share=some.sampled_from([0.01, 0.3, 1.0]))
@settings(max_examples=20)
def test_answers_agree_with_brute_force(seed: int, share: float) -> None:
    policy = blundering_policy(seed, share)
    for answer, expected in zip(five_questions(policy), brute_force_questions(), strict=True):
        shares = [chance(policy, board, right) for board, right in expected.items()]
        failing = {
            board
            for board, right in expected.items()
            if chance(policy, board, set(range(9)) - right) > 0
        }
        assert answer.share == pytest.approx(np.mean(shares), abs=1e-12)
        assert set(answer.failing) == failing
        assert answer.yes == (not failing) == (answer.share == 1)


def test_minimax_fails_only_in_opening_anywhere() -> None:
    opening, *others = five_questions(minimax())
    assert opening.share == pytest.approx(5 / 9)
    assert opening.failing == ("---------",)
    assert all(answer.yes and answer.share == 1 for answer in others)


def test_minimax_that_opens_in_the_centre_answers_yes_throughout() -> None:
    answers = five_questions(centre_opening(minimax()))
    assert [(answer.yes, answer.share) for answer in answers] == [(True, 1)] * 5


def test_agents_are_asked_as_their_policies_are() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=500, seed=3))
    assert five_questions(agent) == five_questions(agent.policy())
    assert mistakes(agent) == mistakes(agent.policy())
    assert optimal_share(agent) == optimal_share(agent.policy())


def test_symmetric_agent_fails_symmetrically() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=300, seed=1, symmetry=True))
    answers = five_questions(agent)
    assert any(answer.failing for answer in answers)
    for answer in answers:
        assert all_twins(answer.failing) == set(answer.failing)
    erring = [slip.board for slip in mistakes(agent)]
    assert all_twins(erring) == set(erring)


def all_twins(found: tuple[str, ...] | list[str]) -> set[str]:
    return {twin for board in found for twin in twins(board)}


@pytest.mark.parametrize("policy", [minimax(), optimal(), centre_opening(minimax())])
def test_perfect_players_make_no_mistakes(policy: Policy) -> None:
    assert mistakes(policy) == []
    assert optimal_share(policy) == 1


def test_optimal_share_of_uniform() -> None:
    shares = [Fraction(len(keeping_cells(board)), board.count("-")) for board in OPEN_BOARDS]
    assert optimal_share(uniform()) == pytest.approx(float(sum(shares) / N_OPEN), abs=1e-12)


def visited(policy: Policy, own_side: Side) -> set[str]:
    """Return the boards on which a player of `own_side` can be to move, by walking."""
    frontier, seen = {rules.EMPTY_BOARD}, set()
    while frontier:
        seen |= frontier
        frontier = {
            rules.play(board, cell)
            for board in frontier
            for cell in rules.legal_moves(board)
            if rules.side_to_move(board) != own_side or policy[position_of(board), cell] > 0
        }
    return {
        board
        for board in seen
        if rules.outcome(board) is None and rules.side_to_move(board) == own_side
    }


@pytest.mark.slow
@given(seed=SEEDS, share=some.sampled_from([0.01, 0.3, 1.0]))
@settings(max_examples=20)
def test_mistakes_agree_with_brute_force(seed: int, share: float) -> None:
    policy = blundering_policy(seed, share)
    reached = visited(policy, "X") | visited(policy, "O")
    found = {slip.board: slip for slip in mistakes(policy)}
    assert {OPEN_BOARDS[p] for p in np.flatnonzero(reachable(policy))} == reached

    for position, board in enumerate(OPEN_BOARDS):
        wrong = {int(c) for c in np.flatnonzero(policy[position])} - keeping_cells(board)
        assert (board in found) == bool(wrong)
        if wrong:
            slip = found[board]
            assert slip.side == rules.side_to_move(board)
            assert set(slip.cells) == wrong
            assert slip.before == worth(board)
            assert slip.after == min(-worth(rules.play(board, cell)) for cell in wrong)
            assert slip.cost == slip.before - slip.after
            assert slip.probability == pytest.approx(chance(policy, board, wrong))
            assert slip.reachable == (board in reached)


def test_worst_mistakes_come_first() -> None:
    found = mistakes(blundering_policy(1, 0.3))
    order = [
        (not slip.reachable, -slip.cost, -slip.probability, 9 - slip.board.count("-"))
        for slip in found
    ]
    assert order == sorted(order)
    assert {slip.reachable for slip in found} == {True, False}
    assert {slip.cost for slip in found} == {1, 2}


@given(seed=SEEDS, share=some.sampled_from([0.0, 0.001, 0.01, 0.1]))
@settings(max_examples=60)
def test_beatable_if_and_only_if_a_losing_mistake_is_reachable(seed: int, share: float) -> None:
    policy = blundering_policy(seed, share)
    loses = any(slip.reachable and slip.after == -1 for slip in mistakes(policy))
    assert ttt.evaluate(policy).unbeatable == (not loses)


def test_random_moves_reach_everything() -> None:
    assert reachable(uniform()).all()
    assert reachable(mix(uniform(), minimax(), 0.01)).all()


def agent_with(table: np.ndarray) -> ttt.Agent:
    return replace(ttt.untrained(), q=table)


PERFECT = agent_with(np.where(legal(), move_scores().astype(float), np.nan))


@given(seed=SEEDS, position=some.integers(0, N_OPEN - 1))
@settings(max_examples=50)
def test_principal_line_is_a_game_of_first_best_moves(seed: int, position: int) -> None:
    agent = agent_with(random_table(seed))
    board = boards()[position]
    for move in principal_line(agent, board):
        q = agent.q_values(board)
        assert move.board == board
        assert move.side == rules.side_to_move(board)
        assert move.value == np.nanmax(q) == q[move.cell]
        assert move.cell == min(cell for cell in rules.legal_moves(board) if q[cell] == move.value)
        board = rules.play(board, move.cell)
        assert move.worth == -worth(board)
    assert rules.outcome(board) is not None


def test_principal_line_of_a_perfect_agent() -> None:
    line = principal_line(PERFECT, "---------")
    assert len(line) == 9
    assert {move.worth for move in line} == {0}
    assert [move.cell for move in principal_line(PERFECT, "OX-|-X-|O--")] == [7]


def test_principal_line_of_an_ended_board_is_empty() -> None:
    assert principal_line(PERFECT, "XXX|OO-|---") == []


def test_twins_of_a_symmetric_agent_are_rated_alike() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=2_000, seed=1, symmetry=True))
    rated = rated_twins(agent, "X--|-O-|---")
    assert rated[0].board == "X---O----"
    assert sorted(twin.board for twin in rated) == twins("X---O----")
    assert {twin.difference for twin in rated} == {0}


def test_twins_of_one_changed_value() -> None:
    table = PERFECT.q.copy()
    table[position_of("----OX---"), 0] += 0.25
    differences = {
        twin.board: twin.difference for twin in rated_twins(agent_with(table), "-X--O----")
    }
    # The changed value stands on a twin; on that board itself it is also apart from its mirror.
    assert differences == {"-X--O----": 0, "----OX---": 0.25, "---XO----": 0, "----O--X-": 0}
    assert rated_twins(agent_with(table), "----OX---")[0].difference == 0.25


@given(seed=SEEDS, position=some.integers(0, N_OPEN - 1))
@settings(max_examples=50)
def test_twins_agree_with_brute_force(seed: int, position: int) -> None:
    agent, board = agent_with(random_table(seed)), boards()[position]
    q = dict(enumerate(agent.q_values(board)))
    expected: dict[str, float] = {}
    for symmetry in range(8):
        twin = transform(board, symmetry)
        origin = [int(digit) for digit in transform("012345678", symmetry)]
        values = agent.q_values(twin)
        apart = [abs(values[cell] - q[origin[cell]]) for cell in rules.legal_moves(twin)]
        expected[twin] = max(expected.get(twin, 0), *apart)
    assert {twin.board: twin.difference for twin in rated_twins(agent, board)} == expected


@pytest.mark.parametrize("board", ["nonsense", "XX-|---|---", ""])
def test_no_position(board: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        principal_line(PERFECT, board)
    with pytest.raises(ValueError, match=r"\w"):
        rated_twins(PERFECT, board)


def test_no_twins_after_the_end() -> None:
    with pytest.raises(ValueError, match="over"):
        rated_twins(PERFECT, "XXX|OO-|---")


def test_answer_without_failures_is_yes() -> None:
    assert Answer("?", 1.0, ("---------",), ()).yes
    assert not Answer("?", 1 - 1e-17, ("---------",), ("---------",)).yes


def test_exported() -> None:
    assert ttt.five_questions is five_questions
    assert ttt.mistakes is mistakes
