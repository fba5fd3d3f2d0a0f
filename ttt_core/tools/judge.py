"""The exact verdict on agents of any program: ``ttt-lab judge FILES…``.

Prints a table, best first, and ends with status 1 if an agent is beatable on a side it has learned
or a file could not be read. ``player.py:choose`` judges a program: **its file is run**, in a
process of its own with a time limit, and its function is asked for a move on every board.
"""

import argparse
import csv
import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

from ttt_core.evaluation.policy_function import policy_from
from ttt_core.files.elsewhere.containers import MAX_BYTES
from ttt_core.files.judge import Judgement, judge
from ttt_core.files.spreadsheet import without_formulas
from ttt_core.game.board import SIDES, pattern
from ttt_core.game.graph import N_OPEN, boards
from ttt_core.game.walk import walk

_PROGRAM = Path(__file__).with_name("ask_player.py")
_FUNCTION = re.compile(r"(.+\.py):([A-Za-z_]\w*)")
_SECONDS = 60.0
_HEADS = ("agent", "learned", "verdict", "X loses to random", "O loses to random",
          "X worst case", "O worst case", "mistakes")  # fmt: skip


def main(arguments: list[str] | None = None) -> None:
    """Run the command; `arguments` replace the command line if given."""
    parser = argparse.ArgumentParser(
        prog="ttt-lab judge",
        description="Print the exact verdict on agents of any program. The status is 1 if one of "
        "them is beatable on a side it has learned, or cannot be read.",
        epilog="FILE:FUNCTION, such as player.py:choose, runs the file and asks its function for "
        "a cell (0 to 8) on every board, nine characters X, O and -. Run only files you trust.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a table, or FILE.py:FUNCTION")
    parser.add_argument("--games", action="store_true", help="print the game that beats each")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--csv", action="store_true", help="print the table as CSV")
    output.add_argument("--json", action="store_true", help="print the table as JSON")
    parser.add_argument(
        "--seconds",
        type=float,
        default=_SECONDS,
        metavar="N",
        help="the time limit for a program (default: %(default)g)",
    )
    asked = parser.parse_args(arguments)
    judged: list[Judgement] = []
    refused = 0
    for name in asked.files:
        try:
            judged.append(_judged(name, asked.seconds))
        except (OSError, ValueError) as error:
            refused += 1
            why = error.strerror if isinstance(error, OSError) else error
            print(f"{name}: {why}", file=sys.stderr)
    judged.sort(key=lambda judgement: judgement.rank)
    if asked.csv:
        _print_csv(judged)
    elif asked.json:
        print(json.dumps([judgement.row() for judgement in judged], indent=1))
    else:
        _print_table(judged)
    if asked.games:
        for judgement in judged:
            print(
                "\n".join(_games(judgement)), file=sys.stderr if asked.csv or asked.json else None
            )
    if refused or any(judgement.beatable for judgement in judged):
        sys.exit(1)


def _judged(name: str, seconds: float) -> Judgement:
    function = _FUNCTION.fullmatch(name)
    if function:
        return judge(_policy_of_program(function[1], function[2], seconds), name)
    path = Path(name)
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"The file is larger than {MAX_BYTES >> 20} MB.")
    return judge(path.read_bytes(), path.name)


def _policy_of_program(file: str, function: str, seconds: float) -> Any:
    if not Path(file).is_file():
        raise ValueError("The file does not exist.")
    asked = list(boards()[:N_OPEN])
    try:
        process = subprocess.run(
            [sys.executable, str(_PROGRAM), file, function],
            input=json.dumps(asked),
            stdout=subprocess.PIPE,
            timeout=seconds,
            check=False,
            text=True,
        )
        answered = json.loads(process.stdout)
    except subprocess.TimeoutExpired:
        raise ValueError(f"The program did not answer within {seconds:g} seconds.") from None
    except ValueError:
        raise ValueError("The program ended before it had answered.") from None
    if "error" in answered:
        raise ValueError(f"The program gave no answers: {answered['error']}")
    by_board = dict(zip(asked, answered["answers"], strict=True))
    return policy_from(by_board.__getitem__)


def _cells(judgement: Judgement) -> list[str]:
    def percent(side: str, share: float) -> str:
        return f"{share:.1%}" if side in judgement.sides else "–"

    return [
        judgement.name,
        " and ".join(judgement.sides),
        str(judgement.verdict),
        *(percent(side, judgement.card.against_random(side).loss) for side in SIDES),
        *(percent(side, judgement.card.worst_case(side).loss) for side in SIDES),
        f"{len(judgement.mistakes):,}",
    ]


def _print_table(judged: list[Judgement]) -> None:
    rows = [list(_HEADS), *map(_cells, judged)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows if judged else []:
        cells = [
            text.ljust(width) if place < 3 else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())


def _print_csv(judged: list[Judgement]) -> None:
    if judged:
        table = StringIO(newline="")
        writer = csv.DictWriter(table, list(judged[0].row()), lineterminator="\n")
        writer.writeheader()
        writer.writerows(judgement.row() for judgement in judged)
        print(without_formulas(table.getvalue()), end="")


def _games(judgement: Judgement) -> list[str]:
    lines = ["", f"{judgement.name}: {judgement.verdict}. {judgement.how}".rstrip()]
    for side in judgement.sides:
        game = judgement.game_that_beats_it(side)
        if game is None:
            continue
        lines.append(f"  The game that beats it as {side}:")
        for ply, (position, cell) in enumerate(zip(walk(game.cells), game.cells, strict=False)):
            mark = "   ← the losing move" if ply == game.error else ""
            lines.append(f"    {pattern(boards()[position])}  {SIDES[ply % 2]} plays {cell}{mark}")
        lines.append(f"    {pattern(boards()[walk(game.cells)[-1]])}")
    return lines


if __name__ == "__main__":
    main()
