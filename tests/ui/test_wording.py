import pytest

from ttt_ui.wording import (
    cell_code,
    cell_name,
    coloured,
    counted,
    duration,
    listed,
    number,
    percent,
    plain,
    shortened,
    whole_numbers,
)


@pytest.mark.parametrize(
    ("shares", "whole"),
    [
        ((0.7363, 0.0977, 0.166), [74, 10, 16]),
        ((0.736, 0.098, 0.166), [73, 10, 17]),
        ((1 / 3, 1 / 3, 1 / 3), [34, 33, 33]),
        ((1, 0, 0), [100, 0, 0]),
        ((0.005, 0.99, 0.005), [1, 99, 0]),
    ],
)
def test_percentages_are_rounded_so_that_they_add_up_to_100(
    shares: tuple[float, ...], whole: list[int]
) -> None:
    assert whole_numbers([100 * share for share in shares]) == whole
    assert sum(whole) == 100


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0.0%"),
        (1e-9, "<0.1%"),
        (0.0356, "3.6%"),
        (0.9995, ">99.9%"),
        (1.0, "100.0%"),
        (1 - 1e-15, "100.0%"),
    ],
)
def test_a_percentage_is_0_or_100_only_if_exact(share: float, text: str) -> None:
    assert percent(share) == text


def test_sides_in_text_have_their_colours() -> None:
    assert coloured("X wins against O, at FOXX") == ":blue[X] wins against :orange[O], at FOXX"
    assert coloured("A draw") == "A draw"


def test_counted_nouns_have_the_right_number() -> None:
    said = [counted(number, "game", "games") for number in (0, 1, 2, 1_000)]
    assert said == ["0 games", "1 game", "2 games", "1,000 games"]


def test_a_number_and_its_unit_stay_on_one_line() -> None:
    said = [shortened(number) for number in (12, 1_234, 999_999, 5_678_900)]
    assert said == ["12", "1.23\u00a0k", "1\u00a0M", "5.68\u00a0M"]
    said = [duration(seconds) for seconds in (0, 119, 120)]
    assert said == ["0\u00a0s", "119\u00a0s", "2\u00a0min"]


def test_text_from_outside_is_not_markdown() -> None:
    assert plain("![a](http://x.y/z)\n*b*") == "\\!\\[a\\]\\(http\\:\u2060//x\\.y/z\\) \\*b\\*"
    assert plain("me@x.y WWW.x.y") == "me@\u2060x\\.y WWW\u2060\\.x\\.y"
    assert plain("a -> b <= c") == "a \\-\u2060\\> b \\<\u2060= c"
    assert plain("&copy;") == r"\&copy;"
    assert ":material/delete:" not in plain(":material/delete:")
    assert plain("agent\u202enosj.exe \u2066a\u2069") == r"agentnosj\.exe a"
    assert plain("bad: so") == r"bad\: so"
    assert plain(" faux\u202f:\n 3 ") == "faux\u202f\\: 3"


def test_cells_have_names_and_codes() -> None:
    assert cell_name(5) == "right"
    assert [cell_code(cell) for cell in (0, 2, 6, 8)] == ["a3", "c3", "a1", "c1"]


def test_a_list_and_a_number_in_words() -> None:
    said = [listed(items) for items in (["a"], ["a", "b"], ["a", "b", "c"])]
    assert said == ["a", "a and b", "a, b and c"]
    said = [number(value) for value in (-0.5, 1_234.5, 0.00001, -0.00001, 2.0, -10)]
    assert said == ["−0.5", "1,234.5", "0", "0", "2", "−10"]
    assert number(-0.456, 2) == "−0.46"
