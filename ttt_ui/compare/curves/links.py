"""A comparison in the address: ``a=games-20000~gamma-0.5&b=…&seeds=8``."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

import ttt_core as ttt
from ttt_ui.compare.curves.configurations import seedless
from ttt_ui.compare.curves.state import (
    AXIS,
    FEWEST,
    FIRST_SEED,
    MAX_FIRST_SEED,
    MAX_SEEDS,
    MEASURE,
    MOST,
    SEEDS,
    SERIES_IN_LINKS,
    chosen_measure,
    chosen_seeds,
    comparison,
    opening,
)
from ttt_ui.frame.links import config_from_query, config_to_query, named
from ttt_ui.frame.view_links import slug
from ttt_ui.train.state import AXES
from ttt_ui.visit.limits import LimitError, check_training
from ttt_ui.wording import listed

LETTERS = "abcdef"
NUMBER, FIRST, MEASURED, ON_AXIS = "seeds", "from", "measure", "axis"
LONGEST = 1_300
"""Characters for the configurations; a whole address has up to 2,000."""

_BETWEEN, _IS = "~", "-"
_DEFAULT = ttt.TrainingConfig()


class Asked(NamedTuple):
    """What a link sets; None or empty for what it does not mention."""

    configs: tuple[ttt.TrainingConfig, ...] = ()
    seeds: int | None = None
    first_seed: int | None = None
    measure: str | None = None
    axis: str | None = None


def owns(name: str) -> bool:
    """Say whether a query parameter belongs to a comparison."""
    return name in (*LETTERS, NUMBER, FIRST, MEASURED, ON_AXIS)


def configs_to_query(configs: tuple[ttt.TrainingConfig, ...]) -> dict[str, str]:
    """Write each configuration as its games and its differences from the default."""
    return {
        letter: _BETWEEN.join(
            f"{name}{_IS}{text}"
            for name, text in config_to_query(config).items()
            if name == "games" or getattr(config, name) != getattr(_DEFAULT, name)
        )
        for letter, config in zip(LETTERS, configs, strict=False)
    }


def is_too_long(configs: tuple[ttt.TrainingConfig, ...]) -> bool:
    """Say whether configurations differ too much to fit in a link."""
    return len(urlencode(configs_to_query(configs))) > LONGEST


def comparison_to_query() -> dict[str, str]:
    """Return the query parameters of the visitor's comparison, without other defaults."""
    seeds, measure = chosen_seeds(), chosen_measure()
    query = configs_to_query(tuple(comparison().configs))
    if len(seeds) != SEEDS.default:
        query[NUMBER] = str(len(seeds))
    if seeds.start != FIRST_SEED.default:
        query[FIRST] = str(seeds.start)
    if measure != MEASURE.default:
        query[MEASURED] = next(n for n, label in SERIES_IN_LINKS.items() if label == measure)
    if AXIS.value in AXES and AXIS.value != AXIS.default:
        query[ON_AXIS] = slug(AXIS.value)
    return query


def comparison_from_query(params: Mapping[str, str]) -> tuple[Asked, list[str]]:
    """Read a comparison from query parameters, valid or not.

    Returns
    -------
    asked
        If it names configurations, two to `MOST` different ones.
    dropped
        A sentence for each part that is not valid.
    """
    configs, dropped = _configs(params)
    seeds, first = (
        _whole(params, name, low, high, dropped)
        for name, low, high in ((NUMBER, 1, MAX_SEEDS), (FIRST, 0, MAX_FIRST_SEED))
    )
    measure = _one_of(params, MEASURED, SERIES_IN_LINKS, dropped)
    axis = _one_of(params, ON_AXIS, {slug(axis): axis for axis in AXES}, dropped)
    return Asked(configs, seeds, first, measure, axis), dropped


def _configs(params: Mapping[str, str]) -> tuple[tuple[ttt.TrainingConfig, ...], list[str]]:
    configs: list[ttt.TrainingConfig] = []
    dropped: list[str] = []
    asked = [letter for letter in LETTERS if letter in params]
    for letter in asked:
        pairs = [part.partition(_IS) for part in params[letter].split(_BETWEEN) if part]
        config, reasons = config_from_query({name: text for name, _, text in pairs})
        dropped += [f"{letter}: {reason}" for reason in reasons]
        config = seedless(config)
        try:
            check_training(config)
        except LimitError as error:
            dropped.append(f"{letter}: {error}")
            continue
        if len(reasons) == len(pairs) or config in configs:
            if not reasons:
                dropped.append(
                    f"{named(letter, params[letter])}: this configuration is already in the "
                    "comparison."
                )
            continue
        configs.append(config)
    if asked and len(configs) < FEWEST:
        dropped.append("A comparison needs two configurations, so default ones were added.")
        configs += [config for config in opening() if config not in configs][
            : FEWEST - len(configs)
        ]
    if is_too_long(tuple(configs)):
        dropped.append(
            "The configurations differ too much to fit in a link, so only the first two are "
            "compared."
        )
        del configs[FEWEST:]
    assert len(configs) <= MOST
    return tuple(configs), dropped


def _whole(
    params: Mapping[str, str], name: str, low: int, high: int, dropped: list[str]
) -> int | None:
    text = params.get(name)
    if text is None:
        return None
    if text.isascii() and text.isdecimal() and len(text) < 20 and low <= int(text) <= high:
        return int(text)
    dropped.append(f"{named(name, text)}: the value must be a whole number from {low} to {high:,}.")
    return None


def _one_of(
    params: Mapping[str, str], name: str, options: Mapping[str, str], dropped: list[str]
) -> str | None:
    text = params.get(name)
    if text is not None and text not in options:
        dropped.append(f"{named(name, text)}: choose from {listed(list(options))}.")
    return options.get(text or "")


def take(params: Mapping[str, str]) -> list[str]:
    """Apply a link; return a sentence for each part of it that is not valid."""
    if not any(map(owns, params)):
        return []
    asked, dropped = comparison_from_query(params)
    state = comparison()
    SEEDS.set(asked.seeds or SEEDS.default)
    FIRST_SEED.set(asked.first_seed or FIRST_SEED.default)
    MEASURE.set(asked.measure or MEASURE.default)
    AXIS.set(asked.axis or AXIS.default)
    if asked.configs:
        state.replace_all(asked.configs)
    return dropped
