"""How the engine is compiled: machine code by numba, kept on disk where there is a place for it.

numba keeps what it has compiled in the ``__pycache__`` beside the source, or else in the user's
cache directory. Set ``NUMBA_CACHE_DIR`` to a writable directory to keep it there; nobody else
should be able to write to it, for what lies there is unpickled and run. Where no place is
writable, everything works all the same, and is compiled anew in every process.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from numba import njit

_Function = TypeVar("_Function", bound=Callable[..., object])


def compiled(function: _Function) -> _Function:
    """Compile a function; it releases Python's lock, so that threads run side by side."""
    return _compiled(function)


def compiled_bare(function: _Function) -> _Function:
    """Compile a function that allocates nothing, without numba's runtime (`_nrt=False`).

    With it, references are counted whenever a NamedTuple of arrays is handed on or one of its
    arrays is looked at, and that takes twenty times as long as playing (numba issue 2350). A
    division by zero gives inf or nan, as in NumPy.
    """
    return _compiled(function, error_model="numpy", _nrt=False)


def inlined(function: _Function) -> _Function:
    """Compile bare, and always inline: most of these functions cost less than a call.

    What it was written as, to be run on arrays, is its attribute `py_func`.
    """
    return _compiled(function, error_model="numpy", _nrt=False, forceinline=True)


def _compiled(function: _Function, **options: Any) -> _Function:
    dispatcher: Any = njit(nogil=True, **options)(function)
    try:
        dispatcher.enable_caching()
    except RuntimeError:  # no place to keep it
        return dispatcher  # type: ignore[no-any-return]
    # numba looks only at the file in which a function stands, not at what it calls elsewhere.
    dispatcher._cache._cache_file._source_stamp = _source_stamp()
    return dispatcher  # type: ignore[no-any-return]


@cache
def _source_stamp() -> str:
    """Return a hash of all source that is compiled; what was kept of another one is of no use."""
    stamp = hashlib.sha256()
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        source = file.read_bytes()
        if __name__.encode() in source:
            stamp.update(source)
    return stamp.hexdigest()
