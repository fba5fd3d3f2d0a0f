"""Files of the adaptive tic-tac-toe AI: gaps are filled in, contradictions are refused.

Source: "Adaptive tic-tac-toe AI with reinforcement learning" (freeCodeCamp, 2025). Its export
is ``{"q": [[board, [nine numbers]], …], "stats", "difficulty", "timestamp"}``, its browser save
``{"q", "lr", "gamma", "epsilon", "difficulty"}``.
"""

import datetime as dt
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.alias_generators import to_camel

from ttt_core.files.counted_results import results_of
from ttt_core.files.field_types import STRICT, Count, Value
from ttt_core.files.positions import positions_of, refuse_ended, refuse_surplus
from ttt_core.files.sentences import Notes, described, file_refusal, quoted, validated
from ttt_core.game.graph import N_OPEN, boards, frozen, legal, position_numbers, symmetry_class
from ttt_core.game.symmetry import SYMMETRIES, transform
from ttt_core.learning.agent import Agent, Level, Stats, now
from ttt_core.learning.config import SETTINGS, ConfigError
from ttt_core.learning.in_play import InPlay
from ttt_core.learning.presets import ADAPTIVE, PRESETS
from ttt_core.learning.soundness import refuse_cells
from ttt_core.sentences import sentence, tr_noop

_LEVELS: dict[str, Level] = {
    "beginner": "Beginner",
    "intermediate": "Intermediate",
    "expert": "Expert",
}
_PARAMETERS = {
    "alpha": (sentence("learning rate"), "α"),
    "gamma": (sentence("discount factor"), "γ"),
    "epsilon": (sentence("exploration rate"), "ε"),
}
_LATEST = dt.datetime(2100, 1, 1, tzinfo=dt.UTC)

_Rows = TypeAdapter(
    dict[str, Annotated[list[Value], Field(min_length=9, max_length=9)]],
    config=ConfigDict(strict=True, allow_inf_nan=False),
)


class _AdaptiveStats(BaseModel):
    model_config = STRICT | ConfigDict(alias_generator=to_camel)

    played: Count | None = None
    ai_wins: Count = 0
    player_wins: Count = 0
    draws: Count = 0


class _AdaptiveFile(BaseModel):
    """The adaptive AI's file, without its table."""

    model_config = STRICT

    stats: _AdaptiveStats | None = None
    difficulty: str | None = None
    timestamp: float | None = None
    lr: float | None = None
    gamma: float | None = None
    epsilon: float | None = None


def read_adaptive_file(content: dict[str, Any]) -> tuple[Agent, tuple[str, ...]]:
    """Make an agent from an export or browser save of the adaptive tic-tac-toe AI.

    It plays as in that program: the move with the highest value, the first of equal moves; unknown
    moves have value 0. It also learns as there: with one rule from people, with another in
    training. The notes say what was filled in.
    """
    file: _AdaptiveFile = validated(_AdaptiveFile.model_validate, content)
    notes = Notes()
    q, shared = _read_adaptive_table(content["q"], notes)
    stats = _adaptive_stats(file.stats, notes)
    in_play = _adaptive_in_play(file, notes)
    agent = Agent(
        name="Adaptive AI",
        kind="q-table",
        q=frozen(q),
        visits=frozen((legal() & (q != 0)).astype(np.int32)),
        trained_elsewhere=replace(PRESETS[ADAPTIVE], alpha=in_play.alpha, symmetry=shared),
        in_play=in_play,
        stats=stats,
        origin=None,
        level=_adaptive_level(file.difficulty, notes),
        created=_adaptive_time(file.timestamp, notes),
    )
    notes.note(
        "It has no visit counts. Moves with a value other than 0 count as visited once; "
        "positions without such a move count as unknown."
    )
    return agent, tuple(notes)


def _read_adaptive_table(table: object, notes: Notes) -> tuple[NDArray[np.float64], bool]:
    """Return the values (4520, 9), and whether equivalent positions share an entry of the file."""
    entries = _adaptive_entries(table)
    positions = positions_of(entries)
    rows = np.array(list(entries.values()), np.float64).reshape(-1, 9)
    refuse_ended(
        positions[rows.any(axis=1)],
        tr_noop("The position {position} has values, but the game is over there."),
    )
    opened = positions < N_OPEN
    if not opened.all():
        notes.note("Finished boards were ignored: {n:,}.", n=(~opened).sum())
    first_of_class = symmetry_class()[positions]
    shared = bool((positions == first_of_class).all()) and _has_equivalents(positions)
    positions, rows = positions[opened], rows[opened]
    occupied = ~legal()[positions] & (rows != 0)
    q = np.where(legal(), 0.0, np.nan)
    if shared and occupied.any():
        _spread_unturned(q, positions, rows)
        notes.note(
            "The file keeps one board for each set of equivalent boards, but its values were "
            "not rotated with the board. They were read as the original program reads them."
        )
        return q, False
    refuse_cells(
        positions,
        occupied,
        tr_noop("The position {position} has a value other than 0 on the occupied cell {cell}."),
    )
    q[positions] = np.where(legal()[positions], rows, np.nan)
    if shared:
        _spread(q)
        notes.note(
            "The file keeps one board for each set of equivalent boards, so each entry was "
            "applied to all of them."
        )
    return q, shared


