"""The controls that are saved, and their valid values."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from ttt_ui.compare.players import everybody
from ttt_ui.compare.state import ABSENT
from ttt_ui.play import state as play
from ttt_ui.play.exhibition import state as show
from ttt_ui.play.exhibition.pace import SPEEDS
from ttt_ui.train import state as train
from ttt_ui.visit.players import player_names
from ttt_ui.widgets import Control

Check = Callable[[object, Collection[str]], bool]
"""Returns whether a value is valid for a control, given the names of the agents on Compare."""


def _is_switch(value: object, _: Collection[str]) -> bool:
    return isinstance(value, bool)


def _is_share(value: object, _: Collection[str]) -> bool:
    return isinstance(value, float) and 0 <= value <= 1


def _one_of(options: Collection[str]) -> Check:
    return lambda value, _: isinstance(value, str) and value in options


def _is_player(value: object, rivals: Collection[str]) -> bool:
    return isinstance(value, str) and (value in rivals or value in player_names({}))


def _are_players(value: object, rivals: Collection[str]) -> bool:
    known = everybody(rivals)
    return isinstance(value, list) and all(name in known for name in value)


_CONTROLS: tuple[tuple[Control[Any], Check], ...] = (
    (play.MODE, _one_of(play.MODES)),
    (play.LEARNS, _is_switch),
    (play.EXPLORES, _is_switch),
    (play.RANDOM_SHARE, _is_share),
    (play.EPSILON, _is_share),
    (play.CUSTOM_PLAYER, _is_player),
    (play.SHOWN_VALUES, _is_switch),
    (play.SHOWN_TRUE_VALUES, _is_switch),
    (play.BAR, _is_switch),
    (show.SPEED, _one_of(SPEEDS)),
    (show.OPPONENT, _is_player),
    (show.LEARNS, _is_switch),
    (show.EXPLORES, _is_switch),
    (show.SHOWN_VALUES, _is_switch),
    (train.LIVE, _is_switch),
    (train.AXIS, _one_of(train.AXES)),
    (ABSENT, _are_players),
)


def held_controls(rivals: Collection[str]) -> dict[str, Any]:
    """Return the controls' values by key, if they are valid and not the default."""
    held = {control.key: control.value for control, _ in _CONTROLS}
    there = everybody(rivals)
    held[ABSENT.key] = [name for name in held[ABSENT.key] if name in there]  # some may be gone
    changed = {c.key: held[c.key] for c, _ in _CONTROLS if held[c.key] != c.default}
    return {key: _unchanging(value) for key, value in sound(changed, rivals).items()}


def _unchanging(value: Any) -> Any:
    return tuple(dict.fromkeys(value)) if isinstance(value, list) else value


def sound(held: Mapping[str, Any], rivals: Collection[str]) -> dict[str, Any]:
    """Return the valid values among these, given the names of the agents on Compare."""
    plain = {key: list(v) if isinstance(v, tuple) else v for key, v in held.items()}
    return {
        control.key: plain[control.key]
        for control, fits in _CONTROLS
        if control.key in plain and fits(plain[control.key], rivals)
    }


def set_controls(held: Mapping[str, Any]) -> None:
    """Give the controls these values, and all others their defaults."""
    for control, _ in _CONTROLS:
        control.set(held.get(control.key, control.default))
