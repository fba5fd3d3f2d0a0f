"""A program that reads a pickle without running anything in it, and writes it as JSON.

It runs in a process of its own (see `ttt_core.files.elsewhere.pickles`):
``python -I inert_pickle.py MEGABYTES SECONDS`` reads the pickle from its input. It imports only the
standard library, so it starts quickly.

The unpickler never looks a name up. Built-in containers, numbers and text become themselves; the
parts of NumPy arrays become what they say of themselves; every other class or function becomes a
placeholder, and calling that only notes it down. A pickle that names a program to run, such as
``os.system``, is refused.

``fickling`` was looked at first. It tells whether a pickle is suspicious, by analysing it, and then
hands it to ``pickle``; what is needed here is the contents of a pickle whose classes are unknown.
"""

import base64
import io
import json
import pickle
import sys
from typing import Any

MAX_DEPTH = 60
MAX_PARTS = 4_000_000
_SHARED = 20
"""Parts that a pickle may contain for each of its bytes: it writes a shared part once."""
_DANGEROUS = (
    "os posix nt subprocess sys shutil socket importlib runpy pty ctypes webbrowser pickle "
    "_pickle marshal code codeop commands asyncio multiprocessing threading timeit pdb bdb "
    "pip signal tempfile pathlib io _io builtins __builtin__ operator _operator functools "
    "types inspect numpy.testing numpy.f2py numpy.distutils torch.serialization cProfile "
    "profile trace"
)
DANGEROUS = frozenset(_DANGEROUS.split())
"""Modules with functions that run programs, open files or fetch names."""
HARMLESS = frozenset({"builtins.object", "__builtin__.object", "functools.partial", "io.StringIO"})
HARMLESS_MODULES = ("pathlib", "types", "threading")


class Refused(Exception):  # noqa: N818 - what it is, not that it is an error
    """Ends the reading; says why as a word and a name."""


class Placeholder:
    """Stands for any other class, function or object; keeps what it was given."""

    name = ""

    args: list[Any]
    state: Any
    items: dict[Any, Any]
    entries: list[Any]

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def __new__(cls, *args: Any, **_: Any) -> "Placeholder":
        """Keep the arguments."""
        made = super().__new__(cls)
        made.args, made.state, made.items, made.entries = list(args), None, {}, []
        return made

    def __setstate__(self, state: Any) -> None:
        """Keep a state."""
        self.state = state

    def __setitem__(self, key: Any, value: Any) -> None:
        self.items[key] = value

    def append(self, entry: Any) -> None:
        """Keep an entry."""
        self.entries.append(entry)

    def extend(self, entries: Any) -> None:
        """Keep entries."""
        self.entries.extend(entries)

    add = append


class DType(Placeholder):
    """A NumPy data type: only its letters."""

    def __setstate__(self, state: Any) -> None:
        order = state[1] if isinstance(state, tuple) and len(state) > 1 else "|"
        self.state = order if order in ("<", ">", "|", "=") else "|"


class Array(Placeholder):
    """A NumPy array: its shape, type and bytes."""


def _array(*_: Any) -> Array:
    return Array()


def _array_from_buffer(data: Any, dtype: Any, shape: Any, order: Any) -> Array:
    array = Array()
    array.state = (1, tuple(shape), dtype, order == "F", bytes(data))
    return array


def _scalar(dtype: Any, data: Any = b"") -> Any:
    array = Array()
    array.state = (1, (), dtype, False, data)
    return array


def _dict(*args: Any) -> dict[Any, Any]:
    # of a defaultdict, the first argument is its factory
    given = args[0] if args and isinstance(args[0], dict | list | tuple) else {}
    return dict(given)


def _list(*args: Any) -> list[Any]:
    return list(args[0]) if args and isinstance(args[0], list | tuple | dict) else []


def _reconstructor(kind: Any, base: Any = None, state: Any = None) -> Any:
    made = kind() if isinstance(kind, type) and issubclass(kind, Placeholder) else Placeholder()
    if isinstance(state, dict):
        made.items.update(state)
    elif isinstance(state, list | tuple):
        made.entries.extend(state)
    return made


def _encode(text: Any = "", _: Any = None) -> bytes:
    # how bytes were written before protocol 3
    return text.encode("latin-1") if isinstance(text, str) else b""


def _number(kind: type) -> Any:
    def made(value: Any = 0) -> Any:
        return kind(value) if isinstance(value, int | float | str) and len(str(value)) < 40 else 0

    return made


_ALLOWED: dict[str, Any] = {
    "collections.defaultdict": _dict,
    "collections.OrderedDict": _dict,
    "collections.Counter": _dict,
    "collections.deque": _list,
    "_codecs.encode": _encode,
    "copyreg._reconstructor": _reconstructor,
    "copy_reg._reconstructor": _reconstructor,
}
for _module in ("builtins", "__builtin__"):
    _ALLOWED |= {f"{_module}.dict": _dict}
    _ALLOWED |= {f"{_module}.{name}": _list for name in ("list", "tuple", "set", "frozenset")}
    _ALLOWED |= {f"{_module}.int": _number(int), f"{_module}.float": _number(float)}
    _ALLOWED |= {f"{_module}.bool": _number(bool), f"{_module}.str": lambda text="": str(text)[:99]}
