"""The open view of a page (a tab or a mode) in its address: ``view=five-questions``."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from ttt_ui.frame.links import named
from ttt_ui.wording import listed

VIEW = "view"
"""The query parameter that names the view."""

T = TypeVar("T", bound=str)


def slug(label: str) -> str:
    """Return a view's name in a link."""
    return label.lower().replace(" ", "-")


def view_to_query(view: str, views: Sequence[str]) -> dict[str, str]:
    """Return the query that names the open view; empty for the first one."""
    return {VIEW: slug(view)} if view in views[1:] else {}


def view_from_query(params: Mapping[str, str], views: Sequence[T]) -> tuple[T | None, list[str]]:
    """Read from query parameters which of a page's views to open.

    Returns
    -------
    view
        None if none is named, or one that does not exist.
    dropped
        A message if the view does not exist.
    """
    asked = params.get(VIEW)
    found = next((view for view in views if slug(view) == asked), None)
    if asked is None or found is not None:
        return found, []
    known = listed([slug(view) for view in views])
    return None, [f"{named(VIEW, asked)}: this view does not exist here. Choose from {known}."]
