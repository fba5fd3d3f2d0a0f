"""Watching the agent play, game after game: its settings, sentences, buttons and pictures."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.game import N_GAMES
from ttt_core.game import board as rules
from ttt_core.learning import Exploration
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.drawing.board_component import board
from ttt_ui.drawing.map_component import game_map
from ttt_ui.drawing.verdict_badge import verdict_badge
from ttt_ui.frame.field import one_of, switch
from ttt_ui.inspect.state import open_from_map
from ttt_ui.jobs import Job
from ttt_ui.language import tr
from ttt_ui.play.board_notes import BoardNotes, agents_view
from ttt_ui.play.state import MODE, play_state, players_to_choose
from ttt_ui.play.views import reset_buttons
from ttt_ui.play.wording import learning_help
from ttt_ui.play.work import SWAP_EVERY, Stage, Tally, Terms, play_moves, training_epsilon
from ttt_ui.replay.game import Game
from ttt_ui.replay.views import status
from ttt_ui.visit.players import YOUR_AGENT, NamedPlayer, is_your_agent, player, player_label
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, per_visitor, session
from ttt_ui.wording import agent_name, coloured, number, percent, plain

SPEEDS = {
    tr_noop("1 move/s"): 1,
    tr_noop("4 moves/s"): 4,
    tr_noop("20 moves/s"): 20,
    tr_noop("200 moves/s"): 200,
    tr_noop("1,000 moves/s"): 1_000,
}
"""Label → moves a second, the slowest first."""
MOST_STEPS_A_SECOND = 4

SPEED = one_of(
    "show_speed",
    tuple(SPEEDS),
    "4 moves/s",
    widget=st.select_slider,
    label=tr_noop("Speed"),
    saved=True,
)
OPPONENT = one_of(
    "show_brain",
    players_to_choose,
    YOUR_AGENT,
    widget=st.selectbox,
    label=tr_noop("Opponent"),
    saved=True,
    look={"format_func": player_label},
)
LEARNS = switch("show_learn", on=True, label=tr_noop("Learn from these games"), saved=True)
EXPLORES = switch(
    "show_explore",
    on=True,
    label=tr_noop("Explore"),
    help=tr_noop(
        "Plays exploratory moves, as in training. When off, the agent always plays the move it "
        "values most."
    ),
    saved=True,
)
SHOWN_VALUES = switch("show_thoughts", on=False, label=tr_noop("Show its values"), saved=True)


@dataclass
class Exhibition:
    """The agent playing game after game, against itself or another player."""

    running: bool = False  # whether it plays on, also when the visitor comes back from another page
    job: Job | None = None  # the job that plays or has played
    # The speed, opponent and switches that the job plays by; others begin another job.
    settings: tuple[Hashable, ...] = ()
    interrupted: str = ""  # why it has paused on its own, in a sentence; empty if it has not
    version: ttt.Agent | None = None  # what the visitor's agent was at the last step
    replacements: int = -1  # `Session.replacements` when the statistics began
    stage: Stage = field(default_factory=Stage)
    random: np.random.Generator = field(default_factory=np.random.default_rng)

    @property
    def game(self) -> Game:
        stage = self.stage
        return Game(stage.number, None, list(stage.moves), stage.resigned)

    def rest(self) -> None:
        """Stop the job, which the page starts again."""
        if self.job is not None:
            self.job.stop()


def exhibition_state() -> Exhibition:
    return per_visitor(Exhibition)


_EXPLORATORY_MOVE: Mapping[Exploration, str] = {
    "epsilon": tr_noop("An exploratory move takes a random free cell."),
    "least-visited": tr_noop("An exploratory move is one that the agent has tried least often."),
    "experience": tr_noop(
        "An exploratory move takes a random free cell. The more games the agent has seen, the less "
        "it explores."
    ),
}


def headline(exhibition: Exhibition) -> str:
    """Say whose turn it is or how the game ended, and whether the last move was exploratory."""
    game = exhibition.game
    if game.moves and exhibition.stage.explored and not game.over:
        return tr("{side} to move · {other} explored", side=game.side, other=rules.other(game.side))
    return status(game)


def sides(stage: Stage, agent: ttt.Agent, opponent: str) -> str:
    """Say who plays X and who plays O, in Markdown."""
    names = {stage.agent_side: plain(agent_name(agent))}
    names[rules.other(stage.agent_side)] = (
        names[stage.agent_side] if opponent == YOUR_AGENT else plain(player_label(opponent))
    )
    return tr(":blue[**X**]: {x} · :orange[**O**]: {o}", x=names["X"], o=names["O"])


def exploring(agent: ttt.Agent, epsilon: float, *, self_play: bool) -> str:
    """Say who explores, how often and how; empty if nobody does."""
    if epsilon == 0:
        return ""
    share = percent(epsilon)
    sentence = (
        tr("Both sides explore in {share} of their moves.", share=share)
        if self_play
        else tr("The agent explores in {share} of its moves; its opponent never does.", share=share)
    )
    return f"{sentence} {tr(_EXPLORATORY_MOVE[agent.config.exploration])}"


def is_self_play() -> bool:
    return is_your_agent(OPPONENT.value, roster())


def _opponent() -> NamedPlayer | None:
    """Return the chosen opponent; None in self-play."""
    if is_self_play():
        return None
    return player(OPPONENT.value, session().agent, roster())


def _learns() -> bool:
    return LEARNS.value and not session().frozen


def _terms() -> Terms:
    opponent = _opponent()
    return Terms(None if opponent is None else opponent.policy(), EXPLORES.value, _learns())


def seconds_between_steps() -> float:
    return 1 / min(SPEEDS[SPEED.value], MOST_STEPS_A_SECOND)


def moves_per_step() -> int:
    return max(SPEEDS[SPEED.value] // MOST_STEPS_A_SECOND, 1)


def reset_statistics() -> None:
    """Clear the board, and start the statistics again."""
    visitor, exhibition = session(), exhibition_state()
    with visitor.lock:
        exhibition.rest()
        exhibition.stage = Stage(exhibition.stage.number + 1)
        exhibition.replacements = visitor.replacements


def start() -> None:
    visitor, exhibition = session(), exhibition_state()
    with visitor.lock:
        exhibition.running = True
        _announce(exhibition, visitor)


def pause() -> None:
    visitor, exhibition = session(), exhibition_state()
    with visitor.lock:  # after this, the agent stays as it is
        exhibition.running = False
        exhibition.rest()


def step() -> None:
    """Play one move."""
    visitor, exhibition = session(), exhibition_state()
    with visitor.lock:
        _announce(exhibition, visitor)
        agent, *_ = play_moves(visitor.agent, exhibition.stage, _terms(), 1, exhibition.random)
        if agent is not visitor.agent:
            visitor.learn(agent, exhibition.version)


def _announce(exhibition: Exhibition, visitor: Session) -> None:
    """Base what follows on the visitor's agent; end other work on it if it will learn."""
    exhibition.interrupted = ""
    if _learns():
        if visitor.training_under_way:
            visitor.say(tr("The agent is playing, so its training has been stopped."))
        exhibition.version = visitor.claim_agent()
    if exhibition.replacements != visitor.replacements:
        reset_statistics()


