"""The settings of a training run, in the sidebar of Train."""

from collections.abc import Callable, Collection
from typing import Any

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import PRESET_LABELS, RULES, matters
from ttt_core.learning import SETTINGS as DECLARED
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.slider_component import slider
from ttt_ui.frame.field import Field, number, one_of, switch
from ttt_ui.language import tr
from ttt_ui.train.actions import slide, take_preset, take_setting
from ttt_ui.train.controls import (
    GROUPS,
    LIVE_GAMES,
    NUMBERS,
    SETTINGS,
    in_words,
    most_important,
    preset_of,
    shown_value,
)
from ttt_ui.train.result import chart_choices
from ttt_ui.train.state import LIVE, PARTS, TrainState, train_state
from ttt_ui.visit import messages
from ttt_ui.widgets import GROUP, LARGEST_NUMBER_OF_A_BROWSER, rerun_page_if_alone
from ttt_ui.wording import listed

CUSTOM = tr_noop("Custom")
_CUSTOM_NOTE = tr_noop("Set by hand or by a link.")

_PRESET = one_of(
    "setting_preset",
    {name: PRESET_LABELS.get(name, name) for name in (*ttt.PRESETS, CUSTOM)},
    widget=st.selectbox,
    label=tr_noop("Preset"),
)
_RULE = one_of(
    "setting_rule",
    {name: rule.label for name, rule in RULES.items()},
    widget=st.selectbox,
    label=tr_noop("Rule"),
)
_LETTERS_SIDE_BY_SIDE = 20
_FIRST_SETTINGS = 4
"""With most rules: games, α, γ and ε."""


# In a fragment, a drag waits for the run under way instead of ending it.
@st.fragment
def show_controls() -> None:
    """Show the controls of all settings that the chosen rule uses, the most important first."""
    train = train_state()
    first = _most_important(train)
    with st.container(gap="xxsmall"):
        if not PARTS.hides("preset"):
            _show_preset(train)
        for name in first:
            _number(name, train)
        advanced = st.expander(
            tr("Advanced"), icon=":material/tune:", key=f"{GROUP}advanced", on_change="rerun"
        )
        if advanced.open:
            with advanced:
                _show_advanced(train, first)
        chart_choices()


def _show_advanced(train: TrainState, first: Collection[str]) -> None:
    settings = train.settings
    if not PARTS.hides("rule"):
        _show_rule(train)
    for group, (label, icon) in GROUPS.items():
        names = [
            name
            for name, setting in SETTINGS.items()
            if setting.group == group and matters(name, settings) and name not in first
        ]
        if names and not PARTS.hides(group):
            place = st.expander(tr(label), icon=icon, key=f"{GROUP}{group}", on_change="rerun")
            if place.open:
                with place:
                    for name in names:
                        _control(name, train)
    _explain(settings)
    LIVE.show(
        on_change=rerun_page_if_alone,
        help=tr(
            "Every change trains a new agent from scratch with the same seed, up to {most:,} games "
            "(a preset: any number). When off, changes wait until you press a button.",
            most=LIVE_GAMES,
        ),
    )


def _most_important(train: TrainState) -> list[str]:
    return [
        name
        for name in most_important(train.settings)[:_FIRST_SETTINGS]
        if name == "games" or not PARTS.hides(SETTINGS[name].group)
    ]


def _explain(settings: ttt.TrainingConfig) -> None:
    """Say what each setting means that the rule uses."""
    place = st.popover(
        tr("What these mean"),
        icon=":material/help:",
        type="tertiary",
        key="settings_explained",
        on_change="rerun",
    )
    if place.open:
        place.markdown(
            "\n\n".join(
                tr(
                    "**{label}:** {sentence}",
                    label=tr(DECLARED[name].label),
                    sentence=tr(DECLARED[name].sentence),
                )
                for name in SETTINGS
                if matters(name, settings)
            )
        )


@st.fragment
def show_strip() -> None:
    """Show the most important numbers again for narrow windows, which hide the sidebar."""
    train = train_state()
    names = _most_important(train)
    with st.grid(4, min_column_width=130, gap=(None, "small")):
        for name in names:
            _number(name, train, narrow=True)
    with st.container(key="strip_answers"):
        for name in names:
            messages.answer_in(f"strip_{name}")
            _say_what_moved_along(name, train)


def _show_preset(train: TrainState) -> None:
    name = preset_of(train.settings) or CUSTOM
    _PRESET.ask(name, take_preset, help=tr(ttt.PRESET_NOTES.get(name, _CUSTOM_NOTE)))


def _show_rule(train: TrainState) -> None:
    rule = RULES[train.settings.rule]
    about = f"{tr(rule.sentence)} {tr(rule.source)}"
    _RULE.ask(train.settings.rule, take_setting, "rule", help=about)
    messages.answer_in("setting_rule")
    _say_what_moved_along("rule", train)


def _number(name: str, train: TrainState, *, narrow: bool = False) -> None:
    value, declared = shown_value(name, train.settings), DECLARED[name]
    key = f"{'strip' if narrow else 'setting'}_{name}"
    slider(
        tr(declared.label),
        sorted({*NUMBERS[name], value}),
        value,
        key=key,
        token=train.key(name),
        on_move=slide,
        args=(name, key),
        help=tr(declared.sentence),
        narrow=narrow,
    )
    if not narrow:
        messages.answer_in(key)
        _say_what_moved_along(name, train)


def _say_what_moved_along(name: str, train: TrainState) -> None:
    """Say which other settings had to change, if any did."""
    if moved := train.moved_along(name):
        settings = listed([in_words(other, train.settings) for other in moved])
        st.caption(tr("This also changed: {settings}.", settings=settings))


def _control(name: str, train: TrainState) -> None:
    if name in NUMBERS:
        _number(name, train)
        return
    key, label, words = f"setting_{name}", DECLARED[name].label, SETTINGS[name].words
    field: Field[Any]
    if words:
        widget: Callable[..., object] = st.segmented_control
        if sum(len(tr(word)) for word in words.values()) > _LETTERS_SIDE_BY_SIDE:
            widget = st.selectbox
        field = one_of(key, words, widget=widget, label=label)
    elif name == "seed":
        field = number(key, 0, 0, LARGEST_NUMBER_OF_A_BROWSER, label=label, look={"step": 1})
    else:
        field = switch(key, on=False, label=label)
    field.ask(shown_value(name, train.settings), take_setting, name)
    messages.answer_in(key)
    _say_what_moved_along(name, train)
