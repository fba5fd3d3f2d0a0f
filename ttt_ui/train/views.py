"""What the train page shows of a training: verdict, figures, curve, and the way it went."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation.sweeps import RESIGNING
from ttt_core.game import board as rules
from ttt_core.game.graph import position_of
from ttt_core.learning.rules import RULES, RULES_IN_PLAY
from ttt_core.learning.worked_example import WorkedUpdate
from ttt_ui.inspect.state import trail
from ttt_ui.shared.board_component import board
from ttt_ui.shared.insights import Insights, present_insights, values_figure
from ttt_ui.shared.lasting_chart import lasting_chart
from ttt_ui.shared.session import Session
from ttt_ui.shared.widgets import Control
from ttt_ui.shared.wording import (
    VERDICT_HELP,
    cell_name,
    counted,
    duration,
    knowledge,
    percent,
    plain,
    shortened,
)
from ttt_ui.shared.wording import verdict as verdict_words
from ttt_ui.train import update_rule
from ttt_ui.train.actions import pin, stop, unpin, work_on
from ttt_ui.train.course import BAND_SEEDS, Course
from ttt_ui.train.curves import (
    AGAINST_RANDOM,
    MEANINGS,
    OTHERS,
    SERIES,
    WORST_CASE,
    Beside,
    learning_figure,
)
from ttt_ui.train.figures import figures_of, standing_in_words
from ttt_ui.train.ghost import name_beside
from ttt_ui.train.state import AXES, AXIS, BAND, TAB, TrainState

_TICK_SECONDS = 0.1
_WORK_SECONDS = 0.25
_FRAME_SECONDS = 0.4
_BAND_MAX_SECONDS = 20.0

_LINES = {
    "Against a random player": (AGAINST_RANDOM, ("X wins vs random", "O wins vs random")),
    "Against the reply that beats it most often": (
        WORST_CASE,
        ("X loses at worst", "O loses at worst"),
    ),
    "Besides": (OTHERS, ("Optimal moves",)),
}
_OTHER_SEEDS = "Training with other seeds…"
_CURVE, _MACHINE = "learning_curve", "time_machine"
_MOMENT: Control[int | None] = Control("train_moment", None)
_FAILING_SHOWN = 3


def progress(visitor: Session, train: TrainState, course: Course) -> None:
    """Train on, a moment at a time, and show how far it has come."""

    @st.fragment(run_every=_TICK_SECONDS)
    def tick() -> None:
        total = course.config.games
        with st.container(horizontal=True, vertical_alignment="center"):
            st.progress(
                course.games_played / total,
                text=f"{course.games_played:,} of {counted(total, 'game')} · "
                f"{shortened(course.pace)} games per second · "
                f"{duration(course.seconds_left)} left",
            )
            st.button("Stop training", icon=":material/stop_circle:", on_click=stop, args=(course,))
        verdict(course.agent, course)
        figures(train, course.agent, course)
        st.header("Learning curve", anchor=False)
        _chart(train, course)
        # Last: what is drawn late, the browser takes for something that is gone.
        if not work_on(visitor, train, course, _WORK_SECONDS):
            st.rerun()

    tick()


def verdict(agent: ttt.Agent, course: Course | None) -> None:
    """Say whether the agent can be beaten, and since when."""
    card = ttt.evaluate(agent)
    history = standing_in_words(course.standing) if course else ""
    if not card.unbeatable:
        st.header(
            f":red[:material/trending_down: {verdict_words(card)}]",
            anchor=False,
            help=VERDICT_HELP,
        )
        st.caption(
            f"A random player beats it in {percent(card.vs_random_as_x.loss)} of the games in "
            f"which it plays X, and in {percent(card.vs_random_as_o.loss)} of those as O. {history}"
        )
        return
    st.header(f":green[:material/verified: {verdict_words(card)}]", anchor=False, help=VERDICT_HELP)
    st.caption(f"By nobody, from neither side; worked out over the whole game. {history}")


def figures(train: TrainState, agent: ttt.Agent, course: Course | None) -> None:
    """Show the figures of the agent's training, and the difference to the ghost beside each."""
    name = name_beside(train.ghost, course) if train.ghost and course else ""
    ghost = train.ghost if name else None
    if course is not None and course.runs:
        _compared_with(train, name)
    with st.grid(4, min_column_width=130):
        for figure in figures_of(agent, course, ghost, name):
            st.metric(
                figure.label,
                figure.value,
                help=figure.help,
                delta=figure.delta,
                delta_color=figure.colour,
                delta_arrow=figure.arrow,
                delta_description=figure.word or None,
            )


