"""Numbers, lists and verdicts in words, for more than one page."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np

import ttt_core as ttt
from ttt_core.game import N_OPEN, SIDES
from ttt_core.learning import PRESET_LABELS, PackedAgent, number_of_boxes
from ttt_ui.language import localised, tr, tr_in, tr_plural

TRUE_VALUE_WORDS: dict[int, Literal["win", "draw", "loss"]] = {1: "win", 0: "draw", -1: "loss"}
"""Names; `worth` says them."""


def worth(value: int, to_end: int) -> str:
    """Write a true value with the moves of both sides to the end, as in ``win in 3``."""
    if value == 0:
        return tr("draw")
    if value > 0:
        return tr("win in {moves}", moves=to_end) if to_end else tr("win")
    return tr("loss in {moves}", moves=to_end) if to_end else tr("loss")


COLUMNS, ROWS = "abc", "321"
"""The letters and digits on a board's edge, from the left and from the top."""

_COLOUR_NAMES = {"X": "blue", "O": "orange"}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+.!|$:<>~&-])")
_DRAWN_EVEN_IF_ESCAPED = re.compile(r"(?<=[:@])(?=\S)|(?<=www)(?=\.)|(?<=[<>~-])(?=[<>=-])", re.I)
_WHITE_SPACE = re.compile(r"[^\S\u202f]+")
"""Without the narrow space before French punctuation, which keeps it on the line."""

_DIRECTION_MARKS = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

_SPACE = "\u00a0"
"""Keeps a number and its unit on one line."""


class Knowledge(NamedTuple):
    """How many positions (or boxes) an agent knows, of how many; their name and what they are."""

    label: str
    number: int
    total: int
    help: str
    sentence: str


def knowledge(agent: ttt.Agent) -> Knowledge:
    """Return how much of the game an agent has learned from.

    Equivalent positions share one matchbox; only the boxes of the sides it plays are counted.
    """
    if agent.kind != "matchboxes":
        return Knowledge(
            tr("Positions seen"),
            agent.positions_known,
            N_OPEN,
            tr(
                "Positions the agent has learned from, out of the {n:,} in which there is a move "
                "to make.",
                n=N_OPEN,
            ),
            tr(
                "{number:,} of {total:,} positions seen",
                number=agent.positions_known,
                total=N_OPEN,
            ),
        )
    sides = [side for side in SIDES if agent.config.learns in ("both", side)]
    known = sum(number_of_boxes(side, agent.known) for side in sides)
    total = sum(map(number_of_boxes, sides))
    return Knowledge(
        tr("Boxes known"),
        known,
        total,
        tr(
            "Matchboxes the machine has learned from, out of {n:,}. Each box stands for a "
            "position with all its rotations and mirror images.",
            n=total,
        ),
        tr("{number:,} of {total:,} boxes known", number=known, total=total),
    )


def agent_name(agent: ttt.Agent | PackedAgent) -> str:
    """Return an agent's name; that of a preset is said in the visitor's language."""
    return tr(agent.name) if agent.name in PRESET_LABELS.values() else agent.name


def how_many_arise(number: int, total: int) -> str:
    """Say how many of `total` positions can arise in an agent's games; empty if all of them can."""
    if number == total:
        return ""
    if number:
        return tr_plural(
            "{n:,} of them can arise in its games, whatever its opponent does.",
            "{n:,} of them can arise in its games, whatever its opponent does.",
            number,
        )
    return tr_plural(
        "It never gets there: its own moves always avoid this position.",
        "It never gets there: its own moves always avoid these positions.",
        total,
    )


def percent(share: float) -> str:
    """Write a share as a percentage that is 0% or 100% only if it is exactly that."""
    if 0 < share < 0.001:
        return localised("<0.1%")
    if 0.999 < share < 1 - 1e-12:
        return localised(">99.9%")
    return localised(f"{share:.1%}")


def rare(share: float) -> str:
    """Write a share that may be tiny as a number with two significant digits."""
    return localised(np.format_float_positional(share, 2, unique=False, fractional=False, trim="-"))


def never_quite_sure(card: ttt.ReportCard) -> str:
    """Say what unbeatable means for a policy, and how often it loses."""
    return tr(
        "A policy keeps a small probability for every move, so it is never unbeatable; it only "
        "loses ever more rarely. It loses to the worst case: {x} as X, {o} as O.",
        x=rare(card.worst_case_as_x.loss),
        o=rare(card.worst_case_as_o.loss),
    )


