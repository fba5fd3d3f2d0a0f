"""One turn per core at a time; the others wait in line, first come, first served."""

from collections import deque
from collections.abc import Callable
from threading import Barrier, Event, Lock, Thread

import pytest

from ttt_ui import turnstile as turnstiles
from ttt_ui.turnstile import Turnstile


class StoppedError(Exception):
    """Stands in for Streamlit's exception, which ends the run of a visitor who has left."""


def started(target: Callable[[], object]) -> Thread:
    thread = Thread(target=target, daemon=True)
    thread.start()
    return thread


def wait_for_line(turnstile: Turnstile, length: int) -> None:
    """Wait until this number is in line; only the test's time limit applies."""
    while len(turnstile._line) != length:
        Event().wait(0.001)


def is_free(turnstile: Turnstile, places: int) -> bool:
    return turnstile._free == places and not turnstile._line


@pytest.mark.parametrize("places", [1, 2, 3])
def test_never_more_at_once_than_there_are_places(places: int) -> None:
    turnstile, lock, inside, most = Turnstile(places), Lock(), 0, 0
    all_in = Barrier(places + 1)

    def visit() -> None:
        nonlocal inside, most
        for _ in range(20):
            with turnstile.turn():
                with lock:
                    inside += 1
                    most = max(most, inside)
                Event().wait(0.0005)
                with lock:
                    inside -= 1

    def hold() -> None:
        with turnstile.turn():
            all_in.wait()

    threads = [started(hold) for _ in range(places)]
    all_in.wait()  # all places can be taken at once
    threads += [started(visit) for _ in range(10)]
    for thread in threads:
        thread.join()
    assert most <= places
    assert is_free(turnstile, places)


def test_first_come_first_served() -> None:
    turnstile, served = Turnstile(1), deque[int]()

    def visit(number: int) -> None:
        with turnstile.turn():
            served.append(number)

    threads = []
    with turnstile.turn():
        for number in range(8):
            threads.append(started(lambda number=number: visit(number)))
            wait_for_line(turnstile, number + 1)
    for thread in threads:
        thread.join()
    assert list(served) == list(range(8))


def test_long_work_lets_everyone_waiting_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnstiles, "SLICE_SECONDS", 0.0)
    turnstile, order = Turnstile(1), deque[str]()

    def visit(name: str) -> None:
        with turnstile.turn():
            order.append(name)

    with turnstile.turn() as give_way:
        threads = [started(lambda: visit("first"))]
        wait_for_line(turnstile, 1)
        threads.append(started(lambda: visit("second")))
        wait_for_line(turnstile, 2)
        give_way()
        order.append("long")
    for thread in threads:
        thread.join()
    assert list(order) == ["first", "second", "long"]
    assert is_free(turnstile, 1)


def test_a_short_turn_is_not_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnstiles, "SLICE_SECONDS", 1e9)
    turnstile = Turnstile(1)
    with turnstile.turn() as give_way:
        waiting = started(lambda: turnstile.turn().__enter__())
        wait_for_line(turnstile, 1)
        give_way()
        assert waiting.is_alive()
        assert len(turnstile._line) == 1
    waiting.join()


def test_a_turn_is_given_back_after_an_error() -> None:
    turnstile = Turnstile(1)
    with pytest.raises(StoppedError), turnstile.turn():
        raise StoppedError
    assert is_free(turnstile, 1)


def test_a_visitor_who_leaves_while_waiting_keeps_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnstiles, "SECONDS_BETWEEN_WORDS", 0.001)
    turnstile, told = Turnstile(1), deque[int]()
    gone = Event()

    def go_away(before: int) -> None:
        told.append(before)
        raise StoppedError

    def leave() -> None:
        with pytest.raises(StoppedError), turnstile.turn(go_away):
            told.append(-1)
        gone.set()

    with turnstile.turn():
        leaving = started(leave)
        gone.wait()
        assert not turnstile._line
    leaving.join()
    assert list(told) == [0]
    assert is_free(turnstile, 1)


def test_a_visitor_who_leaves_as_the_turn_comes_passes_it_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turnstiles, "SECONDS_BETWEEN_WORDS", 0.001)
    turnstile, served = Turnstile(1), Event()
    asked, called = Event(), Event()

    def go_away(_: int) -> None:
        asked.set()
        called.wait()  # the place is passed on while the visitor is being informed
        raise StoppedError

    def leave() -> None:
        with pytest.raises(StoppedError), turnstile.turn(go_away):
            raise AssertionError("It had gone.")

    def visit() -> None:
        with turnstile.turn():
            served.set()

    with turnstile.turn():
        leaving = started(leave)
        asked.wait()
        visiting = started(visit)
        wait_for_line(turnstile, 2)
    called.set()
    for thread in (leaving, visiting):
        thread.join()
    assert served.is_set()
    assert is_free(turnstile, 1)


def test_a_visitor_stopped_while_giving_way_has_no_turn_to_give_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turnstiles, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(turnstiles, "SECONDS_BETWEEN_WORDS", 0.001)
    turnstile, inside, end = Turnstile(1), Event(), Event()
    threads = []

    def visit() -> None:
        with turnstile.turn():
            inside.set()
            end.wait()

    def go_away(_: int) -> None:
        raise StoppedError

    def work_long() -> None:
        with turnstile.turn(go_away) as give_way:
            threads.append(started(visit))
            wait_for_line(turnstile, 1)
            give_way()

    with pytest.raises(StoppedError):
        work_long()
    inside.wait()
    assert turnstile._free == 0  # the other visitor's turn is not given back
    end.set()
    threads[0].join()
    assert is_free(turnstile, 1)


def test_a_visitor_who_will_not_wait_gets_a_turn_only_if_one_is_free() -> None:
    turnstile = Turnstile(1)
    with turnstile.turn_if_free() as first:
        assert first
        with turnstile.turn_if_free() as second:
            assert not second
    assert is_free(turnstile, 1)
