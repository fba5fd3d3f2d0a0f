"""A run can be cut short at any access to the session, and never leaves anything half done."""

import io
from collections.abc import Callable
from typing import Any

import pytest
import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_ui.browser_storage import actions as saving
from ttt_ui.browser_storage.record import written
from ttt_ui.browser_storage.snapshot import packed, record_of, visit
from ttt_ui.browser_storage.state import StorageState, storage_state
from ttt_ui.compare import actions as comparing
from ttt_ui.compare.curves import actions as curves
from ttt_ui.compare.curves.state import Comparison, comparison, opening
from ttt_ui.compare.players import players
from ttt_ui.compare.side_by_side import actions as beside
from ttt_ui.compare.side_by_side.state import side_by_side
from ttt_ui.compare.state import ABSENT, pairing, player_choice
from ttt_ui.compare.sweep import actions as sweeping
from ttt_ui.compare.sweep import links as sweep_links
from ttt_ui.compare.sweep.measuring import Measuring
from ttt_ui.compare.sweep.plan import Axis, Plan
from ttt_ui.compare.sweep.state import sweep_state
from ttt_ui.frame import check_actions as check_actions
from ttt_ui.frame import sidebar
from ttt_ui.frame.address import Address
from ttt_ui.frame.parameters import Link
from ttt_ui.frame.retraining_check import Checking, checking
from ttt_ui.inspect.state import Trail
from ttt_ui.learn import exploring, ladder, looking_back, matchboxes
from ttt_ui.learn.learned_or_known import BoardState
from ttt_ui.learn.one_cell import state as walking
from ttt_ui.play import actions as play
from ttt_ui.play.exhibition import actions as show
from ttt_ui.play.exhibition.state import Exhibition, exhibition
from ttt_ui.play.pupil import actions as teach
from ttt_ui.play.review import actions as review
from ttt_ui.play.review.state import exercises_of, replay_of
from ttt_ui.play.state import CUSTOM_PLAYER, LEARNS, MODE, Game, PlayState, play_state
from ttt_ui.train import actions as train
from ttt_ui.train import experiment_actions as experiments
from ttt_ui.train import one_more_game as slow
from ttt_ui.train import past, train_from_link
from ttt_ui.train.classroom import classroom, show_all
from ttt_ui.train.course import Course
from ttt_ui.train.state import LIVE, TrainState, train_state
from ttt_ui.train.train_from_link import LinkedAgent
from ttt_ui.visit.opponents import is_your_agent
from ttt_ui.visit.roster import Roster, roster
from ttt_ui.visit.session import Session, key_of, per_visitor, session

pytestmark = pytest.mark.slow

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))


class CutShortError(Exception):
    """Stands in for Streamlit's exception, which ends the run for a later click."""


class Interrupted(dict[str, Any]):
    """A session state that ends the run at a certain access."""

    looks_left = 10**9

    def _look(self) -> None:
        self.looks_left -= 1
        if self.looks_left < 0:
            raise CutShortError

    def __getitem__(self, key: str) -> Any:
        self._look()
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self._look()
        return super().__contains__(key)

    def __setitem__(self, key: str, value: Any) -> None:
        self._look()
        super().__setitem__(key, value)

    def get(self, key: str, default: Any = None) -> Any:
        self._look()
        return super().get(key, default)


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> Interrupted:
    state = Interrupted()
    monkeypatch.setattr(st, "session_state", state)
    monkeypatch.setattr(train, "AT_ONCE_SECONDS", 0.0)
    state[key_of(Session)] = Session(AGENT)
    state[MODE.key], state[LEARNS.key], state[LIVE.key] = MODE.default, True, True
    return state


def cut_short_everywhere(state: Interrupted, begin: Callable[[], object], act: Any) -> int:
    """Repeat an action, cut short one access later each time, until it completes."""
    for looks in range(200):
        state.looks_left = 10**9
        begin()
        state.looks_left = looks
        try:
            act()
        except CutShortError:
            state.looks_left = 10**9
            check()
            continue
        state.looks_left = 10**9
        check()
        return looks
    raise AssertionError("It never came to its end.")


