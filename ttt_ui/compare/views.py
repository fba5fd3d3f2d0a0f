"""The views *Players* and *Judge files* of Compare."""

from collections.abc import Callable, Mapping, Sequence
from operator import setitem

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import LikelyGame
from ttt_core.files import dump_roster, file_name
from ttt_core.game import other
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.compare import actions, judging
from ttt_ui.compare.agent_list import (
    FIGURES,
    READING,
    TAUGHT,
    agents_table,
    as_csv,
    as_picture,
)
from ttt_ui.compare.cross_table import cross_figure, long_table
from ttt_ui.compare.judging import MAX_JUDGED, Judged, Judging
from ttt_ui.compare.players import Compared, ComparedPlayer, compared, players
from ttt_ui.compare.state import (
    ALL_FIGURES,
    CHOSEN_DEPTHS,
    LINKS,
    PAIR,
    PAIR_GAME,
    PARTS,
    PRESET,
    Pairing,
    offered,
    pairing,
    present,
)
from ttt_ui.drawing.download import download_button, picture_button
from ttt_ui.drawing.verdict_badge import how_it_was_read, open_question
from ttt_ui.frame import sidebar
from ttt_ui.frame.field import Field, text
from ttt_ui.language import tr
from ttt_ui.play.actions import go_back
from ttt_ui.replay import views as replaying
from ttt_ui.replay.game import Replay
from ttt_ui.streamlit_fixes.bring_into_view import bring_into_view
from ttt_ui.visit import messages
from ttt_ui.visit.attached import HowRead
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.players import player_label
from ttt_ui.visit.roster import Roster, roster
from ttt_ui.visit.session import fresh_keys
from ttt_ui.widgets import held
from ttt_ui.wording import cell_code, coloured, percent, plain

PAIRING = "pairing"
"""Key of the place with the games of a pairing."""
BOARD_KEY = "pair_board"


def players_view() -> None:
    """Show the standings of the chosen players, their cross table, and the games of two."""
    everybody = players()
    with st.container(horizontal=True, vertical_alignment="center", key="compare_players"):
        with st.container():
            _choose_players()
        if not PARTS.hides("agents"):
            with st.popover(tr("Add"), icon=":material/add:"):
                _add(roster())
    chosen = [*present(), *CHOSEN_DEPTHS.value]
    table = compared({name: everybody[name] for name in chosen})
    if not chosen:
        st.info(tr("No players chosen. Choose at least one."), icon=":material/group_add:")
    elif not PARTS.hides("standings"):
        more = FIGURES if ALL_FIGURES.value else ("about",)
        agents_table(
            table.rows,
            ("emblem", "name", "points", "verdict", *more),
            key="standings",
            alt=tr("Players ranked by points per game in the cross table"),
        )
    if not PARTS.hides("agents"):
        _added_agents(everybody, roster())
    if chosen and not PARTS.hides("standings"):
        _downloads(table)
    if chosen and not PARTS.hides("cross-table"):
        st.header(tr("Cross table"), anchor=False)
        cross_table(table)


def _choose_players() -> None:
    keys, chosen = fresh_keys(), present()
    shown = held(keys(actions.PRESENT))
    if isinstance(shown, list) and set(shown) != set(chosen):
        keys.renew(actions.PRESENT)
    st.pills(
        tr("Players"),
        offered(),
        default=chosen,
        selection_mode="multi",
        format_func=lambda name: plain(player_label(name)),
        label_visibility="collapsed",
        **keys.control(actions.PRESENT, actions.choose_players),
    )


def _add(others: Roster) -> None:
    """Show what adds players."""
    _uploader(
        tr("Agent files (up to {most} agents)", most=MAX_AGENTS),
        tr(
            "Files with one agent of this app or of any other program, or with several (from "
            "**Download all**)."
        ),
        **fresh_keys().control(actions.UPLOAD, actions.add_files),
    )
    messages.answer_in(actions.UPLOAD)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        preset = PRESET.show()
        st.button(
            tr("Train"),
            icon=":material/play_arrow:",
            on_click=actions.train_preset,
            disabled=others.full,
            help=tr("Trains this preset from scratch and adds it to the table."),
        )
    st.caption(plain(tr(ttt.PRESET_NOTES.get(preset, ""))))
    messages.answer_in(PRESET.key)
    CHOSEN_DEPTHS.show()
    with st.container(horizontal=True):
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
                    "Saves the agents you have added in one file. **Add** opens it, here or in "
                    "another browser."
                ),
            )


def _uploader(label: str, help: str, **control: object) -> None:
    st.file_uploader(label, accept_multiple_files=True, help=help, **control)  # type: ignore[call-overload]


