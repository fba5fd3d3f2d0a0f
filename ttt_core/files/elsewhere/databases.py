"""SQLite: each table of a database as a sheet."""

import sqlite3
from typing import Any

from ttt_core.files.elsewhere.sheets import Sheet

_MOST_TABLES = 20
_MOST_ROWS = 200_000
_MOST_STEPS = 2_000
"""Of ten thousand instructions of the database's machine: a second or two."""
_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ}


def read_database(data: bytes) -> dict[str, Sheet]:
    """Return the tables of a database by name; views, triggers and functions are not run.

    Raises
    ------
    sqlite3.Error
        If it is damaged, or takes too long to read.
    """
    connection = sqlite3.connect(":memory:")
    steps = iter(range(_MOST_STEPS))
    try:
        connection.deserialize(data)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.set_authorizer(
            lambda action, *_: sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY
        )
        connection.set_progress_handler(lambda: next(steps, None) is None, 10_000)
        schema = connection.execute("SELECT name, sql FROM sqlite_master").fetchmany(_MOST_TABLES)
        names = [name for name, sql in schema if str(sql).upper().startswith("CREATE TABLE")]
        return {name: sheet for name in names if (sheet := _sheet(connection, name))}
    finally:
        connection.close()


def _sheet(connection: sqlite3.Connection, name: str) -> Sheet | None:
    quoted = name.replace('"', '""')
    cursor = connection.execute(f'SELECT * FROM "{quoted}"')
    rows = cursor.fetchmany(_MOST_ROWS)
    if not rows:
        return None
    columns = tuple(tuple(map(_plain, column)) for column in zip(*rows, strict=True))
    return Sheet(tuple(column[0] for column in cursor.description), columns)


def _plain(value: Any) -> Any:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