def expect_all_or_nothing(
    state: Interrupted,
    begin: Callable[[], object],
    act: Callable[[], object],
    seen: Callable[[], object],
) -> None:
    """Expect an action to take full effect or none, wherever it is cut short."""
    begin()
    before = seen()
    act()
    done = seen()
    assert done != before

    def all_or_nothing() -> None:
        try:
            act()
        except CutShortError:
            state.looks_left = 10**9
            assert seen() in (before, done)
            raise

    assert cut_short_everywhere(state, begin, all_or_nothing) > 0


def check() -> None:
    visitor, game, course = session(), play_state().game, train_state().course
    assert game.over or game.persons_turn
    assert play_state().score.games in (0, visitor.agent.stats.games - AGENT.stats.games)
    if visitor.training_under_way:
        assert course is not None
        assert train_state().table == visitor.agent.fingerprint
    assert visitor.lock.acquire(blocking=False)
    visitor.lock.release()


def test_a_click_on_a_cell(state: Interrupted, monkeypatch: pytest.MonkeyPatch) -> None:
    def begin() -> None:
        play.new_game()
        token = play_state().game.token
        monkeypatch.setattr(play, "read_play", lambda _: (4, token))

    assert cut_short_everywhere(state, begin, play.take_cell) > 5


def test_the_last_click_of_a_game(state: Interrupted, monkeypatch: pytest.MonkeyPatch) -> None:
    def begin() -> None:
        state[key_of(Session)] = Session(AGENT)
        state.pop(key_of(type(play_state())), None)
        session().relabel(level="Expert")
        game = play_state().game
        while not game.over:
            cell = rules.legal_moves(game.board)[0]
            token = game.token
            monkeypatch.setattr(play, "read_play", lambda _, c=cell, t=token: (c, t))
            if len(rules.legal_moves(game.board)) <= 3:
                break
            play.take_cell()

    assert cut_short_everywhere(state, begin, play.take_cell) > 5


@pytest.mark.parametrize(
    "act",
    [play.swap_sides, play.change_mode, play.reset_agent, play.undo_reset, play.new_game],
)
def test_buttons_on_play(state: Interrupted, act: Callable[[], None]) -> None:
    cut_short_everywhere(state, lambda: None, act)


@pytest.mark.parametrize(
    "act",
    [
        show.start,
        show.pause,
        show.step,
        show.reset_statistics,
        show.change_learning,
        lambda: show.play_on(1),
    ],
)
@pytest.mark.parametrize("running", [False, True])
def test_the_agent_playing_alone(
    state: Interrupted, act: Callable[[], None], *, running: bool
) -> None:
    before = session().agent, 0, False

    def begin() -> None:
        nonlocal before
        state[key_of(Session)] = Session(AGENT)
        state.pop(key_of(Exhibition), None)
        state["show_speed"] = "20 games/s"
        if running:
            show.start()
            show.play_on(0)
        before = seen()

    def seen() -> tuple[ttt.Agent, int, bool]:
        return session().agent, exhibition().tally.moves, exhibition().running

    def cut() -> None:
        try:
            act()
        except CutShortError:
            state.looks_left = 10**9
            assert seen() == before
            raise

    assert cut_short_everywhere(state, begin, cut) > 1
    assert exhibition().tally.games == session().agent.stats.games - AGENT.stats.games or (
        act == show.reset_statistics
    )


def lost_game() -> Game:
    return Game(play_state().game.number + 1, "X", [0, 3, 8, 4, 1, 5])


@pytest.mark.parametrize(
    ("act", "step"), [(lambda: review.step(-1), 5), (lambda: review.go_to(2), 2)]
)
def test_steps_through_a_finished_game(
    state: Interrupted, act: Callable[[], None], step: int
) -> None:
    def begin() -> None:
        play_state().game = lost_game()

    assert cut_short_everywhere(state, begin, act) > 1
    assert replay_of(play_state().game).step == step


