"""A training's settings in the address of the train page: the link is the model."""

import re
from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any

import ttt_core as ttt
from ttt_ui.train.experiments import EXPERIMENTS

ALWAYS = ("rule", "games", "seed")
EXPERIMENT = "experiment"
"""What names a guided experiment."""

_FIELDS: dict[str, Field[Any]] = {field.name: field for field in fields(ttt.TrainingConfig)}
_WHOLE = re.compile(r"-?[0-9]{1,19}")
_NUMBER = re.compile(r"-?[0-9]{1,25}(\.[0-9]{1,25})?(e[+-]?[0-9]{1,3})?", re.ASCII)
_TRUTH = {"true": True, "false": False}
_LONGEST_SHOWN = 30


def config_to_query(config: ttt.TrainingConfig) -> dict[str, str]:
    """Write a configuration as query parameters.

    Rule, games and seed are always named, every other field only where it differs from
    `TrainingConfig()`. Numbers are written so that they come back bit for bit.
    """
    return {
        name: _written(getattr(config, name))
        for name, field in _FIELDS.items()
        if name in ALWAYS or getattr(config, name) != field.default
    }


def config_from_query(params: Mapping[str, str]) -> tuple[ttt.TrainingConfig, list[str]]:
    """Read a configuration from query parameters, however they came about.

    Returns
    -------
    config
        What is not named is as in `TrainingConfig()`.
    dropped
        For each parameter that makes no sense, a sentence that says so.
    """
    values: dict[str, Any] = {}
    dropped = []
    for name, text in params.items():
        try:
            values[name] = _read(name, text)
        except ValueError as error:
            dropped.append(f"{_shown(name, text)}: {error}")
    while True:
        try:
            return ttt.TrainingConfig(**values), dropped
        except ttt.ConfigError as error:
            culprit = next(name for name in error.fields if name in values)
            dropped.append(f"{_shown(culprit, params[culprit])}: {error}")
            del values[culprit]


def experiment_from_query(
    params: Mapping[str, str],
) -> tuple[str | None, dict[str, str], list[str]]:
    """Read which guided experiment query parameters name.

    Returns
    -------
    experiment
        Its name, None where none is named.
    rest
        The other parameters.
    dropped
        A sentence for a name that there is not.
    """
    rest = {name: text for name, text in params.items() if name != EXPERIMENT}
    named = params.get(EXPERIMENT)
    if named is None or named in EXPERIMENTS:
        return named, rest, []
    return None, rest, [f"{_shown(EXPERIMENT, named)}: there is no such experiment."]


def _written(value: object) -> str:
    return repr(value).lower() if isinstance(value, bool) else str(value)


def _read(name: str, text: str) -> object:
    if name not in _FIELDS:
        raise ValueError("there is no such setting.")
    default = _FIELDS[name].default
    if isinstance(default, bool):
        if text not in _TRUTH:
            raise ValueError("this is neither true nor false.")
        return _TRUTH[text]
    if isinstance(default, int):
        if not _WHOLE.fullmatch(text):
            raise ValueError("this is not a whole number.")
        return int(text)
    if isinstance(default, float):
        if not _NUMBER.fullmatch(text):
            raise ValueError("this is not a number.")
        return float(text)
    return text


def _shown(name: str, text: str) -> str:
    words = f"{name}={text}"
    return words if len(words) <= _LONGEST_SHOWN else f"{words[:_LONGEST_SHOWN]}…"
