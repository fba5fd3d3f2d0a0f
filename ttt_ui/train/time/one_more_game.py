"""One more game of a copy of the agent, and what the copy learns, update by update."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

import ttt_core as ttt
from ttt_core.game import legal_moves, position_of
from ttt_core.learning import RULES, Kind, WorkedUpdate, worked_updates
from ttt_core.sentences import sentence
from ttt_ui.jobs import cores
from ttt_ui.moves.values import Scale, value_scale
from ttt_ui.train.result.training import run_after
from ttt_ui.train.state import train_state
from ttt_ui.visit.session import per_visitor, session

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

    # Fingerprint of the agent whose copy plays, and the settings it plays with.
    fingerprint: bytes | None = None
    settings: ttt.TrainingConfig | None = None
    game: OneGame | None = None  # none before the first
    index: int = 0  # of the update shown

    @property
    def token(self) -> str:
        return f"{self.game.number if self.game else 0}:{self.index}"

    def present_game(self, agent: ttt.Agent, settings: ttt.TrainingConfig) -> OneGame:
        """Return the game shown; a new one if agent or settings have changed.

        Raises as `play_on`.
        """
        now = agent.fingerprint, settings
        if self.game is None or (self.fingerprint, self.settings) != now:
            self._play_on(agent, settings, 0)
            self.fingerprint, self.settings = now
        assert self.game is not None
        return self.game

    def another(self, agent: ttt.Agent, settings: ttt.TrainingConfig) -> None:
        """Show the next game that changes something."""
        game = self.present_game(agent, settings)
        self._play_on(agent, settings, game.number, from_scratch=game.from_scratch)

    def choose(self, index: object) -> None:
        if type(index) is int and self.game is not None and 0 <= index < len(self.game.updates):
            self.index = index

    def step_by(self, number: int) -> None:
        """Show the update so many further on, if there is one."""
        self.choose(self.index + number)

    def _play_on(
        self,
        agent: ttt.Agent,
        settings: ttt.TrainingConfig,
        games: int,
        *,
        from_scratch: bool = False,
    ) -> None:
        with cores().turn():
            self.game = play_on(agent, settings, games, from_scratch=from_scratch)
        self.choose(self.game.first_shown)


def slow_motion() -> SlowMotion:
    return per_visitor(SlowMotion)


def another_game() -> None:
    """Play on to the next game that changes something."""
    visitor, train, motion = session(), train_state(), slow_motion()
    agent, settings = visitor.agent, train.settings
    try:
        motion.another(agent, settings)
    except ValueError:
        return  # the page says why
