"""The page with the agent by itself, without a browser."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.support import kept_in, new_app, run, visitor
from ttt_ui.exhibition.pace import SPEEDS, Pace
from ttt_ui.exhibition.state import SPEED, Exhibition
from ttt_ui.play.state import MODE, MODES


@pytest.fixture
def page() -> AppTest:
    page = new_app()
    page.session_state[MODE.key] = MODES[2]
    page.session_state[SPEED.key] = "200 games/s"
    return run(page)


def captions(page: AppTest) -> str:
    return "\n".join(caption.value for caption in page.caption)


def click(page: AppTest, label: str) -> None:
    next(button for button in page.button if button.label == label).click()
    run(page)


def test_it_says_what_speed_it_reached_where_that_is_less_than_promised(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    click(page, "Play")
    assert "Promised" not in captions(page)
    pace = kept_in(page, Exhibition).pace = Pace()
    for look in range(5):
        pace.due(SPEEDS["200 games/s"], 2.0 * look)
    monkeypatch.setattr(Pace, "due", lambda *_: 1)
    run(page)
    assert "Promised 200 games a second, reached 100 here." in captions(page)
    click(page, "Pause")
    assert "Promised" not in captions(page)


def test_what_is_shown_before_the_first_game_cannot_look_broken(page: AppTest) -> None:
    shown = {metric.label: metric.value for metric in page.metric}
    assert shown == {"Games": "0", "X wins": "0", "O wins": "0", "Draws": "0"}
    assert "Its learning curve begins with its first game." in captions(page)
    assert "0 of 0 moves" in captions(page)


def test_coming_back_goes_on_and_a_changed_agent_pauses_with_a_reason(page: AppTest) -> None:
    click(page, "Play")
    show = kept_in(page, Exhibition)
    played = show.tally.games
    page.switch_page("pages/inspect.py")
    run(page)
    assert show.tally.games == played
    page.switch_page("pages/play.py")
    run(page)
    assert show.running
    assert show.tally.games > played
    page.switch_page("pages/inspect.py")
    run(page)
    visitor(page).adopt(visitor(page).agent)
    page.switch_page("pages/play.py")
    run(page)
    run(page)
    assert not show.running
    assert "Paused, because you have another agent now." in captions(page)
