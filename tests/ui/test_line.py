"""One turn per core at a time; the others wait in line, first come, first served."""

from collections import deque
from collections.abc import Callable
from threading import Barrier, Event, Thread

import pytest

from ttt_ui import workers
from ttt_ui.workers import Line, LostError


class StoppedError(Exception):
    """Stands in for Streamlit's exception, which ends the run of a visitor who has left."""


def started(target: Callable[[], object]) -> Thread:
    thread = Thread(target=target, daemon=True)
    thread.start()
    return thread


def wait_for_line(line: Line, length: int) -> None:
    """Wait until this number is in line; only the test's time limit applies."""
    while len(line._line) != length:
        Event().wait(0.001)


def is_free(line: Line) -> bool:
    return not line._taken and not line._line


@pytest.mark.parametrize("places", [1, 3])
def test_never_more_at_once_than_there_are_places(places: int) -> None:
    line, inside, most = Line(lambda: places), list[int](), 0
    all_in = Barrier(places)

    def visit(number: int) -> None:
        nonlocal most
        with line.turn(bool):
            all_in.wait()  # all places can be taken at once
        for _ in range(20):
            with line.turn(bool):
                inside.append(number)
                most = max(most, len(inside))
                Event().wait(0.0005)
                inside.remove(number)

    threads = [started(lambda number=number: visit(number)) for number in range(3 * places)]
    for thread in threads:
        thread.join()
    assert most <= places
    assert is_free(line)


def test_first_come_first_served() -> None:
    line, served = Line(lambda: 1), deque[int]()

    def visit(number: int) -> None:
        with line.turn(bool):
            served.append(number)

    threads = []
    with line.turn(bool):
        for number in range(8):
            threads.append(started(lambda number=number: visit(number)))
            wait_for_line(line, number + 1)
    for thread in threads:
        thread.join()
    assert list(served) == list(range(8))


def test_a_turn_is_given_back_after_an_error() -> None:
    line = Line(lambda: 1)
    with pytest.raises(StoppedError), line.turn(bool):
        raise StoppedError
    assert is_free(line)


def test_a_visitor_who_leaves_while_waiting_keeps_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SECONDS_BETWEEN_CHECKS", 0.001)
    line, told = Line(lambda: 1), deque[int]()
    gone = Event()

    def leave() -> None:
        with pytest.raises(LostError), line.turn(told.append, lambda: not told):
            told.append(-1)
        gone.set()

    with line.turn(bool):
        leaving = started(leave)
        gone.wait()
        assert not line._line
    leaving.join()
    assert list(told) == [0]
    assert is_free(line)


def test_a_visitor_who_leaves_as_the_turn_comes_passes_it_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "SECONDS_BETWEEN_CHECKS", 0.001)
    line, served = Line(lambda: 1), Event()
    asked, called = Event(), Event()

    def go_away(_: int) -> None:
        asked.set()
        called.wait()  # the place is passed on while the visitor is being informed
        raise StoppedError

    def leave() -> None:
        with pytest.raises(StoppedError), line.turn(go_away):
            raise AssertionError("It had gone.")

    def visit() -> None:
        with line.turn(bool):
            served.set()

    with line.turn(bool):
        leaving = started(leave)
        asked.wait()
        visiting = started(visit)
        wait_for_line(line, 2)
    called.set()
    for thread in (leaving, visiting):
        thread.join()
    assert served.is_set()
    assert is_free(line)
