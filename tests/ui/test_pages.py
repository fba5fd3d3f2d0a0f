"""Every field is known to its page, in links and in saved visits; their names never change."""

from importlib import import_module
from typing import Any

import pytest
import streamlit as st

from tests.test_imports import MODULES
from tests.ui.bad_input.odd_values import ODD
from ttt_ui.frame.field import Field
from ttt_ui.pages import PAGES, READ_BY, restore_values, values_to_save
from ttt_ui.visit.players import MINIMAX

SAVED: dict[str, Any] = {
    "compare_absent": ("Random", "Beginner"),
    "compare_depths": ("Minimax, depth 2",),
    "play_bar": False,
    "play_brain": MINIMAX,
    "play_epsilon": 0.5,
    "play_expert": "Minimax, depth 2",
    "play_explore": False,
    "play_learn": False,
    "play_mode": "Two people",
    "play_random_share": 0.25,
    "play_thoughts": True,
    "play_truth": True,
    "show_brain": MINIMAX,
    "show_explore": False,
    "show_learn": False,
    "show_speed": "200 moves/s",
    "show_thoughts": True,
    "train_axis": "Linear",
    "train_lines_Against a random player": ("o-draws-vs-random",),
    "train_lines_Against its worst-case opponent": ("x-loses-at-worst", "o-loses-at-worst"),
    "train_lines_Other": ("epsilon",),
    "train_lines_of_policy_Against a random player": ("x-wins-vs-random",),
    "train_lines_of_policy_Against its worst-case opponent": (),
    "train_lines_of_policy_Other": ("optimal-moves",),
    "train_live": False,
    "train_watched": True,
}
"""What visits that are saved in browsers contain, by the keys there."""
NAMES = {
    "learn": {"chapter", "only"},
    "play": {"view", "pupil", "name"},
    "train": {"view", "only", "experiment", "ghost"},
    "inspect": {"view", "board"},
    "compare": {
        *("view", "board", "a", "b", "c", "d", "e", "f", "base"),
        *("across", "up", "measure", "axis", "seeds", "from"),
    },
}
"""The parameters of links that have been shared, by page."""


def test_everything_in_a_saved_visit_comes_back(session_state: dict[str, Any]) -> None:
    restore_values(SAVED)
    assert values_to_save() == SAVED
    restore_values({key: object() for key in SAVED})
    assert values_to_save() == {}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_reads_the_parameters_of_links_that_have_been_shared(path: str) -> None:
    assert {name for name, pages in READ_BY.items() if path in pages} == NAMES[path]


def test_no_field_is_unknown_to_the_pages_and_no_key_is_used_twice() -> None:
    known = [field for page in PAGES.values() for field in page.fields]
    assert len({field.key for field in known}) == len(known)
    assert {field.key for field in known if field.saved} == SAVED.keys()
    assert {field.key for field in declared() if field.saved or field.in_links} <= {
        field.key for field in known
    }


def declared() -> list[Field[Any]]:
    modules = [import_module(name) for name in MODULES if name.startswith("ttt_ui.")]
    return [
        value for module in modules for value in vars(module).values() if isinstance(value, Field)
    ]


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_value_is_the_value_of_no_field(session_state: dict[str, Any], odd: str) -> None:
    """Of all that are declared: nothing is done, unless it is a text, a truth or a number there."""
    for field in declared():
        said, heard = ODD[odd], list[object]()
        is_valid = field.accepts(said)
        assert not is_valid or type(said) is type(field.default), field.key
        assert (
            not is_valid
            or not isinstance(said, str)
            or field.widget in (st.text_input, st.text_area)
        )
        field.hear(None, heard.append, said)
        assert heard == [said] * is_valid, field.key
        session_state[field.key] = said
        assert is_valid or field.value == field.default, field.key