def _added_agents(everybody: Mapping[str, ComparedPlayer], others: Roster) -> None:
    """Show a menu for each added agent; ask at once what its file cannot tell."""
    if others:
        with st.container(horizontal=True, gap="small"):
            for name, (slot, packed, _) in others.slotted().items():
                with st.popover(plain(name), type="tertiary", key=f"agent_{slot}"):
                    _menu(everybody[name], slot, file_name(packed), others)
        for one in others.slotted().values():
            if one.how is not None:
                open_question(one.how)


def _menu(player: ComparedPlayer, slot: int, file_name: str, others: Roster) -> None:
    name, field = player.name, actions.name_field(slot)
    text(field, label=tr_noop("Name")).ask(name, actions.rename, name)
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
    if player.agent is not None:
        _repair_button(actions.repair_player, name, player.agent, player.how, f"repair_{slot}")
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
    if player.how is not None:
        how_it_was_read(player.how)


def _repair_button(
    repair: Callable[[str], None], name: str, agent: ttt.Agent, how: HowRead | None, key: str
) -> None:
    """Offer the repair of a beatable agent from elsewhere, if it can be trained further."""
    if how is None or agent.kind not in ("q-table", "network") or ttt.evaluate(agent).unbeatable:
        return
    st.button(
        tr("Train it until it is unbeatable"),
        key=key,
        on_click=repair,
        args=(name,),
        icon=":material/healing:",
        width="stretch",
        help=tr("Makes it your agent, and trains it further in self-play from its own values."),
    )


def _downloads(table: Compared) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        ALL_FIGURES.show()
        with st.container(horizontal=True, width="content"):
            download_button(
                tr("Download standings"),
                tr("standings.csv"),
                lambda: as_csv(table.rows),
                key="standings_csv",
                spreadsheet=True,
                type="tertiary",
            )
            labels = [player.label for player in table.players.values()]
            download_button(
                tr("Download cross table"),
                tr("cross-table.csv"),
                lambda: long_table(labels, table.results).to_csv(index=False),
                key="cross_table_csv",
                spreadsheet=True,
                type="tertiary",
            )


@st.fragment
def cross_table(table: Compared) -> None:
    """Show every player as X against every player as O; a click brings their games into view."""
    sidebar.rerun_if_agent_changed()
    pair = pairing()
    pair.set_players(table.players)
    st.plotly_chart(
        cross_figure([player.label for player in table.players.values()], table.results),
        key=pair.key("table"),
        config=picture_button(tr("Cross table")),
        on_select=pair.key.report("table", actions.point_at),
        selection_mode="points",
        alt=tr(
            "Cross table: how often the row player (X) wins, draws and loses against the column "
            "player (O)"
        ),
    )
    caption = tr(
        "X's points per 100 games (1 for a win, ½ for a draw). Click a cell for its games."
    )
    if np.isnan(table.results).any():
        caption += " " + tr(
            "A dash: a player has not learned this side. It would move at random there, which says "
            "nothing about it."
        )
    st.caption(caption)
    with st.container(key=PAIRING):
        st.header(tr("One pairing"), anchor=False)
        _pairing_games(pair)
    if pair.pointed:
        bring_into_view(PAIRING, asked=f"{pair.pointed}")


def _pairing_games(pair: Pairing) -> None:
    """Show the controls for two players, and their likeliest games."""
    with st.grid(2, min_column_width=220):
        for side, field in PAIR.items():
            label, placeholder = tr("Player {side}", side=side), tr("Choose a player")
            name = pair.chosen.get(side)
            field.ask(name, setitem, pair.chosen, side, label=label, placeholder=placeholder)
    game = pair.game
    if game is None:
        return
    pair.replay.show_game(game)
    games, replay = st.columns([2, 3], gap="large")
    with games:
        _games(pair)
    with replay:
        _replay(pair.replay)


def _games(pair: Pairing) -> None:
    games, only = pair.games, tr("The only game they play")
    PAIR_GAME.ask(
        pair.place,
        setattr,
        pair,
        "place",
        label=only if len(games) == 1 else "",
        # Streamlit tells options apart by this text; no two games have the same.
        format_func=lambda place: game_in_words(games[place]),
    )
    if len(games) > 1:
        st.caption(share_of_all(games))


