"""Conditions on every agent, so that every agent can be written to a file and read back."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import fields
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.board import pattern
from ttt_core.game.graph import N_GAMES, N_OPEN, boards, legal
from ttt_core.learning.config import MAX_RUNS, MAX_TOTAL_GAMES, TrainingConfig
from ttt_core.learning.matchboxes import beads_in_boxes, has_box
from ttt_core.learning.network import MAX_WEIGHT, n_weights, network_values
from ttt_core.learning.reward_memory import memory_scores, most_rewards
from ttt_core.learning.rules import RULES
from ttt_core.sentences import refusal, sentence, tr_noop

MAX_NAME = 60
MAX_VALUE = 1_000_000
MAX_COUNT = 2_000_000_000
"""Far enough below 2**31 that no count of an agent overflows, however it is trained."""
SEEN_BYTES = N_GAMES // 8

_EVERYWHERE = np.arange(N_OPEN)


def checked_name(name: object) -> str:
    """Return a name without surrounding white space.

    Raises
    ------
    ValueError
        If it is not 1 to 60 printable characters.
    """
    stripped = name.strip() if isinstance(name, str) else ""
    if not 0 < len(stripped) <= MAX_NAME or not stripped.isprintable():
        raise refusal("A name must have 1 to {most} printable characters.", most=MAX_NAME)
    return stripped


def check_agent(agent: Any, levels: tuple[str, ...]) -> None:
    """Raise `ValueError` if a field of an `Agent` is invalid or two fields do not agree."""
    if agent.kind not in {rule.kind for rule in RULES.values()}:
        raise ValueError(f"Unknown kind of agent: {agent.kind!r}.")
    if agent.level not in levels:
        raise ValueError(f"The level must be one of {', '.join(levels)}, not {agent.level!r}.")
    _check_created(agent.created)
    _check_history(agent)
    _check_values(agent.q, agent.kind)
    _check_weights(agent)
    _check_counts("visits", agent.visits, (N_OPEN, 9))
    refuse_cells(
        _EVERYWHERE,
        (agent.visits != 0) > legal(),
        tr_noop("The position {position} has visits on the occupied cell {cell}."),
    )
    _check_array("games_seen", agent.games_seen, np.uint8, (SEEN_BYTES,))
    _check_stats(agent.stats, int(np.bitwise_count(agent.games_seen).sum()))
    if (agent.memory is not None) != (agent.kind == "reward-memory"):
        raise ValueError(
            "Agents of kind reward-memory must have a memory, and no others may have one."
        )
    if agent.memory is not None:
        _check_counts("memory", agent.memory, (N_OPEN, 9, 3))
        largest = reduce(np.maximum, np.moveaxis(agent.memory, 2, 0))
        refuse_cells(
            _EVERYWHERE,
            (largest > 0) > legal(),
            tr_noop("The position {position} has a move on the occupied cell {cell}."),
        )
        games = agent.stats.games
        refuse_cells(
            _EVERYWHERE,
            largest > most_rewards(games),
            tr_noop(
                "The position {position} has a reward on cell {cell} that cannot come from {games}."
            ),
            games=sentence("1 game") if games == 1 else sentence("{games:,} games", games=games),
        )
        if memory_scores(agent.memory, agent.config).tobytes() != agent.q.tobytes():
            raise ValueError("q of a reward memory must contain its scores, see `memory_scores`.")


def refuse_cells(
    positions: NDArray[np.int64], wrong: NDArray[np.bool_], template: str, **values: object
) -> None:
    """Raise `ValueError` if a cell of the positions (n,) is `wrong`, (n, 9).

    The message is the template with the ``{position}``, the ``{cell}`` and the values.
    """
    if wrong.any():
        row, cell = np.argwhere(wrong)[0].tolist()
        board = pattern(boards()[int(positions[row])])
        raise refusal(template, position=board, cell=cell, **values)


def _check_weights(agent: Any) -> None:
    if (agent.weights is not None) != (agent.kind == "network"):
        raise ValueError("Agents of kind network must have weights, and no others may have any.")
    if agent.weights is None:
        return
    size, units = np.size(agent.weights), agent.config.hidden_units
    _check_array("weights", agent.weights, np.float64, (size,))
    if n_weights(units) != size:
        raise refusal(
            "A network with {units} hidden units must have {needed:,} weights, not {size:,}.",
            units=units,
            needed=n_weights(units),
            size=size,
        )
    if not (np.abs(agent.weights) <= MAX_WEIGHT).all():
        raise ValueError(f"weights must be between -{MAX_WEIGHT:g} and {MAX_WEIGHT:g}.")
    if network_values(agent.weights).tobytes() != agent.q.tobytes():
        raise ValueError("q of a network must contain its values, see `network_values`.")


def _check_history(agent: Any) -> None:
    runs, kind = agent.training, agent.kind
    check_runs(runs, kind)
    if len(agent.partners) > len(runs):
        raise refusal(
            "“partners” must have at most one entry per run ({most:,}), not {n:,}.",
            most=len(runs),
            n=len(agent.partners),
        )
    for name in agent.partners:
        if name is not None and checked_name(name) != name:
            raise refusal("A partner's name must not begin or end with white space.")
    for name, config in (
        ("trainedElsewhere", agent.trained_elsewhere),
        ("settings", agent.settings),
    ):
        if config is not None and RULES[config.rule].kind != kind:
            raise refusal(
                "“{name}” uses the rule {rule}, which does not produce agents of kind {kind}.",
                name=name,
                rule=config.rule,
                kind=kind,
            )
    if agent.in_play is not None and kind != "q-table":
        raise refusal("“inPlay” is only for agents of kind q-table, not {kind}.", kind=kind)


def check_runs(runs: Sequence[TrainingConfig], kind: str) -> None:
    """Raise `ValueError` if these cannot be the runs of an agent of this kind."""
    if not isinstance(runs, tuple) or not all(isinstance(run, TrainingConfig) for run in runs):
        raise ValueError("training must be a tuple of TrainingConfig.")
    if len(runs) > MAX_RUNS:
        raise refusal("An agent can be trained at most {most:,} times.", most=MAX_RUNS)
    for number, run in enumerate(runs, 1):
        if RULES[run.rule].kind != kind:
            raise refusal(
                "Run {number} uses the rule {rule}, which does not produce agents of kind {kind}.",
                number=number,
                rule=run.rule,
                kind=kind,
            )
    if kind == "network" and len({run.hidden_units for run in runs}) > 1:
        raise refusal("All runs of a network must have the same number of hidden units.")
    if sum(run.games for run in runs) > MAX_TOTAL_GAMES:
        raise refusal("The runs contain more than {most:,} games in total.", most=MAX_TOTAL_GAMES)


def _check_created(created: dt.datetime) -> None:
    try:
        created.astimezone(dt.UTC)
        fine = created.utcoffset() is not None
    except (AttributeError, OverflowError):
        fine = False
    if not fine:
        raise ValueError(f"created must be a time with a time zone, not {created!r}.")


def _check_array(name: str, array: object, kind: type, shape: tuple[int, ...]) -> None:
    if not isinstance(array, np.ndarray) or array.dtype != kind or array.shape != shape:
        kind_found = _described(array) if isinstance(array, np.ndarray) else type(array).__name__
        raise ValueError(
            f"{name} must be an array of {np.dtype(kind)} with shape {shape}, not {kind_found}."
        )


def _described(array: NDArray[Any]) -> str:
    return f"an array of {array.dtype} with shape {array.shape}"


def _check_values(q: NDArray[np.float64], kind: str) -> None:
    _check_array("q", q, np.float64, (N_OPEN, 9))
    absent = np.isnan(q)
    taken = tr_noop("The position {position} has a value on the occupied cell {cell}.")
    missing = tr_noop("The position {position} has no value on the free cell {cell}.")
    if kind == "matchboxes":
        taken = tr_noop("The position {position} has beads for the occupied cell {cell}.")
        missing = tr_noop(
            "The position {position} has no number of beads for the free cell {cell}."
        )
    if (absent == legal()).any():
        refuse_cells(_EVERYWHERE, ~absent & ~legal(), taken)
        refuse_cells(_EVERYWHERE, absent & legal(), missing)
    most = MAX_COUNT if kind == "matchboxes" else MAX_VALUE  # beads are counted
    # A memory's rewards are checked instead: its values are their scores.
    if kind != "reward-memory" and ((np.abs(q) <= most) != legal()).any():
        raise ValueError(f"q must be between -{most:,} and {most:,}.")
    if kind == "matchboxes":
        _check_beads(q)


def _check_beads(q: NDArray[np.float64]) -> None:
    beads = q[legal()]
    if (beads < 0).any() or (beads % 1).any():
        raise ValueError("q of matchboxes must be a number of beads: a whole number of at least 0.")
    refuse_cells(
        _EVERYWHERE,
        legal() & ~has_box()[:, None] & (q != 0),
        tr_noop("The position {position} has a box, although there is no choice of move there."),
    )
    refuse_cells(
        _EVERYWHERE,
        beads_in_boxes(q)[:, None] > MAX_COUNT,
        tr_noop("The box of the position {position} has more than {most:,} beads."),
        most=MAX_COUNT,
    )


def _check_counts(name: str, counts: NDArray[np.int32], shape: tuple[int, ...]) -> None:
    _check_array(name, counts, np.int32, shape)
    if counts.min() < 0 or counts.max() > MAX_COUNT:
        raise ValueError(f"{name} must be between 0 and {MAX_COUNT:,}.")


def _check_stats(stats: Any, distinct_games: int) -> None:
    for field in fields(stats):
        count = getattr(stats, field.name)
        if type(count) is not int or not 0 <= count <= MAX_COUNT:
            raise ValueError(
                f"{field.name} must be a whole number from 0 to {MAX_COUNT:,}, not {count!r}."
            )
    results = stats.x_wins + stats.o_wins + stats.draws
    if results != stats.games:
        raise refusal(
            "The “games” in “stats” are {games:,}, but its results add up to {results:,}.",
            games=stats.games,
            results=results,
        )
    if stats.distinct_games > stats.games:
        raise refusal(
            "“stats” counts more distinct games ({distinct_games:,}) than games ({games:,}).",
            distinct_games=stats.distinct_games,
            games=stats.games,
        )
    if stats.distinct_games != distinct_games:
        raise refusal(
            "“gamesSeen” and “stats” disagree on the number of distinct games: "
            "{seen:,} and {counted:,}.",
            seen=distinct_games,
            counted=stats.distinct_games,
        )
