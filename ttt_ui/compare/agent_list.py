"""The list of agents, for players, files and pupils: how files come in, and how it is shown.

Of a ranked list, there are a table on the page, a CSV file and a picture to print.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from html import escape
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import PRESET_LABELS
from ttt_core.pictures import data_frame
from ttt_core.sentences import tr_noop
from ttt_ui.compare.work import AgentLine, agents_of_file
from ttt_ui.drawing.colours import NEUTRAL
from ttt_ui.drawing.verdict_badge import both_verdicts
from ttt_ui.frame.agent_upload import read_within_bounds
from ttt_ui.language import reason, tr, tr_plural
from ttt_ui.moves.values import DASH
from ttt_ui.visit import messages
from ttt_ui.visit.attached import HowRead, how_read
from ttt_ui.visit.limits import MAX_REASONS, LimitError, check_runs, shortened, typed_name
from ttt_ui.visit.session import Message
from ttt_ui.wording import number, percent, plain

if TYPE_CHECKING:
    import pandas as pd


def agents_in(
    files: Any, most: int, refusals: list[Message]
) -> Iterator[tuple[ttt.Agent, AgentLine, HowRead | None]]:
    """Yield the agents of uploaded files, their lines, and how they were read.

    Add to the refusals why others were not read. An agent without a name of its own is called
    after its file.
    """
    files = list(files or [])
    if len(files) > most:
        few = tr("You chose {n:,} files; only the first {most} were read.", n=len(files), most=most)
        refusals.append(Message("warning", few))
    for file in files[:most]:
        file_name = shortened(str(getattr(file, "name", tr("A file"))))
        try:
            agents = read_within_bounds(agents_of_file, file)
            for reading, _, _ in agents:
                check_runs(reading.agent)
        except (ttt.AgentFileError, LimitError) as error:
            refusals.append(refused(file_name, reason(error)))
            continue
        for reading, others, line in agents:
            agent = reading.agent
            is_alone = len(agents) == 1 and agent.name in PRESET_LABELS.values()
            name = typed_name(file_name.rpartition(".")[0]) if is_alone else ""
            how = how_read(file_name, (reading,), others)
            yield replace(agent, name=name or agent.name), line, how


def refused(what: str, why: str) -> Message:
    return Message(
        "error", tr("{file} was not loaded. {reason}", file=plain(what), reason=plain(why))
    )


def answer(menu: str, said: Sequence[Message]) -> None:
    """Say what came of an upload; of many messages, only how many more there are."""
    rest = len(said) - MAX_REASONS
    if rest > 0:
        more = tr_plural("{n:,} more was not loaded.", "{n:,} more were not loaded.", rest)
        said = [*said[:MAX_REASONS], Message("error", more)]
    messages.answer(menu, *said)


@dataclass(frozen=True)
class Column:
    """A column: its head in files and, if that is too long for the page, there; its help."""

    label: str
    on_page: str = ""
    width: int | None = None
    help: str = ""
    is_share: bool = False


_VS_RANDOM = tr_noop("How often it wins against a player that moves at random.")
_WORST = tr_noop(
    "How often it loses to its worst-case opponent, which knows its policy and beats it as often "
    "as possible."
)
_X_RANDOM, _O_RANDOM = tr_noop("X, random"), tr_noop("O, random")
_X_WORST, _O_WORST = tr_noop("X, worst"), tr_noop("O, worst")
COLUMNS: Mapping[str, Column] = {
    "emblem": Column(
        tr_noop("Map"),
        width=48,
        help=tr_noop(
            "All positions of the game: green where it plays right, purple where it can go wrong, "
            "grey where it has never been."
        ),
    ),
    "name": Column(tr_noop("Name")),
    "points": Column(
        tr_noop("Points"),
        width=180,
        help=tr_noop("Points per game in the table: 1 for a win, ½ for a draw."),
        is_share=True,
    ),
    "points as X": Column(tr_noop("Points as X"), is_share=True),
    "points as O": Column(tr_noop("Points as O"), is_share=True),
    "verdict": Column(tr_noop("Verdict")),
    "about": Column(tr_noop("About")),
    "games with a person": Column(tr_noop("With a person"), tr_noop("In person"), 94),
    "games alone": Column(tr_noop("Alone"), width=60),
    "wins vs random as X": Column(tr_noop("X beats random"), _X_RANDOM, 82, _VS_RANDOM, True),
    "wins vs random as O": Column(tr_noop("O beats random"), _O_RANDOM, 82, _VS_RANDOM, True),
    "losses vs random as X": Column(tr_noop("X loses to random"), is_share=True),
    "losses vs random as O": Column(tr_noop("O loses to random"), is_share=True),
    "worst-case losses as X": Column(tr_noop("X, worst case"), _X_WORST, 76, _WORST, True),
    "worst-case losses as O": Column(tr_noop("O, worst case"), _O_WORST, 76, _WORST, True),
    "mistakes": Column(
        tr_noop("Mistakes"),
        width=76,
        help=tr_noop("The positions of its games in which it can make a mistake."),
    ),
    "when": Column(tr_noop("When")),
    "known": Column(
        tr_noop("Known"),
        width=66,
        help=tr_noop("The positions for which the file has values."),
    ),
    "explained": Column(
        tr_noop("Explained"),
        width=82,
        help=tr_noop("The share of the file’s entries that this reading explains."),
        is_share=True,
    ),
    "positions with a taken cell first": Column(
        tr_noop("Taken cell first"),
        width=92,
        help=tr_noop(
            "The positions in which it values a taken cell most. The verdict leaves taken cells "
            "out."
        ),
    ),
    "how": Column(tr_noop("How it was read")),
    "notes": Column(tr_noop("Notes")),
}
TAUGHT = ("games with a person", "games alone")
FIGURES = (
    *("wins vs random as X", "wins vs random as O"),
    *("worst-case losses as X", "worst-case losses as O", "mistakes"),
)
READING = ("known", "explained", "positions with a taken cell first", "how")
Row = Mapping[str, Any]


def said(row: Row, how: HowRead | None) -> dict[str, Any]:
    """Return a row in the visitor's language and time; of our own files, not how they were read."""
    when = row.get("when")
    said = dict(row) | {
        "verdict": both_verdicts(row["verdict"], how),
        "when": when and f"{when.astimezone(_time_zone()):%Y-%m-%d %H:%M}",
    }
    if how is None:
        return said | dict.fromkeys((*READING, "notes"))
    return said | {"how": tr(how.how), "notes": " ".join(map(tr, how.notes))}


