"""A link for a projector: as a QR code and in large letters."""

from urllib.parse import urlsplit

import segno
import streamlit as st

from ttt_core.sentences import tr_noop
from ttt_ui.language import tr
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
