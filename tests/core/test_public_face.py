"""What `import ttt_core as ttt` promises: names, types, and errors that say what to use instead."""

import doctest
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from inspect import getdoc, isfunction
from typing import Any, get_args, get_type_hints

import pytest

import ttt_core as ttt
from ttt_core.learning import InPlay
from ttt_core.learning.origin import Origin
from ttt_core.pictures import Drawing, Shown
from ttt_core.study.evidence import Evidence

CONFIG = ttt.TrainingConfig(games=10)


def test_equal_agents_are_the_same_player_with_the_same_history() -> None:
    agent = ttt.train(CONFIG)
    again = replace(ttt.train(CONFIG), created=datetime(2020, 1, 1, tzinfo=UTC))
    assert agent == again == ttt.load_agent(ttt.dump_agent(agent))
    assert len({agent, again}) == 1
    others = [replace(agent, name="Other"), replace(agent, level="Expert"), ttt.untrained()]
    assert agent not in [*others, ttt.learn_from_game(agent, [0, 1, 2, 3, 4, 5, 6]), "agent"]


OF_ROOMS = {Drawing, Evidence, InPlay, Origin, Shown}
"""Seldom asked for by name: an `Agent` has one of each of the first three."""


def types_in(hint: object) -> Iterator[type]:
    """Yield the types of this project that an annotation names."""
    if isinstance(hint, type) and hint.__module__.startswith("ttt_core"):
        yield hint
    for part in (*get_args(hint), *getattr(hint, "__bases__", ())):
        yield from types_in(part)


def handed_out(part: Any) -> Iterator[type]:
    """Yield the types that a function returns, or that the fields of a class have."""
    with suppress(NameError):  # pandas, which is imported only for type checks
        for name, hint in get_type_hints(part).items():
            if name == "return" or (isinstance(part, type) and not name.startswith("_")):
                yield from types_in(hint)


def public_parts(named: object) -> Iterator[Any]:
    """Yield a function, or a class with its public methods and properties."""
    yield named
    for name, part in vars(named).items() if isinstance(named, type) else ():
        if not name.startswith("_"):
            yield getattr(part, "fget", None) or getattr(part, "func", None) or part


def test_every_type_that_public_names_hand_out_is_public() -> None:
    named = {name: getattr(ttt, name) for name in ttt.__all__}
    public = {one for one in named.values() if isinstance(one, type)}
    missing = {
        f"{kind.__name__}, from {name}"
        for name, one in named.items()
        for part in public_parts(one)
        if isfunction(part) or isinstance(part, type)
        for kind in handed_out(part)
        if kind not in public and kind not in OF_ROOMS
    }
    assert missing == set()


MOST_USED = [
    *("best_response", "dump_agent", "evaluate", "exploitability", "greedy", "judge"),
    *("learning_curve", "load_agent", "match", "mistakes", "nash_conv", "policy_from"),
    *("read_any", "train"),
]


@pytest.mark.parametrize("name", MOST_USED)
def test_the_most_used_functions_are_described_whole(name: str) -> None:
    described = getdoc(getattr(ttt, name)) or ""
    parts = ("Parameters", "Returns", "Raises", "Examples")
    assert [part for part in parts if f"\n{part}\n{'-' * len(part)}\n" not in described] == []


def test_every_example_in_the_engine_is_true() -> None:
    modules = [module for name, module in sys.modules.items() if name.startswith("ttt_core")]
    results = [doctest.testmod(module) for module in modules]
    assert sum(result.attempted for result in results) > 2 * len(MOST_USED)
    assert sum(result.failed for result in results) == 0