def change_learning() -> None:
    """Follow the switch for learning while the exhibition is running."""
    visitor, exhibition = session(), exhibition_state()
    with visitor.lock:
        if exhibition.running:
            _announce(exhibition, visitor)


def go_on() -> Job | None:
    """Return the job that plays on with the page's settings; None if nothing is to be played."""
    visitor, exhibition = session(), exhibition_state()
    watched = MODE.value == "Agent by itself" and not play_state().shows_welcome
    if not exhibition.running or not watched:
        exhibition.rest()
        return None
    opponent = _opponent()
    key = None if opponent is None else opponent.policy_key
    chosen = SPEED.value, key, EXPLORES.value, _learns()
    with visitor.lock:
        if exhibition.job is not None and exhibition.job.running and exhibition.settings == chosen:
            return exhibition.job
        exhibition.rest()
        if exhibition.job is not None and exhibition.job.failed:
            exhibition.running = False
            return exhibition.job
        if _learns() and visitor.version is not exhibition.version:
            _interrupt(exhibition, visitor)
            return None
        exhibition.settings, exhibition.version = chosen, visitor.version
        terms, moves = _terms(), moves_per_step()
        exhibition.job = jobs.start(
            play_moves,
            on_report=lambda report: _adopt_step(
                *report, visitor, exhibition, chosen, learns=terms.learns
            ),
            every=seconds_between_steps(),
            arguments=lambda: (visitor.agent, exhibition.stage, terms, moves, exhibition.random),
        )
    return exhibition.job


def _adopt_step(
    agent: ttt.Agent,
    stage: Stage,
    random: np.random.Generator,
    visitor: Session,
    exhibition: Exhibition,
    chosen: tuple[Hashable, ...],
    *,
    learns: bool,
) -> bool:
    """Take what a step has led to; return whether the job goes on.

    If anything else has changed the agent while it learns, the exhibition pauses instead.
    """
    with visitor.lock:
        if not exhibition.running or exhibition.settings != chosen:
            return False
        if not learns:
            exhibition.stage, exhibition.random = stage, random
            return visitor.version is exhibition.version
        if not visitor.learn(agent, exhibition.version):
            _interrupt(exhibition, visitor)
            return False
        exhibition.stage, exhibition.random, exhibition.version = stage, random, agent
        return True


