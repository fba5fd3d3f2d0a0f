"""What a prompt and a notebook show of an object: a line, and HTML with SVG but without any script.

Everything is drawn in the colour of the surrounding text, so that it is readable on any background;
right and wrong are green and purple, which are.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    import pandas as pd
    from _typeshed import DataclassInstance

ValueT = TypeVar("ValueT")

GOOD, BAD = "#269654", "#8E44AD"
"""The hues of ColorBrewer's PRGn, which colour-blind people can tell apart."""
INNER, RING, GAP, SHORT = 14, 10, 0.6, 0.55
"""Of the map of the game: the radius of the empty board, the width of a ring with the gap around,
and how much of the ring a position fills that is shorter than others."""
MAP_SIZE = 2 * (INNER + 8 * RING)
SHADES_OF_WRONG = 4
MAP_COLOURS = {-1: ("currentColor", 0.1), 0: (GOOD, 0.8)} | {
    shade: (BAD, 0.4 + 0.6 * shade / SHADES_OF_WRONG) for shade in range(1, SHADES_OF_WRONG + 1)
}
"""The colour of a position, and its opacity: never seen (-1), played right (0) or not."""
_CELL = 56
_WIDTH, _HEIGHT = 420, 150


class Shown:
    """A line at the prompt and a table in a notebook, from a few facts about an object.

    A dataclass has its fields as facts, and Python's own line, unless it says otherwise.
    """

    def _facts(self) -> Mapping[str, object]:
        declared: Any = self
        return {one.name: getattr(self, one.name) for one in fields(declared)}

    def __repr__(self) -> str:
        """Return a line with the facts."""
        return line_of(type(self).__name__, self._facts())

    def _repr_html_(self) -> str:
        return facts_html(type(self).__name__, self._facts())


class ByName(dict[str, ValueT]):
    """Declared things; shows their names at the prompt, and for a name that is not there."""

    def __repr__(self) -> str:
        """Return the names."""
        return repr(list(self))

    def __missing__(self, name: object) -> ValueT:
        raise KeyError(f"The name {name!r} does not exist. The names are {list(self)}.")


class Drawing(NamedTuple):
    """Something to look at: a text at the prompt, HTML in a notebook."""

    text: str
    html: str

    def __repr__(self) -> str:
        """Return the text."""
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def board_text(board: str, values: Sequence[float]) -> str:
    """Return a board in three lines, with the value of each free cell that has one."""
    cells = [
        f"{mark if mark != '-' else number(value):^7}"
        for mark, value in zip(board, values, strict=True)
    ]
    return "\n".join("|".join(cells[row : row + 3]).rstrip() for row in (0, 3, 6))


def board_svg(board: str, values: Sequence[float]) -> str:
    """Return a board as SVG, the free cells shaded by their values, the highest with a frame."""
    known = [value for value in values if math.isfinite(value)]
    low, high = min(known, default=0.0), max(known, default=0.0)
    parts = []
    for cell, (mark, value) in enumerate(zip(board, values, strict=True)):
        x, y = _CELL * (cell % 3), _CELL * (cell // 3)
        share = (value - low) / (high - low) if math.isfinite(value) and high > low else 0.0
        best = math.isfinite(value) and value == high
        parts.append(
            f'<rect x="{x + 1}" y="{y + 1}" width="{_CELL - 2}" height="{_CELL - 2}" '
            f'fill="currentColor" fill-opacity="{0.04 + 0.2 * share:.2f}" stroke="currentColor" '
            f'stroke-opacity="{1 if best else 0.3}" stroke-width="{2 if best else 1}"/>'
        )
        label, size = (mark, 28) if mark != "-" else (number(value), 13)
        parts.append(
            f'<text x="{x + _CELL / 2}" y="{y + _CELL / 2}" font-size="{size}" fill="currentColor" '
            f'text-anchor="middle" dominant-baseline="central">{label}</text>'
        )
    return _svg(3 * _CELL, 3 * _CELL, f"Board {board}", parts)


def lines_svg(across: Sequence[float], lines: Mapping[str, Sequence[float]]) -> str:
    """Return curves from 0 to 1 as SVG; each has a dash pattern of its own, and its name."""
    first, last = across[0], across[-1]
    parts = [
        f'<path d="M0 .5H{_WIDTH}M0 {_HEIGHT - 0.5}H{_WIDTH}" stroke="currentColor" '
        'stroke-opacity="0.3" fill="none"/>'
    ]
    for order, (name, line) in enumerate(lines.items()):
        points = " ".join(
            f"{_WIDTH * (x - first) / (last - first or 1):.1f},{_HEIGHT * (1 - y):.1f}"
            for x, y in zip(across, line, strict=True)
        )
        dashes = ("none", "6 3", "2 2", "8 2 2 2")[order % 4]
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="currentColor" stroke-width="1.5" '
            f'stroke-dasharray="{dashes}"><title>{escape(name)}</title></polyline>'
        )
    return _svg(_WIDTH, _HEIGHT, ", ".join(lines), parts)


