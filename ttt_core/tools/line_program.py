"""A program in any language as a player: a board a line in, its answer a line out."""

import math
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from threading import Thread
from typing import IO

import numpy as np

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.match import evaluate
from ttt_core.evaluation.policy import Policy, Sides
from ttt_core.evaluation.policy_function import policy_from
from ttt_core.files.sentences import quoted
from ttt_core.game.board import EMPTY, pattern, side_to_move
from ttt_core.game.graph import N_OPEN, boards

PAGE = 2_000
"""Bytes that are kept of what a program says of its errors."""
_LONGEST = 1_000
"""Bytes of an answer."""
_CHUNK = 2**16
_BETWEEN_NUMBERS = re.compile(r"[\s,;()\[\]]+")
_ROUNDED = 0.02
"""How far the sum of nine probabilities may be from 1 when they are printed with three digits."""

Answer = int | tuple[float, ...]
"""A cell, or nine numbers."""


@dataclass(frozen=True, eq=False)
class LineProgram:
    """A program that has answered every board. A player.

    Attributes
    ----------
    how : str
        What its answers are.
    notes : tuple of str
        What the verdict depends on.
    sides : str
        The sides for which it was asked.
    samples : int or None
        How many answers to each board are averaged; None if they are always the same.
    """

    how: str
    notes: tuple[str, ...]
    sides: Sides
    samples: int | None
    _policy: Policy

    def policy(self) -> Policy:
        """Return its policy, (4520, 10): a move to a taken cell loses the game."""
        return self._policy


def run_program(
    command: Sequence[str], sides: Sides, seconds: float, samples: int | None = None
) -> LineProgram:
    """Start a program once and let it answer every board of these sides, twice or more often.

    An answer is a cell from 0 to 8, a row and a column from 0 to 2, or nine numbers: probabilities
    if all are, else values, of which the best free cell is played.

    Raises
    ------
    OSError, ValueError
        If it cannot be started, does not answer everything within the time, answers anything else,
        or answers differently the second time. With `samples`, its answers may differ.
    """
    asked = [board for board in boards()[:N_OPEN] if side_to_move(board) in sides]
    answers = _answers(command, asked * (samples or 2), seconds)
    by_board = {board: answers[place :: len(asked)] for place, board in enumerate(asked)}
    if samples is None:
        _check_same(by_board)
    rows = [answer for answer in answers if not isinstance(answer, int)]
    if rows and len(rows) < len(answers):
        raise ValueError("It answers some boards with a cell and others with nine numbers.")
    how = "Its answers are cells." if not rows else "Its answers are nine values for each board."
    values = bool(rows)
    if rows and _are_probabilities(rows):
        how, values = "Its answers are nine probabilities for each board.", False
        by_board = {board: [*map(_scaled, given)] for board, given in by_board.items()}
    policy = _policy(by_board, values=values, loses=True, samples=samples)
    notes: tuple[str, ...] = ()
    if values:
        as_it_plays = policy
        policy = _policy(by_board, values=True, loses=False, samples=samples)
        if (taken := np.flatnonzero(as_it_plays[:, RESIGNING])).size:
            verdict = evaluate(LineProgram(how, (), sides, samples, as_it_plays)).verdict
            notes = (
                f"In {taken.size:,} boards, such as {pattern(boards()[taken[0]])}, its largest "
                f"value is on a taken cell; the best free cell is played. If that lost: {verdict}.",
            )
    return LineProgram(how, notes, sides, samples, policy)


def _policy(
    by_board: dict[str, list[Answer]], *, values: bool, loses: bool, samples: int | None
) -> Policy:
    """Return the policy that the answers give; where it was not asked, all moves are as likely."""
    turns = {board: cycle(answers) for board, answers in by_board.items()}

    def answer(board: str) -> object:
        if board in turns:
            return next(turns[board])
        return [(mark == EMPTY) / board.count(EMPTY) for mark in board]

    return policy_from(
        answer,
        returns="values" if values else "move",
        illegal="loses" if loses else None,
        samples=samples,
    )


