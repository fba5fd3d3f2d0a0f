"""Links that have been shared, earlier and today, open what they opened then."""

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, come_by_link, kept_in, visitor
from ttt_ui.compare.measuring.state import Comparison
from ttt_ui.compare.state import SideBySide
from ttt_ui.inspect.state import Trail

pytestmark = pytest.mark.slow

TRAINED = ttt.TrainingConfig(games=300, seed=7, gamma=0.5)
SETTINGS = {"rule": "minimax-q", "games": "300", "seed": "7", "gamma": "0.5"}


def opened(page: str, query: dict[str, str]) -> AppTest:
    app = come_by_link(page, **query)
    assert not app.error
    assert not app.warning
    assert not app.info, [message.value for message in app.info]
    return app


@pytest.mark.parametrize(
    ("page", "more"),
    [
        ("train", {"ghost.gamma": "0.9", "ghost.epsilon": "0.5"}),
        ("train", {"hide": "partner,what-the-numbers-mean", "view": "why-it-is-beatable"}),
        ("compare", {"view": "side-by-side", "a": "present-agent", "b": "minimax"}),
    ],
)
def test_an_older_link_brings_its_agent(page: str, more: dict[str, str]) -> None:
    assert visitor(opened(page, SETTINGS | more)).agent.training == (TRAINED,)


def test_an_older_link_opens_its_board() -> None:
    assert kept_in(opened("inspect", {"board": "x--|-o-|---|"}), Trail).board == "X---O----"
    query = {"view": "side-by-side", "a": "minimax", "b": "random", "board": "X__/_O_/___"}
    assert kept_in(opened("compare", query), SideBySide).trail.board == "X---O----"


def test_an_older_link_opens_its_comparison_and_the_address_has_the_present_form() -> None:
    app = opened(
        "compare",
        {"view": "learning-curves", "a": "games-300~gamma-0.5", "b": "games-200", "seeds": "3"},
    )
    assert [*kept_in(app, Comparison).configs.values()] == [
        ttt.TrainingConfig(games=300, gamma=0.5),
        ttt.TrainingConfig(games=200),
    ]
    assert address(app) == {
        "view": "learning-curves",
        **{"a.games": "300", "a.gamma": "0.5", "b.games": "200", "seeds": "3"},
    }


SIDE_BY_SIDE = {"view": "side-by-side", "a": "minimax", "b": "random", "board": "X--|-O-|---"}
CURVES = {
    **{"view": "learning-curves", "a.games": "300", "b.games": "200", "b.alpha": "0.3"},
    **{"seeds": "3", "from": "5", "measure": "x-wins-vs-random", "axis": "linear"},
}
SWEEP = {
    **{"view": "sweep", "across": "alpha:0.1:1:4", "up": "epsilon:0.05:0.4:3:log"},
    **{"measure": "worst_case_as_o", "seeds": "2"},
    **{"base.rule": "minimax-q", "base.games": "900", "base.seed": "1"},
}


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("learn", {"chapter": "any-good", "hide": "chapters,glossary"}),
        ("play", {"view": "two-people", "hide": "mode,chances"}),
        ("train", SETTINGS | {"view": "weak-spots", "hide": "curve,slow-motion"}),
        ("train", {"experiment": "epsilon-0"}),
        ("inspect", SETTINGS | {"view": "five-questions", "hide": "values,symmetry"}),
        ("compare", SIDE_BY_SIDE),
        ("compare", CURVES),
        ("compare", SWEEP),
    ],
)
def test_a_link_opens_without_a_word_and_stays_in_the_address(
    page: str, query: dict[str, str]
) -> None:
    assert address(opened(page, query)).items() >= query.items()
