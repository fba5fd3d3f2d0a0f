"""Moving through the chapters, what each must have, and what a visitor does in them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
import streamlit as st

import ttt_core as ttt
from tests.ui.bad_input.support import said
from tests.ui.support import (
    address,
    captions,
    choose,
    click,
    come_by_link,
    go_to,
    kept_in,
    run,
    thorough_except,
    words,
)
from tests.ui.train.support import report
from ttt_core.learning import new_pupil
from ttt_ui.glossary import TERMS, meaning
from ttt_ui.learn import exploring, looking_back
from ttt_ui.learn.chapter import Guesses, Question, ask
from ttt_ui.learn.looking_back import OwnGame
from ttt_ui.learn.one_cell import OneCell
from ttt_ui.learn.state import CHAPTERS, FIRST, SOURCES, LearnState, learn_state
from ttt_ui.visit.session import Session

pytestmark = pytest.mark.slow

NAMES = list(CHAPTERS)


@pytest.mark.parametrize("name", thorough_except(("exploring",), NAMES))
def test_a_chapter_asks_before_it_answers(name: str) -> None:
    chapter = CHAPTERS[name]
    app = come_by_link("learn", chapter=name)
    assert not said(app)
    assert app.header[0].value == chapter.TITLE
    assert address(app) == {"chapter": name}
    right, reason = chapter.right(), chapter.reason()
    assert right in range(len(chapter.ANSWERS))
    wrong = (right + 1) % len(chapter.ANSWERS)
    guesses = (wrong, right) if len(chapter.ANSWERS) > 2 else (wrong,)  # the others have one try
    for guess in guesses:
        assert reason not in [text.value for text in app.markdown]
        click(app, chapter.ANSWERS[guess])
    told = [text.value for text in app.markdown]
    assert reason in told
    assert f":gray[:material/cancel: {chapter.ANSWERS[wrong]} · your answer]" in told
    marked = f":green[:material/check_circle: {chapter.ANSWERS[right]}]"
    assert any(text.startswith(marked) for text in told)
    assert not {button.label for button in app.button} & set(chapter.ANSWERS)
    assert app.main.get("progress")[0].proto.text == f"1 of {len(NAMES)} questions answered"


def test_the_open_chapter_is_kept_on_the_way_through_learn_and_back_from_play() -> None:
    app = come_by_link("learn")
    for before, after in pairwise(NAMES[:3]):
        assert address(app) == {"chapter": before}
        click(app, CHAPTERS[after].TITLE)
    assert address(app) == {"chapter": NAMES[2]}
    opened = kept_in(app, LearnState).opened
    app.selectbox[0].set_value(NAMES[1])
    run(app)
    assert app.header[0].value == CHAPTERS[NAMES[1]].TITLE
    assert kept_in(app, LearnState).opened == opened  # the list is at the top already
    click(app, CHAPTERS[NAMES[0]].TITLE)
    assert app.selectbox[0].value == NAMES[0]
    go_to(app, "play")
    go_to(app, "learn")
    assert address(app) == {"chapter": NAMES[0]}


@pytest.mark.parametrize(
    ("answers", "guessed", "first_try", "answer"),
    [
        ("abc", (1, 1), 1, None),  # reported twice
        ("abc", (1, 2, 0), 1, 2),
        ("abc", (0, 1), None, 0),
        ("ab", (1, 0), None, 1),  # of two answers the first counts
    ],
)
def test_a_wrong_answer_may_be_followed_by_a_second_and_no_third(
    answers: str, guessed: tuple[int, ...], first_try: int | None, answer: int | None
) -> None:
    question = Question("?", tuple(answers), lambda: 0, lambda: "")
    guesses = Guesses()
    for number in guessed:
        guesses.guess("it", number)
        guesses.judge("it", question)
    assert (guesses.first_tries.get("it"), guesses.answers.get("it")) == (first_try, answer)


def test_while_the_answer_is_worked_out_the_page_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A click itself waits for nothing, because nothing is drawn before it has returned."""
    said_now = list[str]()

    @contextmanager
    def spinner(text: str) -> Iterator[None]:
        said_now.append(text)
        yield
        said_now.clear()

    def worked_out(result: Any) -> Any:
        assert said_now == ["Working out the answer…"]
        return result

    monkeypatch.setattr(st, "spinner", spinner)
    question = Question("?", ("yes", "no"), lambda: worked_out(0), lambda: worked_out("Because."))
    guesses = Guesses()
    guesses.guess("it", 1)
    assert ask("it", question, guesses)


def test_a_link_to_a_chapter_that_is_gone_opens_the_one_with_its_question() -> None:
    app = come_by_link("learn", chapter="learned-or-known")
    assert not said(app)
    assert app.header[0].value == CHAPTERS["any-good"].TITLE


@pytest.mark.usefixtures("session_state")
def test_only_valid_progress_of_another_visit_is_restored() -> None:
    state = learn_state()
    state.restore("gone", {FIRST: 9, "gone": 0, NAMES[1]: 1})
    assert (state.chapter, state.answers) == (FIRST, {NAMES[1]: 1})
    state.restore(NAMES[2], {})
    assert (state.chapter, state.answers) == (NAMES[2], {})


