"""Instead of a table: what the chapter shows and says, checked against the engine."""

import pytest

import ttt_core as ttt
from ttt_core.evaluation import optimal_share
from ttt_core.game.graph import position_of
from ttt_core.game.solution import move_values
from ttt_ui.learn import instead_of_a_table as chapter


def test_on_the_board_an_edge_draws_and_a_corner_loses() -> None:
    true_values = move_values()[position_of(chapter.BOARD)]
    assert [true_values[cell] for cell in (1, 3, 5, 7, 2, 6)] == [0, 0, 0, 0, -1, -1]


def test_the_sizes_and_optimal_moves_are_the_engines() -> None:
    weights_of_a_unit = 28
    assert f"A **hidden unit** is a group of {weights_of_a_unit} of them" in chapter.AIM
    for units in (chapter.UNITS[0], chapter.UNITS[-1]):
        agent = chapter.network(units)
        assert agent.weights.size == weights_of_a_unit * units + 9
        assert f"{agent.weights.size:,} | 16,167" in chapter.comparison(agent)
        assert f"{100 * optimal_share(agent):.1f}%" in chapter.comparison(agent)


def test_only_the_table_is_unbeatable_although_it_makes_more_mistakes() -> None:
    table, network = chapter.table(), chapter.network(chapter.UNITS[-1])
    assert optimal_share(table) < optimal_share(network)
    assert [ttt.evaluate(agent).unbeatable for agent in (table, network)] == [True, False]
    assert chapter.QUESTION.endswith(f"a network of {chapter.UNITS[-1]} hidden units?")
    assert chapter.ANSWERS[chapter.right()] == "Only the table"


@pytest.mark.thorough
def test_other_seeds_make_unbeatable_tables_and_no_unbeatable_networks_but_one_larger() -> None:
    assert "10 of 10 tables and 0 of 10 networks are unbeatable" in chapter.reason()
    networks = [chapter.network(chapter.MORE_UNITS, seed) for seed in chapter.SEEDS]
    assert sum(ttt.evaluate(network).unbeatable for network in networks) == 1
