"""Which view of a page is open (a tab, a mode), in the page's address: ``view=five-questions``."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from ttt_ui.shared.links import named

VIEW = "view"
"""The query parameter that names it."""

T = TypeVar("T", bound=str)


def slug(label: str) -> str:
    """Return how a view is called in a link."""
    return label.lower().replace(" ", "-")


def view_to_query(view: str, views: Sequence[str]) -> dict[str, str]:
    """Write which of a page's views is open; nothing where it is the first."""
    return {VIEW: slug(view)} if view in views[1:] else {}


def view_from_query(params: Mapping[str, str], views: Sequence[T]) -> tuple[T | None, list[str]]:
    """Read which of a page's views query parameters ask for.

    Returns
    -------
    view
        None where none is named, or one that there is not.
    dropped
        For one that there is not, a sentence that says so.
    """
    asked = params.get(VIEW)
    found = next((view for view in views if slug(view) == asked), None)
    if asked is None or found is not None:
        return found, []
    known = ", ".join(map(slug, views))
    return None, [f"{named(VIEW, asked)}: there is no such view here. There are {known}."]
