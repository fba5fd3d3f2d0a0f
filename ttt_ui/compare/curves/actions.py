"""What clicks do to a comparison of learning curves."""

from typing import Any

import ttt_core as ttt
from ttt_core.learning import SETTINGS as DECLARED
from ttt_core.learning import ConfigError
from ttt_core.sentences import tr_noop
from ttt_ui.compare.curves.configurations import settings_that_matter, sources, variation
from ttt_ui.compare.curves.links import is_too_long
from ttt_ui.compare.curves.state import FEWEST, MOST, Comparison, comparison
from ttt_ui.language import reason, tr
from ttt_ui.visit import messages
from ttt_ui.visit.limits import LimitError, check_training, shortened
from ttt_ui.visit.session import Message, session
from ttt_ui.widgets import held, rerun_page_if_alone
from ttt_ui.wording import plain

ADD = "add"
NO_CHANGE = tr_noop("None")
"""The option to change no setting."""


def add() -> None:
    visitor, state, offered = session(), comparison(), sources()
    messages.answer(ADD)
    source = held(state.key("source"))
    config = offered.configs.get(source) if isinstance(source, str) else None
    if config is None:
        return
    setting = held(state.key("setting"), NO_CHANGE)
    value: Any = None
    if setting != NO_CHANGE:
        if not isinstance(setting, str) or setting not in settings_that_matter(config):
            return
        value = held(state.key(f"value_{setting}"))
    try:
        if setting == NO_CHANGE:
            check_training(config)
        else:
            config = variation(config, setting, DECLARED[setting].read(value))
    except (ConfigError, LimitError) as error:
        _refuse(plain(shortened(reason(error))))
    else:
        with visitor.lock:
            why_not = _reason_not_to_add(state, config)
            if why_not:
                _refuse(why_not)
            else:
                state.add(config)
    rerun_page_if_alone()


def _refuse(why: str) -> None:
    refusal = tr("The configuration was not added. {reason}", reason=why)
    messages.answer(ADD, Message("error", refusal))


def _reason_not_to_add(state: Comparison, config: ttt.TrainingConfig) -> str:
    """Say in Markdown why a configuration cannot be added; empty if it can."""
    if config in state.configs:
        name = state.names[state.configs.index(config)]
        return tr("This configuration is already here: {name}. Change a setting.", name=plain(name))
    if len(state.entries) >= MOST:
        return tr("You can compare up to {most} configurations. Remove one first.", most=MOST)
    if is_too_long((*state.configs, config)):
        return tr("These configurations differ too much to fit in a link. Remove one first.")
    return ""


def remove(slot: int) -> None:
    visitor, state = session(), comparison()
    with visitor.lock:
        if len(state.entries) > FEWEST:
            state.remove(slot)
    rerun_page_if_alone()


def measure() -> None:
    comparison().start()
    rerun_page_if_alone()


def stop() -> None:
    comparison().stop()
    rerun_page_if_alone()
