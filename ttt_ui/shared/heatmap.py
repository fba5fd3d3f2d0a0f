"""The nine cells of a board as a Plotly figure: a number on every free one, coloured by value.

Colours are laid over the page translucently: the stronger, the deeper. So the page shines through
in the light and in the dark theme, and the theme's own text colour stands out from every cell in
both. Values go from purple (bad) through nothing to green (good), the hues of ColorBrewer's PRGn,
which colour-blind people can tell apart; amounts are one hue.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go
import plotly.io as pio
import streamlit.elements.plotly_chart  # noqa: F401 - registers the template
from numpy.typing import NDArray

from ttt_ui.shared.wording import WORTH_WORDS

Numbers = NDArray[np.floating | np.integer]

_BAD, _GOOD, _AMOUNT = (142, 68, 173), (38, 150, 84), (20, 130, 150)
_FAINTEST, _DEEPEST = 0.07, 0.6
_MARK = "rgb(128, 136, 152)"
_OUTLINE = "rgb(76, 110, 245)"
_HALF_TILE = 0.47
_RADIUS = 0.09
_HEIGHT = 280


class Scale(NamedTuple):
    """The values that get the deepest purple, no colour, and the deepest green.

    What lies beyond is coloured as the end is.
    """

    low: float
    middle: float
    high: float

    def tones(self, values: Numbers) -> NDArray[np.float64]:
        """Map values to -1 (low) through 0 (middle) to 1 (high)."""
        points = (self.low, self.middle, self.high)
        return np.interp(values, points, (-1.0, 0.0, 1.0))


WORTH_SCALE = Scale(-1, 0, 1)


def value_heatmap(board: str, values: Numbers, scale: Scale, best: Collection[int]) -> go.Figure:
    """Draw what an agent holds the moves of a board to be worth.

    Parameters
    ----------
    board
        Nine characters.
    values : array (9,)
        Those of taken cells are not looked at.
    scale
        The same for figures that are to be compared.
    best
        Cells to outline.
    """
    texts = [value_text(value, scale) for value in values]
    colours = [_signed(tone) for tone in scale.tones(values)]
    return _figure(board, texts, colours, best)


def worth_heatmap(board: str, worth: Numbers, best: Collection[int]) -> go.Figure:
    """Draw what the moves of a board are worth under best play: 1 win, 0 draw, -1 loss."""
    texts = [WORTH_WORDS[int(value)] for value in worth]
    colours = [_signed(tone) for tone in WORTH_SCALE.tones(worth)]
    return _figure(board, texts, colours, best)


def visits_heatmap(board: str, visits: Numbers, most: int, best: Collection[int]) -> go.Figure:
    """Draw how often moves were learned from; the depth of colour follows the logarithm.

    Parameters
    ----------
    board, visits, best
        As in `value_heatmap`.
    most
        The number of visits that gets the deepest colour.
    """
    colours = [_amount(share) for share in np.log1p(visits) / np.log1p(max(most, 1))]
    return _figure(board, [_count(int(number)) for number in visits], colours, best)


def beads_heatmap(board: str, beads: Numbers, best: Collection[int]) -> go.Figure:
    """Draw how many beads a box holds for each move; the deepest colour marks the most.

    Parameters
    ----------
    board, best
        As in `value_heatmap`.
    beads : array (9,)
        Those of taken cells are not looked at.
    """
    counts = np.nan_to_num(beads)
    colours = [_amount(share) for share in counts / max(counts.max(), 1)]
    return _figure(board, [_count(int(number)) for number in counts], colours, best)


def probability_heatmap(board: str, probabilities: Numbers, best: Collection[int]) -> go.Figure:
    """Draw how likely each move is."""
    texts = [f"{share:.0%}" for share in probabilities]
    return _figure(board, texts, [_amount(share) for share in probabilities], best)


def value_text(value: float, scale: Scale) -> str:
    """Write a value in three or so digits; with its sign where the scale's middle is 0.

    What rounds to nothing has no sign.
    """
    text = f"{value:+.2f}" if abs(value) < 9.995 else f"{value:+.1f}"
    if set(text[1:]) <= {"0", "."} or (value > 0 and scale.middle != 0):
        return text[1:]
    return text.replace("-", "−")


def _count(number: int) -> str:
    if number >= 1_000_000:
        return f"{number / 1_000_000:,.1f}M"
    if number >= 10_000:
        return f"{number / 1_000:,.1f}k"
    return f"{number:,}"


def _signed(tone: float) -> str:
    return _translucent(_GOOD if tone >= 0 else _BAD, abs(tone))


def _amount(share: float) -> str:
    return _translucent(_AMOUNT, share)


def _translucent(colour: tuple[int, int, int], depth: float) -> str:
    red, green, blue = colour
    return f"rgba({red}, {green}, {blue}, {_FAINTEST + (_DEEPEST - _FAINTEST) * depth:.3f})"


def _figure(
    board: str, texts: Sequence[str], colours: Sequence[str], best: Collection[int]
) -> go.Figure:
    free = [cell for cell in range(9) if board[cell] == "-"]
    shapes = [_tile(cell, colours[cell], cell in best) for cell in free]
    shapes += [shape for cell in range(9) if cell not in free for shape in _mark(cell, board[cell])]
    return go.Figure(
        data=_targets(free),
        layout={
            "shapes": shapes,
            "annotations": [_number(cell, texts[cell], cell in best) for cell in free],
            "xaxis": {"range": [-0.5, 2.5], "visible": False, "fixedrange": True},
            "yaxis": {
                "range": [2.5, -0.5],
                "visible": False,
                "fixedrange": True,
                "scaleanchor": "x",
                "constrain": "domain",
            },
            "height": _HEIGHT,
            "margin": {"l": 0, "r": 0, "t": 0, "b": 0, "pad": 0},
            "paper_bgcolor": "rgba(0, 0, 0, 0)",
            "plot_bgcolor": "rgba(0, 0, 0, 0)",
            "showlegend": False,
            "dragmode": False,
            "hovermode": "closest",
            "barmode": "overlay",
        },
    )


def _place(cell: int) -> tuple[int, int]:
    """Return column and row of a cell; rows count downwards, as the axis does."""
    return cell % 3, cell // 3


def _targets(free: Sequence[int]) -> go.Bar:
    """Return what is pointed at and clicked: an unseen bar over each free cell."""
    return go.Bar(
        x=[_place(cell)[0] for cell in free],
        base=[_place(cell)[1] - 0.5 for cell in free],
        y=[1] * len(free),
        width=1,
        marker={"color": "rgba(0, 0, 0, 0)", "line": {"width": 0}},
        customdata=[[cell] for cell in free],
        # Clicks are taken from what is hovered over, but nothing needs to be shown for it.
        hoverinfo="none",
    )


def _tile(cell: int, colour: str, outlined: bool) -> dict[str, object]:
    x, y = _place(cell)
    left, right, top, bottom = x - _HALF_TILE, x + _HALF_TILE, y - _HALF_TILE, y + _HALF_TILE
    r = _RADIUS
    return {
        "type": "path",
        "layer": "below",
        "path": (
            f"M{left + r},{top} L{right - r},{top} Q{right},{top} {right},{top + r} "
            f"L{right},{bottom - r} Q{right},{bottom} {right - r},{bottom} "
            f"L{left + r},{bottom} Q{left},{bottom} {left},{bottom - r} "
            f"L{left},{top + r} Q{left},{top} {left + r},{top} Z"
        ),
        "fillcolor": colour,
        "line": {"color": _OUTLINE, "width": 3 if outlined else 0},
        "name": "best" if outlined else "free",
    }


def _mark(cell: int, mark: str) -> list[dict[str, object]]:
    x, y = _place(cell)
    line = {"color": _MARK, "width": 7}
    ends = {"layer": "below", "line": line, "name": mark}
    if mark == "O":
        box = {"x0": x - 0.25, "x1": x + 0.25, "y0": y - 0.25, "y1": y + 0.25}
        return [{"type": "circle", **box, **ends}]
    return [
        {"type": "line", "x0": x - 0.23, "x1": x + 0.23, "y0": y - rise, "y1": y + rise, **ends}
        for rise in (0.23, -0.23)
    ]


def _number(cell: int, text: str, bold: bool) -> dict[str, object]:
    x, y = _place(cell)
    return {
        "x": x,
        "y": y,
        "text": f"<b>{text}</b>" if bold else text,
        "showarrow": False,
        # Stands for the theme's text colour: Streamlit puts it in when the figure is shown.
        "font": {"size": 18, "color": pio.templates["streamlit"].data.table[0].cells.font.color},
    }
