"""The link to a page, which includes the agent if a link can; for a projector, as a QR code."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import segno
import streamlit as st

import ttt_core as ttt
from ttt_core.learning import reproducing_config
from ttt_core.sentences import tr_noop
from ttt_ui.frame import address
from ttt_ui.frame.classroom_link import PageParts
from ttt_ui.frame.links import ONLY, config_to_query
from ttt_ui.language import tr
from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.visit.session import DEFAULT_PRESET, session
from ttt_ui.wording import plain

MOST_TO_TYPE = 60
"""Characters of a link that a class can copy from a projector."""
ONLY_HERE = tr_noop(
    "Only this computer can open this address. For others, open the dashboard at the address that "
    "the terminal shows, then share again."
)
_WIDTH = 400


def qr_code(link: str) -> str:
    """Return the QR code of a link as SVG, black on white in every theme.

    Raises
    ------
    ValueError
        If the link is too long for a QR code.
    """
    code = segno.make(link, micro=False)
    return str(code.svg_inline(scale=4, light="#fff", omitsize=True))


def large_line(link: str) -> str:
    """Return what to write next to the code: the link without its scheme, or its first part."""
    address = urlsplit(link)
    line = link.removeprefix(f"{address.scheme}://")
    return line if len(line) <= MOST_TO_TYPE else f"{address.netloc}{address.path}?…"


def opens_only_here(link: str) -> bool:
    """Return whether only this computer can open a link."""
    return urlsplit(link).hostname in ("localhost", "127.0.0.1", "::1")


def show_large(link: str) -> None:
    """Open a window with a link for phones and a projector."""
    st.dialog(tr("QR code"), width="medium", icon=":material/qr_code_2:")(_large)(link)


def _large(link: str) -> None:
    with st.container(horizontal_alignment="center", gap="small"):
        try:
            st.image(qr_code(link), width=_WIDTH, alt=tr("QR code of the link"))
        except ValueError:
            st.warning(tr("This link is too long for a QR code. Send it as text."))
        st.title(plain(large_line(link)), anchor=False, text_alignment="center")
        if opens_only_here(link):
            st.warning(tr(ONLY_HERE))


def agent_query(*, with_default: bool = False) -> dict[str, str]:
    """Return the query with the agent's settings; empty if they do not reproduce it.

    It is empty, too, for the agent every newcomer has, unless `with_default`.
    """
    config = reproducing_config(session().agent)
    if config is None or (config == ttt.PRESETS[DEFAULT_PRESET] and not with_default):
        return {}
    return config_to_query(config)


_MENU = "page_link"
_HERE = Path(__file__).with_name("share_link")
_mount = component("ttt_share_link", _HERE.with_suffix(".js"), _HERE.with_suffix(".css"))


def share_menu(label: str, key: str, kind: Literal["primary", "tertiary"] = "tertiary") -> Any:
    """Draw a menu for a link."""
    # `on_change` lets the program close it.
    return st.popover(label, type=kind, icon=":material/share:", key=key, on_change="rerun")


def link_to_share(link: str, menu: str) -> None:
    """Show a link to copy or send, and its QR code large in place of the menu with this key."""
    st.code(link, language=None, wrap_lines=True)
    if opens_only_here(link):
        st.caption(f":material/computer: {tr(ONLY_HERE)}")
    share_button(link, menu)
    is_asked = st.button(
        tr("QR code"),
        icon=":material/qr_code_2:",
        key=f"{menu}_large",
        on_click=_close,
        args=(menu,),
    )
    if is_asked:
        show_large(link)


def _close(menu: str) -> None:
    st.session_state[menu] = False


def share_button(link: str, place: str, label: str = "") -> None:
    """Show a button that copies a link or, on a phone, opens its share sheet."""
    _mount(
        key=f"{place}_share",
        data={
            "link": link,
            "copy": label or tr("Copy link"),
            "share": label or tr("Send link"),
            "copied": tr("Copied"),
        },
    )


def classroom_link_menu() -> Any:
    """Draw the place where a teacher chooses what a link shows."""
    return st.expander(tr("Link for a lesson"), icon=":material/school:", key="lesson_link")


def link_button(
    what_it_shows: str,
    otherwise: str,
    parts: PageParts,
    agent: Mapping[str, str] | None = None,
    alone: tuple[str, str] | None = None,
) -> None:
    """Show the button with the link to the page, and say what people who open it see.

    That is `what_it_shows` if the link includes the agent: by `agent`, its part of a query, or else
    by its settings, if these reproduce it. A teacher can choose that it hides `parts`, or that it
    shows one thing `alone`: by a label, and the thing's name in links.
    """
    query = agent or agent_query(with_default=True)
    with share_menu(tr("Share"), _MENU):
        place, look = st.container(), parts.query()
        if not parts.only:
            with classroom_link_menu():
                if alone is not None and st.toggle(alone[0], key=f"{_MENU}_alone"):
                    look = {ONLY: alone[1]}
                else:
                    look = parts.to_query(parts.choose())
        carried = {} if ONLY in look else query
        with place:
            st.markdown(what_it_shows if carried else otherwise)
            link_to_share(address.link(carried, look), _MENU)
        if not query:
            st.caption(
                tr(
                    "A link contains only training settings, and these may not reproduce your "
                    "agent. To share it, use **Download** under **File** and send the file."
                )
            )
