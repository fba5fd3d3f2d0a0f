"""The exact figures of MENACE over many seeds, as `ttt_core.tools.reproduce` prints them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ttt_core.evaluation.match import evaluate
from ttt_core.game.board import SIDES, Side
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.matchboxes import FIRST_BEADS, number_of_boxes
from ttt_core.learning.training import TrainingRun
from ttt_core.tools.arguments import over_seeds

LEAST_SEEDS = 100
GAMES = (220, 10_000)
"""As many games as Michie played, and enough to show where training leads."""

PARTNERS: dict[str, dict[str, Any]] = {
    "a random player": {"random_share": 1.0, "learns": "X"},
    "a perfect player": {"minimax_share": 1.0, "learns": "X"},
    "itself": {},
}
_FIRST_TO_MOVE = {"X": ("---------",), "O": ("X--------", "-X-------", "----X----")}

HEADING = (
    "| Plays | Beads | Trained against | Games | Worst-case losses | Wins vs random "
    "| Losses vs random | Machines that always resign | Boxes known |",
    "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
)


@dataclass(frozen=True)
class MachineStrength:
    """The strength of one machine on one side."""

    worst_case_losses: float  # to the worst-case opponent
    wins: float  # against a random player, as are the losses
    losses: float
    resigns: bool  # whether its first box is empty; as O, all three of them
    boxes: int  # how many of its boxes it has learned from


def measured(agent: Agent, side: Side) -> MachineStrength:
    """Measure a machine exactly on one side."""
    card = evaluate(agent)
    against_random = card.against_random(side)
    return MachineStrength(
        worst_case_losses=card.worst_case(side).loss,
        wins=against_random.win,
        losses=against_random.loss,
        resigns=all(agent.resigns(board) for board in _FIRST_TO_MOVE[side]),
        boxes=number_of_boxes(side, agent.known),
    )


def _measured_with(config: TrainingConfig, seed: int) -> dict[tuple[int, Side], MachineStrength]:
    """Train a machine; after each number of `GAMES`, measure the sides it learns for."""
    run = TrainingRun(replace(config, seed=seed))
    machines = {}
    for games in GAMES:
        run.play(games - run.games_played)
        agent = run.agent()
        for side in SIDES:
            if config.learns in ("both", side):
                machines[games, side] = measured(agent, side)
    return machines


def menace_table(seeds: int) -> Iterator[str]:
    """Yield the lines of the table, in Markdown: medians and ranges over seeds from 0."""
    yield from (f"MENACE, exactly: median (range) over {seeds} seeds", "", *HEADING)
    for beads, numbers in FIRST_BEADS.items():
        for partner, settings in PARTNERS.items():
            config = TrainingConfig(rule="matchboxes", games=max(GAMES), beads=beads, **settings)
            machines_by_seed = over_seeds(partial(_measured_with, config), seeds)
            for games, side in sorted(machines_by_seed[0], key=lambda key: (key[1] == "O", key[0])):
                label = f"| {side} | {', '.join(map(str, numbers))} | {partner} | {games:,} |"
                yield label + _row([machines[games, side] for machines in machines_by_seed])
    yield ""


def _row(machines: list[MachineStrength]) -> str:
    shares = (_spread([getattr(m, name) for m in machines], 100) for name in _SHARES)
    resign = f"{np.mean([machine.resigns for machine in machines]):.0%}"
    boxes = _spread([machine.boxes for machine in machines], 1, digits=0)
    return "".join(f" {text} |" for text in (*shares, resign, boxes))


_SHARES = ("worst_case_losses", "wins", "losses")


def _spread(values: list[float], scale: int, digits: int = 1) -> str:
    median, low, high = (
        f"{scale * value:.{digits}f}" for value in (np.median(values), min(values), max(values))
    )
    unit = "%" if scale == 100 else ""
    return f"{median}{unit} ({low} to {high})"
