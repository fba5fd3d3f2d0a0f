"""The ranking as a picture to print: a table in SVG, which every browser opens."""

from collections.abc import Sequence
from html import escape

_ROW, _PAD, _LETTER = 34, 16, 9.5
_LONGEST = 30
"""Letters of a cell; a longer text is cut."""
_PAPER, _STRIPE, _INK, _LINE = "#ffffff", "#f3f4f8", "#0c101c", "#dde0e8"


def ranking_picture(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
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
