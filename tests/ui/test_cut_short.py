"""A run can be cut short wherever it looks at the session: then nothing is half done."""

from collections.abc import Callable
from typing import Any

import pytest
import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_ui.exhibition import actions as show
from ttt_ui.exhibition.state import Exhibition, exhibition
from ttt_ui.inspect.state import Trail
from ttt_ui.play import actions as play
from ttt_ui.play.state import LEARNS, MODE, Game, PlayState, play_state
from ttt_ui.review import actions as review
from ttt_ui.review.state import exercises_of, replay_of
from ttt_ui.shared.address import Address
from ttt_ui.shared.roster import Roster
from ttt_ui.shared.session import Session, key_of, session
from ttt_ui.teach import actions as teach
from ttt_ui.train import actions as train
from ttt_ui.train import arrival, past
from ttt_ui.train import experiment_actions as experiments
from ttt_ui.train import one_more_game as slow
from ttt_ui.train.arrival import Arrival
from ttt_ui.train.course import Course
from ttt_ui.train.state import LIVE, TrainState, train_state

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))


class CutShortError(Exception):
    """Stands for Streamlit's own, which ends the run for a later click."""


class Interrupted(dict[str, Any]):
    """A session state that ends the run at a certain look at it."""

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
    """Do something again and again, cut short one look later each time, until it is done."""
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


def check() -> None:
    visitor, game, course = session(), play_state().game, train_state().course
    assert game.over or game.persons_turn
    assert play_state().score.games in (0, visitor.agent.stats.games - AGENT.stats.games)
    if visitor.training_under_way:
        assert course is not None
        assert train_state().table is visitor.agent.q
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
    [play.swap_sides, play.change_mode, play.reset_memory, play.bring_back, play.new_game],
)
def test_buttons_of_the_play_page(state: Interrupted, act: Callable[[], None]) -> None:
    cut_short_everywhere(state, lambda: None, act)


@pytest.mark.parametrize(
    "act",
    [
        show.start,
        show.pause,
        show.step,
        show.reset_figures,
        show.change_learning,
        lambda: show.play_on(1),
    ],
)
@pytest.mark.parametrize("running", [False, True])
def test_the_agent_by_itself(state: Interrupted, act: Callable[[], None], *, running: bool) -> None:
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
        act == show.reset_figures
    )


def lost_game() -> Game:
    return Game(play_state().game.number + 1, "X", [0, 3, 8, 4, 1, 5])


@pytest.mark.parametrize(
    ("act", "step"), [(lambda: review.step(-1), 5), (lambda: review.go_to(2), 2)]
)
def test_steps_through_an_ended_game(
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
    "act", [review.open_exercises, review.try_cell, review.take_up_next, review.close_exercises]
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


@pytest.mark.parametrize("act", [teach.begin, teach.meet_the_champion, teach.go_back])
def test_doors_and_the_way_back(state: Interrupted, act: Callable[[], None]) -> None:
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


def cure() -> None:
    train.try_settings(ttt.TrainingConfig(games=300, gamma=0.5))


@pytest.mark.parametrize(
    "act",
    [
        train.train_on,
        train.start_over,
        train.undo,
        cure,
        lambda: experiments.guess("gamma-0", 0),
    ],
)
def test_buttons_of_the_train_page(state: Interrupted, act: Callable[[], None]) -> None:
    def begin() -> None:
        state[key_of(Session)] = Session(AGENT)
        state.pop(key_of(type(train_state())), None)

    cut_short_everywhere(state, begin, act)


@pytest.mark.parametrize("ended", [False, True])
def test_a_move_of_a_slider(state: Interrupted, *, ended: bool) -> None:
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


def test_an_agent_that_a_link_brings(state: Interrupted) -> None:
    def begin() -> None:
        state[key_of(Session)] = Session(AGENT)
        for kind in (TrainState, Arrival):
            state.pop(key_of(kind), None)
        asked = {"games": "300", "seed": "7"}
        state[key_of(Address)] = Address(page="inspect", asked=asked, owned_by_all=asked)

    assert cut_short_everywhere(state, begin, arrival.follow_link) > 3
    assert session().agent.training == (ttt.TrainingConfig(games=300, seed=7),)
    assert session().past == (AGENT,)
    assert not arrival.follow_link()
    assert session().past == (AGENT,)


def test_a_slice_of_a_training(state: Interrupted) -> None:
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
        course = train_state().course
        assert course is not None
        train.stop(course)

    cut_short_everywhere(state, begin, stop)
    assert not session().training_under_way


@pytest.mark.parametrize(
    "act",
    [
        lambda course: past.play_against(course, 36),
        lambda course: past.look_into(course, 36, "X--------"),
        lambda course: past.compare(course, 36),
    ],
    ids=["play", "inspect", "compare"],
)
def test_the_agent_of_a_moment(
    state: Interrupted, monkeypatch: pytest.MonkeyPatch, act: Callable[[Course], None]
) -> None:
    monkeypatch.setattr(st, "switch_page", lambda page: st.session_state.get("page"))
    course = Course(AGENT.training[0], AGENT.name)
    course.work(float("inf"))

    def begin() -> None:
        state[key_of(Session)] = Session(AGENT)
        for kind in (PlayState, Roster, Trail):
            state.pop(key_of(kind), None)

    def present_agent_can_be_had_back() -> None:
        try:
            act(course)
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
