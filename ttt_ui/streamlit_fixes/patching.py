"""Replace functions of Streamlit, if it has them."""

from collections.abc import Callable
from typing import Any

Method = Callable[..., Any]


def replace(owner: object, name: str, make: Callable[[Method], Method]) -> None:
    """Replace a function of a class or module by what `make` returns for it.

    Raises
    ------
    AttributeError
        If the owner does not have it.
    """
    setattr(owner, name, make(getattr(owner, name)))


def expect(kind: type, *names: str) -> None:
    """Raise AttributeError unless a class has these attributes or its methods use them."""
    codes = [method.__code__ for method in vars(kind).values() if hasattr(method, "__code__")]
    used = {name for code in codes for name in code.co_names} | {*kind.__annotations__}
    for name in names:
        if not hasattr(kind, name) and name not in used:
            raise AttributeError(f"{kind.__name__} has no attribute {name!r}")