def _compared_with(train: TrainState, name: str) -> None:
    """Say what the figures are compared with, and let the present curve be pinned."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if train.pinned:
            st.button("Unpin", icon=":material/keep_off:", type="tertiary", on_click=unpin)
        else:
            st.button(
                "Pin this curve",
                icon=":material/keep:",
                type="tertiary",
                on_click=pin,
                help="Keeps it in the chart as a ghost, and beside every figure the difference to "
                "it, while you change settings. Without a pin, that is what was there before the "
                "last change.",
            )
        if name:
            why = "which is pinned" if train.pinned else "before the last change"
            st.caption(f"Differences to **{plain(name)}**, {why}", width="content")
        elif train.pinned:
            st.caption("This curve is pinned: change a setting to compare.", width="content")


def curve(train: TrainState, course: Course) -> None:
    """Show the learning curve, with the lines and the axis that are asked for."""
    whole_page = True

    def draw() -> None:
        # While the whole page is drawn, the band comes last: see `measure_band`.
        _curve(train, course, band_first=not whole_page)

    every = _FRAME_SECONDS if train.replaying else None
    st.fragment(draw, key=_CURVE, run_every=every)()
    whole_page = False


def _curve(train: TrainState, course: Course, *, band_first: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            with st.popover("Lines", icon=":material/stacked_line_chart:"):
                for label, (series, first_shown) in _LINES.items():
                    st.pills(
                        label,
                        list(series),
                        selection_mode="multi",
                        default=first_shown,
                        key=_lines(label).key,
                        persist_state="session",
                    )
            st.segmented_control(
                "Games axis",
                AXES,
                default=AXIS.default,
                required=True,
                key=AXIS.key,
                persist_state="session",
                label_visibility="collapsed",
            )
        wants_band = st.toggle(
            f"Band over {BAND_SEEDS} seeds",
            key=BAND.key,
            persist_state="session",
            disabled=not _can_have_band(course),
            help="Trains with the next eight seeds as well and shades the range from the lowest "
            "to the highest of them. For a single training from an empty table, and as long as "
            f"that takes no more than {_BAND_MAX_SECONDS:.0f} seconds.",
        )
    with st.empty():  # always there, or the chart would be made anew
        if band_first and _band_is_due(course):
            _measure_band(course)
    _chart(train, course, with_band=wants_band)
    chosen = _chosen_lines()
    st.caption(
        "  \n".join(meaning for word, meaning in MEANINGS.items() if any(word in x for x in chosen))
    )


def measure_band(course: Course) -> None:
    """Measure the band that is asked for, and show it. Last: all else is there by then."""
    if _band_is_due(course):
        _measure_band(course)
        st.rerun()


def _can_have_band(course: Course) -> bool:
    return course.is_one_run and course.band_seconds <= _BAND_MAX_SECONDS


def _band_is_due(course: Course) -> bool:
    return bool(BAND.value and course.runs and not course.band and _can_have_band(course))


def _measure_band(course: Course) -> None:
    bar = st.progress(0.0, text=_OTHER_SEEDS)
    total = BAND_SEEDS * course.games_played
    course.measure_band(lambda games: bar.progress(games / total, _OTHER_SEEDS))
    bar.empty()


def _lines(label: str) -> Control[Sequence[str]]:
    return Control(f"train_lines_{label}", _LINES[label][1])


def _chosen_lines() -> list[str]:
    return [line for label in _LINES for line in _lines(label).value if line in SERIES]


def _chart(train: TrainState, course: Course, *, with_band: bool = False) -> None:
    chosen = _chosen_lines()
    if not chosen:
        st.info("Choose at least one line.")
        return
    curve, log, ghost = course.curve, AXIS.value == AXIS.default, train.ghost
    name = name_beside(ghost, course) if ghost else ""
    moment = _MOMENT.value if TAB.value == TAB.default else None
    lasting_chart(
        learning_figure(
            curve,
            chosen,
            log=log,
            since=course.standing.since,
            moment=moment if moment in curve.games[:-1].tolist() else None,
            ghost=Beside(curve=ghost.curve, name=name) if ghost and name else None,
            band=course.band if with_band else (),
        ),
        key="train_curve",
        title="Learning curve",
        label=f"Learning curve over {counted(int(curve.games[-1]), 'game')}: {', '.join(chosen)}",
    )


def time_machine(train: TrainState, course: Course) -> None:
    """Show the agent as it was after any number of games; runs by itself while it is played."""
    st.button(
        "Pause" if train.replaying else "Play",
        icon=":material/pause:" if train.replaying else ":material/play_arrow:",
        on_click=_play_or_pause,
        args=(train, course),
        key="train_replay",
        help="Goes through the training from its first game to its last.",
    )
    every = _FRAME_SECONDS if train.replaying else None
    st.fragment(_time_machine, key=_MACHINE, run_every=every)(train, course)


def _play_or_pause(train: TrainState, course: Course) -> None:
    train.replaying = not train.replaying
    moments = course.curve.games.tolist()
    if train.replaying and _MOMENT.value == moments[-1]:
        _MOMENT.set(moments[0])


def _time_machine(train: TrainState, course: Course) -> None:
    moments = course.curve.games.tolist()
    moment = _MOMENT.value
    if moment not in moments:
        moment = moments[-1]
    elif train.replaying and moment == moments[-1]:
        train.replaying = False
        st.rerun()
    elif train.replaying:
        moment = moments[moments.index(moment) + 1]
    if _MOMENT.value != moment:
        _MOMENT.set(moment)
    st.select_slider(
        "After so many games",
        moments,
        format_func=lambda games: f"{games:,}",
        key=_MOMENT.key,
        on_change=st.rerun,
        args=([_CURVE, _MACHINE],),  # its mark on the curve moves as well
        label_visibility="collapsed",
    )
    _show_moment(course, moments.index(moment))


def _show_moment(course: Course, index: int) -> None:
    curve, inspected = course.curve, trail().board
    games = int(curve.games[index])
    agent = course.agent_after(games)
    policy, known = agent.policy(), knowledge(agent)
    shown = {"The opening": rules.EMPTY_BOARD}
    if inspected != rules.EMPTY_BOARD and rules.outcome(inspected) is None:
        shown[f"`{rules.pattern(inspected)}`"] = inspected
    facts, *columns = st.columns(1 + len(shown), gap="medium")
    with facts:
        unbeatable = curve.unbeatable[index]
        st.badge(
            "Cannot be beaten" if unbeatable else "Can be beaten",
            icon=":material/verified:" if unbeatable else ":material/trending_down:",
            color="green" if unbeatable else "red",
        )
        st.markdown(
            f"| After | {counted(games, 'game')} |\n|---|---:|\n"
            f"| {known.label} | {known.number:,} |\n"
            f"| Optimal moves | {percent(curve.optimal_share[index])} |\n"
            f"| X wins vs random | {percent(curve.vs_random_as_x[index, 0])} |\n"
            f"| O wins vs random | {percent(curve.vs_random_as_o[index, 0])} |\n"
            f"| X loses at worst | {percent(curve.worst_case_as_x[index, 2])} |\n"
            f"| O loses at worst | {percent(curve.worst_case_as_o[index, 2])} |\n"
            + (
                f"| ε in the next game | {percent(curve.epsilon[index])} |"
                if RULES[agent.config.rule].explores
                else ""
            )
        )
    for column, (title, cells) in zip(columns, shown.items(), strict=True):
        with column:
            st.markdown(f"**{title}**")
            chances = policy[position_of(cells), :RESIGNING]
            best = np.flatnonzero((chances > 0) & (chances == chances.max())).tolist()
            st.plotly_chart(
                values_figure(agent, cells, present_insights().scale, best),
                key=f"train_moment_{cells}",
                config={"displayModeBar": False},
                alt=f"Values of the moves on {rules.pattern(cells)} after {counted(games, 'game')}",
            )
    if len(shown) == 1:
        st.caption("A board that you open on the Inspect page shows here as well.")


def questions(insights: Insights) -> None:
    """Show how the agent answers the five questions of the reward memory's author."""
    for answer in insights.answers:
        mark = ":green[:material/check_circle:]" if answer.yes else ":red[:material/cancel:]"
        said = "Yes" if answer.yes else "No"
        st.markdown(f"{mark} **{answer.question}** {said}, {percent(answer.share)} right moves.")
        failing = ", ".join(
            f"`{rules.pattern(cells)}`" for cells in answer.failing[:_FAILING_SHOWN]
        )
        more = "…" if len(answer.failing) > _FAILING_SHOWN else ""
        st.caption(
            f"Asked on {counted(len(answer.asked), 'board')}."
            + (f" Not surely right on {len(answer.failing):,}: {failing}{more}" if failing else "")
        )


