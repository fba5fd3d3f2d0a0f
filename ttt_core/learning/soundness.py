"""What must hold of every agent: whatever can be made can be written to a file and read again."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.graph import N_GAMES, N_OPEN, legal
from ttt_core.learning.config import MAX_RUNS, MAX_TOTAL_GAMES, TrainingConfig
from ttt_core.learning.in_play import InPlay
from ttt_core.learning.matchboxes import beads_in_boxes, has_box
from ttt_core.learning.reward_memory import memory_scores, most_rewards
from ttt_core.learning.rules import RULES

MAX_NAME = 60
MAX_VALUE = 1_000_000
MAX_COUNT = 2_000_000_000
"""Below 2**31 by more than a training can add, so that no count of an agent overflows."""
SEEN_BYTES = N_GAMES // 8


def checked_name(name: object) -> str:
    """Return a name without white space around it.

    Raises
    ------
    ValueError
        If it is not 1 to 60 printable characters.
    """
    stripped = name.strip() if isinstance(name, str) else ""
    if not 0 < len(stripped) <= MAX_NAME or not stripped.isprintable():
        raise ValueError(f"A name has 1 to {MAX_NAME} printable characters.")
    return stripped


def check_agent(agent: Any, levels: tuple[str, ...]) -> None:
    """Raise `ValueError` if a field of an `Agent` is not as said there, or two do not agree."""
    if agent.kind not in {rule.kind for rule in RULES.values()}:
        raise ValueError(f"There is no kind of agents {agent.kind!r}.")
    if agent.level not in levels:
        raise ValueError(f"A level is one of {', '.join(levels)}, not {agent.level!r}.")
    _check_created(agent.created)
    check_origin(agent.kind, agent.training, agent.partners, agent.trained_elsewhere, agent.in_play)
    _check_values(agent.q, agent.kind)
    _check_counts("visits", agent.visits, (N_OPEN, 9), MAX_COUNT)
    _check_array("games_seen", agent.games_seen, np.uint8, (SEEN_BYTES,))
    _check_stats(agent.stats, int(np.bitwise_count(agent.games_seen).sum()))
    if (agent.memory is not None) != (agent.kind == "reward-memory"):
        raise ValueError("An agent of the kind reward-memory has a memory, and no other has one.")
    if agent.memory is not None:
        most = min(MAX_COUNT, most_rewards(agent.stats.games))
        _check_counts("memory", agent.memory, (N_OPEN, 9, 3), most)
        if memory_scores(agent.memory, agent.config).tobytes() != agent.q.tobytes():
            raise ValueError("q of a reward memory holds its scores, see `memory_scores`.")


def check_origin(
    kind: str,
    training: tuple[TrainingConfig, ...],
    partners: Sequence[str | None],
    trained_elsewhere: TrainingConfig | None,
    in_play: InPlay | None,
) -> None:
    """Raise `ValueError` if an agent of a kind cannot have been trained, or learn on, like that."""
    check_runs(training, kind)
    if len(partners) > len(training):
        raise ValueError(f"There are {len(partners):,} “partners” for {len(training):,} runs.")
    for name in partners:
        if name is not None and checked_name(name) != name:
            raise ValueError("The name of a partner has no white space around it.")
    if trained_elsewhere is not None and RULES[trained_elsewhere.rule].kind != kind:
        raise ValueError(
            f"“trainedElsewhere” has the rule {trained_elsewhere.rule}: it makes no {kind}."
        )
    if in_play is not None and kind != "q-table":
        raise ValueError(f"“inPlay” says how a q-table learns, not a {kind}.")


def check_runs(runs: Sequence[TrainingConfig], kind: str) -> None:
    """Raise `ValueError` if these cannot be the runs of an agent of a kind."""
    if not isinstance(runs, tuple) or not all(isinstance(run, TrainingConfig) for run in runs):
        raise ValueError("training is a tuple of TrainingConfig.")
    if len(runs) > MAX_RUNS:
        raise ValueError(f"An agent can be trained {MAX_RUNS:,} times at most.")
    for number, run in enumerate(runs, 1):
        if RULES[run.rule].kind != kind:
            raise ValueError(f"Run {number} has the rule {run.rule}: it makes no {kind}.")
    if sum(run.games for run in runs) > MAX_TOTAL_GAMES:
        raise ValueError(f"The runs have more than {MAX_TOTAL_GAMES:,} games together.")


def _check_created(created: dt.datetime) -> None:
    try:
        created.astimezone(dt.UTC)
        fine = created.utcoffset() is not None
    except (AttributeError, OverflowError):
        fine = False
    if not fine:
        raise ValueError(f"created is a time with its zone, not {created!r}.")


def _check_array(name: str, array: object, kind: type, shape: tuple[int, ...]) -> None:
    if not isinstance(array, np.ndarray) or array.dtype != kind or array.shape != shape:
        found = getattr(array, "dtype", type(array).__name__), getattr(array, "shape", "")
        raise ValueError(
            f"{name} is a {np.dtype(kind)} array {shape}, not {found[0]} {found[1]}".rstrip() + "."
        )


def _check_values(q: NDArray[np.float64], kind: str) -> None:
    _check_array("q", q, np.float64, (N_OPEN, 9))
    if (np.isnan(q) == legal()).any():
        raise ValueError("q is nan where a move is not legal, and nowhere else.")
    most = MAX_COUNT if kind == "matchboxes" else MAX_VALUE  # beads are counted
    if ((np.abs(q) <= most) != legal()).any():
        raise ValueError(f"q lies between -{most:,} and {most:,}.")
    if kind == "matchboxes":
        _check_beads(q)


def _check_beads(q: NDArray[np.float64]) -> None:
    beads = q[legal()]
    if (beads < 0).any() or (beads % 1).any():
        raise ValueError("q of matchboxes counts beads: whole numbers from 0.")
    if q[legal() & ~has_box()[:, None]].any():
        raise ValueError("q of matchboxes is 0 where there is nothing to choose, and so no box.")
    if beads_in_boxes(q).max() > MAX_COUNT:
        raise ValueError(f"A box holds {MAX_COUNT:,} beads at most.")


def _check_counts(name: str, counts: NDArray[np.int32], shape: tuple[int, ...], most: int) -> None:
    _check_array(name, counts, np.int32, shape)
    if counts.min() < 0 or counts.max() > most:
        raise ValueError(f"{name} lies between 0 and {most:,}.")
    if ((counts.reshape(N_OPEN * 9, -1) != 0) > legal().reshape(-1, 1)).any():
        raise ValueError(f"{name} is 0 where a move is not legal.")


def _check_stats(stats: Any, distinct_games: int) -> None:
    for field in fields(stats):
        count = getattr(stats, field.name)
        if type(count) is not int or not 0 <= count <= MAX_COUNT:
            raise ValueError(
                f"{field.name} is a whole number from 0 to {MAX_COUNT:,}, not {count!r}."
            )
    results = stats.x_wins + stats.o_wins + stats.draws
    if results != stats.games:
        raise ValueError(f"stats counts {stats.games:,} games, but {results:,} results.")
    if not stats.distinct_games == distinct_games <= stats.games:
        raise ValueError(
            f"games_seen marks {distinct_games:,} games; stats counts {stats.distinct_games:,} "
            f"distinct ones among {stats.games:,}."
        )
