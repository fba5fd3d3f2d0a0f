"""Everything the sources name is at most three clicks from the front page."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.support import click, new_app, run, turn_to

MOST_CLICKS = 3
Click = tuple[str, str]
"""A chooser and its option."""

FIRST: dict[str, Callable[[AppTest], object]] = {
    "Choose a level": lambda app: click(app, "Choose a level"),
    **{page: lambda app, page=page: turn_to(app, page) for page in ("train", "inspect", "learn")},
}
WATCH, EXPERT = ("Mode", "Watch it play"), ("Level", "Expert")
WALKS: dict[str, dict[str, tuple[Click | str, ...]]] = {
    "Choose a level": {
        # The adaptive AI (freeCodeCamp 2025)
        "Six live figures": ("· Positions **",),
        "Learning from people": ("Learn from these games",),
        "Exploring while playing": ("Explore",),
        "New game": ("New game",),
        "Reset memory": ("More", "Reset agent", "Erase what it has learned"),
        "Export": ("Open or save an agent", "Download"),
        "Import": ("Open or save an agent", "Agent file"),
        "Level Beginner": (("Level", "Beginner"), "Learn from these games"),
        "Level Intermediate": (("Level", "Intermediate"), "Learn from these games"),
        "Level Expert": (EXPERT, "Learn from these games"),
        "The first of equal moves": (
            *(EXPERT, ("Minimax", "Minimax, first of equals")),
            "Learn from these games",
        ),
        "Minimax of a depth": (EXPERT, ("Minimax", "Minimax, depth 3"), "Learn from these games"),
        "A level of one's own": (("Level", "Custom"), "Random moves"),
        # Minimax in JavaScript
        "It starts": (("Your side", "O"), "New game"),
        # Again the adaptive AI
        "Two people, and it watches": (("Mode", "Two people"), "Learn from these games"),
        # The reward memory (Kutschera 2018)
        "It plays itself": (WATCH, "Start"),
        "Swapping roles": (WATCH, "Opponent"),
        "Exploring off": (WATCH, "Explore"),
        "Clearing board and figures": (WATCH, "Reset statistics"),
    },
    "train": {
        "Train": ("Start over",),
        "Learning rate α": ("setting_alpha",),
        "Discount factor γ": ("setting_gamma",),
        "Exploration rate ε": ("setting_epsilon",),
        "Train its settings": (("Preset", "Adaptive (freeCodeCamp 2025)"), "Start over"),
        # Replicating Q-learning (2026), the reward memory, MENACE
        "Two tables": (("Preset", "Two tables (2026)"), "Start over"),
        "A reward memory": (("Preset", "Reward memory (Kutschera 2018)"), "Start over"),
        "Matchboxes": (("Preset", "MENACE (Michie 1961)"), "Start over"),
    },
    "inspect": {
        "Symmetry": ("Symmetry",),
        "Heatmap": ("Empty board",),
        "The five questions": ("Five questions", "Verdict"),
    },
    "learn": {"The grid world": ("one_cell_grid",)},
}
"""The first click → what the sources name that it leads to → the other clicks, and then what is
there: a label or a key. What opens in the browser alone is expected, and not clicked."""
KINDS = (
    *("button", "toggle", "slider", "selectbox", "file_uploader", "download_button"),
    *("tab", "expander", "popover"),
)


@pytest.mark.thorough
@pytest.mark.parametrize("first", WALKS)
def test_it_is_at_most_three_clicks_from_the_front_page(first: str) -> None:
    app = run(new_app())
    FIRST[first](app)
    for name, clicks_and_end in WALKS[first].items():
        assert len(clicks_and_end) <= MOST_CLICKS  # the first click, and all before the end
        for one in clicks_and_end:
            if isinstance(one, str):
                assert is_there(app, one), name
            else:
                choose(app, *one)


def choose(app: AppTest, name: str, option: str) -> None:
    choosers: list[Any] = [*app.button_group, *app.selectbox]
    next(one for one in choosers if one.label == name).set_value(option)
    run(app)


def is_there(app: AppTest, name: str) -> bool:
    elements = [element for kind in KINDS for element in app.get(kind)]
    labels = {getattr(one, "label", None) or one.proto.popover.label for one in elements}
    components = {element.proto.id.rpartition("-")[2] for element in app.get("bidi_component")}
    return name in labels | components or any(name in element.value for element in app.markdown)
