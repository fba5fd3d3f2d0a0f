"""The grammar of all links: ``page?name=value&name=value``, and nothing else.

A value is a word, a number, a board, or several words with commas. Training settings are
parameters, too: the link is the model. Where a page has several configurations, each has a prefix,
as in ``a.gamma=0.9&b.gamma=0.5``. Each parameter is declared once, with how it is read and written.

Streamlit's ``bind="query-params"`` does not serve here. It names an option by its label, so a link
would depend on the language; it ignores invalid values without a word; and it does not know the
settings, which have no widget of their own on most pages.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, Generic, TypeVar

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.sentences import sentence, tr_noop
from ttt_ui.language import reason, tr
from ttt_ui.visit.limits import MAX_REASONS, shortened
from ttt_ui.visit.session import session
from ttt_ui.wording import listed, plain

T = TypeVar("T")

_NUMBER = re.compile(r"-?[0-9]{1,25}(\.[0-9]{1,25})?(e[+-]?[0-9]{1,3})?", re.ASCII)
_WHOLE = re.compile(r"-?[0-9]{1,19}", re.ASCII)
_LONGEST_SHOWN = 30


@dataclass(frozen=True)
class Parameter(Generic[T]):
    """A parameter of an address."""

    name: str
    # Returns the value that a text means, or raises `ValueError` with a sentence.
    read: Callable[[str], T]
    # Returns the text of a value; None if it cannot be in a link.
    write: Callable[[T], str | None] = str
    default: T | None = None  # the value that is left out; None if none is

    def to_query(self, value: T) -> dict[str, str]:
        """Return the query with this value; empty if it is left out."""
        text = None if value == self.default else self.write(value)
        return {} if text is None else {self.name: text}


@dataclass
class Link:
    """A link that a page reads parameter by parameter."""

    rest: dict[str, str] = field(default_factory=dict)  # the parameters that have not been read
    first: bool = False  # whether the visitor came by it from outside
    dropped: list[str] = field(default_factory=list)  # a sentence for each part that is not valid

    def read(self, parameter: Parameter[T]) -> T | None:
        """Return the value of a parameter; None if it is missing or not valid."""
        text = self.rest.pop(parameter.name, None)
        if text is None:
            return None
        try:
            return parameter.read(text)
        except ValueError as error:
            self.drop(parameter.name, text, reason(error))
            return None

    def drop(self, name: str, text: str, why: str) -> None:
        """Note that a parameter is not valid."""
        self.dropped.append(refused(name, text, why))

    def drop_without_effect(self, names: Iterable[str]) -> None:
        """Drop these parameters of a link to one thing alone."""
        for name in [*names]:
            self.drop(name, self.rest.pop(name), tr("this has no effect next to only."))

    def say_what_was_dropped(self) -> None:
        """Tell the visitor which parts of the link were ignored, if any were."""
        if not self.dropped:
            return
        reasons = "\n".join(f"- {plain(reason)}" for reason in self.dropped[:MAX_REASONS])
        if len(self.dropped) > MAX_REASONS:
            reasons += f"\n- {tr('and {n:,} more', n=len(self.dropped) - MAX_REASONS)}"
        heading = tr("Parts of the link were not valid and have been ignored:")
        session().say(f"{heading}\n\n{reasons}")


def refused(name: str, text: str, why: str) -> str:
    """Say why a parameter is not valid; it is written as in the link, shortened if it is long."""
    words = f"{name}={text}"
    part = words if len(words) <= _LONGEST_SHOWN else f"{words[:_LONGEST_SHOWN]}…"
    return tr("{part}: {reason}", part=part, reason=why)


def choice(
    name: str,
    options: Mapping[str, T],
    unknown: str = "",
    former: Mapping[str, str] | None = None,
) -> Parameter[T]:
    """Return a parameter that names one of several values, by their names in links.

    `unknown` is the sentence about any other name, `former` maps names in older links to the
    present ones. Values that have no name are left out.
    """
    names = {value: text for text, value in options.items()}

    def read(text: str) -> T:
        text = (former or {}).get(text, text)
        if text not in options:
            problem = unknown or sentence("this {name} does not exist.", name=name)
            raise ValueError(
                tr(
                    "{problem} Choose from {options}.",
                    problem=tr(problem),
                    options=listed(list(options)),
                )
            )
        return options[text]

    return Parameter(name, read, names.get)


def slug(label: str) -> str:
    """Return the name in links of what has this label."""
    return label.lower().replace(",", "").replace(" ", "-")


def whole_number(name: str, low: int, high: int) -> Parameter[int]:
    """Return a parameter that is a whole number between two others, or one of them."""

    def read(text: str) -> int:
        if not _WHOLE.fullmatch(text) or not low <= int(text) <= high:
            raise ValueError(
                sentence(
                    "the value must be a whole number from {low} to {high:,}.", low=low, high=high
                )
            )
        return int(text)

    return Parameter(name, read)


HIDE, ONLY = "hide", "only"
"""The parameters that hide parts of a page, and that show one thing alone."""
WITHOUT_EFFECT = (HIDE, "view", "chapter", "experiment")
"""The parameters that have no effect next to `ONLY`."""

PAGES = {
    "learn": (tr_noop("Learn"), ":material/school:"),
    "play": (tr_noop("Play"), ":material/sports_esports:"),
    "train": (tr_noop("Train"), ":material/model_training:"),
    "inspect": (tr_noop("Inspect"), ":material/search_insights:"),
    "compare": (tr_noop("Compare"), ":material/balance:"),
}
"""The title and icon of each page, by its path; ``pages/PATH.py`` draws it."""

BOARD: Parameter[str] = Parameter("board", rules.parse_board, rules.pattern)

ALWAYS = ("rule", "games", "seed")
"""The settings that are in every link with an agent."""
_TRUTH = {"true": True, "false": False}


def _read(kind: type, text: str) -> object:
    if kind is bool:
        if text not in _TRUTH:
            raise ValueError(sentence("the value must be true or false."))
        return _TRUTH[text]
    if kind is int and not _WHOLE.fullmatch(text):
        raise ValueError(sentence("the value must be a whole number."))
    if kind is float and not _NUMBER.fullmatch(text):
        raise ValueError(sentence("the value must be a number."))
    return kind(text)


def _written(value: object) -> str:
    return repr(value).lower() if isinstance(value, bool) else str(value)


_SETTINGS: dict[str, Parameter[Any]] = {
    setting.name: Parameter(
        setting.name,
        partial(_read, type(setting.default)),
        _written,
        None if setting.name in ALWAYS else setting.default,
    )
    for setting in fields(ttt.TrainingConfig)
}
SETTINGS_IN_LINKS = frozenset(_SETTINGS)
"""Names of the query parameters that hold training settings."""


def config_to_query(config: ttt.TrainingConfig, prefix: str = "") -> dict[str, str]:
    """Write a configuration as query parameters whose names begin with `prefix`.

    Rule, games and seed are always included, other fields only if they differ from
    `TrainingConfig()`. Numbers are written so that they are read back exactly.
    """
    return {
        prefix + name: text
        for setting in _SETTINGS.values()
        for name, text in setting.to_query(getattr(config, setting.name)).items()
    }


def config_from_query(
    params: Mapping[str, str], prefix: str = ""
) -> tuple[ttt.TrainingConfig, list[str]]:
    """Read a configuration from untrusted query parameters whose names begin with `prefix`.

    Missing ones have the default. Also returns a message for each invalid parameter.
    """
    asked = {n.removeprefix(prefix): t for n, t in params.items() if n.startswith(prefix)}
    values: dict[str, Any] = {}
    dropped = []
    for name, text in asked.items():
        try:
            if name not in _SETTINGS:
                raise ValueError(sentence("this setting does not exist."))
            values[name] = _SETTINGS[name].read(text)
        except ValueError as error:
            dropped.append(refused(prefix + name, text, reason(error)))
    while True:
        try:
            return ttt.TrainingConfig(**values), dropped
        except ttt.ConfigError as error:
            culprit = next(name for name in error.fields if name in values)
            why = shortened(reason(error))
            dropped.append(refused(prefix + culprit, asked[culprit], why))
            del values[culprit]