def test_the_last_chapter_says_what_is_known_now_with_the_numbers_of_the_visitors_pupil() -> None:
    app = come_by_link("learn", chapter=NAMES[-1])
    kept_in(app, LearnState).answers = dict.fromkeys(NAMES[:-1], 0)
    assert "What you now know" not in [heading.value for heading in app.subheader]
    last = CHAPTERS[NAMES[-1]]
    click(app, last.ANSWERS[last.right()])
    assert app.subheader[-1].value == "What you now know"
    assert "In our trial it had seen 1,530 of 4,520." in words(app)
    click(app, "Teach an agent from scratch")
    visitor = kept_in(app, Session)
    pupil = ttt.learn_from_game(visitor.agent, (4, 1, 0, 2, 8))
    visitor.learn(pupil, visitor.version)
    go_to(app, "learn", chapter="your-turn")
    known = f"Your pupil has seen {pupil.positions_known:,} of 4,520 after 1 game."
    assert known in words(app).replace("\u00a0", " ")
    click(app, CHAPTERS[NAMES[-2]].TITLE)
    assert "What you now know" not in [heading.value for heading in app.subheader]


def test_an_answered_chapter_has_a_tick_and_its_words_and_all_others_are_explained() -> None:
    app = come_by_link("learn", chapter="looking-back")
    textbooks = "In textbooks: bootstrapping and trace decay λ."
    assert textbooks not in captions(app)
    chapter, next_one = CHAPTERS["looking-back"], CHAPTERS[NAMES[4]]
    click(app, chapter.ANSWERS[chapter.right()])
    (caption,) = (caption for caption in app.caption if caption.value == textbooks)
    terms = "Bootstrapping", "Trace decay λ"
    assert caption.help == "\n\n".join(f"**{term}:** {meaning(term)}" for term in terms)
    assert app.selectbox[0].options[3:5] == [
        f"4. {chapter.TITLE} · {chapter.MINUTES} min ✓",
        f"5. {next_one.TITLE} · {next_one.MINUTES} min",
    ]
    assert all(set(chapter.WORDS) <= set(TERMS) for chapter in CHAPTERS.values())
    (glossary,) = (one.value for one in app.markdown if "**Agent:**" in one.value)
    terms = re.findall(r"^\*\*(.+?):\*\*", glossary, re.M)
    assert terms == sorted(TERMS, key=str.casefold)
    for term in TERMS:
        assert term[0].isupper()
        assert meaning(term).endswith(".")
        assert meaning(term).count(". ") < 3


def test_the_sources_link_to_where_they_can_be_read() -> None:
    links = [re.findall(r"\[\*[^*]+\*\]\((https?://[^\s()]+)\)", source) for source in SOURCES]
    assert [len(found) for found in links] == [source.count("](") for source in SOURCES]
    assert all(links)


@pytest.mark.parametrize("lost", ["41028", "03142", "103428", "457801632"])
def test_after_any_lost_game_it_knows_more_than_a_thousand_positions(lost: str) -> None:
    assert ttt.learn_from_game(new_pupil(), [*map(int, lost)]).positions_known > 1_000
    assert CHAPTERS["your-turn"].right() == 2


# In the chapters


@pytest.mark.parametrize(
    ("chapter", "label", "said"),
    [
        ("any-good", "Play 100 games", "of 100 games**, drawn"),
        ("matchboxes", "Play 1", "L: 4 → 7. Box: 15 beads"),
        ("minus-sign", "Next update", "X] completes a line: reward"),
        ("how-a-tree-thinks", "Next score", "has won after 3 moves: 10 − 3 = **7**."),
    ],
)
def test_a_button_of_a_chapter_takes_the_next_step(chapter: str, label: str, said: str) -> None:
    app = come_by_link("learn", chapter=chapter)
    assert said not in words(app)
    assert said in words(click(app, label))


def test_another_opponent_has_another_best_opening() -> None:
    app = come_by_link("learn", chapter="which-opening")
    for opponent, best in (("intermediate", "the centre"), ("win-or-block", "a corner")):
        choose(app, "Opponent", opponent)
        assert f"**Best against this opponent: {best}.**" in words(app)


def test_a_board_of_a_chapter_is_played_on() -> None:
    app = come_by_link("learn", chapter="exploring")
    report(app, exploring._KEY, "play", {"cell": exploring.FORK, "token": "None"})
    assert "The fork! Two threats" in words(app)

    app = come_by_link("learn", chapter="looking-back")
    token = kept_in(app, OwnGame).game.token
    report(app, looking_back._KEY, "play", {"cell": 4, "token": token})
    assert kept_in(app, OwnGame).game.moves == [4]


def test_the_controls_keep_their_settings_after_another_page() -> None:
    app = come_by_link("learn", chapter="one-cell")
    assert not app.latex
    click(app, "Walk")
    assert app.latex
    config = kept_in(app, OneCell).walk.config
    assert (config.rows, config.gamma) == (4, 0.5)
    next(one for one in app.button_group if one.label == "Width").select(6)
    run(app)
    app.slider(key="one_cell_gamma_0").set_value(0.0)
    run(app)
    click(app, "Walk")
    steps = kept_in(app, OneCell).walk.steps
    go_to(app, "inspect")
    go_to(app, "learn", chapter="one-cell")
    walk = kept_in(app, OneCell).walk
    (width,) = (one.value for one in app.button_group if one.label == "Width")
    gamma = app.slider(key="one_cell_gamma_0").value
    assert (walk.config.rows, walk.config.gamma) == (width, gamma) == (6, 0.0)
    assert walk.steps == steps
