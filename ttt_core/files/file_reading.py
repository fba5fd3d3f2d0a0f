"""What every file from outside goes through: bounded, strict JSON, and faults told as sentences.

A file is untrusted text. Its size, the number and nesting of its parts and the length of its
numbers are bounded before anything is built from it, and nothing but `AgentFileError` comes out.
"""

import json
from collections.abc import Callable, Iterable, Sized
from functools import cache
from typing import Annotated, Any, NoReturn

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from ttt_core.game.board import parse_board, pattern
from ttt_core.game.graph import N_OPEN, N_POSITIONS, boards, frozen, legal, position_numbers
from ttt_core.learning.training import MAX_TOTAL_GAMES

MAX_BYTES = 8 * 2**20
MAX_PARTS = 500_000
MAX_DIGITS = 20
MAX_VALUE = 1_000_000
MAX_COUNT = 2_000_000_000
"""Below 2**31 by more than a training can add, so that no count of an agent overflows."""
MAX_REWARD_PER_GAME = 16
_SPARE_REWARDS = 2**31 - 1 - MAX_REWARD_PER_GAME * MAX_TOTAL_GAMES

STRICT = ConfigDict(strict=True, extra="ignore", allow_inf_nan=False, frozen=True)

Value = Annotated[float, Field(ge=-MAX_VALUE, le=MAX_VALUE)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Index = Annotated[int, Field(ge=0, le=2)]


class AgentFileError(ValueError):
    """A file is no agent. The message is a sentence that names what is wrong and where."""


class MoveEntry(BaseModel):
    """One move of a reward memory: row and column from 0, and the rewards by result."""

    model_config = STRICT | ConfigDict(alias_generator=to_camel)

    i: Index
    j: Index
    x_win_rewards: Count
    o_win_rewards: Count
    draw_rewards: Count
    visits: Count | None = Field(
        default=None, description="How often the move was learned from, where that is known."
    )


MoveEntries = Annotated[list[MoveEntry], Field(max_length=9)]


def parse_object(text: str | bytes) -> dict[str, Any]:
    """Read a JSON object of bounded size.

    Raises
    ------
    AgentFileError
        If the text is too long, not UTF-8, not JSON, not an object, nested too deeply, or holds a
        key twice, NaN, Infinity, or a whole number of more than 20 digits.
    """
    if not isinstance(text, str | bytes | bytearray):
        raise AgentFileError(f"An agent file is text, not {type(text).__name__}.")
    if len(text) > MAX_BYTES:
        raise AgentFileError(f"The file is larger than {MAX_BYTES >> 20} MB: that is no agent.")
    text = _decoded(text).removeprefix("\ufeff")
    if not text.strip():
        raise AgentFileError("The file is empty.")
    if sum(text.count(mark) for mark in "[{,") > MAX_PARTS:
        raise AgentFileError("The file has more parts than any agent can have.")
    try:
        content = json.loads(
            text,
            object_pairs_hook=_object_without_twins,
            parse_int=_whole_number,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        raise AgentFileError(
            f"The file is not valid JSON: it cannot be read on from line {error.lineno}, "
            f"column {error.colno}."
        ) from None
    except RecursionError:
        raise AgentFileError("The file is nested too deeply to be an agent.") from None
    if not isinstance(content, dict):
        raise AgentFileError(f"An agent file is a JSON object, not {described(content)}.")
    return content


def _decoded(text: str | bytes) -> str:
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        raise AgentFileError("The file is not UTF-8 text, so it is no agent file.") from None


def _object_without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise AgentFileError(f"The key {quoted(key)} stands twice in the same object.")
            seen.add(key)
    return content


def _whole_number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise AgentFileError(f"The file holds a number of {len(digits):,} digits.")
    return int(digits)


def _refuse_constant(name: str) -> NoReturn:
    raise AgentFileError(f"The file holds {name}, which is not a number in JSON.")


def validated(read: Callable[[Any], Any], content: object, *place: str) -> Any:
    """Return what a pydantic validation makes of `content`.

    Raises
    ------
    AgentFileError
        If it refuses; the message tells the first fault as a sentence.

    Parameters
    ----------
    read
        ``model_validate`` of a model, or ``validate_python`` of a type adapter.
    content
        Part of a parsed file.
    *place
        Where in the file that part stands.
    """
    try:
        return read(content)
    except ValidationError as error:
        raise AgentFileError(_sentence(error, place)) from None


_NEEDED = {
    "float_type": "a number",
    "finite_number": "a finite number",
    "int_type": "a whole number",
    "string_type": "a text",
    "string_too_long": "a text of at most {max_length:,} characters",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "literal_error": "one of {expected}",
    "greater_than_equal": "a number from {ge:,.0f} up",
    "less_than_equal": "a number up to {le:,.0f}",
    "too_short": "a list of at least {min_length} entries",
    "too_long": "a list of at most {max_length:,} entries",
}
_TABLES = ("table", "memory", "patterns", "q")


def _sentence(error: ValidationError, place: tuple[str, ...]) -> str:
    fault = error.errors(include_url=False)[0]
    steps = (*place, *fault["loc"])
    context = fault.get("ctx", {})
    if fault["type"] == "missing":
        where = f"{_place(steps[:-1])}, the" if steps[1:] else "The"
        return f"{where} field {quoted(str(steps[-1]))} is missing."
    if fault["type"] == "value_error":
        return f"{_place(steps)}: {context['error']}"
    needed = _NEEDED.get(fault["type"], "something else").format(**context)
    return f"{_place(steps)}, {needed} is needed, not {described(fault['input'])}."


def _place(steps: tuple[str | int, ...]) -> str:
    """Name a place in a file: cells count from 0 as everywhere, other entries from 1."""
    words: list[str] = []
    above = ""
    cells = False
    for step in steps:
        if isinstance(step, int):
            words.append(f"cell {step}" if cells else f"entry {step + 1}")
        else:
            words.append(f"position {quoted(step)}" if above in _TABLES else quoted(step))
            cells = cells or step in ("q", "visits")
            above = step
    return f"At {', '.join(words)}"


def described(value: object) -> str:
    """Name a JSON value in a sentence, at bounded length."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, int | float):
        return str(value)
    return f"a list of {len(value):,}" if isinstance(value, list) else "an object"


def quoted(text: str) -> str:
    """Put a text of a file into quotation marks: printable characters only, and not too many."""
    shown = text if len(text) <= 40 else text[:39] + "…"
    return "“" + "".join(c if c.isprintable() else "\ufffd" for c in shown) + "”"


@cache
def _numbers_by_spelling() -> dict[str, int]:
    spellings = dict(position_numbers())
    for board, number in position_numbers().items():
        spellings[pattern(board)] = spellings[pattern(board) + "|"] = number
    return spellings


def positions_of(names: Iterable[str]) -> NDArray[np.int64]:
    """Return the position numbers of boards or patterns.

    Raises
    ------
    AgentFileError
        If one is no position of the game, or two are the same position.
    """
    positions = [_position_of(name) for name in names]
    if len(set(positions)) < len(positions):
        counts = np.bincount(positions, minlength=N_POSITIONS)
        raise AgentFileError(f"{named(int(counts.argmax()))} stands in the file twice.")
    return np.array(positions, np.int64)


def refuse_surplus(field: str, patterns: Sized) -> None:
    """Raise `AgentFileError` if a field has more patterns than there are positions."""
    if len(patterns) > N_POSITIONS:
        raise AgentFileError(
            f"{quoted(field)} has {len(patterns):,} positions: the game has {N_POSITIONS:,}."
        )


def _position_of(name: str) -> int:
    number = _numbers_by_spelling().get(name)
    if number is not None:
        return number
    try:
        return position_numbers()[parse_board(name)]
    except ValueError as error:
        raise AgentFileError(f"{quoted(name)} is not a position of the game. {error}") from None


def named(position: int) -> str:
    """Return a position as the beginning of a sentence."""
    return f"The position {pattern(boards()[position])}"


def refuse_ended(positions: NDArray[np.int64], found: str) -> None:
    """Raise `AgentFileError` if the game is over in one of `positions`, which `found` denies."""
    ended = positions[positions >= N_OPEN]
    if ended.size:
        raise AgentFileError(f"{named(int(ended[0]))} {found}, but the game is over there.")


def refuse_cells(positions: NDArray[np.int64], wrong: NDArray[np.bool_], fault: str) -> None:
    """Raise `AgentFileError` if a cell is wrong.

    Parameters
    ----------
    positions : array (n,)
    wrong : boolean array (n, 9)
    fault
        What is wrong with such a cell, as the end of a sentence to which its number is added.
    """
    if wrong.any():
        row, cell = np.argwhere(wrong)[0]
        raise AgentFileError(f"{named(int(positions[row]))} {fault} {cell}.")


def read_memory(
    entries: dict[str, list[MoveEntry]],
) -> tuple[NDArray[np.int32], NDArray[np.int32], bool]:
    """Return rewards (4520, 9, 3), visits (4520, 9), and whether all visits were in the file.

    Where a file does not say how often a move was learned from, it is the smallest number of games
    that gives its rewards.

    Raises
    ------
    AgentFileError
        If a pattern is no open position, or a move is on an occupied cell or listed twice.
    """
    positions = positions_of(entries)
    refuse_ended(positions, "has moves")
    listed = np.zeros((N_OPEN, 9), np.bool_)
    memory = np.zeros((N_OPEN, 9, 3), np.int32)
    visits = np.full((N_OPEN, 9), -1, np.int64)
    for position, moves in zip(positions.tolist(), entries.values(), strict=True):
        for move in moves:
            cell = 3 * move.i + move.j
            if listed[position, cell]:
                raise AgentFileError(f"{named(position)} lists the move on cell {cell} twice.")
            listed[position, cell] = True
            memory[position, cell] = move.x_win_rewards, move.o_win_rewards, move.draw_rewards
            if move.visits is not None:
                visits[position, cell] = move.visits
    refuse_cells(np.arange(N_OPEN), listed & ~legal(), "has a move on the occupied cell")
    told = bool((visits >= 0)[listed].all())
    visits = np.where(listed & (visits < 0), fewest_games(memory), np.maximum(visits, 0))
    return frozen(memory), frozen(visits.astype(np.int32)), told


def fewest_games(memory: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the smallest numbers of games that give the rewards of a memory (4520, 9, 3).

    A game of n moves gives 2**(9 - n): X wins with 5, 7 or 9 moves, O with 6 or 8, and a draw
    takes 9. No game is shorter than the move it is counted for.
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


def refuse_rewards(memory: NDArray[np.int32], games: int) -> None:
    """Raise `AgentFileError` if rewards are so far above those of `games` games as to overflow.

    A training adds up to 16 a game, and goes on to 100 million games in all.
    """
    limit = _SPARE_REWARDS + MAX_REWARD_PER_GAME * games
    refuse_cells(
        np.arange(N_OPEN),
        np.any(memory > limit, axis=2),
        f"has a reward that {games:,} games cannot give, on cell",
    )


def results_of(games: int, results: tuple[int, int, int], notes: list[str]) -> tuple[int, int, int]:
    """Return results that add up to `games`, in the proportions of those that were counted."""
    games, counted = min(games, MAX_COUNT), sum(results)
    if counted == games:
        return results
    if counted == 0:
        notes.append(f"The results of its {games:,} games are not known, so none are counted.")
        return results
    notes.append(
        f"It counts {games:,} games, but the results of {counted:,}: their shares were taken for "
        "all games."
    )
    x_wins, o_wins = (result * games // counted for result in results[:2])
    return x_wins, o_wins, games - x_wins - o_wins
