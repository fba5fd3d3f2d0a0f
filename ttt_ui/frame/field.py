"""`Field`: one declaration of a thing that a visitor can set.

From it come the widget with its key, options and help, the check of what a browser gives, the
parameter in links, the place in a saved visit, and the part of a page that hides it. Fields
stand with the state that they belong to; `ttt_ui/pages.py` collects them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from dataclasses import field as attribute
from functools import partial
from typing import Any, Generic, TypeVar, cast

import streamlit as st

from ttt_core.sentences import tr_noop
from ttt_ui.frame.links import Link, Parameter, choice, slug, whole_number
from ttt_ui.language import tr
from ttt_ui.visit.session import fresh_keys, per_visitor
from ttt_ui.widgets import FreshKeys, held

T = TypeVar("T")
S = TypeVar("S", bound=str)
N = TypeVar("N", int, float)


@dataclass
class Look:
    """What links have made of the pages, by the name of the page."""

    hidden: dict[str, frozenset[str]] = attribute(default_factory=dict)
    only: dict[str, str] = attribute(default_factory=dict)


def look() -> Look:
    return per_visitor(Look)


@dataclass(frozen=True)
class Part:
    """A part of a page that a link can hide, by its name in links."""

    page: str
    name: str

    @property
    def hidden(self) -> bool:
        return self.name in look().hidden.get(self.page, ())


@dataclass(frozen=True)
class Field(Generic[T]):
    """A thing a visitor can set.

    A browser, a link or a saved visit may give it anything, but `value` is always valid.

    Attributes
    ----------
    key
        Of the widget, and its name in a saved visit.
    default
    accepts
        Returns whether a value is valid.
    widget
        Streamlit's function that draws it.
    offers
        Returns what the widget gets after its label: the options, or the ends of a range.
    label, help
        Sentences to be translated.
    parameter
        Its parameter in links; None if it has none.
    saved
        Whether a saved visit contains it.
    part
        The part of the page, which a classroom link can hide.
    look
        Other options of the widget.
    """

    key: str
    default: T
    accepts: Callable[[Any], bool]
    _: KW_ONLY
    widget: Callable[..., object] = st.toggle
    offers: Callable[[], Sequence[Any]] = lambda: ()
    label: str = ""
    help: str = ""
    parameter: Parameter[T] | None = None
    saved: bool = False
    part: Part | None = None
    look: Mapping[str, Any] = attribute(default_factory=dict)

    @property
    def value(self) -> T:
        """The visitor's value, or the default if that is not valid."""
        return self.checked(held(self.key))

    def checked(self, value: Any) -> T:
        """Return a value if it is valid, otherwise the default."""
        return cast("T", value) if self.accepts(value) else self.default

    def set(self, value: T) -> None:
        """Set the value: in a callback, or before the widget is drawn in a run."""
        st.session_state[self.key] = value

    @property
    def hidden(self) -> bool:
        """Whether a link hides the part of the page it belongs to."""
        return self.part is not None and self.part.hidden

    def show(self, *, label: str = "", **more: Any) -> T:
        """Draw the widget unless a link hides it; return its value.

        The value stays while other pages are open. `label` and `more` are in place of what is
        declared, and are already in the visitor's language.
        """
        if self.hidden:
            return self.value
        if self.key not in st.session_state:
            self.set(self.default)
        self._draw(self.key, label, {"persist_state": "session"}, more)
        return self.value

    def ask(
        self, value: T | None, then: Callable[..., object], *args: Any, label: str = "", **more: Any
    ) -> None:
        """Draw the widget for a value that belongs to something else, as the agent's level does.

        `then` gets `args` and what the visitor chooses, if that is valid and another value. Once
        the program has changed the value, the widget has a new key: it starts with the new value,
        and a late report of the former one is ignored.
        """
        if self.hidden:
            return
        keys = fresh_keys()
        if keys(self.key) in st.session_state and held(keys(self.key)) != value:
            keys.renew(self.key)
        heard = keys.report(self.key, self.hear, value, partial(then, *args))
        options = {"on_change": heard, **self._at_first(value)}
        self._draw(keys(self.key), label, options, more)

    def hear(self, present: T | None, then: Callable[[T], object], said: Any) -> None:
        """Tell `then` what a browser says, unless that is not valid or the present value."""
        if self.accepts(said) and said != present:
            then(cast("T", said))

    def _at_first(self, value: T | None) -> dict[str, Any]:
        """Return the option that gives the widget its first value.

        It is also what the widget has after a malformed report, or once its list is in another
        language.
        """
        if self.widget in (st.selectbox, st.radio):
            options = list(self.offers()[0])
            return {"index": options.index(value) if value in options else None}
        several = self.widget in (st.segmented_control, st.pills, st.multiselect)
        return {"default" if several else "value": value}

    def _draw(self, key: str, label: str, *options: Mapping[str, Any]) -> None:
        of_widget: dict[str, Any] = {"help": tr(self.help) or None}
        for some in (options[0], self.look, *options[1:]):
            of_widget |= some
        self.widget(label or tr(self.label), *self.offers(), key=key, **of_widget)

    @property
    def in_links(self) -> str:
        """The name of its parameter; empty if it has none."""
        return "" if self.parameter is None else self.parameter.name

    def read(self, link: Link) -> T | None:
        """Return the value that a link names; None if it names none."""
        return None if self.parameter is None else link.read(self.parameter)

    def apply_link(self, link: Link) -> None:
        """Set the value that a link names, or the default if it names none."""
        value = self.read(link)
        self.set(self.default if value is None else value)

    def to_query(self, value: T | None = None, *, with_default: bool = False) -> dict[str, str]:
        """Return a value, or the present one, as a query.

        The default is left out unless `with_default`.
        """
        value = self.value if value is None else value
        if self.parameter is None or (value == self.default and not with_default):
            return {}
        return self.parameter.to_query(value)


