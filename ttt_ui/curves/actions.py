"""What clicks do to a comparison of learning curves, and the work that goes on between them."""

import time
from typing import Any

import ttt_core as ttt
from ttt_core.learning.config import SETTINGS as DECLARED
from ttt_core.learning.config import ConfigError
from ttt_ui.curves.configurations import Sources, settings_that_matter, sources, variation
from ttt_ui.curves.links import is_too_long
from ttt_ui.curves.state import FEWEST, MOST, Comparison, comparison
from ttt_ui.shared.cores import Waiting, cores
from ttt_ui.shared.limits import LimitError, check_training, shortened
from ttt_ui.shared.roster import roster
from ttt_ui.shared.session import session
from ttt_ui.shared.widgets import held, redraw
from ttt_ui.shared.wording import plain
from ttt_ui.train.state import train_state

_WORK_SECONDS = 0.15
AS_IT_IS = "nothing: as it is"
"""In the place of a setting, where no other value is wanted."""


def present_sources() -> Sources:
    """Return what the visitor can compare."""
    visitor, others, train = session(), roster(), train_state()
    packed = {name: one.packed for name, one in others.agents.slotted().items()}
    return sources(train.settings, visitor.agent, packed)


def source_key(state: Comparison) -> str:
    """Return the key of the choice of what a configuration is taken from."""
    return f"{state.adder_key}_source"


def setting_key(state: Comparison) -> str:
    """Return the key of the choice of a setting."""
    return f"{state.adder_key}_setting"


def value_key(state: Comparison, setting: str) -> str:
    """Return the key of the value of a setting."""
    return f"{state.adder_key}_{setting}"


def add() -> None:
    """Compare the configuration that was put together."""
    visitor, state, offered = session(), comparison(), present_sources()
    source = held(source_key(state))
    config = offered.configs.get(source) if isinstance(source, str) else None
    if config is None:
        return
    setting = held(setting_key(state), AS_IT_IS)
    value: Any = None
    if setting != AS_IT_IS:
        if not isinstance(setting, str) or setting not in settings_that_matter(config):
            return
        value = held(value_key(state, setting))
    try:
        if setting == AS_IT_IS:
            check_training(config)
        else:
            config = variation(config, setting, DECLARED[setting].read(value))
    except (ConfigError, LimitError) as error:
        visitor.say(f"It was not added. {plain(shortened(str(error)))}", "error")
        redraw()
        return
    with visitor.lock:
        refused = _why_not(state, config)
        if refused:
            visitor.say(f"It was not added. {refused}", "error")
        else:
            state.add(config)
    redraw()


def _why_not(state: Comparison, config: ttt.TrainingConfig) -> str:
    """Say in Markdown why a configuration is not to be added; empty where it is."""
    if config in state.configs:
        name = state.names[state.configs.index(config)]
        return f"The same is compared already: {plain(name)}. Give a setting another value."
    if len(state.entries) >= MOST:
        return f"{MOST} are compared at most: remove one first."
    if is_too_long((*state.configs, config)):
        return "No link could hold all that these configurations differ in: remove one first."
    return ""


def remove(slot: int) -> None:
    """Leave a configuration out."""
    visitor, state = session(), comparison()
    with visitor.lock:
        if len(state.entries) > FEWEST:
            state.remove(slot)
    redraw()


def measure() -> None:
    """Begin to measure, or go on."""
    comparison().start()
    redraw()


def stop() -> None:
    """Measure no more for now."""
    comparison().stop()
    redraw()


def work_on(state: Comparison, waiting: Waiting) -> bool:
    """Go on for a moment on all cores; return whether there is more to do."""
    ends = time.perf_counter() + _WORK_SECONDS
    while is_due := state.running and not state.measurements.finished:
        state.measurements.work(cores(), waiting)
        if time.perf_counter() >= ends:
            break
    return is_due and not state.measurements.finished
