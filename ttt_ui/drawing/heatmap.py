"""A board as a Plotly figure, with a number on every free cell, coloured by value.

Untried moves are hatched and proven ones framed; each has its words under the number.
"""

from collections.abc import Collection, Sequence

import numpy as np
import plotly.graph_objects as go

from ttt_core.learning import Agent
from ttt_ui.drawing.colours import BARE, SIDE_COLOURS, Tone, amount_tone, signed_tone
from ttt_ui.language import localised, tr
from ttt_ui.moves.values import (
    DASH,
    NOT_TRIED,
    Certainties,
    Certainty,
    Numbers,
    Scale,
    certainties,
    own_numbers,
)
from ttt_ui.streamlit_fixes.looks import THEME_TEXT
from ttt_ui.wording import COLUMNS, ROWS, shortened, worth

_HALF_TILE = 0.47
_RADIUS = 0.09
_HEIGHT = 440
_HALF_FRAME = 0.41
_HATCHES = (-0.6, -0.2, 0.2, 0.6)  # where they cross the middle of a tile, one tile being 1 wide
_WORD_SIZE = 12
_SHORT = 6
"""Letters of the longest number or word that fits in a phone's cell in large type."""


_AXIS = {
    "fixedrange": True,
    "constrain": "domain",
    "tickvals": [0, 1, 2],
    "tickfont": {"color": THEME_TEXT},
    "ticklen": 0,
    "showgrid": False,
    "zeroline": False,
}


def value_heatmap(
    board: str,
    values: Numbers,
    scale: Scale,
    best: Collection[int],
    known: Certainties | None = None,
) -> go.Figure:
    """Draw an agent's values (9,) for the moves on a board; those of taken cells are ignored.

    Figures that are compared have the same `scale`. The cells in `best` are outlined.
    """
    known = known or {}
    texts = [
        DASH if known.get(cell) == NOT_TRIED else value_text(value, scale)
        for cell, value in enumerate(values)
    ]
    tones = [signed_tone(tone) for tone in scale.reading(np.nan_to_num(values))]
    return _figure(board, texts, tones, best, known)


def values_figure(agent: Agent, board: str, scale: Scale, best: Collection[int]) -> go.Figure:
    """Draw what an agent has learned of the moves on a board.

    Q-values and scores are on `scale`; matchboxes have beads, and a policy has probabilities.
    """
    known = certainties(agent, board)
    if agent.kind == "matchboxes":
        return beads_heatmap(board, agent.q_values(board), best, known)
    if agent.kind == "policy":
        return probability_heatmap(board, own_numbers(agent, board), best)
    return value_heatmap(board, agent.q_values(board), scale, best, known)


def true_value_heatmap(
    board: str, true_value: Numbers, to_end: Numbers, best: Collection[int]
) -> go.Figure:
    """Draw the true values of the moves on a board: 1 win, 0 draw, -1 loss.

    The sooner the end, the deeper the colour; `to_end` (9,) is the number of moves until then.
    """
    texts = [worth(int(value), int(moves)) for value, moves in zip(true_value, to_end, strict=True)]
    tones = [signed_tone(tone) for tone in true_value * (1 - (to_end - 1) / 10)]
    return _figure(board, texts, tones, best)


def visits_heatmap(board: str, visits: Numbers, most: float, best: Collection[int]) -> go.Figure:
    """Draw how often the agent has learned from each move, on a logarithmic colour scale.

    The `visits` (9,) may be fractions; those of taken cells are ignored. `most` has the deepest
    colour.
    """
    shares = np.minimum(np.log1p(visits) / np.log1p(max(most, 1)), 1)
    tones = [amount_tone(share) for share in shares]
    return _figure(board, [_count(number) for number in visits], tones, best)


def beads_heatmap(
    board: str, beads: Numbers, best: Collection[int], known: Certainties | None = None
) -> go.Figure:
    """Draw how many beads a box contains for each move; the most have the deepest colour."""
    counts = np.nan_to_num(beads)
    tones = [amount_tone(share) for share in counts / max(counts.max(), 1)]
    return _figure(board, [_count(number) for number in counts], tones, best, known)


def probability_heatmap(board: str, probabilities: Numbers, best: Collection[int]) -> go.Figure:
    shares = np.nan_to_num(probabilities)
    texts = [localised(f"{share:.0%}") for share in shares]
    return _figure(board, texts, [amount_tone(share) for share in shares], best)


def value_text(value: float, scale: Scale) -> str:
    """Write a value in about three digits, with a sign if the middle of the scale is 0.

    A value that rounds to 0 has no sign.
    """
    text = f"{value:+.2f}" if abs(value) < 9.995 else f"{value:+.1f}"
    if set(text[1:]) <= {"0", "."} or (value > 0 and scale.middle != 0):
        return localised(text[1:])
    return localised(text.replace("-", "−"))


def _count(number: float) -> str:
    if number >= 10_000:
        return shortened(number)
    if number >= 100:
        return localised(f"{number:,.0f}")
    return localised(f"{number:.2f}".rstrip("0").rstrip("."))


