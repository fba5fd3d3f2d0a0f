"""Results of games that files of other systems count, where they do not add up."""

from ttt_core.learning.soundness import MAX_COUNT


def results_of(games: int, results: tuple[int, int, int], notes: list[str]) -> tuple[int, int, int]:
    """Return results that add up to `games`, in the proportions of those that were counted."""
    games, counted = min(games, MAX_COUNT), sum(results)
    if counted == games:
        return results
    if counted == 0:
        notes.append(f"The results of its {games:,} games are not known, so none are counted.")
        return results
    notes.append(
        f"It counts {games:,} games, but the results of {counted:,}: their shares were taken for "
        "all games."
    )
    x_wins, o_wins = (result * games // counted for result in results[:2])
    return x_wins, o_wins, games - x_wins - o_wins
