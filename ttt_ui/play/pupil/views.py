"""The doors of the first visit, and what is shown next to a pupil's board."""

from collections.abc import Callable

import streamlit as st

import ttt_core as ttt
from ttt_ui import jobs
from ttt_ui.frame import address
from ttt_ui.inspect.verdict.views import uploader
from ttt_ui.language import tr
from ttt_ui.play.pupil import actions, wording
from ttt_ui.play.pupil.picture import picture
from ttt_ui.play.pupil.story import Story, share_of_mistakes
from ttt_ui.play.pupil.taught import challenge
from ttt_ui.play.state import ways_back
from ttt_ui.visit.session import Session
from ttt_ui.wording import counted, plain

PRACTICES = (10, 100, 1_000)


def doors() -> None:
    with st.container(key="doors", gap="small"):
        _door(
            tr("Teach an agent from scratch"),
            ":material/child_care:",
            tr("3 minutes: beat it, then watch it learn."),
            actions.begin,
        )
        _door(
            tr("Play an unbeatable agent"),
            ":material/trophy:",
            tr("1 minute: it never loses, and it punishes every mistake."),
            actions.play_the_trap_setter,
        )
        _door(
            tr("Look inside an agent"),
            ":material/search_insights:",
            tr("1 minute: see the value it gives to every move."),
            actions.look_inside,
        )
        with st.container(gap="xxsmall"):
            with st.popover(
                tr("Judge an agent you trained"), icon=":material/gavel:", width="stretch"
            ):
                uploader()
            st.caption(
                tr("1 minute: how good is it, exactly? Any program's file."),
                text_alignment="center",
            )
        st.page_link("pages/learn.py", label=tr("Learn how it works"), icon=":material/school:")


def _door(label: str, icon: str, promise: str, take: Callable[[], None]) -> None:
    with st.container(gap="xxsmall"):
        st.button(label, icon=icon, width="stretch", on_click=take)
        st.caption(promise, text_alignment="center")


def way_back_to_the_doors() -> None:
    st.button(
        tr("Where to start"),
        icon=":material/explore:",
        type="tertiary",
        on_click=actions.show_doors,
    )


def story_line(visitor: Session) -> None:
    """Tell a pupil's story in one line, which is above the board on a phone too."""
    story, agent = visitor.belongings.get(Story), visitor.agent
    if story is not None:
        st.markdown(wording.line(story, ttt.evaluate(agent), story.chance(agent)))


def pupil(story: Story, visitor: Session) -> None:
    """Show what the pupil has learned so far, and let it practise."""
    job = actions.go_on()
    jobs.follow(job, lambda: _progress(story, visitor))
    st.markdown(tr("Let it practise on its own"))
    with st.container(horizontal=True, gap="xsmall"):
        for games in PRACTICES:
            st.button(
                counted(games, "game", "games"),
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
            tr("Back to {name}", name=plain(tr(earlier.packed.name))),
            icon=":material/arrow_back:",
            type="tertiary",
            on_click=actions.go_back,
            help=tr(
                "Restores your previous agent and its score. To return to this one, use **Undo** "
                "on Train."
            ),
        )


def _progress(story: Story, visitor: Session) -> None:
    agent = visitor.agent
    card = ttt.evaluate(agent)
    chance = story.chance(agent)
    st.markdown(wording.headline(story, agent, card, chance))
    if story.lessons:
        picture(story, agent, chance)
    st.caption(
        wording.figures(agent.positions_known, share_of_mistakes(agent.policy())),
        help=tr(wording.FIGURES_HELP),
    )
    if card.unbeatable and story.unbeatable_after is not None:
        st.success(wording.success(story.unbeatable_after), icon=":material/celebration:")
        if query := challenge(visitor):
            with st.popover(
                tr("Can you beat what I taught?"), icon=":material/link:", type="tertiary"
            ):
                st.markdown(tr(wording.CHALLENGE))
                st.code(address.link(query), language=None, wrap_lines=True)
