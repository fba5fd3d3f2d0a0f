"""The tables and lists of Inspect, and their words: moves, positions and the five questions."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import Answer, outcome_chances, result_for, uniform
from ttt_core.game import N_OPEN, Side, boards, graph, move_values, moves_to_end, position_of, walk
from ttt_core.game import board as rules
from ttt_core.learning import Agent, Kind, cells_alike, memory_weights
from ttt_core.pictures import data_frame
from ttt_core.sentences import tr_noop
from ttt_core.study import principal_line, rated_equivalents
from ttt_ui.drawing.board_tables import boards_table
from ttt_ui.drawing.download import download_button
from ttt_ui.drawing.map_component import game_map, opened_board
from ttt_ui.frame.field import switch
from ttt_ui.glossary import meaning
from ttt_ui.inspect.state import (
    GAME,
    HOW_TO_SEARCH,
    LIT,
    MARKS,
    MISTAKES,
    ONLY_MISTAKES,
    ONLY_REACHABLE,
    ONLY_UNTRIED,
    OPENING,
    SEARCH,
    SIDE,
    trail,
)
from ttt_ui.language import localised, tr, tr_plural
from ttt_ui.moves.insights import Insights, in_short
from ttt_ui.moves.values import known_words
from ttt_ui.play.review import exercises_of
from ttt_ui.play.state import play_state
from ttt_ui.visit.limits import MAX_TEXT
from ttt_ui.wording import (
    cell_name,
    counted,
    how_many_arise,
    listed,
    percent,
    weighted_sum,
    whole_numbers,
    worth,
)

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
    table = data_frame(
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
    return data_frame(
        {
            "Position": [rules.pattern(equivalent.board) for equivalent in rated],
            "Difference": [equivalent.difference for equivalent in rated],
        },
        index=[equivalent.board for equivalent in rated],
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
    """Filter `Insights.positions`; `side` is None for both, and `marks` are the least and most.

    `text` is part of a board text, or nine cells without bars; ``?`` stands for any cell, and ``0``
    for O or a free cell.
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
    players = (insights.policy, uniform()) if side == "X" else (uniform(), insights.policy)
    chances = outcome_chances(*players)
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


WHAT_IS_RIGHT = (
    tr_noop(
        "The published answer is the centre, which lies on four of the eight lines. But every "
        "opening draws, and against a random player a corner wins more often."
    ),
    tr_noop("Only a corner still draws."),
    tr_noop("Asked in every position where the side to move can complete a line."),
    tr_noop(
        "Asked wherever the opponent threatens to complete a line in exactly one cell, and the "
        "side to move cannot win at once. With two such cells there is no block."
    ),
    tr_noop(
        "Against a corner opening, only the centre still draws. Against an edge opening, only the "
        "centre, a corner next to the X or the opposite edge does."
    ),
)
"""What counts as a right move in each of the five questions."""


def legend(kind: Kind) -> str:
    """Explain in Markdown the colours and outlines of the heatmaps."""
    if kind in ("matchboxes", "policy"):
        return tr(
            ":green-badge[good] :violet-badge[bad] for the side to move · :material/crop_square: "
            "its likeliest move, or the best moves"
        )
    return tr(
        ":green-badge[good] :violet-badge[bad] for the side to move · :material/crop_square: its "
        "move, or the best moves"
    )


def symmetry(number: int, largest: float) -> str:
    """Say how many equivalents a position has, itself included, and how far their values differ."""
    if number == 1:
        equivalence = tr("Rotating or mirroring this position does not change it.")
    else:
        equivalence = tr(
            "Rotations and mirror images make {number} equivalent positions.", number=number
        )
    if largest == 0:
        values = tr("The agent gives equivalent moves exactly the same value.")
    else:
        values = tr(
            "The agent's values for equivalent moves differ by up to {largest:.3g}.",
            largest=largest,
        )
    return f"{equivalence} {values}"


def nothing_found(*, no_untried: bool, no_mistakes: bool, only_reachable: bool) -> str:
    """Say why no position matches the filters: what was asked for may not exist at all."""
    if no_untried:
        return tr("The agent has tried every move in every position it has seen.")
    if no_mistakes and only_reachable:
        return tr("The agent makes no mistakes in any position it can reach.")
    if no_mistakes:
        return tr("The agent makes no mistakes.")
    return tr("No position that it has seen matches.")


