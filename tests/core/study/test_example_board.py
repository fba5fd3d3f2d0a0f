"""The board that best shows what an agent has learned."""

from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.game.graph import legal, position_of
from ttt_core.game.solution import move_values, position_values
from ttt_core.study.boards import example_board


@pytest.mark.parametrize("kind", ["q-table", "reward-memory", "matchboxes"])
def test_an_untrained_agent_shows_the_empty_board(kind: ttt.Agent) -> None:
    assert example_board(ttt.untrained(kind=kind)) == "---------"


@pytest.mark.parametrize("name", ttt.PRESETS)
def test_a_trained_agent_shows_a_position_with_one_best_move(name: str) -> None:
    preset = ttt.PRESETS[name]
    most = 2_000 if preset.rule == "network" else 20_000
    agent = ttt.train(replace(preset, games=min(preset.games, most)))
    board = example_board(agent)
    position = position_of(board)
    true_value = move_values()[position][legal()[position]]
    assert (true_value == position_values()[position]).sum() == 1
    assert len(true_value) > 4
    assert len(set(agent.q_values(board)[legal()[position]])) > 1


def test_the_default_agent_shows_the_reply_to_a_corner() -> None:
    assert example_board(ttt.train(ttt.PRESETS["Default"])) == "X--------"


@pytest.mark.parametrize("games", [1, 2, 5, 20, 300])
def test_after_few_games_it_is_any_board_whose_values_differ(games: int) -> None:
    agent = ttt.train(replace(ttt.PRESETS["Default"], games=games))
    values = agent.q_values(example_board(agent))
    assert np.ptp(values[~np.isnan(values)]) > 0.1
