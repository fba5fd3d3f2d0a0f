"""Slow motion: one more game, and what is learned from it, one value at a time on the boards."""

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game.symmetry import equivalents
from ttt_core.learning.rules import RULES
from ttt_core.learning.worked_example import WorkedUpdate
from ttt_ui.shared.board_component import CellNote, Run, board
from ttt_ui.shared.cell_colours import Tone, amount_tone, signed_tone
from ttt_ui.shared.session import Session
from ttt_ui.shared.standing import DASH, NOT_TRIED
from ttt_ui.shared.wording import cell_name, coloured, counted, number, plain
from ttt_ui.train import one_more_game, update_rule
from ttt_ui.train.formulas import give_tab_stops
from ttt_ui.train.one_more_game import MOST_GAMES, OneGame, SlowMotion
from ttt_ui.train.state import TrainState

_ON_BOARD = 2
"""Decimals of a value over a cell; the formula has more."""


@st.fragment
def show(visitor: Session, train: TrainState) -> None:
    """Show one more game of the present agent, update by update."""
    motion = one_more_game.slow_motion()
    agent = visitor.agent
    st.markdown(
        "One more game by the settings in the sidebar, and what is learned from it, value by "
        f"value in the order in which the rule does it. It is a copy of {plain(agent.name)} that "
        "plays and learns here: **your agent stays as it is.**"
    )
    try:
        game = motion.present_game(agent, train.settings)
    except ValueError as error:
        st.info(plain(str(error)), icon=":material/info:")
        return
    st.caption(_about(game, agent))
    _steps(motion, game)
    if game.updates:
        _update(motion, game)


def _about(game: OneGame, agent: ttt.Agent) -> str:
    """Say which game it is, how it ended, and what came before it."""
    number = agent.stats.games + game.number
    result = "a draw" if game.won is None else f"{game.won} won"
    said = f"Game {number:,}: {result}, {counted(len(game.updates), 'update')}."
    if not game.updates:
        return f"{said} It resigned at once: there was nothing to learn."
    if game.skipped == MOST_GAMES - 1:
        return (
            f"{said} In {MOST_GAMES} games nothing has changed: as far as these games go, every "
            "value is where the rule leaves it."
        )
    if game.skipped:
        return f"{said} From the {counted(game.skipped, 'game')} before it there was nothing new."
    return said


def _steps(motion: SlowMotion, game: OneGame) -> None:
    last = len(game.updates) - 1
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.button(
            "Back",
            key="slow_motion_back",
            icon=":material/arrow_back:",
            on_click=one_more_game.step,
            args=(-1,),
            disabled=motion.index <= 0,
        )
        st.button(
            "Next update",
            icon=":material/arrow_forward:",
            on_click=one_more_game.step,
            args=(1,),
            disabled=motion.index >= last,
        )
        if game.updates:
            st.segmented_control(
                "Update",
                range(len(game.updates)),
                format_func=lambda index: f"{index + 1} {coloured(game.updates[index].side)}",
                default=motion.index,
                required=True,
                key=motion.choice_key,
                label_visibility="collapsed",
                on_change=one_more_game.choose,
                args=(motion.choice_key,),
            )
        st.button(
            "Another game",
            icon=":material/casino:",
            on_click=one_more_game.another_game,
            help="Plays on with the copy, to the next game from which there is something to learn.",
        )


def _update(motion: SlowMotion, game: OneGame) -> None:
    update, config = game.updates[motion.index], game.config
    then, rests, words = st.columns(3, gap="medium")
    with then:
        st.markdown(f"**Before the move of {coloured(update.side)}**")
        board(
            update.board,
            key="slow_motion_board",
            token=motion.token,
            playable=False,
            notes=_notes_before(update, game),
            announcement=f"Update {motion.index + 1}: {cell_name(update.cell)} goes from "
            f"{number(update.old)} to {number(update.new)}.",
            size="small",
        )
    with rests:
        _what_it_rests_on(update, game, motion.token)
    with words:
        st.markdown(_told(update, config))
    give_tab_stops(key="slow_motion_formula")
    st.latex(update_rule.worked(update, config))
    if config.replay:
        st.caption(
            f"After the game {counted(config.replay, 'past move')} drawn at random are learned "
            "from again, by the same formula; that moves values once more."
        )


def _told(update: WorkedUpdate, config: ttt.TrainingConfig) -> str:
    said = (
        f"{coloured(update.side)} moved to **{cell_name(update.cell)}**. {_reason(update, config)}"
    )
    others = len(equivalents(update.board)) - 1
    if config.symmetry and RULES[config.rule].kind != "matchboxes" and others:
        said += f" The same change is made on {counted(others, 'board')} alike, turned or mirrored."
    if not one_more_game.changes(update):
        said += " The value stays as it is:"
    return said


def _what_it_rests_on(update: WorkedUpdate, game: OneGame, token: str) -> None:
    """Show the board that the update looks ahead to, or else the one after the move."""
    ahead, values = update.next_board, update.next_values
    if ahead is None or values is None:
        st.markdown("**After the move**")
        cells = rules.play(update.board, update.cell)
        notes = None
    else:
        st.markdown(f"**What it rests on: {coloured(rules.side_to_move(ahead))} to move**")
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
        playable=False,
        last_move=update.cell,
        winning_line=rules.winning_line(cells),
        notes=notes,
        size="small",
    )


def _notes_before(update: WorkedUpdate, game: OneGame) -> dict[int, CellNote]:
    """Lay the values over the board; the one that changes runs from old to new."""
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
            f"from {old} to {new}",
            choice="own" if cell == update.cell else None,
            run=Run(update.old, update.new),
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
        f"{number(value)}{', not tried' if untried else ''}",
        choice="own" if choice else None,
        standing=NOT_TRIED if untried else None,
    )


def _tone(values: NDArray[np.float64], cell: int, game: OneGame) -> Tone:
    if game.kind == "matchboxes":
        return amount_tone(float(values[cell]) / max(float(np.nanmax(values)), 1.0))
    return signed_tone(float(game.scale.cell_colours(np.array(values[cell]))))


def _reason(update: WorkedUpdate, config: ttt.TrainingConfig) -> str:
    reward = f"a reward of ${number(update.reward)}$"
    if update.rewards_after is not None and update.rewards_before is not None:
        gained = sum(update.rewards_after) - sum(update.rewards_before)
        return f"The game added {gained} to its rewards, which makes the score:"
    if RULES[config.rule].kind == "matchboxes":
        return _reason_of_beads(update)
    plies_ahead = RULES[config.rule].plies_ahead
    if not plies_ahead:
        return f"In the end the game brought {reward}."
    if update.next_board is None and plies_ahead == 2:
        return f"The game ended before its next turn, with {reward}."
    if update.next_board is None:
        return f"That ended the game, with {reward}."
    mover = "its own" if plies_ahead == 2 else "the opponent's"
    value = number(update.next_value or 0.0)
    return f"On {mover} next turn the best move was held to be worth ${value}$."


def _reason_of_beads(update: WorkedUpdate) -> str:
    """Say what was drawn, and what the result of the game did to the beads."""
    change = int(update.reward)
    if change < 0:
        effect = "is taken away" if change == -1 else f"and {-change - 1} more are taken away"
        return f"The bead drawn there {effect}, as far as there are any:"
    return f"The bead drawn there goes back with {change} more:"
