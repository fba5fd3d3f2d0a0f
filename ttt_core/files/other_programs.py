"""Files of two other programs: gaps are filled in, contradictions are refused.

The adaptive tic-tac-toe AI (freeCodeCamp, 2025) exports
``{"q": [[board, [nine numbers]], …], "stats", "difficulty", "timestamp"}``; its browser save is
``{"q", "lr", "gamma", "epsilon", "difficulty"}``.

The reward memory of Kutschera (2018) is ``{"patterns": {pattern: {"possibleNextMoves": [move, …]},
…}, "totalGames", "uniqueGames", "stats", …}``; in the article the moves are directly under the
pattern. A move is ``{"i", "j", "xWinRewards", "oWinRewards", "drawRewards"}``.
"""

import datetime as dt
import re
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from ttt_core.files.agent_file_format import STRICT, Count, MoveEntries, MoveEntry, Value
from ttt_core.files.positions import (
    name_of,
    open_positions,
    positions_of,
    refuse_ended,
    refuse_surplus,
    spread_to_equivalents,
)
from ttt_core.files.sentences import Notes, file_refusal, quoted, validated
from ttt_core.game.graph import (
    N_GAMES,
    N_OPEN,
    N_POSITIONS,
    boards,
    frozen,
    graph,
    legal,
    symmetry_class,
)
from ttt_core.learning.agent import Agent, InPlay, Level, Stats, now
from ttt_core.learning.config import MAX_GAMES, SETTINGS, ConfigError, TrainingConfig
from ttt_core.learning.presets import ADAPTIVE, PRESETS
from ttt_core.learning.reward_memory import memory_scores
from ttt_core.learning.soundness import MAX_COUNT, refuse_cells
from ttt_core.sentences import refusal, sentence, tr_noop

# The adaptive AI

_LEVELS: dict[str, Level] = {
    "beginner": "Beginner",
    "intermediate": "Intermediate",
    "expert": "Expert",
}
_LATEST = dt.datetime(2100, 1, 1, tzinfo=dt.UTC)


def _by_board(table: object) -> object:
    """Return a list of boards with their values as a dictionary."""
    if not isinstance(table, list):
        return table
    entries: dict[str, object] = {}
    for number, entry in enumerate(table, 1):
        match entry:
            case [str() as board, _] if board in entries:
                raise refusal("The board {board} appears twice.", board=quoted(board))
            case [str() as board, values]:
                entries[board] = values
            case _:
                raise refusal("Entry {number} must be a board with nine values.", number=number)
    return entries


class _AdaptiveStats(BaseModel):
    model_config = STRICT | ConfigDict(alias_generator=to_camel)

    played: Count | None = None
    ai_wins: Count = 0
    player_wins: Count = 0
    draws: Count = 0


class _AdaptiveFile(BaseModel):
    """The adaptive AI's file; its table may also be a list of pairs."""

    model_config = STRICT

    q: Annotated[
        dict[str, Annotated[list[Value], Field(min_length=9, max_length=9)]],
        BeforeValidator(_by_board),
    ]
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
    refuse_surplus("q", content["q"])
    file: _AdaptiveFile = validated(_AdaptiveFile.model_validate, content)
    notes = Notes()
    q, shared = _read_adaptive_table(file.q, notes)
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


def _read_adaptive_table(
    entries: dict[str, list[float]], notes: Notes
) -> tuple[NDArray[np.float64], bool]:
    """Return the values (4520, 9), and whether equivalent positions share an entry of the file."""
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
    turned = not shared or not (~legal()[positions] & (rows != 0)).any()
    free = legal()
    spread = tr_noop(
        "The file keeps one board for each set of equivalent boards, so each entry was applied to "
        "all of them."
    )
    occupied = tr_noop(
        "The position {position} has a value other than 0 on the occupied cell {cell}."
    )
    if not turned:
        # That program looks a board up under the first of its class, but does not rotate the cells.
        free = np.zeros((N_POSITIONS, 9), np.bool_)
        np.logical_or.at(free, symmetry_class()[:N_OPEN], legal())
        occupied = tr_noop(
            "The position {position} has a value other than 0 on a cell that is occupied in "
            "every rotation, cell {cell}."
        )
        spread = tr_noop(
            "The file keeps one board for each set of equivalent boards, but its values were "
            "not rotated with the board. They were read as the original program reads them."
        )
    refuse_cells(positions, ~free[positions] & (rows != 0), occupied)
    values = np.zeros((N_OPEN, 9))
    values[positions] = rows
    if shared:
        values = spread_to_equivalents(values, positions, turned=turned)
        notes.note(spread)
    return np.where(legal(), values, np.nan), shared and turned


