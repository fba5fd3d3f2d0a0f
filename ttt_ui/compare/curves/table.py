"""The results of a comparison: a summary of each configuration, and all points for download."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

import ttt_core as ttt
from ttt_core.learning import MeasuredCurve
from ttt_ui.compare.curves.configurations import settings_that_differ
from ttt_ui.language import tr
from ttt_ui.train.result.curves import SERIES
from ttt_ui.wording import counted, percent

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class CurveOutcome:
    """The results of a configuration over its seeds."""

    seeds: int  # the number measured
    unbeatable: int  # the number that are unbeatable at the end
    # The game since which those have been unbeatable (their median); None if there are none.
    since: float | None
    # The mean of the measure after the last game; None if no seed has been measured.
    at_the_end: float | None


def outcome(measured: Sequence[MeasuredCurve], label: str) -> CurveOutcome:
    """Sum up the results of a configuration; `label` names one of the series."""
    since = [run.since for run in measured if run.since is not None]
    ends = [SERIES[label].of(run.curve)[-1] for run in measured]
    return CurveOutcome(
        seeds=len(measured),
        unbeatable=len(since),
        since=median(since) if since else None,
        at_the_end=float(np.mean(ends)) if ends else None,
    )


def outcome_in_words(outcome: CurveOutcome, seeds: int) -> str:
    """Describe the results of a configuration that is to be measured with `seeds` seeds."""
    if outcome.at_the_end is None:
        return tr("Not measured yet.")
    sentences = [
        tr("{share} after training.", share=percent(outcome.at_the_end)),
        _verdict(outcome),
    ]
    if outcome.seeds < seeds:
        sentences.append(
            tr(
                "Measured so far: {measured} of {seeds}.",
                measured=outcome.seeds,
                seeds=counted(seeds, "seed", "seeds"),
            )
        )
    return " ".join(sentences)


def _verdict(outcome: CurveOutcome) -> str:
    if outcome.since is None:
        if outcome.seeds == 1:
            return tr("Beatable.")
        return tr("Beatable with all {seeds} seeds.", seeds=outcome.seeds)
    values = {"game": outcome.since, "seeds": outcome.seeds, "unbeatable": outcome.unbeatable}
    match outcome.unbeatable, outcome.seeds:
        case 1, 1:
            return tr("Unbeatable since game {game:,.0f}.", **values)
        case 1, _:
            return tr("Unbeatable since game {game:,.0f} with 1 of {seeds} seeds.", **values)
        case unbeatable, several if unbeatable == several:
            return tr(
                "Unbeatable since game {game:,.0f} (median) with all {seeds} seeds.", **values
            )
        case _:
            return tr(
                "Unbeatable since game {game:,.0f} (median) with {unbeatable} of {seeds} seeds.",
                **values,
            )


def long_table(
    names: Sequence[str],
    configs: Sequence[ttt.TrainingConfig],
    measured: Sequence[Mapping[int, MeasuredCurve]],
) -> "pd.DataFrame":
    """Return a row for each point of each run, for download; `measured` is by seed."""
    import pandas as pd

    differ = settings_that_differ(configs)
    tables = [
        pd.DataFrame(
            {
                "configuration": title,
                **{f"setting_{name}": getattr(config, name) for name in differ},
                "seed": seed,
                "games": run.curve.games,
                **{name.replace("-", "_"): series.of(run.curve) for name, series in SERIES.items()},
                "cannot_be_beaten": run.curve.unbeatable,
            }
        )
        for title, config, of_it in zip(names, configs, measured, strict=True)
        for seed, run in of_it.items()
    ]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()
