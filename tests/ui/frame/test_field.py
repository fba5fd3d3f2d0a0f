"""A field's value is always valid; a link hides it and a link sets it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.ui.bad_input.odd_values import ODD
from ttt_ui.frame.field import Field, Look, Part, number, one_of, several, switch, text
from ttt_ui.frame.links import Link
from ttt_ui.visit.session import per_visitor

FIELDS: dict[str, tuple[Field[Any], list[Any]]] = {
    "switch": (switch("on", on=True), [False, True]),
    "one of": (one_of("option", ["a", "b"], "b"), ["a", "b"]),
    "one of those there are": (one_of("player", lambda: ["a", "b"], "b"), ["a", "b"]),
    "several": (several("some", {"a": "A", "b": "B"}, ["b"]), [[], ["a"], ["b", "a"]]),
    "whole": (number("whole", 8, 1, 30), [1, 30]),
    "number": (number("number", 0.0, 0.0, 1.0), [0, 0.5, 1.0]),
    "text": (text("words"), [odd for odd in ODD.values() if isinstance(odd, str)]),
}


@pytest.mark.parametrize("kind", FIELDS)
def test_a_field_has_a_valid_value_whatever_it_is_given(
    session_state: dict[str, Any], kind: str
) -> None:
    field, valid = FIELDS[kind]
    assert field.value == field.default
    for value in valid:
        session_state[field.key] = value
        assert field.value == value
    for odd in (*ODD.values(), 0, 31, 1.5, ["c"]):
        session_state[field.key] = odd
        is_valid = (type(odd), odd) in [(type(value), value) for value in valid]
        assert field.value == (odd if is_valid else field.default)


def test_a_link_sets_a_field_to_its_value_or_the_default(session_state: dict[str, Any]) -> None:
    side = one_of("side", ("X, first", "O"), in_links="side", former={"nought": "o"})
    seeds = number("seeds", 8, 1, 30, in_links="seeds")
    for text_in_link, value in (("o", "O"), ("nought", "O"), ("x-first", "X, first")):
        side.apply_link(Link({"side": text_in_link}))
        assert side.value == value
    seeds.set(3)
    assert side.to_query() | seeds.to_query() == {"seeds": "3"}
    assert side.to_query(with_default=True) == {"side": "x-first"}
    assert side.to_query("O") == {"side": "o"}
    link = Link({"side": "Z", "seeds": "31"})
    for field in (side, seeds):
        field.apply_link(link)
        assert field.value == field.default
    assert len(link.dropped) == 2
    no_parameter = switch("on", on=True)
    no_parameter.set(False)
    assert (no_parameter.to_query(), no_parameter.read(Link({"on": "true"}))) == ({}, None)


def test_a_hidden_field_is_not_drawn_and_keeps_its_value(session_state: dict[str, Any]) -> None:
    drawn = []
    on = switch(
        "on", on=True, part=Part("play", "chances"), widget=lambda *said, **_: drawn.append(said)
    )
    assert not on.hidden
    assert on.show() is True
    per_visitor(Look).hidden["play"] = frozenset({"chances"})
    assert on.hidden
    on.set(False)
    assert on.show() is False
    assert len(drawn) == 1


class Asked:
    """A widget that notes how it is drawn, and what the browser would report."""

    def __init__(self) -> None:
        self.key, self.first = "", None
        self.report: Callable[[], None] = lambda: None

    def __call__(self, _: str, *offered: Any, key: str, **options: Any) -> None:
        self.key, self.first, self.report = key, options["value"], options["on_change"]


@pytest.fixture
def asked(session_state: dict[str, Any]) -> tuple[Asked, Field[str]]:
    widget = Asked()
    return widget, one_of("side", ("X", "O"), widget=widget)


def test_a_value_of_something_else_is_asked_for(
    asked: tuple[Asked, Field[str]], session_state: dict[str, Any]
) -> None:
    (widget, side), chosen = asked, []

    def choose(whose: str, value: str) -> None:
        chosen.append((whose, value))

    side.ask("X", choose, "mine")
    assert widget.first == "X"
    for said in ("X", "Z", None, ["O"], "O"):
        session_state[widget.key] = said
        widget.report()
    assert chosen == [("mine", "O")]
    first = widget.key
    side.ask("O", choose, "mine")
    assert widget.key == first


def test_a_late_report_of_a_value_that_the_program_has_changed_is_ignored(
    asked: tuple[Asked, Field[str]], session_state: dict[str, Any]
) -> None:
    (widget, side), chosen = asked, []
    side.ask("X", chosen.append)
    key, report = widget.key, widget.report
    session_state[key] = widget.first
    side.ask("O", chosen.append)  # the program has changed it
    assert widget.key != key
    session_state[widget.key] = widget.first
    assert session_state[widget.key] == "O"
    session_state[key] = "X"
    report()
    assert chosen == []
    session_state[widget.key] = "X"
    widget.report()
    assert chosen == ["X"]
    side.ask("O", chosen.append)  # it was not allowed
    assert widget.first == "O"