def test_trying_a_game_again(state: Interrupted) -> None:
    def begin() -> None:
        play_state().game = lost_game()
        review.go_to(3)

    assert cut_short_everywhere(state, begin, review.try_again) > 5
    assert play_state().game.moves == [0, 3]


@pytest.mark.parametrize(
    "act",
    [review.open_exercises, review.try_cell, review.show_next_exercise, review.close_exercises],
)
def test_exercises(
    state: Interrupted, monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]
) -> None:
    def begin() -> None:
        play_state().game = lost_game()
        play_state().ended.append(play_state().game)
        review.open_exercises()
        token = exercises_of(play_state()).token
        monkeypatch.setattr(review, "read_play", lambda _: (5, token))

    assert cut_short_everywhere(state, begin, act) > 1
    exercises = exercises_of(play_state())
    assert exercises.solved == (act is review.try_cell)
    assert exercises.solved != (exercises.present in exercises.boards)


@pytest.mark.parametrize("act", [teach.begin, teach.play_the_trap_setter, teach.go_back])
def test_opening_other_pages_and_coming_back(state: Interrupted, act: Callable[[], None]) -> None:
    def begin() -> None:
        state[key_of(Session)] = Session(AGENT)
        state.pop(key_of(PlayState), None)
        teach.begin()

    def agent_and_story_agree() -> None:
        try:
            act()
        finally:
            looks, state.looks_left = state.looks_left, 10**9
            told = play_state().present_story(session()) is not None
            assert told == (session().agent.in_play is not None)
            assert play_state().score.games == 0
            state.looks_left = looks

    assert cut_short_everywhere(state, begin, agent_and_story_agree) > 1


def fix() -> None:
    train.try_settings(ttt.TrainingConfig(games=300, gamma=0.5))


@pytest.mark.parametrize(
    "act",
    [
        train.train_on,
        train.start_over,
        train.undo,
        fix,
        lambda: experiments.guess("gamma-0", 0),
    ],
)
def test_buttons_on_train(state: Interrupted, act: Callable[[], None]) -> None:
    def begin() -> None:
        state[key_of(Session)] = Session(AGENT)
        state.pop(key_of(type(train_state())), None)

    cut_short_everywhere(state, begin, act)


@pytest.mark.parametrize("ended", [False, True])
def test_an_invalid_move_of_a_slider(state: Interrupted, *, ended: bool) -> None:
    def begin() -> None:
        state[key_of(Session)] = Session(AGENT)
        state.pop(key_of(type(train_state())), None)
        token = train_state().key("gamma")
        state["slider"] = {"moved": {"value": 0.5, "token": token, "drag": 1, "ended": ended}}

    def slide() -> None:
        try:
            train.slide("gamma", "slider")
        except CutShortError:
            state.looks_left = 10**9
            assert session().agent is AGENT
            assert train_state().settings == AGENT.config
            raise

    assert cut_short_everywhere(state, begin, slide) > 1
    assert session().agent.config.gamma == train_state().settings.gamma == 0.5
    assert session().past == (AGENT,)


def test_an_agent_from_a_link(state: Interrupted) -> None:
    def begin() -> None:
        state[key_of(Session)] = Session(AGENT)
        for kind in (TrainState, LinkedAgent):
            state.pop(key_of(kind), None)
        asked = {"games": "300", "seed": "7"}
        state[key_of(Address)] = Address(page="inspect", asked=asked, owned_by_all=asked)

    assert cut_short_everywhere(state, begin, train_from_link.follow_link) > 3
    assert session().agent.training == (ttt.TrainingConfig(games=300, seed=7),)
    assert session().past == (AGENT,)
    assert not train_from_link.follow_link()
    assert session().past == (AGENT,)


def test_a_slice_of_a_training_run(state: Interrupted) -> None:
    def begin() -> None:
        state[key_of(Session)] = Session(AGENT)
        state.pop(key_of(type(train_state())), None)
        train_state().settings = ttt.TrainingConfig(games=5_000_000)
        train.start_over()

    def slice_() -> None:
        visitor, room = session(), train_state()
        course = room.present_course(visitor)
        assert course is not None
        train.work_on(visitor, room, course, 0.0)

    cut_short_everywhere(state, begin, slice_)

    def stop() -> None:
        train.stop(train_state().claim)

    cut_short_everywhere(state, begin, stop)
    assert not session().training_under_way


