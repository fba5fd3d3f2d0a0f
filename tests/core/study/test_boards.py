"""The board that best shows what an agent has learned."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.core.brute_force import SEEDS, agent_with, random_table, true_value
from ttt_core.evaluation.refutation import surest_refutation
from ttt_core.game import board as rules
from ttt_core.game.board import transform
from ttt_core.game.graph import N_OPEN, boards, legal, position_of
from ttt_core.game.solution import move_values, position_values
from ttt_core.study.boards import (
    cells_that_differ,
    example_board,
    look_alike,
    principal_line,
    rated_equivalents,
)


@pytest.mark.parametrize("kind", ["q-table", "reward-memory", "matchboxes"])
def test_an_untrained_agent_shows_the_empty_board(kind: ttt.Agent) -> None:
    assert example_board(ttt.untrained(kind=kind)) == "---------"


@pytest.mark.parametrize("name", ttt.PRESETS)
def test_a_trained_agent_shows_a_position_with_one_best_move(name: str) -> None:
    preset = ttt.PRESETS[name]
    most = 1_000 if preset.rule == "network" else 20_000
    agent = ttt.train(replace(preset, games=min(preset.games, most)))
    board = example_board(agent)
    position = position_of(board)
    true_value = move_values()[position][legal()[position]]
    assert (true_value == position_values()[position]).sum() == 1
    assert len(true_value) > 4
    assert len(set(agent.q_values(board)[legal()[position]])) > 1


def test_the_default_agent_shows_the_reply_to_a_corner() -> None:
    assert example_board(ttt.train(ttt.PRESETS["Default"])) == "X--------"


@pytest.mark.parametrize("games", [1, 5, 300])
def test_after_few_games_it_is_any_board_whose_values_differ(games: int) -> None:
    agent = ttt.train(replace(ttt.PRESETS["Default"], games=games))
    values = agent.q_values(example_board(agent))
    assert np.ptp(values[~np.isnan(values)]) > 0.1


@given(seed=SEEDS, position=some.integers(0, N_OPEN - 1))
@settings(max_examples=20)
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
        assert move.true_value == -true_value(board)
    assert rules.outcome(board) is not None
    assert principal_line(agent, board) == []


@given(seed=SEEDS, position=some.integers(0, N_OPEN - 1))
@settings(max_examples=20)
def test_equivalents_agree_with_brute_force(seed: int, position: int) -> None:
    agent, board = agent_with(random_table(seed)), boards()[position]
    q = dict(enumerate(agent.q_values(board)))
    expected: dict[str, float] = {}
    for symmetry in range(8):
        equivalent = transform(board, symmetry)
        origin = [int(digit) for digit in transform("012345678", symmetry)]
        values = agent.q_values(equivalent)
        apart = [abs(values[cell] - q[origin[cell]]) for cell in rules.legal_moves(equivalent)]
        expected[equivalent] = max(expected.get(equivalent, 0), *apart)
    assert {
        equivalent.board: equivalent.difference for equivalent in rated_equivalents(agent, board)
    } == expected


# Boards that look alike although the same move has another true value: found exactly


def test_it_is_the_most_alike_of_all_positions() -> None:
    agent = ttt.train(ttt.TrainingConfig(rule="network", hidden_units=4, games=500))
    found = surest_refutation(agent)
    position, cell, q, true_value = position_of(found.board), found.cell, agent.q, move_values()

    def unlike(other: int) -> tuple[int, float]:
        differing = cells_that_differ(position, other)
        return differing, abs(q[other, cell] - q[position, cell])

    others = [
        other
        for other in range(N_OPEN)
        if boards()[other].count("-") == found.board.count("-")
        and boards()[other][cell] == "-"
        and true_value[other, cell] != true_value[position, cell]
    ]
    assert look_alike(q, position, cell) == min(others, key=unlike)
    assert cells_that_differ(position, min(others, key=unlike)) == 2
