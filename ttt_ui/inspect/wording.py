"""Sentences of Inspect that have variants."""

from ttt_core.evaluation import Answer
from ttt_core.learning import Kind
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr, tr_plural
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
