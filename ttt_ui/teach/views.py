"""The doors of the first visit, and what stands beside a newborn's board."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game.graph import N_OPEN
from ttt_ui.play.state import PlayState
from ttt_ui.play.story import Story, share_of_errors
from ttt_ui.shared.session import Session
from ttt_ui.shared.wording import plain
from ttt_ui.teach import actions, wording

PRACTICES = (10, 100, 1_000)
SECONDS_BETWEEN_LOOKS = 0.15


def doors() -> None:
    """Say what the place is, and where to begin."""
    with st.container(key="doors", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown(wording.WELCOME, width="content")
            st.page_link(
                "pages/learn.py", label="Learn how, from the start", icon=":material/school:"
            )
        with st.grid(3, min_column_width=190, gap="xsmall"):
            st.button(
                "Teach a newborn",
                icon=":material/child_care:",
                width="stretch",
                on_click=actions.begin,
                help="It knows nothing yet. In a few games you teach it not to lose.",
            )
            st.button(
                "Play the champion",
                icon=":material/trophy:",
                width="stretch",
                on_click=actions.play_the_trap_setter,
                help="It never loses, and no slip of yours goes unpunished.",
            )
            looks_inside = st.button(
                "Look inside",
                icon=":material/search_insights:",
                width="stretch",
                help="What the agent thinks of every move on every board.",
            )
    if looks_inside:
        actions.hide_doors()
        st.switch_page("pages/inspect.py")


def way_back_to_the_doors() -> None:
    """Let the doors be shown again."""
    st.button(
        "What is this?",
        icon=":material/explore:",
        type="tertiary",
        on_click=actions.show_doors,
    )


def newborn(story: Story, visitor: Session) -> None:
    """Show what the newborn has learned so far, and let it practise or be left."""
    practising = story.practice is not None

    @st.fragment(run_every=SECONDS_BETWEEN_LOOKS if practising else None)
    def progress() -> None:
        _bars(story, visitor)
        if story.practice is not None:
            actions.practise_on(story)
            if story.practice is None:
                st.rerun()

    progress()
    st.markdown("Let it practise by itself")
    with st.container(horizontal=True, gap="xsmall"):
        for games in PRACTICES:
            st.button(
                f"{games:,} games",
                key=f"practise_{games}",
                disabled=practising,
                on_click=actions.practise,
                args=(games,),
            )


def way_back(play: PlayState, visitor: Session) -> None:
    """Let the agent of before the doors be taken up again."""
    earlier = play.way_back(visitor)
    if earlier is not None:
        st.button(
            f"Back to {plain(earlier.packed.name)}",
            icon=":material/arrow_back:",
            type="tertiary",
            on_click=actions.go_back,
            help="Your agent from before, with its figures. "
            "This one stays to be had: Undo on the train page.",
        )


def _bars(story: Story, visitor: Session) -> None:
    agent = visitor.agent
    card = ttt.evaluate(agent)
    chance = None if story.plan is None else story.plan.chance(agent)
    st.markdown(wording.stage(story, agent, card, chance))
    if story.plan is not None and chance is not None:
        st.progress(chance, text=wording.plan_text(story.plan.before, chance))
    errs = share_of_errors(agent.policy())
    st.progress(errs, text=wording.errors_text(errs))
    known = agent.positions_known
    st.progress(known / N_OPEN, text=f"Positions it knows: **{known:,}** of {N_OPEN:,}")
    st.caption(wording.BARS_HELP)
    if card.unbeatable and story.unbeatable_after is not None:
        st.success(wording.success(story.unbeatable_after), icon=":material/celebration:")
