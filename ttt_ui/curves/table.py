"""A comparison in figures: what came of each configuration, and every point for download."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
import pandas as pd

import ttt_core as ttt
from ttt_ui.curves.configurations import settings_that_differ
from ttt_ui.curves.measuring import Measured
from ttt_ui.shared.wording import counted, percent
from ttt_ui.train.curves import SERIES


@dataclass(frozen=True)
class Outcome:
    """What came of a configuration, over its seeds.

    Attributes
    ----------
    seeds
        How many have been measured.
    unbeatable
        How many of them cannot be beaten in the end.
    since
        From which game on they cannot be, the median of those; None where there is none.
    at_the_end
        Mean of the measure after the last game; None where no seed has been measured.
    """

    seeds: int
    unbeatable: int
    since: float | None
    at_the_end: float | None


def outcome(measured: Sequence[Measured], label: str) -> Outcome:
    """Sum up what came of a configuration; `label` names one of the series."""
    since = [one.since for one in measured if one.since is not None]
    ends = [SERIES[label].of(one.curve)[-1] for one in measured]
    return Outcome(
        seeds=len(measured),
        unbeatable=len(since),
        since=median(since) if since else None,
        at_the_end=float(np.mean(ends)) if ends else None,
    )


def outcome_in_words(found: Outcome, label: str, seeds: int) -> str:
    """Say what came of a configuration of which so many seeds are to be measured."""
    if found.at_the_end is None:
        return "Not measured yet"
    of_them = counted(found.seeds, "seed")
    if found.seeds < seeds:
        of_them += f" so far, {seeds - found.seeds} to come"
    said = f"{label} at the end: {percent(found.at_the_end)}. "
    if found.since is None:
        return f"{said}Can be beaten with {'' if found.seeds == 1 else 'each of '}{of_them}"
    which = "all " if found.unbeatable == found.seeds > 1 else f"{found.unbeatable} of "
    which = "" if found.seeds == 1 else which
    middle = " (median)" if found.unbeatable > 1 else ""
    return f"{said}Cannot be beaten from game {found.since:,.0f} on{middle}: {which}{of_them}"


def long_table(
    names: Sequence[str],
    configs: Sequence[ttt.TrainingConfig],
    measured: Sequence[Mapping[int, Measured]],
) -> pd.DataFrame:
    """List every point of every run in a row of its own, for download.

    Parameters
    ----------
    names, configs
        Of the configurations.
    measured
        For each of them, by seed.

    Returns
    -------
    pandas.DataFrame
        The configuration's name; as ``setting_…`` what the configurations differ in; seed, games,
        each measure, and whether nobody can win from either side after so many games.
    """
    differ = settings_that_differ(configs)
    tables = [
        pd.DataFrame(
            {
                "configuration": title,
                **{f"setting_{name}": getattr(config, name) for name in differ},
                "seed": seed,
                "games": one.curve.games,
                **{_column(label): series.of(one.curve) for label, series in SERIES.items()},
                "cannot_be_beaten": one.curve.unbeatable,
            }
        )
        for title, config, of_it in zip(names, configs, measured, strict=True)
        for seed, one in of_it.items()
    ]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def _column(label: str) -> Any:
    return "epsilon" if label == "ε" else label.lower().replace(" ", "_")
