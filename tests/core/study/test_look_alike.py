"""Boards that look alike although the same move has another true value: found exactly."""

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.refutation import surest_refutation
from ttt_core.game.graph import N_OPEN, boards, legal, position_of
from ttt_core.game.solution import move_values, position_values
from ttt_core.study.boards import cells_that_differ, look_alike


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


@pytest.mark.thorough
def test_every_mistake_has_one() -> None:
    mistakes = legal() & (move_values() != position_values()[:N_OPEN, None])
    values = np.zeros(mistakes.shape)
    differing = [
        cells_that_differ(position, look_alike(values, position, cell))
        for position, cell in np.argwhere(mistakes).tolist()
    ]
    assert differing.count(2) == 7_288
    assert differing.count(3) == 16
    assert len(differing) == 7_304
