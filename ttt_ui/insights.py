"""What can be said of an agent, position by position: words and tables, free of Streamlit."""

import re
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation.match import outcome_chances, result_for
from ttt_core.evaluation.mistakes import Mistake, reachable
from ttt_core.evaluation.policy import Policy, uniform
from ttt_core.evaluation.questions import Answer
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import boards, graph, position_of
from ttt_core.game.solution import LOSS, move_values, position_values
from ttt_core.learning.agent import Agent
from ttt_core.learning.foreseen_line import principal_line
from ttt_core.learning.twins import rated_twins
from ttt_ui.heatmap import Scale
from ttt_ui.wording import WORTH_WORDS, cell_name, percent

_MEMORY_SCALE = Scale(low=-1, middle=10, high=100)
_MANY_MOVES = 3
_SIDES: tuple[Side, Side] = ("X", "O")


class Insights:
    """What can be said of one agent. Each part is worked out when it is first asked for.

    Parameters
    ----------
    agent
    """

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    @cached_property
    def policy(self) -> Policy:
        """Its greedy policy."""
        return self.agent.policy()

    @cached_property
    def known(self) -> NDArray[np.bool_]:
        """Whether it has learned a move in each open position, (4520,)."""
        return self.agent.known

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """Its answers to the five questions."""
        return ttt.five_questions(self.policy)

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """Its mistakes, the worst first."""
        return ttt.mistakes(self.policy)

    @cached_property
    def chances_against_random(self) -> dict[Side, NDArray[np.float64]]:
        """For either side of its own, chances (5478, 3) against the random player."""
        return {
            "X": outcome_chances(self.policy, uniform()),
            "O": outcome_chances(uniform(), self.policy),
        }

    @cached_property
    def scale(self) -> Scale:
        """The scale of its values, the same on every board."""
        return value_scale(self.agent)

    @cached_property
    def most_visits(self) -> int:
        """The number of visits of its most visited move."""
        return int(self.agent.visits.max())

    @cached_property
    def positions(self) -> pd.DataFrame:
        """All positions that it knows: a row each, with the board as index."""
        numbers = np.flatnonzero(self.known)
        slips = {slip.board: slip for slip in self.mistakes}
        names = [boards()[number] for number in numbers]
        played = [np.flatnonzero(row).tolist() for row in self.policy[numbers] > 0]
        return pd.DataFrame(
            {
                "Pattern": [rules.pattern(board) for board in names],
                "Side": [_SIDES[side] for side in graph().side[numbers]],
                "Marks": [9 - board.count(rules.EMPTY) for board in names],
                "Best move": [" · ".join(_short(cell) for cell in cells) for cells in played],
                "Value": np.nanmax(self.agent.q[numbers], axis=1) if len(numbers) else [],
                "Visits": self.agent.visits[numbers].sum(axis=1, dtype=np.int64),
                "Mistake": [_effect(slips[b]) if b in slips else "" for b in names],
                "Reachable": reachable(self.policy)[numbers],
            },
            index=pd.Index(names, dtype=str),
        )

    def best_cells(self, board: str) -> list[int]:
        """Return the cells that it may choose on an open board."""
        return [int(cell) for cell in np.flatnonzero(self.policy[position_of(board)])]

    def sentence(self, board: str) -> str:
        """Say in Markdown what the agent does on a board, and whether that is right."""
        if rules.outcome(board) is not None:
            return "The game is over: there is nothing left to choose."
        if not self.agent.visits.any():
            return "The agent has learned nothing yet: all its values are where they began."
        if not self.known[position_of(board)]:
            return "The agent has never been here: these values are where they began."
        return f"The agent plays {self._choice(board)}{self._consequence(board)}"

    def _choice(self, board: str) -> str:
        cells = self.best_cells(board)
        if len(cells) > _MANY_MOVES:
            return f"one of {len(cells)} moves that it rates alike"
        return " or ".join(f"**{cell_name(cell)}**" for cell in cells)

    def _consequence(self, board: str) -> str:
        position = position_of(board)
        value = int(position_values()[position])
        chances = {
            worth: float(self.policy[position][move_values()[position] == worth].sum())
            for worth in range(value - 1, LOSS - 1, -1)
        }
        likely = {WORTH_WORDS[worth]: chance for worth, chance in chances.items() if chance > 0}
        if likely:
            effects = " and ".join(
                f"into a {word}" + ("" if chance > 1 - 1e-12 else f" ({percent(chance)})")
                for word, chance in likely.items()
            )
            return f". A mistake: it turns a {WORTH_WORDS[value]} {effects}."
        if value == LOSS:
            return ", though against best play every move loses here."
        return f", which keeps the {WORTH_WORDS[value]}."


def value_scale(agent: Agent) -> Scale:
    """Return the scale on which an agent's values and the truth can be compared.

    A Q-table's goes as far as its largest value, but at least to 1. A reward memory scores a sure
    win 100, a sure draw 10 and a sure loss -1.
    """
    if agent.kind == "reward-memory":
        return _MEMORY_SCALE
    largest = max(1.0, float(np.nanmax(np.abs(agent.q))))
    return Scale(-largest, 0, largest)


