"""Every catalogue says every sentence of the source, and nothing else."""

import ast
import math
import re
from collections.abc import Iterator
from copy import copy
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import cycle
from pathlib import Path
from string import Formatter
from threading import Barrier, Thread
from types import ModuleType

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

import ttt_core as ttt
from tests.languages import FILE_NAME
from tests.test_imports import MODULES, nodes
from tests.ui.bad_input.odd_values import ODD
from ttt_core.sentences import sentence
from ttt_ui import language
from ttt_ui.language import (
    CATALOGUES,
    SOURCE,
    languages,
    localised,
    reason,
    speaking,
    tr,
    tr_in,
    tr_plural,
)
from ttt_ui.wording import counted, percent

ROOT = Path(__file__).parents[1]
TRANSLATED = [code for code in languages() if code != SOURCE]


def catalogues_command() -> ModuleType:
    loader = SourceFileLoader("languages_command", str(ROOT / ".ci" / "languages"))
    module = module_from_spec(spec_from_loader(loader.name, loader))  # type: ignore[arg-type]
    loader.exec_module(module)
    return module


COMMAND = catalogues_command()
KEYWORDS = COMMAND.KEYWORDS
READ_BY_VISITORS = {"alt", "caption", "help", "label", "placeholder", "sentence", "source", "title"}
"""Names of arguments that are shown."""


