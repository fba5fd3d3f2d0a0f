"""Values on the free cells of a board, and fronts, as all chapters show them."""

from collections.abc import Collection, Iterable

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_ui.drawing.board_component import CellNote, RunningNumber
from ttt_ui.drawing.colours import signed_tone
from ttt_ui.drawing.fronts import fronts_figure, fronts_in_words
from ttt_ui.drawing.picture_button import picture_button
from ttt_ui.language import tr
from ttt_ui.moves.certainty import DASH, NOT_TRIED
from ttt_ui.wording import number

_DECIMALS = 2


def draw_fronts(name: str, fronts: ttt.Fronts, key: str) -> None:
    """Draw how knowledge rises in a training, under its name; `key` is of all of a chapter."""
    st.markdown(f"**{name}**")
    st.plotly_chart(
        fronts_figure(fronts),
        key=f"{key}_{name}",
        config=picture_button(name),
        alt=f"{name}. {fronts_in_words(fronts)}",
    )


def value_text(value: float) -> str:
    """Write a value as it appears on a board."""
    return number(value, _DECIMALS)


def value_notes(
    values: NDArray[np.float64],
    tried: Iterable[int],
    best: Collection[int],
    changed: tuple[int, float] | None = None,
) -> dict[int, CellNote]:
    """Return the notes that show values on a board.

    Parameters
    ----------
    values : float array (9,)
        From -1 to 1; nan on taken cells.
    tried
        Cells with a learned value.
    best
        The best cells; outlined if there is only one.
    changed
        A cell whose value has just changed, and its value before.
    """
    learned = set(tried)
    return {
        cell: _note(
            float(values[cell]),
            is_tried=cell in learned,
            is_best=[*best] == [cell],
            before=changed[1] if changed is not None and changed[0] == cell else None,
        )
        for cell in np.flatnonzero(~np.isnan(values)).tolist()
    }


def _note(value: float, *, is_tried: bool, is_best: bool, before: float | None) -> CellNote:
    return CellNote(
        value_text(value) if is_tried else DASH,
        signed_tone(float(np.clip(value, -1, 1))),
        None,
        tr("value {value}", value=value_text(value)) if is_tried else tr(NOT_TRIED),
        choice="own" if is_best else None,
        certainty=None if is_tried else NOT_TRIED,
        run=None if before is None else RunningNumber(before, value),
    )
