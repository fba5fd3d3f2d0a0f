"""The figures of a sweep: two settings along the axes, a result or a small picture in each cell.

Brighter is better. Cells without a number have a sign: see `SIGNS`.

In a wall, each cell is a tile that shows how knowledge rises: its rows are boards with 1 mark (at
the top) to 7 marks, its columns numbers of games on a logarithmic scale, its colours the share of
those positions that are played right.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation import FRONTS, positions_by_marks, uniform
from ttt_core.learning import MEASURES, FinishedRun, Measure, MeasuredFronts
from ttt_core.sentences import tr_noop
from ttt_ui.compare.measuring.plan import MEASURES_OF_SWEEPS, RULE_LABELS, Plan
from ttt_ui.compare.measuring.state import Measuring, number_of
from ttt_ui.drawing.colours import AMOUNTS, LEGIBLE_AXIS, NEUTRAL, translucent
from ttt_ui.drawing.fronts import COLOURS, whole_percent
from ttt_ui.language import localised, tr
from ttt_ui.streamlit_fixes.looks import THEME_TEXT
from ttt_ui.wording import counted, percent, shortened

SIGNS = {
    "all": ("x-thin", tr_noop("beatable with every seed")),
    "some": ("triangle-ne", tr_noop("beatable with some seeds")),
    "skipped": ("line-ew", tr_noop("skipped")),
    "pending": ("circle", tr_noop("not measured yet")),
}
"""Plotly's symbol and the label of each sign."""
_CORNER = 0.36
"""How far from the middle of a cell with a number its sign is, across and up, in cells."""

_FEWER_IS_BETTER = (
    *("unbeatable_from", "first_unbeatable"),
    *("worst_case_as_x", "worst_case_as_o"),
)
_MOST_TICKS_ACROSS, _MOST_TICKS_UP = 6, 12
_MOST_ACROSS_WITH_NUMBERS = 10
"""So many fit next to each other."""
_DARK, _BRIGHT = "#000000", "#FFFFFF"
_BRIGHT_BELOW = 0.39
"""The place on the scale below which white stands out, and from which black does."""


@dataclass(frozen=True)
class Cells:
    """The results of all cells; arrays are (up, across)."""

    plan: Plan
    across: tuple[str, ...]
    up: tuple[str, ...]
    exists: NDArray[np.bool_]  # whether the values can be combined
    measured: NDArray[np.int64]  # the number of seeds measured
    # The number of these that have a result: all of them if the measure is a share.
    there: NDArray[np.int64]
    # Over the seeds that have a result; nan if none has. Of a wall: the share of the positions with
    # 1 to 7 marks that are played right at the end, over all seeds.
    mean: NDArray[np.float64]

    @property
    def measure(self) -> Measure:
        return MEASURES_OF_SWEEPS[self.plan.measure]

    def in_words(self, up: int, across: int) -> str:
        """Describe the result of a cell, without a full stop."""
        seeds, measured = self.plan.seeds, int(self.measured[up, across])
        if not self.exists[up, across]:
            return tr("Skipped: these two values cannot be combined")
        if not measured:
            return tr("Not measured yet")
        result = self._result(up, across)
        if measured < seeds:
            return tr(
                "{result}. Measured so far: {measured:,} of {seeds:,} seeds",
                result=result,
                measured=measured,
                seeds=seeds,
            )
        return result

    def _result(self, up: int, across: int) -> str:
        measured, there = int(self.measured[up, across]), int(self.there[up, across])
        if self.plan.is_wall:
            return tr(
                "At the end, {share} of positions played right; unbeatable with {there:,} of "
                "{seeds}",
                share=percent(float(self.mean[up, across])),
                there=there,
                seeds=counted(measured, "seed", "seeds"),
            )
        if not there and measured == 1:
            return tr("Beatable at the end")
        if not there:
            return tr("Beatable at the end with all {seeds:,} seeds", seeds=measured)
        mean = float(self.mean[up, across])
        number = percent(mean) if self.measure.is_share else counted(round(mean), "game", "games")
        if there < measured:
            return tr(
                "{result}, mean of the seeds that became unbeatable ({there:,} of {measured:,})",
                result=number,
                there=there,
                measured=measured,
            )
        if measured == 1:
            return tr("{result}, one seed", result=number)
        return tr("{result}, mean of {seeds:,} seeds", result=number, seeds=measured)

    def values_in_words(self, up: int, across: int) -> tuple[str, str]:
        """Name a cell's settings and values, across and up."""
        plan = self.plan
        return f"{plan.across.label} {self.across[across]}", f"{plan.up.label} {self.up[up]}"


