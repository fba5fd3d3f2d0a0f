"""The sentences that explain why an agent is beatable."""

from collections.abc import Mapping
from typing import Any

import numpy as np

import ttt_core as ttt
from ttt_core.evaluation import Refutation, ReviewedMove
from ttt_core.game import board as rules
from ttt_core.learning import PRESET_LABELS, RULES, matters
from ttt_core.learning import SETTINGS as DECLARED
from ttt_core.sentences import tr_noop
from ttt_core.study import Cause, Diagnosis, Effect, Fix, Hindsight
from ttt_ui.language import localised, tr, tr_plural
from ttt_ui.replay.wording import GRADES, explained
from ttt_ui.train.settings.controls import SETTINGS, Choice, differences, in_words, preset_of
from ttt_ui.wording import cell_name, counted, listed, number, percent

_SHARES = ("random_share", "minimax_share", "epsilon")
_SHOWN_ON_BUTTON = 2

_PLAYS = tr_noop("As {side}, in `{board}`, it plays **{move}**, which loses.")
_MAY_PLAY = tr_noop("As {side}, in `{board}`, it can play **{move}**, which loses.")


def mistake_in_words(game: Refutation, chance: float) -> str:
    """Say in Markdown what the decisive mistake is; `chance` is its probability."""
    side, board = game.side, rules.pattern(game.board)
    if game.cell is None:
        if chance == 1:
            return tr(
                "As {side}, in `{board}`, it resigns, so {other} wins.",
                side=side,
                board=board,
                other=rules.other(side),
            )
        return tr(
            "As {side}, in `{board}`, it resigns with probability {chance}.",
            side=side,
            board=board,
            chance=percent(chance),
        )
    return tr(
        _PLAYS if chance == 1 else _MAY_PLAY,
        side=side,
        board=board,
        move=cell_name(game.cell),
    )


def step_in_words(game: Refutation, step: int, moves: list[ReviewedMove]) -> str:
    """Describe in Markdown the last move on the board."""
    if step == 0:
        text = tr("The empty board. The agent plays {side}.", side=game.side)
        return f"{text} {tr(_RESIGNS)}" if game.error == 0 and game.resigned else text
    move = moves[step - 1]
    text = tr(
        _MOVE_OF_AGENT if move.side == game.side else _MOVE,
        step=step,
        last=len(moves),
        side=move.side,
        cell=cell_name(move.cell),
    )
    if step - 1 == game.error:
        return f"{text} {tr(GRADES[move.grade])} {explained(move)}"
    if step < len(moves):
        return text
    end = tr(_RESIGNS) if game.resigned else tr("{side} wins.", side=move.side)
    return f"{text} {end}"


_RESIGNS = tr_noop("Here it resigns.")
_MOVE = tr_noop("Move {step} of {last}: {side}, {cell}.")
_MOVE_OF_AGENT = tr_noop("Move {step} of {last}: the agent ({side}), {cell}.")

_CAUSE = tr_noop("**{label}.** {sentence}")
_SUSPECTED = tr_noop("**Suspected: {label}.** {sentence}")
_NOT_ALONE = tr_noop("**{label}, but not alone.** {sentence}")
_ALONE_TOO = tr_noop(
    "**Also: {label}.** {sentence} Changing only this would make it unbeatable, too."
)
_IN_ITS_TABLE = tr_noop("**In its table: {label}.** {sentence}")


