"""Links that were once shared, each as it was: they open what they opened then."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, come_by_link, visitor
from ttt_ui.compare.measuring.state import Comparison
from ttt_ui.compare.state import SideBySide
from ttt_ui.inspect.state import Trail
from ttt_ui.visit.session import key_of

pytestmark = pytest.mark.slow

TRAINED = ttt.TrainingConfig(games=300, seed=7, gamma=0.5)
SETTINGS = {"rule": "minimax-q", "games": "300", "seed": "7", "gamma": "0.5"}


def opened(page: str, query: dict[str, str]) -> AppTest:
    app = come_by_link(page, **query)
    assert not app.error
    assert not app.warning
    assert not app.info, [message.value for message in app.info]
    return app


def kept(app: AppTest, kind: type) -> Any:
    return app.session_state[key_of(kind)]


@pytest.mark.parametrize(
    ("page", "more"),
    [
        ("train", {"ghost.gamma": "0.9", "ghost.epsilon": "0.5"}),
        ("train", {"hide": "partner,what-the-numbers-mean", "view": "why-it-is-beatable"}),
        ("train", {"view": "what-the-numbers-mean"}),
        ("train", {"experiment": "gamma-0"}),
        ("inspect", {"board": "X---O----", "view": "five-questions"}),
        ("compare", {"view": "side-by-side", "a": "present-agent", "b": "minimax"}),
        ("learn", {"chapter": "exploring"}),
        ("play", {"view": "two-people"}),
    ],
)
def test_an_older_link_brings_its_agent(page: str, more: dict[str, str]) -> None:
    assert visitor(opened(page, SETTINGS | more)).agent.training == (TRAINED,)


@pytest.mark.parametrize("text", ["X---O----", "X--|-O-|---", "x--|-o-|---|", "X__/_O_/___"])
def test_an_older_link_opens_its_board(text: str) -> None:
    assert kept(opened("inspect", {"board": text}), Trail).board == "X---O----"
    beside = opened(
        "compare", {"view": "side-by-side", "a": "minimax", "b": "random"} | {"board": text}
    )
    assert kept(beside, SideBySide).trail.board == "X---O----"


def test_an_older_link_opens_its_comparison_and_the_address_has_the_present_form() -> None:
    app = opened(
        "compare",
        {"view": "learning-curves", "a": "games-300~gamma-0.5", "b": "games-200", "seeds": "3"},
    )
    assert [*kept(app, Comparison).configs.values()] == [
        ttt.TrainingConfig(games=300, gamma=0.5),
        ttt.TrainingConfig(games=200),
    ]
    assert address(app) == {
        "view": "learning-curves",
        **{"a.games": "300", "a.gamma": "0.5", "b.games": "200", "seeds": "3"},
    }
