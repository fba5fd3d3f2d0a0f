"""A bad link shows the page, names what was ignored, and keeps the rest.

What is wrong with a part of a link is tested where that part is read; here, that each page says so.
"""

from typing import NamedTuple

import pytest

import ttt_core as ttt
from tests.ui.bad_input.support import said
from tests.ui.support import (
    address,
    agents_before,
    come_by_link,
    run,
    thorough_except,
    trail,
    train_state,
    visitor,
)
from ttt_core.game import board as rules
from ttt_core.study.boards import example_board
from ttt_ui.frame.language_choice import LANGUAGE
from ttt_ui.frame.links import HIDE, PAGES, SETTINGS_IN_LINKS
from ttt_ui.learn.state import FIRST
from ttt_ui.pages import READ_BY

pytestmark = pytest.mark.slow

DEFAULT = ttt.PRESETS["Default"]
HOSTILE = {"games": "99999999999999999999", "alpha": "<script>", "rule": "' OR 1=1 --"}
IGNORED = "Parts of the link were not valid and have been ignored:"
TOO_LONG = ("too long to be one of ours",)


class BadLink(NamedTuple):
    """A query, what the page says of it, the agent it gives, and what stays in the address."""

    page: str
    query: dict[str, str]
    said: tuple[str, ...]
    config: ttt.TrainingConfig = DEFAULT
    stays: dict[str, str] = {}  # noqa: RUF012


LINKS = {
    "some settings": BadLink(
        "train",
        {"games": "1000", "alpha": "banana", "gamma": "0.7", "rule": "magic", "[a](b)": "1"},
        (
            "alpha=banana: the value must be a number",
            "rule=magic",
            "[a](b)=1: this setting does not exist",
        ),
        ttt.TrainingConfig(games=1_000, gamma=0.7),
        {"games": "1000", "gamma": "0.7"},
    ),
    "parts of Train": BadLink(
        "train",
        {"experiment": "gold", "hide": "partner,walls", "view": "position"},
        (
            "experiment=gold: this experiment does not exist",
            "hide=walls",
            "view=position: this view does not exist here",
        ),
        stays={"hide": "partner"},
    ),
    "a run to compare with": BadLink(
        "train",
        {"games": "500", "ghost.games": "10000000", "ghost.gamma": "banana"},
        ("ghost.gamma=banana: the value must be a number", "would take too long"),
        ttt.TrainingConfig(games=500),
        {"games": "500"},
    ),
    "all wrong at once": BadLink(
        "train",
        dict.fromkeys(("games", "seed", "alpha", "gamma", "epsilon", "replay", "rule"), "x"),
        ("and 1 more",),
    ),
    "far too long": BadLink("train", {f"p{n}": "x" * 90 for n in range(99)}, TOO_LONG),
    "far too many": BadLink("train", {f"p{n}": "" for n in range(500)}, TOO_LONG),
    "one far too long": BadLink("play", {"x": "y" * 50_000}, TOO_LONG),
    "no agent": BadLink("inspect", HOSTILE, ("alpha=<script>: the value must be a number",)),
    "half an agent": BadLink(
        "inspect",
        {**HOSTILE, "gamma": "0.7", "seed": "3", "x": "1", "colour": "red", "view": "walls"},
        ("alpha=<script>", "Choose from position, all-positions, five-questions and verdict"),
        ttt.TrainingConfig(gamma=0.7, seed=3),
        {"x": "1", "colour": "red", "gamma": "0.7", "seed": "3"},
    ),
    "more than one experiment alone": BadLink(
        "train",
        {"only": "gamma-0", "view": "slow-motion", "hide": "curve"},
        ("view=slow-motion: this has no effect next to only.", "hide=curve: this has"),
        stays={"only": "gamma-0"},
    ),
    "a sweep's value among the players": BadLink(
        "compare", {"seeds": "5"}, ("seeds=5: this is for another view.",)
    ),
    "a pupil and a view": BadLink(
        "play",
        {"pupil": "03142.40", "view": "<b>"},
        ("write games as in 03142", "Choose from against-the-agent"),
    ),
    "a chapter": BadLink(
        "learn", {"chapter": "<b>"}, ("this chapter does not exist",), stays={"chapter": FIRST}
    ),
    "a sweep in HTML": BadLink(
        "compare",
        {"view": "sweep", "up": "<b>:0:1:2"},
        ("write the values as in",),
        stays={"view": "sweep"},
    ),
}
FOREIGN = {"utm_source": "mail", "fbclid": "x" * 200, "page": "../../etc/passwd", "embed": "x"}


QUICK = (
    *("some settings", "parts of Train", "all wrong at once", "far too many", "half an agent"),
    *("a pupil and a view", "a chapter", "a sweep in HTML"),
)


@pytest.mark.parametrize("name", thorough_except(QUICK, LINKS))
def test_an_invalid_link_gives_a_message_once_and_the_rest_counts(name: str) -> None:
    link = LINKS[name]
    app = come_by_link(link.page, **link.query)
    assert app.title
    words = said(app).replace("\u2060", "")
    for sentence in link.said if link.said == TOO_LONG else (*link.said, IGNORED):
        assert sentence in words
    assert len(words) < 2_000
    here = visitor(app)
    assert here.agent.training == (link.config,)
    assert len(agents_before(here)) == (link.config != DEFAULT)
    if link.page == "train":
        assert train_state(app).settings == link.config
        assert train_state(app).previous_run is None
    if link.page == "inspect":
        assert trail(app).board == example_board(here.agent)
        assert address(app)["board"] == rules.pattern(trail(app).board)
    assert address(app).items() >= link.stays.items()
    assert not address(app).items() & (link.query.items() - link.stays.items())
    run(app)
    assert link.said[0] not in said(app).replace("\u2060", "")


def test_settings_that_would_train_too_long_are_shown_and_not_trained() -> None:
    app = come_by_link("train", games="10000000", replay="1000")
    assert "would take too long. With that many replayed" in said(app)
    assert train_state(app).settings.replay == 1_000
    assert visitor(app).agent.training == (DEFAULT,)
    assert visitor(app).agent_before is None


@pytest.mark.parametrize("page", ["play", "compare", "learn"])
def test_parameters_of_other_programs_are_left_alone(page: str) -> None:
    app = come_by_link(page, **FOREIGN)
    assert not said(app)
    assert visitor(app).agent.training == (DEFAULT,)


PARAMETERS = (*READ_BY, *sorted(SETTINGS_IN_LINKS), HIDE, LANGUAGE.name)
WRONG = "!!!"


@pytest.mark.parametrize("page", PAGES)
def test_every_wrong_value_is_told_in_one_sentence_and_changes_nothing(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_ui.frame.links.MAX_REASONS", len(PARAMETERS))
    app, other = come_by_link(page, **dict.fromkeys(PARAMETERS, WRONG)), come_by_link(page)
    lines = [line for line in said(app).replace("\u2060", "").splitlines() if WRONG in line]
    told = [line.removeprefix("- ").partition(f"={WRONG}: ") for line in lines]
    assert sorted(name for name, _, _ in told) == sorted(PARAMETERS)
    assert all(why.endswith(".") for _, _, why in told)
    assert address(app) == address(other)
    assert visitor(app).agent.fingerprint == visitor(other).agent.fingerprint
