"""What `import ttt_core as ttt` promises: names, types, and errors that say what to use instead."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from inspect import isfunction
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import ttt_core as ttt
from ttt_core.game.solution import best_move
from ttt_core.learning.origin import HERE
from ttt_core.study import look_back, principal_line, rated_equivalents

AGENT = ttt.untrained()
CONFIG = ttt.TrainingConfig(games=10)
MISTAKEN: dict[str, tuple[Callable[..., Any], tuple[Any, ...], str]] = {
    "train a preset's name": (ttt.train, ("Default",), "must be a TrainingConfig"),
    "train a dictionary": (ttt.train, ({"games": 10},), "must be a TrainingConfig"),
    "curve of a name": (ttt.learning_curve, ("Default",), "must be a TrainingConfig"),
    "curves of a name": (ttt.learning_curves, ("Default", [1]), "must be a TrainingConfig"),
    "replay a name": (ttt.TimeMachine, (["Default"],), "must be a TrainingConfig"),
    "measure a name": (ttt.measure_run, ("Default", ["wins_as_x"]), "must be a TrainingConfig"),
    "go on from a policy": (ttt.train, (CONFIG, ttt.uniform()), "An Agent is needed"),
    "teach a policy": (ttt.learn_from_game, (ttt.uniform(), [0]), "An Agent is needed"),
    "save a policy": (ttt.dump_agent, (ttt.uniform(),), "An Agent is needed"),
    "save one agent as several": (ttt.dump_roster, (AGENT,), "A list of agents is needed"),
    "load by name": (ttt.load_agent, ("a.json",), "is the name of a file.*read_text"),
    "load by path": (ttt.load_agent, (Path("a.json"),), "must be text.*read_text"),
    "load several by name": (ttt.load_roster, ("a.json",), "is the name of a file.*read_text"),
    "a function as a player": (ttt.match, (AGENT, lambda board: 0), "policy_from"),
    "a class as a player": (ttt.match, (AGENT, ttt.Agent), "must be a policy or have"),
    "how many seeds": (ttt.learning_curves, (CONFIG, 3), r"such as range\(3\)"),
    "points in words": (ttt.learning_curve, (CONFIG, "all"), "must be a whole number"),
    "measure a configuration": (ttt.measure_sweep, (CONFIG,), "A Sweep is needed"),
}


@pytest.mark.parametrize("what", MISTAKEN)
def test_a_mistaken_argument_is_refused_in_a_sentence(what: str) -> None:
    function, arguments, sentence = MISTAKEN[what]
    with pytest.raises(ValueError, match=sentence):
        function(*arguments)


OF_A_BOARD: dict[str, Callable[[str], object]] = {
    "equivalents": lambda board: rated_equivalents(AGENT, board),
    "best move": best_move,
    "move probabilities": AGENT.move_probabilities,
    "look back": lambda board: look_back([CONFIG], board),
    "line": lambda board: principal_line(AGENT, board),
    "values": AGENT.q_values,
    "search": ttt.search,
}


@pytest.mark.parametrize("what", OF_A_BOARD)
def test_what_is_not_a_position_is_refused(what: str) -> None:
    for board in ("nonsense", "XX-|---|---", "", "XXX------"):
        with pytest.raises(ValueError, match=r"\w"):
            OF_A_BOARD[what](board)
    if what in ("equivalents", "best move", "move probabilities"):
        with pytest.raises(ValueError, match="over"):
            OF_A_BOARD[what]("XXX|OO-|---")


def test_the_version_is_the_one_in_agent_files() -> None:
    assert ttt.__version__ == HERE.version


def test_equal_agents_are_the_same_player_with_the_same_history() -> None:
    agent = ttt.train(CONFIG)
    again = replace(ttt.train(CONFIG), created=datetime(2020, 1, 1, tzinfo=UTC))
    assert agent == again == ttt.load_agent(ttt.dump_agent(agent))
    assert len({agent, again}) == 1
    for other in (
        replace(agent, name="Other"),
        replace(agent, level="Expert"),
        ttt.train(replace(CONFIG, seed=1)),
        ttt.learn_from_game(agent, [0, 1, 2, 3, 4, 5, 6]),
        ttt.untrained(),
        "agent",
    ):
        assert agent != other


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
        if kind not in public
    }
    assert missing == set()
