"""Train: choose every setting of a training run, and watch the agent learn."""

import streamlit as st

from ttt_ui.frame import sidebar
from ttt_ui.frame.field import tabs_key
from ttt_ui.frame.share import share_menu
from ttt_ui.frame.sidebar import AGENT_NAME, rename
from ttt_ui.inspect.lists import questions_in_short
from ttt_ui.language import tr, tr_plural
from ttt_ui.moves.insights import agent_insights
from ttt_ui.play.actions import go_back
from ttt_ui.streamlit_fixes.bring_into_view import bring_into_view
from ttt_ui.train import actions as train_actions
from ttt_ui.train import links as train_links
from ttt_ui.train import result, slow_motion, update_rule, why
from ttt_ui.train.experiments import EXPERIMENTS
from ttt_ui.train.settings import show_controls, show_strip
from ttt_ui.train.state import EXPERIMENT, PARTS, TAB, VERDICT, present_training, train_state
from ttt_ui.train.trials import show as show_experiment
from ttt_ui.visit.session import session
from ttt_ui.wording import agent_name


@st.fragment(key=VERDICT)
def verdict() -> None:
    """Train with the value of a slider that is being dragged, and then show the verdict."""
    train_actions.catch_up()
    result.result()


visitor, train = session(), train_state()
train_links.follow_address()
sidebar.rerun_if_agent_changed()
if PARTS.only:
    title = tr(EXPERIMENTS[PARTS.only].title)
    st.title(tr("Experiment: {title}", title=title), anchor=False)
    show_experiment(PARTS.only)
else:
    with st.sidebar:
        show_controls()
    train_actions.watch_first()
    with st.container(gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.title(tr("Train"), anchor=False, width="content")
            with share_menu(tr("Share"), train_links.SHARE_MENU):
                AGENT_NAME.ask(agent_name(visitor.agent), rename)
                train_links.link_maker()
        with st.container():  # even if empty, so that everything below stays in place
            PARTS.notice()
        with st.container(gap=None):
            show_strip()
            verdict()
        result.way()
        with st.container(horizontal=True, gap="small"):
            st.button(
                tr_plural("Train {n:,} game", "Train {n:,} games", train.settings.games)
                if visitor.agent.is_blank
                else tr_plural(
                    "Train {n:,} more game", "Train {n:,} more games", train.settings.games
                ),
                icon=":material/model_training:",
                type="tertiary",
                on_click=train_actions.train_on,
                disabled=visitor.training_under_way,
            )
            with st.container(horizontal=True, gap="small", width="content"):
                st.button(
                    tr("Undo"),
                    icon=":material/undo:",
                    type="tertiary",
                    on_click=go_back,
                    disabled=visitor.agent_before is None,
                )
                st.button(
                    tr("Start over"),
                    icon=":material/restart_alt:",
                    type="tertiary",
                    on_click=train_actions.start_over,
                )

training = present_training(visitor)
if not PARTS.only and (training is None or not visitor.training_under_way):
    tab, place = PARTS.open_tab(TAB)
    if train.tab_of_link:
        bring_into_view(tabs_key(TAB), asked=train.tab_of_link)
    if place is not None:
        with place:
            if tab == "Experiments":
                show_experiment(EXPERIMENT.show())
            elif tab == "Slow motion":
                slow_motion.show(visitor, train)
            elif tab == "Weak spots":
                why.explain(agent_insights(), training)
            elif tab == "Five questions":
                questions_in_short(agent_insights())
                st.button(
                    tr("Show all wrong answers"),
                    icon=":material/search_insights:",
                    type="tertiary",
                    on_click=train_actions.show_failing_boards,
                )
            elif tab == "More figures":
                result.figures(train, visitor.agent, training, first=False)
            else:
                update_rule.show_rule(visitor.agent)
