"""Players, pace, curve and words of the exhibition, each alone."""

from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation import as_policy, policy
from ttt_ui.play.exhibition import wording
from ttt_ui.play.exhibition.exploration import exploring, training_epsilon
from ttt_ui.play.exhibition.growing_curve import GrowingCurve, curve_figure
from ttt_ui.play.exhibition.pace import SPEEDS, Pace
from ttt_ui.play.exhibition.state import Exhibition, Tally
from ttt_ui.replay.game import Game

FAST = SPEEDS["200 games/s"]
AGENT = ttt.train(ttt.TrainingConfig(games=200, seed=1))


@pytest.mark.parametrize("exploration", ["epsilon", "least-visited"])
@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.0])
def test_the_exploration_rate_is_right_in_every_position(exploration: str, epsilon: float) -> None:
    agent = ttt.train(ttt.TrainingConfig(games=200, exploration=exploration, seed=1))  # type: ignore[arg-type]
    player = exploring(agent, epsilon)
    assert (as_policy(player.policy) == player.policy).all()
    assert ((player.explored >= 0) & (player.explored <= 1 + 1e-12)).all()
    np.testing.assert_allclose((player.policy * player.explored).sum(axis=1), epsilon, atol=1e-12)


def test_least_visited_exploration_takes_the_least_visited_moves() -> None:
    config = ttt.TrainingConfig(games=50, exploration="least-visited", seed=1)
    agent = ttt.train(config)
    explored = exploring(agent, 1.0).policy[0]
    least = agent.visits[0] == agent.visits[0].min()
    np.testing.assert_allclose(explored, least / least.sum())


def test_the_exploration_rate_continues_where_the_training_ended() -> None:
    config = ttt.TrainingConfig(games=200, epsilon=0.8, epsilon_decay=0.99, epsilon_floor=0.0)
    agent = ttt.train(config)
    assert training_epsilon(agent) == 0.8 * 0.99**200
    watched = ttt.learn_from_game(agent, [0, 3, 1, 4, 2])
    assert training_epsilon(watched) == 0.8 * 0.99**201
    assert training_epsilon(ttt.train(config, start=watched)) == 0.8 * 0.99**201
    untrained = ttt.untrained()
    assert training_epsilon(untrained) == untrained.config.epsilon