def map_svg(places: Iterable[tuple[int, float, float]], shades: Sequence[int], title: str) -> str:
    """Return the map of the game as SVG.

    Parameters
    ----------
    places
        The ring of each position, and the part of the circle where it begins and ends.
    shades
        Of each position, one of `MAP_COLOURS`.
    title
    """
    paths: dict[int, list[str]] = {}
    for (ring, start, end), shade in zip(places, shades, strict=True):
        paths.setdefault(shade, []).append(_wedge(ring, start, end, short=shade > 0))
    parts = [
        f'<path d="{"".join(paths[shade])}" fill="{colour}" fill-opacity="{depth:.2f}"/>'
        for shade, (colour, depth) in MAP_COLOURS.items()
        if shade in paths
    ]
    middle = MAP_SIZE // 2
    return _svg(
        *(2 * MAP_SIZE, 2 * MAP_SIZE, title, parts),
        view=f"{-middle} {-middle} {MAP_SIZE} {MAP_SIZE}",
    )


def _wedge(ring: int, start: float, end: float, *, short: bool) -> str:
    """Return the path of a position on the map: part of a ring, or the disc in the middle."""
    outer = INNER + RING * ring - GAP
    if ring == 0:
        radius = outer * SHORT if short else outer
        halves = (
            f"a{radius:.2f} {radius:.2f} 0 1 0 {way:.2f} 0" for way in (2 * radius, -2 * radius)
        )
        return f"M{-radius:.2f} 0{''.join(halves)}Z"
    inner = outer - RING + GAP
    if short:
        outer = inner + (outer - inner) * SHORT
    far = int(end - start > 0.5)
    (a, b), (c, d) = (
        (math.sin(2 * math.pi * turn), -math.cos(2 * math.pi * turn)) for turn in (start, end)
    )
    return (
        f"M{outer * a:.2f} {outer * b:.2f}A{outer:.2f} {outer:.2f} 0 {far} 1 "
        f"{outer * c:.2f} {outer * d:.2f}L{inner * c:.2f} {inner * d:.2f}"
        f"A{inner:.2f} {inner:.2f} 0 {far} 0 {inner * a:.2f} {inner * b:.2f}Z"
    )


def line_of(name: str, facts: Mapping[str, object]) -> str:
    """Return an object's line for the prompt."""
    return f"<{name}: {', '.join(f'{fact} {value}' for fact, value in facts.items())}>"


def facts_html(name: str, facts: Mapping[str, object]) -> str:
    """Return a table of facts about an object, under its name."""
    return section_html(name, table_html(("", "value"), facts.items()))


def changed_settings(config: "DataclassInstance") -> dict[str, Any]:
    """Return the fields of settings that differ from their defaults, by name."""
    return {
        one.name: value
        for one in fields(config)
        if (value := getattr(config, one.name)) != one.default
    }


def settings_repr(config: "DataclassInstance") -> str:
    """Return the call that makes these settings."""
    changed = ", ".join(f"{name}={value!r}" for name, value in changed_settings(config).items())
    return f"{type(config).__name__}({changed})"


def settings_html(config: "DataclassInstance") -> str:
    """Return a table of the settings that differ from their defaults."""
    rows = changed_settings(config).items()
    return section_html(type(config).__name__, table_html(("setting", "value"), rows))


def table_html(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; everything in it is escaped."""
    columns = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(entry))}</td>" for entry in row) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table>"


def section_html(title: str, *parts: str) -> str:
    """Return parts below each other, under a title, which is escaped."""
    return "<div>" + f"<p><strong>{escape(title)}</strong></p>" + "".join(parts) + "</div>"


def number(value: float) -> str:
    """Return a value in at most six characters, with a real minus; nothing for nan."""
    if not math.isfinite(value):
        return ""
    return f"{value:.2f}".replace("-", "−") if abs(value) < 100 else f"{value:.3g}"


def _svg(width: int, height: int, title: str, parts: Iterable[str], view: str = "") -> str:
    view = view or f"0 0 {width} {height}"
    return (
        f'<svg viewBox="{view}" width="{width}" height="{height}" role="img" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def data_frame(data: Any, index: Iterable[str] | None = None) -> "pd.DataFrame":
    """Return pandas' table of rows or columns; its index is numbers, or these texts.

    pandas takes as long to import as the engine.

    Raises
    ------
    ModuleNotFoundError
        If pandas is not installed; it says how to install it.
    """
    try:
        import pandas as pd
    except ModuleNotFoundError as error:
        if error.name != "pandas":
            raise
        raise ModuleNotFoundError(
            "Tables need pandas. In the project folder, run `pip install '.[tables]'`.",
            name=error.name,
        ) from None
    return pd.DataFrame(data, index=None if index is None else pd.Index(list(index), dtype=str))