def no_curve(agent: ttt.Agent) -> None:
    """Say why there is no learning curve of an agent."""
    st.info(
        "This agent was **trained elsewhere**: its file says what it knows, but not how it came to "
        "know it. Train it, and its curve begins here."
        if agent.trained_elsewhere
        else "How this agent came to know what it knows is not on record: it has learned from "
        "games with people, or comes from elsewhere. Train it, and its curve begins here.",
        icon=":material/info:",
    )


def numbers(agent: ttt.Agent, course: Course | None) -> None:
    """Show the rule, with the values of a training, and one real update worked through."""
    config = agent.config
    rule, example = st.columns([5, 4], gap="large")
    with rule:
        st.markdown("**The rule**")
        st.latex(update_rule.rule_in_symbols(config))
        if in_numbers := update_rule.rule_in_numbers(config):
            elsewhere = not agent.training and agent.trained_elsewhere
            st.caption(
                "With the values by which this agent, trained elsewhere, learns on:"
                if elsewhere
                else "With the values of this agent's last training:"
            )
            st.latex(in_numbers)
        st.caption(update_rule.symbols(config))
        if agent.in_play is not None:
            learning = RULES_IN_PLAY[agent.in_play.rule]
            st.markdown("**The rule while a person plays**")
            st.latex(update_rule.rule_in_play(agent.in_play))
            st.caption(f"{learning.sentence} {learning.formula.letters}")
    with example:
        st.markdown("**One update from its last game**")
        if course is None or not course.runs:
            st.caption("Its last game of training is not known. Train it, and one is shown here.")
        elif not course.last_updates():
            st.caption("It resigned its last game at once: there was nothing to learn.")
        else:
            _show_update(max(course.last_updates(), key=_tells), config)