def sign(answer: Answer, mistakes: int) -> str:
    """Return the icon of an answer; a cross only if some of the agent's moves are mistakes."""
    name = "check_circle" if answer.yes else "cancel" if mistakes else "do_not_disturb_on"
    return f":material/{name}:"


_EXAMPLES_SHOWN = 3


def answered(answer: Answer, mistakes: int) -> str:
    """Return in Markdown one of the five questions with the agent's answer.

    `mistakes` counts the failing positions in which it can make a mistake.
    """
    question = tr(answer.question)
    asked = counted(len(answer.asked), "position", "positions")
    if answer.yes:
        return tr("**{question}** Yes · {asked}", question=question, asked=asked)
    text = tr_noop("**{question}** No, {share} · {asked}")
    if not mistakes:
        text = tr_noop("**{question}** No, {share}, but without a mistake · {asked}")
    return tr(text, question=question, share=percent(answer.share), asked=asked)


def failures(answer: Answer, mistakes: int) -> str:
    """Say how often an agent fails in one of the five questions, and whether by mistakes."""
    right = percent(answer.share)
    if len(answer.asked) == 1:
        how_often = tr("It makes a right move with probability {right}.", right=right)
    else:
        how_often = tr(
            "It can move otherwise in {failing:,} of {asked}. On average, it makes a right move "
            "with probability {right}.",
            failing=len(answer.failing),
            asked=counted(len(answer.asked), "position", "positions"),
            right=right,
        )
    return f"{how_often} {how_many_are_mistakes(mistakes, len(answer.failing))}"


def how_many_are_mistakes(mistakes: int, total: int) -> str:
    """Say in how many of `total` positions a move that was not asked for is a mistake."""
    if not mistakes:
        return tr("Its other moves are not mistakes: under perfect play they change nothing.")
    if mistakes == total:
        return tr_plural("There it can make a mistake.", "In each it can make a mistake.", total)
    return tr_plural(
        "In {n:,} of them it can make a mistake.",
        "In {n:,} of them it can make a mistake.",
        mistakes,
    )


_MAP = "inspect_map"


def _open() -> None:
    board = opened_board(_MAP)
    if board is not None:
        trail().show_board(board)


def _way(agent: Agent) -> list[str]:
    """Return the boards of what the visitor wants to see on the map, from the first move on."""
    if LIT.value == GAME:
        return [boards()[position] for position in walk(play_state().game.moves)]
    if LIT.value == OPENING:
        return [move.board for move in principal_line(agent, rules.EMPTY_BOARD)]
    return []


def browser(insights: Insights) -> None:
    """Show the map of all positions, and those the agent has seen as a list with filters."""
    LIT.show()
    mistakes = exercises_of(play_state()).boards if LIT.value == MISTAKES else ()
    game_map(insights.agent, key=_MAP, way=_way(insights.agent), lit=mistakes, on_open=_open)
    positions = insights.positions
    if positions.empty:
        st.markdown(tr("The agent is untrained, so it has not seen any positions."))
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        sought = SEARCH.show()[:MAX_TEXT]
        side = SIDE.show()
        only_mistakes = ONLY_MISTAKES.show()
        with st.popover(tr("More filters"), icon=":material/filter_list:"):
            least, most = MARKS.show()
            only_reachable = ONLY_REACHABLE.show()
            only_untried = ONLY_UNTRIED.show()
    if not is_part_of_a_board(sought):
        st.info(f"{tr('This is not a part of a board.')} {tr(HOW_TO_SEARCH)}")
        return
    matches = matching(
        positions,
        side=None if side == SIDE.default else side,
        marks=(least, most),
        only_mistakes=only_mistakes,
        only_reachable=only_reachable,
        only_untried=only_untried,
        text=sought,
    )
    if matches.empty:
        st.markdown(
            nothing_found(
                no_untried=only_untried and not insights.agent.untried.any(),
                no_mistakes=only_mistakes
                and not any(
                    mistake.reachable or not only_reachable for mistake in insights.mistakes
                ),
                only_reachable=only_reachable,
            )
        )
        return
    st.caption(
        tr(
            "{n:,} shown. It has seen {seen:,} of all {all:,} positions.",
            n=len(matches),
            seen=len(positions),
            all=N_OPEN,
        )
    )
    boards_table(
        matches.assign(Mistake=matches["Mistake"].map(tr)),
        key="inspect_all",
        alt=tr("The positions the agent has seen, with its move, value and visits"),
        height=560,
        width="stretch",
        show_board=trail().show_board,
        config={
            "Position": tr("Position"),
            "To move": tr("To move"),
            "Marks": st.column_config.NumberColumn(tr("Marks"), help=tr("Marks on the board.")),
            "Agent's move": st.column_config.TextColumn(
                tr("Agent's move"), help=tr("As on the edges of the board; several if they tie.")
            ),
            "Value": st.column_config.NumberColumn(
                tr("Value"),
                format="%.3f",
                help=tr("The value of this move, for the side to move."),
            ),
            "Visits": st.column_config.NumberColumn(
                tr("Visits"), format="localized", help=insights.meaning_of_visits
            ),
            "Untried moves": st.column_config.NumberColumn(tr("Untried"), help=meaning("Untried")),
            "Mistake": st.column_config.TextColumn(
                tr("Mistake"),
                width=90,
                help=tr("What the agent can lose here, against perfect play."),
            ),
            "Can arise": tr("Can arise"),
        },
    )
    download_button(
        tr("Download as CSV"),
        tr("positions.csv"),
        lambda: matches.to_csv(index=False),
        type="tertiary",
        key="positions_csv",
    )


