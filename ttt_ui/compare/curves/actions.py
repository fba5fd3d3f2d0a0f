"""What clicks do to a comparison of learning curves."""

from typing import Any

import ttt_core as ttt
from ttt_core.learning import SETTINGS as DECLARED
from ttt_core.learning import ConfigError
from ttt_ui.compare.curves.configurations import Sources, settings_that_matter, sources, variation
from ttt_ui.compare.curves.links import is_too_long
from ttt_ui.compare.curves.state import FEWEST, MOST, Comparison, comparison
from ttt_ui.train.state import train_state
from ttt_ui.visit.limits import LimitError, check_training, shortened
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import session
from ttt_ui.widgets import held, redraw
from ttt_ui.wording import plain

NO_CHANGE = "None"
"""The option to change no setting."""


def visitors_sources() -> Sources:
    """Return the configurations the visitor can add."""
    visitor, others, train = session(), roster(), train_state()
    packed = {name: one.packed for name, one in others.agents.slotted().items()}
    return sources(train.settings, visitor.agent, packed)


def source_key(state: Comparison) -> str:
    """Return the key of the control for the configuration to add."""
    return f"{state.adder_key}_source"


def setting_key(state: Comparison) -> str:
    """Return the key of the control for the setting to change."""
    return f"{state.adder_key}_setting"


def value_key(state: Comparison, setting: str) -> str:
    """Return the key of the control for a setting's value."""
    return f"{state.adder_key}_{setting}"


def add() -> None:
    """Add the configuration in the form."""
    visitor, state, offered = session(), comparison(), visitors_sources()
    source = held(source_key(state))
    config = offered.configs.get(source) if isinstance(source, str) else None
    if config is None:
        return
    setting = held(setting_key(state), NO_CHANGE)
    value: Any = None
    if setting != NO_CHANGE:
        if not isinstance(setting, str) or setting not in settings_that_matter(config):
            return
        value = held(value_key(state, setting))
    try:
        if setting == NO_CHANGE:
            check_training(config)
        else:
            config = variation(config, setting, DECLARED[setting].read(value))
    except (ConfigError, LimitError) as error:
        visitor.say(f"The configuration was not added. {plain(shortened(str(error)))}", "error")
        redraw()
        return
    with visitor.lock:
        reason = _reason_not_to_add(state, config)
        if reason:
            visitor.say(f"The configuration was not added. {reason}", "error")
        else:
            state.add(config)
    redraw()


def _reason_not_to_add(state: Comparison, config: ttt.TrainingConfig) -> str:
    """Say in Markdown why a configuration cannot be added; empty if it can."""
    if config in state.configs:
        name = state.names[state.configs.index(config)]
        return f"This configuration is already here: {plain(name)}. Change a setting."
    if len(state.entries) >= MOST:
        return f"You can compare up to {MOST} configurations. Remove one first."
    if is_too_long((*state.configs, config)):
        return "These configurations differ too much to fit in a link. Remove one first."
    return ""


def remove(slot: int) -> None:
    """Remove a configuration."""
    visitor, state = session(), comparison()
    with visitor.lock:
        if len(state.entries) > FEWEST:
            state.remove(slot)
    redraw()


def measure() -> None:
    """Start or continue measuring."""
    comparison().start()
    redraw()


def stop() -> None:
    """Stop measuring."""
    comparison().stop()
    redraw()
