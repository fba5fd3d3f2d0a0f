import pytest

import ttt_core as ttt
from ttt_core.evaluation.policy import minimax, uniform
from ttt_ui.shared.wording import cell_name, percent, plain, verdict


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0.0 %"),
        (1e-9, "< 0.1 %"),
        (0.0356, "3.6 %"),
        (0.9995, "> 99.9 %"),
        (1.0, "100.0 %"),
        (1 - 1e-15, "100.0 %"),
    ],
)
def test_a_percentage_is_nothing_or_all_only_when_it_is_so(share: float, text: str) -> None:
    assert percent(share) == text


def test_verdicts() -> None:
    assert verdict(ttt.evaluate(minimax())) == "Cannot be beaten"
    assert verdict(ttt.evaluate(uniform())) == "Best play beats it as X and as O"


def test_other_peoples_text_is_no_markdown() -> None:
    assert plain("![a](http://x.y/z)\n*b*") == r"\!\[a\]\(http\:" + r"//x\.y/z\) \*b\*"
    assert ":material/delete:" not in plain(":material/delete:")
    assert plain("bad: so") == r"bad\: so"
    assert cell_name(5) == "row 2, column 3"
