"""Train: choose every setting of a training run, and watch the agent learn."""

import streamlit as st

from ttt_ui.frame import sidebar
from ttt_ui.frame.agent_name import name_field
from ttt_ui.frame.share import share_menu
from ttt_ui.language import tr
from ttt_ui.moves.insights import agent_insights
from ttt_ui.play.actions import go_back
from ttt_ui.train import actions, links, views
from ttt_ui.train.classroom import views as classroom_views
from ttt_ui.train.classroom.state import PARTS
from ttt_ui.train.experiments.views import alone, experiments, invitation
from ttt_ui.train.result import growth
from ttt_ui.train.result import views as result
from ttt_ui.train.settings.views import show_controls, show_strip
from ttt_ui.train.state import (
    EXPERIMENTS_OPEN,
    VERDICT,
    present_training,
    shown_training,
    train_state,
)
from ttt_ui.train.time import slow_motion, time_machine
from ttt_ui.train.why import views as why
from ttt_ui.train.wording import train_button
from ttt_ui.visit.session import session
from ttt_ui.wording import agent_name


@st.fragment(key=VERDICT)
def verdict() -> None:
    """Train with the value of a slider that is being dragged, and then show the verdict."""
    actions.catch_up()
    result.result()


visitor, train = session(), train_state()
links.follow_address()
sidebar.rerun_if_agent_changed()
growing = None
if not PARTS.only:
    with st.sidebar:
        show_controls()
    growing = growth.to_watch(visitor)

if PARTS.only:
    alone(PARTS.only)
elif growing is not None:
    growth.show(growing)
else:
    with st.container(gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.title(tr("Train"), anchor=False, width="content")
            st.button(
                train_button(visitor.agent, train.settings.games),
                icon=":material/model_training:",
                on_click=actions.train_on,
                disabled=visitor.training_under_way,
            )
            st.button(
                tr("Undo"),
                on_click=go_back,
                disabled=not visitor.can_undo,
            )
            st.button(
                tr("Start over"),
                on_click=actions.start_over,
            )
            with share_menu(tr("Share"), classroom_views.MENU):
                name_field(tr("Agent's name"), agent_name(visitor.agent))
                classroom_views.link_maker()
        with st.container():  # even if empty, so that everything below stays in place
            PARTS.notice()
        if not PARTS.hides("experiments"):
            if EXPERIMENTS_OPEN.value:
                experiments()
            else:
                invitation()
        with st.container(gap=None):
            show_strip()
            verdict()
        result.way()

training, shown = present_training(visitor), shown_training(visitor)
is_whole = not PARTS.only and growing is None
if is_whole and (training is None or not visitor.training_under_way):
    tab, place = views.tabs()
    if place is not None:
        with place:
            if tab == "Time machine":
                if shown is None:
                    st.caption(tr("There is no training history for this agent."))
                else:
                    time_machine.show(train, shown)
            elif tab == "Slow motion":
                slow_motion.show(visitor, train)
            elif tab == "Weak spots":
                why.explain(agent_insights(), training)
            elif tab == "Five questions":
                views.questions(agent_insights())
                st.button(
                    tr("Show all wrong answers"),
                    icon=":material/search_insights:",
                    type="tertiary",
                    on_click=actions.show_failing_boards,
                )
            elif tab == "More figures":
                result.figures(train, visitor.agent, training, first=False)
            else:
                views.numbers(visitor.agent)
