"""Links of today's version, each with all that a page writes: they open, and stay as they are."""

import pytest

from tests.ui.support import address, come_by_link

pytestmark = pytest.mark.slow

AGENT = {"rule": "minimax-q", "games": "300", "seed": "7", "gamma": "0.5"}
LINKS = {
    "learn": ("learn", {"chapter": "any-good", "hide": "chapters,glossary"}),
    "a chapter alone": ("learn", {"only": "exploring"}),
    "play": ("play", {"view": "two-people", "hide": "mode,chances"}),
    "train": ("train", {**AGENT, "view": "weak-spots", "hide": "curve,slow-motion"}),
    "an experiment": ("train", {"experiment": "epsilon-0"}),
    "an experiment alone": ("train", {"only": "gamma-0"}),
    "inspect": (
        "inspect",
        {**AGENT, "board": "X--|-O-|---", "view": "five-questions", "hide": "values,symmetry"},
    ),
    "side by side": (
        "compare",
        {"view": "side-by-side", "a": "minimax", "b": "random", "board": "X--|-O-|---"},
    ),
    "learning curves": (
        "compare",
        {
            **{"view": "learning-curves", "a.games": "300", "b.games": "200", "b.alpha": "0.3"},
            **{"seeds": "3", "from": "5", "measure": "x-wins-vs-random", "axis": "linear"},
        },
    ),
    "a sweep": (
        "compare",
        {
            **{"view": "sweep", "across": "alpha:0.1:1:4", "up": "epsilon:0.05:0.4:3:log"},
            **{"measure": "worst_case_as_o", "seeds": "2"},
            **{"base.rule": "minimax-q", "base.games": "900", "base.seed": "1"},
        },
    ),
}


@pytest.mark.parametrize("name", LINKS)
def test_a_link_opens_without_a_word_and_stays_in_the_address(name: str) -> None:
    page, query = LINKS[name]
    app = come_by_link(page, **query)
    assert not app.error
    assert not app.warning
    assert not app.info, [message.value for message in app.info]
    assert address(app).items() >= query.items()