def cells_of(measuring: Measuring) -> Cells:
    plan, (up, across) = measuring.plan, measuring.axes
    shape = len(up), len(across)
    exists = np.zeros(shape, np.bool_)
    measured, there = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    mean = np.full(shape, np.nan)
    for cell, by_seed in zip(measuring.cells, measuring.by_configuration, strict=True):
        numbers = [n for n in map(number_of, by_seed.values()) if not np.isnan(n)]
        exists[cell], measured[cell], there[cell] = True, len(by_seed), len(numbers)
        if plan.is_wall:
            last = [result.played_right[-1].sum() for result in by_seed.values()]
            numbers = [right / positions_by_marks().sum() for right in last]
        if numbers:
            mean[cell] = np.mean(numbers)
    return Cells(
        plan,
        tuple(map(_value_text, across)),
        tuple(map(_value_text, up)),
        exists,
        measured,
        there,
        mean,
    )


def _value_text(value: object) -> str:
    if isinstance(value, str):
        return tr(RULE_LABELS[value])
    return localised(f"{value:.6g}" if isinstance(value, float) else f"{value:,}")


def sweep_figure(cells: Cells) -> dict[str, Any]:
    return on_axes(cells, [_heatmap(cells), _blank(cells), *signs(cells), _numbers(cells)])


def on_axes(cells: Cells, traces: list[dict[str, Any]]) -> dict[str, Any]:
    """Draw traces in which every cell is as wide and as high as 1."""
    across, up = len(cells.across), len(cells.up)
    return {
        "data": traces,
        "layout": {
            "height": 500,
            "margin": {"l": 0, "r": 24, "t": 10, "b": 0},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "dragmode": False,
            "hovermode": "closest",
            "uirevision": "sweep",
            "showlegend": True,
            "legend": {
                "orientation": "h",
                "x": 0,
                "y": 1.01,
                "yanchor": "bottom",
                "itemclick": False,
                "itemdoubleclick": False,
                "font": {"color": THEME_TEXT},
            },
            "xaxis": _axis(cells.plan.across.label, cells.across, _MOST_TICKS_ACROSS)
            | {"range": [-0.5, across - 0.5]},
            "yaxis": _axis(cells.plan.up.label, cells.up, _MOST_TICKS_UP)
            | {"range": [-0.5, up - 0.5]},
        },
    }


