"""Why a file is not read: what was seen in it, in one sentence."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.files.elsewhere.boards import looks_like_board, readings_of, views
from ttt_core.files.elsewhere.containers import Sheet
from ttt_core.files.elsewhere.pairs import Table
from ttt_core.files.sentences import AgentFileError, file_refusal, quoted
from ttt_core.game.graph import N_OPEN

_STATISTICS = re.compile(
    r".*\b(?:wins?|won|losses|lost|draws?|ties?|tied|games|episodes?)\b.*", re.I
)


def refusal_of(tree: Any, tables: Sequence[Table]) -> AgentFileError:
    """Return the refusal of a tree of which no reading fits."""
    if not tables:
        if isinstance(tree, np.ndarray) and tree.size and not np.any(tree):
            return _nothing_learned(0)
        return file_refusal("The file contains no table: it has no numbers with a key.")
    names = _names(tree)
    statistics = [name for name in names if _STATISTICS.fullmatch(name.replace("_", " "))]
    if len(statistics) >= max(2, len(names) / 2):
        return file_refusal(
            "This is not an agent: {names} are statistics of games. An agent has values for "
            "boards.",
            names=quoted(", ".join(statistics)),
        )
    return next(
        (refusal for table in tables[:4] if (refusal := _of_boards(table)) is not None),
        _of_other_keys(tables[0]),
    )


def _names(tree: Any) -> list[str]:
    if isinstance(tree, Sheet):
        return [name for name in tree.names if name]
    if isinstance(tree, list) and tree and isinstance(tree[0], dict):
        tree = tree[0]
    return list(map(str, tree))[:40] if isinstance(tree, dict) else []


def _of_boards(table: Table) -> AgentFileError | None:
    """Return the refusal of a table whose keys are boards."""
    keys = next((parts for parts in table.keys if all(map(looks_like_board, parts[:50]))), None)
    if keys is None:
        return None
    if table.size not in (0, 1, 2, 9):
        return None
    values = np.array([value for value in table.values if value is not None], object).ravel()
    if table.size and values.size and (values == values[0]).all():
        return _nothing_learned(values[0])
    if table.size == 1 and len(set(map(str, keys))) < 0.6 * len(keys):
        return file_refusal(
            "This looks like a record of games, not an agent: {key} and other boards appear "
            "several times with different values.",
            key=quoted(str(keys[0])),
        )
    if not table.size:
        return file_refusal(
            "The keys are boards, but values such as {value} are neither numbers nor moves.",
            value=quoted(str(table.values[0])),
        )
    positions = _positions(keys)
    if (positions < 0).mean() > 0.5:
        return file_refusal(
            "The keys are nine marks, but most of them are not positions of tic-tac-toe: {key} is "
            "one of them. X moves first, so a board has as many X as O, or one more.",
            key=quoted(str(keys[int((positions < 0).argmax())])),
        )
    if (positions[positions >= 0] >= N_OPEN).all():
        return file_refusal(
            "All boards of this file are finished games, so it is a record of games and not an "
            "agent: there is no move to choose."
        )
    return file_refusal(
        "The keys are boards, but the values do not belong to them in a way that is known here: "
        "one for each board, nine for each board, one for each board and cell, or a move."
    )


def _nothing_learned(value: float) -> AgentFileError:
    return file_refusal(
        "Nothing was learned: all values are {value:g}. Train the agent, then save it again.",
        value=value,
    )


def no_values() -> AgentFileError:
    """Return the refusal of a table of boards that has no value other than 0 for a move."""
    return file_refusal(
        "Nothing was learned: all values of free cells are 0. Train the agent, then save it again."
    )


def _positions(keys: Sequence[Any]) -> NDArray[np.int64]:
    """Return the position of each board, -1 where it has none, as most boards have one."""
    found = [
        view.position for read in readings_of(keys)[:1] for view in views(read, with_after=False)
    ]
    none = np.full(len(keys), -1)
    return max(found, key=lambda positions: int((positions >= 0).sum()), default=none)


def _of_other_keys(table: Table) -> AgentFileError:
    keys = len(table.values)
    if table.size not in (0, 1, 9) and keys > 1:
        return file_refusal(
            "This is not a table for tic-tac-toe: it has {keys:,} keys with {size} values each, "
            "but a board has nine cells.",
            keys=keys,
            size=table.size,
        )
    if all(map(looks_like_board, table.values[:50])) and (keys > 1 or not table.size):
        return file_refusal("The file contains boards without values, so it is not an agent.")
    return file_refusal(
        "This is not a table for tic-tac-toe: keys such as {key} are not boards of nine cells.",
        key=quoted(" ".join(str(part[0]) for part in table.keys) or table.name),
    )
