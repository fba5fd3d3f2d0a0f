"""Helpers for tests of the interface: a visitor's objects, with and without a running app."""

import json
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import numpy as np
import pytest
import streamlit as st
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from ttt_core.game.board import Side, equivalents
from ttt_core.game.graph import legal, position_of
from ttt_ui.frame.address import Address
from ttt_ui.inspect.state import Trail
from ttt_ui.jobs import JOBS, Job
from ttt_ui.play.state import PlayState
from ttt_ui.replay.game import Game
from ttt_ui.train.state import WATCHED, TrainState
from ttt_ui.visit.session import Session, key_of
from ttt_ui.widgets import FreshKeys
from ttt_ui.workers import number_of_cores

T = TypeVar("T")

ROOT = Path(__file__).parents[2]

_drags = count(1)


def thorough_except(quick: Collection[str], names: Iterable[str]) -> list[Any]:
    """Return the names of a test's variants; all but the quick ones are for the thorough part."""
    thorough = pytest.mark.thorough
    return [name if name in quick else pytest.param(name, marks=thorough) for name in names]


def new_app() -> AppTest:
    """Return the app as a newcomer opens it, before its first run."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    app.session_state[WATCHED.key] = True  # on Train, they have seen the agent learn
    return app


def run(app: AppTest) -> AppTest:
    app.run()
    assert not app.exception
    return app


def go_to(app: AppTest, page: str, /, **query: str) -> AppTest:
    app.switch_page(f"pages/{page}.py")
    app.query_params.clear()
    for name, value in query.items():
        app.query_params[name] = value
    return run(app)


def turn_to(app: AppTest, page: str) -> AppTest:
    app.switch_page(f"pages/{page}.py")
    return run(app)


def turn_to_the_game(app: AppTest) -> AppTest:
    """Turn to Play, past its welcome."""
    turn_to(app, "play")
    kept_in(app, PlayState).shows_welcome = False
    return run(app)


def come_by_link(page: str, /, **query: str) -> AppTest:
    return go_to(new_app(), page, **query)


def click(app: AppTest, label: str) -> AppTest:
    next(button for button in app.button if button.label == label).click()
    return run(app)


def press(app: AppTest, label: str, key: str | None = None) -> AppTest:
    """Click the first button whose label begins so, and that has a key, if one is given."""
    next(b for b in app.button if b.label.startswith(label) and key in (None, b.key)).click()
    return run(app)


def choose(app: AppTest, label: str, option: object) -> AppTest:
    next(box for box in app.selectbox if box.label == label).set_value(option)
    return run(app)


def words(app: AppTest) -> str:
    """Return the text of a page, without the escapes for Markdown."""
    main = app.main
    shown = [*main.header, *main.subheader, *main.markdown, *main.caption, *main.text]
    told = [*main.info, *main.warning]
    return "\n".join(element.value for element in [*shown, *told]).replace("\\", "")


def offered_link(app: AppTest) -> dict[str, str]:
    """Return the query of the link that a page offers."""
    (text,) = [code.value for code in app.code if "?" in code.value]
    return dict(parse_qsl(text.partition("?")[2]))


def captions(app: AppTest) -> str:
    return "\n".join(caption.value for caption in app.caption)


def said(app: AppTest) -> str:
    return "\n".join(element.value for element in [*app.info, *app.warning, *app.caption])


def present_key(app: AppTest, field: str) -> str:
    """Return the present key of a field's widget whose value the program changes, too."""
    return kept_in(app, FreshKeys)(field)


def kept_in(app: AppTest, kind: type[T]) -> T:
    found = app.session_state[key_of(kind)]
    assert isinstance(found, kind)
    return found


def visitor(app: AppTest) -> Session:
    return kept_in(app, Session)


def agents_before(visitor: Session) -> tuple[ttt.Agent, ...]:
    """Return the agents that undo restores one after another, latest last."""
    return tuple(one.packed.agent for one in visitor.earlier_agents if not one.undone)


def train_state(app: AppTest) -> TrainState:
    return kept_in(app, TrainState)


def trail(app: AppTest) -> Trail:
    return kept_in(app, Trail)


def address(app: AppTest) -> dict[str, str]:
    """Return the query written to the address."""
    return kept_in(app, Address).query


def machine_with_empty_box(*boards: str) -> ttt.Agent:
    config = ttt.PRESETS["MENACE (Michie 1961)"]
    agent = ttt.TrainingRun(config).agent()
    beads = agent.q.copy()
    for board in boards:
        for equivalent in equivalents(board):
            position = position_of(equivalent)
            beads[position] = np.where(legal()[position], 0, np.nan)
    return replace(agent, q=beads, training=(config,), level="Intermediate")


def finish(job: Job | None) -> None:
    """Do the work of a job that a test without an app has started."""
    assert job is not None
    job.run()
    job.raise_error()


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, however busy the machine is."""
    deadline = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@contextmanager
def all_cores_busy() -> Iterator[Callable[[], None]]:
    """Take all turns; yield the function that gives them back."""
    with ExitStack() as turns:
        for _ in range(number_of_cores()):
            turns.enter_context(JOBS.turn(bool))
        yield turns.close


def send_click(key: str, cell: object, token: object) -> None:
    """Let the browser send a click on the board with a key."""
    st.session_state[key] = {"play": {"cell": cell, "token": token}}


def slider_data(app: AppTest, key: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(_slider(app, key).json)
    return data


def has_slider(app: AppTest, key: str) -> bool:
    return any(_is_slider(element, key) for element in app.get("bidi_component"))


def slide(app: AppTest, key: str, *values: float, ended: bool = True, **changes: Any) -> None:
    """Drag the slider with this key from value to value; `changes` are applied to its report."""
    drag = next(_drags)
    for number, value in enumerate(values, start=1):
        move = {
            "value": value,
            "token": slider_data(app, key)["token"],
            "drag": drag,
            "rests": False,
            "ended": ended and number == len(values),
        }
        states = app._tree.get_widget_states()
        reported = json.dumps({"moved": move | changes})
        states.widgets.append(WidgetState(id=_slider(app, key).id, json_value=reported))
        app._run(states)
        assert not app.exception


def _slider(app: AppTest, key: str) -> Any:
    return next(e.proto for e in app.get("bidi_component") if _is_slider(e, key))


def _is_slider(element: Any, key: str) -> bool:
    sliders = {"ttt_slider", "ttt_narrow_slider"}
    return element.proto.component_name in sliders and element.proto.id.endswith(f"-{key}")


class Dice:
    """A random generator that throws a given number, and keeps the chances of the last choice."""

    def __init__(self, thrown: float) -> None:
        self.thrown = thrown
        self.chances: Any = None

    def random(self) -> float:
        return self.thrown

    def choice(self, n: int, p: Any) -> int:
        self.chances = p
        return int(p.argmax())


def played(cells: str, person: Side | None = "X") -> Game:
    game = Game(person=person)
    for cell in cells:
        game.play(int(cell))
    return game
