"""The tables of Inspect, as data: moves, expected line, equivalents and filtered positions."""

import re
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import result_for
from ttt_core.game import Side, graph, move_values, moves_to_end, position_of
from ttt_core.game import board as rules
from ttt_core.learning import Agent, cells_alike, memory_weights
from ttt_core.study import rated_equivalents
from ttt_ui.language import localised, tr
from ttt_ui.moves.certainty import known_words
from ttt_ui.moves.insights import Insights
from ttt_ui.tables import table_of
from ttt_ui.wording import cell_name, weighted_sum, whole_numbers, worth

if TYPE_CHECKING:
    import pandas as pd

_AS_IN_BOARD_TEXTS = str.maketrans({"/": "|", ",": "|", ";": "|", ".": "-", "_": "-", "—": "--"})

_DECIMALS = 3

REWARD_COLUMNS = (
    *("Move", "i", "j", "X-win rewards", "O-win rewards", "Draw rewards", "Calculation", "Score"),
)
"""The columns that only a reward memory has, with those that name the move and its score."""


def moves_table(insights: Insights, board: str) -> "pd.DataFrame":
    """Tabulate the moves on an open board, best first."""
    position, cells = position_of(board), rules.legal_moves(board)
    # As they are shown: values that look equal share a rank.
    values = insights.agent.q[position, cells].round(_DECIMALS)
    draws_moves = insights.agent.kind in ("matchboxes", "policy")
    table = table_of(
        {
            "Move": [cell_name(cell) for cell in cells],
            **_own_columns(insights.agent, board, cells),
            "Rank": (values[None, :] > values[:, None]).sum(axis=1) + 1,
            "Visits": whole_numbers(insights.visits[position, cells].tolist()),
            "Probability": insights.policy[position, cells],
            **({} if draws_moves else {"Status": known_words(insights.agent, board)}),
            "True value": true_value_words(board, cells),
            **_against_random(insights, board, cells),
        }
    )
    return table.sort_values("Rank", kind="stable", ignore_index=True)


def _own_columns(agent: Agent, board: str, cells: list[int]) -> dict[str, object]:
    """Return what an agent's kind keeps of each move; `i` and `j` are as in Kutschera's program."""
    position = position_of(board)
    values = agent.q[position, cells]
    if agent.kind == "matchboxes":
        alike = cells_alike()[position, cells]
        return {"Beads": values.astype(np.int64), "Equivalent cells": alike}
    if agent.kind == "policy":
        return {"Preference": values}
    if agent.memory is None:
        return {"Q": values}
    rewards, side = agent.memory[position, cells], rules.side_to_move(board)
    return {
        "i": [cell // 3 for cell in cells],
        "j": [cell % 3 for cell in cells],
        "X-win rewards": rewards[:, 0],
        "O-win rewards": rewards[:, 1],
        "Draw rewards": rewards[:, 2],
        "Calculation": [_calculation(row, side, agent.config) for row in rewards],
        "Score": values,
    }


def equivalents_table(agent: Agent, board: str) -> "pd.DataFrame":
    """Tabulate the equivalents of an open board, itself first; the index is the boards."""
    rated = rated_equivalents(agent, board)
    return table_of(
        {
            "Position": [rules.pattern(equivalent.board) for equivalent in rated],
            "Difference": [equivalent.difference for equivalent in rated],
        },
        boards=[equivalent.board for equivalent in rated],
    )


def matching(
    positions: "pd.DataFrame",
    *,
    side: str | None,
    marks: tuple[int, int],
    only_mistakes: bool,
    only_reachable: bool,
    only_untried: bool,
    text: str,
) -> "pd.DataFrame":
    """Filter `Insights.positions`.

    Parameters
    ----------
    positions
    side
        ``"X"`` or ``"O"``; None for both.
    marks
        Least and most marks on the board.
    only_mistakes, only_reachable, only_untried
    text
        Part of a board text, or nine cells without bars; ``?`` stands for any cell, and ``0`` for
        O or a free cell.
    """
    wanted = positions["Marks"].between(*marks)
    if side is not None:
        wanted &= positions["To move"] == side
    if only_mistakes:
        wanted &= positions["Mistake"] != ""
    if only_reachable:
        wanted &= positions["Can arise"]
    if only_untried:
        wanted &= positions["Untried moves"] > 0
    sought = _as_in_board_texts(text)
    if sought:
        cells = sought.replace("|", "")
        part = rules.pattern(cells) if len(cells) == 9 else sought
        expression = re.escape(part).replace(r"\?", ".").replace("0", "[O-]")
        wanted &= positions["Position"].str.contains(expression, regex=True)
    return positions[wanted]


def is_part_of_a_board(text: str) -> bool:
    """Return whether a text can be searched for."""
    return set(_as_in_board_texts(text)) <= set("XO0-|?")


def _as_in_board_texts(text: str) -> str:
    return "".join(text.split()).upper().translate(_AS_IN_BOARD_TEXTS)


def true_value_words(board: str, cells: list[int]) -> list[str]:
    position = position_of(board)
    after = moves_to_end()[graph().child[position, cells]]
    return [
        worth(int(true_value), 1 + int(moves))
        for true_value, moves in zip(move_values()[position, cells], after, strict=True)
    ]


def _against_random(insights: Insights, board: str, cells: list[int]) -> dict[str, list[float]]:
    side = rules.side_to_move(board)
    chances = insights.chances_against_random[side]
    results = [result_for(chances[graph().child[position_of(board), cell]], side) for cell in cells]
    return {
        "Win vs random": [result.win for result in results],
        "Draw vs random": [result.draw for result in results],
        "Loss vs random": [result.loss for result in results],
    }


def _calculation(rewards: NDArray[np.int32], side: Side, config: ttt.TrainingConfig) -> str:
    x_won, o_won, drawn = (int(reward) for reward in rewards)
    win, loss = (x_won, o_won) if side == "X" else (o_won, x_won)
    if win + drawn + loss == 0:
        return tr("untried: 0")
    terms = [localised(f"{count:,}") for count in (win, drawn, loss)]
    weighted = weighted_sum(memory_weights(config), terms, times="·", minus="−")
    if config.score == "absolute":
        return weighted
    return f"({weighted}) / {localised(f'{win + drawn + loss:,}')}"
