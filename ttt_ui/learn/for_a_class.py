"""For a class: the lessons with their links and QR codes, worksheets, and what is kept of a pupil.

It is shown alone, by the link `only=class`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode, urlsplit

import streamlit as st

from ttt_core.sentences import tr_noop
from ttt_ui.drawing.download import download_button
from ttt_ui.frame import language_choice
from ttt_ui.frame.links import ONLY
from ttt_ui.frame.share import ONLY_HERE, opens_only_here, qr_code
from ttt_ui.language import current, tr
from ttt_ui.learn.state import CLASS


@dataclass(frozen=True)
class Phase:
    """What happens in some minutes of a lesson, and the paths that the class opens."""

    minutes: str
    what: str
    paths: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task:
    """What is asked, its answer, and choices to tick, boards to draw in, lines to write on."""

    text: str
    answer: str
    choices: tuple[str, ...] = ()
    boards: int = 0
    lines: int = 0


@dataclass(frozen=True)
class ClassLesson:
    """A lesson of 45 minutes. The texts are in Markdown, with bold words and code."""

    title: str
    audience: str
    steps: tuple[Phase, ...]
    questions: tuple[Task, ...]


_WHO_CAN_BEAT_IT = (
    tr_noop("Nobody"),
    tr_noop("An opponent on one side only"),
    tr_noop("An opponent on either side"),
)

LESSONS: Mapping[str, ClassLesson] = MappingProxyType(
    {
        "one": ClassLesson(
            tr_noop("Lesson one: unbeatable?"),
            tr_noop("For ages 12 and up. Pupils guess first, and then see."),
            (
                Phase("0–5", tr_noop("Teach an agent from scratch; play one game."), ("/",)),
                Phase(
                    "5–15",
                    tr_noop(
                        "Beat the agent, then try the same moves again (questions 1 and 2). Let it "
                        "practise 1,000 games, until nobody can beat it (question 3). Hand in."
                    ),
                ),
                Phase(
                    "15–22",
                    tr_noop("Why does the formula have a minus sign? (question 4)"),
                    ("/learn?only=minus-sign",),
                ),
                Phase(
                    "22–28",
                    tr_noop("Why must an agent try moves that look bad? (question 5)"),
                    ("/learn?only=exploring",),
                ),
                Phase(
                    "28–38",
                    tr_noop(
                        "Half of the class opens the first link, half the second. Guess, then "
                        "explain the result to the other half (questions 6 and 7)."
                    ),
                    ("/train?only=epsilon-0", "/train?only=random-partner"),
                ),
                Phase(
                    "38–45",
                    tr_noop("Does winning prove that an agent is good? (questions 8 and 9)"),
                    ("/learn?only=any-good",),
                ),
            ),
            (
                Task(
                    tr_noop(
                        "How did you win the first time? Draw the board. Play the same moves "
                        "again. After how many games did they stop winning? ______"
                    ),
                    tr_noop(
                        "About 3 games; for nearly all pupils 1 to 8. (Measured with 50 simulated "
                        "people.)"
                    ),
                    boards=1,
                ),
                Task(
                    tr_noop("The agent lost, and plays better now. What has it learned from?"),
                    tr_noop(
                        "From both sides' moves in the game, and from 100 games of its own that "
                        "continue from the positions of this game. The values of moves that lead "
                        "to a loss fall."
                    ),
                    lines=1,
                ),
                Task(
                    tr_noop(
                        "Games with you: ______ Games on its own: ______ until nobody could beat "
                        "it."
                    ),
                    tr_noop(
                        "It differs. After five games with a person, one or two times 1,000 games "
                        "have always been enough."
                    ),
                ),
                Task(
                    tr_noop("An agent adds instead of subtracting. Who can beat it?"),
                    tr_noop(
                        "**An opponent on either side.** It plays as if both sides were one team: "
                        "what is good for the opponent looks good to it."
                    ),
                    _WHO_CAN_BEAT_IT,
                ),
                Task(
                    tr_noop("Which is unbeatable once it stops exploring?"),
                    tr_noop(
                        "**ε = 0.4: sometimes a random move.** With 0 it repeats what worked first "
                        "and never finds the fork. With 1 it meets only random replies and counts "
                        "on mistakes."
                    ),
                    (tr_noop("ε = 0"), tr_noop("ε = 0.4"), tr_noop("ε = 1")),
                ),
                Task(
                    tr_noop("An agent never explores. Who can beat it, and why?"),
                    tr_noop(
                        "**An opponent on either side.** It has seen only half of the positions; "
                        "its opponent leads it into the others. (For 20 seeds out of 20.)"
                    ),
                    _WHO_CAN_BEAT_IT,
                    lines=1,
                ),
                Task(
                    tr_noop(
                        "An agent trains only against a random player. How often does its "
                        "worst-case opponent beat it when it plays O, and why?"
                    ),
                    tr_noop(
                        "**In every game.** A random player overlooks most threats, so risks paid "
                        "off. (For 19 seeds out of 20.)"
                    ),
                    (tr_noop("Never"), tr_noop("In some games"), tr_noop("In every game")),
                    lines=1,
                ),
                Task(
                    tr_noop(
                        "An agent plays 100 games as X against a random player. How many does it "
                        "win? Guess: ______ Seen: ______ How often can an opponent win as O if it "
                        "knows this agent?"
                    ),
                    tr_noop(
                        "About 99 out of 100, and yet: **In every game.** The random player never "
                        "found the one game that beats it."
                    ),
                    (
                        tr_noop("In at most 1% of games"),
                        tr_noop("In about half of the games"),
                        tr_noop("In every game"),
                    ),
                ),
                Task(
                    tr_noop(
                        "Somebody says: “My agent has won 1,000 games in a row. It is "
                        "unbeatable.” What do you answer?"
                    ),
                    tr_noop(
                        "“A thousand games are a sample. Unbeatable means that no possible game is "
                        "lost.” The lab checks all 5,478 positions."
                    ),
                    lines=2,
                ),
            ),
        ),
        "two": ClassLesson(
            tr_noop("Lesson two: bring your own agent"),
            tr_noop(
                "For pupils who write a little Python, on computers that have it. Give them "
                "`first_learner.py`, which needs nothing else."
            ),
            (
                Phase(
                    "0–8",
                    tr_noop(
                        "Read the program together. What is in its table? (question 1) Run it, "
                        "which takes about ten seconds."
                    ),
                ),
                Phase(
                    "8–15",
                    tr_noop(
                        "Judge an agent you trained: upload `my-agent.json`, read the verdict, "
                        "step through the game that beats it (question 2)."
                    ),
                    ("/",),
                ),
                Phase(
                    "15–30",
                    tr_noop("Change the program until it is unbeatable (questions 3 and 4)."),
                ),
                Phase(
                    "30–40",
                    tr_noop(
                        "The class's ranking: the teacher collects the files and drops them into "
                        "**Judge files**."
                    ),
                    ("/compare?view=judge-files",),
                ),
                Phase("40–45", tr_noop("Who needed the fewest games? (question 5)")),
            ),
            (
                Task(
                    tr_noop('What does `values["----X----"][0]` say?'),
                    tr_noop(
                        "What the program expects for O if O plays the top left cell after X took "
                        "the centre: 1 is a win, 0 a draw, −1 a loss."
                    ),
                    lines=1,
                ),
                Task(
                    tr_noop(
                        "The verdict: ____________________ Which move is the mistake in the game "
                        "that beats it? ______"
                    ),
                    tr_noop("**Beatable as X and O.** (In 10 runs out of 10.)"),
                    boards=1,
                ),
                Task(
                    tr_noop("Train for twice as many games. Does that help?"),
                    tr_noop(
                        "No. It learns how a game ends when both sides move at random, and more "
                        "games do not change that."
                    ),
                    lines=1,
                ),
                Task(
                    tr_noop(
                        "A reply is chosen, and the opponent chooses the best one. Which line of "
                        "`learn` should say so? Write your line, and the verdict now."
                    ),
                    tr_noop(
                        "The last line of `learn` becomes `result = -max(value[cell] for cell in "
                        "free(board))`: what the opponent gains with its best move, I lose. With "
                        "100,000 games the agent is **unbeatable** (in 10 runs out of 10), with "
                        "50,000 in about half of the runs, and with 20,000 in none."
                    ),
                    lines=2,
                ),
                Task(
                    tr_noop("The fewest games with which your agent is unbeatable: ______"),
                    tr_noop(
                        "About 50,000 with random moves alone. Less with exploration that decays, "
                        "and far less if equivalent positions share their values: the preset Quick "
                        "study needs about 480."
                    ),
                ),
            ),
        ),
    }
)
"""By the name in file names."""

_STYLE = """
@page { size: A4; margin: 16mm }
body { font: 11.5pt/1.4 sans-serif; color: #000; background: #fff; max-width: 178mm; margin: auto }
h1 { font-size: 18pt; margin: 0 0 4mm } li { margin: 0 0 2.6mm; break-inside: avoid }
.answers { break-before: page } code { font-size: 11pt }
.choices { display: flex; flex-wrap: wrap; gap: 1mm 9mm; margin: 1mm 0 0 }
.line { border-bottom: 0.3mm solid #777; height: 7mm } svg { display: block; margin: 2mm 0 0 }
"""
_BOARD = (
    '<svg width="26mm" height="26mm" viewBox="0 0 3 3" fill="none" stroke="#000" '
    'stroke-width="0.04"><path d="M1 0V3M2 0V3M0 1H3M0 2H3"/></svg>'
)


def to_print(lesson: ClassLesson) -> str:
    """Return a lesson's worksheet and its answers as one HTML file, in the visitor's language."""
    title = tr(lesson.title)
    names = escape(tr("Names: {line}", line="_" * 40))
    questions = "".join(f"<li>{_question(question)}</li>" for question in lesson.questions)
    answers = "".join(f"<li>{_formatted(tr(one.answer))}</li>" for one in lesson.questions)
    heading = escape(tr("Answers for the teacher"))
    return (
        f'<!doctype html><html lang="{current()}"><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
        f"<h1>{escape(title)}</h1><p>{names}</p><ol>{questions}</ol>"
        f'<section class="answers"><h1>{heading}</h1><p>{escape(title)}</p>'
        f"<ol>{answers}</ol></section>"
    )


def _question(question: Task) -> str:
    choices = "".join(f"<span>☐ {escape(tr(choice))}</span>" for choice in question.choices)
    return (
        _formatted(tr(question.text))
        + (f'<div class="choices">{choices}</div>' if choices else "")
        + _BOARD * question.boards
        + '<div class="line"></div>' * question.lines
    )


def _formatted(text: str) -> str:
    """Return Markdown with bold words and code as HTML."""
    html = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text, quote=False))
    return re.sub(r"`(.+?)`", r"<code>\1</code>", html)


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