for _module in ("numpy.core", "numpy._core"):
    _ALLOWED |= {
        f"{_module}.multiarray._reconstruct": _array,
        f"{_module}.multiarray.scalar": _scalar,
        f"{_module}.numeric._frombuffer": _array_from_buffer,
    }
_ALLOWED |= {"numpy.dtype": DType, "numpy.ndarray": Array}


class Unpickler(pickle.Unpickler):
    """Looks up no name: each is in the list above, or becomes a placeholder."""

    def find_class(self, module: str, name: str) -> Any:
        """Return what stands for a name."""
        full = f"{module}.{name}"
        if full in _ALLOWED:
            return _ALLOWED[full]
        root = module.split(".")[0]
        dangerous = module in DANGEROUS or root in DANGEROUS
        if dangerous and full not in HARMLESS and root not in HARMLESS_MODULES:
            raise Refused("runs", full)
        return type("Placeholder", (Placeholder,), {"name": full})

    def persistent_load(self, pid: Any) -> Any:
        """Refuse data outside the pickle."""
        raise Refused("outside", "")


def encoded(value: Any, depth: int, left: list[int]) -> Any:
    """Return a value for JSON: dictionaries as pairs, arrays as their bytes."""
    left[0] -= 1
    if depth > MAX_DEPTH or left[0] < 0:
        raise Refused("large", "")
    match value:
        case None | bool() | float() | str():
            return value
        case int():
            return value if abs(value) < 10**30 else 0
        case bytes() | bytearray():
            return {"t": value[:200].decode("latin-1")}
        case Array(state=(_, tuple() as shape, DType() as dtype, fortran, data)):
            return _encoded_array(shape, dtype, fortran, data, depth, left)
        case type():
            return {"n": getattr(value, "name", "")[:99]}
        case dict():
            return {"d": [[encoded(k, depth + 1, left), encoded(v, depth + 1, left)]
                          for k, v in value.items()]}  # fmt: skip
        case list():
            return [encoded(part, depth + 1, left) for part in value]
        case tuple() | set() | frozenset():
            return {"l": [encoded(part, depth + 1, left) for part in value]}
        case Placeholder():
            return _encoded_object(value, depth, left)
    return None


def _encoded_object(value: Placeholder, depth: int, left: list[int]) -> Any:
    state = value.state
    if isinstance(state, tuple) and len(state) == 2 and isinstance(state[1], dict):
        state = {**(state[0] if isinstance(state[0], dict) else {}), **state[1]}  # with slots
    parts = [part for part in (state, value.items, value.entries) if part]
    if not parts:  # an enumeration's member, or a class that was only called
        parts = value.args[:1] if len(value.args) == 1 else [tuple(value.args)]
    return encoded(parts[0] if len(parts) == 1 else parts, depth + 1, left)


def _encoded_array(
    shape: Any, dtype: DType, fortran: Any, data: Any, depth: int, left: list[int]
) -> Any:
    letters = dtype.args[0] if dtype.args and isinstance(dtype.args[0], str) else ""
    if isinstance(data, list):
        return encoded(data, depth + 1, left)
    if isinstance(data, str):
        data = data.encode("latin-1")
    if not isinstance(data, bytes | bytearray) or letters[:1] not in ("f", "i", "u", "b", "U"):
        return None
    return {
        "a": base64.b64encode(data).decode("ascii"),
        "dtype": (dtype.state or "|") + letters[:8],
        "shape": [int(size) for size in shape[:12]],
        "fortran": bool(fortran),
    }


def bound(megabytes: int, seconds: int) -> None:
    """Bound this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_AS, megabytes * 2**20),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        _, hard = resource.getrlimit(kind)  # which a process around this one may have lowered
        bounded = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (bounded, bounded))


def answer(data: bytes) -> dict[str, Any]:
    """Return the contents of a pickle, or why there are none."""
    most_parts = min(MAX_PARTS, 100_000 + _SHARED * len(data))
    try:
        return {"content": encoded(Unpickler(io.BytesIO(data)).load(), 0, [most_parts])}
    except Refused as refusal:
        return {"refused": list(refusal.args)}
    except (MemoryError, RecursionError, OverflowError):
        return {"refused": ["large", ""]}
    except Exception:  # noqa: BLE001 - a damaged pickle can fail in any way
        return {"refused": ["damaged", ""]}


if __name__ == "__main__":
    bound(*map(int, sys.argv[1:3]))
    sys.stdout.write(json.dumps(answer(sys.stdin.buffer.read())))  # `dump` is not in C