@pytest.mark.parametrize(
    "act",
    [
        lambda: past.play_against(36),
        lambda: past.look_into(36, "X--------"),
        lambda: past.compare(36),
    ],
    ids=["play", "inspect", "compare"],
)
def test_the_agent_of_a_moment(
    state: Interrupted, monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]
) -> None:
    monkeypatch.setattr(st, "switch_page", lambda page: st.session_state.get("page"))
    course = Course(AGENT.training[0], AGENT.name)
    course.work(float("inf"))

    def begin() -> None:
        state[key_of(Session)] = Session(AGENT)
        for kind in (PlayState, Roster, Trail, TrainState):
            state.pop(key_of(kind), None)
        train_state().follow(course, session())

    def present_agent_can_be_had_back() -> None:
        try:
            act()
        finally:
            looks, state.looks_left = state.looks_left, 10**9
            earlier = play_state().way_back(session())
            assert session().agent is AGENT or (earlier and earlier.agent is AGENT)
            assert (session().agent is AGENT) == (session().agent.stats.games == 300)
            state.looks_left = looks

    assert cut_short_everywhere(state, begin, present_agent_can_be_had_back) > 1


@pytest.mark.parametrize(
    "act",
    [lambda: slow.step(1), lambda: slow.step(-1), slow.another_game],
    ids=["on", "back", "game"],
)
def test_slow_motion(state: Interrupted, act: Callable[[], None]) -> None:
    def begin() -> None:
        state[key_of(Session)] = Session(AGENT)
        state.pop(key_of(slow.SlowMotion), None)
        slow.slow_motion().present_game(session().agent, train_state().settings)

    def cut() -> None:
        try:
            act()
        finally:
            looks, state.looks_left = state.looks_left, 10**9
            motion = slow.slow_motion()
            assert motion.game is not None
            assert 0 <= motion.index < len(motion.game.updates)
            assert session().agent is AGENT
            state.looks_left = looks

    assert cut_short_everywhere(state, begin, cut) > 0


def test_the_opponent_of_the_matchboxes(state: Interrupted) -> None:
    def begin() -> None:
        state.pop(key_of(matchboxes.MachineState), None)
        state[matchboxes.PARTNER_KEY] = "minimax_share"
        per_visitor(matchboxes.MachineState).play(3)

    def seen() -> object:
        machine = per_visitor(matchboxes.MachineState)
        return machine.partner, machine.seed, machine.games, tuple(machine.curve)

    expect_all_or_nothing(state, begin, matchboxes.choose_partner, seen)


def test_a_slice_of_the_ladder(state: Interrupted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "games_needed", lambda rung, seed: 1)

    def begin() -> None:
        state.pop(key_of(ladder.LadderState), None)
        per_visitor(ladder.LadderState).ask(1)

    expect_all_or_nothing(
        state, begin, ladder.train_on, lambda: per_visitor(ladder.LadderState).trained
    )


def test_the_board_of_minimax_and_the_agent(state: Interrupted) -> None:
    def begin() -> None:
        state.pop(key_of(BoardState), None)
        state["board"] = {"play": {"cell": 4, "token": per_visitor(BoardState).token}}

    expect_all_or_nothing(
        state,
        begin,
        lambda: per_visitor(BoardState).play("board"),
        lambda: per_visitor(BoardState).trail,
    )


