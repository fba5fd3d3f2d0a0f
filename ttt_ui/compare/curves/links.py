"""A comparison in the address: ``a=games-20000~gamma-0.5&b=…&seeds=8``."""

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
from ttt_ui.frame.links import config_from_query, config_to_query
from ttt_ui.frame.parameters import Link, Parameter, choice, slug, whole_number
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

_BETWEEN, _IS = "~", "-"
_DEFAULT = ttt.TrainingConfig()


def owns(name: str) -> bool:
    return name in _NAMES


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
    asked = {letter: link.rest.pop(letter) for letter in LETTERS if letter in link.rest}
    for letter, text in asked.items():
        pairs = [part.partition(_IS) for part in text.split(_BETWEEN) if part]
        config, reasons = config_from_query({name: written for name, _, written in pairs})
        link.dropped += [f"{letter}: {why}" for why in reasons]
        config = seedless(config)
        try:
            check_training(config)
        except LimitError as error:
            link.dropped.append(f"{letter}: {reason(error)}")
            continue
        if not pairs:
            link.drop(letter, text, tr("this configuration has no settings."))
        elif config in configs and not reasons:
            link.drop(letter, text, tr("this configuration is already in the comparison."))
        elif len(reasons) < len(pairs) and config not in configs:
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
