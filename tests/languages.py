"""A language that no one speaks: every sentence is 40% longer, and marked at both ends."""

import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from playwright.sync_api import Page

CODE = "eo"  # Babel must know it, and we must not
START, END = "⟦", "⟧"

_MARKED = re.compile(f"{START}[^{START}{END}]*{END}")
_WORD = re.compile(r"[A-Za-z]{2,}")

_TEXTS_ON_PAGE = """() => {
  const found = [], attributes = ["aria-label", "title", "alt", "placeholder"];
  const unread = "style, script, noscript, code, .katex, [data-testid=stIconMaterial]";
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent);
    if (node.nodeType !== Node.ELEMENT_NODE && !(node instanceof ShadowRoot)) return;
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (node.matches(unread)) return;
      found.push(...attributes.map((name) => node.getAttribute(name) ?? ""));
      if (node.shadowRoot) walk(node.shadowRoot);
    }
    node.childNodes.forEach(walk);
  };
  walk(document.body);
  return [...new Set(found.map((text) => text.trim()).filter(Boolean))];
}"""


def marked(text: str) -> str:
    """Return what the language says for an English text."""
    return f"{START}{text}{'~' * (2 * len(text) // 5)}{END}"


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


def not_said_in_it(texts: list[str]) -> list[str]:
    """Return the texts that have words outside the marks."""
    return [text for text in texts if _WORD.search(_without_marked(text))]


def texts_of(page: Page) -> list[str]:
    """Return every text on a page that a visitor can read or hear, without formulas and code."""
    return list(page.evaluate(_TEXTS_ON_PAGE))


def _without_marked(text: str) -> str:
    while (rest := _MARKED.sub("", text)) != text:
        text = rest
    return text
