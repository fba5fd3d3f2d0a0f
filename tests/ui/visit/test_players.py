from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.support import Dice
from ttt_core.evaluation import Policy, outcome_chances, policy, result_for
from ttt_core.game import Side
from ttt_core.game.graph import N_OPEN, boards, legal
from ttt_core.learning import Level
from ttt_core.learning.agent import InPlay
from ttt_ui.visit.players import (
    DEPTHS,
    LARGEST_SHARE,
    LEVELS,
    MINIMAX,
    MINIMAX_FIRST,
    YOUR_AGENT,
    choose,
    even_share,
    expected_score,
    is_your_agent,
    opponent,
    player,
    player_label,
    player_names,
    playing_epsilon,
    share_after,
)

AGENT = ttt.train(ttt.TrainingConfig(games=2_000, seed=1, epsilon=0.5, epsilon_floor=0.05))
MACHINE = ttt.train(
    ttt.TrainingConfig(games=10_000, seed=1, rule="matchboxes", minimax_share=1.0, learns="X")
)
SIDES: tuple[Side, ...] = ("X", "O")
SHARES = [step / 10 for step in range(11)]


def test_each_level_plays_as_described() -> None:
    intermediate = opponent("Intermediate", AGENT, {}, explores=False).policy()
    assert (intermediate == AGENT.policy()).all()
    expert = opponent("Expert", AGENT, {}).policy()
    assert (expert == policy.minimax()).all()
    beginner = opponent("Beginner", AGENT, {}, explores=False).policy()
    assert np.allclose(beginner, 0.7 * policy.uniform() + 0.3 * AGENT.policy())
    adaptive = opponent("Adaptive", AGENT, {}, random_share=0.5).policy()
    assert np.allclose(adaptive, policy.mix(policy.uniform(), policy.minimax(), 0.5))
    for epsilon in (0.0, 0.1, 1.0):
        explores = policy.mix(policy.uniform(), AGENT.policy(), epsilon)
        for share in (0.0, 0.3, 1.0):
            custom = opponent("Custom", AGENT, {}, random_share=share, epsilon=epsilon)
            assert np.allclose(custom.policy(), policy.mix(policy.uniform(), explores, share))
    custom = opponent("Custom", AGENT, {}, random_share=0.5, name=MINIMAX).policy()
    assert np.allclose(custom, adaptive)


def test_playing_epsilon_is_where_training_ended_or_what_the_agent_has_in_play() -> None:
    assert playing_epsilon(AGENT) == 0.1, "0.5 did not decay: at most 0.1 against people"
    config = ttt.TrainingConfig(games=1_000, epsilon=0.5, epsilon_decay=0.99, epsilon_floor=0.0)
    assert playing_epsilon(replace(AGENT, training=(config,))) == pytest.approx(0.5 * 0.99**1_000)
    config = ttt.TrainingConfig(games=1, rule="reward-memory", exploration="experience")
    assert playing_epsilon(ttt.train(config)) == 0.1
    adaptive = ttt.train(ttt.PRESETS["Adaptive (freeCodeCamp 2025)"])
    assert playing_epsilon(adaptive) == 0.1
    assert playing_epsilon(replace(adaptive, in_play=InPlay(epsilon=0.3))) == 0.3
    assert playing_epsilon(replace(adaptive, in_play=None)) < 0.011
    chances = opponent("Intermediate", adaptive, {}).policy()
    assert np.allclose(chances, policy.mix(policy.uniform(), adaptive.policy(), 0.1))


def test_the_players_to_choose_from() -> None:
    rivals = {"Rival": ttt.untrained("Rival")}
    names = player_names(rivals)
    assert names == [YOUR_AGENT, "Reward memory", MINIMAX, MINIMAX_FIRST, "Rival", *DEPTHS]
    assert [player_label(name) for name in names] == [
        *("Your agent", "Reward memory", "Minimax", "Predictable minimax", "Rival"),
        *DEPTHS,
    ]
    expected = {
        MINIMAX_FIRST: policy.minimax("first"),
        **{name: policy.minimax(depth=depth) for name, depth in DEPTHS.items()},
        "Rival": policy.uniform(),
        "Gone": AGENT.policy(),
    }
    for name, chances in expected.items():
        assert (player(name, AGENT, rivals).policy() == chances).all()
    for name in (*names, "Gone"):
        assert is_your_agent(name, rivals) == (name in (YOUR_AGENT, "Gone"))


