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
import itertools
import json
import pickle
import sys
import zipfile
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
HARMLESS = frozenset(
    {"builtins.object", "__builtin__.object", "builtins.slice", "functools.partial", "io.StringIO"}
)
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


class Storage(Placeholder):
    """Numbers of PyTorch: their type and their name, and their bytes once they are known."""

    data: bytes | None = None


class Tensor(Placeholder):
    """An array of PyTorch: its storage, where it begins there, its shape and its strides."""


def _tensor(storage: Any, offset: Any, shape: Any, strides: Any, *_: Any) -> Any:
    tensor = Tensor()
    tensor.state = (storage, offset, tuple(shape), tuple(strides))
    return tensor


def _first(value: Any = None, *_: Any) -> Any:
    return value


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


class _Dictionary(dict[Any, Any]):
    """A dictionary whose other attributes are dropped, such as those of PyTorch's states."""

    def __setstate__(self, _: Any) -> None:
        """Drop what is not in the dictionary."""


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
    "collections.OrderedDict": _Dictionary,
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
    _ALLOWED |= {f"{_module}.{name}": _first for name in ("bytes", "bytearray")}
    _ALLOWED |= {f"{_module}.bool": _number(bool), f"{_module}.str": lambda text="": str(text)[:99]}
for _module in ("numpy.core", "numpy._core"):
    _ALLOWED |= {
        f"{_module}.multiarray._reconstruct": _array,
        f"{_module}.multiarray.scalar": _scalar,
        f"{_module}.numeric._frombuffer": _array_from_buffer,
    }
_ALLOWED |= {"numpy.dtype": DType, "numpy.ndarray": Array}
_ALLOWED |= {
    "torch._utils._rebuild_tensor_v2": _tensor,
    "torch._utils._rebuild_tensor": _tensor,
    "torch._utils._rebuild_parameter": _first,
}


def _named(module: str, name: str) -> Any:
    """Return what stands for a name."""
    full = f"{module}.{name}"
    if full in _ALLOWED:
        return _ALLOWED[full]
    root = module.split(".")[0]
    dangerous = module in DANGEROUS or root in DANGEROUS
    if dangerous and full not in HARMLESS and root not in HARMLESS_MODULES:
        raise Refused("runs", full)
    return type("Placeholder", (Placeholder,), {"name": full})


class Unpickler(pickle.Unpickler):
    """Looks up no name: each is in the list above, or becomes a placeholder."""

    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream)
        self.storages: dict[str, Storage] = {}

    def find_class(self, module: str, name: str) -> Any:
        """Return what stands for a name."""
        return _named(module, name)

    def persistent_load(self, pid: Any) -> Any:
        """Return a storage of PyTorch; refuse other data outside the pickle."""
        if not isinstance(pid, tuple) or len(pid) < 5 or pid[0] != "storage":
            raise Refused("outside", "")
        name = str(pid[2])
        if name not in self.storages:
            self.storages[name] = Storage()
            self.storages[name].state = getattr(pid[1], "name", "").rpartition(".")[2]
        return self.storages[name]


_InPython: Any = vars(pickle)["_Unpickler"]


class JoblibUnpickler(_InPython):  # type: ignore[misc]
    """Reads what joblib writes: the numbers of an array are behind what describes it."""

    dispatch = _InPython.dispatch.copy()

    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream)
        self._stream = stream

    def find_class(self, module: str, name: str) -> Any:
        """Return what stands for a name."""
        return _named(module, name)

    def load_build(self) -> None:
        """Give an object its state; of an array, read its numbers, too."""
        super().load_build()
        made = self.stack[-1]
        if isinstance(made, Placeholder) and made.name == _JOBLIB and isinstance(made.state, dict):
            self.stack[-1] = self._array(made.state)

    dispatch[pickle.BUILD[0]] = load_build

    def _array(self, state: dict[str, Any]) -> Any:
        dtype, shape = state["dtype"], tuple(state["shape"])
        letters = dtype.args[0]
        if letters[0] == "O":
            return JoblibUnpickler(self._stream).load()
        if state.get("numpy_array_alignment_bytes") is not None:
            self._stream.read(self._stream.read(1)[0])
        size = int(letters[1:])
        for length in shape:
            size *= length
        array = Array()
        array.state = (1, shape, dtype, state.get("order") == "F", self._stream.read(size))
        return array


