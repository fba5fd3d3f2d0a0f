"""Saved reward memories (Kutschera 2018): gaps are filled in, contradictions are refused.

The saved model is ``{"patterns": {pattern: {"possibleNextMoves": [move, …]}, …}, "totalGames",
"uniqueGames", "stats", …}``; in the article the moves are directly under the pattern. A move is
``{"i", "j", "xWinRewards", "oWinRewards", "drawRewards"}``.
"""

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, TypeAdapter
from pydantic.alias_generators import to_camel

from ttt_core.files.counted_results import results_of
from ttt_core.files.field_types import STRICT, Count
from ttt_core.files.memory_entries import MoveEntries, MoveEntry, read_memory
from ttt_core.files.positions import positions_of, refuse_surplus
from ttt_core.files.sentences import Notes, described, file_refusal, validated
from ttt_core.game.graph import N_GAMES, N_OPEN, frozen, graph
from ttt_core.learning.agent import Agent, Stats
from ttt_core.learning.config import MAX_GAMES, TrainingConfig
from ttt_core.learning.reward_memory import memory_scores
from ttt_core.learning.soundness import MAX_COUNT

_GAME = re.compile(r"(?:[0-2]{2}X\|[0-2]{2}O\|){0,4}(?:[0-2]{2}X\|)?")
_Moves = TypeAdapter(dict[str, MoveEntries], config=ConfigDict(strict=True))


class _KutscheraStats(BaseModel):
    model_config = STRICT | ConfigDict(alias_generator=to_camel)

    x_wins: Count = 0
    o_wins: Count = 0
    draws: Count = 0


class _KutscheraFile(BaseModel):
    """The saved reward memory, without its patterns."""

    model_config = STRICT | ConfigDict(alias_generator=to_camel)

    total_games: Count | None = None
    num_explorations: Count = 0
    stats: _KutscheraStats | None = None
    unique_games: Any = None


def read_kutschera_file(content: dict[str, Any]) -> tuple[Agent, tuple[str, ...]]:
    """Make an agent, and notes about it, from a saved model, or only patterns with their moves."""
    notes = Notes()
    memory, visits, visits_told = read_memory(_kutschera_moves(content, notes))
    if not visits_told:
        notes.note("It has no visit counts, so the smallest that fit its rewards were used.")
    file: _KutscheraFile = validated(_KutscheraFile.model_validate, content)
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


def _kutschera_moves(content: dict[str, Any], notes: Notes) -> dict[str, list[MoveEntry]]:
    """Return the moves by pattern, without patterns that have none."""
    patterns = content.get("patterns")
    if "patterns" not in content:
        patterns = {name: moves for name, moves in content.items() if "|" in name}
    if not isinstance(patterns, dict):
        raise file_refusal("“patterns” must be an object, not {given}.", given=described(patterns))
    refuse_surplus("patterns", patterns)
    bare = {
        name: moves.get("possibleNextMoves") if isinstance(moves, dict) else moves
        for name, moves in patterns.items()
    }
    entries: dict[str, list[MoveEntry]] = validated(_Moves.validate_python, bare, "patterns")
    positions_of(entries)
    kept = {name: moves for name, moves in entries.items() if moves}
    if len(kept) < len(entries):
        notes.note("Positions without moves were ignored: {n:,}.", n=len(entries) - len(kept))
    return kept


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
    x_wins, o_wins, draws = results_of(max(games, distinct), results, notes)
    return Stats(
        games=x_wins + o_wins + draws,
        x_wins=x_wins,
        o_wins=o_wins,
        draws=draws,
        explorations=file.num_explorations,
        distinct_games=distinct,
    )
