"""Pickles, read by `inert_pickle` in a bounded process of its own: nothing in them ever runs."""

import base64
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ttt_core.files.elsewhere.python_text import as_key
from ttt_core.files.sentences import AgentFileError, file_refusal, quoted
from ttt_core.sentences import sentence

MEGABYTES = 512
SECONDS = 10
NO_PICKLES = "TTT_NO_PICKLES"
"""The environment variable that switches pickles off, for a host."""

_PROGRAM = Path(__file__).with_name("inert_pickle.py")
_BEGINNING = re.compile(rb"\x80[\x02-\x05]|\((?:dp?|lp?)\d*\n|\(i|c[\w.]+\n[\w.]+\n|[}\]]q")
_MAX_ELEMENTS = 4_000_000
_AS_JSON = sentence(
    "To save the table as JSON instead: import json, then "
    "json.dump([[str(k), str(v)] for k, v in table.items()], open('table.json', 'w'))."
)


def is_pickle(data: bytes) -> bool:
    """Return whether bytes look like a pickle, of any protocol."""
    return data[:1] == b"\x80" or bool(_BEGINNING.match(data))


def read_pickle(data: bytes) -> Any:
    """Return the containers, numbers and texts of a pickle.

    Raises
    ------
    AgentFileError
        If pickles are switched off, or this one is damaged, too large, or would run a program.
    """
    if os.environ.get(NO_PICKLES):
        raise file_refusal("This host does not read pickles. {hint}", hint=_AS_JSON)
    try:
        process = subprocess.run(
            [sys.executable, "-I", "-S", str(_PROGRAM), str(MEGABYTES), str(SECONDS)],
            input=data,
            capture_output=True,
            timeout=3 * SECONDS,  # on a busy machine
            check=False,
            env={},
        )
        answer = json.loads(process.stdout, object_hook=_decoded)
    except (subprocess.TimeoutExpired, ValueError, OSError):
        answer = {"refused": ["large", ""]}
    if "refused" in answer:
        raise _refusal(*answer["refused"])
    return answer["content"]


def _refusal(why: str, name: str) -> AgentFileError:
    if why == "runs":
        return file_refusal(
            "This pickle names {name}, which can run programs, so it was not read. {hint}",
            name=quoted(name),
            hint=_AS_JSON,
        )
    if why == "outside":
        return file_refusal("This pickle refers to data outside the file. {hint}", hint=_AS_JSON)
    if why == "large":
        return file_refusal(
            "This pickle is nested too deeply, or takes more than {seconds} s or {size} MB to "
            "read. {hint}",
            seconds=SECONDS,
            size=MEGABYTES,
            hint=_AS_JSON,
        )
    return file_refusal("This pickle is damaged: it ends or breaks off. {hint}", hint=_AS_JSON)


def _decoded(value: dict[str, Any]) -> Any:
    """Return what an object of JSON stands for, whose parts have been decoded; see `encoded`."""
    match value:
        case {"d": pairs}:
            return {as_key(key): part for key, part in pairs}
        case {"l": parts}:
            return tuple(parts)
        case {"t": text} | {"n": text}:
            return text
        case {"a": data, "dtype": dtype, "shape": shape, "fortran": fortran}:
            return _array(base64.b64decode(data), dtype, shape, fortran)
    return value


def _array(data: bytes, letters: str, shape: list[int], fortran: bool) -> Any:
    """Return an array, or a number if it has no dimensions; None if its parts do not agree."""
    try:
        dtype = np.dtype(letters)
        size = int(np.prod(shape, dtype=object)) if shape else 1
        if not dtype.itemsize or size * dtype.itemsize != len(data) or size > _MAX_ELEMENTS:
            return None
        array = np.frombuffer(data, dtype).reshape(shape, order="F" if fortran else "C")
    except (TypeError, ValueError):
        return None
    return array if shape else array.item()
