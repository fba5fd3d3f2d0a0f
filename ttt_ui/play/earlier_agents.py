"""The agents before the present one, as the visitor sees them: a way back, and a list."""

import streamlit as st

from ttt_ui.language import tr
from ttt_ui.play.actions import go_back
from ttt_ui.visit.session import MAX_EARLIER, session
from ttt_ui.wording import agent_name, counted, plain


def way_back() -> None:
    """Offer to restore the agent that undo leads to."""
    visitor = session()
    before = visitor.agent_before
    if before is not None:
        st.button(
            tr("Back to {name}", name=plain(agent_name(before.packed))),
            icon=":material/arrow_back:",
            key=visitor.key("way_back"),
            type="tertiary",
            on_click=_undo,
            args=(visitor.replacements,),
            help=tr(
                "Restores your previous agent and its score. This one stays under **Earlier "
                "agents**, in **File**."
            ),
        )


def earlier_agents() -> None:
    """List the agents before the present one; a click restores one."""
    visitor = session()
    earlier = visitor.earlier_agents
    if not earlier:
        return
    with st.expander(tr("Earlier agents"), icon=":material/history:", key="earlier_agents"):
        st.caption(
            tr(
                "A click brings an agent back with its score. The {most} latest are kept; those "
                "that one training run gives again go first.",
                most=MAX_EARLIER,
            )
        )
        for place, agent in reversed([*enumerate(earlier)]):
            games = counted(agent.packed.stats.games, "game", "games")
            st.button(
                tr(
                    "{agent}, {games}",
                    agent=plain(agent_name(agent.packed)),
                    games=games,
                ),
                key=visitor.key(f"earlier_{place}"),
                width="stretch",
                on_click=_bring_back,
                args=(place, visitor.replacements),
            )


def _undo(replacements: int) -> None:
    if session().replacements == replacements:  # a browser may report a click twice
        go_back()


def _bring_back(place: int, replacements: int) -> None:
    visitor = session()
    if visitor.replacements == replacements:
        go_back(visitor.earlier_agents[place])