def messages(code: str) -> Iterator[Message]:
    with (CATALOGUES / code / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return iter([message for message in read_po(file, locale=code) if message.id])


def texts(said: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


def placeholders(text: str) -> set[tuple[str, str]]:
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_catalogue_has_exactly_the_sentences_of_the_source(code: str) -> None:
    source = {(m.id, m.context) for m in COMMAND.template() if m.id}
    assert len(source) > 500
    assert {(m.id, m.context) for m in messages(code)} == source


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_sentence_is_translated_with_its_values(code: str) -> None:
    for message in messages(code):
        source, said = texts(message.id), texts(message.string)
        assert all(said), message.id
        assert not message.fuzzy, message.id
        # A translation may spell out the number of one thing.
        needed = set.intersection(*map(placeholders, source))
        allowed = set.union(*map(placeholders, source))
        for text in said:
            assert needed <= placeholders(text) <= allowed, text


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_a_sentence_names_in_bold_has_the_name_it_has_on_the_page(code: str) -> None:
    catalogue = {message.id: message.string for message in messages(code) if not message.context}
    for english, translated in catalogue.items():
        for name in re.findall(r"\*\*([^*]+)\*\*", english if isinstance(english, str) else ""):
            if name not in EMPHASISED:
                assert catalogue.get(name, "") in translated, english


EMPHASISED = {"A draw", "untrained"}
"""Words in bold that happen to be labels, too."""


def test_french_has_one_word_for_one_thing() -> None:
    for message in messages("fr"):
        for text in texts(message.string):
            assert not OTHER_FRENCH.search(text), text


OTHER_FRENCH = re.compile(
    r"images miroir\b|jeu contre soi|\bhumains?\b|facteur de remise|[Ee]ntraîner \{|"
    r"\b[Ss]ur \**(Jouer|Entraîner|Examiner|Comparer|Apprendre)\b|"
    r"complét\w+ (une|sa) ligne|nouveau-né"
)

INNER = sentence("row {row}, column {column}", row=1234.5, column=True)
NUMBERS = (1234.5, -1, 10**30, math.nan, math.inf)
VALUES = [*NUMBERS, INNER, *(ODD[name] for name in ODD if name not in ("a long word", "HTML"))]


@pytest.mark.parametrize("code", languages())
def test_a_message_with_odd_values_shows_no_python_object_and_no_english(code: str) -> None:
    english = ["row", "1,234", "1234.5", "'nonsense'"]
    for message in messages(TRANSLATED[0]):
        forms = texts(message.id)
        placed = set.union(*map(placeholders, forms))
        formatted = {name for name, form in placed if form}
        words = set(re.findall(r"\w+", "".join(texts(message.string))))
        for value, number in zip(VALUES, cycle(NUMBERS)):
            values = {name: number if name in formatted else value for name, _ in placed}
            with speaking(code):
                if len(forms) > 1:
                    text = tr_plural(*forms, 2, **values)
                elif message.context:
                    text = tr_in(message.context, *forms, **values)
                else:
                    text = tr(*forms, **values)
            assert "object at" not in text, text
            assert "<" not in text.replace("<br>", ""), text
            if code != SOURCE:
                assert not [word for word in english if word in text and word not in words], text


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_name_of_a_file_keeps_its_ending(code: str) -> None:
    names = {m.id: m.string for m in messages(code) if FILE_NAME.fullmatch(str(m.id))}
    assert "ranking.csv" in names
    for english, translated in names.items():
        name = FILE_NAME.fullmatch(translated)
        assert name is not None
        assert name[2] == FILE_NAME.fullmatch(english)[2]  # type: ignore[index]


def test_no_sentence_is_glued_before_it_is_said() -> None:
    for file in MODULES.values():
        for node in nodes(file):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in KEYWORDS:
                for argument in node.args[:2]:
                    assert not isinstance(argument, ast.JoinedStr | ast.BinOp), ast.unparse(node)


def test_a_declaration_is_collected_with_and_without_the_names_of_its_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "app.py").write_text(
        "setting(0.5, 'Rate', sentence='How fast it learns.')\n"
        "LearningRule('mine', label='My rule', source=a_function(), sentence='It waits.')\n"
    )
    monkeypatch.setattr(COMMAND, "ROOT", tmp_path)
    found = {message.id for message in COMMAND.template() if message.id}
    assert found == {"Rate", "How fast it learns.", "My rule", "It waits."}


def test_a_text_that_visitors_read_is_marked_for_translation() -> None:
    on_screen = {name: file for name, file in MODULES.items() if not name.startswith("ttt_core")}
    del on_screen["ttt_ui.command"]
    for name, file in {**on_screen, "app": ROOT / "app.py"}.items():
        for node in nodes(file):
            for given in node.keywords if isinstance(node, ast.Call) else ():
                text = getattr(given.value, "value", None)
                if given.arg in READ_BY_VISITORS and isinstance(text, str):
                    assert not re.search("[A-Za-z]{2}", text), f"{name}: {ast.unparse(node)}"


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert (localised("1,234.5"), percent(0.625)) == ("1,234.5", "62.5%")
    with speaking("fr"):
        assert localised("1,234.5") == "1\u202f234,5"
        assert percent(0.625) == "62,5\u202f%"
        assert counted(0, "game", "games") == "0 partie"
        assert counted(2_000, "game", "games") == "2\u202f000 parties"


def test_a_sentence_in_a_sentence_is_said_in_the_language() -> None:
    inner = sentence("row {row}, column {column}", row=1, column=2)
    with speaking("fr"):
        assert tr("At {place}.", place=inner) == "At ligne 1, colonne 2."
    outer = sentence("At {place}.", place=inner)
    assert outer == "At row 1, column 2."
    assert copy(outer).values == {"place": inner}


def test_why_a_file_is_refused_is_said_in_the_language() -> None:
    with pytest.raises(ttt.AgentFileError) as refused:
        ttt.load_agent('{"q": [["---------", [0.5]]]}')
    with speaking("fr"):
        assert reason(refused.value).replace("\u202f", " ") == (
            "Dans « q », position « --------- » : il faut une liste d’au moins 9 entrées, "
            "et non une liste de longueur 1."
        )


def test_two_threads_speak_two_languages_at_once() -> None:
    both, said = Barrier(2), {}

    def speak(code: str) -> None:
        with speaking(code):
            both.wait()
            said[code] = [tr("Play") for _ in range(1_000)]
            both.wait()

    threads = [Thread(target=speak, args=(code,)) for code in ("en", "fr")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (set(said["en"]), set(said["fr"])) == ({"Play"}, {"Jouer"})


@pytest.mark.parametrize(
    ("name", "code"),
    [("fr", "fr"), ("fr-CA", "fr"), ("en-GB", "en"), ("xx", None), ("", None), (None, None)],
)
def test_a_browsers_language_is_ours_if_we_have_it(name: str | None, code: str | None) -> None:
    assert language.known(name) == code
