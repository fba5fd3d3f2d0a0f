"""The wall of a sweep: for each combination a small picture of how knowledge rises.

The rows of a tile are boards with 1 mark (at the top) to 7 marks, its columns numbers of games on a
logarithmic scale, its colours the share of those positions that are played right.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation import FRONTS, positions_by_marks
from ttt_core.learning import MeasuredFronts
from ttt_ui.compare.measuring.heatmap import Cells, colour_bar, layer, on_axes, signs
from ttt_ui.compare.measuring.state import Measuring
from ttt_ui.drawing.fronts import COLOURS, whole_percent
from ttt_ui.language import tr
from ttt_ui.streamlit_fixes.looks import THEME_TEXT
from ttt_ui.wording import counted, percent

COLUMNS = 20
"""Of a tile."""
_ROWS = len(FRONTS)
_CLEAR = "rgba(0, 0, 0, 0)"
_CORNER = 0.33
"""How far from the middle of a tile its tick is, across and up, in tiles."""


def wall_figure(measuring: Measuring, cells: Cells) -> dict[str, Any]:
    return on_axes(
        cells,
        [
            _picture(measuring, cells),
            _tiles(cells),
            _ticks(cells),
            *signs(cells, ("skipped", "pending")),
        ],
    )


def _picture(measuring: Measuring, cells: Cells) -> dict[str, Any]:
    """Draw all tiles as one heatmap, with a row and a column left free between two."""
    up, across = cells.exists.shape
    wide, high = COLUMNS + 1, _ROWS + 1
    games = games_of(measuring)
    shares = np.full((up * high - 1, across * wide - 1), np.nan)
    for (row, column), by_seed in zip(
        measuring.cells, measuring.runs.by_configuration, strict=True
    ):
        if by_seed:
            tile = np.mean([tile_of(result, games) for result in by_seed.values()], axis=0)
            bottom, left = row * high, column * wide
            shares[bottom : bottom + _ROWS, left : left + COLUMNS] = tile[::-1]
    return {
        "type": "heatmap",
        "meta": "fronts",
        "x0": (1 - COLUMNS) / 2 / wide,
        "dx": 1 / wide,
        "y0": (1 - _ROWS) / 2 / high,
        "dy": 1 / high,
        "z": [
            [None if np.isnan(share) else int(share) for share in row]
            for row in whole_percent(shares).tolist()
        ],
        "zmin": 0,
        "zmax": 100,
        "colorscale": COLOURS,
        "showscale": bool(np.isfinite(shares).any()),
        "colorbar": colour_bar(
            tr("Positions played right"), [0, 50, 100], [percent(n) for n in (0, 0.5, 1)]
        ),
        "hoverinfo": "skip",
    }


def games_of(measuring: Measuring) -> NDArray[np.int64]:
    """Return the numbers of games of a tile's columns, the same in all tiles."""
    sweep = measuring.sweep
    most = max(config.games for config in sweep[:: sweep.seeds])
    return np.rint(np.geomspace(1, most, COLUMNS)).astype(np.int64)


def tile_of(measured: MeasuredFronts, games: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the shares played right, (7, games): by marks, as last measured at so many games.

    They are nan after the end of the run.
    """
    last = np.searchsorted(measured.games, games, side="right") - 1
    shares = measured.played_right[last] / positions_by_marks()
    shares[games > measured.games[-1]] = np.nan
    return np.asarray(shares.T)


def _tiles(cells: Cells) -> dict[str, Any]:
    """Return a clear layer over the tiles, which can be clicked and describes each in words."""
    everywhere = np.zeros(cells.exists.shape)
    clear = {"meta": "tiles", "colorscale": [[0, _CLEAR], [1, _CLEAR]], "showscale": False}
    return layer(cells, everywhere) | clear


def _ticks(cells: Cells) -> dict[str, Any]:
    """Return a tick on each tile whose agent is unbeatable with every seed measured so far."""
    rows, columns = np.nonzero((cells.measured > 0) & (cells.there == cells.measured))
    return {
        "meta": "ticks",
        "type": "scatter",
        "mode": "text",
        "hoverinfo": "skip",
        "x": (columns + _CORNER).tolist(),
        "y": (rows + _CORNER).tolist(),
        "text": ["✓"] * len(rows),
        "textfont": {"size": 16, "color": THEME_TEXT},
        "showlegend": False,
    }


def wall_in_words(measuring: Measuring) -> str:
    """Say how to read a wall."""
    return tr(
        "Each tile shows boards with 1 mark (top) to 7 marks (bottom) over 1 to {games} (a "
        "logarithmic scale), as means over the seeds. Green: played right; purple: can go wrong; "
        "✓: unbeatable with every seed. A click trains a tile on Train with the first seed; "
        "**Undo** there brings your agent back.",
        games=counted(int(games_of(measuring)[-1]), "game", "games"),
    )
