"""The state that must survive invalid input, and the messages about it."""

import re
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

from tests.ui.support import agents_before
from ttt_ui.compare.measuring.state import Comparison, SweepState
from ttt_ui.compare.state import Pairing, SideBySide
from ttt_ui.inspect.state import Trail
from ttt_ui.learn.another_game import OtherGame
from ttt_ui.learn.looking_back import OwnGame
from ttt_ui.learn.matchboxes import MachineState
from ttt_ui.learn.one_cell import OneCell
from ttt_ui.learn.state import LearnState
from ttt_ui.play.exhibition import Exhibition
from ttt_ui.play.state import PlayState
from ttt_ui.train.state import TrainState
from ttt_ui.visit.roster import Roster
from ttt_ui.visit.session import Session, key_of

_TRIGGER = "$$STREAMLIT_INTERNAL_KEY_{}__events"
OF_CHAPTERS = (OneCell, MachineState, OwnGame, OtherGame)
CHAPTERS_SLIDER = "slider_number"
_KINDS = (
    *(Session, TrainState, PlayState, Roster, Trail, Exhibition),
    *(Pairing, SideBySide, Comparison, SweepState, LearnState, *OF_CHAPTERS),
)


def seen(state: Any) -> dict[str, object]:
    """Return the state that must stay unchanged, whatever was sent."""
    keys = set(state)  # once, because `AppTest` computes all values for each lookup
    facts: dict[str, object] = {
        key: state[key] for key in ("exploring_cell", CHAPTERS_SLIDER) if key in keys
    }
    for kind in _KINDS:
        if key_of(kind) in keys:
            facts |= _facts(state[key_of(kind)])
    return facts


def _facts(kept: object) -> dict[str, object]:
    match kept:
        case Session():
            return {
                "agent": id(kept.agent),
                "past": [agent.fingerprint for agent in agents_before(kept)],
                "replacements": kept.replacements,
            }
        case TrainState():
            return {"settings": kept.settings, "pinned": kept.pinned, "ghost": kept.previous_run}
        case PlayState():
            return {"game": kept.game.token, "score": kept.score, "side": kept.side}
        case Roster():
            return {"roster": list(kept)}
        case Trail():
            return {"boards": list(kept.boards), "place": kept.place}
        case Pairing():
            return {"pairing": (dict(kept.chosen), kept.place), "step": kept.replay.step}
        case SideBySide():
            return {
                "two": kept.names,
                "boards of two": (list(kept.trail.boards), kept.trail.place),
            }
        case Comparison():
            return {"compared": kept.configs, "measured": kept.runs.running}
        case SweepState():
            return {"sweep": (kept.form, kept.source, id(kept.measuring), dict(kept.picked))}
        case LearnState():
            return {"chapter": kept.chapter, "answers": kept.answers}
        case OneCell() | MachineState() | OwnGame() | OtherGame():
            return {type(kept).__name__: str(kept)}
        case Exhibition():
            return {"running": kept.running, "tally": kept.stage.tally}
    raise AssertionError(kept)


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
