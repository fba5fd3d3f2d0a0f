"""What each page lets a visitor set and reads from links: collected where it is declared."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any, NamedTuple

from ttt_ui.compare import actions as compare_in_links
from ttt_ui.compare import state as compare
from ttt_ui.compare.measuring import actions as measuring_in_links
from ttt_ui.compare.measuring import state as measuring
from ttt_ui.frame.classroom_link import PageParts
from ttt_ui.frame.field import Field
from ttt_ui.frame.links import BOARD
from ttt_ui.inspect import state as inspect
from ttt_ui.learn import state as learn
from ttt_ui.play import exhibition, state
from ttt_ui.play import links as play_links
from ttt_ui.train import links as train_links
from ttt_ui.train import state as train


class Page(NamedTuple):
    parts: PageParts
    modules: tuple[ModuleType, ...]  # whose fields it has
    parameters: tuple[str, ...]  # names of what it reads that is not a field, up to a dot

    @property
    def fields(self) -> list[Field[Any]]:
        declared = [one for module in self.modules for one in vars(module).values()]
        fields = [
            field
            for one in declared
            for field in (one if isinstance(one, tuple) else (one,))
            if isinstance(field, Field)
        ]
        return [*{field.key: field for field in fields}.values()]

    @property
    def names_in_links(self) -> set[str]:
        alone = [] if self.parts.alone is None else [self.parts.alone.name]
        of_fields = [field.in_links for field in self.fields if field.in_links]
        return {*of_fields, *alone, *self.parameters}


PAGES = {
    page.parts.page: page
    for page in (
        Page(learn.PARTS, (learn,), ()),
        Page(state.PARTS, (state, exhibition), (play_links.PUPIL.name, play_links.NAME.name)),
        Page(train.PARTS, (train,), (train_links.PREVIOUS_RUN.rstrip("."),)),
        Page(inspect.PARTS, (inspect,), (BOARD.name,)),
        Page(
            compare.PARTS,
            (compare, measuring),
            (
                BOARD.name,
                measuring_in_links.BASE.rstrip("."),
                *measuring_in_links.LETTERS,
                *(role.name for role in compare_in_links.ROLES),
                *(parameter.name for parameter in measuring_in_links.PARAMETERS),
            ),
        ),
    )
}
READ_BY: Mapping[str, tuple[str, ...]] = {
    name: tuple(path for path, page in PAGES.items() if name in page.names_in_links)
    for name in sorted({name for page in PAGES.values() for name in page.names_in_links})
}
"""The pages that read a parameter, by its name up to a dot: the parameters not for all pages."""
_SAVED = {field.key: field for page in PAGES.values() for field in page.fields if field.saved}


def values_to_save() -> dict[str, Any]:
    """Return what the visitor has set, by the fields' keys, for a saved visit."""
    changed = {key: field.value for key, field in _SAVED.items() if field.value != field.default}
    return {key: tuple(v) if isinstance(v, list) else v for key, v in changed.items()}


def restore_values(values: Mapping[str, Any]) -> None:
    """Set every field of a saved visit: to its value there if that is valid, or the default."""
    for key, field in _SAVED.items():
        value = values.get(key)
        if isinstance(field.default, list) and isinstance(value, tuple):
            value = list(value)  # as Streamlit gives it
        field.set(field.checked(value))
