from hypothesis import given, settings
from hypothesis import strategies as some

from tests.core.brute_force import PERFECT, SEEDS, agent_with, random_table
from ttt_core.game import board as rules
from ttt_core.game.board import transform
from ttt_core.game.graph import N_OPEN, boards, position_of
from ttt_core.study.boards import rated_equivalents


def test_one_changed_value_shows_in_the_equivalent_positions() -> None:
    table = PERFECT.q.copy()
    table[position_of("----OX---"), 0] += 0.25
    differences = {
        equivalent.board: equivalent.difference
        for equivalent in rated_equivalents(agent_with(table), "-X--O----")
    }
    # The changed value is on an equivalent board, where it also differs from its own mirror image.
    assert differences == {"-X--O----": 0, "----OX---": 0.25, "---XO----": 0, "----O--X-": 0}
    assert rated_equivalents(agent_with(table), "----OX---")[0].difference == 0.25


@given(seed=SEEDS, position=some.integers(0, N_OPEN - 1))
@settings(max_examples=50)
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
