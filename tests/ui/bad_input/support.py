"""The state that must survive invalid input, and the messages about it."""

import re
from collections.abc import Callable
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

from tests.ui.support import agents_before
from ttt_ui.compare.measuring.state import SweepState
from ttt_ui.compare.state import Pairing
from ttt_ui.inspect.state import Trail
from ttt_ui.play.state import PlayState
from ttt_ui.train.state import TrainState
from ttt_ui.visit.roster import Roster
from ttt_ui.visit.session import Session, key_of

_TRIGGER = "$$STREAMLIT_INTERNAL_KEY_{}__events"
_FACTS: dict[type, Callable[[Any], object]] = {
    Session: lambda kept: (
        *(id(kept.agent), kept.replacements),
        [agent.fingerprint for agent in agents_before(kept)],
    ),
    TrainState: lambda kept: (kept.settings, kept.pinned, kept.previous_run),
    PlayState: lambda kept: (kept.game.token, str(kept.score), kept.side),
    Roster: list,
    Trail: lambda kept: (list(kept.boards), kept.place),
    Pairing: lambda kept: (dict(kept.chosen), kept.place, kept.replay.step),
    SweepState: lambda kept: (kept.form, kept.source, id(kept.measuring), dict(kept.picked)),
}


def seen(state: Any) -> dict[str, object]:
    """Return the state that must stay unchanged, whatever was sent."""
    keys = set(state)  # once, because `AppTest` computes all values for each lookup
    return {
        kind.__name__: fact(state[key_of(kind)])
        for kind, fact in _FACTS.items()
        if key_of(kind) in keys
    }


def said(app: AppTest) -> str:
    """Return the messages for the visitor, without the escapes for Markdown."""
    shown = [*app.info, *app.warning, *app.error, *app.success]
    return "\n".join(element.value for element in shown).replace("\\", "")


def send(app: AppTest, key: str, *, trigger: bool = False, **field: Any) -> None:
    """Report that the widget with a key holds what one field of a `WidgetState` says."""
    widget = widget_id(app, key)
    state = WidgetState(id=_TRIGGER.format(widget) if trigger else widget)
    ((name, value),) = field.items()
    if isinstance(value, list):
        part = getattr(state, name)
        part.SetInParent()
        part.data.extend(value)
    else:
        setattr(state, name, value)
    states = app._tree.get_widget_states()
    others = [other for other in states.widgets if other.id != state.id]
    del states.widgets[:]
    states.widgets.extend([*others, state])
    app._run(states)


def widget_id(app: AppTest, key: str) -> str:
    """Return the id of the widget that has a key now."""
    protos = (getattr(element, "proto", None) for element in app._tree)
    ids = (getattr(proto, "id", "") for proto in protos)
    pattern = re.sub(r"_0$", r"_\\d+", key)
    return next(id for id in ids if re.search(f"-{pattern}$", id))
