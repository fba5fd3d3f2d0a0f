"""Compile the engine with numba and cache the machine code on disk if possible.

numba caches compiled code in ``__pycache__`` next to the source or in the user's cache directory.
Set ``NUMBA_CACHE_DIR`` to another writable directory to use that. Nobody else should be able to
write to it, because cached code is unpickled and run. Without a writable directory everything still
works, but is compiled again in every process. A process compiles only the functions that it uses
and that are not cached. The first says so on stderr, because it all takes one to two minutes.
"""

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from numba import njit
from numba.core import event

_PACKAGE = __name__.partition(".")[0]

_Function = TypeVar("_Function", bound=Callable[..., object])


def compiled(function: _Function) -> _Function:
    """Compile a function that releases Python's lock, so that threads run in parallel."""
    return _compiled(function)


def compiled_bare(function: _Function) -> _Function:
    """Compile a function that allocates nothing, without numba's runtime (`_nrt=False`).

    With the runtime, references are counted whenever a NamedTuple of arrays is passed on or one of
    its arrays is read, which takes twenty times as long as playing (numba issue 2350). Division by
    zero gives inf or nan, as in NumPy.
    """
    return _compiled(function, error_model="numpy", _nrt=False)


def inlined(function: _Function) -> _Function:
    """Compile like `compiled_bare` and always inline, because most of these cost less than a call.

    The original function, which also works on arrays, is its attribute `py_func`.
    """
    return _compiled(function, error_model="numpy", _nrt=False, forceinline=True)


def _compiled(function: _Function, **options: Any) -> _Function:
    dispatcher: Any = njit(nogil=True, **options)(function)
    try:
        dispatcher.enable_caching()
    except RuntimeError:  # no writable cache directory
        return dispatcher  # type: ignore[no-any-return]
    # numba checks only the file that contains the function, not the files of what it calls.
    dispatcher._cache._cache_file._source_stamp = _source_stamp()
    return dispatcher  # type: ignore[no-any-return]


@cache
def announce() -> None:
    """Say that this process compiles a part of the engine, once."""
    print(
        f"{_PACKAGE} is compiling loops that are not in its cache yet. This can take one to two "
        "minutes.",
        file=sys.stderr,
        flush=True,
    )


class _Announcer(event.Listener):
    """Announces the first function of this package that is compiled rather than loaded."""

    def on_start(self, event: event.Event) -> None:
        """Look at the function that is about to be compiled."""
        if event.data["dispatcher"].py_func.__module__.startswith(f"{_PACKAGE}."):
            announce()

    def on_end(self, event: event.Event) -> None:
        """Do nothing."""


event.register("numba:compile", _Announcer())  # type: ignore[no-untyped-call]


@cache
def _source_stamp() -> str:
    """Return a hash of all compiled source files; code cached for another hash is not used."""
    stamp = hashlib.sha256()
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        source = file.read_bytes()
        if __name__.encode() in source:
            stamp.update(source)
    return stamp.hexdigest()
