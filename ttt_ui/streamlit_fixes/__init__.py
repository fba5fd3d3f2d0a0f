"""Everything that relies on what Streamlit does not promise.

A fix is a file, a function of ``patches.py``, a part of ``looks.css`` or ``looks.js``, or a class
of ``server.py``. It names the symptom, the upstream issue, the test that fails without it, and when
to delete it. Nothing else imports a private name of Streamlit or looks into its pages. app.py calls
`apply` when the server loads it, `start` when the server starts, and `draw` in every run.

Each can be switched off, to find out whether it is still needed: the environment variable
TTT_WITHOUT_FIX=delivery,touch leaves out these two. ``.ci/newest`` does so for each fix on the
newest Streamlit. The last three change nothing, but read what Streamlit does not promise to tell:
switched off, they find it absent.

Two places rely on Streamlit's look and stay with their component: ``frame/pages_bar.css`` appears
below the width at which Streamlit hides its own links (`test_every_page_on_a_phone` in
tests/browser/test_layout.py), and ``frame/address.js`` tells a host that shows the app in a frame
about a new address, by a message of Streamlit's (tests/browser/test_history.py).
"""

import logging
import os
from collections.abc import Callable, Collection
from importlib import import_module
from typing import Any

from starlette.middleware import Middleware

PATCHES = (
    *("callbacks", "drawing_place", "left_behind", "unseen_clicks", "repeated_clicks"),
    *("requested_page", "delivery", "downloads", "component_data"),
)
"""Functions of ``patches.py``, in the order in which they are applied."""
LOOKS = (
    *("retained", "theme_text", "help_buttons", "looks", "chart_pictures", "paper"),
    *("touch", "left_open", "said", "formulas", "one_theme", "first_frame"),
)
"""Parts of ``looks.css`` and ``looks.js``."""
MIDDLEWARE = ("compressed_files", "page_addresses", "upload_limits", "uploads_without_cookies")
"""Classes of ``server.py``, which stand in front of Streamlit's server."""
FIXES = (
    *(*PATCHES, *LOOKS, *MIDDLEWARE),
    *("runs_in_line", "malformed_values", "bring_into_view", "component_files", "first_run"),
    *("lasting_chart", "reconnecting"),
    *("this_run", "visitor_connection", "page_marks"),
)


def apply(
    *,
    stay_on_page: Callable[[], None],
    tell_of_malformed_value: Callable[[], None],
    pages: Collection[str],
) -> list[Middleware]:
    """Apply every fix that this version of Streamlit allows; return the middleware of the app.

    Says once in the log which fixes it does not allow.

    Parameters
    ----------
    stay_on_page
        Reruns the page if the fragment of this run has moved, or is of a page that was left.
    tell_of_malformed_value
        Tells the visitor that their browser has reported a value that a widget cannot have.
    pages
        The names of the pages in addresses; empty for the one at the root.
    """
    given = {"left_behind": [stay_on_page], "malformed_values": [tell_of_malformed_value]}
    middleware, skipped = [], []
    for name in FIXES:
        if not is_on(name) or name in LOOKS:
            continue
        try:
            fix = declared(name)
            apply_it = fix if name in PATCHES else getattr(fix, "apply", None)
            if apply_it is not None:
                apply_it(*given.get(name, []))
        except (AttributeError, ImportError) as missing:
            skipped.append(f"  {name}: {missing}")
        else:
            if name in MIDDLEWARE:
                options = {"pages": pages} if name == "page_addresses" else {}
                middleware.append(Middleware(fix, **options))
    if skipped:
        logging.getLogger(__name__).warning(
            "This version of Streamlit is not known. Left out:\n%s", "\n".join(skipped)
        )
    return middleware


def declared(name: str) -> Any:
    """Return what a fix is: a function, a class or a module."""
    if name in PATCHES:
        return getattr(import_module(f"{__name__}.patches"), name)
    if name in MIDDLEWARE:
        return import_module(f"{__name__}.server").MIDDLEWARE[name]
    return import_module(f"{__name__}.{name}")


async def start() -> None:
    """Do what must be done before the first visitor arrives, while the server starts."""
    if is_on("first_run"):
        await import_module(f"{__name__}.first_run").draw_once()


def draw() -> None:
    """Draw what must be in every page; it takes no space."""
    if is_on("reconnecting"):
        import_module(f"{__name__}.reconnecting").draw()


def is_on(name: str) -> bool:
    """Return whether a fix is not switched off."""
    return name not in os.environ.get("TTT_WITHOUT_FIX", "").split(",")
