"""The ranking of many files at once."""

from typing import TYPE_CHECKING, Any

import streamlit as st

from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.compare.homework import actions
from ttt_ui.compare.homework.actions import MAX_HOMEWORK, Homework, Judged, homework
from ttt_ui.compare.homework.picture import ranking_picture
from ttt_ui.drawing.download import download_button
from ttt_ui.drawing.how_read import how_it_was_read, open_question
from ttt_ui.language import tr
from ttt_ui.moves.certainty import DASH
from ttt_ui.tables import table_of
from ttt_ui.visit import messages
from ttt_ui.visit.roster import roster
from ttt_ui.wording import number, percent, plain

if TYPE_CHECKING:
    import pandas as pd

SHARES = (
    *("wins vs random as X", "wins vs random as O"),
    *("worst-case losses as X", "worst-case losses as O"),
    "explained",
)
"""The columns whose figures are shares of games."""
_READING = {
    "known": tr_noop("Known"),
    "explained": tr_noop("Explained"),
    "positions with a taken cell first": tr_noop("Taken cell first"),
    "how": tr_noop("How it was read"),
}
"""The columns about files of other programs."""
_HELP = {
    "known": tr_noop("The positions for which the file has values."),
    "explained": tr_noop("The share of the file’s entries that this reading explains."),
    "positions with a taken cell first": tr_noop(
        "The positions in which it values a taken cell most. The verdict leaves taken cells out."
    ),
}
_WIDTHS = {
    **{"name": 92, "verdict": 140, "games with a person": 78, "games alone": 50, "mistakes": 60},
    **{"known": 56, "positions with a taken cell first": 92},
}
"""So that all columns fit on a projector, and on paper."""


def whole_section() -> None:
    """Let the visitor judge many files at once, and show them ranked."""
    kept = homework()
    st.header(tr("Judge many files"), anchor=False)
    st.file_uploader(
        tr("Files of a class (up to {most})", most=MAX_HOMEWORK),
        accept_multiple_files=True,
        help=tr("Agents of this app or of any program. Each gets its exact verdict."),
        **kept.key.control("upload", actions.take_files),
    )
    st.text_area(
        tr("Links of pupils, one a line"),
        height=68,
        help=tr("Each pupil is taught its lessons again, so no figure can be made up."),
        **kept.key.control("links", actions.take_links),
    )
    if kept.job is not None:
        jobs.follow(kept.job, lambda: _progress(kept))
    actions.tell_of_pupils()
    messages.answer_in(actions.HOMEWORK)
    if kept.judged:
        _ranking(kept)


def _progress(kept: Homework) -> None:
    job = kept.job
    if job is None or not job.running:
        return
    st.progress(
        kept.done / kept.pupils,
        tr("{n:,} of {pupils:,} pupils judged", n=kept.done, pupils=kept.pupils),
    )
    if job.waiting:
        st.caption(job.waiting)


def _ranking(kept: Homework) -> None:
    judged = list(kept.judged.values())
    ranked = sorted(judged, key=lambda agent: agent.line.rank)
    from_elsewhere = [agent for agent in ranked if agent.how is not None]
    kept_agents = [agent.line.row["name"] for agent in judged if agent.source is not None]
    columns = {
        "name": tr("Name"),
        "verdict": tr("Verdict"),
        "games with a person": tr("With a person"),
        "games alone": tr("Alone"),
        "wins vs random as X": tr("X beats random"),
        "wins vs random as O": tr("O beats random"),
        "worst-case losses as X": tr("X, worst case"),
        "worst-case losses as O": tr("O, worst case"),
        "mistakes": tr("Mistakes"),
        "when (UTC)": tr("When (UTC)"),
        **({name: tr(label) for name, label in _READING.items()} if from_elsewhere else {}),
    }
    table = table_of([_shown(agent) for agent in ranked])
    table = table[list(columns)].dropna(axis="columns", how="all")
    if "when (UTC)" in table:
        table["when (UTC)"] = table["when (UTC)"].fillna("")  # a pupil's link does not say when
    columns = {name: label for name, label in columns.items() if name in table}
    both = any(agent.how is not None and agent.how.open_question for agent in ranked)
    widths = _WIDTHS | ({"verdict": 264} if both else {})
    st.dataframe(
        table,
        hide_index=True,
        height="content",  # paper cannot scroll
        key="homework_ranking",
        alt=tr("The files, the best agent first"),
        column_config={
            name: st.column_config.NumberColumn(label, format="percent", width=78)
            if name in SHARES
            else st.column_config.Column(
                label, width=widths.get(name), help=tr(_HELP[name]) if name in _HELP else None
            )
            for name, label in columns.items()
        },
    )
    for agent in from_elsewhere:
        assert agent.how is not None
        open_question(agent.how)
    if from_elsewhere:
        with st.expander(tr("How the files were read"), icon=":material/schema:"):
            for agent in from_elsewhere:
                assert agent.how is not None
                how_it_was_read(agent.how)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        download_button(
            tr("Download as CSV"),
            tr("ranking.csv"),
            lambda: table_of([agent.row for agent in ranked]).to_csv(index=False),
            key="homework_csv",
            spreadsheet=True,
            type="tertiary",
        )
        download_button(
            tr("Picture for the wall"),
            tr("ranking.svg"),
            lambda: ranking_picture(
                tr("The class's ranking"), list(columns.values()), _written(table)
            ),
            key="homework_svg",
            type="tertiary",
        )
        st.button(tr("Clear"), icon=":material/clear_all:", type="tertiary", on_click=actions.clear)
        st.selectbox(
            tr("Take one to the cross table"),
            kept_agents,
            index=None,
            placeholder=tr("Choose a name"),
            format_func=plain,
            disabled=roster().full,
            **kept.key.control("to_table", actions.to_the_cross_table),
        )
    if len(kept_agents) < len(judged):
        st.caption(
            tr(
                "There was no room to keep {n:,} of these agents. To compare one, upload its file "
                "with **Add agents**.",
                n=len(judged) - len(kept_agents),
            )
        )


def _shown(judged: Judged) -> dict[str, Any]:
    """Return the row as the table shows it: of our own files, nothing about how they were read."""
    row = judged.row | {"verdict": tr(judged.line.verdict)}
    how = judged.how
    return row | (dict.fromkeys(_READING) if how is None else {"how": tr(how.how)})


def _written(table: "pd.DataFrame") -> list[list[str]]:
    """Return the cells of the ranking as words; a dash where there is no figure."""
    import pandas as pd

    return [
        [
            DASH
            if pd.isna(value)
            else percent(value)
            if name in SHARES
            else number(int(value))
            if isinstance(value, (int, float))
            else str(value)
            for name, value in row.items()
        ]
        for row in table.to_dict("records")
    ]
