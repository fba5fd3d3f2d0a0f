"""What goes to a worker process and back is what it was, also to numba.

Numba compiles a loop again if an array that was read-only may be written to.
"""

import pickle
from dataclasses import replace
from typing import TypeVar

import numpy as np
import pytest
from numba import typeof

import ttt_core as ttt
from ttt_core.learning.curve import MeasuredRun
from ttt_core.learning.network import Network
from ttt_core.learning.rules import RULES

Thing = TypeVar("Thing")


def sent(thing: Thing) -> Thing:
    """Return what arrives in another process."""
    copy: Thing = pickle.loads(pickle.dumps(thing))  # noqa: S301 - our own
    return copy


WAYS = [(rule, symmetry) for rule in RULES for symmetry in (True, False)]
WAYS.remove(("matchboxes", False))


@pytest.mark.parametrize(("rule", "symmetry"), WAYS)
@pytest.mark.parametrize("watched", [False, True])
def test_a_pickled_run_needs_no_other_loop_and_goes_on_as_before(
    rule: str, watched: bool, symmetry: bool
) -> None:
    config = ttt.TrainingConfig(games=300, rule=rule, symmetry=symmetry, epsilon=0.5)
    run = ttt.TrainingRun(config, watched=watched)
    run.play(100)
    again = sent(run)
    for name in ("_learner", "_watch", "_network", "_rule", "_given"):
        assert typeof(getattr(again, name)) == typeof(getattr(run, name)), name
    for each in (run, again):
        each.play(200)
    assert again.agent() == run.agent()
    assert again.standing == run.standing


def test_a_measured_run_is_pickled_without_what_every_process_has() -> None:
    run = MeasuredRun(ttt.TrainingConfig(games=1_000))
    assert len(pickle.dumps(run)) < 1_300_000


def test_a_pickled_network_shares_its_fixed_arrays() -> None:
    network = ttt.TrainingRun(ttt.TrainingConfig(games=1, rule="network"))._network
    again = sent(network)
    assert isinstance(again, Network)
    assert again.marks is network.marks
    assert again.turned is network.turned


def test_a_pickled_agent_stays_read_only() -> None:
    agent = ttt.train(replace(ttt.PRESETS["Reward memory (Kutschera 2018)"], games=50))
    again = sent(agent)
    assert again == agent
    for name in ("q", "visits", "memory", "games_seen"):
        assert not getattr(again, name).flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            getattr(again, name)[0] = np.zeros(1)
        # Otherwise every agent made from it would copy its arrays.
        assert getattr(replace(again, name="Other"), name) is getattr(again, name)