@pytest.mark.parametrize(
    "act",
    [
        comparing.keep_your_agent,
        comparing.train_preset,
        lambda: comparing.remove("Ada"),
        lambda: comparing.rename("Ada", player_choice().name_key(0)),
        lambda: comparing.make_your_agent("Ada"),
        lambda: comparing.play_against("Ada"),
        lambda: comparing.choose_players(player_choice().key),
        lambda: comparing.choose_player("X", pairing().key("X")),
        lambda: comparing.choose_game(pairing().key("game")),
        lambda: comparing.point_at(comparing.table_key()),
        lambda: comparing.step(-1),
        comparing.see_decisive_move,
        lambda: beside.choose_player("a", side_by_side().key("a")),
        lambda: beside.choose_side(side_by_side().key("side")),
        beside.another_game,
        lambda: beside.step(-1),
        lambda: beside.go_to(2),
        lambda: beside.slide(side_by_side().replay.slider_key),
    ],
    ids=[
        *("keep", "train", "remove", "rename", "make present", "play against", "present"),
        *("player", "game", "point", "step", "decisive"),
        *("one of two", "side of two", "game of two", "step of two", "move of two", "slide of two"),
    ],
)
def test_agents_on_compare_and_a_pairing(
    state: Interrupted, monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]
) -> None:
    monkeypatch.setattr(st, "switch_page", lambda page: st.session_state.get("page"))
    rival = ttt.learn_from_game(AGENT, (0, 3, 1, 4, 2))

    def begin() -> None:
        state.clear()
        state[key_of(Session)] = Session(AGENT)
        state[MODE.key], state[LEARNS.key], state[LIVE.key] = MODE.default, True, True
        roster().agents["Ada"] = rival
        everybody = players()
        player_choice().follow(list(everybody), list(everybody))
        looked_at = pairing()
        looked_at.choose("Minimax", "Random")
        looked_at.follow(everybody)
        assert looked_at.game is not None
        looked_at.replay.follow(looked_at.game)
        two = side_by_side()
        two.choose("b", "Ada")
        two.follow(everybody)
        ABSENT.set(("Ada",))
        CUSTOM_PLAYER.set("Ada")
        state[two.key("a")], state[two.key("side")] = "Ada", "O"
        state[two.replay.slider_key] = 1
        state[player_choice().key], state[player_choice().name_key(0)] = ["Ada"], "Eve"
        state[pairing().key("X")], state[pairing().key("game")] = "Ada", 1
        state[comparing.table_key()] = {"selection": {"points": [{"customdata": [2, 3]}]}}

    def seen() -> tuple[object, ...]:
        others, looked_at, two = roster().agents, pairing(), side_by_side()
        present = tuple(name for name in players() if name not in ABSENT.value)
        return (
            *(session().agent.fingerprint, tuple(others), present),
            *(is_your_agent(CUSTOM_PLAYER.value, others), play_state().game.number),
            *(looked_at.x, looked_at.o, looked_at.place, looked_at.replay.step),
            *(tuple(two.names.values()), two.side, two.seed, two.replay.step),
        )

    expect_all_or_nothing(state, begin, act, seen)


@pytest.mark.parametrize("act", [exploring.try_cell, looking_back.take_cell])
def test_a_click_in_a_chapter(
    state: Interrupted, act: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exploring, "read_play", lambda key: (state.get(key, 0), "0"))
    monkeypatch.setattr(looking_back, "read_play", lambda key: (state.get(key, 4), "1:4"))

    def begin() -> None:
        search, game = per_visitor(exploring.Search), per_visitor(looking_back.OwnGame)
        search.cell, search.tries = None, 0
        game.cells, game.number, game.times = (0, 3, 1, 8), 1, 1

    def seen() -> tuple[object, ...]:
        search, game = per_visitor(exploring.Search), per_visitor(looking_back.OwnGame)
        return search.cell, search.tries, game.cells, game.number, game.times

    expect_all_or_nothing(state, begin, act, seen)


@pytest.mark.parametrize("act", [check_actions.begin, check_actions.stop, show_all])
def test_checking_and_showing_all(state: Interrupted, act: Callable[[], None]) -> None:
    def begin() -> None:
        classroom().hidden = frozenset({"partner"})
        if act is check_actions.stop:
            check_actions.begin()

    assert cut_short_everywhere(state, begin, act) > 0
    assert (checking().retraining is not None) == (act is check_actions.begin)
    assert bool(classroom().hidden) != (act is show_all)