def cause_in_words(diagnosis: Diagnosis, fix: Fix | None, *, tested: bool) -> str:
    """Say in Markdown why the mistake happens, as far as tests have confirmed it so far.

    `tested` says whether all of them were made.

    A cause that is not a setting is what the table shows. It remains true next to the setting that
    has caused it. What beads make of a box needs no test.
    """
    causes, template = diagnosis.causes, _SUSPECTED
    if causes[0].name == "unclear" or diagnosis.evidence.has_boxes:
        template = _CAUSE
    elif fix is not None and fix.causes:
        causes, template = fix.causes, _CAUSE
    elif tested and diagnosis.evidence.settings_known:
        template = _NOT_ALONE
    facts = _facts(diagnosis)
    sentences = [
        tr(template, label=tr(cause.label), sentence=_explained(cause, diagnosis, facts))
        for cause in causes
    ]
    sentences += [
        tr(_ALONE_TOO, label=tr(cause.label), sentence=_explained(cause, diagnosis, facts))
        for cause in (fix.others if fix else ())
    ]
    if causes is not diagnosis.causes and not diagnosis.causes[0].is_setting:
        (seen,) = diagnosis.causes
        sentence = tr(seen.sentence, **facts)
        sentences.append(tr(_IN_ITS_TABLE, label=tr(seen.label), sentence=sentence))
    return "  \n".join(sentences)


def _explained(cause: Cause, diagnosis: Diagnosis, facts: Mapping[str, str]) -> str:
    """Say what a cause is and, if the table suggests it, what it shows."""
    text = tr(cause.sentence, **facts)
    if cause.sign and cause in diagnosis.causes:
        return f"{text} {tr(cause.sign, **facts)}"
    return text


def alike_in_words(cell: int, differing: int) -> str:
    """Say in Markdown what two boards that look alike show."""
    return tr(
        "Two boards that differ in {cells}: the network's values of **{cell}** are similar, the "
        "true values are not.",
        cells=counted(differing, "cell", "cells"),
        cell=cell_name(cell),
    )


def _facts(diagnosis: Diagnosis) -> dict[str, str]:
    """Return the values for the templates of the causes, see `Cause`."""
    evidence = diagnosis.evidence
    game, config, q = evidence.refutation, evidence.config, evidence.agent.q[evidence.position]
    leads_to = evidence.leads_to if evidence.has_limits else q
    best = int(np.where(evidence.right, leads_to, -np.inf).argmax())
    played = best if game.cell is None else game.cell
    facts = {name: _setting(name, getattr(config, name)) for name in DECLARED}
    facts |= {
        "side": game.side,
        "other": rules.other(game.side),
        "played": cell_name(played),
        "right": cell_name(best),
        "value": number(q[played]),
        "right_value": number(q[best]),
        "goal": number(leads_to[played]),
        "right_goal": number(leads_to[best]),
        "step": _step(config),
        "punished": "" if game.cell is None else percent(evidence.chance_of_punishment),
    }
    if evidence.misleading_epsilon is not None:
        facts["exploring"] = percent(evidence.misleading_epsilon)
    if root := evidence.root:
        later = tr(
            "In `{board}`, {moves} later,",
            board=rules.pattern(root.board),
            moves=counted(root.plies, "move", "moves"),
        )
        facts |= {
            "root": cell_name(root.cell),
            "where": later if root.plies else tr("Here,"),
            "root_value": number(root.value),
            "root_goal": number(root.goal),
            "visits": counted(root.visits, "time", "times"),
        }
    return facts


def _step(config: ttt.TrainingConfig) -> str:
    if config.best_ever:
        return tr("only the best result kept")
    if config.step_size == "constant":
        return localised(f"α = {config.alpha:g}")
    return tr("sample averages")


def _setting(name: str, value: Any) -> str:
    if name in _SHARES:
        return percent(value)
    setting = SETTINGS.get(name)
    if isinstance(setting, Choice):
        return tr(setting.options[value])
    if name == "rule":
        return tr(RULES[value].label)
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    text = f"{value:,}" if isinstance(value, int) else f"{value:g}".replace("-", "−")
    return localised(text)