def _tells(update: WorkedUpdate) -> tuple[float, float]:
    """Rank an update by how much there is to see: what moved its value most comes first."""
    return round(abs(update.new - update.old), 4), abs(update.target)


def _show_update(update: WorkedUpdate, config: ttt.TrainingConfig) -> None:
    cells = rules.play(update.board, update.cell)
    left, right = st.columns([2, 3], vertical_alignment="center")
    with left:
        board(
            cells,
            key="train_update",
            token=cells,
            playable=False,
            last_move=update.cell,
            winning_line=rules.winning_line(cells),
            size="small",
        )
    with right:
        twins = " or a twin of it" if config.symmetry else ""
        st.markdown(
            f"{update.side} moved to {cell_name(update.cell)} on "
            f"`{rules.pattern(update.board)}`{twins}. {_reason(update, config)}"
        )
    st.latex(update_rule.worked(update, config))
    if config.replay:
        st.caption("This is before past moves were replayed, which moved the value again.")


def _reason(update: WorkedUpdate, config: ttt.TrainingConfig) -> str:
    reward = f"a reward of ${update_rule.number(update.reward)}$"
    if update.rewards_after is not None and update.rewards_before is not None:
        gained = sum(update.rewards_after) - sum(update.rewards_before)
        return f"The game added {gained} to its rewards, which makes the score:"
    if RULES[config.rule].kind == "matchboxes":
        return _reason_of_beads(update)
    plies_ahead = RULES[config.rule].plies_ahead
    if not plies_ahead:
        return f"In the end the game brought {reward}."
    if update.next_board is None and plies_ahead == 2:
        return f"The game ended before its next turn, with {reward}."
    if update.next_board is None:
        return f"That ended the game, with {reward}."
    mover = "its own" if plies_ahead == 2 else "the opponent's"
    value = update_rule.number(update.next_value or 0.0)
    return f"On {mover} next turn the best move was held to be worth ${value}$."


def _reason_of_beads(update: WorkedUpdate) -> str:
    """Say what was drawn, and what the result of the game did to the beads."""
    change = int(update.reward)
    if change < 0:
        effect = "is taken away" if change == -1 else f"and {-change - 1} more are taken away"
        return f"The bead drawn there {effect}, as far as there are any:"
    return f"The bead drawn there goes back with {change} more:"
