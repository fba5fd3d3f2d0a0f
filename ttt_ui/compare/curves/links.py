"""A comparison in the address: ``a.games=20000&a.gamma=0.5&b.games=…&seeds=8``."""

from typing import Any
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
    comparison,
    opening,
)
from ttt_ui.frame.links import (
    Link,
    Parameter,
    choice,
    config_from_query,
    config_to_query,
    slug,
    whole_number,
)
from ttt_ui.language import reason, tr
from ttt_ui.train.result.curves import SERIES
from ttt_ui.train.state import AXES
from ttt_ui.visit.limits import LimitError, check_training
from ttt_ui.widgets import Control

LETTERS = tuple("abcdef")
LONGEST = 1_300
"""Characters for the configurations; a whole address has up to 2,000."""

_CONTROLS: tuple[tuple[Parameter[Any], Control[Any]], ...] = (
    (whole_number("seeds", 1, MAX_SEEDS, SEEDS.default), SEEDS),
    (whole_number("from", 0, MAX_FIRST_SEED, FIRST_SEED.default), FIRST_SEED),
    (choice("measure", {name: name for name in SERIES}, default=MEASURE.default), MEASURE),
    (choice("axis", {slug(axis): axis for axis in AXES}, default=AXIS.default), AXIS),
)
_NAMES = {*LETTERS, *(parameter.name for parameter, _ in _CONTROLS)}

_DEFAULT = ttt.TrainingConfig()


def owns(name: str) -> bool:
    return name in _NAMES or name.partition(".")[0] in LETTERS


def configs_to_query(configs: tuple[ttt.TrainingConfig, ...]) -> dict[str, str]:
    """Write each configuration as its games and its differences from the default."""
    return {
        f"{letter}.{name}": text
        for letter, config in zip(LETTERS, configs, strict=False)
        for name, text in config_to_query(config).items()
        if name == "games" or getattr(config, name) != getattr(_DEFAULT, name)
    }


def is_too_long(configs: tuple[ttt.TrainingConfig, ...]) -> bool:
    """Say whether configurations differ too much to fit in a link."""
    return len(urlencode(configs_to_query(configs))) > LONGEST


def to_query() -> dict[str, str]:
    """Return the query parameters of the visitor's comparison, without other defaults."""
    query = configs_to_query(tuple(comparison().configs))
    for parameter, control in _CONTROLS:
        query |= parameter.to_query(control.value)
    return query


def follow(link: Link) -> None:
    if not any(map(owns, link.rest)):
        return
    configs = read_configs(link)
    for parameter, control in _CONTROLS:
        value = link.read(parameter)
        control.set(control.default if value is None else value)
    if configs:
        comparison().replace_all(configs)


def read_configs(link: Link) -> tuple[ttt.TrainingConfig, ...]:
    """Return the configurations of a link: none, or `FEWEST` to `MOST` different ones."""
    configs: list[ttt.TrainingConfig] = []
    asked = {letter: query for letter in LETTERS if (query := _pop(link, letter))}
    for letter, query in asked.items():
        config, reasons = config_from_query(query, f"{letter}.")
        link.dropped += reasons
        config = seedless(config)
        try:
            check_training(config)
        except LimitError as error:
            link.dropped.append(f"{letter}: {reason(error)}")
            continue
        if config in configs and not reasons:
            already = tr("this configuration is already in the comparison.")
            link.dropped.append(f"{letter}: {already}")
        elif len(reasons) < len(query) and config not in configs:
            configs.append(config)
    if asked and len(configs) < FEWEST:
        link.dropped.append(
            tr("A comparison needs two configurations, so default ones were added.")
        )
        configs += [config for config in opening() if config not in configs][
            : FEWEST - len(configs)
        ]
    if is_too_long(tuple(configs)):
        link.dropped.append(
            tr(
                "The configurations differ too much to fit in a link, so only the first two are "
                "compared."
            )
        )
        del configs[FEWEST:]
    assert len(configs) <= MOST
    return tuple(configs)


def _pop(link: Link, letter: str) -> dict[str, str]:
    """Take the parameters of a configuration from a link."""
    query = {name: text for name, text in link.rest.items() if name.startswith(f"{letter}.")}
    for name in query:
        del link.rest[name]
    # Older links have ``a=games-20000~gamma-0.5``.
    pairs = (pair.partition("-") for pair in link.rest.pop(letter, "").split("~") if pair)
    return query | {f"{letter}.{name}": text for name, _, text in pairs}
