import pytest

import ttt_core as ttt
from tests.ui.support import thorough_except
from ttt_core.evaluation import Policy, outcome_chances, policy, result_for
from ttt_core.game import Side
from ttt_ui.visit.opponents import LARGEST_SHARE, even_share, expected_score, share_after

SIDES: tuple[Side, ...] = ("X", "O")
SHARES = [step / 10 for step in range(11)]


def level(share: float, side: Side) -> Policy:
    return policy.mix(policy.uniform(), policy.minimax(), even_share(share, side))


@pytest.mark.parametrize("side", SIDES)
def test_the_level_is_as_strong_as_the_visitor_unless_beginner_is_too_strong(side: Side) -> None:
    for share in SHARES:
        score = expected_score(share, level(share, side), side)
        too_strong = even_share(share, side) == LARGEST_SHARE and score < 0.5
        assert too_strong or score == pytest.approx(0.5, abs=0.01)
    assert even_share(0, side) == 0, "against a perfect visitor, it is Expert"
    assert even_share(1, side) == LARGEST_SHARE, "against a random visitor, it is as Beginner"


@pytest.mark.parametrize("side", SIDES)
def test_wins_make_it_harder_and_losses_easier(side: Side) -> None:
    for share in SHARES:
        rival = level(share, side)
        won, drawn, lost = (
            share_after(share, rival, side, result)
            for result in (side, "draw", "O" if side == "X" else "X")
        )
        assert 0 <= won <= drawn <= lost <= 1
        assert won < share or share == 0
        assert lost > share or share == 1
        assert even_share(won, side) <= even_share(share, side) <= even_share(lost, side)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    "style",
    thorough_except(
        ("learned a little",), ("wins or blocks", "learned a little", "blocks half the time")
    ),
)
def test_other_styles_than_the_models_come_to_score_half_too(style: str, side: Side) -> None:
    visitor = {
        "wins or blocks": policy.win_or_block(),
        "learned a little": ttt.train(ttt.TrainingConfig(games=1_000, seed=1)).policy(),
        "blocks half the time": policy.mix(policy.uniform(), policy.win_or_block(), 0.3),
    }[style]
    share, score = 0.3, 0.0
    for _ in range(40):
        rival = level(share, side)
        players = (visitor, rival) if side == "X" else (rival, visitor)
        won, drawn, lost = result_for(outcome_chances(*players)[0], side)
        score = won + drawn / 2
        results = (side, "draw", "O" if side == "X" else "X")
        share = sum(
            chance * share_after(share, rival, side, result)
            for chance, result in zip((won, drawn, lost), results, strict=True)
        )
    assert score == pytest.approx(0.5, abs=0.05)
