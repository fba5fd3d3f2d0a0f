"""A training's settings in the address of a page: the link is the model."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import Field, fields, replace
from typing import Any

import ttt_core as ttt
from ttt_ui.shared.limits import MAX_REASONS, shortened
from ttt_ui.shared.wording import plain

ALWAYS = ("rule", "games", "seed")
PREVIOUS_RUN = "ghost."
"""Begins the names of what differs in the configuration to compare with."""

_FIELDS: dict[str, Field[Any]] = {field.name: field for field in fields(ttt.TrainingConfig)}
SETTINGS_IN_LINKS = frozenset(_FIELDS)
"""The names of the query parameters that say how an agent was trained."""

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


def config_from_query(
    params: Mapping[str, str], prefix: str = ""
) -> tuple[ttt.TrainingConfig, list[str]]:
    """Read a configuration from query parameters, however they came about.

    Parameters
    ----------
    params
    prefix
        Begins the names of those that are meant.

    Returns
    -------
    config
        What is not named is as in `TrainingConfig()`.
    dropped
        For each parameter that makes no sense, a sentence that says so.
    """
    asked = {n.removeprefix(prefix): t for n, t in params.items() if n.startswith(prefix)}
    return _changed(ttt.TrainingConfig(), asked, prefix)


def previous_run_to_query(
    previous_run: ttt.TrainingConfig, settings: ttt.TrainingConfig
) -> dict[str, str]:
    """Write in what the configuration to compare with differs, as ``ghost.gamma=0.9``."""
    return {
        PREVIOUS_RUN + name: _written(getattr(previous_run, name))
        for name in _FIELDS
        if getattr(previous_run, name) != getattr(settings, name)
    }


def previous_run_from_query(
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
    asked = {
        name.removeprefix(PREVIOUS_RUN): text
        for name, text in params.items()
        if _of_previous_run(name)
    }
    config, dropped = _changed(settings, asked, PREVIOUS_RUN)
    return (None if config == settings else config), dropped


def without_previous_run(params: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters that are not of a configuration to compare with."""
    return {name: text for name, text in params.items() if not _of_previous_run(name)}


def _of_previous_run(name: str) -> bool:
    return name.startswith(PREVIOUS_RUN)


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
            dropped.append(f"{named(prefix + name, text)}: {error}")
    while True:
        try:
            return replace(config, **values), dropped
        except ttt.ConfigError as error:
            culprit = next(name for name in error.fields if name in values)
            reason = shortened(str(error))
            dropped.append(f"{named(prefix + culprit, params[culprit])}: {reason}")
            del values[culprit]


def config_that_tells(agent: ttt.Agent) -> ttt.TrainingConfig | None:
    """Return the configuration that alone leads to an agent.

    None where it has learned more than that or otherwise: in several runs, from games with people,
    from a partner, or elsewhere; and where nobody knows, as its file alone says how it was trained.
    """
    if len(agent.training) != 1 or not agent.reproducible or agent.trained_elsewhere is not None:
        return None
    return agent.training[0]


def said_of_dropped(dropped: Sequence[str]) -> str:
    """Say in Markdown what was left out of a link."""
    reasons = "\n".join(f"- {plain(reason)}" for reason in dropped[:MAX_REASONS])
    if len(dropped) > MAX_REASONS:
        reasons += f"\n- and {len(dropped) - MAX_REASONS:,} more."
    return f"The link held settings that make no sense. They were left out:\n\n{reasons}"


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


def named(name: str, text: str) -> str:
    """Write a parameter of a link as in the link, shortened if need be."""
    words = f"{name}={text}"
    return words if len(words) <= _LONGEST_SHOWN else f"{words[:_LONGEST_SHOWN]}…"