def moves_table(insights: Insights, board: str) -> pd.DataFrame:
    """Tabulate the moves of an open board, the best first, for an agent with a Q-table."""
    position, cells = position_of(board), rules.legal_moves(board)
    q, visits = insights.agent.q[position, cells], insights.agent.visits[position, cells]
    table = pd.DataFrame(
        {
            "Move": [cell_name(cell) for cell in cells],
            "Q": q,
            "Rank": _ranks(q),
            "Visits": visits,
            "Probability": insights.policy[position, cells],
            "True worth": _worth_words(board, cells),
            **_against_random(insights, board, cells),
        }
    )
    return table.sort_values("Rank", kind="stable", ignore_index=True)


def memory_table(insights: Insights, board: str) -> pd.DataFrame:
    """Tabulate the moves of an open board, the best first, for a reward memory.

    Raises
    ------
    ValueError
        If the agent is not a reward memory.
    """
    agent, position, cells = insights.agent, position_of(board), rules.legal_moves(board)
    if agent.memory is None:
        raise ValueError("This agent has a Q-table, not a reward memory.")
    rewards = agent.memory[position, cells]
    score = agent.q[position, cells]
    side = rules.side_to_move(board)
    table = pd.DataFrame(
        {
            "i": [cell // 3 for cell in cells],
            "j": [cell % 3 for cell in cells],
            "X-win rewards": rewards[:, 0],
            "O-win rewards": rewards[:, 1],
            "Draw rewards": rewards[:, 2],
            "Worked out": [_worked_out(row, side) for row in rewards],
            "Score": score,
            "Rank": _ranks(score),
            "Visits": agent.visits[position, cells],
            "Probability": insights.policy[position, cells],
            "True worth": _worth_words(board, cells),
            **_against_random(insights, board, cells),
        }
    )
    return table.sort_values("Rank", kind="stable", ignore_index=True)


def line_table(agent: Agent, board: str) -> pd.DataFrame:
    """Tabulate the line of play that an agent foresees; the index has the board after each move."""
    line = principal_line(agent, board)
    return pd.DataFrame(
        {
            "Move": [f"{move.side}: {cell_name(move.cell)}" for move in line],
            "Value": [move.value for move in line],
            "True worth": [WORTH_WORDS[move.worth] for move in line],
        },
        index=pd.Index([rules.play(move.board, move.cell) for move in line], dtype=str),
    )


def twins_table(agent: Agent, board: str) -> pd.DataFrame:
    """Tabulate the symmetric twins of an open board, itself first; the index has the boards."""
    rated = rated_twins(agent, board)
    return pd.DataFrame(
        {
            "Pattern": [rules.pattern(twin.board) for twin in rated],
            "Difference": [twin.difference for twin in rated],
        },
        index=pd.Index([twin.board for twin in rated], dtype=str),
    )


def matching(
    positions: pd.DataFrame,
    *,
    side: str | None,
    marks: tuple[int, int],
    only_mistakes: bool,
    only_reachable: bool,
    text: str,
) -> pd.DataFrame:
    """Filter `Insights.positions`.

    Parameters
    ----------
    positions
    side
        ``"X"`` or ``"O"``; None for both.
    marks
        Least and greatest number of marks on the board.
    only_mistakes, only_reachable
    text
        A part of the pattern, or nine cells without bars; ``?`` stands for any cell.
    """
    wanted = positions["Marks"].between(*marks)
    if side is not None:
        wanted &= positions["Side"] == side
    if only_mistakes:
        wanted &= positions["Mistake"] != ""
    if only_reachable:
        wanted &= positions["Reachable"]
    sought = "".join(text.split()).upper()
    if sought:
        cells = sought.replace("|", "")
        part = rules.pattern(cells) if len(cells) == 9 else sought
        expression = re.escape(part).replace(r"\?", ".")
        wanted &= positions["Pattern"].str.contains(expression, regex=True)
    return positions[wanted]


def _short(cell: int) -> str:
    return f"{cell // 3 + 1},{cell % 3 + 1}"


def _effect(slip: Mistake) -> str:
    return f"{WORTH_WORDS[slip.before]} → {WORTH_WORDS[slip.after]}"


def _ranks(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Rank values from 1, the highest; equals share a rank."""
    return np.asarray((values[None, :] > values[:, None]).sum(axis=1) + 1)


def _worth_words(board: str, cells: list[int]) -> list[str]:
    return [WORTH_WORDS[int(worth)] for worth in move_values()[position_of(board), cells]]


def _against_random(insights: Insights, board: str, cells: list[int]) -> dict[str, list[float]]:
    side = rules.side_to_move(board)
    chances = insights.chances_against_random[side]
    results = [result_for(chances[graph().child[position_of(board), cell]], side) for cell in cells]
    return {
        "Win vs random": [result.win for result in results],
        "Draw vs random": [result.draw for result in results],
        "Loss vs random": [result.loss for result in results],
    }


def _worked_out(rewards: NDArray[np.int32], side: Side) -> str:
    x_won, o_won, drawn = (int(reward) for reward in rewards)
    win, loss = (x_won, o_won) if side == "X" else (o_won, x_won)
    if win + drawn + loss == 0:
        return "never tried: 0"
    return f"(100·{win:,} + 10·{drawn:,} − {loss:,}) / {win + drawn + loss:,}"
