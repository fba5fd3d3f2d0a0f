"""A call in a process of its own gives the same result, and is ended at its limits."""

import os

import pytest

from tests.ui.workers import works
from ttt_core.sentences import Sentence
from ttt_ui.workers.bounded_call import CallError, call


def test_a_call_is_made_in_a_process_of_its_own_at_low_priority() -> None:
    first = call(works.process_id, seconds=60, megabytes=100)
    assert first != os.getpid()
    assert call(works.process_id, seconds=60, megabytes=100) != first
    assert call(works.is_nice, seconds=60, megabytes=100) > os.nice(0)


def test_a_call_within_its_bounds_gives_the_result() -> None:
    assert call(works.large, 50, seconds=60, megabytes=100) == 50 * 2**17


def test_the_error_of_the_function_is_raised() -> None:
    with pytest.raises(ValueError, match="not this"):
        call(works.refusing, seconds=60, megabytes=100)


@pytest.mark.parametrize(
    ("function", "arguments", "seconds", "why"),
    [
        (works.for_ever, (), 1, "more than 1 seconds"),
        (works.large, (200,), 60, "more than 100 MB"),
        (works.exiting, (), 60, "ended unexpectedly"),
    ],
)
def test_a_call_that_goes_beyond_its_bounds_is_ended_with_a_sentence(
    function: object, arguments: tuple[int, ...], seconds: float, why: str
) -> None:
    with pytest.raises(CallError, match=why) as raised:
        call(function, *arguments, seconds=seconds, megabytes=100)  # type: ignore[arg-type]
    assert isinstance(raised.value.args[0], Sentence)


def test_without_workers_the_function_is_called_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTT_WORKERS", "0")
    assert call(works.process_id, seconds=60, megabytes=100) == os.getpid()