def _has_equivalents(positions: NDArray[np.int64]) -> bool:
    """Return whether one of the positions changes when it is rotated or reflected."""
    return bool((np.bincount(symmetry_class())[positions] > 1).any())


def _adaptive_in_play(file: _AdaptiveFile, notes: Notes) -> InPlay:
    """Return how it plays people: the numbers of the file, or defaults for unusable ones."""
    usable: dict[str, Any] = {}
    for name, (number, meaning, letter) in {
        "alpha": (file.lr, sentence("learning rate"), "α"),
        "gamma": (file.gamma, sentence("discount factor"), "γ"),
        "epsilon": (file.epsilon, sentence("exploration rate"), "ε"),
    }.items():
        try:
            usable[name] = SETTINGS[name].read(number)
        except ConfigError:
            notes.note(
                "It has no usable {meaning}, so {letter} is set to {value:g}, that "
                "program's default.",
                meaning=meaning,
                letter=letter,
                value=getattr(InPlay(), name),
            )
    return InPlay(**usable)


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
    x_wins, o_wins, draws = _results_of(games, results, notes)
    notes.note(
        "In that program the person plays X and the AI plays O, so wins were assigned that "
        "way. It does not count exploratory moves or distinct games."
    )
    return Stats(games=x_wins + o_wins + draws, x_wins=x_wins, o_wins=o_wins, draws=draws)


# Kutschera's reward memory

_GAME = re.compile(r"(?:[0-2]{2}X\|[0-2]{2}O\|){0,4}(?:[0-2]{2}X\|)?")


def _moves_listed(entry: object) -> object:
    return entry.get("possibleNextMoves") if isinstance(entry, dict) else entry


class _KutscheraStats(BaseModel):
    model_config = STRICT | ConfigDict(alias_generator=to_camel)

    x_wins: Count = 0
    o_wins: Count = 0
    draws: Count = 0


class _KutscheraFile(BaseModel):
    """The saved reward memory."""

    model_config = STRICT | ConfigDict(alias_generator=to_camel)

    patterns: dict[str, Annotated[MoveEntries, BeforeValidator(_moves_listed)]]
    total_games: Count | None = None
    num_explorations: Count = 0
    stats: _KutscheraStats | None = None
    unique_games: Any = None


def read_kutschera_file(content: dict[str, Any]) -> tuple[Agent, tuple[str, ...]]:
    """Make an agent, and notes about it, from a saved model, or only patterns with their moves."""
    notes = Notes()
    if "patterns" not in content:
        content = content | {"patterns": {n: moves for n, moves in content.items() if "|" in n}}
    refuse_surplus("patterns", content["patterns"])
    file: _KutscheraFile = validated(_KutscheraFile.model_validate, content)
    positions_of(file.patterns)
    entries = {name: moves for name, moves in file.patterns.items() if moves}
    if len(entries) < len(file.patterns):
        notes.note(
            "Positions without moves were ignored: {n:,}.", n=len(file.patterns) - len(entries)
        )
    memory, visits, visits_told = read_memory(entries)
    if not visits_told:
        notes.note("It has no visit counts, so the smallest that fit its rewards were used.")
    games_seen, results = _read_unique_games(file.unique_games, notes)
    stats = _kutschera_stats(file, int(np.bitwise_count(games_seen).sum()), results, notes)
    settings = TrainingConfig(
        games=min(max(file.total_games or stats.games, 1), MAX_GAMES),
        rule="reward-memory",
        exploration="experience",
        symmetry=False,
    )
    agent = Agent(
        name="Reward memory",
        kind="reward-memory",
        q=frozen(memory_scores(memory, settings)),
        visits=visits,
        memory=memory,
        games_seen=games_seen,
        trained_elsewhere=settings,
        stats=stats,
        origin=None,
    )
    return agent, tuple(notes)


