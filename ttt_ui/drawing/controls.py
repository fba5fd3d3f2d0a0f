"""Widgets whose value is a `Control`'s."""

from collections.abc import Callable
from typing import Any, TypeVar

from ttt_ui.widgets import Control

T = TypeVar("T")


def show_control(
    control: Control[T], widget: Callable[..., object], label: str, *options: Any, **more: Any
) -> T:
    """Show a control as one of Streamlit's widgets, and return its value.

    The value stays while other pages are open.
    """
    control.settle()
    widget(label, *options, key=control.key, persist_state="session", **more)
    return control.value
