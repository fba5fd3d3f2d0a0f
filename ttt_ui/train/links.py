"""A training's settings in the address of the train page: the link is the model."""

import re
from collections.abc import Mapping
from dataclasses import Field, fields, replace
from typing import Any

import ttt_core as ttt

ALWAYS = ("rule", "games", "seed")
GHOST = "ghost."
"""Begins the names of what differs in the configuration to compare with."""

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
    return _changed(ttt.TrainingConfig(), params, "")


def ghost_to_query(ghost: ttt.TrainingConfig, settings: ttt.TrainingConfig) -> dict[str, str]:
    """Write in what the configuration to compare with differs, as ``ghost.gamma=0.9``."""
    return {
        GHOST + name: _written(getattr(ghost, name))
        for name in _FIELDS
        if getattr(ghost, name) != getattr(settings, name)
    }


def ghost_from_query(
    params: Mapping[str, str], settings: ttt.TrainingConfig
) -> tuple[ttt.TrainingConfig | None, list[str]]:
    """Read the configuration to compare `settings` with from query parameters.

    Returns
    -------
    config
        None where none is named, or one that differs in nothing.
    dropped
        As in `config_from_query`.
    """
    named = {name.removeprefix(GHOST): text for name, text in params.items() if _of_ghost(name)}
    config, dropped = _changed(settings, named, GHOST)
    return (None if config == settings else config), dropped


def without_ghost(params: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters that are not of a configuration to compare with."""
    return {name: text for name, text in params.items() if not _of_ghost(name)}


def _of_ghost(name: str) -> bool:
    return name.startswith(GHOST)


def _changed(
    config: ttt.TrainingConfig, params: Mapping[str, str], prefix: str
) -> tuple[ttt.TrainingConfig, list[str]]:
    """Return `config` with what the parameters say, and a sentence for each that makes no sense."""
    values: dict[str, Any] = {}
    dropped = []
    for name, text in params.items():
        try:
            values[name] = _read(name, text)
        except ValueError as error:
            dropped.append(f"{_shown(prefix + name, text)}: {error}")
    while True:
        try:
            return replace(config, **values), dropped
        except ttt.ConfigError as error:
            culprit = next(name for name in error.fields if name in values)
            dropped.append(f"{_shown(prefix + culprit, params[culprit])}: {error}")
            del values[culprit]


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