def _axis(label: str, values: tuple[str, ...], most: int) -> dict[str, Any]:
    every = -(-len(values) // most)
    places = list(range(0, len(values), every))
    return {
        **LEGIBLE_AXIS,
        "title": {"text": label, "font": {"color": THEME_TEXT}},
        "tickvals": places,
        "ticktext": [values[place] for place in places],
        "tickangle": 0,
        "automargin": True,
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
    }


def _on_scale(cells: Cells) -> NDArray[np.float64]:
    """Return the cells' results as the scale measures them: numbers of games logarithmically."""
    if cells.measure.is_share:
        return cells.mean
    return np.log10(np.maximum(cells.mean, 1))


def _ends(plan: Plan) -> tuple[float, float]:
    """Return the ends of the scale, which do not depend on the results.

    A colour therefore keeps its meaning while results come in. Wins and optimal moves begin at the
    random player's, losses at 0; games at 100, or at a tenth of the games if those are few.
    """
    if not MEASURES_OF_SWEEPS[plan.measure].is_share:
        swept = [axis.high for axis in (plan.across, plan.up) if axis.setting == "games"]
        most = max(swept, default=plan.base.games)
        return float(np.log10(min(100, most / 10))), float(np.log10(most))
    return (0.0 if plan.measure in _FEWER_IS_BETTER else _of_random_player(plan.measure)), 1.0


@cache
def _of_random_player(measure: str) -> float:
    return MEASURES[measure].value_of(FinishedRun(uniform()))


def _heatmap(cells: Cells) -> dict[str, Any]:
    colours, (low, high) = _on_scale(cells), _ends(cells.plan)
    ticks = np.linspace(low, high, 4)
    texts = [percent(tick) if cells.measure.is_share else shortened(10**tick) for tick in ticks]
    return layer(cells, colours) | {
        "meta": "values",
        "zmin": low,
        "zmax": high,
        "colorscale": AMOUNTS,
        "reversescale": cells.plan.measure in _FEWER_IS_BETTER,
        "showscale": bool(np.isfinite(colours).any()),
        "colorbar": colour_bar(tr(cells.measure.label), ticks.tolist(), texts),
    }


def colour_bar(title: str, ticks: list[float], texts: list[str]) -> dict[str, Any]:
    return {
        "orientation": "h",
        "thickness": 12,
        "len": 1,
        "x": 0.5,
        "y": -0.2,
        "yanchor": "top",
        "outlinewidth": 0,
        "tickvals": ticks,
        "ticktext": texts,
        "tickfont": {"color": THEME_TEXT},
        "title": {"text": title, "side": "top", "font": {"color": THEME_TEXT}},
    }


def _blank(cells: Cells) -> dict[str, Any]:
    """Return a background for the cells without a number, which makes them clickable too."""
    ground = np.where(np.isnan(cells.mean), np.where(cells.measured > 0, 1.0, 0.0), np.nan)
    return layer(cells, ground) | {
        "meta": "blank",
        "zmin": 0,
        "zmax": 1,
        "colorscale": [[0, translucent(NEUTRAL, 0.08)], [1, translucent(NEUTRAL, 0.3)]],
        "showscale": False,
    }


def layer(cells: Cells, values: NDArray[np.float64]) -> dict[str, Any]:
    """Return a heatmap of the cells with these values; it describes each in words."""
    return {
        "type": "heatmap",
        "z": [[None if np.isnan(value) else float(value) for value in row] for row in values],
        "xgap": 1,
        "ygap": 1,
        "text": _hovers(cells, ~np.isnan(values)),
        "hovertemplate": "%{text}<extra></extra>",
        "hoverongaps": False,
        "showlegend": False,
    }


def signs(cells: Cells, names: Collection[str] = tuple(SIGNS)) -> list[dict[str, Any]]:
    """Return the signs of the cells that need one of these, and their legend."""
    known = cells.measured > 0
    where = {
        "all": known & (cells.there == 0),
        "some": (cells.there > 0) & (cells.there < cells.measured),
        "skipped": ~cells.exists,
        "pending": cells.exists & ~known,
    }
    dark = _are_dark(cells)
    found = []
    for name in names:
        symbol, label = SIGNS[name]
        rows, columns = np.nonzero(where[name])
        aside = 0.0
        ink: Any = THEME_TEXT
        if name == "some":
            aside = _CORNER
            ink = [_BRIGHT if is_dark else _DARK for is_dark in dark[rows, columns]]
        sign = {"type": "scatter", "mode": "markers", "hoverinfo": "skip"}
        found += [
            sign
            | {
                "meta": name,
                "x": (columns + aside).tolist(),
                "y": (rows + aside).tolist(),
                "marker": _marker(symbol, ink),
                "showlegend": False,
            },
            sign
            | {
                "meta": f"legend for {name}",
                "x": [None],
                "y": [None],
                "marker": _marker(symbol, THEME_TEXT),
                "name": tr(label),
                "showlegend": bool(rows.size),
            },
        ]
    return found


def _are_dark(cells: Cells) -> NDArray[np.bool_]:
    low, high = _ends(cells.plan)
    places = (_on_scale(cells) - low) / (high - low)
    if cells.plan.measure in _FEWER_IS_BETTER:
        places = 1 - places
    return np.asarray(places < _BRIGHT_BELOW)


def _numbers(cells: Cells) -> dict[str, Any]:
    """Return the cells' numbers, if they fit."""
    fits = len(cells.across) <= _MOST_ACROSS_WITH_NUMBERS
    rows, columns = np.nonzero(np.isfinite(cells.mean) & fits)
    dark = _are_dark(cells)
    written = _share if cells.measure.is_share else shortened
    return {
        "meta": "numbers",
        "type": "scatter",
        "mode": "text",
        "hoverinfo": "skip",
        "x": columns.tolist(),
        "y": rows.tolist(),
        "text": [written(mean) for mean in cells.mean[rows, columns].tolist()],
        "textfont": {
            "size": 12,
            "weight": 600,
            "color": [_BRIGHT if is_dark else _DARK for is_dark in dark[rows, columns]],
        },
        "showlegend": False,
    }


def _share(share: float) -> str:
    return localised(f"{share:.0%}")


def _marker(symbol: str, ink: Any) -> dict[str, Any]:
    if symbol == "circle":
        return {"symbol": symbol, "size": 3, "color": ink, "opacity": 0.5, "line": {"width": 0}}
    return {"symbol": symbol, "size": 7, "color": ink, "line": {"color": ink, "width": 1.5}}


def _hovers(cells: Cells, where: NDArray[np.bool_]) -> list[list[str]]:
    """Return the hover texts of the cells selected by `where`, empty for all others."""
    return [
        [
            "<br>".join([*cells.values_in_words(up, across), cells.in_words(up, across)])
            if is_here
            else ""
            for across, is_here in enumerate(row)
        ]
        for up, row in enumerate(where.tolist())
    ]


COLUMNS = 20
"""Of a tile."""
_ROWS = len(FRONTS)
_CLEAR = "rgba(0, 0, 0, 0)"
_TICK_CORNER = 0.33
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
    for (row, column), by_seed in zip(measuring.cells, measuring.by_configuration, strict=True):
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
        "x": (columns + _TICK_CORNER).tolist(),
        "y": (rows + _TICK_CORNER).tolist(),
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
