"""Hindsight, compared with a check after every game."""

from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.brute_force import keeping_cells
from ttt_core.evaluation.refutation import surest_refutation
from ttt_core.game.graph import position_of
from ttt_core.study.hindsight import Hindsight, look_back

TRAININGS = {
    "minimax-q": ttt.TrainingConfig(games=200, seed=3),
    "first of ties": ttt.TrainingConfig(games=200, rule="monte-carlo", ties="first", alpha=1.0),
    "memory": ttt.TrainingConfig(games=200, rule="reward-memory"),
    "matchboxes": ttt.TrainingConfig(games=150, rule="matchboxes", beads="simulation"),
    "replay": ttt.TrainingConfig(games=200, replay=5, symmetry=False),
    "network": ttt.TrainingConfig(games=150, rule="network", hidden_units=8, batch=4),
}


def looked_at_every_game(
    runs: list[ttt.TrainingConfig], boards: set[str], start: ttt.Agent | None = None
) -> dict[str, Hindsight]:
    right: dict[str, list[bool]] = {board: [] for board in boards}
    agent = start
    for run in runs:
        training = ttt.TrainingRun(run, agent)
        for game in range(run.games + 1):
            if game:
                training.play(1)
            elif agent is not start:
                continue  # the end of the run before
            played = training.policy() > 0
            for board in boards:
                cells = np.flatnonzero(played[position_of(board)])
                right[board].append(keeping_cells(board).issuperset(cells))
        agent = training.agent()
    return {board: in_hindsight(right[board]) for board in boards}


def in_hindsight(right: list[bool]) -> Hindsight:
    turned = [game for game in range(1, len(right)) if right[game] != right[game - 1]]
    return Hindsight(
        games=len(right) - 1,
        times_right=right[0] + sum(right[game] for game in turned),
        right_from=max((game for game in turned if right[game]), default=0),
        wrong_from=max((game for game in turned if not right[game]), default=0),
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", TRAININGS)
def test_hindsight_is_exact_to_the_game(name: str) -> None:
    config = TRAININGS[name]
    found = surest_refutation(ttt.train(config))
    boards = {found.board, "X--------", "XO--X----", "XOX-O----", "XX-O-----", "----X----"}
    seen = {board: look_back([config], board) for board in boards}
    assert seen == looked_at_every_game([config], boards)
    assert len(set(seen.values())) > 1


@pytest.mark.slow
def test_consecutive_runs_from_a_given_start() -> None:
    first, second = TRAININGS["minimax-q"], replace(TRAININGS["replay"], rule="q-learning")
    start = ttt.train(ttt.TrainingConfig(games=50))
    boards, runs = {"X--------", "XO--X----"}, [first, second]
    seen = {board: look_back(runs, board, start) for board in boards}
    assert seen == looked_at_every_game(runs, boards, start)


def test_looking_back_reports_progress() -> None:
    told: list[int] = []
    config = ttt.TrainingConfig(games=30_000)
    seen = look_back([config], "X--------", progress=told.append)
    assert told == [20_000, 30_000]
    assert seen.games == 30_000
    assert seen.times_right > 0
    assert seen.wrong_from < seen.right_from
