"""The parts of the compare page: who takes part, the roster, the cross table, the standings."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game.board import SIDES
from ttt_ui.compare import actions
from ttt_ui.compare.cross_table import MOST_IN_FULL, cross_figure, long_table, standings
from ttt_ui.compare.players import FIXED_PLAYERS, Mark, Player
from ttt_ui.compare.state import ABSENT, PRESET, taking_part
from ttt_ui.shared.glossary import GLOSSARY
from ttt_ui.shared.limits import MAX_AGENTS
from ttt_ui.shared.opponents import YOUR_AGENT
from ttt_ui.shared.roster import Roster
from ttt_ui.shared.verdict_badge import verdict_badge
from ttt_ui.shared.wording import plain, verdict


def present_choice(names: Sequence[str]) -> list[str]:
    """Let the visitor choose who takes part; return who does."""
    absent, choice = ABSENT.value, taking_part()
    present = [name for name in names if name not in absent]
    choice.follow(names, present)
    st.pills(
        "Take part",
        names,
        default=present,
        selection_mode="multi",
        format_func=plain,
        key=choice.key,
        on_change=actions.choose_present,
        args=(choice.key,),
    )
    return present


def roster_buttons(others: Roster) -> None:
    """Let agents be added, trained, kept and downloaded: two by two where the window is narrow."""
    with st.container(horizontal=True, width="content"):
        _newcomers(others)
    with st.container(horizontal=True, width="content"):
        _copies(others)


def _newcomers(others: Roster) -> None:
    with st.popover("Add agents", icon=":material/upload:"):
        key = others.uploader_key
        st.file_uploader(
            f"Agent files, {MAX_AGENTS} agents at most",
            type="json",
            accept_multiple_files=True,
            key=key,
            on_change=actions.take_files,
            args=(key,),
            help="Files of one agent, or of several: those that Download all makes.",
        )
    with st.popover("Train one", icon=":material/model_training:"):
        PRESET.settle()
        st.selectbox(
            "Preset", list(ttt.PRESETS), key=PRESET.key, format_func=plain, persist_state="session"
        )
        st.caption(plain(ttt.PRESET_NOTES.get(str(PRESET.value), "")))
        st.button(
            "Train it",
            icon=":material/play_arrow:",
            on_click=actions.train_preset,
            disabled=others.full,
            help="By its settings, from nothing; it takes part at once.",
        )


def _copies(others: Roster) -> None:
    st.button(
        "Keep a copy of the present agent",
        icon=":material/content_copy:",
        on_click=actions.keep_your_agent,
        disabled=others.full,
        help="Stays here while you train on, so that you can see what changed.",
    )
    if others.agents:
        st.download_button(
            "Download all",
            data=lambda: ttt.dump_roster(list(others.agents.values())),
            file_name=f"ttt-roster-{len(others.agents)}.json",
            mime="application/json",
            icon=":material/download:",
            on_click="ignore",  # a rerun would take the file away before it is fetched
            help="The agents that you have added, in one file. Add agents takes it again, here or "
            "anywhere.",
        )


def roster_list(
    everybody: Mapping[str, Player], cards: Mapping[str, ttt.ReportCard], others: Roster
) -> None:
    """Show the visitor's agents, each with its verdict, where it comes from, and a menu."""
    if others.agents:
        with st.container(border=True, gap="xsmall"):
            for name, (slot, packed) in others.agents.slotted().items():
                with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                    with st.popover(_title(everybody[name]), type="tertiary", key=f"agent_{slot}"):
                        _menu(name, slot, ttt.file_name(packed), others)
                    verdict_badge(cards[name])
                    st.caption(everybody[name].origin, width="content")
    with st.expander("Your present agent, and who is always there", icon=":material/groups:"):
        for name in (YOUR_AGENT, *FIXED_PLAYERS):
            player = everybody[name]
            st.markdown(f"{_title(player)} · {verdict(cards[name])} · {player.origin}")


def _title(player: Player) -> str:
    mark = player.mark
    return f':color[{mark.shape}]{{foreground="{mark.colour}"}} **{plain(player.name)}**'


