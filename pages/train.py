"""Train: set everything that a training can be set to, and watch the agent learn."""

from urllib.parse import urlencode

import streamlit as st

from ttt_core.learning.agent import MAX_NAME
from ttt_ui import teaching, training_views
from ttt_ui.board_tables import VIEW_KEY, VIEWS
from ttt_ui.session import fill_widget, session, set_widget
from ttt_ui.settings import summary
from ttt_ui.training_controls import show_controls

NAME_KEY = "train_name"

visitor = session()
teaching.open_link(visitor)
with st.sidebar:
    show_controls(visitor)
teaching.write_link(visitor)

settings = visitor.settings
course = teaching.present_course(visitor)

st.title("Train", anchor=False)
st.caption(f"{summary(settings)} · set in the sidebar")
with st.container(horizontal=True):
    st.button(
        f"Train {settings.games:,} games",
        icon=":material/model_training:",
        on_click=teaching.train_on,
        disabled=visitor.training_under_way,
        help="Goes on from the present agent, with the settings in the sidebar.",
    )
    st.button(
        "Start over",
        icon=":material/restart_alt:",
        on_click=teaching.start_over,
        help=f"Trains {settings.games:,} games from an empty table. Undo brings the agent back.",
    )
    st.button(
        "Undo",
        icon=":material/undo:",
        on_click=teaching.undo,
        disabled=not visitor.past,
        help="Brings back the agent before the last training, upload or reset.",
    )
    with st.popover("Name and link", icon=":material/link:"):
        fill_widget(NAME_KEY, visitor.agent.name)
        st.text_input(
            "Name of the agent",
            key=NAME_KEY,
            max_chars=MAX_NAME,
            required=True,
            on_change=teaching.rename,
            args=(NAME_KEY,),
        )
        st.markdown("The link is the model: it gives anyone the agent that these settings train.")
        st.code(
            f"{st.context.url or ''}?{urlencode(visitor.query or {})}",
            language=None,
            wrap_lines=True,
        )
        if not teaching.link_tells_all(visitor):
            st.caption("Your agent has learned more than that, or otherwise: share it as a file.")

if teaching.is_waiting(visitor):
    st.caption(
        ":material/hourglass_empty: Not trained with these settings yet. Train goes on from your "
        "agent, Start over begins with an empty table."
    )

if visitor.training_under_way:
    training_views.show_progress(visitor)
    st.stop()

training_views.show_verdict(visitor, course)
training_views.show_figures(visitor.agent, course)

st.subheader("Learning curve", anchor=False)
if course is None:
    st.info(
        "How this agent came to know what it knows is not on record: it has learned from games "
        "with people, or comes from elsewhere. Train it, and its curve begins here.",
        icon=":material/info:",
    )
else:
    training_views.show_curve(course)

machine, questions, numbers = st.tabs(
    ["Time machine", "Five questions", "What the numbers mean"], key="train_tab", on_change="rerun"
)
if machine.open:
    with machine:
        if course is None:
            st.caption("There is nothing on record to go back through.")
        else:
            training_views.show_time_machine(visitor, course)
if questions.open:
    with questions:
        training_views.show_questions(visitor)
        if st.button("All failing boards", icon=":material/search_insights:", type="tertiary"):
            set_widget(VIEW_KEY, VIEWS[2])
            st.switch_page("pages/inspect.py")
if numbers.open:
    with numbers:
        training_views.show_numbers(visitor, course)
