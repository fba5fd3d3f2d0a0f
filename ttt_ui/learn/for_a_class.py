"""For a class: the lessons with their links and QR codes, worksheets, and what is kept of a pupil.

It is shown alone, by the link `only=class`.
"""

from urllib.parse import parse_qsl, urlencode, urlsplit

import streamlit as st

from ttt_core.sentences import tr_noop
from ttt_ui.drawing.download import download_button
from ttt_ui.frame import language_choice
from ttt_ui.frame.links import ONLY
from ttt_ui.frame.qr_code import ONLY_HERE, opens_only_here, qr_code
from ttt_ui.language import tr
from ttt_ui.learn.state import CLASS
from ttt_ui.learn.worksheets import LESSONS, ClassLesson, to_print

TITLE = tr_noop("For a class")
_AIM = tr_noop(
    "Two lessons of 45 minutes. Pupils need a browser: no account, nothing to install. Show a "
    "step's QR code, or write its address on the board."
)
_KEPT = tr_noop(
    "- Nothing about a pupil is stored on this computer's server, and it contacts no other.\n"
    "- A pupil's games and agent are saved in their own browser, until they erase them.\n"
    "- Names are optional; a name is only in the pupil's browser, file and link.\n"
    "- A link that is handed in contains the games and the name, and nothing else.\n"
    "- No pupil can see or change what another does."
)
_QR_WIDTH = 150


def show() -> None:
    """Draw the page."""
    st.markdown(tr(_AIM))
    room = _room_address()
    if opens_only_here(room):
        st.warning(tr(ONLY_HERE), icon=":material/computer:")
    for name, lesson in LESSONS.items():
        _lesson(name, lesson, room)
    with st.container(border=True):
        st.subheader(tr("Afterwards: the class table"), anchor=False)
        st.markdown(
            tr(
                "Pupils press **Hand in** on Play and send you the link, by chat or by mail. Paste "
                "all of them into **Judge files** on Compare, or drop the files there: the "
                "table ranks them exactly, and can be saved for a spreadsheet or as a picture for "
                "the wall."
            )
        )
        st.link_button(
            tr("Open Compare"), _link(room, "/compare?view=judge-files"), icon=":material/groups:"
        )
    with st.container(border=True):
        st.subheader(tr("What is kept of a pupil"), anchor=False)
        st.markdown(tr(_KEPT))


def link() -> str:
    """Return the link to the page, at the address by which the visitor came."""
    return _link(st.context.url or "", f"/learn?{ONLY}={CLASS}")


def _room_address() -> str:
    """Return the visitor's address or, if only this computer can open it, the one for the room."""
    url = st.context.url or ""
    for_the_room = str(st.get_option("browser.serverAddress"))
    if not opens_only_here(url) or opens_only_here(f"http://{for_the_room}"):
        return url
    return f"http://{for_the_room}:{urlsplit(url).port or 80}"


def _link(url: str, path: str) -> str:
    """Return the address of a path in the visitor's language, at the server of another address."""
    server, asked = urlsplit(url), urlsplit(path)
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    query = urlencode({**dict(parse_qsl(asked.query)), **language_choice.query()})
    address = f"{server.scheme}://{server.netloc}{base and f'/{base}'}{asked.path}"
    return f"{address}?{query}" if query else address


def _lesson(name: str, lesson: ClassLesson, room: str) -> None:
    with st.container(border=True):
        st.subheader(tr(lesson.title), anchor=False)
        st.markdown(tr(lesson.audience))
        for step in lesson.steps:
            text, codes = st.columns([3, 2])
            text.markdown(
                tr("**{minutes} min** · {what}", minutes=step.minutes, what=tr(step.what))
            )
            with codes, st.container(horizontal=True):
                for path in step.paths:
                    opens = _link(room, path)
                    with st.container(width=_QR_WIDTH, gap="xsmall"):
                        st.image(qr_code(opens), alt=tr("QR code of {link}", link=opens))
                        st.markdown(f":small[[{opens.removeprefix('http://')}]({opens})]")
        download_button(
            tr("Worksheet and answers, to print"),
            tr("worksheet-{lesson}.html", lesson=name),
            lambda: to_print(lesson),
            key=f"worksheet_{name}",
        )
