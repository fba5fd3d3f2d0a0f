"""No invalid value of a widget makes its callback change or raise anything."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import ttt_core as ttt
from tests.ui.bad_input.odd_values import ODD
from tests.ui.bad_input.support import CHAPTERS_SLIDER, OF_CHAPTERS, seen
from ttt_core.evaluation.games import likeliest_games
from ttt_core.game import board as rules
from ttt_ui.compare import actions as comparing
from ttt_ui.compare import state as beside
from ttt_ui.compare.measuring import actions as measuring
from ttt_ui.compare.measuring.plan import OFFERED, Plan
from ttt_ui.compare.measuring.state import Measuring, comparison, sweep_state
from ttt_ui.compare.players import players
from ttt_ui.compare.state import pairing, present
from ttt_ui.drawing.board_tables import open_row
from ttt_ui.frame.field import Field, text
from ttt_ui.frame.sidebar import AGENT_NAME, rename
from ttt_ui.inspect.state import trail
from ttt_ui.learn import another_game, exploring, looking_back, trained
from ttt_ui.learn import one_cell as walking
from ttt_ui.learn.state import learn_state
from ttt_ui.play import actions as playing
from ttt_ui.play import exhibition, review
from ttt_ui.play.review import replay_of
from ttt_ui.play.state import play_state
from ttt_ui.replay.game import Game
from ttt_ui.train import actions as train_actions
from ttt_ui.train import slow_motion
from ttt_ui.train.state import train_state
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, key_of, per_visitor, session

pytestmark = pytest.mark.slow

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))
LOST = [0, 3, 8, 4, 1, 5]
GAMES = tuple(likeliest_games(ttt.uniform(), AGENT, 3))


@pytest.fixture
def state(session_state: dict[str, Any]) -> dict[str, Any]:
    session_state[key_of(Session)] = Session(AGENT)
    train_state()
    roster()
    trail()
    play_state().game = Game(1, "X", list(LOST))
    slow_motion.slow_motion().present_game(AGENT, train_state().settings)
    exhibition.exhibition_state()
    roster()["Ada"] = AGENT
    everybody = players()
    looked_at = pairing()
    looked_at.names = tuple(everybody)
    looked_at.chosen = {"X": "Random", "O": "Ada"}
    looked_at.games = GAMES
    assert looked_at.game is not None
    compared = comparison()
    compared.source = "Preset: Default"
    compared.choose_setting("ties")
    compared.value = "random"
    looked_at.replay.show_game(looked_at.game)
    beside.side_by_side().compare(everybody)
    sweep = sweep_state()
    sweep.form = Plan(AGENT.config, OFFERED["games"], OFFERED["gamma"])
    sweep.measuring = Measuring(sweep.form)
    learn_state()
    for kind in OF_CHAPTERS:
        per_visitor(kind)
    return session_state


SLIDER_OF_A_CHAPTER = Field(CHAPTERS_SLIDER, 0, lambda games: games in trained.GAMES)
TAKE_A_VALUE: dict[str, Callable[[Any], object]] = {
    "update": lambda odd: slow_motion.slow_motion().choose(odd),
    "who takes part": comparing.choose_players,
    "cell of the cross table": comparing.point_at,
    "cell of a chart": lambda odd: trail().play_pointed(odd),
}

READ_A_WIDGET: dict[str, tuple[Callable[[], str], Callable[[], object]]] = {
    "board": (lambda: playing.BOARD_KEY, playing.take_cell),
    "keys": (lambda: playing.BOARD_KEY, playing.take_command),
    "keys of an ended game": (lambda: playing.BOARD_KEY, review.take_command),
    "row of a replay": (lambda: review.MOVES_KEY, review.open_move),
    "exercise": (lambda: review.EXERCISE_KEY, review.try_cell),
    "slider": (lambda: "slider", partial(train_actions.slide, "gamma", "slider")),
    "keys of a replay": (lambda: "board", lambda: pairing().replay.take_command("board")),
    "pattern side by side": (
        lambda: "beside_pattern",
        lambda: beside.side_by_side().trail.type_board(),
    ),
    "board side by side": (
        lambda: "beside_board",
        lambda: beside.side_by_side().trail.play_clicked(),
    ),
    "cell of a sweep": (
        lambda: f"{sweep_state().result_key('chart')}_figure",
        lambda: measuring.train_clicked(sweep_state().result_key("chart")),
    ),
    "pattern": (lambda: "inspect_pattern", lambda: trail().type_board()),
    "board looked at": (lambda: "inspect_board", lambda: trail().play_clicked()),
    "jump": (lambda: "inspect_jump", lambda: trail().jump({"Ada": "X--------"})),
    "row": (lambda: "row", lambda: open_row(rules.EMPTY_BOARD, "row", trail().show_board)),
    "cell of a grid": (lambda: walking.GRID, walking.take_click),
    "board to explore": (lambda: exploring._KEY, exploring.try_cell),
    "slider of a chapter": (
        lambda: "slider",
        lambda: trained._choose_dragged("slider", SLIDER_OF_A_CHAPTER),
    ),
    "board of another game": (lambda: "another_game_board_morris", another_game.take_click),
    "board to play a game on": (lambda: looking_back._KEY, looking_back.take_cell),
}


EVENTS = ("play", "command", "moved", "clicked", "place")


def report(state: dict[str, Any], handler: str, odd: object) -> None:
    """Let a callback find or get a value, also as what an event of a component says."""
    if handler in TAKE_A_VALUE:
        TAKE_A_VALUE[handler](odd)
        return
    key_of_widget, handle = READ_A_WIDGET[handler]
    for value in (odd, *({event: odd} for event in EVENTS)):
        state[key_of_widget()] = value
        handle()


@pytest.mark.parametrize("handler", [*TAKE_A_VALUE, *READ_A_WIDGET])
def test_a_callback_that_gets_an_invalid_value(state: dict[str, Any], handler: str) -> None:
    for odd in ODD.values():
        before, chosen = seen(state), present()
        report(state, handler, odd)
        assert present() == chosen, odd
        if handler == "keys of an ended game":
            assert replay_of(play_state().game).step == len(LOST), odd
        assert seen(state) == before, odd
        for message in session().messages:
            assert message.kind == "error", odd
            assert len(message.text) < 2_000, odd
        session().messages.clear()


def test_a_click_with_a_token_that_was_never_given(state: dict[str, Any]) -> None:
    play_state().game = Game()
    before = seen(state)
    for token in ("99:", "0:" + "4" * 100_000, ""):
        state[playing.BOARD_KEY] = {"play": {"cell": 4, "token": token}}
        playing.take_cell()
        state[walking.GRID] = {"place": {"cell": 4, "token": token}}
        walking.take_click()
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


@pytest.mark.parametrize("place", [-1, 99, 0.5, "0", None, True, 10**40, [0]])
def test_a_cell_outside_the_cross_table_or_the_sweep(state: dict[str, Any], place: object) -> None:
    before, key = seen(state), sweep_state().result_key("chart")
    for cell in ([place, 0], [], 3):
        comparing.point_at({"selection": {"points": [{"customdata": cell}]}})
    for clicked in ({"x": place, "y": 0}, {"x": 0}, [0, 0]):
        state[f"{key}_figure"] = {"clicked": clicked}
        measuring.train_clicked(key)
    assert seen(state) == before
