"""Sentences of Inspect that have variants."""

from ttt_core.evaluation import Answer
from ttt_core.learning import Kind
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr
from ttt_ui.wording import counted, percent

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
    if kind == "matchboxes":
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
        return tr("The agent has tried every move in every position it knows.")
    if no_mistakes and only_reachable:
        return tr("The agent makes no mistakes in any position it can reach.")
    if no_mistakes:
        return tr("The agent makes no mistakes.")
    return tr("No known position matches.")


def answered(answer: Answer) -> str:
    """Return in Markdown one of the five questions with the agent's answer."""
    question = tr(answer.question)
    asked = counted(len(answer.asked), "position", "positions")
    if answer.yes:
        return tr("**{question}** Yes · {asked}", question=question, asked=asked)
    return tr(
        "**{question}** No, {share} · {asked}",
        question=question,
        share=percent(answer.share),
        asked=asked,
    )


def failures(answer: Answer) -> str:
    """Say how often an agent fails in one of the five questions."""
    right = percent(answer.share)
    if len(answer.asked) == 1:
        return tr("It makes a right move with probability {right}.", right=right)
    return tr(
        "It can go wrong in {failing:,} of {asked}. On average, it makes a right move with "
        "probability {right}.",
        failing=len(answer.failing),
        asked=counted(len(answer.asked), "position", "positions"),
        right=right,
    )