def switch(key: str, *, on: bool, **more: Any) -> Field[bool]:
    """Return a field that is on or off, and is `on` at first; `more` are attributes of `Field`."""
    return Field(key, on, lambda value: isinstance(value, bool), **more)


def one_of(
    key: str,
    options: Collection[T] | Mapping[T, str] | Callable[[], Collection[T]],
    default: T | None = None,
    *,
    widget: Callable[..., object] = st.segmented_control,
    in_links: str = "",
    unknown: str = "",
    former: Mapping[str, str] | None = None,
    **more: Any,
) -> Field[T]:
    """Return a field that chooses one option, at first the first one unless given.

    `options` may map each to its label, or be a function if they change. In links, the field has
    the name `in_links`, and its options are written as `slug` does; see `choice` for the rest.
    """
    offered = options if callable(options) else lambda: options
    labels: Mapping[T, str] = options if isinstance(options, Mapping) else {}
    named = {slug(str(option)): option for option in offered()} if in_links else {}
    return Field(
        key,
        next(iter(offered())) if default is None else default,
        lambda value: any(type(value) is type(one) and value == one for one in offered()),
        widget=widget,
        offers=lambda: [list(offered())],
        parameter=choice(in_links, named, unknown, former) if in_links else None,
        look={
            "format_func": lambda option: tr(labels.get(option) or str(option)),
            **({"required": True} if widget in (st.segmented_control, st.pills) else {}),
            **more.pop("look", {}),
        },
        **more,
    )


def view(key: str, views: Collection[S] | Mapping[S, str], **more: Any) -> Field[S]:
    """Return the field that holds the open view of a page (a tab or a mode)."""
    unknown = tr_noop("this view does not exist here.")
    return one_of(key, views, in_links="view", unknown=unknown, **more)


def several(
    key: str, options: Mapping[str, str], default: Sequence[str] = (), **more: Any
) -> Field[Sequence[str]]:
    """Return a field that chooses any number of options; `options` maps each to its label."""
    more.setdefault("widget", st.pills)
    return Field(
        key,
        list(default),
        lambda value: isinstance(value, list) and all(one in list(options) for one in value),
        offers=lambda: [list(options)],
        look={
            **({"selection_mode": "multi"} if more["widget"] is st.pills else {}),
            "format_func": lambda option: tr(options[option]),
            **more.pop("look", {}),
        },
        **more,
    )


def number(
    key: str,
    default: N,
    low: N,
    high: N,
    *,
    widget: Callable[..., object] = st.number_input,
    in_links: str = "",
    **more: Any,
) -> Field[N]:
    """Return a field for a number, which is whole if the default is; the ends are allowed."""
    kinds = (int,) if type(default) is int else (int, float)
    parameter: Parameter[Any] | None = None
    if in_links:
        parameter = whole_number(in_links, int(low), int(high))
    return Field(
        key,
        default,
        lambda value: type(value) in kinds and low <= value <= high,
        widget=widget,
        offers=lambda: (low, high),
        parameter=parameter,
        **more,
    )


def text(key: str, **more: Any) -> Field[str]:
    more.setdefault("widget", st.text_input)
    return Field(key, "", lambda value: isinstance(value, str), **more)


def tabs(view: Field[S], names: Sequence[S]) -> dict[S, Any]:
    """Show tabs, and return their places by name; the open one's name is the value of `view`.

    If the program opens another tab, all have a new key: on a slow machine, Streamlit's tabs would
    not notice.
    """
    labels, open_label = {tr(name): name for name in names}, tr(view.value)

    def take() -> None:
        view.set(labels.get(held(key), view.value))

    if held(tabs_key(view)) not in (None, open_label):
        _tabs_keys(view).renew()
    key = tabs_key(view)
    if held(key) != open_label:
        st.session_state[key] = open_label
    return dict(zip(names, st.tabs(list(labels), key=key, on_change=take), strict=True))


def tabs_key(view: Field[S]) -> str:
    """Return the present key of the tabs that show a view; their value is a label."""
    return _tabs_keys(view)("tabs")


def _tabs_keys(view: Field[S]) -> FreshKeys:
    keys: FreshKeys = st.session_state.setdefault(f"{view.key}_keys", FreshKeys(view.key))
    return keys
