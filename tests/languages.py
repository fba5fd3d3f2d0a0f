"""A language that no one speaks: every sentence is 40% longer, and marked at both ends."""

import re
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from playwright.sync_api import Page

from ttt_ui.language import speaking, tr

CODE = "eo"  # Babel must know it, and we must not
START, END = "⟦", "⟧"

FILE_NAME = re.compile(r"([\w{}-]+)(\.[a-z]+)")
_MARKED = re.compile(f"{START}[^{START}{END}]*{END}")
_WORD = re.compile(r"[A-Za-z]{2,}")

_WITHOUT_WORDS = (
    "style, script, code, .katex, [aria-hidden=true], [data-testid=stIconMaterial], "
    "[aria-label$=' icon']"
)
_TEXTS = """(unread) => {
  const hidden = new CSSStyleSheet();
  hidden.replaceSync(`:is(${unread}) { display: none !important }`);
  document.adoptedStyleSheets.push(hidden);
  const found = [document.body.innerText];
  const walk = (node) => {
    for (const element of node.querySelectorAll("*")) {
      if (element.closest(unread)) continue;
      const attributes = ["aria-label", "aria-description", "title", "alt", "placeholder"];
      found.push(...attributes.map((name) => element.getAttribute(name)));
      if (!element.shadowRoot) continue;
      found.push(...[...element.shadowRoot.children].map((child) => child.innerText));
      walk(element.shadowRoot);
    }
  };
  walk(document);
  document.adoptedStyleSheets.pop();
  return found.filter(Boolean);
}"""


def fr(text: str, **values: Any) -> str:
    with speaking("fr"):
        return tr(text, **values)


def marked(text: str) -> str:
    """Return what the language says for an English text; a file's name keeps its ending."""
    name = FILE_NAME.fullmatch(text)
    text, ending = name.groups() if name else (text, "")
    may_break = " " if " " in text else ""
    return f"{START}{text}{may_break}{'~' * (2 * len(text) // 5)}{END}{ending}"


def add_to(catalogues: Path, english: Catalog) -> None:
    """Add the language to a folder of catalogues."""
    made = Catalog(locale=CODE)
    for message in english:
        if message.id:
            texts = (message.id,) if isinstance(message.id, str) else message.id
            said = tuple(map(marked, texts))
            made.add(message.id, said[0] if len(said) == 1 else said, context=message.context)
    file = catalogues / CODE / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as stream:
        write_po(stream, made)


def not_said_in_it(page: Page) -> set[str]:
    """Return the words on a page, seen or heard, that are not said in the language.

    Formulas and code are left out.
    """
    rests = [_without_marked(text) for text in page.evaluate(_TEXTS, _WITHOUT_WORDS)]
    lines = {line.strip() for rest in rests for line in rest.splitlines() if _WORD.search(line)}
    return {line for line in lines if not line.endswith(" icon")}


def _without_marked(text: str) -> str:
    while (rest := _MARKED.sub("", text)) != text:
        text = rest
    return text