def questions_in_short(insights: Insights) -> None:
    """Show how the agent answers the five questions of the reward memory's author."""
    for answer in insights.answers:
        mistakes = insights.mistakes_among(answer.failing)
        colour = "green" if answer.yes else "violet" if mistakes else "gray"
        st.markdown(f":{colour}[{sign(answer, mistakes)}] {answered(answer, mistakes)}")
        if answer.yes:
            continue
        arise = how_many_arise(insights.comes_to(answer.failing), len(answer.failing))
        # Not a caption, in which board texts would be too faint to read.
        words = (
            moves_otherwise(answer.failing),
            how_many_are_mistakes(mistakes, len(answer.failing)),
            arise,
        )
        st.markdown(f":small[{' '.join(filter(None, words))}]")


def moves_otherwise(failing: Sequence[str]) -> str:
    """Say in which positions the agent can make another move than a question asks for."""
    number = counted(len(failing), "position", "positions")
    boards = [f"`{rules.pattern(cells)}`" for cells in failing[:_EXAMPLES_SHOWN]]
    if len(boards) == len(failing):
        return tr(
            "It can move otherwise in {number}: {boards}.", number=number, boards=listed(boards)
        )
    return tr(
        "It can move otherwise in {number}, for example {boards}.",
        number=number,
        boards=listed(boards),
    )


def question(number: int, answer: Answer, insights: Insights) -> None:
    """Show one of the five questions with its answer; its failures are drawn when it is open."""
    opened = switch(f"inspect_opened_{number}", on=False)
    mistakes = insights.mistakes_among(answer.failing)
    key = f"inspect_question_{number}"
    st.session_state.setdefault(key, opened.value)
    section = st.expander(
        answered(answer, mistakes),
        icon=sign(answer, mistakes),
        key=key,
        on_change="rerun",
    )
    opened.set(bool(section.open))
    if not section.open:
        return
    with section:
        st.markdown(tr(WHAT_IS_RIGHT[number]))
        if answer.yes:
            st.markdown(tr("The agent always makes a right move."))
            return
        failing = answer.failing
        arise = how_many_arise(insights.comes_to(failing), len(failing))
        st.markdown(f"{failures(answer, mistakes)} {arise}")
        boards_table(
            data_frame(
                {
                    "Position": [rules.pattern(board) for board in failing],
                    "To move": [rules.side_to_move(board) for board in failing],
                    "Agent's move": [in_short(insights.best_cells(board)) for board in failing],
                },
                index=failing,
            ),
            key=f"inspect_failures_{number}",
            alt=tr(
                "Positions in which the agent can answer wrongly. {question}",
                question=tr(answer.question),
            ),
            height=420 if len(failing) > 7 else "auto",
            show_board=trail().show_board,
            config={
                "Position": tr("Position"),
                "To move": tr("To move"),
                "Agent's move": tr("Agent's move"),
            },
        )
