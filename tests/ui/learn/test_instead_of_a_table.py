"""Instead of a table: what the chapter shows and says, checked against the engine."""

from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation import optimal_share
from ttt_core.game.graph import position_of
from ttt_core.game.solution import move_values
from ttt_ui.learn import instead_of_a_table as chapter
from ttt_ui.learn.instead_of_a_table import (
    BOARD,
    MORE_UNITS,
    NETWORK,
    SEEDS,
    TABLE,
    UNITS,
    comparison,
    network,
    others_unbeatable,
    table,
)


def test_on_the_board_an_edge_draws_and_a_corner_loses() -> None:
    true_values = move_values()[position_of(BOARD)]
    assert [true_values[cell] for cell in (1, 3, 5, 7, 2, 6)] == [0, 0, 0, 0, -1, -1]


def test_a_hidden_unit_is_explained_by_its_weights() -> None:
    small, large = (network(units).weights for units in UNITS[:2])
    assert small is not None
    assert large is not None
    weights = (large.size - small.size) // (UNITS[1] - UNITS[0])
    assert f"A **hidden unit** is a group of {weights} of them" in chapter.AIM


def test_the_sizes_and_optimal_moves_are_the_engines() -> None:
    for units in (UNITS[0], UNITS[-1]):
        agent = network(units)
        assert agent.weights is not None
        assert agent.weights.size == 28 * units + 9
        assert f"{agent.weights.size:,} | 16,167" in comparison(agent)
        assert f"{100 * optimal_share(agent):.1f}%" in comparison(agent)
    assert NETWORK.games == TABLE.games == 1_000


def test_only_the_table_is_unbeatable_although_it_makes_more_mistakes() -> None:
    assert optimal_share(table()) < optimal_share(network(UNITS[-1]))
    assert ttt.evaluate(table()).unbeatable
    assert chapter.QUESTION.endswith(f"a network of {UNITS[-1]} hidden units?")
    assert chapter.ANSWERS[chapter.right()] == "Only the table"
    assert others_unbeatable() == (10, 0)
    assert "10 of 10 tables and 0 of 10 networks are unbeatable" in chapter.reason()


@pytest.mark.thorough
def test_it_holds_for_other_seeds_too() -> None:
    as_claimed = 0
    for seed in range(1_000, 1_020):
        one = ttt.train(replace(TABLE, seed=seed))
        other = ttt.train(replace(NETWORK, hidden_units=UNITS[-1], seed=seed))
        unbeatable = [ttt.evaluate(agent).unbeatable for agent in (one, other)]
        as_claimed += unbeatable == [True, False] and optimal_share(one) < optimal_share(other)
    assert as_claimed >= 18


@pytest.mark.thorough
def test_one_seed_makes_an_unbeatable_network() -> None:
    lucky = [ttt.evaluate(network(MORE_UNITS, seed)).unbeatable for seed in SEEDS]
    assert np.flatnonzero(lucky).size == 1
