"""The agent plays game after game: what it learns, what is counted, and who explores."""

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.play.conftest import AGENT
from tests.ui.support import machine_with_empty_box
from ttt_core.evaluation import policy
from ttt_core.game.graph import graph
from ttt_ui.play.work import SWAP_EVERY, Stage, Terms, play_moves, training_epsilon

ALONE = Terms(opponent=None, explores=True, learns=True)
MINIMAX = ALONE._replace(opponent=policy.minimax())
EXPLORING = ttt.TrainingConfig(epsilon=1.0, epsilon_decay=1.0, epsilon_floor=1.0, games=1)


def play(agent: ttt.Agent, stage: Stage, terms: Terms, games: int) -> ttt.Agent:
    """Play until so many games have ended."""
    random = np.random.default_rng(1)
    while stage.tally.games < games:
        agent, *_ = play_moves(agent, stage, terms, 1, random)
    return agent


def test_it_swaps_sides_and_learns_from_every_game() -> None:
    stage = Stage()
    agent = play(AGENT, stage, MINIMAX, 2 * SWAP_EVERY)
    tally = stage.tally
    assert stage.agent_side == "X"
    assert agent.stats.games == AGENT.stats.games + 2 * SWAP_EVERY
    assert tally.agent_wins + tally.agent_losses + tally.ended("draw") == tally.games
    for side in ("X", "O"):
        assert sum(tally.results[side].values()) == SWAP_EVERY


def test_a_report_has_the_agent_and_the_stage_after_each_step() -> None:
    agent, stage, random = AGENT, Stage(), np.random.default_rng(1)
    for moves in (4, 8):
        agent, stage, random = play_moves(agent, stage, ALONE, 4, random)
        assert stage.tally.moves == moves
        assert agent.stats.games == AGENT.stats.games + stage.tally.games


def test_it_learns_as_in_training() -> None:
    agent = ttt.train(ttt.PRESETS["Adaptive (freeCodeCamp 2025)"])
    learned = play(agent, Stage(), ALONE, 30)
    x_to_move = graph().side[: len(agent.q)] == 0
    assert not np.array_equal(learned.q[x_to_move], agent.q[x_to_move], equal_nan=True)


@pytest.mark.parametrize("terms", [ALONE, MINIMAX])
def test_the_agent_explores_at_its_rate_and_its_opponent_never(terms: Terms) -> None:
    agent = ttt.train(EXPLORING)
    assert training_epsilon(agent) == 1
    stage = Stage()
    play(agent, stage, terms, 40)
    assert stage.tally.moves == stage.tally.explorations
    both = stage.tally.moves > 40 * 4
    assert both == (terms.opponent is None)
    stage, terms = Stage(), terms._replace(explores=False, learns=False)
    assert play(agent, stage, terms, 10) is agent
    assert stage.tally.moves > 0 == stage.tally.explorations


def test_exploratory_moves_are_the_least_tried_if_it_explores_so() -> None:
    config = ttt.TrainingConfig(
        epsilon=1.0, epsilon_decay=1.0, epsilon_floor=1.0, games=200, exploration="least-visited"
    )
    agent, stage = ttt.train(config), Stage()
    play_moves(agent, stage, ALONE, 1, np.random.default_rng(1))
    visits = agent.visit_counts("---------")
    assert visits[stage.moves[0]] == visits.min()


def test_a_machine_learns_from_a_game_it_has_resigned() -> None:
    machine, stage = machine_with_empty_box("---------"), Stage()
    learned = play(machine, stage, MINIMAX, 20)
    assert stage.tally.agent_losses == 20
    assert learned.stats.o_wins == 20


def test_it_does_not_learn_from_a_game_that_another_player_has_resigned() -> None:
    opponent = machine_with_empty_box("---------").policy()
    stage = Stage(agent_side="O")
    assert play(AGENT, stage, ALONE._replace(opponent=opponent), 20) is AGENT
    assert stage.tally.agent_wins == 20
