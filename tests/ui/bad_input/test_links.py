"""A bad link shows the page, names what was ignored, and keeps the rest.

What is wrong with a part of a link is tested where that part is read; here, that each page says so.
"""

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.bad_input.support import said
from tests.ui.support import address, agents_before, come_by_link, run, trail, train_state, visitor
from ttt_core.game import board as rules
from ttt_core.study.boards import example_board
from ttt_ui.frame.language_choice import LANGUAGE
from ttt_ui.frame.links import HIDE, PAGES, SETTINGS_IN_LINKS
from ttt_ui.pages import READ_BY

pytestmark = pytest.mark.slow

DEFAULT = ttt.PRESETS["Default"]
FOREIGN = {"utm_source": "mail", "fbclid": "x" * 200}


def told(app: AppTest) -> str:
    return said(app).replace("\u2060", "")


def test_a_link_to_train_says_once_what_was_ignored_and_the_rest_counts() -> None:
    good = {"games": "1000", "gamma": "0.7"}
    bad = {"alpha": "banana", "rule": "magic", "[a](b)": "1", "ghost.games": "10000000"}
    app = come_by_link("train", **good, **bad, hide="partner,walls")
    for sentence in (
        "Parts of the link were not valid and have been ignored:",
        "alpha=banana: the value must be a number",
        "rule=magic",
        "[a](b)=1: this setting does not exist",
        "The run to compare with would take too long to train.",
        "hide=walls",
    ):
        assert sentence in told(app)
    config = ttt.TrainingConfig(games=1_000, gamma=0.7)
    assert train_state(app).settings == config
    assert train_state(app).previous_run is None
    assert visitor(app).agent.training == (config,)
    assert len(agents_before(visitor(app))) == 1
    assert address(app).items() >= (good | {"hide": "partner"}).items()
    assert not address(app).items() & bad.items()
    assert "banana" not in told(run(app))


def test_a_link_to_another_page_brings_the_part_of_an_agent_that_is_valid() -> None:
    bad = {"games": "99999999999999999999", "alpha": "<script>", "rule": "' OR 1=1 --"}
    app = come_by_link("inspect", **bad, gamma="0.7", seed="3", view="walls", **FOREIGN)
    for sentence in ("games=9999", "alpha=<script>: the value must be a number", "rule=' OR 1=1"):
        assert sentence in told(app)
    assert "Choose from position, all-positions, five-questions and verdict" in told(app)
    assert not any(name in told(app) for name in FOREIGN)
    assert visitor(app).agent.training == (ttt.TrainingConfig(gamma=0.7, seed=3),)
    assert trail(app).board == example_board(visitor(app).agent)
    own = {"gamma": "0.7", "seed": "3", "board": rules.pattern(trail(app).board)}
    assert address(app).items() >= (own | FOREIGN).items()
    assert address(app).keys().isdisjoint({"alpha", "view"})


@pytest.mark.parametrize("query", [{f"p{n}": "" for n in range(500)}, {"x": "y" * 50_000}])
def test_a_link_that_is_far_too_long_is_ignored(query: dict[str, str]) -> None:
    app = come_by_link("train", **query, games="300")
    assert "too long to be one of ours" in told(app)
    assert len(told(app)) < 2_000
    assert visitor(app).agent.training == (DEFAULT,)
    assert address(app).keys().isdisjoint(query)


def test_settings_that_would_train_too_long_are_shown_and_not_trained() -> None:
    app = come_by_link("train", games="10000000", replay="1000")
    assert "would take too long. With that many replayed" in told(app)
    assert train_state(app).settings.replay == 1_000
    assert visitor(app).agent.training == (DEFAULT,)
    assert visitor(app).agent_before is None


def test_of_many_wrong_values_the_first_are_named_and_the_rest_counted() -> None:
    app = come_by_link("learn", **dict.fromkeys(sorted(SETTINGS_IN_LINKS)[:9], "x"))
    assert told(app).endswith("- and 3 more")


PARAMETERS = (*READ_BY, *sorted(SETTINGS_IN_LINKS), HIDE, LANGUAGE.name)
WRONG = "!!!"


@pytest.mark.parametrize("page", PAGES)
def test_every_wrong_value_is_told_in_one_sentence_and_changes_nothing(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_ui.frame.links.MAX_REASONS", len(PARAMETERS))
    app = come_by_link(page, **dict.fromkeys(PARAMETERS, WRONG))
    lines = [line for line in told(app).splitlines() if WRONG in line]
    parts = [line.removeprefix("- ").partition(f"={WRONG}: ") for line in lines]
    assert sorted(name for name, _, _ in parts) == sorted(PARAMETERS)
    assert all(why.endswith(".") for _, _, why in parts)
    assert WRONG not in address(app).values()
    assert visitor(app).agent.training == (DEFAULT,)