def _check_same(by_board: dict[str, list[Answer]]) -> None:
    for board, (first, second) in by_board.items():
        if not np.allclose(first, second, rtol=0, atol=1e-6, equal_nan=True):
            raise ValueError(
                f"For {pattern(board)} it answers {_words(first)}, then {_words(second)}: it "
                "chooses at random. Let it answer with nine probabilities, or use --samples 100 "
                "for a verdict on the mean of 100 answers to each board."
            )


def _words(answer: Answer) -> str:
    return str(answer) if isinstance(answer, int) else ", ".join(f"{part:g}" for part in answer)


def _are_probabilities(rows: list[tuple[float, ...]]) -> bool:
    array = np.array(rows)
    return bool((array >= 0).all() and (abs(array.sum(axis=1) - 1) <= _ROUNDED).all())


def _scaled(answer: Answer) -> Answer:
    assert not isinstance(answer, int)
    total = sum(answer)
    return tuple(part / total for part in answer)


def _answers(command: Sequence[str], asked: list[str], seconds: float) -> list[Answer]:
    """Return the program's answer to each board; it is ended with all that it has started."""
    answers: list[Answer] = []
    problems: list[ValueError] = []
    page = bytearray()
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    into, out, errors = process.stdin, process.stdout, process.stderr

    def ask() -> None:
        with suppress(OSError), into:  # it may have ended
            into.write("".join(f"{board}\n" for board in asked).encode())

    def listen() -> None:
        try:
            with out:
                for line in _lines(out):
                    if len(answers) == len(asked):
                        raise ValueError(
                            "It answers with more lines than it is asked. It should print one line "
                            "for each board, and end when its input ends."
                        )
                    answers.append(_answer(line, asked[len(answers)]))
        except ValueError as problem:
            problems.append(problem)

    def keep_a_page() -> None:
        with errors:
            while chunk := os.read(errors.fileno(), _CHUNK):
                page[:] = (page + chunk)[-PAGE:]

    threads = [Thread(target=work, daemon=True) for work in (ask, keep_a_page, listen)]
    try:
        for thread in threads:
            thread.start()
        threads[-1].join(seconds)
        in_time = not threads[-1].is_alive()
    finally:
        _end(process)
        for thread in threads:
            thread.join(1)  # what has left the group may hold on to a pipe
    if problems:
        raise problems[0]
    if len(answers) < len(asked):
        if not in_time:
            raise ValueError(
                f"It did not answer every board within {seconds:g} seconds. --seconds allows more."
            )
        said = page.decode("utf-8", "replace").strip()
        raise ValueError(
            f"It ended after {len(answers):,} of {len(asked):,} answers."
            + (f" It said:\n{said}" if said else "")
        )
    return answers


def _lines(out: IO[bytes]) -> Iterator[str]:
    rest = b""
    while chunk := os.read(out.fileno(), _CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        if max(map(len, (*lines, rest))) > _LONGEST:
            raise ValueError(f"It answers with a line of more than {_LONGEST:,} characters.")
        yield from (line.decode("utf-8", "replace") for line in lines if line.strip())
    if rest.strip():
        yield rest.decode("utf-8", "replace")


def _answer(line: str, board: str) -> Answer:
    words = [word for word in _BETWEEN_NUMBERS.split(line) if word]
    with suppress(ValueError):
        numbers = [math.nan if word == "null" else float(word) for word in words]
        match numbers:
            case [cell] if cell in range(9):
                return int(cell)
            case [row, column] if row in range(3) and column in range(3):
                return int(3 * row + column)
            case [cell, state] if cell in range(9) and math.isnan(state):
                return int(cell)
            case [*nine] if len(nine) == 9 and not any(
                mark == EMPTY and math.isnan(number)
                for mark, number in zip(board, nine, strict=True)
            ):
                return tuple(nine)
    raise ValueError(
        f"For {pattern(board)} it answers {quoted(line.strip())}, not a cell from 0 to 8, a row "
        "and a column from 0 to 2, or nine numbers."
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program and all that it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def words_of(command: str) -> list[str]:
    """Return the words of a command line.

    Raises
    ------
    ValueError
        If it has none, or a quotation mark without its other half.
    """
    words = shlex.split(command, posix=sys.platform != "win32")
    if not words:
        raise ValueError("The command is empty.")
    return words
