"""Compile the engine's loops with numba and cache the machine code on disk if possible.

numba caches compiled code in ``__pycache__`` next to the source or in the user's cache directory.
Set ``NUMBA_CACHE_DIR`` to another writable directory to use that. Nobody else should be able to
write to it, because cached code is unpickled and run. Without a writable directory everything still
works, but is compiled again in every process. A process compiles only the loops that it uses and
that are not cached. The first says so on stderr, because it all takes half a minute to a minute.

A server must not compile on a visitor's click. `leave_compiling` leaves it to another process, and
what needs a missing loop waits. The short ones run as plain Python until then, with exactly the
same result.

A loop is compiled again when something changes that it depends on: its code, that of a function it
calls, or a constant that one of these reads.
"""

import builtins
import dis
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, partial, wraps
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np
from numba import config, njit
from numba.core import event
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import register_jitable

_OPTIONS: Any = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cfunc_wrapper": True,
}
_LOOPS: list[Any] = []
_PACKAGE = __name__.partition(".")[0]

_Function = TypeVar("_Function", bound=Callable[..., object])


class NotCompiledError(Exception):
    """A loop is not in the cache yet, and this process leaves compiling to another."""


class _Compiling:
    """Who compiles what is missing: this process, unless there is a `wait`."""

    wait: Callable[[Callable[[], bool]], object] | None = None
    here = ContextVar("here", default=False)
    strict = ContextVar("strict", default=False)


def leave_compiling(wait: Callable[[Callable[[], bool]], object]) -> None:
    """Only load loops from now on, and compile in this process what nobody else compiles.

    Parameters
    ----------
    wait
        Called when a loop is missing, with a function that tries again to use it. It returns when
        that has returned True, or when there is nothing to wait for; then the loop is compiled.
    """
    _Compiling.wait = wait


@contextmanager
def loading() -> Iterator[None]:
    """Raise `NotCompiledError` at once for every loop that is missing."""
    token = _Compiling.strict.set(True)
    try:
        yield
    finally:
        _Compiling.strict.reset(token)


def compiled(function: _Function) -> _Function:
    """Compile a loop, which only Python calls.

    It releases Python's lock, so that threads run in parallel, and allocates nothing, so that it
    needs no numba runtime (`_nrt=False`). With the runtime, references are counted whenever a
    NamedTuple of arrays is passed on or one of its arrays is read, which takes twenty times as long
    as playing (numba issue 2350). Division by zero gives inf or nan, as in NumPy.
    """
    return _loop(function, is_short=False)


def compiled_if_there(function: _Function) -> _Function:
    """Compile a short loop, which runs as plain Python while its machine code is missing."""
    return _loop(function, is_short=True)


def _loop(function: _Function, *, is_short: bool) -> _Function:
    dispatcher: Any = njit(**_OPTIONS)(function)
    _enable_cache(dispatcher)
    _LOOPS.append(dispatcher)

    def slowly(*arguments: object) -> object:
        """Do without the machine code for now, or wait for it."""
        if is_short:
            with np.errstate(all="ignore"):
                return function(*arguments)
        results: list[object] = []

        def try_again() -> bool:
            with suppress(NotCompiledError):
                results.append(dispatcher(*arguments))
            return bool(results)

        assert _Compiling.wait is not None
        _Compiling.wait(try_again)
        if not results:
            token = _Compiling.here.set(True)
            try:
                results.append(dispatcher(*arguments))
            finally:
                _Compiling.here.reset(token)
        return results[0]

    @wraps(function)
    def run(*arguments: object) -> object:
        try:
            if not dispatcher.overloads and _is_left_to_others() and not _is_cached(dispatcher):
                raise NotCompiledError(function.__name__)
            return dispatcher(*arguments)
        except NotCompiledError:
            if _Compiling.strict.get():
                raise
        return slowly(*arguments)

    return run  # type: ignore[return-value]


def _enable_cache(dispatcher: Any) -> None:
    with suppress(RuntimeError):  # no writable cache directory
        dispatcher.enable_caching()
        cache_file = dispatcher._cache._cache_file
        # numba checks only the file that contains the function, not the files of what it calls.
        cache_file._source_stamp = stamp(dispatcher.py_func)
        cache_file._load_index = partial(_index_that_can_be_read, cache_file._load_index)


def _index_that_can_be_read(load_index: Callable[[], dict[object, str]]) -> dict[object, str]:
    """Return a loop's index, or an empty one if it names a class that is gone or renamed."""
    try:
        return load_index()
    except (AttributeError, ImportError):
        return {}


def _is_left_to_others() -> bool:
    """Return whether this process must not compile what is missing."""
    return _Compiling.strict.get() or (_Compiling.wait is not None and not _Compiling.here.get())


def _is_cached(dispatcher: Any) -> bool:
    """Return whether a loop has a file in the cache: numba makes its compiler ready to find out."""
    file = getattr(dispatcher._cache, "_cache_file", None)
    return file is not None and os.path.exists(file._index_path)


def has_cache() -> bool:
    """Return whether compiled loops are kept on disk."""
    return all(dispatcher.stats.cache_path for dispatcher in _LOOPS)


def cache_in(folder: str) -> None:
    """Keep compiled loops in a folder, here and in the processes that this one starts."""
    os.environ["NUMBA_CACHE_DIR"] = folder
    setattr(config, "CACHE_DIR", folder)  # noqa: B010 - its types do not know it
    for dispatcher in _LOOPS:
        _enable_cache(dispatcher)


class _PartOfLoops(JITCodeLibrary):
    """Code that only loops contain.

    numba would optimize it and make machine code of it, which nobody calls. It is optimized with
    each loop. That halves the time of compiling.
    """

    @property
    def codegen(self) -> "_PartOfLoops":
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Do nothing: numba would write the address of the environment into machine code."""

    def get_pointer_to_function(self, name: str) -> int:
        """Return that Python cannot call it."""
        return 0

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _PartCompiler(Compiler):
    def __init__(self, typing: Any, target: Any, library: None, *rest: Any) -> None:
        code = _PartOfLoops(target.codegen(), "part")  # type: ignore[no-untyped-call]
        super().__init__(typing, target, code, *rest)  # type: ignore[no-untyped-call]


def part(function: _Function, *, forceinline: bool = False) -> _Function:
    """Let loops call this function, and compile it with each; called by Python, it is Python."""
    decorate = register_jitable(pipeline_class=_PartCompiler, forceinline=forceinline, **_OPTIONS)
    return decorate(function)


def inlined(function: _Function) -> _Function:
    """Like `part`, and always inline, because most of these cost less than a call."""
    return part(function, forceinline=True)


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
    constants = [constant for constant in code.co_consts if constant != docstring]
    return repr((code.co_name, code.co_code, constants, code.co_names, code.co_varnames))


def _globals_read(code: CodeType) -> list[str]:
    read = {
        instruction.argval
        for instruction in dis.get_instructions(code)
        if instruction.opname == "LOAD_GLOBAL"
    }
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
    """Announces the first loop that is compiled rather than loaded, or prevents that."""

    def on_start(self, event: event.Event) -> None:
        """Look at the function that is about to be compiled."""
        function = event.data["dispatcher"].py_func
        if not function.__module__.startswith(f"{_PACKAGE}."):
            return
        if _is_left_to_others():
            raise NotCompiledError(function.__name__)
        announce()

    def on_end(self, event: event.Event) -> None:
        """Do nothing."""


event.register("numba:compile", _Announcer())  # type: ignore[no-untyped-call]