def _interrupt(exhibition: Exhibition, visitor: Session) -> None:
    exhibition.running = False
    exhibition.interrupted = (
        tr_noop("Paused, because your agent has changed. **Start** continues with the new one.")
        if visitor.replacements != exhibition.replacements
        else tr_noop("Paused, because your agent has learned on another page. **Start** continues.")
    )


_MAP = "show_map"
_SECONDS_BETWEEN_UPDATES = 1.0


def stage(exhibition: Exhibition, visitor: Session) -> None:
    every = seconds_between_steps()
    jobs.follow(exhibition.job, lambda: _scene(exhibition, visitor), every=every)


def _scene(exhibition: Exhibition, visitor: Session) -> None:
    with visitor.lock:  # the job changes the game
        game, agent = exhibition.game, visitor.agent
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.title(coloured(headline(exhibition)), anchor=False, width="content")
        st.markdown(sides(exhibition.stage, agent, OPPONENT.value), width="content")
    shows_values = SHOWN_VALUES.value and not game.over
    view = agents_view(agent, game.board) if shows_values else BoardNotes({}, "")
    board(
        game.board,
        key="show_board",
        token=game.token,
        last_move=game.moves[-1] if game.moves else None,
        notes=view.notes,
        caption=view.caption,
    )


def controls(exhibition: Exhibition) -> None:
    with st.container(horizontal=True, horizontal_alignment="center", gap="xsmall", wrap=False):
        label, icon, key, act = (
            (tr("Pause"), ":material/pause:", "show_pause", pause)
            if exhibition.running
            else (tr("Start"), ":material/play_arrow:", "show_play", start)
        )
        # The same width for both, so that the controls next to them do not move.
        st.button(label, icon=icon, key=key, on_click=act, width=92)
        st.button(
            tr("Step"),
            disabled=exhibition.running,
            on_click=step,
            help=tr("Makes one move."),
        )
    SPEED.show()
    if exhibition.interrupted:
        st.caption(f":material/pause_circle: {tr(exhibition.interrupted)}")


def settings(visitor: Session) -> None:
    """Show what is learned and shown, and what can be reset."""
    if not visitor.frozen:
        LEARNS.show(on_change=change_learning, help=learning_help(visitor.agent, people=False))
    if training_epsilon(visitor.agent):
        EXPLORES.show()
    SHOWN_VALUES.show()
    st.button(
        tr("Reset statistics"),
        icon=":material/restart_alt:",
        type="tertiary",
        on_click=reset_statistics,
        help=tr("Clears the board and restarts the statistics of this view."),
    )
    reset_buttons(visitor)


def statistics(exhibition: Exhibition, visitor: Session) -> None:
    """Show the agent's verdict and the results of its games."""
    jobs.follow(
        exhibition.job, lambda: _numbers(exhibition, visitor), every=_SECONDS_BETWEEN_UPDATES
    )


def _numbers(exhibition: Exhibition, visitor: Session) -> None:
    with visitor.lock:  # the job changes them
        agent, played = visitor.agent, exhibition.stage
    self_play = is_self_play()
    verdict_badge(ttt.evaluate(agent))
    game_map(agent, key=_MAP, on_open=partial(open_from_map, _MAP))
    _results(played.tally, self_play=self_play)
    lines = (
        tr("Distinct games: {n:,} of {total:,}", n=agent.stats.distinct_games, total=N_GAMES),
        tr(
            "Exploratory moves: {n:,} of {total:,}",
            n=played.tally.explorations,
            total=played.tally.moves,
        ),
    )
    st.caption("  \n".join(lines))
    if not self_play:
        st.caption(tr("They swap sides every {games} games.", games=SWAP_EVERY))
    epsilon = training_epsilon(agent) if EXPLORES.value else 0.0
    st.caption(exploring(agent, epsilon, self_play=self_play))


def _results(tally: Tally, *, self_play: bool) -> None:
    with st.grid(4, min_column_width=72, gap="xsmall"):
        st.metric(tr("Games"), number(tally.games))
        if self_play:
            st.metric(tr("X wins"), number(tally.ended("X")))
            st.metric(tr("O wins"), number(tally.ended("O")))
        else:
            st.metric(tr("Agent's wins"), number(tally.agent_wins))
            st.metric(tr("Agent's losses"), number(tally.agent_losses))
        st.metric(tr("Draws"), number(tally.ended("draw")))
