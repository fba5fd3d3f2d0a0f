"""The doors of the first visit, and what is shown next to a pupil's board."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game import N_OPEN
from ttt_ui import jobs
from ttt_ui.play.pupil import actions, wording
from ttt_ui.play.pupil.story import Story, share_of_mistakes
from ttt_ui.play.state import ways_back
from ttt_ui.visit.session import Session
from ttt_ui.wording import plain

PRACTICES = (10, 100, 1_000)


def doors() -> None:
    """Say what the place is and where to start."""
    with st.container(key="doors", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown(wording.WELCOME, width="content")
            st.page_link("pages/learn.py", label="Learn how it works", icon=":material/school:")
        with st.grid(3, min_column_width=190, gap="xsmall"):
            st.button(
                "Teach an agent from scratch",
                icon=":material/child_care:",
                width="stretch",
                on_click=actions.begin,
                help="Your own agent, Pupil, knows only the rules. Teach it not to lose, in just a "
                "few games.",
            )
            st.button(
                "Play the champion",
                icon=":material/trophy:",
                width="stretch",
                on_click=actions.play_the_trap_setter,
                help="Trap setter is an unbeatable agent: it punishes every mistake.",
            )
            looks_inside = st.button(
                "Look inside an agent",
                icon=":material/search_insights:",
                width="stretch",
                help="Shows the value it gives to every move in every position.",
            )
    if looks_inside:
        actions.hide_doors()
        st.switch_page("pages/inspect.py")


def way_back_to_the_doors() -> None:
    """Offer to show the doors again."""
    st.button(
        "Where to start",
        icon=":material/explore:",
        type="tertiary",
        on_click=actions.show_doors,
    )


def pupil(story: Story, visitor: Session) -> None:
    """Show what the pupil has learned so far, and let it practise."""
    job = actions.go_on()
    jobs.follow(job, lambda: _bars(story, visitor))
    st.markdown("Let it practise on its own")
    with st.container(horizontal=True, gap="xsmall"):
        for games in PRACTICES:
            st.button(
                f"{games:,} games",
                key=f"practise_{games}",
                disabled=job is not None,
                on_click=actions.practise,
                args=(games,),
            )


def way_back(visitor: Session) -> None:
    """Offer to return to the agent from before the doors."""
    earlier = ways_back(visitor).door
    if earlier is not None:
        st.button(
            f"Back to {plain(earlier.packed.name)}",
            icon=":material/arrow_back:",
            type="tertiary",
            on_click=actions.go_back,
            help="Restores your previous agent and its score. To return to this one, use **Undo** "
            "on Train.",
        )


def _bars(story: Story, visitor: Session) -> None:
    agent = visitor.agent
    card = ttt.evaluate(agent)
    chance = None if story.plan is None else story.plan.chance(agent)
    st.markdown(wording.headline(story, agent, card, chance))
    if story.plan is not None and chance is not None:
        st.progress(chance, text=wording.plan_text(story.plan.before, chance))
    mistakes = share_of_mistakes(agent.policy())
    st.progress(mistakes, text=wording.mistakes_text(mistakes))
    known = agent.positions_known
    st.progress(known / N_OPEN, text=f"Knows **{known:,}** of {N_OPEN:,} positions")
    st.caption(wording.BARS_HELP)
    if card.unbeatable and story.unbeatable_after is not None:
        st.success(wording.success(story.unbeatable_after), icon=":material/celebration:")
