"""Callbacks of the controls and buttons on Train.

To be played or inspected, an agent from an earlier point of its training replaces the visitor's,
and the page then offers to go back to that one. Link, file and curve then belong to it, too.
"""

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.learning import MAX_NAME, MeasuredRun
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.drawing.lasting_chart import clicked_point, draws_frames
from ttt_ui.drawing.map_component import opened_board
from ttt_ui.drawing.slider_component import read_move
from ttt_ui.inspect.state import FIVE_QUESTIONS, POSITION, VIEW, trail
from ttt_ui.jobs import Job
from ttt_ui.language import reason, tr
from ttt_ui.play import actions as playing
from ttt_ui.train.controls import (
    LIVE_GAMES,
    in_labels,
    name_for,
    of_its_type,
    preset_of,
    shown_value,
)
from ttt_ui.train.state import (
    CURVE,
    CURVE_CHART,
    LIVE,
    VERDICT,
    WATCHED,
    WAY,
    TrainState,
    known_training,
    present_training,
    rest_earlier,
    shown_training,
    train_state,
    whole_training,
)
from ttt_ui.train.training import Training, previous_run_of, run_after
from ttt_ui.train.work import play_on
from ttt_ui.visit import limits, messages
from ttt_ui.visit.roster import take_in
from ttt_ui.visit.session import Message, MessageIf, Session, default_agent, session
from ttt_ui.widgets import rerun_fragments_if_alone, rerun_page_if_alone
from ttt_ui.wording import agent_name, counted, plain
from ttt_ui.workers import STEP_SECONDS

NOT_TRAINED_YET = tr_noop("Your agent has not been trained with these settings yet.")
TRAIN_OR_START_OVER = tr_noop(
    "**Train** continues with your agent; **Start over** trains from scratch."
)
FRAMES = 20
"""How many pictures the animation of a training has."""
MAP, MOMENT = "train_map", "train_moment"
"""Keys of the map, and of the slider of the time machine."""


def is_live() -> bool:
    """Whether changing a setting trains at once."""
    return LIVE.value and train_state().settings.games <= LIVE_GAMES


def what_waits() -> str:
    """Say what waits for a button, and why; empty if nothing does."""
    train, visitor = train_state(), session()
    settings, training = train.settings, present_training(visitor)
    if settings.games > LIVE_GAMES and LIVE.value:
        trained = None if training is None else replace(training.config, seed=settings.seed)
        if trained != settings:
            stops = tr(
                "Live training stops at {most:,} games; for {games:,} games, press a button.",
                most=LIVE_GAMES,
                games=settings.games,
            )
            return f"{stops} {tr(TRAIN_OR_START_OVER)}"
    if _is_waiting(settings, visitor):
        return f"{tr(NOT_TRAINED_YET)} {tr(TRAIN_OR_START_OVER)}"
    return ""


def _is_waiting(settings: ttt.TrainingConfig, visitor: Session) -> bool:
    """Whether the agent has been trained, but never with the settings.

    Seed and number of games do not matter, because continuing and stopping change them. Training
    in another program counts.
    """
    agent = visitor.agent
    return not agent.is_blank and not any(
        run is not None and replace(run, seed=settings.seed, games=settings.games) == settings
        for run in (agent.trained_elsewhere, *agent.training)
    )


def take_setting(name: str, value: Any) -> None:
    """Apply the value of a setting's control.

    Ignores a control that is empty or unchanged: a browser also reports controls that have just
    appeared or disappeared.
    """
    visitor, train, live = session(), train_state(), LIVE.value
    if value in (None, shown_value(name, train.settings)):
        return
    if _set(train, name, value, place=f"setting_{name}") and live:
        _train_live(visitor, train)
    rerun_page_if_alone()


