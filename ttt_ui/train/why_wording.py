"""The sentences that explain why an agent is beatable."""

from dataclasses import fields
from typing import Any

import numpy as np

import ttt_core as ttt
from ttt_core.evaluation import Refutation, ReviewedMove
from ttt_core.game import board as rules
from ttt_core.learning import PRESET_LABELS, RULES, matters
from ttt_core.learning import SETTINGS as DECLARED
from ttt_core.study import Diagnosis, Effect, Fix, Hindsight
from ttt_ui.language import tr
from ttt_ui.play.review.wording import GRADES, explained
from ttt_ui.train.settings import SETTINGS, Choice, in_words, preset_of
from ttt_ui.wording import cell_name, counted, listed, number, percent

_SHARES = ("random_share", "minimax_share", "epsilon")
_SHOWN_ON_BUTTON = 2


def mistake_in_words(found: Refutation, chance: float) -> str:
    """Say in Markdown where the decisive mistake happens, and how likely it is."""
    side, other, board = found.side, rules.other(found.side), rules.pattern(found.board)
    if found.cell is None:
        if chance == 1:
            return f"As {side}, in `{board}`, it resigns, so {other} wins."
        return f"As {side}, in `{board}`, it resigns with probability {percent(chance)}."
    move = cell_name(found.cell)
    if chance == 1:
        return f"As {side}, in `{board}`, it plays **{move}**, after which {other} can force a win."
    return (
        f"As {side}, in `{board}`, it plays **{move}** (with probability {percent(chance)}), after "
        f"which {other} can force a win."
    )


def step_in_words(found: Refutation, step: int, moves: list[ReviewedMove]) -> str:
    """Describe in Markdown the last move on the board."""
    if step == 0:
        if found.error == 0 and found.resigned:
            return f"The empty board. The agent plays {found.side}. Here it resigns."
        return f"The empty board. The agent plays {found.side}."
    move = moves[step - 1]
    who = f"the agent ({move.side})" if move.side == found.side else move.side
    said = f"Move {step} of {len(moves)}: {who}, {cell_name(move.cell)}."
    if step - 1 == found.error:
        return f"{said} {GRADES[move.grade]} {explained(move)}"
    if step < len(moves):
        return said
    return f"{said} Here it resigns." if found.resigned else f"{said} {move.side} wins."


_CAUSE = "**{label}.** {sentence}"
_SUSPECTED = "**Suspected: {label}.** {sentence}"
_NOT_ALONE = "**{label}, but not alone.** {sentence}"
_IN_ITS_TABLE = "**In its table: {label}.** {sentence}"


def cause_in_words(diagnosis: Diagnosis, fix: tuple[()] | tuple[Fix | None]) -> str:
    """Say in Markdown why the mistake happens, as far as tests have confirmed it so far.

    A cause that is not a setting is what the table shows. It remains true next to the setting that
    has caused it. What beads make of a box needs no test.
    """
    causes, template = diagnosis.causes, _SUSPECTED
    (tested,) = fix or (None,)
    if causes[0].name == "unclear" or diagnosis.evidence.has_boxes:
        template = _CAUSE
    elif tested is not None and tested.causes:
        causes, template = tested.causes, _CAUSE
    elif fix and diagnosis.evidence.settings_known:
        template = _NOT_ALONE
    facts = _facts(diagnosis)
    said = [
        template.format(label=cause.label, sentence=cause.sentence.format(**facts))
        for cause in causes
    ]
    if causes is not diagnosis.causes and not diagnosis.causes[0].is_setting:
        (seen,) = diagnosis.causes
        sentence = seen.sentence.format(**facts)
        said.append(_IN_ITS_TABLE.format(label=seen.label, sentence=sentence))
    return "  \n".join(said)


def alike_in_words(cell: int, differing: int) -> str:
    """Say in Markdown what two boards that look alike show."""
    return (
        f"Two boards that differ in {counted(differing, 'cell', 'cells')}: the network's values of "
        f"**{cell_name(cell)}** are similar, the true values are not."
    )


def _facts(diagnosis: Diagnosis) -> dict[str, str]:
    """Return the values for the templates of the causes, see `Cause`."""
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
        "step": _step(config),
        "punished": "" if found.cell is None else percent(evidence.chance_of_punishment),
    }
    if not evidence.has_boxes and evidence.misleading_epsilon is not None:
        facts["exploring"] = percent(evidence.misleading_epsilon)
    if root := evidence.root:
        later = f"In `{rules.pattern(root.board)}`, {counted(root.plies, 'move', 'moves')} later,"
        facts |= {
            "root": cell_name(root.cell),
            "where": later if root.plies else "Here,",
            "root_value": number(root.value),
            "root_goal": number(root.goal),
            "visits": counted(root.visits, "time", "times"),
        }
    return facts


def _step(config: ttt.TrainingConfig) -> str:
    if config.best_ever:
        return "only the best result kept"
    return f"α = {config.alpha:g}" if config.step_size == "constant" else "sample averages"


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


def first_appeared(seen: Hindsight, games_before: int) -> str:
    """Say in Markdown when in the training the mistake appeared, and whether it was ever right."""
    if not seen.times_right:
        games = counted(seen.games, "game", "games")
        return tr("**Never right**: it was wrong here throughout its {games}.", games=games)
    start, wrong = seen.right_from + games_before, seen.wrong_from + games_before
    end = wrong - 1
    if seen.times_right > 1:
        before = f"Before that it was right {seen.times_right:,} times, most recently"
        if start == end:
            return f"**Wrong since game {wrong:,}.** {before} after game {end:,}."
        return f"**Wrong since game {wrong:,}.** {before} from game {start:,} to game {end:,}."
    if end == 0:
        return "**Right only before its first game**, and wrong ever since."
    if start == end:
        return f"**Right only after game {end:,}**, wrong since game {wrong:,}."
    if start == 0:
        return f"**Right from the start to game {end:,}**, wrong since game {wrong:,}."
    return f"**Right from game {start:,} to game {end:,}**, wrong since game {wrong:,}."


def changes(before: ttt.TrainingConfig, fix: ttt.TrainingConfig) -> list[str]:
    """List the settings that a fix changes, each with its new value."""
    return [
        in_words(field.name, fix)
        for field in fields(fix)
        if getattr(before, field.name) != getattr(fix, field.name) and matters(field.name, fix)
    ]


def button(fix: ttt.TrainingConfig, named: list[str]) -> str:
    if (preset := preset_of(fix)) is not None:
        return f"Try a fix: preset {PRESET_LABELS[preset]}"
    if len(named) <= _SHOWN_ON_BUTTON:
        return f"Try a fix: {listed(named)}"
    return f"Try a fix: {counted(len(named), 'setting', 'settings')}"


_EFFECTS: dict[Effect, str] = {
    "unbeatable": "Tested: trained from scratch with this fix, it is unbeatable.",
    "position": "Tested: trained from scratch with this fix, it plays this position correctly but "
    "is still beatable in other positions.",
    "untried": "Not tested yet, because it takes a while. It trains from scratch.",
}


def promise(found: Fix, named: list[str], *, taught: bool) -> str:
    """Say what testing a fix has shown, and what applying it discards."""
    said = [_EFFECTS[found.effect]]
    if len(named) > _SHOWN_ON_BUTTON:
        said.insert(0, f"New settings: {listed(named)}.")
    if taught:
        said.append("Anything else it has learned is lost; **Undo** brings it back.")
    return " ".join(said)


def no_fix(*, settings_known: bool) -> str:
    if settings_known:
        return "None of the small changes tested fixes it."
    return "There is no record of its training settings, so there is nothing to change."
