"""Everything the sources name is at most three clicks from the front page."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.support import click, new_app, run, turn_to

MOST_CLICKS = 3
Click = Callable[[AppTest], object]


def option(name: str, of: str) -> Click:
    return lambda app: run(chosen(app, of, name))


def menu(name: str) -> Click:
    return lambda app: expect(app, "popover", name)


def group(name: str) -> Click:
    return lambda app: expect(app, "expander", name)


def expect(app: AppTest, kind: str, name: str) -> None:
    """Expect what opens in the browser alone."""
    assert name in labels(app, kind)


def preset(name: str) -> Click:
    return option(name, "Preset")


WATCH = option("Watch it play", "Mode")

FIRST: dict[str, Click] = {
    "Choose a level": lambda app: click(app, "Choose a level"),
    **{page: lambda app, page=page: turn_to(app, page) for page in ("train", "inspect", "learn")},
}
WALKS: dict[str, dict[str, tuple[tuple[Click, ...], str]]] = {
    "Choose a level": {
        # The adaptive AI (freeCodeCamp 2025)
        "Six live figures": ((), "· Positions **"),
        "Learning from people": ((), "Learn from these games"),
        "Exploring while playing": ((), "Explore"),
        "New game": ((), "New game"),
        "Reset memory": ((menu("More"), group("Reset agent")), "Erase what it has learned"),
        "Export": ((menu("Open or save an agent"),), "Download"),
        "Import": ((menu("Open or save an agent"),), "Agent file"),
        "Level Beginner": ((option("Beginner", "Level"),), "Learn from these games"),
        "Level Intermediate": ((option("Intermediate", "Level"),), "Learn from these games"),
        "Level Expert": ((option("Expert", "Level"),), "Learn from these games"),
        "The first of equal moves": (
            (option("Expert", "Level"), option("Minimax, first of equals", "Minimax")),
            "Learn from these games",
        ),
        "Minimax of a depth": (
            (option("Expert", "Level"), option("Minimax, depth 3", "Minimax")),
            "Learn from these games",
        ),
        "A level of one's own": ((option("Custom", "Level"),), "Random moves"),
        # Minimax in JavaScript
        "It starts": ((option("O", "Your side"),), "New game"),
        # Again the adaptive AI
        "Two people, and it watches": ((option("Two people", "Mode"),), "Learn from these games"),
        # The reward memory (Kutschera 2018)
        "It plays itself": ((WATCH,), "Start"),
        "Swapping roles": ((WATCH,), "Opponent"),
        "Exploring off": ((WATCH,), "Explore"),
        "Clearing board and figures": ((WATCH,), "Reset statistics"),
    },
    "train": {
        "Train": ((), "Start over"),
        "Learning rate α": ((), "setting_alpha"),
        "Discount factor γ": ((), "setting_gamma"),
        "Exploration rate ε": ((), "setting_epsilon"),
        "Train its settings": ((preset("Adaptive (freeCodeCamp 2025)"),), "Start over"),
        # Replicating Q-learning (2026), the reward memory, MENACE
        "Two tables": ((preset("Two tables (2026)"),), "Start over"),
        "A reward memory": ((preset("Reward memory (Kutschera 2018)"),), "Start over"),
        "Matchboxes": ((preset("MENACE (Michie 1961)"),), "Start over"),
    },
    "inspect": {
        "Symmetry": ((), "Symmetry"),
        "Heatmap": ((), "Empty board"),
        "The five questions": (
            (lambda app: expect(app, "tab", "Five questions"),),
            "Verdict",
        ),
    },
    "learn": {"The grid world": ((), "one_cell_grid")},
}
"""The first click → what the sources name that it leads to, by the other clicks → what is there
then: a label or a key."""


@pytest.mark.thorough
@pytest.mark.parametrize("first", WALKS)
def test_it_is_at_most_three_clicks_from_the_front_page(first: str) -> None:
    app = run(new_app())
    FIRST[first](app)
    for name, (clicks, there) in WALKS[first].items():
        assert 1 + len(clicks) <= MOST_CLICKS
        for follow in clicks:
            follow(app)
        assert is_there(app, there), name


def chosen(app: AppTest, name: str, option: str) -> AppTest:
    choosers: list[Any] = [*app.button_group, *app.selectbox]
    next(one for one in choosers if one.label == name).set_value(option)
    return app


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