def slide(name: str, key: str) -> None:
    """Apply the value a setting's slider has been moved to, also while it is dragged.

    For undo, a whole drag is one change. Until it ends, only the result is redrawn, and that also
    trains: if callbacks trained, the next move would always arrive before anything is drawn. After
    its first move and when it rests, that is all of it; in between, the verdict, chart and map.
    """
    train, live, move = train_state(), LIVE.value, read_move(key)
    if move is None or move.token != train.key(name) or not train.goes_on_dragging(move):
        return
    drag, value = train.drag, of_its_type(name, move.value)
    if value != shown_value(name, train.settings):
        if _set(train, name, value, place=key):
            drag.due = live
        else:
            drag.under_way = False
    if drag.under_way:
        is_whole = move.rests or drag.training is None
        rerun_fragments_if_alone(VERDICT, *([WAY] if is_whole else []))
    catch_up()
    rerun_page_if_alone()


def catch_up() -> None:
    """Train with a slider's value if that was put off."""
    train = train_state()
    drag = train.drag
    if drag.due:
        drag.due = False
        drag.training = _train_live(session(), train, drag.training)


def _set(train: TrainState, name: str, value: Any, *, place: str) -> bool:
    """Set a setting from its control; return whether the value was allowed.

    If it was not, the reason appears at the control, because on a phone the sidebar covers the top
    of the page.
    """
    try:
        settings = train.with_setting(name, value)
        limits.check_training(settings)
    except (ttt.ConfigError, limits.LimitError) as error:
        why = plain(limits.shortened(in_labels(error)))
        refusal = tr("The setting was not changed. {why}", why=why)
        messages.answer(place, Message("error", refusal))
        train.key.renew(name)
        return False
    messages.answer(place)
    train.set_settings(settings, by=name)
    return True


def _train_live(
    visitor: Session, train: TrainState, instead_of: Training | None = None
) -> Training | None:
    """Train from scratch unless there are too many games.

    For undo and for the comparison with the previous run, a drag is one change: `instead_of` is
    its last training, if there was one. Return its last training now.
    """
    if train.settings.games > LIVE_GAMES:
        return instead_of
    training = Training(train.settings, name_for(train.settings))
    with visitor.lock:
        is_step = instead_of is not None and instead_of.version is visitor.version
        version = visitor.claim_agent()
    _begin(visitor, train, training, version, undoable=not is_step, compare=instead_of is None)
    return training


def take_preset(name: object) -> None:
    """Apply the chosen preset and, if live, train it with any number of games."""
    train = train_state()
    if name == preset_of(train.settings) or not isinstance(name, str) or name not in ttt.PRESETS:
        return
    train.set_settings(ttt.PRESETS[name])
    if LIVE.value:
        start_over()
    rerun_page_if_alone()


def train_on() -> None:
    """Continue training the agent with the settings; each further run has the next seed."""
    visitor, train = session(), train_state()
    settings = train.settings
    present_training(visitor)
    with visitor.lock:
        agent = visitor.agent
        config, start = run_after(settings, agent)
        before = whole_training(visitor) if start else None
        name = agent.name if start else name_for(settings)
        try:
            limits.check_training(config)
            limits.check_trained_on(agent)
            training = Training(config, name, start, before)
        except ValueError as error:
            visitor.say(plain(in_labels(error)), "error")
            return
        version = visitor.claim_agent()
    _begin(visitor, train, training, version, message_if="never")


def continue_with(settings: ttt.TrainingConfig) -> None:
    """Apply settings and continue training the agent; what takes longer is shown on Train."""
    train_state().set_settings(settings)
    train_on()
    if session().training_under_way:
        st.switch_page("pages/train.py")


def take_settings(settings: ttt.TrainingConfig) -> None:
    """Train from scratch with settings that the page offers."""
    try_settings(settings)
    rerun_page_if_alone()


def start_over() -> None:
    """Train from scratch."""
    try_settings(train_state().settings, message_if="irreplaceable")


