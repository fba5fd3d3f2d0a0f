"""The parts of Compare: the players, the added agents, the cross table and the standings."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.files import dump_roster, file_name
from ttt_core.game import SIDES
from ttt_ui.compare import actions, wording
from ttt_ui.compare.cross_table import MOST_IN_FULL, cross_figure, long_table, standings
from ttt_ui.compare.pairing_views import pairing_games
from ttt_ui.compare.players import ComparedPlayer, Mark
from ttt_ui.compare.state import ABSENT, CHOSEN_DEPTHS, PRESET, pairing, player_choice
from ttt_ui.drawing.download import download_button
from ttt_ui.drawing.how_read import how_it_was_read, open_question
from ttt_ui.drawing.picture_button import picture_button
from ttt_ui.drawing.verdict_badge import verdict_badge
from ttt_ui.frame import sidebar
from ttt_ui.glossary import meaning
from ttt_ui.language import tr
from ttt_ui.play.actions import go_back
from ttt_ui.streamlit_fixes.bring_into_view import bring_into_view
from ttt_ui.tables import table_of
from ttt_ui.visit import messages
from ttt_ui.visit.attached import HowRead
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.players import DEPTHS, YOUR_AGENT, player_label
from ttt_ui.visit.roster import FIXED_PLAYERS, Roster, roster
from ttt_ui.wording import plain

if TYPE_CHECKING:
    import pandas as pd

_REPAIRED = ("q-table", "network")
"""The kinds of agents from elsewhere that can be trained further."""
PAIRING = "pairing"
"""Key of the place with the games of a pairing."""


def choose_players(names: Sequence[str]) -> list[str]:
    """Show the control for the players in the table; return the chosen ones."""
    absent, choice = ABSENT.value, player_choice()
    names = [name for name in names if name not in DEPTHS]
    chosen = [name for name in names if name not in absent]
    choice.set_players(names, chosen)
    st.pills(
        tr("Players"),
        names,
        default=chosen,
        selection_mode="multi",
        format_func=lambda name: plain(player_label(name)),
        label_visibility="collapsed",
        **choice.key.control("present", actions.choose_players),
    )
    with st.popover(tr("More players"), icon=":material/group_add:"):
        depths = CHOSEN_DEPTHS.show()
    return [*chosen, *depths]


def roster_buttons(others: Roster) -> None:
    """Show the buttons that add and download agents: two by two in a narrow window."""
    with st.container(horizontal=True, width="content"):
        _buttons_to_add(others)
    with st.container(horizontal=True, width="content"):
        _buttons_to_copy(others)


def _buttons_to_add(others: Roster) -> None:
    with st.popover(tr("Add agents"), icon=":material/upload:"):
        st.file_uploader(
            tr("Agent files (up to {most} agents)", most=MAX_AGENTS),
            accept_multiple_files=True,
            help=tr(
                "Files with one agent of this app or of any other program, or with several (from "
                "**Download all**)."
            ),
            **player_choice().key.control(actions.UPLOAD, actions.take_files),
        )
        messages.answer_in(actions.UPLOAD)
    with st.popover(tr("Train a preset"), icon=":material/model_training:"):
        preset = PRESET.show()
        st.caption(plain(tr(ttt.PRESET_NOTES.get(preset, ""))))
        st.button(
            tr("Train"),
            icon=":material/play_arrow:",
            on_click=actions.train_preset,
            disabled=others.full,
            help=tr("Trains this preset from scratch and adds it to the table."),
        )
        messages.answer_in(PRESET.key)


def _buttons_to_copy(others: Roster) -> None:
    st.button(
        tr("Keep a copy"),
        icon=":material/content_copy:",
        on_click=actions.keep_your_agent,
        disabled=others.full,
        help=tr("Adds a copy that stays as it is while you keep training."),
    )
    if others:
        download_button(
            tr("Download all"),
            tr("ttt-roster-{agents}.json", agents=len(others)),
            lambda: dump_roster(list(others.values())),
            key="download_all",
            help=tr(
                "Saves the agents you have added in one file. **Add agents** opens it, here or in "
                "another browser."
            ),
        )


def roster_list(
    everybody: Mapping[str, ComparedPlayer], cards: Mapping[str, ttt.ReportCard], others: Roster
) -> None:
    """Show the added agents, each with its verdict, its origin and a menu."""
    if others:
        with st.container(border=True, gap="xsmall"):
            for name, (slot, packed, how) in others.slotted().items():
                with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                    with st.popover(_title(everybody[name]), type="tertiary", key=f"agent_{slot}"):
                        _menu(name, slot, file_name(packed), others)
                        if how and packed.kind in _REPAIRED and cards[name].beatable_as:
                            _repair_button(name, slot)
                    verdict_badge(cards[name])
                    st.caption(everybody[name].origin, width="content")
                    if how is not None:
                        _how_read(how, slot)
    with st.expander(tr("Your agent and built-in players"), icon=":material/groups:"):
        for name in (YOUR_AGENT, *FIXED_PLAYERS):
            player = everybody[name]
            st.markdown(f"{_title(player)} · {tr(cards[name].verdict)} · {player.origin}")


def _repair_button(name: str, slot: int) -> None:
    st.button(
        tr("Train it until it is unbeatable"),
        key=f"repair_{slot}",
        on_click=actions.repair_agent,
        args=(name,),
        icon=":material/healing:",
        width="stretch",
        help=tr("Makes it your agent, and trains it further in self-play from its own values."),
    )


def _how_read(how: HowRead, slot: int) -> None:
    """Offer how the file of an agent from elsewhere was read; ask at once what it cannot tell."""
    with st.popover(tr("How it was read"), type="tertiary", key=f"how_{slot}"):
        how_it_was_read(how)
    open_question(how)


def _title(player: ComparedPlayer) -> str:
    mark = player.mark
    return f':color[{mark.shape}]{{foreground="{mark.colour}"}} **{plain(player.label)}**'


def _menu(name: str, slot: int, file_name: str, others: Roster) -> None:
    field = actions.name_field(slot)
    st.text_input(tr("Name"), name, **player_choice().key.control(field, actions.rename, name))
    messages.answer_in(field, go_back)
    st.button(
        tr("Play it"),
        key=f"play_against_{slot}",
        on_click=actions.play_against,
        args=(name,),
        icon=":material/sports_esports:",
        width="stretch",
        help=tr("Makes it your agent. You can return to your current one from Play or Train."),
    )
    st.button(
        tr("Make it your agent"),
        key=f"make_present_{slot}",
        on_click=actions.make_your_agent,
        args=(name,),
        icon=":material/psychology:",
        width="stretch",
        help=tr(
            "Lets you play, train and inspect it. Yours stays under **Earlier agents**, in "
            "**File**."
        ),
    )
    download_button(
        tr("Download"),
        file_name,
        lambda: ttt.dump_agent(others[name]),
        key=f"download_{slot}",
        width="stretch",
    )
    st.button(
        tr("Remove"),
        key=f"remove_{slot}",
        on_click=actions.remove,
        args=(name,),
        icon=":material/person_remove:",
        width="stretch",
    )


@st.fragment
def cross_table(chosen: Mapping[str, ComparedPlayer], results: NDArray[np.float64]) -> None:
    """Show every player as X against every player as O; a click brings their games into view."""
    sidebar.rerun_if_agent_changed()
    key = player_choice().key
    st.plotly_chart(
        cross_figure(
            [player.label for player in chosen.values()],
            [player.mark for player in chosen.values()],
            results,
        ),
        key=key("table"),
        config=picture_button(tr("Cross table")),
        on_select=key.report("table", actions.point_at),
        selection_mode="points",
        alt=tr(
            "Cross table: how often the row player (X) wins, draws and loses against the column "
            "player (O)"
        ),
    )
    caption = tr(wording.CELLS_IN_FULL if len(chosen) <= MOST_IN_FULL else wording.CELLS_OF_POINTS)
    if np.isnan(results).any():
        caption += " " + tr(wording.NOT_JUDGED)
    st.caption(caption)
    with st.container(key=PAIRING):
        st.header(tr("One pairing"), anchor=False)
        pairing_games(chosen)
    if pairing().pointed:
        bring_into_view(PAIRING, asked=f"{pairing().pointed}")


def standings_and_downloads(
    chosen: Mapping[str, ComparedPlayer],
    cards: Mapping[str, ttt.ReportCard],
    mistakes: Mapping[str, int],
    results: NDArray[np.float64],
) -> None:
    """Show the standings, and offer them and the cross table as files."""
    ranking = standings({name: cards[name] for name in chosen}, mistakes, results)
    marks = [_picture(chosen[name].mark) for name in ranking["Player"]]
    read = {name: added.how for name, added in roster().slotted().items()}
    ranking["How it was read"] = [
        "" if how is None else str(how.open_question or how.how)
        for how in map(read.get, ranking["Player"])
    ]
    ranking["Player"] = ranking["Player"].map(player_label)
    _standings_table(ranking, marks)
    with st.container(horizontal=True):
        download_button(
            tr("Download standings"),
            tr("standings.csv"),
            lambda: ranking.to_csv(index=False),
            key="standings_csv",
            spreadsheet=True,
            type="tertiary",
        )
        labels = [player_label(name) for name in chosen]
        download_button(
            tr("Download cross table"),
            tr("cross-table.csv"),
            lambda: long_table(labels, results).to_csv(index=False),
            key="cross_table_csv",
            spreadsheet=True,
            type="tertiary",
        )


def _standings_table(ranking: "pd.DataFrame", marks: Sequence[str]) -> None:
    st.dataframe(
        table_of({"Mark": marks}).join(ranking),
        hide_index=True,
        height="content",
        alt=tr("Players ranked by points per game in the cross table"),
        column_config={
            "Mark": st.column_config.ImageColumn(tr("Sign"), width=44, pinned=True),
            "Player": st.column_config.TextColumn(tr("Player"), pinned=True, width=122),
            "Points": st.column_config.ProgressColumn(
                tr("Points"),
                width=82,
                min_value=0,
                max_value=1,
                format="percent",
                help=tr("Points per game in the table: 1 for a win, ½ for a draw."),
            ),
            "As X": None,  # in the file only: all columns fit next to the sidebar of a small laptop
            "As O": None,
            "How it was read": None,  # in the list of agents
            "Learned": st.column_config.TextColumn(
                tr("Learned"),
                width=62,
                help=tr("The sides it has learned. The app does not judge the others."),
            ),
            **{
                f"Losses vs random as {side}": st.column_config.NumberColumn(
                    tr("{side} vs random", side=side),
                    width=88,
                    format="percent",
                    help=tr(
                        "How often it loses as {side} to a player that moves at random.", side=side
                    ),
                )
                for side in SIDES
            },
            **{
                f"Worst-case losses as {side}": st.column_config.NumberColumn(
                    tr("{side}, worst case", side=side),
                    width=88,
                    format="percent",
                    help=tr(
                        "How often it loses as {side} to its worst-case opponent, which knows its "
                        "policy and beats it as often as possible.",
                        side=side,
                    ),
                )
                for side in SIDES
            },
            "Mistakes": st.column_config.NumberColumn(
                tr("Mistakes"),
                width=68,
                help=tr("The positions of its games in which it can make a mistake."),
            ),
            "Unbeatable": st.column_config.CheckboxColumn(
                tr("Unbeatable"), width=80, help=meaning("Unbeatable")
            ),
        },
    )


_SHAPES = {
    "●": "<circle cx='8' cy='8' r='6' fill='{}'/>",
    "■": "<rect x='3' y='3' width='10' height='10' fill='{}'/>",
    "◆": "<path d='M8 1l7 7-7 7-7-7z' fill='{}'/>",
}
_SIGN = "<text x='8' y='14' font-size='16' text-anchor='middle' fill='{}'>{}</text>"


def _picture(mark: Mark) -> str:
    """Return a data URL with a drawing of a mark."""
    shape = _SHAPES.get(mark.shape, _SIGN).format(quote(mark.colour), quote(mark.shape))
    return (
        "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'>"
        f"{shape}</svg>"
    )