def game_in_words(game: LikelyGame) -> str:
    """Describe a game in Markdown: its probability, its result and its moves."""
    probability = percent(game.probability)
    cells = " ".join(map(cell_code, game.cells)) or tr("no move")
    if game.result == "draw":
        return tr("{probability} · draw · {cells}", probability=probability, cells=cells)
    winner = coloured(game.result)
    if game.resigned:
        return tr(
            "{probability} · {winner} wins · {cells}, then {loser} resigns",
            probability=probability,
            winner=winner,
            cells=cells,
            loser=other(game.result),
        )
    return tr(
        "{probability} · {winner} wins · {cells}",
        probability=probability,
        winner=winner,
        cells=cells,
    )


def share_of_all(games: Sequence[LikelyGame]) -> str:
    """Say how large a share of two players' games these are."""
    together = percent(sum(game.probability for game in games))
    return tr(
        "These {number} games make up {share} of all their games.",
        number=len(games),
        share=together,
    )


def _replay(place: Replay) -> None:
    replaying.board_at_step(place, size="small", **place.on_board(BOARD_KEY))
    replaying.steps(place)
    replaying.explanation(place)
    if place.decisive is not None and place.step == len(place.moves):
        st.button(
            tr("Go to the deciding move ({number})", number=place.decisive),
            icon=":material/visibility:",
            key="pair_decisive",
            on_click=place.go_to,
            args=(place.decisive,),
        )


def judge_view() -> None:
    """Let the visitor judge many files and links at once, and show them ranked."""
    kept = judging.judging()
    _uploader(
        tr("Files of a class (up to {most})", most=MAX_JUDGED),
        tr("Agents of this app or of any program. Each gets its exact verdict."),
        **fresh_keys().control(judging.UPLOAD, judging.judge_files),
    )
    LINKS.ask("", judging.judge_links)
    if kept.job is not None:
        jobs.follow(kept.job, lambda: _progress(kept))
    judging.tell_of_pupils()
    messages.answer_in(judging.JUDGE)
    if kept.judged:
        _ranking(kept, kept.ranked)


def _progress(kept: Judging) -> None:
    job = kept.job
    if job is None or not job.running:
        return
    st.progress(
        kept.done / len(kept.pupils),
        tr("{n:,} of {pupils:,} pupils judged", n=kept.done, pupils=len(kept.pupils)),
    )
    if job.waiting:
        st.caption(job.waiting)


def _ranking(kept: Judging, ranked: Sequence[Judged]) -> None:
    rows = [agent.row for agent in ranked]
    columns = ("emblem", "name", "verdict", *TAUGHT, *FIGURES, "when", *READING)
    read = [agent.how for agent in ranked if agent.how is not None]
    agents_table(rows, columns, key="judged", alt=tr("The files, the best agent first"))
    for how in read:
        open_question(how)
    if read:
        with st.expander(tr("How the files were read"), icon=":material/schema:"):
            for how in read:
                how_it_was_read(how)
    with st.container(horizontal=True):
        download_button(
            tr("Download as CSV"),
            tr("ranking.csv"),
            lambda: as_csv(rows),
            key="judged_csv",
            spreadsheet=True,
            type="tertiary",
        )
        download_button(
            tr("Picture for the wall"),
            tr("ranking.svg"),
            lambda: as_picture(tr("The class's ranking"), rows, columns),
            key="judged_svg",
            type="tertiary",
        )
        st.button(
            tr("Clear"), icon=":material/clear_all:", type="tertiary", on_click=kept.judged.clear
        )
    _one_of_them(kept)


def _one_of_them(kept: Judging) -> None:
    """Let the visitor choose an agent of the list; offer what can be done with it."""
    names = [name for name, agent in kept.judged.items() if agent.source is not None]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen: Field[str | None] = Field(
            "judge_files_chosen",
            None,
            lambda name: name is None or name in names,
            widget=st.selectbox,
            offers=lambda: [names],
            label=tr_noop("Do more with one of them"),
            look={"format_func": plain, "width": 300},
        )
        shown = kept.chosen if kept.chosen in names else None
        chosen.ask(shown, setattr, kept, "chosen", placeholder=tr("Choose a name"))
        judged = kept.judged[shown] if shown else None
        if shown and judged is not None and judged.agent is not None:
            st.button(
                tr("Add to the players"),
                icon=":material/group_add:",
                disabled=roster().full,
                on_click=judging.add_to_players,
                args=(shown,),
            )
            _repair_button(actions.repair_judged, shown, judged.agent, judged.how, "repair_judged")
    messages.answer_in(judging.CHOSEN, go_back)
    if len(names) < len(kept.judged):
        st.caption(
            tr(
                "There was no room to keep {n:,} of these agents. To compare one, upload its file "
                "with **Add** in **Players**.",
                n=len(kept.judged) - len(names),
            )
        )
