"""Exact chances of games that may never end, against equations, proofs and played games."""

from functools import partial

import numpy as np
import pytest

from tests.core.other_games.slow import after
from ttt_core import other_games
from ttt_core.other_games import MORRIS, GameConfig, compiled, connect_four

GAME = compiled(MORRIS)
evaluate = partial(other_games.evaluate, GAME)
best_response = partial(other_games.best_response, GAME)
greedy = partial(other_games.greedy, GAME)
match = partial(other_games.match, GAME)
perfect = partial(other_games.perfect, GAME)
uniform = partial(other_games.uniform, GAME)
PLACES = [GAME.place(position) for position in range(GAME.side.size)]
LEARNED = other_games.train(MORRIS, GameConfig(games=3_000, seed=1)).policy()
FOUR = compiled(connect_four(), symmetry=True)


def by_equations(policy_x: np.ndarray, policy_o: np.ndarray) -> tuple[float, float]:
    """Solve for the chances that X and that O wins, over the positions that can be reached."""
    numbers = {place: index for index, place in enumerate(PLACES)}
    reached, waiting = {0}, [0]
    rows: dict[int, list[tuple[int, float]]] = {}
    while waiting:
        index = waiting.pop()
        place = PLACES[index]
        policy = policy_x if place[1] == "X" else policy_o
        rows[index] = [
            (numbers[child], share)
            for child, share in zip(after(*place), policy[index].tolist(), strict=False)
            if share > 0
        ]
        fresh = {child for child, _ in rows[index]} - reached
        reached |= fresh
        waiting.extend(child for child in fresh if child < GAME.n_open)
    ending = {index for index in reached if index >= GAME.n_open}
    # Only positions from which the game can end belong into the equations.
    ends, grew = set(ending), True
    while grew:
        more = {index for index, row in rows.items() if any(c in ends for c, _ in row)} - ends
        grew = bool(more)
        ends |= more
    inside = sorted(ends - ending)
    where = {index: order for order, index in enumerate(inside)}
    matrix, wins = np.eye(len(inside)), np.zeros((len(inside), 2))
    for index in inside:
        for child, share in rows[index]:
            if child in where:
                matrix[where[index], where[child]] -= share
            elif child in ending:
                wins[where[index], 1 - GAME.side[child]] += share
    chances = np.linalg.solve(matrix, wins)
    return tuple(chances[where[0]].tolist()) if 0 in where else (0.0, 0.0)


@pytest.mark.parametrize(
    ("x", "o"),
    [
        # The most equations: seconds to solve.
        pytest.param(LEARNED, LEARNED, id="itself", marks=pytest.mark.thorough),
        pytest.param(LEARNED, uniform(), id="random O", marks=pytest.mark.thorough),
        pytest.param(perfect(), LEARNED, id="perfect X"),
        pytest.param(LEARNED, perfect(), id="perfect O", marks=pytest.mark.thorough),
    ],
)
def test_a_match_solves_the_linear_equations(x: np.ndarray, o: np.ndarray) -> None:
    result = match(x, o)
    assert (result.win, result.loss) == pytest.approx(by_equations(x, o), abs=1e-11)
    assert sum(result) == pytest.approx(1)


def test_the_perfect_player_wins_by_force_and_everybody_loses_as_o() -> None:
    card = evaluate(perfect())
    assert (card.forces_win_as_x, card.never_loses_as_x) == (True, True)
    assert card.worst_case_loss_as_x == 0
    assert card.least_wins_as_x == pytest.approx(1)
    for policy in (perfect(), uniform(), LEARNED):
        assert evaluate(policy).worst_case_loss_as_o == pytest.approx(1)
    assert not evaluate(uniform()).forces_win_as_x
    assert not evaluate(uniform()).never_loses_as_x


def test_a_game_that_never_ends_is_a_draw_and_one_that_must_end_has_no_trace_of_one() -> None:
    """Two players who never complete a line if they can help it, and step back and forth."""
    peaceful = greedy(np.where(GAME.outcome[GAME.child] == 0, 1.0, 0.0))
    policy = np.eye(9)[peaceful.argmax(axis=1)]
    result = match(policy, policy)
    assert result.draw == pytest.approx(1)
    assert result.win == result.loss == 0
    assert match(LEARNED, uniform()).draw == 0


def test_connect_four_is_drawn_by_perfect_players_and_the_random_one_is_beatable() -> None:
    best, chance = other_games.perfect(FOUR), other_games.uniform(FOUR)
    assert other_games.match(FOUR, best, best) == (0, 1, 0)
    card = other_games.evaluate(FOUR, best)
    assert card.never_loses_as_x
    assert card.never_loses_as_o
    assert not card.forces_win_as_x
    assert card.worst_case_loss_as_x == card.worst_case_loss_as_o == card.least_wins_as_x == 0
    card = other_games.evaluate(FOUR, chance)
    assert not card.never_loses_as_x
    assert not card.never_loses_as_o
    assert sum(card.vs_random_as_x) == pytest.approx(1)
    whole = compiled(connect_four())
    as_x = other_games.match(whole, other_games.uniform(whole), other_games.uniform(whole))
    assert as_x == pytest.approx(card.vs_random_as_x)


@pytest.mark.parametrize("policy", [LEARNED, uniform(), perfect()])
def test_no_opponent_does_better_than_the_worst_case_and_the_best_response_as_well(
    policy: np.ndarray,
) -> None:
    card = evaluate(policy)
    as_x, as_o = best_response(policy, "X"), best_response(policy, "O")
    assert match(as_x, policy).win == pytest.approx(card.worst_case_loss_as_o, abs=1e-11)
    assert match(policy, as_o).loss == pytest.approx(card.worst_case_loss_as_x, abs=1e-11)
    for seed in range(3):
        rival = greedy(np.random.default_rng(seed).random((GAME.n_open, 9)))
        assert match(policy, rival).loss <= card.worst_case_loss_as_x + 1e-11
        assert match(policy, rival).win >= card.least_wins_as_x - 1e-11
        assert match(rival, policy).win <= card.worst_case_loss_as_o + 1e-11
        assert match(rival, policy).loss >= card.least_wins_as_o - 1e-11