def test_matchboxes_neither_explore_nor_hide_that_they_resign() -> None:
    assert MACHINE.resigns("---------")
    assert playing_epsilon(MACHINE) == 0
    as_it_is = opponent("Intermediate", MACHINE, {}).policy()
    assert (as_it_is == MACHINE.policy()).all()
    random = np.random.default_rng(1)
    assert choose(as_it_is, "---------", random) is None
    beginner = opponent("Beginner", MACHINE, {}).policy()
    drawn = [choose(beginner, "---------", random) for _ in range(1_000)]
    assert 250 < drawn.count(None) < 350
    assert ttt.evaluate(beginner).vs_random_as_x.loss > 0.3


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("agent", [AGENT, MACHINE], ids=["greedy", "drawing"])
def test_random_and_chosen_moves_together_play_the_policy_exactly(
    level: Level, agent: ttt.Agent
) -> None:
    rival = opponent(level, agent, {}, random_share=0.3, epsilon=0.2)
    epsilon = playing_epsilon(agent)
    share = {"Beginner": 0.7 + 0.3 * epsilon, "Intermediate": epsilon, "Expert": 0}
    share |= {"Adaptive": 0.3, "Custom": 0.44}
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


def test_an_opponent_changes_when_it_learns_or_plays_differently() -> None:
    same = opponent("Intermediate", AGENT, {}).policy_key
    assert opponent("Intermediate", AGENT, {}).policy_key == same
    for other in (
        opponent("Intermediate", AGENT, {}, explores=False),
        opponent("Beginner", AGENT, {}),
        opponent("Expert", AGENT, {}),
        opponent("Intermediate", ttt.learn_from_game(AGENT, (0, 3, 1, 4, 2)), {}),
    ):
        assert other.policy_key != same


def adaptive(share: float, side: Side) -> Policy:
    return policy.mix(policy.uniform(), policy.minimax(), even_share(share, side))


@pytest.mark.parametrize("side", SIDES)
def test_the_level_is_as_strong_as_the_visitor_and_follows_wins_and_losses(side: Side) -> None:
    results = (side, "draw", "O" if side == "X" else "X")
    for share in SHARES:
        rival = adaptive(share, side)
        score = expected_score(share, rival, side)
        beginner_is_too_strong = even_share(share, side) == LARGEST_SHARE and score < 0.5
        assert beginner_is_too_strong or score == pytest.approx(0.5, abs=0.01)
        won, drawn, lost = (share_after(share, rival, side, result) for result in results)
        assert 0 <= won <= drawn <= lost <= 1
        assert won < share or share == 0
        assert lost > share or share == 1
        assert drawn < share or not beginner_is_too_strong
        assert even_share(won, side) <= even_share(share, side) <= even_share(lost, side)
    assert even_share(0, side) == 0, "against a perfect visitor, it is Expert"
    assert even_share(1, side) == LARGEST_SHARE, "against a random visitor, it is as Beginner"


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    "visitor",
    [
        ttt.train(ttt.TrainingConfig(games=1_000, seed=1)).policy(),
        policy.mix(policy.uniform(), policy.win_or_block(), 0.3),
    ],
    ids=["learned a little", "blocks half the time"],
)
def test_other_styles_than_the_models_come_to_score_half_too(visitor: Policy, side: Side) -> None:
    share, score = 0.3, 0.0
    results = (side, "draw", "O" if side == "X" else "X")
    for _ in range(40):
        rival = adaptive(share, side)
        players = (visitor, rival) if side == "X" else (rival, visitor)
        chances = result_for(outcome_chances(*players)[0], side)
        won, drawn, _ = chances
        score = won + drawn / 2
        share = sum(
            chance * share_after(share, rival, side, result)
            for chance, result in zip(chances, results, strict=True)
        )
    assert score == pytest.approx(0.5, abs=0.05)
