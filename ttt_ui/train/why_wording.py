"""What is said of why an agent can be beaten."""

from dataclasses import fields
from typing import Any

import numpy as np

import ttt_core as ttt
from ttt_core.evaluation.refutation import Refutation
from ttt_core.evaluation.review import ReviewedMove
from ttt_core.game import board as rules
from ttt_core.learning.config import SETTINGS as DECLARED
from ttt_core.learning.config import matters
from ttt_core.learning.diagnosis import Diagnosis, Fix
from ttt_core.learning.hindsight import Hindsight
from ttt_core.learning.rules import RULES
from ttt_ui.review.wording import GRADES, explained
from ttt_ui.shared.wording import cell_name, counted, percent
from ttt_ui.train.settings import SETTINGS, Choice, preset_of

_GREEK = ("α", "γ")
_SHARES = ("random_share", "minimax_share", "epsilon")
_SHOWN_ON_BUTTON = 2


def number(value: float) -> str:
    """Write a value in three digits, with a real minus."""
    text = f"{value:,.0f}" if abs(value) >= 100 else f"{value + 0.0:.3g}"
    return text.replace("-", "−")


def error_in_words(found: Refutation, chance: float) -> str:
    """Say in Markdown where the decisive error is made, and how sure it is."""
    what = "resigns" if found.cell is None else f"plays **{cell_name(found.cell)}**"
    how_sure = "" if chance == 1 else f", with a chance of {percent(chance)},"
    return (
        f"As {found.side}, on `{rules.pattern(found.board)}`, it {what}{how_sure} and from there "
        f"{rules.other(found.side)} wins by force."
    )


def step_in_words(found: Refutation, step: int, moves: list[ReviewedMove]) -> str:
    """Say in Markdown which move of the game is on the board last, and what is to be said of it."""
    if step == 0:
        resigns = " Here it resigns." if found.error == 0 and found.resigned else ""
        return f"The empty board. {found.side} is the agent.{resigns}"
    move = moves[step - 1]
    who = f"the agent ({move.side})" if move.side == found.side else move.side
    said = f"Move {step} of {len(moves)}: {who}, {cell_name(move.cell)}."
    if step - 1 == found.error:
        return f"{said} {GRADES[move.grade]} {explained(move)}"
    if step < len(moves):
        return said
    return f"{said} Here it resigns." if found.resigned else f"{said} {move.side} has won."


def cause_in_words(diagnosis: Diagnosis) -> str:
    """Say in Markdown why the error is made."""
    facts = _facts(diagnosis)
    return "  \n".join(
        f"**{cause.label}.** {cause.sentence.format(**facts)}" for cause in diagnosis.causes
    )


def _facts(diagnosis: Diagnosis) -> dict[str, str]:
    """Return what the templates of the causes ask for, see `Cause`."""
    evidence = diagnosis.evidence
    found, config, q = evidence.refutation, evidence.config, evidence.agent.q[evidence.position]
    leads_to = q if evidence.has_boxes else evidence.leads_to
    best = int(np.where(evidence.right, leads_to, -np.inf).argmax())
    played = best if found.cell is None else found.cell
    facts = {name: _setting(name, getattr(config, name)) for name in DECLARED}
    facts |= {
        "side": found.side,
        "other": rules.other(found.side),
        "played": cell_name(played),
        "right": cell_name(best),
        "value": number(q[played]),
        "right_value": number(q[best]),
        "goal": number(leads_to[played]),
        "right_goal": number(leads_to[best]),
        "step": f"α {config.alpha:g}" if config.step_size == "constant" else "averages",
        "punished": "" if found.cell is None else percent(evidence.chance_of_punishment),
    }
    if not evidence.has_boxes and evidence.misleading_epsilon is not None:
        facts["exploring"] = percent(evidence.misleading_epsilon)
    if root := evidence.root:
        later = f"In `{rules.pattern(root.board)}`, {counted(root.plies, 'move')} later,"
        facts |= {
            "root": cell_name(root.cell),
            "where": later if root.plies else "Here,",
            "root_value": number(root.value),
            "root_goal": number(root.goal),
            "visits": counted(root.visits, "time"),
        }
    return facts


def _setting(name: str, value: Any) -> str:
    if name in _SHARES:
        return percent(value)
    setting = SETTINGS.get(name)
    if isinstance(setting, Choice):
        return setting.options[value]
    if name == "rule":
        return RULES[value].label
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:,}" if isinstance(value, int) else f"{value:g}".replace("-", "−")


def arose(seen: Hindsight, games_before: int) -> str:
    """Say in Markdown when in the training the error arose, and whether it was ever right."""
    if not seen.times_right:
        return f"**Never right** here: not after one of its {counted(seen.games, 'game')}."
    start, end = seen.right_from + games_before, seen.wrong_from + games_before
    since = f"from game {start:,}" if seen.right_from else "from the beginning"
    if seen.times_right == 1:
        return f"**Right until game {end - 1:,}**, {since}; wrong from game {end:,} on, to the end."
    return (
        f"**Right until game {end - 1:,}**, for the last time {since}; wrong from game {end:,} on. "
        f"It had come to be right {counted(seen.times_right, 'time')} in all."
    )


def changes(before: ttt.TrainingConfig, fix: ttt.TrainingConfig) -> list[str]:
    """Name the settings that a cure changes, each with what it is to be."""
    return [
        f"{_name(field.name)} {_setting_plainly(field.name, getattr(fix, field.name))}"
        for field in fields(fix)
        if getattr(before, field.name) != getattr(fix, field.name) and matters(field.name, fix)
    ]


def _name(field: str) -> str:
    label = DECLARED[field].label
    return label[-1] if label.endswith(_GREEK) else label[0].lower() + label[1:]


def _setting_plainly(field: str, value: Any) -> str:
    """Write what a control is to be set to: as it shows it."""
    if field in _SHARES:
        return f"{value:g}"
    text = _setting(field, value)
    return text[0].lower() + text[1:] if isinstance(value, str) and field != "rule" else text


def button(fix: ttt.TrainingConfig, named: list[str]) -> str:
    """Return what stands on the button that tries a cure."""
    if (preset := preset_of(fix)) is not None:
        return f"Try the cure: preset {preset}"
    if len(named) <= _SHOWN_ON_BUTTON:
        return f"Try the cure: {' and '.join(named)}"
    return f"Try the cure: {len(named)} settings"


def promise(found: Fix, named: list[str], *, taught: bool) -> str:
    """Say what trying a cure has shown, and what it leaves behind."""
    listed = f"{', '.join(named)}. " if len(named) > _SHOWN_ON_BUTTON else ""
    shown = {
        "unbeatable": "Tried already: trained so, from an empty table, it cannot be beaten.",
        "position": "Tried already: trained so, from an empty table, it is right on this board. "
        "It can still be beaten elsewhere.",
        "untried": "Not tried yet: it takes a while. It trains from an empty table.",
    }[found.effect]
    past = " What it has learned otherwise is not kept; Undo brings it back." if taught else ""
    return f"{(listed[0].upper() + listed[1:]) if listed else ''}{shown}{past}"
