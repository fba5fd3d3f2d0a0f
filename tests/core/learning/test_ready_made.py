"""The agents that come with the package."""

import pytest

import ttt_core as ttt
from ttt_core.learning.ready_made import RUNS, ready_made, train_them


@pytest.fixture(scope="module")
def trained() -> dict[str, ttt.Agent]:
    return dict(train_them())


@pytest.mark.parametrize("name", RUNS)
def test_a_ready_made_agent_is_exactly_what_training_gives(
    trained: dict[str, ttt.Agent], name: str
) -> None:
    """If it is not, run `python -m ttt_core.learning.ready_made`."""
    agent = ready_made(name)
    assert agent == trained[name]
    assert agent.reproducible
    assert not agent.q.flags.writeable
