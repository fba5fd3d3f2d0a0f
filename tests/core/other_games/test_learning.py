"""Learning: the same games and the same values as in plain Python."""

from functools import cache

import numpy as np
import pytest

from tests.core.other_games import slow
from ttt_core import other_games
from ttt_core.other_games import (
    MORRIS,
    BoardGame,
    GameCard,
    GameConfig,
    GameRun,
    connect_four,
    evaluate,
    train,
)
from ttt_core.other_games.ready_made import LEARNERS, ready_made, train_one

CONFIGS = {
    "minimax-Q": GameConfig(games=60, seed=2, epsilon=0.1, epsilon_decay=0.98, alpha=0.9),
    "Q-learning": GameConfig(games=60, seed=3, rule="q-learning", epsilon_floor=0.0),
    "reward memory": GameConfig(
        games=80, seed=4, rule="reward-memory", exploration="experience", experience_games=9
    ),
    "no doubling": GameConfig(
        games=60, seed=5, rule="reward-memory", reward_base=1.0, weight_loss=-100.0, epsilon=0.2
    ),
}


@cache
def numbers_of(game: BoardGame) -> dict[slow.Place, int]:
    """Return the number of every position of a game."""
    graph = other_games.compiled(game)
    return {graph.place(position): position for position in range(graph.side.size)}


def card_of(config: GameConfig) -> GameCard:
    run = train(MORRIS, config)
    return evaluate(run.graph, run.policy())


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
@pytest.mark.parametrize(
    ("game", "rules"),
    [(MORRIS, slow.MORRIS), (connect_four(), slow.FOUR)],
    ids=["Morris", "Connect Four"],
)
def test_a_slow_learner_plays_and_learns_identically(
    game: BoardGame, rules: slow.Rules, config: GameConfig
) -> None:
    learner = slow.SlowLearner(rules, config)
    for _ in range(config.games):
        learner.play()
    run = other_games.train(game, config)
    assert run.distinct_games == len(learner.games)
    assert sum(run.results) == run.games_played == config.games
    graph, q = run.graph, run.q
    numbers = numbers_of(game)
    learned = {numbers[place]: q for place, q in learner.q.items() if rules.after(*place)}
    for position, values in learned.items():
        n = graph.n_moves[position]
        np.testing.assert_allclose(q[position, :n], values[:n], rtol=1e-12, atol=1e-15)
        assert np.isnan(q[position, n:]).all()
    others = np.delete(q, list(learned), axis=0)
    assert not np.nan_to_num(others).any()


def test_with_symmetry_one_position_stands_for_all_its_equivalents() -> None:
    graph, q, *_ = ready_made("connect-four", "minimax-q")
    board = "--------OOO-XXX-"
    one, other = (graph.values_of_moves(q, each, "X") for each in (board, "---------OOO-XXX"))
    assert one == {(-1, cell ^ 3): value for (_, cell), value in other.items()}
    assert one[-1, 15] == max(one.values()) == pytest.approx(1, abs=0.01)
    assert set(one) == {*other_games.legal_moves(connect_four(), board, "X")}
    with pytest.raises(ValueError, match="cannot occur"):
        graph.values_of_moves(q, "X" * 16, "X")


def test_a_run_in_parts_is_the_same_run() -> None:
    config = GameConfig(games=300, seed=7)
    run = GameRun(MORRIS, config)
    for games in (1, 99, 150, 1_000):
        run.play(games)
    assert run.games_played == 300
    np.testing.assert_array_equal(run.q, train(MORRIS, config).q)


def test_minimax_q_forces_the_win_and_the_published_memory_loses_every_game() -> None:
    card = card_of(GameConfig(games=30_000))
    assert card.forces_win_as_x
    assert card.least_wins_as_x == pytest.approx(1, abs=1e-9)
    memory = GameConfig(games=100_000, rule="reward-memory", exploration="experience")
    card = card_of(memory)
    assert card.vs_random_as_x.win > 0.98
    assert card.worst_case_loss_as_x == pytest.approx(1, abs=1e-9)
    assert ready_made("morris", "changed-memory").card.forces_win_as_x  # without doubling


WRONG = {"games": 0, "alpha": 0.0, "rule": "minimax", "reward_base": 3.0, "seed": 1.5, "alfa": 1}


@pytest.mark.parametrize(("name", "value"), WRONG.items())
def test_wrong_settings_are_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name):
        GameConfig(**{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("morris", "minimax-q"),
        pytest.param("morris", "changed-memory", marks=pytest.mark.thorough),
        pytest.param("connect-four", "minimax-q", marks=pytest.mark.thorough),
        pytest.param("connect-four", "changed-memory", marks=pytest.mark.thorough),
    ],
)
def test_a_ready_made_learner_is_what_training_gives(game: str, name: str) -> None:
    kept, trained = ready_made(game, name), train_one(game, name)
    assert kept.q.tobytes() == trained.q.tobytes()
    assert (kept.points, kept.cards) == (trained.points, trained.cards)


def test_only_a_memory_that_explores_far_longer_holds_connect_four() -> None:
    minimax, memory, changed = (
        ready_made("connect-four", name).card for name in LEARNERS["morris"]
    )
    assert 0 < minimax.worst_case_loss_as_x < 0.01
    assert memory.worst_case_loss_as_x == memory.worst_case_loss_as_o == 1
    assert (changed.never_loses_as_x, changed.never_loses_as_o) == (True, True)
