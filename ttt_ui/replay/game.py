"""One game, the decisions of the player that a person plays in it, and steps through its moves."""

from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from pydantic import Field, InstanceOf

from ttt_core.evaluation import ReviewedMove, decisive_move, review
from ttt_core.game import Side, boards, walk
from ttt_core.game import board as rules
from ttt_core.learning import Agent
from ttt_ui.drawing.board_component import read_command
from ttt_ui.moves.values import MoveValues
from ttt_ui.visit.limits import Cell, Count


@dataclass(frozen=True)
class Decision:
    """An opponent's move, and the values it gave to its moves then; it may have learned since."""

    given: MoveValues
    cell: int | None  # the cell it took; None if it resigned
    at_random: bool  # whether the move was random instead of following its values


@dataclass
class Game:
    """One game under way."""

    number: Count = 0  # counts the games of a session from 0
    person: Side | None = rules.X  # the side the person plays; None in a game of two players
    # The cells in the order they were taken, X first.
    moves: Annotated[list[Cell], Field(max_length=9)] = field(default_factory=list)
    resigned: bool = False  # whether the side to move has resigned
    # The opponent's decisions, each by the number of moves made before it. They are not saved.
    decisions: Annotated[dict[int, InstanceOf[Decision]], Field(exclude=True)] = field(
        default_factory=dict
    )
    start: Cell = 0  # how many of the moves come from the earlier game that this one continues

    @property
    def board(self) -> str:
        return boards()[walk(self.moves)[-1]]

    @property
    def token(self) -> str:
        """Identifies this position of this game; every click carries it."""
        return f"{self.number}:{''.join(map(str, self.moves))}"

    @property
    def side(self) -> Side:
        return rules.side_to_move(self.board)

    @property
    def result(self) -> rules.Outcome | None:
        """How the game ended; None while it is open."""
        return rules.other(self.side) if self.resigned else rules.outcome(self.board)

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def last_decision(self) -> Decision | None:
        """The opponent's last decision; None before its first."""
        return self.decisions[max(self.decisions)] if self.decisions else None

    @property
    def persons_turn(self) -> bool:
        return not self.over and self.person in (None, self.side)

    def play(self, cell: int | None) -> None:
        """Take a cell for the side to move, or let it resign (None).

        Raises `ValueError` if the rules forbid it.
        """
        if cell is None:
            self.resigned = True
        else:
            rules.play(self.board, cell)
            self.moves.append(cell)

    def can_teach(self, agent: Agent) -> bool:
        """Whether an agent can learn from the ended game: not if another player resigned."""
        return not self.resigned or agent.resigns(self.board)

    def decide(self, decision: Decision) -> None:
        """Make the move that the opponent has decided on, as `play` does."""
        ply = len(self.moves)
        self.play(decision.cell)
        self.decisions[ply] = decision

    def at(self, ply: int) -> "Game":
        """Return the game as it was after its first `ply` moves."""
        return replace(
            self,
            moves=self.moves[:ply],
            resigned=self.resigned and ply == len(self.moves),
            decisions={
                before: decision
                for before, decision in self.decisions.items()
                if before < ply or ply == len(self.moves)
            },
        )

    @property
    def can_undo(self) -> bool:
        """Whether the game is open and a person has moved in it since `start`."""
        return not self.over and len(self.moves) > max(self.start, self.person == rules.O)

    def undo(self) -> None:
        """Return to the position before the person's last move, unless the game is over."""
        if self.can_undo:
            del self.moves[-1 if self.person is None else -2 :]
            for ply in [ply for ply in self.decisions if ply >= len(self.moves)]:
                del self.decisions[ply]


STEP_KEYS = {"arrowleft": "back", "arrowright": "forward"}


@dataclass
class Replay:
    """An ended game to step through."""

    name: str = "review"  # the start of the slider's key
    # The game, and its moves with their grades.
    game: Game = field(default_factory=Game)
    moves: list[ReviewedMove] = field(default_factory=list)
    step: int = 0  # how many of the moves are on the board

    def show_game(self, game: Game) -> None:
        """Take the game; start at its end if it is a new one."""
        is_new = self.game.token != game.token
        self.game = game
        if is_new:
            self.moves = review(game.moves)
            self.go_to(len(self.moves))

    @property
    def decisive(self) -> int | None:
        """The number of the move that decided the game, if one did."""
        move = None if self.game.resigned else decisive_move(self.moves)
        return None if move is None else self.moves.index(move) + 1

    def go_to(self, step: int) -> None:
        self.step = min(max(step, 0), len(self.moves))

    def step_by(self, number: int) -> None:
        """Show so many moves more; fewer if the number is negative."""
        self.go_to(self.step + number)

    def take_command(self, board_key: str) -> None:
        """Follow an arrow key."""
        match read_command(board_key, STEP_KEYS.values()):
            case "back":
                self.step_by(-1)
            case "forward":
                self.step_by(1)

    def on_board(self, key: str) -> dict[str, Any]:
        """Return the `key` of a board, and what lets arrow keys step through the game on it."""
        return {
            "key": key,
            "shortcuts": STEP_KEYS,
            "on_command": lambda: self.take_command(key),
        }
