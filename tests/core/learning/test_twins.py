import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.core.brute_force import PERFECT, SEEDS, agent_with, random_table
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards, position_of
from ttt_core.game.symmetry import transform, twins
from ttt_core.learning.twins import rated_twins


def test_twins_of_a_symmetric_agent_are_rated_alike() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=2_000, seed=1, symmetry=True))
    rated = rated_twins(agent, "X--|-O-|---")
    assert rated[0].board == "X---O----"
    assert sorted(twin.board for twin in rated) == twins("X---O----")
    assert {twin.difference for twin in rated} == {0}


def test_twins_of_one_changed_value() -> None:
    table = PERFECT.q.copy()
    table[position_of("----OX---"), 0] += 0.25
    differences = {
        twin.board: twin.difference for twin in rated_twins(agent_with(table), "-X--O----")
    }
    # The changed value stands on a twin; on that board itself it is also apart from its mirror.
    assert differences == {"-X--O----": 0, "----OX---": 0.25, "---XO----": 0, "----O--X-": 0}
    assert rated_twins(agent_with(table), "----OX---")[0].difference == 0.25


@given(seed=SEEDS, position=some.integers(0, N_OPEN - 1))
@settings(max_examples=50)
def test_twins_agree_with_brute_force(seed: int, position: int) -> None:
    agent, board = agent_with(random_table(seed)), boards()[position]
    q = dict(enumerate(agent.q_values(board)))
    expected: dict[str, float] = {}
    for symmetry in range(8):
        twin = transform(board, symmetry)
        origin = [int(digit) for digit in transform("012345678", symmetry)]
        values = agent.q_values(twin)
        apart = [abs(values[cell] - q[origin[cell]]) for cell in rules.legal_moves(twin)]
        expected[twin] = max(expected.get(twin, 0), *apart)
    assert {twin.board: twin.difference for twin in rated_twins(agent, board)} == expected


@pytest.mark.parametrize("board", ["nonsense", "XX-|---|---", ""])
def test_no_position(board: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        rated_twins(PERFECT, board)


def test_no_twins_after_the_end() -> None:
    with pytest.raises(ValueError, match="over"):
        rated_twins(PERFECT, "XXX|OO-|---")