def try_settings(settings: ttt.TrainingConfig, *, message_if: MessageIf = "made") -> None:
    """Apply settings and train from scratch; `message_if` is as in `Session.adopt`."""
    visitor, train = session(), train_state()
    try:
        limits.check_training(settings)
    except limits.LimitError as error:  # a file can ask for it
        visitor.say(plain(reason(error)), "error")
        return
    version = visitor.claim_agent()
    train.set_settings(settings)
    _begin(visitor, train, Training(settings, name_for(settings)), version, message_if=message_if)


def _begin(
    visitor: Session,
    train: TrainState,
    training: Training,
    version: ttt.Agent,
    *,
    undoable: bool = True,
    compare: bool = True,
    message_if: MessageIf = "irreplaceable",
) -> None:
    """Make a new training's agent the visitor's; what takes longer is left to a job.

    `version`, `undoable` and `message_if` are as in `Session.adopt`. `compare` says whether the
    training before becomes the previous run.
    """
    training.play_for(STEP_SECONDS)
    with visitor.lock:
        before = whole_training(visitor)
        agent = replace(training.agent, level=visitor.agent.level)
        if visitor.adopt(
            agent,
            based_on=version,
            undoable=undoable,
            finished=training.finished,
            message_if=message_if,
        ):
            training.version = agent
            is_other_run = before is None or before.runs[-1:] != (training.config,)
            if training.is_one_run and compare and is_other_run and not train.pinned:
                train.previous_run = previous_run_of(before) if before and before.runs else None
            visitor.attached.put(training)
            visitor.attached.put(train.settings)
            train.replacements = visitor.replacements
            train.end_replay()
            if before is not None:
                before.stop()
            rest_earlier(visitor)
    go_on()


def go_on() -> Job | None:
    """Return the job that continues the training under way; None if there is none."""
    visitor = session()
    with visitor.lock:  # the job may just be ending the training
        training = known_training(visitor)
        if training is None or not visitor.training_under_way or training.finished:
            return None
        if training.job is not None and training.job.failed:
            _end(visitor, training)
            jobs.tell_error(training.job)
        elif training.job is None or not training.job.running:
            training.resume()
            training.job = jobs.start(
                play_on,
                arguments=lambda: (training.run,),
                on_report=lambda report: _use(visitor, training, *report),
            )
        return training.job


def _use(visitor: Session, training: Training, run: MeasuredRun, agent: ttt.Agent) -> bool:
    """Give the visitor what was learned so far; return whether the training should go on.

    Games that are being played while the job is stopped, or the agent replaced, are not kept.
    """
    with visitor.lock:
        job = training.job
        if job is None or not job.running or training.version is not visitor.version:
            return False
        training.update(run, agent)
        _teach(visitor, training)
        return not training.finished


def stop(training: Training) -> None:
    """End a training; what was learned stays."""
    visitor = session()
    with visitor.lock:
        if training is known_training(visitor):
            _end(visitor, training)


def _end(visitor: Session, training: Training) -> None:
    training.stop()
    _teach(visitor, training)


def _teach(visitor: Session, training: Training) -> None:
    learned = training.agent
    if visitor.learn(learned, training.version, finished=training.finished):
        training.version = learned


def pin() -> None:
    """Pin the present run, to compare later runs with it."""
    visitor, train = session(), train_state()
    training = present_training(visitor)
    with visitor.lock:
        if training is not None and training.runs:
            train.previous_run, train.pinned = previous_run_of(training), True
    rerun_page_if_alone()  # which saves it


def unpin() -> None:
    """Compare with nothing until a setting changes."""
    visitor, train = session(), train_state()
    with visitor.lock:
        train.previous_run, train.pinned = None, False
    rerun_page_if_alone()


def slide_moment() -> None:
    """Move the time machine to where its slider is."""
    train, move, training = train_state(), read_move(MOMENT), shown_training(session())
    if training is None or move is None or move.token != train.key("moment"):
        return
    if move.value in training.curve.games.tolist():
        _go_to_moment(int(move.value))


