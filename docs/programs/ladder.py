"""How strong every rule and preset becomes: ``python -m docs.programs.ladder``.

Prints the tables of ``docs/benchmarks.md``, which explains them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

import numpy as np

from ttt_core.evaluation.match import ReportCard, evaluate
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.rules import RULES
from ttt_core.learning.training import TrainingRun
from ttt_core.learning.watch import Standing
from ttt_core.tools.arguments import PRESETS_BY_LABEL, command_over_seeds, over_seeds

TRAININGS: Mapping[str, TrainingConfig] = MappingProxyType(
    {f"{rule.label}, default settings": TrainingConfig(rule=name) for name, rule in RULES.items()}
    | {f"Preset {label}": config for label, config in PRESETS_BY_LABEL.items()}
)
"""Every rule with default settings, and every preset."""


def measured(config: TrainingConfig, seed: int) -> tuple[Standing, ReportCard]:
    """Train an agent; return when it was unbeatable, and how strong it is at the end."""
    run = TrainingRun(replace(config, seed=seed), watched=True)
    run.play(config.games)
    assert run.standing is not None
    return run.standing, evaluate(run.policy())


def tables(seeds: int, trainings: Mapping[str, TrainingConfig] = TRAININGS) -> Iterator[str]:
    """Yield the lines of the tables, in Markdown.

    Parameters
    ----------
    seeds
        The number of seeds, starting at 0; at least 1.
    trainings
        Configurations by name; their own seeds are not used.
    """
    runs = {
        name: over_seeds(partial(measured, config), seeds) for name, config in trainings.items()
    }
    yield "| Training | Games | First | Since | At the end |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for name, found in runs.items():
        first = _spread([standing.first for standing, _ in found])
        since = _spread([standing.since for standing, _ in found])
        end, games = sum(card.unbeatable for _, card in found), trainings[name].games
        yield f"| {name} | {games:,} | {first} | {since} | {end} of {seeds} |"
    yield ""
    yield "| Training | X wins | X loses | O wins | O loses | X, worst case | O, worst case |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, found in runs.items():
        figures = [
            (
                *(card.vs_random_as_x.win, card.vs_random_as_x.loss),
                *(card.vs_random_as_o.win, card.vs_random_as_o.loss),
                *(card.worst_case_as_x.loss, card.worst_case_as_o.loss),
            )
            for _, card in found
        ]
        yield f"| {name} | {' | '.join(f'{mean:.4f}' for mean in np.mean(figures, axis=0))} |"


def _spread(games: Sequence[int | None]) -> str:
    numbers = [np.inf if one is None else one for one in games]
    low, median, high = np.quantile(numbers, [0.05, 0.5, 0.95], method="inverted_cdf")
    return "never" if np.isinf(low) else f"{_told(median)} ({_told(low)} to {_told(high)})"


def _told(games: np.float64) -> str:
    return "never" if np.isinf(games) else f"{games:,.0f}"


main = command_over_seeds(
    tables,
    program="docs.programs.ladder",
    description="Print, as Markdown, how many games every rule and preset needs to become "
    "unbeatable, and how strong it is at the end.",
    seeds=100,
)

if __name__ == "__main__":
    main()
