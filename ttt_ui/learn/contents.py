"""The chapters of Learn in order, by their name in links."""

from collections.abc import Mapping
from types import MappingProxyType

from ttt_ui.learn import your_turn
from ttt_ui.learn.any_good import chapter as any_good
from ttt_ui.learn.chapter import Chapter
from ttt_ui.learn.exploring import chapter as exploring
from ttt_ui.learn.learned_or_known import chapter as learned_or_known
from ttt_ui.learn.looking_back import chapter as looking_back
from ttt_ui.learn.matchboxes import chapter as matchboxes
from ttt_ui.learn.minus_sign import chapter as minus_sign
from ttt_ui.learn.one_cell import chapter as one_cell

CHAPTERS: Mapping[str, Chapter] = MappingProxyType(
    {
        "one-cell": one_cell.CHAPTER,
        "minus-sign": minus_sign.CHAPTER,
        "exploring": exploring.CHAPTER,
        "looking-back": looking_back.CHAPTER,
        "matchboxes": matchboxes.CHAPTER,
        "learned-or-known": learned_or_known.CHAPTER,
        "any-good": any_good.CHAPTER,
        "your-turn": your_turn.CHAPTER,
    }
)