_JOBLIB = "joblib.numpy_pickle.NumpyArrayWrapper"
_TORCH = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."
"""How a file of PyTorch before version 1.6 begins."""
_TYPES = {
    "DoubleStorage": "f8", "FloatStorage": "f4", "HalfStorage": "f2", "BFloat16Storage": "f2",
    "LongStorage": "i8", "IntStorage": "i4", "ShortStorage": "i2", "CharStorage": "i1",
    "ByteStorage": "u1", "BoolStorage": "b1",
}  # fmt: skip
_MOST_BYTES = 64 * 2**20
_WITH_CLASS = ("sklearn.", "torch.nn.modules.")
"""Objects of these modules keep the name of their class."""


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
        case Tensor(state=(Storage() as storage, int() as first, shape, strides)):
            return _encoded_tensor(storage, first, list(shape), list(strides), left)
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
    if isinstance(state, dict) and value.name.startswith(_WITH_CLASS):
        state = {"__class__": value.name, **state}
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


def _encoded_tensor(
    storage: Storage, first: int, shape: list[int], strides: list[int], left: list[int]
) -> Any:
    letters = _TYPES.get(storage.state)
    if letters is None or storage.data is None or len(shape) > 8 or min(shape, default=1) < 0:
        return None
    size, in_rows = 1, True
    for length, stride in zip(reversed(shape), reversed(strides), strict=True):
        in_rows &= length < 2 or stride == size
        size *= length
    left[0] -= size
    if left[0] < 0 or min(strides, default=0) < 0:
        raise Refused("large", "")
    width = int(letters[-1])
    if in_rows:
        data = storage.data[first * width : (first + size) * width]
    else:
        steps = [
            [stride * number for number in range(length)]
            for length, stride in zip(shape, strides, strict=True)
        ]
        places = (width * (first + sum(place)) for place in itertools.product(*steps))
        data = b"".join(storage.data[place : place + width] for place in places)
    if storage.state == "BFloat16Storage":  # the first half of a float of 32 bits
        wide = bytearray(2 * len(data))
        wide[2::4], wide[3::4] = data[0::2], data[1::2]
        data, letters = bytes(wide), "f4"
    return {
        "a": base64.b64encode(data).decode("ascii"),
        "dtype": ("|" if letters == "b1" else "<") + letters,
        "shape": shape,
        "fortran": False,
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


def _loaded(data: bytes) -> Any:
    """Return what is in a pickle, or a file of joblib or PyTorch."""
    stream = io.BytesIO(data)
    if data.startswith(b"PK"):
        return _of_archive(stream)
    if not data.startswith(_TORCH):
        kind = JoblibUnpickler if b"joblib.numpy_pickle" in data else Unpickler
        return kind(stream).load()
    for _ in range(3):  # a number, a version, the system
        Unpickler(stream).load()
    content = Unpickler(stream)
    loaded = content.load()
    for name in Unpickler(stream).load():
        storage = content.storages.get(str(name), Storage())
        size = int.from_bytes(stream.read(8), "little") * int(_TYPES.get(storage.state, "f0")[-1])
        storage.data = stream.read(size)
    return loaded


def _of_archive(stream: io.BytesIO) -> Any:
    """Return what PyTorch has saved: a pickle, and a file for each storage."""
    with zipfile.ZipFile(stream) as archive:
        if sum(info.file_size for info in archive.infolist()) > _MOST_BYTES:
            raise Refused("large", "")
        pickled = next(name for name in archive.namelist() if name.endswith("data.pkl"))
        content = Unpickler(io.BytesIO(archive.read(pickled)))
        loaded = content.load()
        folder = pickled.removesuffix("data.pkl") + "data/"
        for name, storage in content.storages.items():
            storage.data = archive.read(folder + name)
    return loaded


def answer(data: bytes) -> dict[str, Any]:
    """Return the contents of a pickle, or why there are none."""
    most_parts = [min(MAX_PARTS, 100_000 + _SHARED * len(data))]
    try:
        return {"content": encoded(_loaded(data), 0, most_parts)}
    except Refused as refusal:
        return {"refused": list(refusal.args)}
    except (MemoryError, RecursionError, OverflowError):
        return {"refused": ["large", ""]}
    except Exception:  # noqa: BLE001 - a damaged pickle can fail in any way
        return {"refused": ["damaged", ""]}


if __name__ == "__main__":
    bound(*map(int, sys.argv[1:3]))
    sys.stdout.write(json.dumps(answer(sys.stdin.buffer.read())))  # `dump` is not in C
