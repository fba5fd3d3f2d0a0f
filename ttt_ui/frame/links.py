"""Training settings in the address of a page: the link is the model."""

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any

import ttt_core as ttt
from ttt_core.sentences import sentence
from ttt_ui.frame.parameters import Parameter, refused
from ttt_ui.language import reason
from ttt_ui.visit.limits import shortened

ALWAYS = ("rule", "games", "seed")
PREVIOUS_RUN = "ghost."
"""Prefix of the settings in which the previous run differs."""

_NUMBER = re.compile(r"-?[0-9]{1,25}(\.[0-9]{1,25})?(e[+-]?[0-9]{1,3})?", re.ASCII)
_WHOLE = re.compile(r"-?[0-9]{1,19}")
_TRUTH = {"true": True, "false": False}
_DEFAULT = ttt.TrainingConfig()


def _read(kind: type, text: str) -> object:
    if kind is bool:
        if text not in _TRUTH:
            raise ValueError(sentence("the value must be true or false."))
        return _TRUTH[text]
    if kind is int and not _WHOLE.fullmatch(text):
        raise ValueError(sentence("the value must be a whole number."))
    if kind is float and not _NUMBER.fullmatch(text):
        raise ValueError(sentence("the value must be a number."))
    return kind(text)


def _written(value: object) -> str:
    return repr(value).lower() if isinstance(value, bool) else str(value)


_SETTINGS: dict[str, Parameter[Any]] = {
    field.name: Parameter(
        field.name,
        partial(_read, type(field.default)),
        _written,
        None if field.name in ALWAYS else field.default,
    )
    for field in fields(ttt.TrainingConfig)
}
SETTINGS_IN_LINKS = frozenset(_SETTINGS)
"""Names of the query parameters that hold training settings."""


def config_to_query(config: ttt.TrainingConfig) -> dict[str, str]:
    """Write a configuration as query parameters.

    Rule, games and seed are always included, other fields only if they differ from
    `TrainingConfig()`. Numbers are written so that they are read back exactly.
    """
    return {
        name: text
        for setting in _SETTINGS.values()
        for name, text in setting.to_query(getattr(config, setting.name)).items()
    }


def config_from_query(
    params: Mapping[str, str], prefix: str = "", start: ttt.TrainingConfig = _DEFAULT
) -> tuple[ttt.TrainingConfig, list[str]]:
    """Read a configuration from untrusted query parameters whose names begin with `prefix`.

    They change the settings of `start`. Also returns a message for each invalid parameter.
    """
    asked = {n.removeprefix(prefix): t for n, t in params.items() if n.startswith(prefix)}
    values: dict[str, Any] = {}
    dropped = []
    for name, text in asked.items():
        try:
            if name not in _SETTINGS:
                raise ValueError(sentence("this setting does not exist."))
            values[name] = _SETTINGS[name].read(text)
        except ValueError as error:
            dropped.append(refused(prefix + name, text, reason(error)))
    while True:
        try:
            return replace(start, **values), dropped
        except ttt.ConfigError as error:
            culprit = next(name for name in error.fields if name in values)
            why = shortened(reason(error))
            dropped.append(refused(prefix + culprit, asked[culprit], why))
            del values[culprit]


def previous_run_to_query(
    previous_run: ttt.TrainingConfig, settings: ttt.TrainingConfig
) -> dict[str, str]:
    """Write the settings in which the previous run differs, as in ``ghost.gamma=0.9``."""
    return {
        PREVIOUS_RUN + name: _written(getattr(previous_run, name))
        for name in _SETTINGS
        if getattr(previous_run, name) != getattr(settings, name)
    }
