"""The time machine: the agent as it was at one moment of its training, and what to do with it."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import position_of
from ttt_core.learning import RULES
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import board as draw_board
from ttt_ui.drawing.map_component import game_map
from ttt_ui.drawing.move_notes import move_notes
from ttt_ui.drawing.slider_component import read_move, slider
from ttt_ui.frame.field import one_of
from ttt_ui.inspect.state import trail
from ttt_ui.language import tr
from ttt_ui.moves.beliefs import beliefs_against_facts
from ttt_ui.moves.certainty import LEGEND
from ttt_ui.moves.choices import best_cells
from ttt_ui.moves.insights import agent_insights
from ttt_ui.moves.values import results_in_words, values_of_agent
from ttt_ui.train.classroom.state import PARTS
from ttt_ui.train.result.training import Training
from ttt_ui.train.state import CURVE, FRAME_SECONDS, TrainState
from ttt_ui.train.time import past
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.roster import roster
from ttt_ui.widgets import rerun_fragments_if_alone
from ttt_ui.wording import agent_name, counted, knowledge, number, percent, plain

_MACHINE, _MOMENT = "time_machine", "train_moment"
_SHOWN = one_of("train_moment_board", ("board", "opening"), label=tr_noop("Position"))


def show(train: TrainState, training: Training) -> None:
    """Show the agent as it was after any number of games; moves on while it is playing."""
    st.button(
        tr("Pause") if train.replaying else tr("Animate"),
        icon=":material/pause:" if train.replaying else ":material/play_arrow:",
        on_click=_play_or_pause,
        args=(train, training.curve.games.tolist()),
        key="train_replay",
        help=tr("Shows the training from the first game to the last."),
    )
    every = FRAME_SECONDS if train.replaying else None
    st.fragment(_time_machine, key=_MACHINE, run_every=every)(train, training)


def _play_or_pause(train: TrainState, moments: Sequence[int]) -> None:
    train.replaying = not train.replaying
    if train.replaying and train.moment in (None, moments[-1]):
        train.moment = moments[0]


def _time_machine(train: TrainState, training: Training) -> None:
    moments = training.curve.games.tolist()
    moment: int = moments[-1] if train.moment is None else train.moment
    if moment not in moments:
        moment = moments[-1]
    elif train.replaying and moment == moments[-1]:
        train.replaying = False
        st.rerun()
    elif train.replaying:
        moment = moments[moments.index(moment) + 1]
    train.moment = None if moment == moments[-1] else moment
    slider(
        tr("Games played"),
        moments,
        moment,
        key=_MOMENT,
        token=train.key("moment"),
        on_move=_go_to_moment,
        args=(train, moments),
        free=False,
    )
    _show_moment(train, training, moments.index(moment))


def _go_to_moment(train: TrainState, moments: Sequence[int]) -> None:
    move = read_move(_MOMENT)
    if move is not None and move.token == train.key("moment") and move.value in moments:
        train.moment = int(move.value)
        # The mark on the curve moves too.
        rerun_fragments_if_alone(*([] if PARTS.hides("curve") else [CURVE]), _MACHINE)


def _show_moment(train: TrainState, training: Training, index: int) -> None:
    """Show the agent as it was at a point of its curve."""
    games = int(training.curve.games[index])
    agent = training.agent_after(games)
    known, facts, seen = st.columns([4, 4, 4], gap="medium")
    with known:
        game_map(agent, key="train_moment_map", size="plain")
    with facts:
        _figures(training, index, agent)
    with seen:
        board = _board_shown(train)
        values_on_board(agent, board, games, key="train_moment_values")
    with st.container(key="train_moment_uses"):
        _uses(games, board)


def _figures(training: Training, index: int, agent: ttt.Agent) -> None:
    curve, known = training.curve, knowledge(agent)
    unbeatable = curve.unbeatable[index]
    st.badge(
        tr("Unbeatable") if unbeatable else tr("Beatable"),
        icon=":material/verified:" if unbeatable else ":material/trending_down:",
        color="green" if unbeatable else "red",
    )
    rows = {
        tr("After"): counted(int(curve.games[index]), "game", "games"),
        known.label: number(known.number),
        tr("Optimal moves"): percent(curve.optimal_share[index]),
        tr("X wins vs random"): percent(curve.vs_random_as_x[index, 0]),
        tr("O wins vs random"): percent(curve.vs_random_as_o[index, 0]),
        tr("X loses, worst case"): percent(curve.worst_case_as_x[index, 2]),
        tr("O loses, worst case"): percent(curve.worst_case_as_o[index, 2]),
    }
    if RULES[agent.config.rule].explores:
        rows[tr("ε in the next game")] = percent(curve.epsilon[index])
    first, *others = (f"| {name} | {value} |" for name, value in rows.items())
    st.markdown("\n".join([first, "|---|---:|", *others]))


def _board_shown(train: TrainState) -> str:
    """Offer the empty board and another one: that of Inspect, or an example, which stays."""
    board = trail().board if trail().chosen else rules.EMPTY_BOARD
    if board == rules.EMPTY_BOARD or rules.outcome(board) is not None:
        train.example = train.example or agent_insights().telling_board
        board = train.example
    if board == rules.EMPTY_BOARD:
        st.markdown(tr("**Empty board**"), help=tr(LEGEND))
        return board
    labels = {"board": f"`{rules.pattern(board)}`", "opening": tr("Empty board")}
    chosen = _SHOWN.show(
        format_func=labels.__getitem__,
        help=f"{tr(LEGEND)} {tr('To see another position here, open it in Inspect first.')}",
    )
    return rules.EMPTY_BOARD if chosen == "opening" else board


def values_on_board(agent: ttt.Agent, board: str, games: int, *, key: str) -> None:
    """Draw the values of an agent after so many games; its move is outlined."""
    best = best_cells(agent.policy()[position_of(board)])
    given = replace(values_of_agent(agent, board), scale=agent_insights().scale)
    text = tr(
        "Move values in {board} after {games}.",
        board=rules.pattern(board),
        games=counted(games, "game", "games"),
    )
    draw_board(
        board,
        key=key,
        token=f"{games}:{board}",
        playable=False,
        notes={
            cell: replace(note, choice="own") if cell in best else note
            for cell, note in move_notes(board, given, true_values=False).items()
        },
        announcement=text,
        size="small",
    )
    facts = results_in_words(given.results), beliefs_against_facts(given, shows_true_values=False)
    if any(facts):
        st.caption(" ".join(filter(None, facts)))


def _uses(games: int, board: str) -> None:
    name = plain(agent_name(agent_insights().agent))
    st.markdown(tr("**Use the agent from this point**"))
    play, look, compare = st.columns(3)
    play.button(
        tr("Play it"),
        icon=":material/sports_esports:",
        on_click=past.play_against,
        args=(games,),
        width="stretch",
    )
    look.button(
        tr("Inspect it"),
        icon=":material/search_insights:",
        on_click=past.look_into,
        args=(games, board),
        width="stretch",
    )
    compare.button(
        tr("Add it to Compare"),
        icon=":material/balance:",
        on_click=past.compare,
        args=(games,),
        disabled=roster().full,
        width="stretch",
        help=tr(
            "Adds it next to your agent as it is now. Compare takes up to {most} agents.",
            most=MAX_AGENTS,
        ),
    )
    if games != agent_insights().agent.stats.games:
        st.caption(
            tr(
                "Your {name} is kept: **Back to {name}** on Play or Inspect, or **Undo** here, "
                "brings it back.",
                name=name,
            )
        )