@pytest.mark.parametrize("spoils", [False, True])
def test_an_upload(state: Interrupted, monkeypatch: pytest.MonkeyPatch, *, spoils: bool) -> None:
    text = ttt.dump_agent(AGENT)
    upload = io.BytesIO((text.replace('"visits"', '"visit"', 1) if spoils else text).encode())
    monkeypatch.setattr(sidebar, "held", lambda _: upload)

    def begin() -> None:
        state[key_of(Session)] = Session(ttt.untrained())
        state.pop(key_of(Checking), None)

    def take() -> None:
        bar = sidebar._Sidebar()
        sidebar._take_upload(bar, sidebar._uploader_key(bar))

    def cut() -> None:
        try:
            take()
        except CutShortError:
            state.looks_left = 10**9
            assert session().agent.is_blank
            raise

    assert cut_short_everywhere(state, begin, cut) > 1
    assert session().agent.is_blank == spoils
    assert session().agent.reproducible != spoils


TAUGHT = ttt.learn_from_game(AGENT, (0, 3, 1, 4, 2))


@pytest.mark.parametrize("agent", [AGENT, TAUGHT], ids=["told by settings", "has a part"])
@pytest.mark.parametrize("way", ["cookie", "storage", "other tab"])
def test_restoring_a_visit(
    state: Interrupted, monkeypatch: pytest.MonkeyPatch, agent: ttt.Agent, way: str
) -> None:
    text, parts = "", {}

    def begin() -> None:
        nonlocal text, parts
        start_anew()
        session().adopt(agent)
        play_state().game = Game(3, "X", [4, 0])
        stored = storage_state()
        record = record_of(visit(), stored.parts)
        assert record is not None
        text = written(record)
        parts = packed(visit(), stored.parts, record.parts)
        start_anew()
        by_cookie = way == "cookie" and not parts
        said = text if by_cookie else "" if way == "other tab" else saving.FOLLOWS
        monkeypatch.setattr(saving, "cookie", lambda: said)
        if not by_cookie:
            saving.begin()
            if way == "other tab":
                saving.load_other_tab()
            report = {
                "visit": storage_state().wire.visit,
                "number": 1,
                "record": text,
                "parts": parts,
            }
            state["storage"] = {"report": report}

    def start_anew() -> None:
        state.clear()
        state[key_of(Session)] = Session(ttt.untrained())
        state[MODE.key], state[LEARNS.key], state[LIVE.key] = MODE.default, True, True

    def all_or_nothing() -> None:
        try:
            saving.begin()
        finally:
            looks, state.looks_left = state.looks_left, 10**9
            is_back = session().agent.stats.games == agent.stats.games
            assert (play_state().game.moves == [4, 0]) == is_back
            assert (storage_state().text == text) == is_back
            assert len(session().past) == is_back
            state.looks_left = looks

    def check_is_back() -> None:
        saving.begin()
        assert session().agent.q.tobytes() == agent.q.tobytes()

    def act() -> None:
        all_or_nothing()
        looks, state.looks_left = state.looks_left, 10**9
        check_is_back()
        state.looks_left = looks

    looks = 0
    while True:
        begin()
        state.looks_left = looks
        try:
            act()
        except CutShortError:
            state.looks_left = 10**9
            check_is_back()  # the run that comes after
            looks += 1
            continue
        break
    assert looks > 20


def add_a_configuration() -> None:
    state = st.session_state
    shown = comparison()
    dict.update(state, {curves.source_key(shown): "Preset: Pupil"})
    curves.add()


@pytest.mark.parametrize(
    ("act", "names"),
    [
        (add_a_configuration, ["MENACE (Michie 1961)", "Pupil"]),
        (lambda: curves.remove(2), []),
        (curves.measure, ["MENACE (Michie 1961)"]),
        (curves.stop, ["MENACE (Michie 1961)"]),
    ],
)
def test_choosing_who_is_compared(
    state: Interrupted, act: Callable[[], None], names: list[str]
) -> None:
    def begin() -> None:
        state.pop(key_of(Comparison), None)
        comparison().add(ttt.PRESETS["MENACE (Michie 1961)"])

    def all_or_nothing() -> None:
        shown = state[key_of(Comparison)]
        before = shown.names
        try:
            act()
        except CutShortError:
            assert shown.names == before
            assert not shown.running
            assert not shown.stopped
            raise

    assert cut_short_everywhere(state, begin, all_or_nothing) > 0
    assert comparison().names[len(opening()) :] == names


