from itertools import cycle
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.policy import greedy, uniform
from ttt_core.evaluation.policy_function import policy_from
from ttt_core.game.graph import N_OPEN, legal


def first_free(board: str) -> int:
    return board.index("-")


FIRST_FREE = greedy(np.zeros((N_OPEN, 9)), "first")
CELL_OR_NINE = "a cell from 0 to 8, or nine"


def evenly(board: str) -> list[float]:
    return [(mark == "-") / board.count("-") for mark in board]


def test_a_function_gives_a_policy() -> None:
    assert (policy_from(first_free) == FIRST_FREE).all()
    assert (policy_from(evenly) == uniform()).all()
    one_hot = policy_from(lambda board: np.eye(9, dtype=int)[first_free(board)])
    assert one_hot.dtype == np.float64
    assert (one_hot == FIRST_FREE).all()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (4, "the cell is out of range or taken"),
        (9, "out of range"),
        (-1, "out of range"),
        *((answer, CELL_OR_NINE) for answer in (None, True, 1.5, (1, 0), "0", [1, 0, 0])),
        ((np.int64(1), np.int64(0)), CELL_OR_NINE),
        ([float("nan")] + 8 * [0.0], CELL_OR_NINE),
        ([[1], [0, 0]], "inhomogeneous"),
        ([0.5] + 8 * [0.0], "must sum to 1, not to 0.5"),
        ([1.5, -0.5] + 7 * [0.0], "must not be negative"),
        (4 * [0] + [1] + 4 * [0], "a taken cell must have probability 0"),
    ],
)
def test_a_wrong_answer_is_refused_and_the_board_is_named(answer: object, reason: str) -> None:
    def function(board: str) -> Any:
        return answer if board == "----X----" else first_free(board)

    with pytest.raises(ValueError, match=reason) as caught:
        policy_from(function)
    assert str(caught.value).startswith("For ---|-X-|--- the function returns")


class Tensor:
    """What a framework returns: an array that must be detached first."""

    def __init__(self, cell: int) -> None:
        self._cell = cell

    def detach(self) -> "Tensor":
        return self

    def cpu(self) -> Any:
        return np.array([self._cell])

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("Call detach() first.")


@pytest.mark.parametrize(
    "returned",
    [
        lambda cell: np.array([cell]),
        lambda cell: (np.array(cell), None),
        lambda cell: (cell, np.zeros(3)),
        float,
        lambda cell: np.eye(9, dtype=np.float32)[None, cell],
        Tensor,
    ],
)
def test_what_frameworks_return_is_understood(returned: Any) -> None:
    assert (policy_from(lambda board: returned(first_free(board))) == FIRST_FREE).all()


def test_a_function_that_chooses_at_random_is_refused_or_judged_by_the_mean() -> None:
    random = np.random.default_rng(1)

    def explores(board: str) -> int:
        return int(random.choice([cell for cell in range(9) if board[cell] == "-"]))

    with pytest.raises(
        ValueError, match=r"returns \d, then \d\. If it chooses at random, samples="
    ):
        policy_from(explores)
    policy = policy_from(explores, samples=2)
    assert set(np.unique(policy)) == {0, 0.5, 1}
    judged = ttt.judge(explores, samples=2)
    assert judged.verdict == "Beatable as X and O (sampled)"
    assert (judged.samples, judged.row()["samples"]) == (2, 2)
    with pytest.raises(ValueError, match="samples has an effect only with a function"):
        ttt.judge(ttt.minimax(), samples=4)
    with pytest.raises(ValueError, match="at least 2, not 1"):
        policy_from(first_free, samples=1)


def test_last_digits_that_differ_are_not_a_choice_at_random() -> None:
    digits = cycle([0.0, 1e-9])
    policy_from(lambda board: np.add(evenly(board), next(digits)), illegal="loses")


FREE_CENTRE = np.array([board[4] == "-" for board in ttt.boards()[:N_OPEN]])