def _adaptive_entries(table: object) -> dict[str, list[float]]:
    """Return the table as a dictionary; in the file it may also be a list of pairs."""
    if isinstance(table, dict):
        table = list(table.items())
    if not isinstance(table, list):
        raise file_refusal(
            "“q” must be a list of boards and values, not {given}.", given=described(table)
        )
    refuse_surplus("q", table)
    entries: dict[str, Any] = {}
    for number, pair in enumerate(table, 1):
        if not isinstance(pair, list | tuple) or len(pair) != 2 or not isinstance(pair[0], str):
            raise file_refusal(
                "Entry {number} of “q” must be a board with nine values.", number=number
            )
        if pair[0] in entries:
            raise file_refusal(
                "The board {board} appears twice in the file.", board=quoted(pair[0])
            )
        entries[pair[0]] = pair[1]
    checked: dict[str, list[float]] = validated(_Rows.validate_python, entries, "q")
    return checked


def _has_equivalents(positions: NDArray[np.int64]) -> bool:
    """Return whether one of the positions changes when it is rotated or reflected."""
    return bool((np.bincount(symmetry_class())[positions] > 1).any())


def _spread(q: NDArray[np.float64]) -> None:
    """Copy the values of the first board of every class to its equivalents, cell by cell."""
    number = position_numbers()
    for position, board in enumerate(boards()[:N_OPEN]):
        first = int(symmetry_class()[position])
        if first != position:
            cells = next(
                c for t, c in enumerate(SYMMETRIES) if number[transform(board, t)] == first
            )
            q[position, cells] = q[first]


def _spread_unturned(
    q: NDArray[np.float64], positions: NDArray[np.int64], rows: NDArray[np.float64]
) -> None:
    """Give all equivalents of each position the same row: cell 0 to cell 0 and so on.

    The program looks a board up under the first of its class, but does not rotate the cells. An
    entry may therefore have values on cells that are free on only one of the equivalent boards.
    """
    for position, row in zip(positions, rows, strict=True):
        equivalents = np.flatnonzero(symmetry_class()[:N_OPEN] == position)
        free_somewhere = np.asarray(legal()[equivalents].any(axis=0))
        refuse_cells(
            np.array([position]),
            ~free_somewhere[None] & (row != 0)[None],
            tr_noop(
                "The position {position} has a value other than 0 on a cell that is occupied in "
                "every rotation, cell {cell}."
            ),
        )
        q[equivalents] = np.where(legal()[equivalents], row, np.nan)


def _adaptive_in_play(file: _AdaptiveFile, notes: Notes) -> InPlay:
    """Return how it plays people: the numbers of the file, or defaults for unusable ones."""
    numbers = {"alpha": file.lr, "gamma": file.gamma, "epsilon": file.epsilon}
    usable: dict[str, Any] = {
        name: number for name, number in numbers.items() if _is_usable(name, number)
    }
    in_play = InPlay(**usable)
    for name, (meaning, letter) in _PARAMETERS.items():
        if name not in usable:
            value = getattr(in_play, name)
            notes.note(
                "It has no usable {meaning}, so {letter} is set to {value:g}, that "
                "program's default.",
                meaning=meaning,
                letter=letter,
                value=value,
            )
    return in_play


def _is_usable(name: str, number: float | None) -> bool:
    try:
        SETTINGS[name].read(number)
    except ConfigError:
        return False
    return True


def _adaptive_level(difficulty: str | None, notes: Notes) -> Level:
    level = _LEVELS.get((difficulty or "").lower())
    if level is None:
        notes.note("It does not name a known level, so the level is set to Intermediate.")
    return level or "Intermediate"


def _adaptive_time(timestamp: float | None, notes: Notes) -> dt.datetime:
    if timestamp is not None and 0 < timestamp < _LATEST.timestamp() * 1000:
        return dt.datetime.fromtimestamp(int(timestamp) / 1000, dt.UTC)
    notes.note("It has no usable time, so the current time is used.")
    return now()


def _adaptive_stats(stats: _AdaptiveStats | None, notes: Notes) -> Stats:
    if stats is None:
        notes.note("It has no game counts, so they start at 0.")
        return Stats()
    results = (stats.player_wins, stats.ai_wins, stats.draws)
    games = sum(results) if stats.played is None else stats.played
    x_wins, o_wins, draws = results_of(games, results, notes)
    notes.note(
        "In that program the person plays X and the AI plays O, so wins were assigned that "
        "way. It does not count exploratory moves or distinct games."
    )
    return Stats(games=x_wins + o_wins + draws, x_wins=x_wins, o_wins=o_wins, draws=draws)
