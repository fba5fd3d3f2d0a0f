"""Slow motion: one more game of a copy of the agent, and what it learns, one value at a time."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import equivalents, legal_moves, position_of
from ttt_core.learning import RULES, Kind, WorkedUpdate, worked_updates
from ttt_core.sentences import sentence, tr_noop
from ttt_ui.drawing.board_component import CellNote, board
from ttt_ui.drawing.colours import Tone, value_tone
from ttt_ui.frame.field import one_of
from ttt_ui.language import reason, tr, tr_plural
from ttt_ui.moves.values import DASH, NOT_TRIED, Scale, value_scale
from ttt_ui.train import update_rule
from ttt_ui.train.state import TrainState, train_state
from ttt_ui.train.training import run_after
from ttt_ui.train.update_rule import in_formula
from ttt_ui.visit.session import Session, per_visitor, session
from ttt_ui.wording import cell_name, coloured, counted, number, plain

MOST_GAMES = 200
"""How many games are played in search of one that changes something."""

_SEEN = 0.00005
"""A value that changes by less looks the same when written."""


@dataclass(frozen=True, eq=False)
class OneGame:
    """A game played by a copy of the agent, with the settings."""

    number: int  # number of the game among those of the copy, from 1
    config: ttt.TrainingConfig  # the settings it was learned with
    # The kind of the agent, and the colour scale of its values.
    kind: Kind
    scale: Scale
    # In the order the rule makes them; empty if there was nothing to learn.
    updates: list[WorkedUpdate]
    # Cells untried before the game, by board: the boards of the updates and those they look ahead
    # to.
    untried: Mapping[str, frozenset[int]]
    won: str | None  # the side that won; None for a draw
    skipped: int = 0  # how many games since the last one shown changed no visible number
    # Whether an untrained copy plays, since the agent's own games change nothing any more.
    from_scratch: bool = False

    @property
    def changes_something(self) -> bool:
        """Whether one of the updates changes a number."""
        return any(map(changes, self.updates))

    @property
    def first_shown(self) -> int:
        """Index of the first update that changes a number, or else of the first."""
        return next((n for n, update in enumerate(self.updates) if changes(update)), 0)


def changes(update: WorkedUpdate) -> bool:
    """Return whether an update changes a number as written."""
    return abs(update.new - update.old) >= _SEEN


def play_on(
    agent: ttt.Agent, settings: ttt.TrainingConfig, games: int, *, from_scratch: bool = False
) -> OneGame:
    """Play on with a copy of an agent, after so many games, until a game changes something.

    If `MOST_GAMES` games change nothing, an untrained copy plays instead.

    Raises `ValueError` if it cannot be trained with these settings, or learns as a network.
    """
    if RULES[settings.rule].kind == "network":
        raise ValueError(
            sentence(
                "A network has no table of single values: each step changes all its weights a "
                "little, so there is no single update to show."
            )
        )
    longer = replace(settings, games=games + MOST_GAMES)
    if from_scratch:
        return _first_change(longer, None, games, from_scratch=True)
    game = _first_change(*run_after(longer, agent), games)
    if game.changes_something or not game.updates:
        return game
    afresh = _first_change(longer, None, 0, from_scratch=True)
    return afresh if afresh.changes_something else game


def _first_change(
    config: ttt.TrainingConfig, start: ttt.Agent | None, games: int, *, from_scratch: bool = False
) -> OneGame:
    """Play so many games, then further ones until one changes something, `MOST_GAMES` at most."""
    run = ttt.TrainingRun(config, start)
    run.play(games)
    for skipped in range(MOST_GAMES):
        values = run.q
        run.play(1)
        is_last = skipped == MOST_GAMES - 1
        if is_last or np.nanmax(np.abs(run.q - values)) >= _SEEN:
            game = _worked_through(config, start, run.games_played)
            if is_last or game.changes_something:
                break
    return replace(game, skipped=skipped, from_scratch=from_scratch)


def _worked_through(config: ttt.TrainingConfig, start: ttt.Agent | None, number: int) -> OneGame:
    run = ttt.TrainingRun(config, start)
    run.play(number - 1)
    before = run.agent()
    updates = worked_updates(run)
    after = run.agent()
    x_won = after.stats.x_wins > before.stats.x_wins
    o_won = after.stats.o_wins > before.stats.o_wins
    return OneGame(
        number=number,
        config=config,
        kind=before.kind,
        scale=value_scale(before),
        updates=updates,
        untried=_untried(before, updates),
        won="X" if x_won else "O" if o_won else None,
    )


def _untried(agent: ttt.Agent, updates: list[WorkedUpdate]) -> dict[str, frozenset[int]]:
    boards = {board for update in updates for board in (update.board, update.next_board) if board}
    return {
        board: frozenset(
            cell for cell in legal_moves(board) if not agent.visits[position_of(board), cell]
        )
        for board in boards
    }


@dataclass
class SlowMotion:
    """The game shown, and the update shown of it."""

    game: OneGame | None = None  # none before the first
    index: int = 0  # of the update shown
    made_for: object = None  # fingerprint of the agent whose copy plays, and the settings

    @property
    def token(self) -> str:
        return f"{self.game.number if self.game else 0}:{self.index}"

    def present_game(self, agent: ttt.Agent, settings: ttt.TrainingConfig) -> OneGame:
        """Return the game shown; a new one if agent or settings have changed.

        Raises as `play_on`.
        """
        now = agent.fingerprint, settings
        if self.game is None or self.made_for != now:
            self._show(play_on(agent, settings, 0))
            self.made_for = now
        assert self.game is not None
        return self.game

    def another(self, agent: ttt.Agent, settings: ttt.TrainingConfig) -> None:
        """Show the next game that changes something."""
        game = self.present_game(agent, settings)
        self._show(play_on(agent, settings, game.number, from_scratch=game.from_scratch))

    def _show(self, game: OneGame) -> None:
        self.game, self.index = game, game.first_shown

    def choose(self, index: object) -> None:
        if type(index) is int and self.game is not None and 0 <= index < len(self.game.updates):
            self.index = index

    def step_by(self, number: int) -> None:
        """Show the update so many further on, if there is one."""
        self.choose(self.index + number)


def slow_motion() -> SlowMotion:
    return per_visitor(SlowMotion)


def another_game() -> None:
    """Play on to the next game that changes something."""
    with suppress(ValueError):  # the page says why
        slow_motion().another(session().agent, train_state().settings)


_ON_BOARD = 2
"""Decimals of a value on the board; the formula has more."""


def about_game(game: OneGame, games_before: int) -> str:
    """Say which game slow motion shows, how it ended, and what came before it."""
    number = game.number if game.from_scratch else games_before + game.number
    updates = counted(len(game.updates), "update", "updates")
    if game.won is None:
        text = tr("Game {number:,}: a draw, {updates}.", number=number, updates=updates)
    else:
        text = tr(
            "Game {number:,}: {side} won, {updates}.", number=number, side=game.won, updates=updates
        )
    if game.from_scratch:
        why = tr(
            "Your agent learns nothing new in {n} games, so an untrained copy plays.", n=MOST_GAMES
        )
        return f"{why} {text}"
    if not game.updates:
        nothing = tr("The agent resigned at once, so there was nothing to learn.")
        return f"{text} {nothing}"
    if game.skipped == MOST_GAMES - 1:
        unchanged = tr(
            "Nothing changed in {games} games: for these games, every value is already where the "
            "rule takes it.",
            games=MOST_GAMES,
        )
        return f"{text} {unchanged}"
    if game.skipped:
        unchanged = tr_plural(
            "The game before it changed nothing.",
            "The {n} games before it changed nothing.",
            game.skipped,
        )
        return f"{text} {unchanged}"
    return text


def about_update(update: WorkedUpdate, config: ttt.TrainingConfig) -> str:
    """Say in Markdown which move an update is about, and why its value changes as it does."""
    sentences = [
        tr("{side} moved to **{cell}**.", side=coloured(update.side), cell=cell_name(update.cell)),
        _reason(update, config),
    ]
    if _was_not_the_best(update, config):
        sentences.insert(1, tr("Another move had a higher value: this one was exploratory."))
    others = len(equivalents(update.board)) - 1
    if config.symmetry and RULES[config.rule].kind != "matchboxes" and others:
        sentences.append(
            tr_plural(
                "The same change applies to its one rotation or mirror image.",
                "The same change applies to its {n} rotations and mirror images.",
                others,
            )
        )
    if not changes(update):
        sentences.append(tr("The value does not change."))
    return " ".join(sentences)


def _was_not_the_best(update: WorkedUpdate, config: ttt.TrainingConfig) -> bool:
    """Return whether the agent chose a move that it did not think best."""
    by_agent = config.random_share == config.minimax_share == 0
    of_values = RULES[config.rule].kind not in ("matchboxes", "policy")
    return by_agent and of_values and bool(update.old < np.nanmax(update.values))


def _reason(update: WorkedUpdate, config: ttt.TrainingConfig) -> str:
    rule = RULES[config.rule]
    if update.rewards_after is not None and update.rewards_before is not None:
        gained = sum(update.rewards_after) - sum(update.rewards_before)
        return tr("The game added {gained} to its rewards, which gives this score.", gained=gained)
    if rule.kind == "matchboxes":
        return _beads(int(update.reward))
    reward, value = in_formula(update.reward), in_formula(update.next_value or 0.0)
    if not rule.plies_ahead:
        return tr("The game ended with a reward of ${reward}$.", reward=reward)
    if update.next_board is None and rule.plies_ahead == 2:
        return tr(
            "The game ended before its next turn, with a reward of ${reward}$.", reward=reward
        )
    if update.next_board is None:
        return tr("That move ended the game, with a reward of ${reward}$.", reward=reward)
    if rule.method == "expected-sarsa":
        return tr("Its moves at its own next turn were worth ${value}$ on average.", value=value)
    if rule.method in ("sarsa", "afterstates"):
        return tr("The move it made at its own next turn was worth ${value}$.", value=value)
    if rule.plies_ahead == 2:
        return tr("The best move at its own next turn was worth ${value}$.", value=value)
    return tr("The opponent's best move there was worth ${value}$.", value=value)


def _beads(change: int) -> str:
    if change < -1:
        return tr(
            "The bead drawn there is taken away, and up to {more} more of its colour.",
            more=-change - 1,
        )
    if change == -1:
        return tr("The bead drawn there is taken away.")
    if change == 0:
        return tr("The bead drawn there goes back.")
    return tr("The bead drawn there goes back, with {more} more of its colour.", more=change)


@st.fragment
def show(visitor: Session, train: TrainState) -> None:
    """Show one more game of a copy of the agent, update by update."""
    motion = slow_motion()
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
    st.caption(about_game(game, agent.stats.games))
    _steps(motion, game)
    if game.updates:
        _shown_update(motion, game)


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
            one_of(
                "slow_motion_update",
                lambda: range(len(game.updates)),
                0,
                label=tr_noop("Update"),
                look={
                    "format_func": lambda index: (
                        f"{index + 1} {coloured(game.updates[index].side)}"
                    ),
                    "label_visibility": "collapsed",
                },
            ).ask(motion.index, motion.choose)
        st.button(
            tr("Another game"),
            icon=":material/casino:",
            on_click=another_game,
            help=tr("Lets the copy play on until a game changes something."),
        )


def _shown_update(motion: SlowMotion, game: OneGame) -> None:
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
        st.markdown(about_update(update, config))
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
            run=(update.old, update.new),
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
