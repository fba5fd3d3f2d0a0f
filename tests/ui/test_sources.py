"""Everything the sources name is at most three clicks from the front page."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.support import new_app, run, thorough_except, turn_to

MOST_CLICKS = 3


class Click(NamedTuple):
    """A click on a thing of a kind: a page, or what is called or named so on the present one."""

    kind: str
    name: str
    option: str = ""


def page(name: str) -> Click:
    return Click("page", name)


def button(name: str) -> Click:
    return Click("button", name)


def menu(name: str) -> Click:
    return Click("popover", name)


def group(name: str) -> Click:
    return Click("expander", name)


def option(name: str, of: str) -> Click:
    return Click("option", of, name)


LEVEL = button("Choose a level")
WATCH = option("Watch it play", "Mode")

WALKS: dict[str, tuple[tuple[Click, ...], str]] = {
    # The adaptive AI (freeCodeCamp 2025)
    "Level Beginner": ((LEVEL, option("Beginner", "Level")), "Learn from these games"),
    "Level Intermediate": ((LEVEL, option("Intermediate", "Level")), "Learn from these games"),
    "Level Expert": ((LEVEL, option("Expert", "Level")), "Learn from these games"),
    "A level of one's own": ((LEVEL, option("Custom", "Level")), "Random moves"),
    "The first of equal moves": (
        (LEVEL, option("Expert", "Level"), option("Minimax, first of equals", "Minimax")),
        "Learn from these games",
    ),
    "Minimax of a depth": (
        (LEVEL, option("Expert", "Level"), option("Minimax, depth 3", "Minimax")),
        "Learn from these games",
    ),
    "Six live figures": ((LEVEL,), "· Positions **"),
    "Learning from people": ((LEVEL,), "Learn from these games"),
    "Exploring while playing": ((LEVEL,), "Explore"),
    "New game": ((LEVEL,), "New game"),
    "Reset memory": ((LEVEL, menu("More"), group("Reset agent")), "Erase what it has learned"),
    "Export": ((LEVEL, menu("Open or save an agent")), "Download"),
    "Import": ((LEVEL, menu("Open or save an agent")), "Agent file"),
    "Train": ((page("train"),), "Start over"),
    "Train its settings": (
        (page("train"), option("Adaptive (freeCodeCamp 2025)", "Preset")),
        "Start over",
    ),
    "Learning rate α": ((page("train"),), "setting_alpha"),
    "Discount factor γ": ((page("train"),), "setting_gamma"),
    "Exploration rate ε": ((page("train"),), "setting_epsilon"),
    "Symmetry": ((page("inspect"),), "Symmetry"),
    "Heatmap": ((page("inspect"),), "Empty board"),
    "Two people, and it watches": (
        (LEVEL, option("Two people", "Mode")),
        "Learn from these games",
    ),
    # Replicating Q-learning (2026)
    "Two tables": ((page("train"), option("Two tables (2026)", "Preset")), "Start over"),
    "The grid world": ((page("learn"),), "one_cell_grid"),
    # Minimax in JavaScript
    "It starts": ((LEVEL, option("O", "Your side")), "New game"),
    # The reward memory (Kutschera 2018)
    "A reward memory": (
        (page("train"), option("Reward memory (Kutschera 2018)", "Preset")),
        "Start over",
    ),
    "It plays itself": ((LEVEL, WATCH), "Start"),
    "Swapping roles": ((LEVEL, WATCH), "Opponent"),
    "Exploring off": ((LEVEL, WATCH), "Explore"),
    "Clearing board and figures": ((LEVEL, WATCH), "Reset statistics"),
    "The five questions": ((page("inspect"), Click("tab", "Five questions")), "Verdict"),
    # MENACE (Michie 1961)
    "Matchboxes": ((page("train"), option("MENACE (Michie 1961)", "Preset")), "Start over"),
}
"""What the sources name → the clicks that lead there from the front page, and what is there then:
a label or a key."""


QUICK = ("Minimax of a depth", "Reset memory", "Import", "Exploring off")


@pytest.mark.parametrize("name", thorough_except(QUICK, WALKS))
def test_it_is_at_most_three_clicks_from_the_front_page(name: str) -> None:
    clicks, there = WALKS[name]
    assert len(clicks) <= MOST_CLICKS
    app = run(new_app())
    for click in clicks:
        follow(app, click)
    assert is_there(app, there), there


def follow(app: AppTest, click: Click) -> None:
    match click:
        case ("page", name, _):
            turn_to(app, name)
        case ("option", name, option):
            chooser(app, name).set_value(option)
            run(app)
        case ("button", name, _):
            next(one for one in app.button if one.label == name).click()
            run(app)
        case (kind, name, _):  # it opens in the browser alone
            assert name in labels(app, kind), name


def chooser(app: AppTest, name: str) -> Any:
    kinds: tuple[Callable[[], Any], ...] = (lambda: app.button_group, lambda: app.selectbox)
    return next(one for kind in kinds for one in kind() if one.label == name)


def labels(app: AppTest, kind: str) -> list[str]:
    found = []
    for one in app.get(kind):
        label = getattr(one, "label", None)
        found.append(label or one.proto.popover.label)
    return found


KINDS = (
    *("button", "toggle", "slider", "selectbox", "file_uploader", "download_button"),
    *("tab", "expander"),
)


def is_there(app: AppTest, name: str) -> bool:
    if any(name in labels(app, kind) for kind in KINDS):
        return True
    components = [element.proto.id.rpartition("-")[2] for element in app.get("bidi_component")]
    return name in components or any(name in element.value for element in app.markdown)
