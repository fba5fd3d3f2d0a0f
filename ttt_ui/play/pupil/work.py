"""The work of a pupil's practice, for a worker process."""

from collections.abc import Generator

import ttt_core as ttt


def practise(
    run: ttt.TrainingRun, games: int
) -> Generator[tuple[ttt.TrainingRun, ttt.Agent], None, None]:
    """Play a run to the end, so many games at a time; yield it and the agent it has led to."""
    while left := run.config.games - run.games_played:
        run.play(min(left, games))
        yield run, run.agent()
