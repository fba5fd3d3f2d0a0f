from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.support import Dice
from ttt_core.evaluation import policy
from ttt_core.game.graph import N_OPEN, boards, legal
from ttt_core.learning.agent import InPlay
from ttt_ui.visit.opponents import Strength, opponent, playing_epsilon
from ttt_ui.visit.players import (
    DEPTHS,
    MINIMAX,
    MINIMAX_FIRST,
    YOUR_AGENT,
    choose,
    is_your_agent,
    player,
    player_label,
    player_names,
)

AGENT = ttt.train(ttt.TrainingConfig(games=2_000, seed=1, epsilon=0.5, epsilon_floor=0.05))
MACHINE = ttt.train(
    ttt.TrainingConfig(games=10_000, seed=1, rule="matchboxes", minimax_share=1.0, learns="X")
)


def test_each_level_plays_as_described() -> None:
    intermediate = opponent(Strength("Intermediate", explore=False), AGENT, {}).policy()
    assert (intermediate == AGENT.policy()).all()
    expert = opponent(Strength("Expert"), AGENT, {}).policy()
    assert (expert == policy.minimax()).all()
    beginner = opponent(Strength("Beginner", explore=False), AGENT, {}).policy()
    assert np.allclose(beginner, 0.7 * policy.uniform() + 0.3 * AGENT.policy())
    mixed = policy.mix(policy.uniform(), policy.minimax(), 0.5)
    for level in ("Adaptive", "Custom"):
        chances = opponent(Strength(level, True, 0.5, 0.0, MINIMAX), AGENT, {}).policy()
        assert np.allclose(chances, mixed)


def test_stronger_levels_lose_less_to_random() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=50_000, seed=1))
    losses = [
        ttt.evaluate(opponent(Strength(level), agent, {}).policy()).vs_random_as_o.loss
        for level in ("Beginner", "Intermediate", "Expert")
    ]
    assert losses[0] > losses[1] > losses[2] == 0


def test_playing_epsilon_is_where_training_ended() -> None:
    assert playing_epsilon(AGENT) == 0.1, "0.5 did not decay: at most 0.1 against people"
    config = ttt.TrainingConfig(games=1_000, epsilon=0.5, epsilon_decay=0.99, epsilon_floor=0.0)
    agent = replace(AGENT, training=(config,))
    assert playing_epsilon(agent) == pytest.approx(0.5 * 0.99**1_000)
    config = ttt.TrainingConfig(games=1, rule="reward-memory", exploration="experience")
    assert playing_epsilon(ttt.train(config)) == 0.1


def test_the_adaptive_ai_has_its_own_epsilon_against_people() -> None:
    agent = ttt.train(ttt.PRESETS["Adaptive (freeCodeCamp 2025)"])
    assert playing_epsilon(agent) == 0.1
    assert playing_epsilon(replace(agent, in_play=InPlay(epsilon=0.3))) == 0.3
    assert playing_epsilon(replace(agent, in_play=None)) < 0.011
    chances = opponent(Strength("Intermediate"), agent, {}).policy()
    assert np.allclose(chances, policy.mix(policy.uniform(), agent.policy(), 0.1))


def test_the_players_to_choose_from() -> None:
    assert player_names({"Rival": AGENT}) == [
        YOUR_AGENT,
        "Reward memory",
        MINIMAX,
        MINIMAX_FIRST,
        "Rival",
        *DEPTHS,
    ]
    assert (player(MINIMAX_FIRST, AGENT, {}).policy() == policy.minimax("first")).all()
    for name, depth in DEPTHS.items():
        assert (player(name, AGENT, {}).policy() == policy.minimax(depth=depth)).all()
    for name in player_names({"Rival": AGENT}):
        assert is_your_agent(name, {"Rival": AGENT}) == (name == YOUR_AGENT)
    assert is_your_agent("Gone", {})
    labels = [player_label(name) for name in player_names({"Rival": AGENT})]
    assert labels == [
        "Your agent",
        "Reward memory",
        "Minimax",
        "Predictable minimax",
        "Rival",
        *DEPTHS,
    ]
    rival = ttt.untrained("Rival")
    assert (player("Rival", AGENT, {"Rival": rival}).policy() == policy.uniform()).all()
    assert (player("Gone", AGENT, {}).policy() == AGENT.policy()).all()


