"""A widget of before is ignored."""

from typing import Any

from ttt_ui.widgets import GENERATIONS, FreshKeys


def test_a_late_report_of_a_widget_with_an_earlier_key_is_ignored(
    session_state: dict[str, Any],
) -> None:
    key, heard = FreshKeys("place"), []
    control = key.control("side", lambda *said: heard.append(said), "a")
    assert control["key"] == key("side") == "place_side_0"
    session_state[key("side")] = "X"
    control["on_change"]()
    key.renew("level")
    control["on_change"]()
    assert heard == [("a", "X")] * 2
    for renew in (lambda: key.renew("level", "side"), key.renew):
        former = key.report("side", heard.append)
        renew()
        former()
    assert len(heard) == 2


def test_the_keys_of_a_widget_are_limited_in_number() -> None:
    key, seen = FreshKeys("place"), set()
    for _ in range(3 * GENERATIONS):
        seen.add(key("side"))
        key.renew()
        key.renew("side", "side")
    assert len(seen) == GENERATIONS
