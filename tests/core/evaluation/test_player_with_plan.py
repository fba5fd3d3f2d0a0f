"""The player with a plan, in all positions."""

import pytest

from tests.core.brute_force import OPEN_BOARDS, called_for
from ttt_core.evaluation.policy import as_policy, player_with_plan


@pytest.mark.parametrize("wanted", [(4, 0, 8), (0, 1, 2, 3, 4, 5, 6, 7, 8), (5,)])
def test_it_completes_a_line_or_blocks_one_or_takes_the_first_wanted_cell(
    wanted: tuple[int, ...],
) -> None:
    plan = as_policy(player_with_plan(wanted))
    for position, board in enumerate(OPEN_BOARDS):
        choice = called_for(board)
        first = next(([cell] for cell in wanted if cell in choice), sorted(choice))
        assert [cell for cell in range(9) if plan[position, cell] > 0] == first
        assert set(plan[position, first]) == {1 / len(first)}
