"""Train: choose every setting of a training run, and watch the agent learn."""

import streamlit as st

from ttt_core.learning import MAX_NAME
from ttt_ui.drawing.insights import agent_insights
from ttt_ui.frame import sidebar
from ttt_ui.train import actions, classroom_views, slow_motion, views, why
from ttt_ui.train.controls import show_controls, show_strip
from ttt_ui.train.experiment_views import experiments
from ttt_ui.train.state import train_state
from ttt_ui.visit.session import session
from ttt_ui.wording import counted

visitor, train = session(), train_state()
actions.follow_address()
sidebar.rerun_if_agent_changed()
st.container(horizontal=True).title("Train", anchor=False)
classroom_views.notice()
with st.sidebar:
    show_controls()
settings = train.settings

with st.container(horizontal=True, gap="xsmall"):
    st.button(
        f"Train {counted(settings.games, 'game')}",
        icon=":material/model_training:",
        on_click=actions.train_on,
        disabled=visitor.training_under_way,
        help="Continues training your agent with the settings in the sidebar.",
    )
    st.button(
        "Start over",
        icon=":material/restart_alt:",
        on_click=actions.start_over,
        help=f"Trains {counted(settings.games, 'game')} from scratch. **Undo** brings your current "
        "agent back.",
    )
    st.button(
        "Undo",
        icon=":material/undo:",
        on_click=actions.undo,
        disabled=not visitor.can_undo,
        help="Restores the agent you had before the last training, upload or reset. Press again to "
        "go back further.",
    )
    with st.popover("Name and link", icon=":material/link:"):
        st.text_input(
            "Agent's name",
            value=visitor.agent.name,
            key=actions.name_key(),
            max_chars=MAX_NAME,
            on_change=actions.rename,
            args=(actions.name_key(),),
        )
        classroom_views.link_maker()
experiments()
views.result()
course = train.present_course(visitor)
is_at_rest = course is None or not visitor.training_under_way
if is_at_rest:
    why.section(visitor, agent_insights(), course)
with st.container(gap=None):
    show_strip()
    with st.container():
        views.way()

if is_at_rest:
    tab, place = views.tabs()
    if place is not None:
        with place:
            if tab == "Time machine":
                if course is None:
                    st.caption("There is no training history for this agent.")
                else:
                    views.time_machine(train, course)
            elif tab == "Slow motion":
                slow_motion.show(visitor, train)
            elif tab == "Five questions":
                views.questions(agent_insights())
                st.button(
                    "Show all wrong answers",
                    icon=":material/search_insights:",
                    type="tertiary",
                    on_click=actions.show_failing_boards,
                )
            else:
                views.numbers(visitor.agent)
