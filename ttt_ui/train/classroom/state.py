"""The parts of Train that a link can hide: ``hide=partner,rewards`` in the address."""

from dataclasses import dataclass
from typing import Literal

from ttt_core.sentences import tr_noop
from ttt_ui.frame.classroom_link import PageParts
from ttt_ui.frame.links import ONLY, choice, slug
from ttt_ui.train.experiments.declared import EXPERIMENTS
from ttt_ui.train.settings.controls import GROUPS
from ttt_ui.train.state import TABS, Tab
from ttt_ui.visit.session import per_visitor

_OF_TABS = {"Weak spots": "why", "More figures": "figures"}

PARTS = PageParts(
    "train",
    {
        "preset": tr_noop("Preset"),
        "rule": tr_noop("Rule"),
        **{group: label for group, (label, _) in GROUPS.items()},
        "curve": tr_noop("Learning curve"),
        "time-machine": tr_noop("Time slider"),
        "map": tr_noop("Map of the game"),
        "figures": tr_noop("Figures"),
        **{_OF_TABS.get(tab, slug(tab)): tab for tab in TABS if tab != "More figures"},
    },
    alone=choice(
        ONLY, {name: name for name in EXPERIMENTS}, tr_noop("this experiment does not exist.")
    ),
    former={"what-the-numbers-mean": "update-rule"},
    of_tabs=_OF_TABS,
)


@dataclass
class Classroom:
    """The tab that a link from outside asked for; empty if none did."""

    asked: Tab | Literal[""] = ""


def classroom() -> Classroom:
    return per_visitor(Classroom)
