"""The train page's part of the sidebar: everything a training can be set to."""

from typing import Any

import streamlit as st

import ttt_core as ttt
from ttt_core.learning.config import SETTINGS as DECLARED
from ttt_core.learning.config import matters
from ttt_core.learning.rules import RULES
from ttt_ui.session import Session, fill_widget
from ttt_ui.settings import (
    GAMES,
    GROUPS,
    LIVE_GAMES,
    SETTINGS,
    Choice,
    Setting,
    Slider,
    Stops,
    Switch,
    preset_of,
)
from ttt_ui.teaching import (
    CUSTOM,
    LIVE_KEY,
    PRESET_KEY,
    setting_key,
    take_preset,
    take_setting,
)

_LARGEST_NUMBER_OF_A_BROWSER = 2**53 - 1
_LETTERS_SIDE_BY_SIDE = 20


def show_controls(visitor: Session) -> None:
    """Show the controls of all settings that the chosen rule uses."""
    settings = visitor.settings
    _show_preset(settings)
    fill_widget(setting_key("rule"), settings.rule)
    st.selectbox(
        "Rule",
        list(RULES),
        format_func=lambda name: RULES[name].label,
        key=setting_key("rule"),
        on_change=take_setting,
        args=("rule",),
        help="How the agent changes its mind. The settings below are those this rule uses.",
    )
    rule = RULES[settings.rule]
    st.caption(f"{rule.sentence} {rule.source}")
    _control("games", GAMES, settings.games)
    st.toggle(
        "Live",
        value=True,
        key=LIVE_KEY,
        persist_state="session",
        help=f"Every change of a setting trains a new agent at once, from an empty table and with "
        f"the same seed, up to {LIVE_GAMES:,} games; a preset does so with any number. Switched "
        "off, settings wait for a button.",
    )
    for group, (label, icon) in GROUPS.items():
        names = [
            name
            for name, setting in SETTINGS.items()
            if setting.group == group and matters(name, settings)
        ]
        if names:
            with st.expander(label, icon=icon, expanded=group == "learning", key=f"group_{group}"):
                for name in names:
                    _control(name, SETTINGS[name], getattr(settings, name))


def _show_preset(settings: ttt.TrainingConfig) -> None:
    name = preset_of(settings) or CUSTOM
    fill_widget(PRESET_KEY, name)
    st.selectbox(
        "Preset",
        [*ttt.PRESETS, CUSTOM],
        key=PRESET_KEY,
        on_change=take_preset,
        help="Settings that are known to lead somewhere: our own, and those of published systems.",
    )
    st.caption(ttt.PRESET_NOTES.get(name, "Set by hand, or by a link."))


def _control(name: str, setting: Setting, value: Any) -> None:
    key = setting_key(name)
    common: dict[str, Any] = {
        "label": DECLARED[name].label,
        "help": DECLARED[name].sentence,
        "key": key,
        "on_change": take_setting,
        "args": (name,),
    }
    match setting:
        case Slider():
            low, high = setting.range_with(value)
            fill_widget(key, float(value))
            st.slider(min_value=low, max_value=high, step=setting.step, **common)
        case Stops():
            fill_widget(key, value)
            st.select_slider(
                options=setting.values_with(value),
                format_func=lambda number: f"{number:,}",
                **common,
            )
        case Choice(options=options):
            fill_widget(key, value)
            if sum(map(len, options.values())) <= _LETTERS_SIDE_BY_SIDE:
                st.segmented_control(
                    options=list(options), format_func=options.__getitem__, required=True, **common
                )
            else:
                st.selectbox(options=list(options), format_func=options.__getitem__, **common)
        case Switch():
            fill_widget(key, value)
            st.toggle(**common)
        case _:
            fill_widget(key, min(value, _LARGEST_NUMBER_OF_A_BROWSER))
            st.number_input(min_value=0, max_value=_LARGEST_NUMBER_OF_A_BROWSER, step=1, **common)
