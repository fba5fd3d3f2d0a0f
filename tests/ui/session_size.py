"""The memory of a session on the server: everything that only its visitor's state refers to."""

import gc
import sys
from collections import Counter
from collections.abc import Iterable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np
import pandas as pd
from streamlit.testing.v1 import AppTest

from ttt_core.learning import ready_made
from ttt_ui.runs import kept_results
from ttt_ui.visit.players import preset_agent
from ttt_ui.visit.session import default_agent

_NOBODYS = (type, ModuleType, BuiltinFunctionType)


def session_bytes(app: AppTest) -> Counter[str]:
    """Return the size in bytes of a tested app's session, by key.

    What all sessions share counts for none: modules, what functions keep, the agents that
    everybody meets. What several keys lead to counts for the first of them.
    """
    seen = _shared()
    sizes: Counter[str] = Counter()
    state = app.session_state._state._state
    for key, value in state.filtered_state.items():
        sizes[key] = _size([value], seen)
    sizes["widgets"] = _size([state], seen)
    return sizes


def _shared() -> dict[int, object]:
    seen: dict[int, object] = {}
    ours = [
        m for name, m in sys.modules.items() if name.partition(".")[0] in ("ttt_core", "ttt_ui")
    ]
    roots = [vars(module) for module in ours]
    reward_memory = preset_agent("Reward memory (Kutschera 2018)")
    everybodys = [default_agent(), reward_memory, ready_made("Trap setter")]
    _size([*roots, *everybodys], seen)
    # The server's results are nobody's; those that a visit shows count, whether kept there or not.
    seen[id(kept_results())] = kept_results()
    return seen


def _size(roots: Iterable[Any], seen: dict[int, object]) -> int:
    """Return the size of all objects reachable from `roots` that are not yet in `seen`."""
    total, waiting = 0, list(roots)
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, _NOBODYS):
            continue
        seen[id(found)] = found
        if isinstance(found, FunctionType):
            waiting += [found.__closure__, found.__defaults__, found.__kwdefaults__]
            continue
        of_pandas = isinstance(found, pd.DataFrame | pd.Series | pd.Index)
        total += object.__sizeof__(found) if of_pandas else sys.getsizeof(found)
        waiting += gc.get_referents(found)
        if isinstance(found, np.ndarray) and found.base is not None:
            waiting.append(found.base)
    return total