def test_matchboxes_neither_explore_nor_hide_that_they_resign() -> None:
    assert MACHINE.resigns("---------")
    assert playing_epsilon(MACHINE) == 0
    as_it_is = opponent(Strength("Intermediate"), MACHINE, {}).policy()
    assert (as_it_is == MACHINE.policy()).all()
    random = np.random.default_rng(1)
    assert choose(as_it_is, "---------", random) is None
    beginner = opponent(Strength("Beginner"), MACHINE, {}).policy()
    drawn = [choose(beginner, "---------", random) for _ in range(1_000)]
    assert 250 < drawn.count(None) < 350
    assert ttt.evaluate(beginner).vs_random_as_x.loss > 0.3


def test_choose_draws_legal_cells_only() -> None:
    random = np.random.default_rng(1)
    drawn = {choose(policy.uniform(), "XO-XO----", random) for _ in range(200)}
    assert drawn == {2, 5, 6, 7, 8}


@pytest.mark.parametrize("level", ["Beginner", "Intermediate", "Expert", "Adaptive", "Custom"])
@pytest.mark.parametrize("agent", [AGENT, MACHINE], ids=["greedy", "drawing"])
def test_random_and_chosen_moves_together_play_the_policy_exactly(
    level: str, agent: ttt.Agent
) -> None:
    strength = Strength(level, True, 0.3, 0.2, YOUR_AGENT)  # type: ignore[arg-type]
    rival = opponent(strength, agent, {})
    epsilon = playing_epsilon(agent)
    share = {
        "Beginner": 0.7 + 0.3 * epsilon,
        "Intermediate": epsilon,
        "Expert": 0,
        "Adaptive": 0.3,
        "Custom": 0.44,
    }
    assert rival.random_share == pytest.approx(share[level])
    chances = rival.policy()
    assert np.abs(chances.sum(axis=1) - 1).max() < 1e-12
    assert (chances[:, :9][~legal()] == 0).all()
    by_chance, by_values = Dice(0.0), Dice(rival.random_share)
    for position in range(0, N_OPEN, 500):
        _, at_random = rival.move(boards()[position], by_values)  # type: ignore[arg-type]
        assert not at_random
        together = (1 - rival.random_share) * by_values.chances
        if rival.random_share > 0:
            _, at_random = rival.move(boards()[position], by_chance)  # type: ignore[arg-type]
            assert at_random
            together[: by_chance.chances.size] += rival.random_share * by_chance.chances
            assert (by_chance.chances == policy.uniform()[position]).all()
        assert np.allclose(together, chances[position])


def test_random_moves_and_epsilon_mix_as_described() -> None:
    for epsilon in (0.0, 0.1, 1.0):
        player = policy.mix(policy.uniform(), AGENT.policy(), epsilon)
        for share in (0.0, 0.3, 1.0):
            custom = Strength("Custom", True, share, epsilon, YOUR_AGENT)
            mixed = policy.mix(policy.uniform(), player, share)
            assert np.allclose(opponent(custom, AGENT, {}).policy(), mixed, rtol=0, atol=1e-15)


def test_an_opponent_changes_when_it_learns_or_plays_differently() -> None:
    same = opponent(Strength("Intermediate"), AGENT, {}).policy_key
    assert opponent(Strength("Intermediate"), AGENT, {}).policy_key == same
    for other in (
        opponent(Strength("Intermediate", explore=False), AGENT, {}),
        opponent(Strength("Beginner"), AGENT, {}),
        opponent(Strength("Expert"), AGENT, {}),
        opponent(Strength("Intermediate"), ttt.learn_from_game(AGENT, (0, 3, 1, 4, 2)), {}),
    ):
        assert other.policy_key != same