def switch() -> None:
    state = st.session_state
    state.setdefault("switch", False)
    saving.switch("switch")


@pytest.mark.parametrize("act", [saving.save, saving.erase, switch, saving.load_other_tab])
def test_saving_and_erasing(state: Interrupted, act: Callable[[], None]) -> None:
    def begin() -> None:
        state.pop(key_of(StorageState), None)
        saving.begin()
        saving.ask_to_erase()
        LEARNS.set(not LEARNS.value)

    def writes_once_or_not_at_all() -> None:
        try:
            act()
        except CutShortError:
            state.looks_left = 10**9
            assert storage_state().wire.writing is None
            assert storage_state().wire.asked == 0
            raise

    cut_short_everywhere(state, begin, writes_once_or_not_at_all)
    assert (storage_state().wire.writing is None) == (act is saving.load_other_tab)


SWEEP = Plan(AGENT.config, Axis("alpha", 0.1, 1, 2), Axis("gamma", 0.5, 1, 2), seeds=1)


@pytest.mark.parametrize(
    "act",
    [
        sweeping.start,
        sweeping.go_on,
        lambda: sweeping.take("seeds", sweep_state().key("seeds")),
        lambda: sweeping.take("up.setting", sweep_state().key("up.setting")),
        lambda: sweeping.take_source(sweep_state().key("source")),
        lambda: sweeping.pick("up", sweep_state().pick_key("up")),
        lambda: sweeping.load_clicked(sweep_state().chart_key),
        sweeping.load_picked,
        lambda: sweep_links.follow(Link({"seeds": "9", "base.games": "50"})),
    ],
    ids=["start", "go on", "seeds", "setting", "source", "pick", "click", "load", "link"],
)
def test_a_sweep(
    state: Interrupted, monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]
) -> None:
    monkeypatch.setattr(st, "switch_page", lambda page: st.session_state.get("page"))

    def begin() -> None:
        state.clear()
        state[key_of(Session)] = Session(AGENT)
        state[LIVE.key] = True
        room = sweep_state()
        room.form, room.measuring = SWEEP, Measuring(SWEEP, SWEEP.sweep())
        state[room.key("seeds")], state[room.key("source")] = 2, "As in your agent"
        state[room.key("up.setting")], state[room.pick_key("up")] = "games", 1
        state[f"{room.chart_key}_figure"] = {"clicked": {"x": 1, "y": 1}}

    def seen() -> tuple[object, ...]:
        room = sweep_state()
        begun = room.measuring is not None and room.measuring._thread is not None
        told = room.form, room.source, room.picked, room.number, begun
        return *told, room.key("up.setting"), room.key("up.low"), session().agent.fingerprint

    expect_all_or_nothing(state, begin, act, seen)


@pytest.mark.parametrize(
    "act",
    [
        lambda: walking.one_cell().step(100),
        lambda: walking.one_cell().run(),
        lambda: walking.one_cell().erase_values(),
        walking.place,
        walking.choose_size,
        walking.look_ahead,
    ],
    ids=["steps", "end", "forget", "place", "size", "look ahead"],
)
def test_a_walker_on_a_grid(state: Interrupted, act: Callable[[], object]) -> None:
    def begin() -> None:
        state.clear()
        walking.one_cell().step(10)
        state[walking.SIZE], state[walking.LOOKS_AHEAD] = 6, False
        token = walking.one_cell().scene.token
        state[walking.GRID] = {"place": {"cell": 3, "token": token}}

    def seen() -> tuple[object, ...]:
        scene = walking.one_cell().scene
        return scene.walk.config, scene.walk.table.tobytes(), scene.walk.steps, scene.told

    expect_all_or_nothing(state, begin, act, seen)
