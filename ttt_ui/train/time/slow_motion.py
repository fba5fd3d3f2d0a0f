"""Slow motion: one more game, and what the agent learns from it, one value at a time."""

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from ttt_core.game import board as rules
from ttt_core.learning import WorkedUpdate
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import CellNote, RunningNumber, board
from ttt_ui.drawing.colours import Tone, value_tone
from ttt_ui.frame.field import Field
from ttt_ui.language import reason, tr
from ttt_ui.moves.certainty import DASH, NOT_TRIED
from ttt_ui.train import update_rule, wording
from ttt_ui.train.state import TrainState
from ttt_ui.train.time import one_more_game
from ttt_ui.train.time.one_more_game import OneGame, SlowMotion
from ttt_ui.visit.session import Session
from ttt_ui.wording import cell_name, coloured, counted, number, plain

_ON_BOARD = 2
"""Decimals of a value on the board; the formula has more."""


@st.fragment
def show(visitor: Session, train: TrainState) -> None:
    """Show one more game of a copy of the agent, update by update."""
    motion = one_more_game.slow_motion()
    agent = visitor.agent
    st.markdown(
        tr(
            "A copy of your agent plays one more game with these settings. **Your agent does not "
            "change.**"
        )
    )
    try:
        game = motion.present_game(agent, train.settings)
    except ValueError as error:
        st.info(plain(reason(error)), icon=":material/info:")
        return
    st.caption(wording.about_game(game, agent.stats.games))
    _steps(motion, game)
    if game.updates:
        _update(motion, game)


def _steps(motion: SlowMotion, game: OneGame) -> None:
    last = len(game.updates) - 1
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.button(
            tr("Back"),
            key="slow_motion_back",
            icon=":material/arrow_back:",
            on_click=motion.step_by,
            args=(-1,),
            disabled=motion.index <= 0,
        )
        st.button(
            tr("Next update"),
            icon=":material/arrow_forward:",
            on_click=motion.step_by,
            args=(1,),
            disabled=motion.index >= last,
        )
        if game.updates:
            Field(
                "slow_motion_update",
                0,
                lambda index: type(index) is int and 0 <= index < len(game.updates),
                widget=st.segmented_control,
                offers=lambda: [range(len(game.updates))],
                label=tr_noop("Update"),
                look={
                    "format_func": lambda index: (
                        f"{index + 1} {coloured(game.updates[index].side)}"
                    ),
                    "required": True,
                    "label_visibility": "collapsed",
                },
            ).ask(motion.index, motion.choose)
        st.button(
            tr("Another game"),
            icon=":material/casino:",
            on_click=one_more_game.another_game,
            help=tr("Lets the copy play on until a game changes something."),
        )


def _update(motion: SlowMotion, game: OneGame) -> None:
    update, config = game.updates[motion.index], game.config
    before, ahead, words = st.columns(3, gap="medium")
    with before:
        st.markdown(tr("**{side}'s move and its new value**", side=coloured(update.side)))
        board(
            update.board,
            key="slow_motion_board",
            token=motion.token,
            notes=_notes_before(update, game),
            announcement=tr(
                "Update {number}: {cell} changes from {old} to {new}.",
                number=motion.index + 1,
                cell=cell_name(update.cell),
                old=number(update.old),
                new=number(update.new),
            ),
            size="small",
        )
    with ahead:
        _board_ahead(update, game, motion.token)
    with words:
        st.markdown(wording.about_update(update, config))
    st.latex(update_rule.worked(update, config))
    if update.chance is not None:
        st.caption(
            tr(
                "$G$ is what the reward is worth here, and $H$ the preference for the move. The "
                "other moves of this position lose what this one gains."
            )
        )
    if update_rule.has_target(config):
        st.caption(tr("$Q$ is the move's value, and $T$ the target it moves towards."))
    if config.replay:
        st.caption(
            tr(
                "After the game, the agent learns again from {moves} drawn at random, with the "
                "same formula. These replays change values too.",
                moves=counted(config.replay, "past move", "past moves"),
            )
        )


def _board_ahead(update: WorkedUpdate, game: OneGame, token: str) -> None:
    """Show the position the update looks ahead to, or else the one after the move."""
    ahead, values = update.next_board, update.next_values
    if ahead is None or values is None:
        st.markdown(tr("**After the move**"))
        cells = rules.play(update.board, update.cell)
        notes = None
    else:
        side = coloured(rules.side_to_move(ahead))
        st.markdown(tr("**The position it looks ahead to: {side} to move**", side=side))
        cells = ahead
        best = np.flatnonzero(values == update.next_value).tolist()
        notes = {
            cell: _note(values, cell, game, ahead, choice=cell in best)
            for cell in rules.legal_moves(ahead)
        }
    board(
        cells,
        key="slow_motion_ahead",
        token=token,
        last_move=update.cell,
        notes=notes,
        size="small",
    )


def _notes_before(update: WorkedUpdate, game: OneGame) -> dict[int, CellNote]:
    """Return the values to show on the board; the one that changes runs from old to new."""
    values = update.values.copy()
    values[list(update.alike)] = update.new
    notes = {
        cell: _note(values, cell, game, update.board, choice=False)
        for cell in rules.legal_moves(update.board)
        if cell not in update.alike
    }
    old, new = number(update.old), number(update.new)
    for cell in update.alike:
        notes[cell] = CellNote(
            new,
            _tone(values, cell, game),
            None,
            tr("from {old} to {new}", old=old, new=new),
            choice="own" if cell == update.cell else None,
            run=RunningNumber(update.old, update.new),
        )
    return notes


def _note(
    values: NDArray[np.float64], cell: int, game: OneGame, board: str, *, choice: bool
) -> CellNote:
    value = float(values[cell])
    untried = cell in game.untried[board]
    text = number(value, _ON_BOARD)
    return CellNote(
        DASH if untried and game.kind != "matchboxes" else text,
        _tone(values, cell, game),
        None,
        tr("{value}, untried", value=number(value)) if untried else number(value),
        choice="own" if choice else None,
        certainty=NOT_TRIED if untried else None,
    )


def _tone(values: NDArray[np.float64], cell: int, game: OneGame) -> Tone:
    """Return the colour of a value; of a preference, that of the probability it leads to."""
    if game.kind == "policy":
        weights = np.exp(values - np.nanmax(values))
        values = weights / np.nansum(weights)
    return value_tone(float(values[cell]), values, game.scale, game.kind)
