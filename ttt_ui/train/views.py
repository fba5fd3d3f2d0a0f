"""The tabs of Train, two of them, and the place to make a classroom link."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import ttt_core as ttt
from ttt_core.learning import RULES_IN_PLAY
from ttt_core.sentences import tr_noop
from ttt_ui.frame.field import Field, one_of, tabs_key
from ttt_ui.frame.share import classroom_link_menu, link_to_share
from ttt_ui.inspect.lists import answered, how_many_are_mistakes, sign
from ttt_ui.language import tr
from ttt_ui.moves.insights import Insights
from ttt_ui.streamlit_fixes.bring_into_view import bring_into_view
from ttt_ui.train import update_rule, wording
from ttt_ui.train.links import link, link_reproduces
from ttt_ui.train.state import PARTS, TAB, TABS, Tab, train_state
from ttt_ui.train.wording import link_explained
from ttt_ui.wording import how_many_arise


def tabs() -> tuple[Tab, DeltaGenerator] | tuple[None, None]:
    """Show the tabs that are not hidden; return the name of the open one, and its place."""
    opened = PARTS.open_tab(TAB)
    if asked := train_state().tab_of_link:
        bring_into_view(tabs_key(TAB), asked=asked)
    return opened


def questions(insights: Insights) -> None:
    """Show how the agent answers the five questions of the reward memory's author."""
    for answer in insights.answers:
        mistakes = insights.mistakes_among(answer.failing)
        colour = "green" if answer.yes else "violet" if mistakes else "gray"
        st.markdown(f":{colour}[{sign(answer, mistakes)}] {answered(answer, mistakes)}")
        if answer.yes:
            continue
        arise = how_many_arise(insights.comes_to(answer.failing), len(answer.failing))
        # Not a caption, in which board texts would be too faint to read.
        words = (
            wording.moves_otherwise(answer.failing),
            how_many_are_mistakes(mistakes, len(answer.failing)),
            arise,
        )
        st.markdown(f":small[{' '.join(filter(None, words))}]")


def numbers(agent: ttt.Agent) -> None:
    """Show the update rule, in symbols and with the agent's settings."""
    config = agent.config
    st.subheader(tr("The rule"), anchor=False)
    st.latex(update_rule.rule_in_symbols(config))
    if in_numbers := update_rule.rule_in_numbers(config):
        st.caption(wording.whose_settings(agent))
        st.latex(in_numbers)
    st.caption(update_rule.symbols(config))
    if agent.in_play is not None:
        learning = RULES_IN_PLAY[agent.in_play.rule]
        st.subheader(tr("The rule when it plays people"), anchor=False)
        st.latex(update_rule.rule_in_play(agent.in_play))
        st.caption(f"{tr(learning.sentence)} {tr(learning.formula.letters)}")


SHARE_MENU = "train_share"
"""Key of the menu with the link."""


def link_maker() -> None:
    """Show the link to the agent; let a teacher choose what it hides and opens with."""
    st.markdown(link_explained(reproduces=link_reproduces()))
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
