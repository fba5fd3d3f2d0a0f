"""Compile the engine's loops with numba and cache the machine code on disk if possible.

numba caches compiled code in ``__pycache__`` next to the source or in the user's cache directory.
Set ``NUMBA_CACHE_DIR`` to another writable directory to use that. Nobody else should be able to
write to it, because cached code is unpickled and run. Without a writable directory everything still
works, but is compiled again in every process. A process compiles only the loops that it uses and
that are not cached. The first says so on stderr, because it all takes half a minute to a minute.

A loop is compiled again when something changes that it depends on: its code, that of a function it
calls, or a constant that one of these reads.
"""

import builtins
import dis
import hashlib
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

from numba import njit
from numba.core import event
from numba.extending import register_jitable

_OPTIONS: Any = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cfunc_wrapper": True,
}
_PACKAGE = __name__.partition(".")[0]

_Function = TypeVar("_Function", bound=Callable[..., object])


def compiled(function: _Function) -> _Function:
    """Compile a loop, which only Python calls.

    It releases Python's lock, so that threads run in parallel, and allocates nothing, so that it
    needs no numba runtime (`_nrt=False`). With the runtime, references are counted whenever a
    NamedTuple of arrays is passed on or one of its arrays is read, which takes twenty times as long
    as playing (numba issue 2350). Division by zero gives inf or nan, as in NumPy.
    """
    dispatcher: Any = njit(**_OPTIONS)(function)
    with suppress(RuntimeError):  # no writable cache directory
        dispatcher.enable_caching()
        # numba checks only the file that contains the function, not the files of what it calls.
        dispatcher._cache._cache_file._source_stamp = stamp(function)
    return dispatcher  # type: ignore[no-any-return]


def part(function: _Function) -> _Function:
    """Let loops call this function, and compile it with each; called by Python, it is Python."""
    return register_jitable(**_OPTIONS)(function)


def inlined(function: _Function) -> _Function:
    """Like `part`, and always inline, because most of these cost less than a call."""
    return register_jitable(forceinline=True, **_OPTIONS)(function)


def stamp(function: Callable[..., object]) -> str:
    """Return a hash of all that the machine code of a loop depends on.

    Raises
    ------
    NameError
        If a function that it calls, or a constant that it reads, is defined after it.
    """
    digest = hashlib.sha256(Path(__file__).read_bytes())
    functions: list[Any] = [function]
    for each in functions:
        digest.update(_text_of(each.__code__, each.__doc__).encode())
        for name in _globals_read(each.__code__):
            value = each.__globals__.get(name, getattr(builtins, name, None))
            if value is None:
                raise NameError(f"{each.__name__} reads {name}, which is defined after it.")
            if isinstance(value, FunctionType):
                if value not in functions:
                    functions.append(value)
            elif not isinstance(value, BuiltinFunctionType | ModuleType | type):
                digest.update(f"{name} = {value!r}".encode())
    return digest.hexdigest()


def _text_of(code: CodeType, docstring: str | None) -> str:
    constants = [one for one in code.co_consts if one != docstring]
    return repr((code.co_name, code.co_code, constants, code.co_names, code.co_varnames))


def _globals_read(code: CodeType) -> list[str]:
    read = {one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"}
    return sorted(read)


@cache
def announce() -> None:
    """Say that this process compiles a part of the engine, once."""
    print(
        f"{_PACKAGE} is compiling loops that are not in its cache yet. This can take up to a "
        "minute.",
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
