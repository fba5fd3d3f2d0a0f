"""Back and Forward on Inspect, compared with a plain list of the boards shown."""

from hypothesis import given
from hypothesis import strategies as some

from ttt_ui.inspect.state import Trail

STEPS = some.sampled_from(["back", "forward", "X--------", "-X-------", "----X----"])


@given(some.lists(STEPS, max_size=30))
def test_trail_matches_a_plain_history(steps: list[str]) -> None:
    trail = Trail()
    past, future = ["---------"], list[str]()
    for step in steps:
        if step == "back":
            if len(past) > 1:
                future.append(past.pop())
            trail.step(-1)
        elif step == "forward":
            if future:
                past.append(future.pop())
            trail.step(1)
        else:
            if step != past[-1]:
                past.append(step)
                future.clear()
            trail.visit(step)
        assert trail.board == past[-1]
        assert trail.can_step(-1) == (len(past) > 1)
        assert trail.can_step(1) == bool(future)


def test_every_change_of_board_has_its_own_number() -> None:
    trail = Trail()
    seen = [trail.key("board")]
    trail.visit("X--------")
    seen.append(trail.key("board"))
    trail.step(-1)
    seen.append(trail.key("board"))
    trail.step(1)
    seen.append(trail.key("board"))
    trail.visit(trail.board)
    assert len(set(seen)) == 4
    assert trail.key("board") == seen[-1]


def test_the_history_is_limited() -> None:
    trail = Trail()
    for number in range(1_000):
        trail.visit("X--------" if number % 2 else "-X-------")
    assert len(trail.boards) == 200
    assert trail.board == trail.boards[-1] == "X--------"


def test_the_agent_decides_the_first_board_until_one_is_chosen() -> None:
    trail = Trail()
    trail.begin_with("X--------")
    before = trail.key("board")
    trail.begin_with("-X-------")
    assert trail.boards == ["-X-------"]
    assert trail.key("board") != before  # so that a click on the earlier board does not count
    assert not trail.can_step(-1)
    trail.visit("-X-------")
    trail.begin_with("X--------")
    assert trail.board == "-X-------"