def whole_numbers(amounts: Sequence[float]) -> list[int]:
    """Round amounts so that they add up to their rounded sum."""
    whole = [int(amount) for amount in amounts]
    by_remainder = sorted(range(len(whole)), key=lambda place: whole[place] - amounts[place])
    for place in by_remainder[: round(sum(amounts)) - sum(whole)]:
        whole[place] += 1
    return whole


def percent_axis(step: float) -> dict[str, list[object]]:
    """Return the ticks of a Plotly axis of shares, `step` apart, as percentages."""
    shares = [step * index for index in range(round(1 / step) + 1)]
    return {"tickvals": list(shares), "ticktext": [localised(f"{share:.0%}") for share in shares]}


def counted(number: int, singular: str, plural: str) -> str:
    """Write a number of things, as in ``1 game`` and ``2,000 games``."""
    return f"{localised(f'{number:,}')} {tr_plural(singular, plural, number)}"


def listed(items: Sequence[str]) -> str:
    """Join items as in ``a, b and c``."""
    *first, last = items
    return tr("{several} and {last}", several=", ".join(first), last=last) if first else last


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, aligned: str) -> str:
    """Return a Markdown table; `aligned` has an l or r for each column: left or right."""
    lines = ["---" if side == "l" else "---:" for side in aligned]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, lines, *rows))


def number(value: float, decimals: int = 4) -> str:
    """Write a number with at most `decimals` decimals and a real minus; 0 has no sign."""
    text = f"{value:,.{decimals}f}"
    if decimals:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else localised(text).replace("-", "−")


def shortened(number: float) -> str:
    """Write a large number in three digits."""
    number = float(f"{number:.3g}") if number >= 1e3 else number
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if number >= size:
            return localised(f"{number / size:.3g}{_SPACE}{unit}")
    return f"{number:.0f}"


def duration(seconds: float) -> str:
    """Write a time in minutes or, below two of them, in seconds."""
    if seconds >= 120:
        return f"{seconds / 60:.0f}{_SPACE}min"
    return f"{seconds:.0f}{_SPACE}s"


def weighted_sum(weights: Sequence[float], terms: Sequence[str], *, times: str, minus: str) -> str:
    """Write a sum of weighted terms; the weights 1 and -1 are not written out."""
    text = ""
    for weight, term in zip(weights, terms, strict=True):
        sign = minus if weight < 0 else "+"
        factor = "" if abs(weight) == 1 else localised(f"{abs(weight):g}") + times
        text += f" {sign} {factor}{term}"
    return text.removeprefix(" + ").removeprefix(" ")


def marked_answer(answer: str, *, is_right: bool, guessed: bool) -> str:
    """Mark one of the answers to a question as right or wrong, in Markdown."""
    yours = f" · {tr('your answer')}" if guessed else ""
    if is_right:
        return f":green[:material/check_circle: {answer}]{yours}"
    icon = "cancel" if guessed else "radio_button_unchecked"
    return f":gray[:material/{icon}: {answer}{yours}]"


def coloured(text: str) -> str:
    """Give the sides named in a text their colours, in Markdown."""
    return re.sub(r"\b[XO]\b", lambda side: f":{_COLOUR_NAMES[side[0]]}[{side[0]}]", text)


def plain(text: str) -> str:
    """Escape text from outside, so that Markdown shows it literally.

    Even if they are escaped, Streamlit draws ``:material/name:`` as an icon, addresses as links and
    ``->`` as an arrow. An invisible joiner in them prevents that. Marks that turn the direction of
    writing, such as that of a file's ending, are left out.
    """
    one_line = _WHITE_SPACE.sub(" ", _DIRECTION_MARKS.sub("", text)).strip()
    joined = _DRAWN_EVEN_IF_ESCAPED.sub("\u2060", one_line)
    return _MARKDOWN.sub(r"\\\1", joined)


def cell_name(cell: int) -> str:
    """Name a cell as people do, for prose and for screen readers."""
    names = (
        *(tr_in("cell", "top left"), tr_in("cell", "top"), tr_in("cell", "top right")),
        *(tr_in("cell", "left"), tr_in("cell", "centre"), tr_in("cell", "right")),
        *(tr_in("cell", "bottom left"), tr_in("cell", "bottom"), tr_in("cell", "bottom right")),
    )
    return names[cell]


def square_name(cell: int) -> str:
    """Name a cell of a board of 4 by 4, from ``a1`` at the bottom left to ``d4``."""
    return "abcd"[cell % 4] + str(4 - cell // 4)


def cell_code(cell: int) -> str:
    """Name a cell in two characters, from ``a1`` at the bottom left to ``c3``, as in chess."""
    return COLUMNS[cell % 3] + ROWS[cell // 3]