def _time_zone() -> Any:
    """Return the visitor's time zone, which a browser names as it likes."""
    try:
        return ZoneInfo(st.context.timezone or "")
    except (ValueError, OSError, KeyError):
        return UTC


def agents_table(rows: Sequence[Row], columns: Sequence[str], *, key: str, alt: str) -> None:
    """Show some columns of a ranked list, without those in which nothing stands."""
    table = _table(rows, columns)
    config: dict[str, Any] = {}
    for name in map(str, table):
        column = COLUMNS[name]
        kind: Callable[..., Any] = st.column_config.Column
        more: dict[str, Any] = {}
        if name == "emblem":
            kind = st.column_config.ImageColumn
        elif name == "points":
            kind = st.column_config.ProgressColumn
            more = {"format": "percent", "max_value": 1, "color": NEUTRAL}
        elif column.is_share:
            kind, more = st.column_config.NumberColumn, {"format": "percent"}
        elif table[name].dtype.kind in "iuf":
            kind, more = st.column_config.NumberColumn, {"format": "localized"}
        is_narrow = name == "points" and "about" not in columns  # next to many figures
        config[name] = kind(
            tr(column.on_page or column.label),
            width=100 if is_narrow else column.width,
            help=tr(column.help) or None,
            **more,
        )
    st.dataframe(
        table,
        hide_index=True,
        height="content",  # paper cannot scroll
        placeholder=DASH,
        key=key,
        alt=alt,
        column_config=config,
    )


def as_csv(rows: Sequence[Row]) -> str:
    """Return a ranked list as CSV, its heads in the visitor's language."""
    table = _table(rows, [name for name in COLUMNS if name != "emblem"])
    labels = {name: tr(column.label) for name, column in COLUMNS.items()}
    return table.rename(columns=labels).to_csv(index=False)


def as_picture(title: str, rows: Sequence[Row], columns: Sequence[str]) -> str:
    """Return some columns of a ranked list as a table to print: SVG, which every browser opens."""
    table = _table(rows, [name for name in columns if name != "emblem"])
    heads = [tr(COLUMNS[str(name)].label) for name in table]
    cells = [
        [_written(str(name), value) for name, value in row.items()]
        for row in table.to_dict("records")
    ]
    return picture_of_table(title, heads, cells)


def _table(rows: Sequence[Row], columns: Sequence[str]) -> "pd.DataFrame":
    there = [{name: row.get(name) for name in columns} for row in rows]
    table = data_frame([{k: None if v == "" else v for k, v in row.items()} for row in there])
    return table.dropna(axis="columns", how="all").convert_dtypes()


def _written(name: str, value: Any) -> str:
    import pandas as pd

    if pd.isna(value):
        return DASH
    if COLUMNS[name].is_share:
        return percent(value)
    return value if isinstance(value, str) else number(int(value))


_ROW, _PAD, _LETTER = 34, 16, 9.5
_LONGEST = 30
"""Letters of a cell; a longer text is cut."""
_PAPER, _STRIPE, _INK, _LINE = "#ffffff", "#f3f4f8", "#0c101c", "#dde0e8"


def picture_of_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with a title as SVG; its rows are numbered."""
    table = [["", *heads], *([str(place), *row] for place, row in enumerate(rows, 1))]
    table = [[_cut(cell) for cell in row] for row in table]
    widths = [2 * _PAD + _LETTER * max(map(len, column)) for column in zip(*table, strict=True)]
    width, height = sum(widths), _ROW * (len(table) + 2)
    lines = [_text(_PAD, _ROW, title, "bold")]
    for place, row in enumerate(table):
        top = _ROW * (place + 1.5)
        fill = _STRIPE if place % 2 else _PAPER
        lines.append(f'<rect y="{top}" width="{width}" height="{_ROW}" fill="{fill}"/>')
        left = float(_PAD)
        for cell, wide in zip(row, widths, strict=True):
            lines.append(_text(left, top + 0.66 * _ROW, cell, "normal" if place else "bold"))
            left += wide
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'font-family="sans-serif" font-size="17" fill="{_INK}">'
        f'<rect width="{width:g}" height="{height:g}" fill="{_PAPER}" stroke="{_LINE}"/>'
        f"{''.join(lines)}</svg>"
    )


def _cut(cell: str) -> str:
    return cell if len(cell) <= _LONGEST else f"{cell[: _LONGEST - 1]}…"


def _text(x: float, y: float, text: str, weight: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-weight="{weight}">{escape(text)}</text>'
