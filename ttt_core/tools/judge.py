"""The exact verdict on agents of any program: ``ttt-lab judge FILES…``.

Prints a table, best first, with how each was read, and ends with status 1 if an agent is beatable
on a side it has learned or a file could not be read. ``player.py:choose`` and ``--program "node
bot.js"`` judge programs: **they are run**, in a process of their own with a time limit, and are
asked for a move on every board.
"""

import argparse
import csv
import json
import re
import sys
from io import StringIO
from pathlib import Path

from ttt_core.files.bounded_json import MAX_BYTES
from ttt_core.files.judge import Judgement, judge
from ttt_core.files.sweep_file import without_formulas
from ttt_core.game.board import SIDES, pattern
from ttt_core.game.graph import boards, walk
from ttt_core.tools.arguments import aligned
from ttt_core.tools.line_program import PAGE, run_program, words_of

_ASK_PLAYER = str(Path(__file__).with_name("ask_player.py"))
_FUNCTION = re.compile(r"(.+\.py):([A-Za-z_]\w*)")
_SECONDS = 60.0
_MOST_SAMPLES = 1_000
_HEADS = ("agent", "learned", "verdict", "X loses to random", "O loses to random",
          "X worst case", "O worst case", "mistakes", "known", "explained")  # fmt: skip


def main(arguments: list[str] | None = None) -> None:
    """Run the command; `arguments` replace the command line if given."""
    parser = argparse.ArgumentParser(
        prog="ttt-lab judge",
        description="Print the exact verdict on agents of any program. The status is 1 if one of "
        "them is beatable on a side it has learned, or cannot be read.",
        epilog="A program reads boards, a line each: nine characters X, O and -. It answers each "
        "with a line: a cell (0 to 8), a row and a column (0 to 2, such as 1,2), or nine numbers. "
        "A taken cell loses the game. FILE.py:FUNCTION runs the file and asks its function. Run "
        "only programs you trust.",
    )
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="a table, a network, or FILE.py:FUNCTION"
    )
    parser.add_argument(
        "--program",
        action="append",
        default=[],
        metavar="COMMAND",
        help='a program in any language, such as "node bot.js"; may be repeated',
    )
    parser.add_argument(
        "--as", choices=SIDES, dest="side", help="the side that programs play (default: both)"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=_SECONDS,
        metavar="N",
        help="the time limit for a program (default: %(default)g)",
    )
    parser.add_argument(
        "--samples",
        type=_samples,
        metavar="N",
        help="of a program that chooses at random, how many answers to each board are averaged",
    )
    parser.add_argument("--games", action="store_true", help="print the game that beats each")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--csv", action="store_true", help="print the table as CSV")
    output.add_argument("--json", action="store_true", help="print the table as JSON")
    asked = parser.parse_args(arguments)
    if not asked.files and not asked.program:
        parser.error("name a file, or a program with --program")
    judged: list[Judgement] = []
    refused = 0
    for name, is_program in [(n, False) for n in asked.files] + [(n, True) for n in asked.program]:
        try:
            judged.append(_judged(name, is_program, asked))
        except (OSError, ValueError) as error:
            refused += 1
            why = error.strerror if isinstance(error, OSError) else str(error)
            print(f"{_printable(name)}: {_printable_lines(why or str(error))}", file=sys.stderr)
    judged.sort(key=lambda judgement: judgement.rank)
    if asked.csv:
        _print_csv(judged)
    elif asked.json:
        print(json.dumps([judgement.row() for judgement in judged], indent=1))
    else:
        for line in aligned([_HEADS, *map(_cells, judged)], left=3) if judged else ():
            print(line)
        _print_readings(judged)
    if asked.games:
        for judgement in judged:
            print(
                "\n".join(_games(judgement)), file=sys.stderr if asked.csv or asked.json else None
            )
    if refused or any(judgement.beatable for judgement in judged):
        sys.exit(1)


def _samples(text: str) -> int:
    if not text.isdecimal() or not 2 <= int(text[:9]) <= _MOST_SAMPLES:
        raise argparse.ArgumentTypeError(f"expected 2 to {_MOST_SAMPLES:,}, not {text!r}")
    return int(text)


def _judged(name: str, is_program: bool, asked: argparse.Namespace) -> Judgement:
    function = None if is_program else _FUNCTION.fullmatch(name)
    if is_program or function:
        if function and not Path(function[1]).is_file():
            raise ValueError("The file does not exist.")
        command = [sys.executable, _ASK_PLAYER, *function.groups()] if function else words_of(name)
        program = run_program(command, asked.side or "XO", asked.seconds, asked.samples)
        return judge(program, _printable(name))
    path = Path(name)
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"The file is larger than {MAX_BYTES >> 20} MB.")
    return judge(path.read_bytes(), _printable(path.name))


def _printable(text: str) -> str:
    """Return a text of somebody else's without what a terminal would obey."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:PAGE])


def _printable_lines(text: str) -> str:
    return "\n    ".join(map(_printable, text[:PAGE].splitlines()))


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
        "all" if judgement.known is None else f"{judgement.known:,}",
        "–" if judgement.explained is None else f"{judgement.explained:.0%}",
    ]


def _print_readings(judged: list[Judgement]) -> None:
    """Print how each was read, and what its verdict depends on."""
    for judgement in judged:
        print(f"\n{judgement.name}: {judgement.how}")
        for note in judgement.notes:
            print(f"  {note}")
        for other in judgement.alternatives:
            print(f"  Another reading: {other.how} Then: {other.card.verdict}.")
        if boards_lost := judgement.forfeits:
            print(
                f"  It makes no legal move in {len(boards_lost):,} boards, such as "
                f"{pattern(boards_lost[0])}, and loses there."
            )


def _print_csv(judged: list[Judgement]) -> None:
    if judged:
        table = StringIO(newline="")
        writer = csv.DictWriter(table, list(judged[0].row()), lineterminator="\n")
        writer.writeheader()
        writer.writerows(judgement.row() for judgement in judged)
        print(without_formulas(table.getvalue()), end="")


def _games(judgement: Judgement) -> list[str]:
    lines = ["", f"{judgement.name}: {judgement.verdict}."]
    for side in judgement.sides:
        game = judgement.game_that_beats_it(side)
        if game is None:
            continue
        lines.append(f"  The game that beats it as {side}:")
        for ply, (position, cell) in enumerate(zip(walk(game.cells), game.cells, strict=False)):
            mark = "   ← the losing move" if ply == game.error else ""
            lines.append(f"    {pattern(boards()[position])}  {SIDES[ply % 2]} plays {cell}{mark}")
        end = "   ← it makes no legal move" if game.resigned else ""
        lines.append(f"    {pattern(boards()[walk(game.cells)[-1]])}{end}")
    return lines


if __name__ == "__main__":
    main()
