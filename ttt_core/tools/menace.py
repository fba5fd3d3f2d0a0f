"""The exact figures of MENACE over many seeds, as `ttt_core.tools.reproduce` prints them."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ttt_core.evaluation.match import evaluate
from ttt_core.game.board import SIDES, Side
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.matchboxes import FIRST_BEADS, number_of_boxes
from ttt_core.learning.training import TrainingRun

LEAST_SEEDS = 100
GAMES = (220, 10_000)
"""As many as Michie played, and as many as show where it leads."""

PARTNERS: dict[str, dict[str, Any]] = {
    "random play": {"random_share": 1.0, "learns": "X"},
    "perfect play": {"minimax_share": 1.0, "learns": "X"},
    "itself": {},
}
_FIRST_TO_MOVE = {"X": ("---------",), "O": ("X--------", "-X-------", "----X----")}

HEADING = (
    "| Plays | Beads | Trained on | Games | Best reply beats it | Wins against random "
    "| Loses to random | Machines that resign every game | Boxes known |",
    "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
)


@dataclass(frozen=True)
class Machine:
    """What one machine is worth on one side.

    Attributes
    ----------
    beaten : float
        How often the reply that beats it most often does so.
    wins, loses : float
        Against a random player.
    resigns : bool
        Whether its first box is empty; as O all three of them.
    boxes : int
        How many of its boxes it has learned from.
    """

    beaten: float
    wins: float
    loses: float
    resigns: bool
    boxes: int


def measured(agent: Agent, side: Side) -> Machine:
    """Measure a machine exactly on one side."""
    card = evaluate(agent)
    as_x = side == "X"
    against_random = card.vs_random_as_x if as_x else card.vs_random_as_o
    return Machine(
        beaten=(card.worst_case_as_x if as_x else card.worst_case_as_o).loss,
        wins=against_random.win,
        loses=against_random.loss,
        resigns=all(agent.resigns(board) for board in _FIRST_TO_MOVE[side]),
        boxes=number_of_boxes(side, agent.known),
    )


def measured_after(config: TrainingConfig) -> dict[tuple[int, Side], Machine]:
    """Train a machine, and measure the sides that it learns for after each number of `GAMES`."""
    run = TrainingRun(config)
    machines = {}
    for games in GAMES:
        run.play(games - run.games_played)
        agent = run.agent()
        for side in SIDES:
            if config.learns in ("both", side):
                machines[games, side] = measured(agent, side)
    return machines


def menace_table(seeds: int) -> Iterator[str]:
    """Yield the table line by line, in Markdown: medians and ranges over seeds from 0 on."""
    yield from (f"MENACE, exactly: median (range) over {seeds} seeds", "", *HEADING)
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for beads, numbers in FIRST_BEADS.items():
            for partner, settings in PARTNERS.items():
                configs = [
                    TrainingConfig(
                        rule="matchboxes", games=max(GAMES), seed=seed, beads=beads, **settings
                    )
                    for seed in range(seeds)
                ]
                found = list(threads.map(measured_after, configs))
                for games, side in sorted(found[0], key=lambda look: (look[1] == "O", look[0])):
                    label = f"| {side} | {', '.join(map(str, numbers))} | {partner} | {games:,} |"
                    yield label + _row([machines[games, side] for machines in found])
    yield ""


def _row(machines: list[Machine]) -> str:
    shares = (_spread([getattr(m, name) for m in machines], 100) for name in _SHARES)
    resign = f"{np.mean([machine.resigns for machine in machines]):.0%}".replace("%", " %")
    boxes = _spread([machine.boxes for machine in machines], 1, digits=0)
    return "".join(f" {text} |" for text in (*shares, resign, boxes))


_SHARES = ("beaten", "wins", "loses")


def _spread(values: list[float], scale: int, digits: int = 1) -> str:
    median, low, high = (
        f"{scale * value:.{digits}f}" for value in (np.median(values), min(values), max(values))
    )
    unit = " %" if scale == 100 else ""
    return f"{median}{unit} ({low} to {high})"
