"""The medians and counts in ``docs/presets.md``: ``python -m docs.programs.medians``.

A median of an even number of seeds is the lower of the middle two, so that it is always the result
of a seed. One seed in ten needs fewer games than the first tenth, one in ten more than the last.
"""

from collections.abc import Iterator
from dataclasses import replace

from ttt_core.evaluation.match import evaluate
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.measures import measure_run
from ttt_core.learning.presets import PRESETS
from ttt_core.learning.training import train
from ttt_core.tools.arguments import command_over_seeds, over_seeds

DEFAULT, TRAP_SETTER = PRESETS["Default"], PRESETS["Trap setter"]
UNTRIED_IS_A_DRAW = TrainingConfig(games=20_000)
MAXIMA = 191 / 192, 866 / 945
"""The most that a player who never loses can win against the random player, as X and as O."""


def games_until_it_stays_unbeatable(config: TrainingConfig, seeds: int) -> list[float]:
    """Return the games of each seed, ascending; infinite if it is beatable at the end."""
    games = over_seeds(
        lambda seed: measure_run(replace(config, seed=seed), ["unbeatable_from"])[0], seeds
    )
    return sorted(number if number == number else float("inf") for number in games)


def lower_median(ascending: list[float]) -> float:
    """Return the middle result, or the lower of two."""
    return ascending[(len(ascending) - 1) // 2]


def reach_both_maxima(config: TrainingConfig, seeds: int) -> int:
    """Return how many seeds win as often as an unbeatable player can."""

    def reaches(seed: int) -> bool:
        card = evaluate(train(replace(config, seed=seed)))
        won = card.vs_random_as_x.win, card.vs_random_as_o.win
        return all(abs(one - most) < 1e-9 for one, most in zip(won, MAXIMA, strict=True))

    return sum(over_seeds(reaches, seeds))


def report(seeds: int) -> Iterator[str]:
    """Yield the lines: `seeds` for Default, a quarter of that for ties, twice as many for traps."""
    default = games_until_it_stays_unbeatable(DEFAULT, seeds)
    first = games_until_it_stays_unbeatable(replace(DEFAULT, ties="first"), seeds)
    tenth = seeds // 10
    yield f"Default: {lower_median(default):,.0f}; first free cell: {lower_median(first):,.0f}."
    yield f"One in ten below {default[tenth]:,.0f}, one in ten above {default[-1 - tenth]:,.0f}."
    without, with_it = (
        lower_median(games_until_it_stays_unbeatable(config, seeds // 4))
        for config in (
            replace(UNTRIED_IS_A_DRAW, epsilon=0.0, epsilon_floor=0.0),
            replace(UNTRIED_IS_A_DRAW, epsilon=1.0, epsilon_floor=0.1),
        )
    )
    yield f"Initial value 0: {without:,.0f} without exploration, {with_it:,.0f} with it."
    no_symmetry = reach_both_maxima(replace(TRAP_SETTER, symmetry=False), 2 * seeds)
    constant = replace(TRAP_SETTER, step_size="constant", alpha=0.02)
    with_constant = reach_both_maxima(constant, 2 * seeds)
    yield f"Trap setter: {no_symmetry} without symmetry, {with_constant} with constant α."


main = command_over_seeds(
    report,
    program="docs.programs.medians",
    description="Print the medians and counts in docs/presets.md.",
    seeds=100,
)

if __name__ == "__main__":
    main()
