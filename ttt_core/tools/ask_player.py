"""A Python function as a program for `ttt_core.tools.line_program`.

``python ask_player.py FILE FUNCTION`` runs the file, reads boards from its input, a line each, and
prints the function's answers as JSON. What the file itself prints goes to the errors.
"""

import json
import os
import runpy
import sys
from pathlib import Path


def _plain(value: object) -> object:
    return value.tolist() if hasattr(value, "tolist") else str(value)


if __name__ == "__main__":
    asked = sys.stdin.read().split()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    file, name = sys.argv[1:]
    sys.argv = [file]
    sys.path.insert(0, str(Path(file).resolve().parent))
    function = runpy.run_path(file, run_name="player").get(name)
    if not callable(function):
        sys.exit(f"{file} has no function {name}.")
    for board in asked:
        print(json.dumps(function(board), default=_plain), file=answers)
    answers.close()
