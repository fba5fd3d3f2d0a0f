"""Why the agent is beatable: a game that beats it, the cause of its mistake, and a fix."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Refutation, ReviewedMove, refutation, review
from ttt_core.game import SIDES, Side, boards, move_values, position_of, walk
from ttt_core.game import board as rules
from ttt_core.learning import PRESET_LABELS, RULES, Agent, matters
from ttt_core.learning import SETTINGS as DECLARED
from ttt_core.pictures import data_frame
from ttt_core.sentences import tr_noop
from ttt_core.study import (
    Cause,
    Diagnosis,
    Effect,
    Fix,
    FixSearch,
    Hindsight,
    LookingBack,
    cells_that_differ,
    diagnose,
    look_alike,
)
from ttt_ui import jobs
from ttt_ui.drawing.board_component import CellNote, board
from ttt_ui.frame.field import Field, one_of
from ttt_ui.inspect.state import open_board
from ttt_ui.jobs import Job
from ttt_ui.language import localised, tr, tr_plural
from ttt_ui.moves.insights import Insights
from ttt_ui.replay.game import Replay
from ttt_ui.replay.views import GRADES, explained, step_slider
from ttt_ui.train import actions as train_actions
from ttt_ui.train.controls import SETTINGS, differences, in_words, preset_of
from ttt_ui.train.state import train_state
from ttt_ui.train.training import Training
from ttt_ui.train.work import search_on
from ttt_ui.visit.session import Session, session
from ttt_ui.widgets import rerun_page_if_alone
from ttt_ui.wording import TRUE_VALUE_WORDS, cell_name, counted, listed, number, percent, worth

if TYPE_CHECKING:
    import pandas as pd


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
    if name == "rule":
        return tr(RULES[value].label)
    if words := SETTINGS[name].words:
        return tr(words[value])
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


def settings_changed(before: ttt.TrainingConfig, fix: ttt.TrainingConfig) -> list[str]:
    """List the settings that a fix changes, each with its new value."""
    return [in_words(name, fix) for name in differences(before, fix) if matters(name, fix)]


def fix_button(fix: ttt.TrainingConfig, named: list[str]) -> str:
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


@dataclass
class Finding:
    """What is known about a game that beats the agent."""

    refutation: Refutation
    diagnosis: Diagnosis
    place: Replay  # the game's move that is shown
    job: Job | None = None  # the job that investigates; None before the first
    search: LookingBack | FixSearch | None = None  # what the job does at present
    # When the mistake appeared; None if that is not known, or not yet.
    hindsight: Hindsight | None = None
    is_too_long: bool = False  # its training, to be replayed
    # Settings that fix it; None if none are known, or none yet.
    fix: Fix | None = None
    tested: bool = False  # whether all fixes were tested

    @property
    def looked_back(self) -> bool:
        """Whether more cannot be known of when the mistake appeared."""
        return self.is_too_long or self.hindsight is not None

    def investigate(
        self, visitor: Session, training: Training | None, changed: Sequence[str]
    ) -> None:
        """Begin to find out when the mistake appeared, and then what fixes it.

        Nothing happens while that is under way, and after it has failed. Of several causes, that of
        the settings that were `changed` last comes first.
        """
        if self.tested or (self.job is not None and (self.job.running or self.job.failed)):
            return
        if self.search is None and training is not None:
            self.search = training.looking_back(self.refutation.board)
            self.is_too_long = self.search is None
        if self.search is None:
            self.search = FixSearch(self.diagnosis, changed)
        self.job = jobs.start(
            search_on,
            arguments=lambda: (self.search,),
            on_report=lambda search: self._note(search, visitor, changed),
        )

    def _note(
        self, search: LookingBack | FixSearch, visitor: Session, changed: Sequence[str]
    ) -> bool:
        """Note what is known now; return whether more is wanted."""
        self.search = search
        if search.finished:
            if isinstance(search, LookingBack):
                self.hindsight, self.search = search.hindsight, FixSearch(self.diagnosis, changed)
            else:
                self.fix, self.tested, self.search = search.best, True, None
        return not self.tested and visitor.agent.q is self.diagnosis.evidence.agent.q


def findings_of(agent: ttt.Agent) -> dict[Side, Finding]:
    """Return the games that beat an agent, by its side, the likelier first."""
    policy = agent.policy()
    refutations = [game for side in SIDES if (game := refutation(policy, side)) is not None]
    return {
        game.side: Finding(game, diagnose(agent, game), _at_the_error(game))
        for game in sorted(refutations, key=lambda game: -game.probability)
    }


def _at_the_error(game: Refutation) -> Replay:
    moves = review(game.cells)
    return Replay(f"why_{game.side}", moves=moves, step=min(game.error + 1, len(moves)))


def findings() -> dict[Side, Finding]:
    return session().about(findings_of)


_MOVES_SHOWN = 4
_VALUES = {
    "q-table": tr_noop("Value"),
    "reward-memory": tr_noop("Score"),
    "matchboxes": tr_noop("Beads"),
    "network": tr_noop("Value"),
    "policy": tr_noop("Preference"),
}


def explain(insights: Insights, training: Training | None) -> None:
    """Show the game that beats the agent, what went wrong in it, and what fixes it."""
    if ttt.evaluate(insights.policy).unbeatable:
        st.markdown(tr("No opponent can beat this agent, so there is nothing to explain."))
        return
    by_side = findings()
    finding = by_side[side_to_show(list(by_side), "why_side")]
    left, right = st.columns([2, 5], gap="medium")
    with left:
        game_that_beats_it(finding.refutation, finding.place, name="why")
    with right:
        _mistake(finding, insights)
        _investigation(finding, training, lambda: _cause_and_fix(finding, training))
        st.button(
            tr("Open in Inspect"),
            icon=":material/search_insights:",
            type="tertiary",
            key="why_inspect",
            on_click=open_board,
            args=(finding.refutation.board,),
        )


def side_to_show(losing: list[Side], key: str) -> Side:
    """Let the visitor choose the side, if there are two; the likelier loss first."""
    if len(losing) == 1:
        return losing[0]
    side: Field[Side] = one_of(
        key,
        sorted(losing, reverse=True),
        losing[0],
        label=tr_noop("The agent's side"),
        look={
            "format_func": lambda side: tr("As {side}", side=side),
            "label_visibility": "collapsed",
        },
    )
    return side.show()


@st.fragment
def game_that_beats_it(game: Refutation, place: Replay, *, name: str) -> None:
    """Show a game that beats an agent, to step through; keys of widgets begin with `name`."""
    step, moves = place.step, place.moves
    is_error = step - 1 == game.error
    move = moves[step - 1] if step else None
    board(
        boards()[walk(game.cells[:step])[-1]],
        key=f"{name}_board",
        token=f"{game.side}/{step}",
        mark=game.side if is_error else None,
        last_move=move.cell if move else None,
        rings=move.better if move and is_error else (),
        size="small",
    )
    if moves:
        _steps(place, name)
    st.markdown(step_in_words(game, step, moves))


def _steps(place: Replay, name: str) -> None:
    last = len(place.moves)
    step_slider(place)
    with st.grid(2, min_column_width=80, gap="xsmall"):
        st.button(
            tr("Back"),
            key=f"{name}_back",
            on_click=place.step_by,
            args=(-1,),
            disabled=place.step == 0,
            width="stretch",
        )
        st.button(
            tr("Forward"),
            key=f"{name}_forward",
            on_click=place.step_by,
            args=(1,),
            disabled=place.step == last,
            width="stretch",
        )


def _mistake(finding: Finding, insights: Insights) -> None:
    game, evidence = finding.refutation, finding.diagnosis.evidence
    chances = insights.policy[evidence.position]
    st.markdown(
        mistake_in_words(game, float(chances[RESIGNING if game.cell is None else game.cell]))
    )
    st.dataframe(
        _moves(finding, insights),
        hide_index=True,
        width="content",
        key="why_moves",
        alt=tr("The mistake and the right moves, with value, visits and true value"),
        column_config={
            tr("Visits"): st.column_config.NumberColumn(format="localized"),
        },
    )


def _moves(finding: Finding, insights: Insights) -> "pd.DataFrame":
    """Tabulate the mistake and the right moves with the highest values."""
    evidence, agent = finding.diagnosis.evidence, insights.agent
    position, played = evidence.position, finding.refutation.cell
    right = sorted(np.flatnonzero(evidence.right).tolist(), key=lambda c: -agent.q[position, c])
    cells = [*([] if played is None else [played]), *right][:_MOVES_SHOWN]
    return data_frame(
        {
            tr("Move"): [cell_name(cell) for cell in cells],
            tr(_VALUES[agent.kind]): [number(agent.q[position, cell]) for cell in cells],
            tr("Visits"): agent.visits[position, cells],
            tr("Probability"): [percent(chance) for chance in insights.policy[position, cells]],
            tr("True value"): [worth(int(move_values()[position, cell]), 0) for cell in cells],
        }
    )


def _investigation(finding: Finding, training: Training | None, draw: Callable[[], None]) -> None:
    """Let a job find out what is still unknown, and draw what is known as it does."""
    before = train_state().previous_run if training else None
    config = finding.diagnosis.evidence.config
    finding.investigate(session(), training, differences(before.settings, config) if before else [])
    jobs.follow(finding.job, draw)


def _cause_and_fix(finding: Finding, training: Training | None) -> None:
    """Show the cause, when the mistake first appeared and what fixes it."""
    diagnosis, fix, search = finding.diagnosis, finding.fix, finding.search
    st.markdown(cause_in_words(diagnosis, fix, tested=finding.tested))
    causes = (fix and fix.causes) or diagnosis.causes
    if any(cause.name == "boards-alike" for cause in causes):
        boards_alike(diagnosis.evidence.agent, finding.refutation, key="why_alike")
    if finding.looked_back:
        games_before = training.games_before if training else 0
        st.markdown(first_appeared(finding.hindsight, games_before))
    if finding.tested:
        _fix(finding, fix)
    elif search is not None and finding.job is not None and not finding.job.failed:
        replays = training is not None and not finding.looked_back
        doing = tr("Replaying its training…") if replays else tr("Testing fixes…")
        st.progress(search.share, finding.job.waiting or doing)


def boards_alike(agent: Agent, game: Refutation, *, key: str) -> None:
    """Show the mistake of a network on its board and on the one that looks most like it."""
    assert game.cell is not None
    position, cell = position_of(game.board), game.cell
    other = look_alike(agent.q, position, cell)
    st.markdown(
        tr(
            "Two boards that differ in {cells}: the network's values of **{cell}** are similar, "
            "the true values are not.",
            cells=counted(cells_that_differ(position, other), "cell", "cells"),
            cell=cell_name(cell),
        )
    )
    with st.grid(2, min_column_width=120, gap="medium"):
        for alike in (position, other):
            value = number(agent.q[alike, cell], 2)
            true_value = int(move_values()[alike, cell])
            spoken = tr(
                "value {value}, true value: {true_value}",
                value=value,
                true_value=worth(true_value, 0),
            )
            board(
                boards()[alike],
                key=f"{key}_{'board' if alike == position else 'other'}",
                token=str(alike),
                notes={cell: CellNote(value, None, TRUE_VALUE_WORDS[true_value], spoken)},
                size="small",
            )


def _fix(finding: Finding, fix: Fix | None) -> None:
    evidence = finding.diagnosis.evidence
    if fix is None:
        st.caption(
            tr("None of the small changes tested fixes it.")
            if evidence.settings_known
            else tr("There is no record of its training settings, so there is nothing to change.")
        )
        return
    if fix.continues:
        _continue_button(fix)
        return
    named = settings_changed(evidence.config, fix.config)
    st.button(
        fix_button(fix.config, named),
        icon=":material/healing:",
        type="primary",
        width="stretch",
        key="why_cure",
        on_click=train_actions.take_settings,
        args=(fix.config,),
    )
    agent = evidence.agent
    one_run = len(agent.training) == 1 and agent.training[0].games == agent.stats.games
    st.caption(promise(fix, named, taught=not one_run))


def what_repairs_it() -> None:
    """Offer to train a beatable agent from elsewhere further, until it is unbeatable."""
    agent = session().agent
    finding = next(iter(findings().values()), None)
    if finding is None or agent.trained_elsewhere is None or agent.training:
        return
    _investigation(finding, None, lambda: _repair(finding))


def _repair(finding: Finding) -> None:
    fix = finding.fix
    if fix is not None and fix.continues:
        _continue_button(fix)
    elif not finding.tested:
        st.caption(tr("Finding out how many games here would make it unbeatable…"))


def _continue(config: ttt.TrainingConfig) -> None:
    train_actions.continue_with(config)
    rerun_page_if_alone()


def _continue_button(fix: Fix) -> None:
    """Offer to train on; say what tests have shown of that, and what becomes of the agent."""
    if fix.effect == "unbeatable":
        label = tr("Train it until it is unbeatable")
        shown = tr(
            "Tested: another {games} here, in self-play from its own values, make it unbeatable.",
            games=counted(fix.config.games, "game", "games"),
        )
    else:
        label = tr("Train it here")
        shown = tr("It trains further here, in self-play from its own weights. This takes a while.")
    stays = tr("The agent as it is now stays under **Earlier agents**, in **File**.")
    st.button(
        label,
        icon=":material/healing:",
        type="primary",
        key="why_continue",
        on_click=_continue,
        args=(fix.config,),
    )
    st.caption(f"{shown} {stays}")
