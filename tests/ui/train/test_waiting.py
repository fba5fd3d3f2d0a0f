"""If all cores are busy, a training waits in line and says so, and nothing is lost."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Event, Thread

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import click, new_app, run, slide, train_state, turn_to, visitor
from ttt_ui.train import views
from ttt_ui.train.course import Course
from ttt_ui.visit import cores as turnstiles
from ttt_ui.visit.cores import cores

pytestmark = pytest.mark.slow

CONFIG = ttt.TrainingConfig(games=20_000, seed=3, gamma=0.8)


@contextmanager
def all_cores_busy() -> Iterator[Callable[[], None]]:
    """Take all turns; yield the function that gives them back."""
    with ExitStack() as turns:
        while turns.enter_context(cores().turn_if_free()):
            pass
        yield turns.close


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(turnstiles, "SECONDS_BETWEEN_WORDS", 0.001)
    page = new_app()
    page.run()
    return turn_to(page, "train")


def test_it_says_that_it_waits_and_then_continues(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, before = Event(), visitor(page).agent
    train_state(page).settings = CONFIG

    def in_line(before_me: int) -> str:
        told.set()
        return turnstiles.in_line(before_me)

    monkeypatch.setattr(views, "in_line", in_line)
    with all_cores_busy() as free_them:

        def wait_for_the_word() -> None:
            told.wait()
            free_them()

        freeing = Thread(target=wait_for_the_word)
        freeing.start()
        click(page, "Start over")
        freeing.join()
    assert visitor(page).past == (before,)
    while visitor(page).training_under_way:
        run(page)
    assert visitor(page).agent.q.tobytes() == ttt.train(CONFIG).q.tobytes()
    assert train_state(page).course is not None


def test_the_message_appears_on_the_progress_bar(page: AppTest) -> None:
    shown: list[str] = []

    class Bar:
        def progress(self, share: float, text: str) -> None:
            shown.append(text)

    course = Course(CONFIG, "Ada")
    with all_cores_busy() as free_them:
        bar = Bar()

        def wait(before: int) -> None:
            bar.progress(0.0, turnstiles.in_line(before))
            free_them()

        course.work(float("inf"), wait)
    assert shown == ["Waiting for a free processor core: you are next"]
    assert course.finished


def test_a_click_does_not_wait_but_a_drag_does(page: AppTest) -> None:
    course = Course(CONFIG, "Ada")
    with all_cores_busy():
        course.work(10.0, patient=False)
        assert course.games_played == 0
        assert not course.finished
    course.work(float("inf"), patient=False)
    assert course.finished


def test_a_visitor_who_leaves_while_waiting_changes_neither_line_nor_course(
    page: AppTest,
) -> None:
    class GoneError(Exception):
        pass

    def go(_: int) -> None:
        raise GoneError

    course = Course(CONFIG, "Ada")
    with all_cores_busy():
        with pytest.raises(GoneError):
            course.work(10.0, go)
        assert not cores()._line
    course.work(float("inf"))  # the course is not locked
    assert course.agent.q.tobytes() == ttt.train(CONFIG).q.tobytes()


def test_all_cores_are_free_after_every_use(page: AppTest) -> None:
    slide(page, "setting_gamma", 0.5)
    page.toggle(key="train_band").set_value(True)
    run(page)
    course = train_state(page).course
    assert course is not None
    assert len(course.band) == 8
    course.agent_after(100)
    course.look_back("X--------", lambda share: None)
    turnstile = cores()
    assert not turnstile._line
    with all_cores_busy(), turnstile.turn_if_free() as taken:
        assert not taken
    places = 0
    with ExitStack() as turns:
        while turns.enter_context(turnstile.turn_if_free()):
            places += 1
    assert places == turnstile.places
