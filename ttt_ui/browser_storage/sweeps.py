"""The measured runs of a sweep as a part of the saved visit."""

import json

import numpy as np

import ttt_core as ttt
from ttt_ui.browser_storage.packing import UnreadableError, packed_part, unpacked_part
from ttt_ui.compare.measuring.links import plan_to_query, read_plan
from ttt_ui.compare.measuring.state import Measuring
from ttt_ui.frame.links import Link
from ttt_ui.visit.limits import MAX_QUERY, MAX_SWEEP_RUNS

_VALUE = np.dtype("<f8")
MAX_PART = 4 + MAX_QUERY + MAX_SWEEP_RUNS * (1 + _VALUE.itemsize)
"""The most bytes of a sweep's part."""


def sweep_to_part(measuring: Measuring) -> str:
    """Return a sweep and its results so far as text."""
    head = json.dumps(plan_to_query(measuring.plan)).encode()
    done = measuring.done  # before the values, of which there may then be more
    values = np.where(done, measuring.values, np.nan).astype(_VALUE)
    return packed_part(head, done.tobytes() + values.tobytes())


def sweep_from_part(text: str) -> Measuring:
    """Return the sweep of a text, at rest; raises `NewerError` or `UnreadableError`."""
    head, arrays = unpacked_part(text, MAX_PART)
    try:
        query = json.loads(head)
        if not isinstance(query, dict) or not all(
            isinstance(value, str) for value in query.values()
        ):
            raise UnreadableError
        link = Link(query)
        plan = read_plan(link, ttt.TrainingConfig())
        if plan is None or link.dropped:
            raise UnreadableError
        sweep = plan.sweep()
    except (ValueError, RecursionError) as error:  # ConfigError and LimitError among them
        raise UnreadableError from error
    runs = len(sweep)
    if len(arrays) != runs * (1 + _VALUE.itemsize):
        raise UnreadableError
    done = np.frombuffer(arrays[:runs], np.uint8)
    values = np.frombuffer(arrays[runs:], _VALUE).astype(np.float64)
    if (done > 1).any() or not (np.isnan(values) | ((values >= 0) & np.isfinite(values))).all():
        raise UnreadableError
    return Measuring(plan, sweep, {int(run): (float(values[run]),) for run in np.flatnonzero(done)})
