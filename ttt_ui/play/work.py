"""The work of Play for a worker process, without Streamlit.

An agent plays game after game and learns from them; a pupil practises, or is taught again from the
text of its lessons.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Policy, policy
from ttt_core.game import Outcome, Side, boards, position_of, walk
from ttt_core.game import board as rules
from ttt_core.learning import epsilon_after, new_pupil
from ttt_core.sentences import sentence
from ttt_ui.visit.limits import Count

SWAP_EVERY = 100
"""Games after which the agent changes sides against another player."""

_NEGLIGIBLE = 1e-6


@dataclass
class Tally:
    """What has happened since the statistics were last reset."""

    # The number of games by your agent's side, which is X in self-play, and by result.
    results: dict[Side, dict[Outcome, Count]] = field(default_factory=dict)
    # The agent's moves, and how many of them were exploratory.
    moves: Count = 0
    explorations: Count = 0

    def count(self, side: Side, result: Outcome) -> None:
        of_side = self.results.setdefault(side, {})
        of_side[result] = of_side.get(result, 0) + 1

    @property
    def games(self) -> int:
        return sum(sum(of_side.values()) for of_side in self.results.values())

    def ended(self, result: Outcome) -> int:
        """Return how many games had this result, on either side."""
        return sum(of_side.get(result, 0) for of_side in self.results.values())

    @property
    def agent_wins(self) -> int:
        """The games won by the agent, on either side."""
        return sum(of_side.get(side, 0) for side, of_side in self.results.items())

    @property
    def agent_losses(self) -> int:
        """The games won by its opponent, on either side."""
        return sum(of_side.get(rules.other(side), 0) for side, of_side in self.results.items())


@dataclass
class Stage:
    """The game on the board, and the statistics."""

    number: int = 0  # counts the games from 0
    moves: list[int] = field(default_factory=list)
    resigned: bool = False
    explored: bool = False  # the last move
    agent_side: Side = rules.X  # against another player
    tally: Tally = field(default_factory=Tally)

    @property
    def board(self) -> str:
        return boards()[walk(self.moves)[-1]]

    @property
    def result(self) -> Outcome | None:
        """How the game ended; None while it is open."""
        board = self.board
        return rules.other(rules.side_to_move(board)) if self.resigned else rules.outcome(board)


class Terms(NamedTuple):
    """On what terms the agent plays."""

    opponent: Policy | None  # None in self-play
    explores: bool
    learns: bool


def training_epsilon(agent: ttt.Agent) -> float:
    """Return the agent's exploration rate in its next training game; 0 if it is negligible.

    Its schedule continues where its last run ended; games that it has watched count too.
    """
    games = agent.stats.games - sum(run.games for run in agent.training[:-1])
    epsilon = epsilon_after(agent.config, max(games, 0), agent.stats.distinct_games)
    return epsilon if epsilon > _NEGLIGIBLE else 0.0


def play_moves(
    agent: ttt.Agent, stage: Stage, terms: Terms, moves: int, random: np.random.Generator
) -> tuple[ttt.Agent, Stage, np.random.Generator]:
    """Play moves on the stage; return the agent, the stage and the random numbers after it.

    The agent is another one if it has learned, from the games that ended.
    """
    own, epsilon = agent.policy(), training_epsilon(agent) if terms.explores else 0.0
    for _ in range(moves):
        if stage.result is not None:
            stage.number, stage.moves, stage.resigned = stage.number + 1, [], False
        is_own = terms.opponent is None or rules.side_to_move(stage.board) == stage.agent_side
        stage.explored = is_own and bool(random.random() < epsilon)
        if stage.explored:
            chosen = _exploratory(agent)
        else:
            chosen = own if is_own or terms.opponent is None else terms.opponent
        row = chosen[position_of(stage.board)]
        cell = int(random.choice(row.size, p=row))
        if cell == RESIGNING:
            stage.resigned = True
        else:
            stage.moves.append(cell)
            stage.tally.moves += is_own
            stage.tally.explorations += stage.explored
        if stage.result is not None:
            if terms.learns and (not stage.resigned or agent.resigns(stage.board)):
                agent = ttt.learn_from_games(agent, [stage.moves], in_play=False)
                own, epsilon = agent.policy(), training_epsilon(agent) if terms.explores else 0.0
            _count(stage, stage.result)
    return agent, stage, random


def _exploratory(agent: ttt.Agent) -> Policy:
    if agent.config.exploration == "least-visited":
        return policy.greedy(-agent.visits)
    return policy.uniform()


def _count(stage: Stage, result: Outcome) -> None:
    stage.tally.count(stage.agent_side, result)
    if stage.tally.games % SWAP_EVERY == 0:
        stage.agent_side = rules.other(stage.agent_side)


MOST_LESSONS = 60
"""Kept of a story: the last ones."""
MOST_GAMES_ALONE = 20_000
"""Practised while a visitor waits: for half a second at most."""
BETWEEN = "."

_PRACTICE = re.compile(r"p([1-9][0-9]{0,4})-([1-9][0-9]{0,4})", re.ASCII)
_GAME = re.compile(r"[0-8]{5,9}", re.ASCII)


def lesson_games(text: str) -> tuple[int, int]:
    """Return how many games the lessons of a valid text contain: with a person, and alone."""
    lessons = text.split(BETWEEN)
    practices = [int(match[2]) for match in map(_PRACTICE.fullmatch, lessons) if match]
    return len(lessons) - len(practices), sum(practices)


class Taught(NamedTuple):
    """A lesson, and the pupil before and after it: a game as its cells, or a practice."""

    before: ttt.Agent
    moves: tuple[int, ...]
    games: int  # of a practice: how many were to be played, and how many were
    played: int
    after: ttt.Agent


def taught(text: str) -> ttt.Agent:
    """Teach a pupil the lessons of a text; raise `ValueError` if it has others, or too many."""
    *_, last = lesson_by_lesson(text)
    return last.after


def lesson_by_lesson(text: str) -> Iterator[Taught]:
    """Teach a pupil as `taught`."""
    agent, alone, lessons = new_pupil(), 0, text.split(BETWEEN)
    if len(lessons) > MOST_LESSONS:
        raise ValueError(sentence("it has more than {most} lessons.", most=MOST_LESSONS))
    for lesson in lessons:
        practice = _PRACTICE.fullmatch(lesson)
        if practice:
            games, played = map(int, practice.groups())
            alone += played
            if played > games or alone > MOST_GAMES_ALONE:
                raise ValueError(
                    sentence("it practised more than {most:,} games.", most=MOST_GAMES_ALONE)
                )
            run = ttt.TrainingRun(replace(ttt.PRESETS["Newborn"], games=games), agent)
            run.play(played)
            before, agent = agent, run.agent()
            yield Taught(before, (), games, played, agent)
        elif _GAME.fullmatch(lesson):
            moves = tuple(map(int, lesson))
            before, agent = agent, ttt.learn_from_game(agent, moves)
            yield Taught(before, moves, 0, 0, agent)
        else:
            raise ValueError(sentence("write games as in 03142 and practices as in p1000-600."))


def practise(run: ttt.TrainingRun, games: int) -> tuple[ttt.TrainingRun, ttt.Agent]:
    """Play so many more games of a run, or to its end; return it and the agent it has led to."""
    run.play(min(run.config.games - run.games_played, games))
    return run, run.agent()
