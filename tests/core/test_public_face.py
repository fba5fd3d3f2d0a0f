"""What `import ttt_core as ttt` promises: names, types, and errors that say what to use instead."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ttt_core as ttt
from ttt_core.learning.origin import HERE

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


def test_the_version_is_the_one_in_agent_files() -> None:
    assert ttt.__version__ == HERE.version