def test_a_player_that_chooses_taken_cells_is_judged_as_it_plays() -> None:
    def centre(_: str) -> int:
        return 4

    with pytest.raises(ValueError, match="out of range or taken"):
        ttt.judge(centre)
    as_it_plays = ttt.judge(centre, illegal="loses")
    assert len(as_it_plays.forfeits) == (~FREE_CENTRE).sum()
    assert {board[4] for board in as_it_plays.forfeits} == {"X", "O"}
    assert as_it_plays.row()["positions forfeited"] == len(as_it_plays.forfeits)
    assert as_it_plays.card.vs_random_as_x.loss == pytest.approx(1)
    with pytest.raises(ValueError, match="out of range"):
        policy_from(lambda board: 9, illegal="loses")
    half = policy_from(lambda board: 9 * [1 / 9], illegal="loses")
    assert half[1, 9] == pytest.approx(1 / 9)


def test_values_are_masked_or_played_as_they_are() -> None:
    row = np.eye(9)[4]
    masked = policy_from(lambda board: row, returns="values")
    assert masked.shape == (N_OPEN, 9)
    played = policy_from(lambda board: row, returns="values", illegal="loses")
    assert (played[:, 9] == ~FREE_CENTRE).all()
    unknown = np.where(row, np.nan, 0.0)
    best = policy_from(
        lambda board: row if board[4] == "-" else unknown, returns="values", illegal="loses"
    )
    assert (best[FREE_CENTRE, 4] == 1).all()
    assert 0 < best[:, 9].max() < 1  # other taken cells are as good as free ones
    table = {"---------": [0, 0, 0, 0, 1, 0, 0, 0, 0], "X---O----": [3, 1, 0, 0, 0, 0, 0, 0, 0]}
    assert ttt.judge(table).forfeits == []
    assert ttt.judge(table, illegal="loses").forfeits == ["X---O----"]
    assert ttt.judge(ttt.minimax(), illegal="loses").forfeits == []


def test_narrow_floats_are_probabilities_too() -> None:
    rows = np.random.default_rng(1).random((N_OPEN, 9), np.float32) * legal()
    rows /= rows.sum(axis=1, keepdims=True, dtype=np.float32)
    policy = policy_from(lambda board: rows[ttt.position_of(board)])
    assert abs(policy.sum(axis=1) - 1).max() < 1e-12
    assert abs(policy - rows).max() < 1e-6
    assert ttt.evaluate(policy) == ttt.evaluate(rows) == ttt.evaluate(rows.astype(np.float64))


@pytest.mark.parametrize(("view", "x"), [("mover", -1), ("X", 1), ("O", -1)])
def test_an_array_shows_the_board_from_the_chosen_view(view: Any, x: int) -> None:
    seen = []

    def note(numbers: Any) -> int:
        seen.append(numbers.tolist())
        return int(np.flatnonzero(numbers == 0)[0])

    assert (policy_from(note, reads="array", view=view) == FIRST_FREE).all()
    o_to_move = 2 * ttt.position_of("XO--X----")  # each board is asked twice
    assert seen[o_to_move] == [x, -x, 0, 0, x, 0, 0, 0, 0]


def test_the_best_of_nine_values_is_played() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=2_000, seed=3))

    def values(board: str) -> np.ndarray:
        return np.nan_to_num(agent.q_values(board), nan=99.0)

    assert (policy_from(values, returns="values") == agent.policy()).all()
    in_a_row = policy_from(lambda board: values(board)[None], returns="values")
    assert (in_a_row == agent.policy()).all()
    with pytest.raises(
        ValueError, match=r"For ---\|---\|--- the function returns 4: it must be nine"
    ):
        policy_from(lambda board: 4, returns="values")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"reads": "torch"}, "must be one of '"),
        ({"returns": "q"}, "must be one of '"),
        ({"view": "x"}, "must be one of '"),
        ({"view": "X"}, "view='X' has no effect with reads='board'"),
    ],
)
def test_an_unknown_way_of_reading_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        policy_from(first_free, **wrong)
