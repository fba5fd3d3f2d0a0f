"""A search for settings that does not fool itself: ``python -m docs.programs.hunt``.

The best of many settings on some seeds is partly the luckiest: it looks better than it is. So the
winner is measured again, on fresh seeds that the search has never used, and both figures are
printed. ``docs/hunting.md`` explains why.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

import numpy as np

from ttt_core.learning.config import ConfigError, TrainingConfig, changed_by
from ttt_core.learning.measures import MEASURES, Measured
from ttt_core.learning.runs import measure_runs
from ttt_core.learning.sweep import read_values
from ttt_core.tools.arguments import PRESETS_BY_LABEL, add_preset, number_of_seeds
from ttt_core.tools.sweep import values_by_setting

FIRST_FRESH_SEED = 1_000_000
SHOWN = 5
"""How many of the best settings are listed; only the first is measured again."""
_FEWEST_SEEDS = 2
_DRAWS_PER_TRY = 20

GAMES_MEASURES = [name for name, measure in MEASURES.items() if not measure.is_share]


@dataclass
class Contender:
    """Settings in the search, and the games that each seed needed; inf if it never got there."""

    config: TrainingConfig
    games: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The median over the seeds so far, an observed value: the upper of the middle two."""
        return sorted(self.games)[len(self.games) // 2]

    @property
    def never(self) -> int:
        """How many seeds never got there."""
        return sum(map(np.isinf, self.games))

    @property
    def order(self) -> tuple[float, float]:
        """What sorts the best first: as few seeds as possible that never got there, then games."""
        return self.never, self.median


def drawn(
    base: TrainingConfig, over: Mapping[str, Sequence[object]], tries: int, seed: int
) -> list[Contender]:
    """Return different settings drawn at random, as many as asked for if there are so many."""
    random = np.random.default_rng(seed)
    found: dict[TrainingConfig, Contender] = {}
    for _ in range(_DRAWS_PER_TRY * tries):
        if len(found) == tries:
            break
        changes = {name: values[int(random.integers(len(values)))] for name, values in over.items()}
        config = changed_by(base, changes)
        if config is not None:
            found[config] = Contender(config)
    return list(found.values())


def measure(contenders: Sequence[Contender], name: str, seeds: Sequence[int]) -> None:
    """Measure each contender on these seeds too, on all cores."""
    tasks = [(contender, seed) for contender in contenders for seed in seeds]
    runs = [replace(contender.config, seed=seed) for contender, seed in tasks]
    with closing(measure_runs(runs, Measured((name,)))) as reports:
        for report in reports:
            for place, (games,) in report.results:
                tasks[place][0].games.append(np.inf if np.isnan(games) else games)


def hunt(
    contenders: list[Contender], name: str, *, seeds: int, fresh: int, base: TrainingConfig
) -> Iterator[str]:
    """Search among contenders, measure the winner again, and yield what happens, line by line.

    In each round the better half goes on, and is measured on twice as many seeds.

    Parameters
    ----------
    contenders
    name
        The measure to keep low, one of `GAMES_MEASURES`.
    seeds
        The number of seeds of the search, from 0.
    fresh
        The number of fresh seeds, from `FIRST_FRESH_SEED`.
    base
        The settings that the search started from; measured on the same seeds, to compare.
    """
    used = 0
    while used < seeds:
        more = min(max(_FEWEST_SEEDS, 2 * used), seeds)
        measure(contenders, name, range(used, more))
        used = more
        contenders = sorted(contenders, key=lambda contender: contender.order)
        measured = f"{_counted(len(contenders), 'setting')} on {_counted(used, 'seed')}"
        yield f"{measured}: best median {_told(contenders[0])}"
        if used < seeds:
            contenders = contenders[: max(SHOWN, (len(contenders) + 1) // 2)]
    start = Contender(base)
    measure([start], name, range(seeds))
    yield ""
    searched, checked = _counted(seeds, "seed"), _counted(fresh, "fresh seed")
    yield f"| Median of | {searched} searched | {checked} | Fresh, never | Settings |"
    yield "| --- | ---: | ---: | ---: | --- |"
    for label, one in [("start", start), *enumerate(contenders[:SHOWN], 1)]:
        figures = "– | –"
        if label in ("start", 1):  # measuring the others too would be a search on the fresh seeds
            again = Contender(one.config)
            measure([again], name, range(FIRST_FRESH_SEED, FIRST_FRESH_SEED + fresh))
            figures = f"{_told(again)} | {again.never}"
        changed = ", ".join(
            f"{setting}={value}" for setting, value in _changes(base, one.config).items()
        )
        yield f"| {label} | {_told(one)} | {figures} | {changed} |"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _told(contender: Contender) -> str:
    return f"{contender.median:,.0f}" if np.isfinite(contender.median) else "never"


def _changes(base: TrainingConfig, config: TrainingConfig) -> dict[str, object]:
    return {name: value for name, value in vars(config).items() if value != getattr(base, name)}


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    program = argparse.ArgumentParser(
        prog="python -m docs.programs.hunt",
        description="Search for settings with which an agent is unbeatable after few games, and "
        "measure the winner again on fresh seeds.",
        allow_abbrev=False,
    )
    program.add_argument(
        "--over",
        action="append",
        required=True,
        metavar="SETTING=VALUES",
        help="a setting to search over; repeat for more. VALUES are as for ttt-sweep",
    )
    add_preset(program, "settings to start from (default: %(default)s)", "Quick study")
    program.add_argument(
        "--measure",
        choices=GAMES_MEASURES,
        default=GAMES_MEASURES[0],
        help="what to keep low (default: %(default)s)",
    )
    for name, default, what in (
        ("tries", 200, "how many settings to draw at random"),
        ("seeds", 16, "how many seeds the last round of the search uses"),
        ("fresh", 100, "how many fresh seeds to measure the winner on"),
    ):
        program.add_argument(
            f"--{name}",
            type=number_of_seeds,
            default=default,
            metavar="N",
            help=f"{what} (default: %(default)s)",
        )
    program.add_argument(
        "--draw", type=int, default=0, metavar="N", help="another number draws other settings"
    )
    return program


def main(arguments: list[str] | None = None) -> None:
    """Run the command; `arguments` replace the command line if given."""
    program = parser()
    parsed = program.parse_args(arguments)
    try:
        given = values_by_setting(parsed.over)
        over = {name: read_values(name, values) for name, values in given.items()}
    except ConfigError as error:
        program.error(str(error))
    base = PRESETS_BY_LABEL[parsed.preset]
    contenders = drawn(base, over, parsed.tries, parsed.draw)
    if not contenders:
        program.error("These values contradict each other, so there is nothing to try.")
    for line in hunt(contenders, parsed.measure, seeds=parsed.seeds, fresh=parsed.fresh, base=base):
        print(line, flush=True)


if __name__ == "__main__":
    main()