def _menu(name: str, slot: int, file_name: str, others: Roster) -> None:
    key = taking_part().name_key(slot)
    st.text_input("Name", name, key=key, on_change=actions.rename, args=(name, key))
    st.button(
        "Play against it",
        key=f"play_against_{slot}",
        on_click=actions.play_against,
        args=(name,),
        icon=":material/sports_esports:",
        width="stretch",
        help="It takes the place of your agent, which Play and Train offer to go back to.",
    )
    st.button(
        "Make it the present agent",
        key=f"make_present_{slot}",
        on_click=actions.make_present,
        args=(name,),
        icon=":material/psychology:",
        width="stretch",
        help="To train on, play and look into. Undo, on Train, brings yours back.",
    )
    st.download_button(
        "Download",
        data=lambda: ttt.dump_agent(others.agents[name]),
        file_name=file_name,
        key=f"download_{slot}",
        mime="application/json",
        icon=":material/download:",
        on_click="ignore",  # a rerun would take the file away before it is fetched
        width="stretch",
    )
    st.button(
        "Remove",
        key=f"remove_{slot}",
        on_click=actions.remove,
        args=(name,),
        icon=":material/person_remove:",
        width="stretch",
    )


def cross_table(present: Mapping[str, Player], results: NDArray[np.float64]) -> None:
    """Show everybody as X against everybody as O; a click opens a pairing."""
    key = actions.table_key()
    st.plotly_chart(
        cross_figure(list(present), [player.mark for player in present.values()], results),
        key=key,
        config={"displayModeBar": False},
        on_select=lambda: actions.point_at(key),
        selection_mode="points",
        alt="Cross table: how often the row as X wins, draws and loses against the column as O",
    )
    what = (
        "how often **X wins**, draws and loses, in per cent"
        if len(present) <= MOST_IN_FULL
        else "the points of X in 100 games (a win is 1, a draw a half)"
    )
    st.caption(
        f"The row plays X, the column of its number plays O. In each cell: {what}. "
        "Point at it for the exact figures; a click opens its games below."
    )


def standings_table(
    present: Mapping[str, Player],
    cards: Mapping[str, ttt.ReportCard],
    results: NDArray[np.float64],
) -> None:
    """Show the players by points per game."""
    ranking = standings({name: cards[name] for name in present}, results)
    ranking.insert(0, "Mark", [_picture(present[name].mark) for name in ranking["Player"]])
    share = st.column_config.NumberColumn(format="percent")
    st.dataframe(
        ranking,
        hide_index=True,
        height="content",
        alt="Players ranked by points per game over the cross table, with their exact figures",
        column_config={
            "Mark": st.column_config.ImageColumn("Sign", width=44, pinned=True),
            "Player": st.column_config.TextColumn(pinned=True, width=138),
            "Points": st.column_config.ProgressColumn(
                width=100,
                min_value=0,
                max_value=1,
                format="percent",
                help="Points per game over the table: a win counts 1, a draw a half.",
            ),
            **dict.fromkeys(("As X", "As O"), share),
            # Short names: all columns fit beside the sidebar of a small desk.
            **{
                f"Wins vs random as {side}": st.column_config.NumberColumn(
                    f"{side} vs random",
                    format="percent",
                    help=f"How often it wins as {side}. {GLOSSARY['Vs random']}",
                )
                for side in SIDES
            },
            **{
                f"Worst case as {side}": st.column_config.NumberColumn(
                    f"{side} at worst",
                    format="percent",
                    help=f"How often it loses as {side}. {GLOSSARY['Worst-case opponent']}",
                )
                for side in SIDES
            },
            "Unbeatable": st.column_config.CheckboxColumn(
                "Unbeatable", help=GLOSSARY["Unbeatable"]
            ),
        },
    )


_SHAPES = {
    "●": "<circle cx='8' cy='8' r='6' fill='{}'/>",
    "■": "<rect x='3' y='3' width='10' height='10' fill='{}'/>",
    "◆": "<path d='M8 1l7 7-7 7-7-7z' fill='{}'/>",
}


def _picture(mark: Mark) -> str:
    """Return a data URL with a drawing of a mark."""
    shape = _SHAPES[mark.shape].format(quote(mark.colour))
    return (
        "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'>"
        f"{shape}</svg>"
    )


def download_button(names: Sequence[str], results: NDArray[np.float64]) -> None:
    """Offer every pairing in a row of its own as a file."""
    st.download_button(
        "Download as CSV",
        data=lambda: long_table(names, results).to_csv(index=False),
        file_name="cross-table.csv",
        on_click="ignore",  # a rerun would take the file away before it is fetched
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
    )