def _figure(
    board: str,
    texts: Sequence[str],
    tones: Sequence[Tone],
    best: Collection[int],
    known: Certainties | None = None,
) -> go.Figure:
    free = [cell for cell in range(9) if board[cell] == "-"]
    known = known or {}
    shapes = [_tile(cell, tones[cell], cell in best) for cell in free]
    shapes += [_sign(cell, known[cell]) for cell in free if cell in known]
    shapes += [shape for cell in range(9) if cell not in free for shape in _mark(cell, board[cell])]
    return go.Figure(
        data=_targets(free),
        layout={
            **BARE,
            "margin": {"l": 14, "r": 14, "t": 0, "b": 16},
            "shapes": shapes,
            "annotations": [
                _number(cell, texts[cell], cell in best, known.get(cell)) for cell in free
            ],
            # If their ranges gave way instead, the cells would stay small after a narrow window.
            "xaxis": {**_AXIS, "range": [-0.5, 2.5], "ticktext": list(COLUMNS)},
            "yaxis": {
                **_AXIS,
                "range": [2.5, -0.5],
                "scaleanchor": "x",
                "constraintoward": "top",  # a phone has the rest of the height below
                "ticktext": list(ROWS),
            },
            "height": _HEIGHT,
            "hovermode": "closest",
            "barmode": "overlay",
        },
    )


def _place(cell: int) -> tuple[int, int]:
    """Return a cell's column and row; rows count downwards, as on the axis."""
    return cell % 3, cell // 3


def _targets(free: Sequence[int]) -> go.Bar:
    """Return invisible bars over the free cells, which take the clicks."""
    return go.Bar(
        x=[_place(cell)[0] for cell in free],
        base=[_place(cell)[1] - 0.5 for cell in free],
        y=[1] * len(free),
        width=1,
        marker={"color": "rgba(0, 0, 0, 0)", "line": {"width": 0}},
        customdata=[[cell] for cell in free],
        # Plotly takes clicks only from hovered elements, so hovering stays on but shows nothing.
        hoverinfo="none",
    )


def _tile(cell: int, tone: Tone, outlined: bool) -> dict[str, object]:
    return {
        "type": "path",
        "layer": "below",
        "path": _rounded_square(cell, _HALF_TILE, _RADIUS),
        "fillcolor": str(tone),
        "line": {"color": THEME_TEXT, "width": 2.5 if outlined else 0},
        "name": "best" if outlined else "free",
    }


def _rounded_square(cell: int, half: float, r: float) -> str:
    x, y = _place(cell)
    left, right, top, bottom = x - half, x + half, y - half, y + half
    corners = (
        *((left + r, top), (right - r, top), (right, top), (right, top + r)),
        *((right, bottom - r), (right, bottom), (right - r, bottom), (left + r, bottom)),
        *((left, bottom), (left, bottom - r), (left, top + r), (left, top), (left + r, top)),
    )
    places = [f"{across:.4g},{down:.4g}" for across, down in corners]
    return "M{} L{} Q{} {} L{} Q{} {} L{} Q{} {} L{} Q{} {} Z".format(*places)


def _sign(cell: int, certainty: Certainty) -> dict[str, object]:
    """Return a tile's hatching, or the frame inside it."""
    proven = certainty != NOT_TRIED
    return {
        "type": "path",
        "layer": "below",
        "path": _rounded_square(cell, _HALF_FRAME, _RADIUS / 2) if proven else _hatching(cell),
        "line": {"color": THEME_TEXT, "width": 1.5 if proven else 1},
        "opacity": 0.8 if proven else 0.3,
        "name": certainty,
    }


def _hatching(cell: int) -> str:
    """Return diagonal strokes across a tile, rising to the right."""
    x, y = _place(cell)
    h = _HALF_TILE - _RADIUS / 3
    # Each stroke is the part of the line x + y = offset inside the tile, from the tile's middle.
    return " ".join(
        f"M{x + max(-h, offset - h):.4g},{y + min(h, offset + h):.4g} "
        f"L{x + min(h, offset + h):.4g},{y + max(-h, offset - h):.4g}"
        for offset in _HATCHES
    )


def _mark(cell: int, mark: str) -> list[dict[str, object]]:
    x, y = _place(cell)
    line = {"color": SIDE_COLOURS[mark], "width": 9}
    ends = {"layer": "below", "line": line, "name": mark}
    if mark == "O":
        box = {"x0": x - 0.25, "x1": x + 0.25, "y0": y - 0.25, "y1": y + 0.25}
        return [{"type": "circle", **box, **ends}]
    return [
        {"type": "line", "x0": x - 0.23, "x1": x + 0.23, "y0": y - rise, "y1": y + rise, **ends}
        for rise in (0.23, -0.23)
    ]


def _number(cell: int, text: str, bold: bool, certainty: Certainty | None) -> dict[str, object]:
    x, y = _place(cell)
    number = f"<b>{text}</b>" if bold else text
    if certainty:
        number += f"<br><span style='font-size:{_WORD_SIZE}px'>{tr(certainty)}</span>"
    return {
        "x": x,
        "y": y,
        "text": number,
        "showarrow": False,
        "font": {"size": 20 if len(text) <= _SHORT else 16, "color": THEME_TEXT},
    }
