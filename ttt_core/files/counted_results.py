"""Game results from files of other systems that may not add up."""

from ttt_core.files.sentences import Notes
from ttt_core.learning.soundness import MAX_COUNT


def results_of(games: int, results: tuple[int, int, int], notes: Notes) -> tuple[int, int, int]:
    """Return results that add up to `games`, in the same shares as those counted."""
    games, counted = min(games, MAX_COUNT), sum(results)
    if counted == games:
        return results
    if counted == 0:
        notes.note("It has no results for its games ({games:,}), so none are counted.", games=games)
        return results
    notes.note(
        "Its number of games is {games:,}, but it has results for {counted:,}; "
        "the same shares were assumed for all games.",
        games=games,
        counted=counted,
    )
    x_wins, o_wins = (result * games // counted for result in results[:2])
    return x_wins, o_wins, games - x_wins - o_wins