def read_memory(
    entries: dict[str, list[MoveEntry]],
) -> tuple[NDArray[np.int32], NDArray[np.int32], bool]:
    """Return rewards (4520, 9, 3), visits (4520, 9), and whether all visits were in the file.

    Missing visits are the smallest number of games that gives the rewards.
    """
    positions = open_positions(
        entries, tr_noop("The position {position} has moves, but the game is over there.")
    )
    listed = np.zeros((N_OPEN, 9), np.bool_)
    memory = np.zeros((N_OPEN, 9, 3), np.int32)
    visits = np.full((N_OPEN, 9), -1, np.int64)
    for position, moves in zip(positions.tolist(), entries.values(), strict=True):
        for move in moves:
            cell = 3 * move.i + move.j
            if listed[position, cell]:
                raise file_refusal(
                    "The position {position} lists the move on cell {cell} twice.",
                    position=name_of(position),
                    cell=cell,
                )
            listed[position, cell] = True
            memory[position, cell] = move.x_win_rewards, move.o_win_rewards, move.draw_rewards
            if move.visits is not None:
                visits[position, cell] = move.visits
    refuse_cells(
        np.arange(N_OPEN),
        listed & ~legal(),
        tr_noop("The position {position} has a move on the occupied cell {cell}."),
    )
    has_visits = bool((visits >= 0)[listed].all())
    visits = np.where(listed & (visits < 0), fewest_games(memory), np.maximum(visits, 0))
    return frozen(memory), frozen(visits.astype(np.int32)), has_visits


def fewest_games(memory: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the smallest numbers of games that give the rewards of a memory (4520, 9, 3).

    A game of n moves gives 2**(9 - n): X wins in 5, 7 or 9 moves, O in 6 or 8, and a draw takes 9.
    A game is at least as long as the position of the move in it.
    """
    marks = np.array([9 - board.count("-") for board in boards()[:N_OPEN]])[:, None]
    games = np.zeros(memory.shape[:2], np.int64)
    for result, lengths in enumerate(((5, 7, 9), (6, 8), (9,))):
        rest = memory[..., result].astype(np.int64)
        for length in lengths:
            reward = np.where(marks < length, 2 ** (9 - length), np.iinfo(np.int64).max)
            games += rest // reward
            rest %= reward
        games += rest > 0
    return np.minimum(games, MAX_COUNT)


def _read_unique_games(
    games: object, notes: Notes
) -> tuple[NDArray[np.uint8], tuple[int, int, int]]:
    """Return the games seen (31896,), and how many of them X won, O won and were drawn.

    A key lists the moves of a game, row, column and mark of each: ``11X|21O|10X|20O|12X|``. Its
    value is how often the game was played.
    """
    listed = games if isinstance(games, dict) else {}
    children, offsets = graph().child.tolist(), graph().game_offset.tolist()
    seen, results, finished = np.zeros(N_GAMES, np.uint8), [0, 0, 0], 0
    for key, times in listed.items():
        if not _GAME.fullmatch(key) or type(times) is not int or not 0 < times <= MAX_COUNT:
            continue
        position, number = 0, 0
        for at in range(0, len(key), 4):
            if not 0 <= position < N_OPEN:
                position = -1
                break
            cell = 3 * int(key[at]) + int(key[at + 1])
            number += offsets[position][cell]
            position = children[position][cell]
        if position >= N_OPEN:
            seen[number] = 1
            results[graph().result[position - N_OPEN]] += times
            finished += 1
    if not finished:
        notes.note("It has no list of games seen, so distinct games are counted from 0.")
    elif finished < len(listed):
        notes.note(
            "Entries in its list of games that are not finished games were ignored: {n:,}.",
            n=len(listed) - finished,
        )
    return frozen(np.packbits(seen, bitorder="little")), (results[0], results[1], results[2])


def _kutschera_stats(
    file: _KutscheraFile, distinct: int, results: tuple[int, int, int], notes: Notes
) -> Stats:
    if sum(results):
        notes.note("Wins and draws were counted from its list of games.")
    elif file.stats is not None:
        results = (file.stats.x_wins, file.stats.o_wins, file.stats.draws)
    games = sum(results) if file.total_games is None else file.total_games
    x_wins, o_wins, draws = _results_of(max(games, distinct), results, notes)
    return Stats(
        games=x_wins + o_wins + draws,
        x_wins=x_wins,
        o_wins=o_wins,
        draws=draws,
        explorations=file.num_explorations,
        distinct_games=distinct,
    )


def _results_of(games: int, results: tuple[int, int, int], notes: Notes) -> tuple[int, int, int]:
    """Return results that add up to `games`, in the same shares as those counted."""
    games, counted = min(games, MAX_COUNT), sum(results)
    if counted == games:
        return results
    if counted == 0:
        notes.note("It has no results for its games ({games:,}), so none are counted.", games=games)
        return results
    notes.note(
        "Its number of games is {games:,}, but it has results for {counted:,}; "
        "the same shares were assumed for all games.",
        games=games,
        counted=counted,
    )
    x_wins, o_wins = (result * games // counted for result in results[:2])
    return x_wins, o_wins, games - x_wins - o_wins