def click_moment() -> None:
    """Move the time machine to the point of the chart that was clicked."""
    training, point = shown_training(session()), clicked_point(CURVE_CHART)
    if training is not None and point is not None:
        moments = training.curve.games
        train_state().key.renew("moment")
        _go_to_moment(int(moments[np.abs(moments - point[0]).argmin()]))


def _go_to_moment(games: int) -> None:
    train = train_state()
    train.moment = games
    if train.replaying:
        pause()
    rerun_fragments_if_alone(CURVE)


def animate() -> None:
    """Show the training again, from the first game to the last."""
    train, training = train_state(), shown_training(session())
    if training is not None:
        train.replaying, train.moment = True, int(training.curve.games[1])
        train.key.renew("moment")
    rerun_page_if_alone()


def next_moment() -> None:
    """Show the next frame of the animation, of `FRAMES`; end it after the last."""
    train, training = train_state(), shown_training(session())
    moments = [] if training is None else training.curve.games.tolist()
    if not train.replaying or train.moment not in moments:
        return
    index = moments.index(train.moment) + math.ceil(len(moments) / FRAMES)
    if index < len(moments) - 1:
        train.moment = moments[index]
        return
    train.moment = None
    pause()


def pause() -> None:
    """End the animation at the moment it has reached."""
    train_state().replaying = False
    WATCHED.set(True)
    rerun_page_if_alone()


def watch_first() -> None:
    """Let a newcomer, who has the default agent, watch how it has learned."""
    visitor, train = session(), train_state()
    is_new = not WATCHED.value and visitor.agent.fingerprint == default_agent().fingerprint
    if is_new and not train.replaying and draws_frames(CURVE_CHART):
        animate()


def show_failing_boards() -> None:
    """Open the five questions in Inspect."""
    VIEW.set(FIVE_QUESTIONS)
    st.switch_page("pages/inspect.py")


_NAME_AFTER = tr_noop("{name} after {games}")


def agent_after(games: int, present: ttt.Agent) -> ttt.Agent | None:
    """Return the agent as it was after so many games in total, which its name says.

    None if the training is no longer that of the visitor's agent.
    """
    training = known_training(session())
    if training is None:
        return None
    name = name_after(agent_name(present), games)
    return replace(training.agent_after(games), name=name, level="Intermediate")


def name_after(name: str, games: int) -> str:
    """Name an agent after so many games, instead of those that its name may already say."""
    pattern = re.escape(tr(_NAME_AFTER, name="@", games="%"))
    match = re.fullmatch(pattern.replace("@", "(.*)").replace("%", r"[\d,\s]+\w+"), name)
    after = counted(games, "game", "games")
    most = MAX_NAME - len(tr(_NAME_AFTER, name="", games=after))
    return tr(_NAME_AFTER, name=(match[1] if match else name)[:most].strip(), games=after)


def play_moment(games: int) -> None:
    """Start a game against the agent from this point."""
    present = session().agent
    then = agent_after(games, present)
    if then is not None:
        playing.play_against(present if games == present.stats.games else then)


def open_moment_on_map(games: int, key: str) -> None:
    """Show the position of the map that was clicked in Inspect, with the agent from this point."""
    board = opened_board(key)
    if board is not None:
        inspect_moment(games, board)


def inspect_moment(games: int, board: str | None = None) -> None:
    """Show the agent from this point in Inspect, in a position if one is given."""
    visitor, boards = session(), trail()
    then = agent_after(games, visitor.agent)
    if then is None:
        return
    with visitor.lock:
        if games != visitor.agent.stats.games:
            playing.put_in_place(then)
        if board is not None:
            boards.visit(board)
    VIEW.set(POSITION)
    st.switch_page("pages/inspect.py")


def compare_moment(games: int) -> None:
    """Add the agent from this point to Compare, next to the visitor's."""
    then = agent_after(games, session().agent)
    if then is None:
        return
    take_in(then)
    st.switch_page("pages/compare.py")
