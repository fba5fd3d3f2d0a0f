"""MENACE: its boxes, its beads and resigning."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.brute_force import OPEN_BOARDS, plain_outcome, random_moves
from tests.core.learning.slow_learner import first_equivalent
from tests.ui.support import machine_with_empty_box
from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.mistakes import optimal_share
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import N_OPEN, boards, graph, position_of
from ttt_core.learning.matchboxes import bead_policy, first_beads, number_of_boxes
from ttt_core.tools.arguments import over_seeds

MENACE = ttt.PRESETS["MENACE (Michie 1961)"]
PERFECT = replace(MENACE, random_share=0.0, minimax_share=1.0)


@pytest.mark.parametrize(("side", "by_move"), [("X", [1, 12, 108, 183]), ("O", [3, 38, 153, 86])])
def test_there_are_304_boxes_for_x_and_280_for_o(side: Side, by_move: list[int]) -> None:
    marks = np.array([9 - board.count("-") for board in boards()[:N_OPEN]])
    counted = [number_of_boxes(side, marks // 2 == move) for move in range(5)]
    assert counted == [*by_move, 0]
    assert number_of_boxes(side) == sum(by_move) == {"X": 304, "O": 280}[side]


def test_michies_machine_learns_x_only_also_from_people() -> None:
    agent = ttt.learn_from_game(ttt.train(MENACE), (0, 3, 1, 4, 2))
    o_to_move = graph().side[:N_OPEN] == 1
    assert not agent.visits[o_to_move].any()
    assert agent.q[o_to_move].tobytes() == first_beads("michie")[o_to_move].tobytes()
    both = ttt.learn_from_game(ttt.untrained(kind="matchboxes"), (0, 3, 1, 4, 2))
    assert both.visits[o_to_move].any()


def test_with_an_empty_box_it_resigns_and_loses_the_game() -> None:
    agent = machine_with_empty_box("---------")
    assert agent.resigns("---------")
    assert not agent.resigns("X---O----")
    assert agent.move_probabilities("---------").tolist() == [0] * 9
    card = ttt.evaluate(agent)
    assert card.vs_random_as_x == card.worst_case_as_x == (0, 0, 1)
    assert card.vs_random_as_o == ttt.evaluate(ttt.untrained(kind="matchboxes")).vs_random_as_o
    assert not card.unbeatable


def test_it_draws_beads_and_its_evaluation_is_exact_with_empty_boxes() -> None:
    agent = ttt.train(replace(MENACE, games=3_000, seed=2))
    assert bead_policy(agent.q)[:, RESIGNING].sum() == 12

    @cache
    def drawn(board: str) -> dict[int, Fraction]:
        colour = {cell: first_equivalent(board, cell) for cell in rules.legal_moves(board)}
        box = {colour[c]: Fraction(int(agent.q[position_of(board), c])) for c in colour}
        if len(box) == 1:
            return random_moves(board)
        alike = Counter(colour.values())
        if total := sum(box.values()):
            return {cell: box[one] / total / alike[one] for cell, one in colour.items()}
        return {RESIGNING: Fraction(1)}

    expected = [[float(drawn(board).get(cell, 0)) for cell in range(10)] for board in OPEN_BOARDS]
    np.testing.assert_allclose(bead_policy(agent.q), expected, atol=1e-15)
    win, draw, loss = ttt.evaluate(agent).vs_random_as_x
    exact = plain_outcome(drawn, random_moves).astype(float)
    assert (win, loss, draw) == pytest.approx(tuple(exact), abs=1e-14)


def test_resigning_is_a_mistake_unless_every_move_loses() -> None:
    machine = machine_with_empty_box("---------", "---XOX--O", "XO--X---O")
    made = {mistake.board: mistake for mistake in ttt.mistakes(machine)}
    first = made["---------"]
    assert (first.cells, first.before, first.after, first.probability) == ((), 0, -1, 1)
    assert made["XO--X---O"].cost == 2
    assert "---XOX--O" not in made  # every move loses
    assert optimal_share(machine) < optimal_share(ttt.untrained(kind="matchboxes"))
    opening = ttt.five_questions(machine)[0]
    assert (opening.share, opening.failing) == (0, ("---------",))


def test_it_learns_from_a_resigned_game() -> None:
    agent = machine_with_empty_box("X-O------")
    after = ttt.learn_from_game(agent, (0, 2))
    assert after.q[0].tolist() == [3, 4, 3, 4, 4, 4, 3, 4, 3]
    assert after.stats == ttt.Stats(games=1, o_wins=1)
    assert not after.games_seen.any()
    for other, cells in ((agent, (0, 1)), (ttt.untrained(), (0, 2))):
        with pytest.raises(ValueError, match="not finished"):
            ttt.learn_from_game(other, cells)


@pytest.mark.thorough
def test_more_than_half_of_100_machines_resign_after_perfect_play() -> None:
    for beads, resigning in (("michie", 59), ("simulation", 16)):
        config = replace(PERFECT, beads=beads)
        machines = over_seeds(lambda seed: ttt.train(replace(config, seed=seed)), 100)  # noqa: B023
        assert sum(machine.resigns("---------") for machine in machines) == resigning


@pytest.mark.parametrize("resigns", [0.5, -1.0, np.nan])
def test_rows_with_resigning_must_sum_to_1(resigns: float) -> None:
    policy = machine_with_empty_box("---------").policy()
    policy[0, RESIGNING] = resigns
    with pytest.raises(ValueError, match="policy"):
        ttt.evaluate(policy)
