"""Who learns Three Men's Morris: ``python -m docs.programs.morris`` prints the page's table."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from ttt_core import morris
from ttt_core.morris import PASSES, PUBLISHED, MorrisCard, MorrisConfig
from ttt_core.tools.arguments import command_over_seeds, over_seeds

LEARNERS: Mapping[str, MorrisConfig] = MappingProxyType(
    {
        "Minimax-Q, 30,000 games": MorrisConfig(),
        "Q-learning, 30,000 games": MorrisConfig(rule="q-learning"),
        "Reward memory as published, 100,000 games": PUBLISHED,
        "the same with 300,000 games": replace(PUBLISHED, games=300_000),
        "… and 40 times the exploration": replace(PASSES, reward_base=2.0),
        "… or no doubling": replace(PASSES, experience_games=500),
        "**both: no doubling and 40 times the exploration**": PASSES,
        "both, and a lost game counts −100": replace(PASSES, weight_loss=-100.0),
        "both, with 100,000 games": replace(PASSES, games=100_000),
    }
)
"""Name → settings."""


def lines(seeds: int, learners: Mapping[str, MorrisConfig] = LEARNERS) -> Iterator[str]:
    """Yield the lines of the table, in Markdown."""
    yield (
        f"| of {seeds} seeds | forces the win as X | never loses as X | worst-case losses as X | "
        "wins against the random player as X | as O | distinct games |"
    )
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, config in learners.items():

        def learned(seed: int, config: MorrisConfig = config) -> tuple[MorrisCard, int]:
            run = morris.train(replace(config, seed=seed))
            return morris.evaluate(run.policy()), run.distinct_games

        cards, distinct = zip(*over_seeds(learned, seeds), strict=True)
        yield (
            f"| {name} | {sum(card.forces_win_as_x for card in cards)} "
            f"| {sum(card.never_loses_as_x for card in cards)} "
            f"| {np.mean([card.worst_case_loss_as_x for card in cards]):.3f} "
            f"| {np.mean([card.vs_random_as_x.win for card in cards]):.4f} "
            f"| {np.mean([card.vs_random_as_o.win for card in cards]):.4f} "
            f"| {np.mean(distinct):,.0f} |"
        )


main = command_over_seeds(
    lines,
    program="docs.programs.morris",
    description="Print the table of docs/morris.md: who learns Three Men's Morris.",
    seeds=20,
)

if __name__ == "__main__":
    main()