@pytest.mark.parametrize(
    ("distinct", "chance"), [(0, 1), (501, 1 / 2), (1_001, 1 / 3), (3_001, 0.1)]
)
def test_a_reward_memory_explores_by_experience(distinct: int, chance: float) -> None:
    memory = ttt.untrained(kind="reward-memory")
    config = ttt.PRESETS["Reward memory (Kutschera 2018)"]
    seen = np.zeros_like(memory.games_seen)
    seen[: distinct // 8] = 255
    seen[distinct // 8] = 2 ** (distinct % 8) - 1
    agent = replace(
        memory,
        games_seen=seen,
        trained_elsewhere=config,
        stats=ttt.Stats(games=distinct, draws=distinct, distinct_games=distinct),
    )
    assert training_epsilon(agent) == chance


@pytest.mark.parametrize("name", ["MENACE (Michie 1961)", "Two tables (2026)"])
def test_agents_that_no_longer_explore(name: str) -> None:
    agent = ttt.train(replace(ttt.PRESETS[name], games=3_000))
    assert training_epsilon(agent) == 0
    assert wording.exploring(agent, 0, self_play=True) == ""


def test_a_steady_pace_is_the_one_set() -> None:
    pace = Pace()
    made = [pace.due(FAST, 0.5 * step) for step in range(100)]
    assert made == [100] * 100
    assert pace.reached() == 200
    assert wording.pace(pace, FAST) == ""


def test_late_steps_are_made_up_for_up_to_a_second() -> None:
    pace = Pace()
    assert [pace.due(FAST, now) for now in (0, 0.75, 1.5, 2.25, 3)][1:] == [150] * 4
    assert wording.pace(pace, FAST) == ""
    assert [pace.due(FAST, now) for now in (5, 7, 9, 11)] == [200] * 4
    assert pace.reached() == 100
    assert wording.pace(pace, FAST) == "Set to 200 games a second; reaching 100 here."


def test_single_moves_are_never_made_up_for() -> None:
    pace, speed = Pace(), SPEEDS["1 move/s"]
    assert [pace.due(speed, now) for now in (0, 2, 4, 6)] == [1, 1, 1, 1]
    assert wording.pace(pace, speed) == "Set to 1 move a second; reaching 0.5 here."


def test_nothing_is_said_about_the_pace_before_it_is_known() -> None:
    pace = Pace()
    assert pace.reached() is None
    pace.due(FAST, 0)
    pace.due(FAST, 1.9)
    assert not pace.falls_short_of(FAST)
    pace.due(FAST, 1_000)
    assert pace.reached() is None


def test_a_growing_curve_keeps_few_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GrowingCurve, "POINTS", most := 20)
    agent = AGENT
    curve = GrowingCurve(agent)
    for _ in range(5 * most):
        agent = ttt.learn_from_game(agent, [0, 3, 1, 4, 2])
        curve.follow(agent)
        curve.follow(agent)
    games = curve.curve.games
    assert (games[0], games[-1]) == (0, 5 * most)
    assert most / 3 < games.size <= most
    steps = np.diff(games)
    assert (steps[:-1] > 0).all()
    assert steps.max() < 3 * np.median(steps)
    assert [len(trace.x) for trace in curve_figure(curve.curve).data] == [games.size] * 4


def test_words_before_the_first_game() -> None:
    show = Exhibition()
    facts = wording.facts(show, ttt.untrained(), self_play=False)
    assert wording.headline(show) == "X to move"
    assert facts["As X"] == facts["As O"] == "0 won, 0 drawn, 0 lost"
    assert facts["Distinct games"] == "0 of 255,168"
    assert facts["This position"] == "new"
    assert facts["Exploratory moves"] == "0 of 0"
    assert "As X" not in wording.facts(show, AGENT, self_play=True)


def test_words_of_a_game() -> None:
    show = Exhibition(game=Game(0, None, [4]), explored=True, tally=Tally(moves=1, explorations=1))
    assert wording.headline(show) == "O to move · X explored"
    assert wording.facts(show, AGENT, self_play=True)["Exploratory moves"] == "1 of 1"
    show.game = Game(0, None, [0, 3, 1, 4, 2])
    assert wording.headline(show) == "X wins"
    assert wording.familiarity(AGENT, show.game) == "the game is over"
    show.game = Game(0, None, [], resigned=True)
    assert wording.headline(show) == "X resigns, so O wins"


@pytest.mark.parametrize(
    ("changes", "epsilon", "self_play", "said"),
    [
        (
            {},
            0.25,
            True,
            "Both sides explore in 25.0% of their moves. "
            "An exploratory move takes a random free cell.",
        ),
        (
            {"exploration": "least-visited"},
            1.0,
            False,
            "The agent explores in every move; its opponent never does. "
            "An exploratory move is one that the agent has tried least often.",
        ),
        (
            {"rule": "reward-memory", "exploration": "experience", "symmetry": False},
            0.5,
            True,
            "Both sides explore in 50.0% of their moves. "
            "An exploratory move takes a random free cell. "
            "The more games the agent has seen, the less it explores.",
        ),
    ],
)
def test_who_explores(
    changes: dict[str, object], epsilon: float, self_play: bool, said: str
) -> None:
    agent = ttt.train(ttt.TrainingConfig(games=1, **changes))  # type: ignore[arg-type]
    assert wording.exploring(agent, epsilon, self_play=self_play) == said


def test_a_curve_in_words() -> None:
    curve = GrowingCurve(ttt.untrained())
    assert wording.curve_in_words(curve.curve).startswith("Learning curve over 0 games.")
    curve.follow(ttt.learn_from_game(ttt.untrained(), [0, 3, 1, 4, 2]))
    assert wording.curve_in_words(curve.curve).startswith("Learning curve over 1 game.")
    random = policy.uniform()
    assert "28.8% as X, " in wording.curve_in_words(GrowingCurve(ttt.untrained()).curve)
    assert ttt.evaluate(random).vs_random_as_x.loss == pytest.approx(0.288, abs=1e-3)
