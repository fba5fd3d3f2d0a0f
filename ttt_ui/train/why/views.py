"""Why the agent is beatable: a game that beats it, the cause of its mistake, and a fix."""

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Refutation
from ttt_core.game import Side, boards, move_values, position_of, walk
from ttt_core.learning import Agent
from ttt_core.sentences import tr_noop
from ttt_core.study import Fix, cells_that_differ, look_alike
from ttt_ui import jobs
from ttt_ui.drawing.board_component import CellNote, board
from ttt_ui.frame.field import Field, one_of
from ttt_ui.inspect.actions import open_board
from ttt_ui.language import tr
from ttt_ui.moves.insights import Insights
from ttt_ui.replay.replay import Replay
from ttt_ui.replay.views import step_slider
from ttt_ui.tables import table_of
from ttt_ui.train import actions
from ttt_ui.train.result.training import Training
from ttt_ui.train.settings.controls import differences
from ttt_ui.train.state import train_state
from ttt_ui.train.why import wording
from ttt_ui.train.why.findings import Finding, findings
from ttt_ui.visit.session import session
from ttt_ui.widgets import rerun_page_if_alone
from ttt_ui.wording import TRUE_VALUE_WORDS, cell_name, number, percent, worth

if TYPE_CHECKING:
    import pandas as pd

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
    if insights.unbeatable:
        st.markdown(tr("No opponent can beat this agent, so there is nothing to explain."))
        return
    by_side = findings().by_side
    finding = by_side[side_to_show(list(by_side), "why_side")]
    left, right = st.columns([2, 5], gap="medium")
    with left:
        game_that_beats_it(finding.refutation, finding.place, name="why")
    with right:
        _mistake(finding, insights)
        _investigation(finding, training)
        _open_in_inspect(finding)


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
    st.markdown(wording.step_in_words(game, step, moves))


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
        wording.mistake_in_words(
            game, float(chances[RESIGNING if game.cell is None else game.cell])
        )
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
    return table_of(
        {
            tr("Move"): [cell_name(cell) for cell in cells],
            tr(_VALUES[agent.kind]): [number(agent.q[position, cell]) for cell in cells],
            tr("Visits"): agent.visits[position, cells],
            tr("Probability"): [percent(chance) for chance in insights.policy[position, cells]],
            tr("True value"): [worth(int(move_values()[position, cell]), 0) for cell in cells],
        }
    )


def _investigation(finding: Finding, training: Training | None) -> None:
    """Show the cause, when the mistake first appeared and what fixes it, as a job finds out."""
    before = train_state().previous_run
    config = finding.diagnosis.evidence.config
    changed = differences(before.settings, config) if before else []
    finding.investigate(session(), training, changed)
    jobs.follow(finding.job, lambda: _cause_and_fix(finding, training))


def _cause_and_fix(finding: Finding, training: Training | None) -> None:
    known, diagnosis = finding.known, finding.diagnosis
    fix = known.fix
    st.markdown(wording.cause_in_words(diagnosis, fix, tested=known.tested))
    causes = (fix and fix.causes) or diagnosis.causes
    if any(cause.name == "boards-alike" for cause in causes):
        boards_alike(finding.diagnosis.evidence.agent, finding.refutation, key="why_alike")
    if finding.looked_back:
        games_before = training.games_before if training else 0
        st.markdown(wording.first_appeared(known.hindsight, games_before))
    if known.tested:
        _fix(finding, fix)
    elif finding.job is not None and not finding.job.failed:
        replays = training is not None and not finding.looked_back
        doing = tr("Replaying its training…") if replays else tr("Testing fixes…")
        st.progress(known.share, finding.job.waiting or doing)


def boards_alike(agent: Agent, game: Refutation, *, key: str) -> None:
    """Show the mistake of a network on its board and on the one that looks most like it."""
    assert game.cell is not None
    position, cell = position_of(game.board), game.cell
    other = look_alike(agent.q, position, cell)
    st.markdown(wording.alike_in_words(cell, cells_that_differ(position, other)))
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
        st.caption(wording.no_fix(settings_known=evidence.settings_known))
        return
    if fix.continues:
        _continue_button(fix)
        return
    named = wording.changes(evidence.config, fix.config)
    st.button(
        wording.button(fix.config, named),
        icon=":material/healing:",
        type="primary",
        width="stretch",
        key="why_cure",
        on_click=_try,
        args=(fix.config,),
    )
    st.caption(wording.promise(fix, named, taught=_is_taught(evidence.agent)))


def what_repairs_it() -> None:
    """Offer to train a beatable agent from elsewhere further, until it is unbeatable."""
    agent = session().agent
    finding = next(iter(findings().by_side.values()), None)
    if finding is None or agent.trained_elsewhere is None or agent.training:
        return
    finding.investigate(session(), None, [])
    jobs.follow(finding.job, lambda: _repair(finding))


def _repair(finding: Finding) -> None:
    fix = finding.known.fix
    if fix is not None and fix.continues:
        _continue_button(fix)
    elif not finding.known.tested:
        st.caption(tr("Finding out how many games here would make it unbeatable…"))


def _continue_button(fix: Fix) -> None:
    st.button(
        tr("Train it until it is unbeatable")
        if fix.effect == "unbeatable"
        else tr("Train it here"),
        icon=":material/healing:",
        type="primary",
        key="why_continue",
        on_click=_continue,
        args=(fix.config,),
    )
    st.caption(wording.promise_of_more(fix))


def _continue(config: ttt.TrainingConfig) -> None:
    actions.continue_with(config)
    rerun_page_if_alone()


def _try(config: ttt.TrainingConfig) -> None:
    actions.try_settings(config)
    rerun_page_if_alone()


def _open_in_inspect(finding: Finding) -> None:
    st.button(
        tr("Open in Inspect"),
        icon=":material/search_insights:",
        type="tertiary",
        key="why_inspect",
        on_click=open_board,
        args=(finding.refutation.board,),
    )


def _is_taught(agent: Agent) -> bool:
    """Return whether the agent has learned more than one training run from scratch."""
    return len(agent.training) != 1 or agent.training[0].games != agent.stats.games
