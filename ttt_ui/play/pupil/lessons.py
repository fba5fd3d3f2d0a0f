"""How a pupil learns in a worker process: a practice, and lessons taught again from their text.

It needs no Streamlit.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import ttt_core as ttt
from ttt_core.learning import newborn
from ttt_core.sentences import sentence

MOST_LESSONS = 60
"""Kept of a story: the last ones."""
MOST_GAMES_ALONE = 20_000
"""Practised while a visitor waits: for half a second at most."""
BETWEEN = "."

_PRACTICE = re.compile(r"p([1-9][0-9]{0,4})-([1-9][0-9]{0,4})", re.ASCII)
_GAME = re.compile(r"[0-8]{5,9}", re.ASCII)


class LessonGames(NamedTuple):
    """How many games a pupil has learned from: with a person, and on its own."""

    with_person: int
    alone: int


def lesson_games(text: str) -> LessonGames:
    """Return how many games the lessons of a valid text contain."""
    lessons = text.split(BETWEEN)
    practices = [int(match[2]) for match in map(_PRACTICE.fullmatch, lessons) if match]
    return LessonGames(len(lessons) - len(practices), sum(practices))


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
    agent, alone, lessons = newborn(), 0, text.split(BETWEEN)
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