def first_appeared(seen: Hindsight | None, games_before: int) -> str:
    """Say in Markdown when in the training the mistake appeared, and whether it was ever right."""
    if seen is None:
        return tr(
            "Its training is too long to replay here, so it is not known when the mistake appeared."
        )
    if not seen.times_right:
        games = counted(seen.games, "game", "games")
        return tr("**Wrong from the start**, and after every one of its {games}.", games=games)
    start, wrong = seen.right_from + games_before, seen.wrong_from + games_before
    end = wrong - 1
    if seen.times_right > 1:
        template = _RIGHT_SOMETIMES_LAST_AFTER if start == end else _RIGHT_SOMETIMES
    elif end == 0:
        template = _RIGHT_BEFORE_FIRST
    elif start == end:
        template = _RIGHT_AFTER
    else:
        template = _RIGHT_FROM if start else _RIGHT_FROM_START
    return tr(template, wrong=wrong, times=seen.times_right, start=start, end=end)


_RIGHT_SOMETIMES = tr_noop(
    "**Wrong since game {wrong:,}.** Before that it was right {times:,} times, most recently from "
    "game {start:,} to game {end:,}."
)
_RIGHT_SOMETIMES_LAST_AFTER = tr_noop(
    "**Wrong since game {wrong:,}.** Before that it was right {times:,} times, most recently after "
    "game {end:,}."
)
_RIGHT_BEFORE_FIRST = tr_noop("**Right only before its first game**, and wrong ever since.")
_RIGHT_AFTER = tr_noop("**Right only after game {end:,}**, wrong since game {wrong:,}.")
_RIGHT_FROM_START = tr_noop("**Right from the start to game {end:,}**, wrong since game {wrong:,}.")
_RIGHT_FROM = tr_noop("**Right from game {start:,} to game {end:,}**, wrong since game {wrong:,}.")


def changes(before: ttt.TrainingConfig, fix: ttt.TrainingConfig) -> list[str]:
    """List the settings that a fix changes, each with its new value."""
    return [in_words(name, fix) for name in differences(before, fix) if matters(name, fix)]


def button(fix: ttt.TrainingConfig, named: list[str]) -> str:
    if len(named) <= _SHOWN_ON_BUTTON:
        return tr("Try a fix: {changes}", changes=listed(named))
    if (preset := preset_of(fix)) is not None:
        return tr("Try a fix: preset {preset}", preset=tr(PRESET_LABELS[preset]))
    return tr_plural("Try a fix: {n} setting", "Try a fix: {n} settings", len(named))


_EFFECTS: dict[Effect, str] = {
    "unbeatable": tr_noop("Tested: training from scratch with this fix makes it unbeatable."),
    "position": tr_noop(
        "Tested: training from scratch with this fix makes it right in this position, but it is "
        "still beatable in others."
    ),
    "untried": tr_noop("Not tested yet, because it takes a while. It trains from scratch."),
}


def promise(tested_fix: Fix, named: list[str], *, taught: bool) -> str:
    """Say what testing a fix has shown, and what applying it discards."""
    sentences = [tr(_EFFECTS[tested_fix.effect])]
    if len(named) > _SHOWN_ON_BUTTON:
        sentences.insert(0, tr("New settings: {changes}.", changes=listed(named)))
    if taught:
        sentences.append(tr("Anything else it has learned is lost; **Undo** brings it back."))
    return " ".join(sentences)


def promise_of_more(tested_fix: Fix) -> str:
    """Say what testing has shown about training that continues, and what becomes of the agent."""
    if tested_fix.effect == "unbeatable":
        shown = tr(
            "Tested: {games} more here, in self-play from its own values, make it unbeatable.",
            games=counted(tested_fix.config.games, "game", "games"),
        )
    else:
        shown = tr("It trains further here, in self-play from its own weights. This takes a while.")
    return f"{shown} {tr('The agent as it is now stays under **Earlier agents**, in **File**.')}"


def no_fix(*, settings_known: bool) -> str:
    if settings_known:
        return tr("None of the small changes tested fixes it.")
    return tr("There is no record of its training settings, so there is nothing to change.")
