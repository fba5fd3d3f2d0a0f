"""A program that asks a function for its move on every open board, for `ttt_core.tools.judge`.

It runs in a process of its own: ``python ask_player.py FILE FUNCTION``. It executes the file,
writes the answers as JSON to its output, and what the file prints to its errors.
"""

import json
import runpy
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any


def answers(file: str, name: str, boards: list[str]) -> dict[str, Any]:
    """Return a function's answer for each board, or what went wrong."""
    sys.path.insert(0, str(Path(file).resolve().parent))
    sys.argv = [file]
    try:
        function = runpy.run_path(file, run_name="player").get(name)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with somebody else's program
        return {"error": f"running it failed with {type(error).__name__}: {error}"}
    if not callable(function):
        return {"error": f"it has no function {name}."}
    answered = []
    for board in boards:
        try:
            answer = function(board)
            answered.append(answer.tolist() if hasattr(answer, "tolist") else answer)
        except Exception as error:  # noqa: BLE001
            return {"error": f"on {board} it failed with {type(error).__name__}: {error}"}
    return {"answers": answered}


if __name__ == "__main__":
    with redirect_stdout(sys.stderr):
        found = answers(sys.argv[1], sys.argv[2], json.load(sys.stdin))
    json.dump(found, sys.stdout, default=str)
