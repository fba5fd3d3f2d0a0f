"""No invalid value of a widget makes its callback change or raise anything.

Clicks on boards, keys and moves of sliders are read by the components that send them, which are
tested with `tests/ui/drawing/`; values of fields are checked by `Field`. Here is all else.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import ttt_core as ttt
from tests.ui.bad_input.odd_values import ODD
from tests.ui.bad_input.support import seen
from ttt_core.evaluation.games import likeliest_games
from ttt_core.game import board as rules
from ttt_ui.compare import actions as comparing
from ttt_ui.compare.measuring import actions as measuring
from ttt_ui.compare.measuring.plan import OFFERED, Plan
from ttt_ui.compare.measuring.state import Measuring, sweep_state
from ttt_ui.compare.players import players
from ttt_ui.compare.state import pairing, present
from ttt_ui.drawing.board_tables import open_row
from ttt_ui.frame.field import text
from ttt_ui.frame.sidebar import AGENT_NAME, rename
from ttt_ui.inspect.state import trail
from ttt_ui.play import review
from ttt_ui.play.state import play_state
from ttt_ui.replay.game import Game
from ttt_ui.train import actions as train_actions
from ttt_ui.train import slow_motion
from ttt_ui.train.state import train_state
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, key_of, session

pytestmark = pytest.mark.slow

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))


@pytest.fixture
def state(session_state: dict[str, Any]) -> dict[str, Any]:
    session_state[key_of(Session)] = Session(AGENT)
    play_state().game = Game(1, "X", [0, 3, 8, 4, 1, 5])
    slow_motion.slow_motion().present_game(AGENT, train_state().settings)
    trail().visit("X---O----")
    roster()["Ada"] = AGENT
    looked_at = pairing()
    looked_at.names = tuple(players())
    looked_at.chosen = {"X": "Random", "O": "Ada"}
    looked_at.games = tuple(likeliest_games(ttt.uniform(), AGENT, 3))
    assert looked_at.game is not None
    looked_at.replay.show_game(looked_at.game)
    sweep = sweep_state()
    sweep.form = Plan(AGENT.config, OFFERED["games"], OFFERED["gamma"])
    sweep.measuring = Measuring(sweep.form)
    return session_state


def sweep_chart() -> str:
    return sweep_state().result_key("chart")


TAKE_A_VALUE: dict[str, Callable[[Any], object]] = {
    "update": lambda odd: slow_motion.slow_motion().choose(odd),
    "who takes part": comparing.choose_players,
    "cell of the cross table": comparing.point_at,
    "cell of a chart": lambda odd: trail().play_pointed(odd),
}

READ_A_WIDGET: dict[str, tuple[Callable[[], str], Callable[[], object]]] = {
    "row of a replay": (lambda: review.MOVES_KEY, review.open_move),
    "slider": (lambda: "slider", partial(train_actions.slide, "gamma", "slider")),
    "cell of a sweep": (
        lambda: f"{sweep_chart()}_figure",
        lambda: measuring.train_clicked(sweep_chart()),
    ),
    "pattern": (lambda: "inspect_pattern", lambda: trail().type_board()),
    "move": (lambda: "inspect_move", lambda: trail().play_chosen()),
    "jump": (lambda: "inspect_jump", lambda: trail().jump({"Ada": "X--------"})),
    "row": (lambda: "row", lambda: open_row(rules.EMPTY_BOARD, "row", trail().show_board)),
}


def report(state: dict[str, Any], handler: str, odd: object) -> None:
    """Let a callback find or get a value, also as what an event of a component says."""
    if handler in TAKE_A_VALUE:
        TAKE_A_VALUE[handler](odd)
        return
    key_of_widget, handle = READ_A_WIDGET[handler]
    for value in (odd, {"moved": odd}, {"clicked": odd}):
        state[key_of_widget()] = value
        handle()


@pytest.mark.parametrize("handler", [*TAKE_A_VALUE, *READ_A_WIDGET])
def test_a_callback_that_gets_an_invalid_value(state: dict[str, Any], handler: str) -> None:
    before, chosen = seen(state), present()
    index = slow_motion.slow_motion().index
    for odd in ODD.values():
        report(state, handler, odd)
        assert present() == chosen, odd
        assert slow_motion.slow_motion().index == index, odd
        assert seen(state) == before, odd
        assert not session().messages, odd


@pytest.mark.parametrize("place", [-1, 99, 0.5, "0", None, True, 10**40, [0]])
def test_a_cell_outside_the_cross_table_or_the_sweep(state: dict[str, Any], place: object) -> None:
    before = seen(state)
    for cell in ([place, 0], [], 3):
        comparing.point_at({"selection": {"points": [{"customdata": cell}]}})
    for clicked in ({"x": place, "y": 0}, {"x": 0}, [0, 0]):
        state[f"{sweep_chart()}_figure"] = {"clicked": clicked}
        measuring.train_clicked(sweep_chart())
    assert seen(state) == before


@pytest.mark.usefixtures("state")
def test_typed_names_are_printable_and_short() -> None:
    for odd in ODD.values():
        (before,) = roster()
        AGENT_NAME.hear("", rename, odd)
        text("compare_name_0").hear(before, partial(comparing.rename, before), odd)
        (rival,) = roster()
        for name in (session().agent.name, rival):
            assert 0 < len(name) <= 60, odd
            assert name.isprintable(), odd
        assert rival == before or isinstance(odd, str)
        assert pairing().chosen["O"] == rival, odd
