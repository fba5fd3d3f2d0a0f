"""Sentences about two players: on one board, in all positions, and in the game that both play."""

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import (
    RESIGNING,
    Policy,
    best_response,
    outcome_chances,
    result_for,
    uniform,
)
from ttt_core.game import N_OPEN, Side, position_of, symmetry_class
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr, tr_plural
from ttt_ui.moves.choices import best_cells, choice, consequence
from ttt_ui.replay.game import Game
from ttt_ui.wording import counted, listed, percent

VALUES_SHOWN = {
    "q-table": tr_noop(
        "Q-values on one scale · :green-badge[A higher] :violet-badge[B higher] · "
        ":material/crop_square: the moves they play"
    ),
    "reward-memory": tr_noop(
        "Scores on one scale · :green-badge[A higher] :violet-badge[B higher] · "
        ":material/crop_square: the moves they play"
    ),
    "network": tr_noop(
        "Values on one scale · :green-badge[A higher] :violet-badge[B higher] · "
        ":material/crop_square: the moves they play"
    ),
}
"""By the kind of both agents."""
PROBABILITIES_SHOWN = tr_noop(
    "Probability of each move · :green-badge[A likelier] :violet-badge[B likelier] · "
    ":material/crop_square: the likeliest move"
)

_SURE = 1 - 1e-12
_NOTHING = 5e-13


def on_board(policy: Policy, board: str) -> str:
    """Say in Markdown what a player chooses on an open board, and its exact results from there."""
    against_random, worst_case = _results_from(policy, board)
    results = tr(
        "From here it {against_random} vs random, and {worst_case} in the worst case.",
        against_random=_said(against_random),
        worst_case=_said(worst_case),
    )
    return f"{_choice(policy[position_of(board)], board)} {results}"


def _choice(row: NDArray[np.float64], board: str) -> str:
    resigns = float(row[RESIGNING:].sum())
    if resigns > _SURE:
        return tr("resigns, because its box for this position is empty.")
    cells = best_cells(row)
    together = float(row[cells].sum())
    if together > _SURE:
        played = tr("plays {move}.", move=choice(row))
    elif len(cells) == 1:
        played = tr(
            "most likely plays {move} ({share}).", move=choice(row), share=percent(together)
        )
    else:
        played = tr(
            "most likely plays {moves} ({share} together).",
            moves=choice(row),
            share=percent(together),
        )
    said = f"{played} {consequence(board, row)}"
    if resigns:
        return f"{said} {tr('It resigns {share} of the time.', share=percent(resigns))}"
    return said


def _results_from(policy: Policy, board: str) -> tuple[ttt.Result, ttt.Result]:
    position, side = position_of(board), rules.side_to_move(board)
    pair = (policy, uniform()) if side == "X" else (uniform(), policy)
    replies, _ = best_response(policy, rules.other(side))
    return (
        result_for(outcome_chances(*pair)[position], side),
        result_for(replies[position], side),
    )


def _said(result: ttt.Result) -> str:
    always = (tr("always wins"), tr("always draws"), tr("always loses"))
    parts = (tr_noop("wins {share}"), tr_noop("draws {share}"), tr_noop("loses {share}"))
    for share, said in zip(result, always, strict=True):
        if share > _SURE:
            return said
    return listed(
        [
            tr(part, share=percent(share))
            for share, part in zip(result, parts, strict=True)
            if share > 0
        ]
    )


def costs_here(found: ttt.Disagreements, board: str) -> str:
    """Say whether two players choose differently on an open board, and what it costs."""
    position = position_of(board)
    if not found.differ[position]:
        return tr("They make the same choice.")
    cost = float(found.cost[position])
    if abs(cost) < _NOTHING:
        return tr("They choose differently, which makes no difference under perfect play.")
    return tr(
        "**{player}'s choice costs {cost:.2f}**: its average result under perfect play is that "
        "much worse (win 1, draw 0, loss −1).",
        player="A" if cost > 0 else "B",
        cost=abs(cost),
    )


def overview(found: ttt.Disagreements) -> str:
    """Say in Markdown in how many positions two players choose differently, and who is worse."""
    number = int(found.differ.sum())
    alike = symmetry_class()[:N_OPEN]
    if not number:
        return tr("They make the same choices in all {n:,} positions.", n=N_OPEN)
    return tr(
        "**{number:,} of {all:,}** ({classes:,} of {all_classes:,} up to symmetry), {disjoint:,} "
        "without a common move. Under perfect play, **A's choice is worse in {worse_a:,}, B's in "
        "{worse_b:,}**.",
        number=number,
        all=N_OPEN,
        classes=len(np.unique(alike[found.differ])),
        all_classes=len(np.unique(alike)),
        disjoint=int(found.disjoint.sum()),
        worse_a=int((found.cost > _NOTHING).sum()),
        worse_b=int((found.cost < -_NOTHING).sum()),
    )


def of_list(number: int, most: int) -> str:
    """Say how many positions a list has, and how many of them are shown."""
    if number > most:
        return tr("The {most:,} costliest of {number:,} positions.", most=most, number=number)
    return tr_plural(
        "{n:,} position, costliest first.", "{n:,} positions, costliest first.", number
    )


def of_both_games(seed: int, side: Side, games: tuple[Game, Game]) -> str:
    """Say how the game has ended for A and for B."""
    a, b = (of_result(game, side) for game in games)
    return tr("Game {seed:,}: A {a}; B {b}.", seed=seed, a=a, b=b)


def of_result(game: Game, side: Side) -> str:
    """Say how a game has ended for a side: ``wins after 7 moves``."""
    moves = counted(len(game.moves), "move", "moves")
    if game.result == "draw":
        return tr("draws after {moves}", moves=moves)
    if game.result != side:
        if game.resigned:
            return tr("resigns after {moves}", moves=moves)
        return tr("loses after {moves}", moves=moves)
    if game.resigned:
        return tr("wins after {moves}, when its opponent resigns", moves=moves)
    return tr("wins after {moves}", moves=moves)


def of_parting(games: ttt.PairedGames) -> str:
    """Say in Markdown at which move the two games differ."""
    if games.parting is None:
        return tr("Both games are identical.")
    return tr("**They differ at move {number}.**", number=games.parting + 1)
