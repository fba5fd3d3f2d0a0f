"""How much code the walks of a visitor enter: run `python -m tests.benchmarks.walks`.

Prints how many of the project's functions, in how many files, a redraw of each page enters when
nobody has clicked, and what a click on Play's board enters: what a stranger would have to read.
``--names`` lists the functions that the click enters, too. A click redraws the whole page here; in
a browser it redraws only a fragment.
"""

import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

from tests.ui.support import ROOT, kept_in, new_app, run, turn_to, turn_to_the_game
from ttt_ui.frame.links import PAGES
from ttt_ui.play.state import PlayState

Profile = set[tuple[str, str]]
"""Functions, each by its file and its name there."""


def entered(walk: Callable[[], object]) -> Profile:
    """Return the project's functions that are called during a walk."""
    found: Profile = set()

    def hear(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and not code.co_name.startswith("<"):
            found.add((code.co_filename, code.co_qualname))

    threading.setprofile(hear)
    try:
        walk()
    finally:
        threading.setprofile(None)
    return {
        (str(path.relative_to(ROOT)), name)
        for file, name in found
        if (path := Path(file)).is_relative_to(ROOT)
        and path.relative_to(ROOT).parts[0] in ("app.py", "pages", "ttt_ui", "ttt_core")
    }


def say(walk: str, profile: Profile) -> None:
    files = {file for file, _ in profile}
    print(f"{walk}: {len(profile)} functions in {len(files)} files")


def click_the_centre(app: AppTest) -> None:
    board = next(
        element.proto
        for element in app.get("bidi_component")
        if element.proto.component_name.endswith("_board")
    )
    played = {"play": {"cell": 4, "token": kept_in(app, PlayState).game.token}}
    states = app._tree.get_widget_states()
    states.widgets.append(WidgetState(id=board.id, json_value=json.dumps(played)))
    app._run(states)
    assert kept_in(app, PlayState).game.moves[0] == 4


def main() -> None:
    PagesManager.uses_pages_directory = False  # as on a server, app.py runs around every page
    app = run(new_app())
    for page in PAGES:
        turn_to(app, page)
        run(app)
        say(f"A redraw of {page}", entered(lambda: run(app)))
    turn_to_the_game(app)
    redraw = entered(lambda: run(app))
    click = entered(lambda: click_the_centre(app))
    say("A redraw of a game on Play", redraw)
    say("A click on its board", click)
    say("Of these not in a redraw", click - redraw)
    if "--names" in sys.argv:
        for file, name in sorted(click):
            print(f"  {file}: {name}")


if __name__ == "__main__":
    main()
