"""The address of Train, and the links that train their agent for anybody, on any page."""

from collections.abc import Collection

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import reproducing_config
from ttt_core.sentences import tr_noop
from ttt_ui.frame import address
from ttt_ui.frame.field import Field, one_of
from ttt_ui.frame.links import (
    ONLY,
    SETTINGS_IN_LINKS,
    Link,
    config_from_query,
    config_to_query,
)
from ttt_ui.frame.share import classroom_link_menu, link_to_share
from ttt_ui.language import tr
from ttt_ui.train import result
from ttt_ui.train.actions import catch_up, is_live, try_settings
from ttt_ui.train.state import (
    EXPERIMENT,
    PARTS,
    TAB,
    TABS,
    WATCHED,
    Tab,
    TrainState,
    known_training,
    train_state,
    whole_training,
)
from ttt_ui.train.training import PreviousRun, trained_again
from ttt_ui.visit.session import session

SHARE_MENU = "train_share"
"""Key of the menu with the link."""
PREVIOUS_RUN = "ghost."
"""Prefix, in older links, of the settings in which the run to compare with differs."""


def link(hidden: Collection[str], view: Tab) -> str:
    """Return the link that trains an agent with the settings, for anyone.

    It hides the parts of the page named in `hidden` and opens with the tab `view`.
    """
    query = config_to_query(train_state().settings) | _look(hidden, view)
    return address.link_with(query)


def _look(hidden: Collection[str], view: Tab) -> dict[str, str]:
    return PARTS.to_query(hidden) | TAB.to_query(view)


def link_maker() -> None:
    """Show the link to the agent; let a teacher choose what it hides and opens with."""
    if link_reproduces():
        st.markdown(tr("Send this link to a friend: anyone who opens it gets exactly your agent."))
    else:
        st.markdown(
            tr(
                "Anyone who opens this link gets an agent trained with these settings. They do not "
                "describe all that your agent has learned: to share it, download it as a file."
            )
        )
    place, view = st.container(), TAB.value
    with classroom_link_menu():
        hidden = PARTS.choose()
        tabs = [tab for tab in TABS if PARTS.of(tab).name not in hidden]
        if tabs:
            # Another key whenever another tab is open.
            opens: Field[Tab] = one_of(
                f"lesson_view_{len(tabs)}_{PARTS.of(view).name}",
                tabs,
                view if view in tabs else tabs[0],
                label=tr_noop("Open with"),
            )
            view = opens.show()
    with place:
        link_to_share(link(hidden, view), SHARE_MENU)


def link_to_experiment(name: str, *, alone: bool) -> str:
    return address.link_with({ONLY if alone else EXPERIMENT.in_links: name})


def link_reproduces() -> bool:
    """Whether the settings in the link alone lead to the visitor's agent, or will in a moment."""
    visitor, train = session(), train_state()
    training = known_training(visitor)
    if training is not None and visitor.training_under_way and training.version is visitor.version:
        return training.is_one_run and training.config == train.settings
    return reproducing_config(visitor.agent) == train.settings


def follow_address() -> None:
    """Follow the link the visitor came by, and write the settings into the address.

    The address has settings only if they lead to the agent. So somebody has opened a link if they
    lead to another one, and a reload of the visitor's own page keeps what they have taught.

    A link from the browser's history is ignored if another page has replaced the agent since: a
    link can train its agent again at any time, but nothing might bring back the present one.
    """
    visitor, train = session(), train_state()
    train.drag.under_way = False  # even if its last report was lost
    replaced = train.follow_agent(visitor)
    link = address.asked(everything=True)
    _take_look(train, link)
    if link.rest:
        WATCHED.set(True)
    if link.rest and (link.first or not replaced):
        experiment = EXPERIMENT.read(link)
        if experiment is not None:
            EXPERIMENT.set(experiment)
            TAB.set("Experiments")
            train.tab_of_link = "Experiments" if link.first else ""
        _take_settings(train, link)
    link.say_what_was_dropped()
    catch_up()
    visitor.attached.put(train.settings)
    if PARTS.only:
        address.show(PARTS.query(), as_step=False)
        return
    hidden, reproduces = PARTS.hidden, link_reproduces()
    own = config_to_query(train.settings) | PARTS.to_query(hidden)
    changes, train.addressed = own != train.addressed, own
    told_before = not SETTINGS_IN_LINKS.isdisjoint(address.shown())
    look = _look(hidden, TAB.value)
    if TAB.value == "Experiments":
        look |= EXPERIMENT.to_query(with_default=train.tab_of_link == "Experiments")
    # Back should always lead to an agent, so a step without settings does not stay.
    query = config_to_query(train.settings) | look if reproduces else look
    address.show(query, as_step=changes and (told_before or not reproduces))


def _take_look(train: TrainState, link: Link) -> None:
    """Hide what a link hides and open the tab it names."""
    if link.rest:
        PARTS.apply_link(link)
        view = TAB.read(link)
        train.tab_of_link = view if view is not None and link.first else ""
        TAB.set(view or TAB.default)


def _take_settings(train: TrainState, link: Link) -> None:
    own = {n: text for n, text in link.rest.items() if not n.startswith(PREVIOUS_RUN)}
    settings, dropped = config_from_query(own)
    previous_run, also_dropped = _previous_run_of_link(link, settings)
    dropped += also_dropped
    link.dropped += dropped
    if len(dropped) >= len(link.rest):
        return
    changes = settings != train.settings
    train.set_settings(settings)
    if not link_reproduces() and (link.first or (changes and is_live())):
        try_settings(settings, message_if="made" if link.first else "irreplaceable")
        if link.first and not train.pinned:
            train.previous_run = None
    if previous_run is not None and not train.pinned:
        train.previous_run = previous_run


def _previous_run_of_link(
    link: Link, settings: ttt.TrainingConfig
) -> tuple[PreviousRun | None, list[str]]:
    """Train the run that an older link compares its settings with."""
    query = config_to_query(settings, PREVIOUS_RUN) | link.rest
    config, dropped = config_from_query(query, PREVIOUS_RUN)
    if config == settings:
        return None, dropped
    previous_run = trained_again(config)
    if previous_run is None:
        dropped.append(tr("The run to compare with would take too long to train."))
    return previous_run, dropped


def follow_link() -> bool:
    """Train the agent in the visitor's link, with undo; return whether the link has one.

    A link from the browser's history is ignored: it can train its agent again at any time, but
    nothing might bring back the present one.
    """
    train, visitor = train_state(), session()
    link = address.asked_of_all(SETTINGS_IN_LINKS)
    if train.followed_link or not link.first:
        return False
    config, dropped = config_from_query(link.rest)
    link.dropped += dropped
    if len(dropped) < len(link.rest) and reproducing_config(visitor.agent) != config:
        try_settings(config)
        train.from_link = known_training(visitor)
    link.say_what_was_dropped()
    train.followed_link = True
    return train.from_link is not None


def is_training() -> bool:
    """Return whether the agent in the link that the visitor came by is still being trained."""
    training, visitor = train_state().from_link, session()
    is_of_link = training is not None and training is whole_training(visitor)
    return is_of_link and visitor.training_under_way


def progress() -> None:
    """Continue training the agent in the link, in place of the page."""
    st.title(tr("Training the agent in this link…"), anchor=False)
    result.way()
    if not is_training():  # it has ended while the page was drawn, so nothing follows it
        st.rerun()
