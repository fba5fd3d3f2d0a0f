"""A plan: in words, in a link, as a command line, and the plans that are refused."""

import shlex
from dataclasses import replace
from typing import Any

import pytest

import ttt_core as ttt
from ttt_core.learning.config import SETTINGS
from ttt_core.tools import sweep as tool
from ttt_ui.compare.measuring.actions import plan_to_query, read_plan
from ttt_ui.compare.measuring.plan import (
    OFFERED,
    Axis,
    Plan,
    base_in_words,
    first_plan,
    offered,
    rules_axis,
    size_in_words,
)
from ttt_ui.frame.links import Link
from ttt_ui.language import speaking
from ttt_ui.pages import READ_BY
from ttt_ui.train.controls import in_words
from ttt_ui.visit.limits import MAX_SWEEP_VALUES, LimitError

PLAIN = ttt.TrainingConfig(games=20_000)
FULL = Plan(PLAIN, Axis("alpha", 0.05, 1, 20), Axis("gamma", 0.05, 1, 20), seeds=5)
PLANS = {
    "full": FULL,
    "by a factor": Plan(
        ttt.TrainingConfig(seed=9, symmetry=False, initial_value=-0.5, epsilon_decay=0.99995),
        Axis("games", 100, 1_000, 4, by_factor=True),
        Axis("alpha", 1e-05, 1 / 3, 3, by_factor=True),
        "wins_as_o",
        2,
    ),
    "rewards": Plan(
        ttt.TrainingConfig(rule="q-learning", games=50, backward=True, reward_draw=-0.25),
        Axis("reward_draw", -1, 1, 5),
        Axis("reward_loss", -2, 0, 3),
        "optimal_share",
        1,
    ),
    "rules": Plan(
        ttt.TrainingConfig(games=2_000),
        Axis("epsilon", 0, 1, 3),
        rules_axis(("q-learning", "matchboxes")),
        "fronts",
        1,
    ),
    **{f"first of {name}": first_plan(config) for name, config in ttt.PRESETS.items()},
}


def test_every_number_has_a_valid_range() -> None:
    numbers = [n for n, s in SETTINGS.items() if s.schema.get("type") in ("integer", "number")]
    assert sorted([*OFFERED, "seed"]) == sorted(numbers)
    for axis in OFFERED.values():
        assert len(axis.values) == axis.count <= MAX_SWEEP_VALUES
        assert axis.values[0] == axis.low
        assert axis.values[-1] == axis.high


@pytest.mark.parametrize("name", PLANS)
def test_the_command_line_runs_the_same_sweep(name: str) -> None:
    plan = PLANS[name]
    program, *words = shlex.split(plan.command)
    told = tool.sweep_of(tool.parser().parse_args(words))
    sweep = plan.sweep()
    assert program == "ttt-sweep"
    assert told.measures == sweep.measures
    assert list(told.over) == list(sweep.over)
    assert list(told) == list(sweep)
    assert (told.shared, told.provenance) == (sweep.shared, sweep.provenance)


@pytest.mark.parametrize("name", PLANS)
def test_the_link_restores_the_sweep(name: str) -> None:
    query = plan_to_query(PLANS[name])
    assert all("compare" in READ_BY[name.partition(".")[0]] for name in query)
    assert read({**query, "view": "sweep"}) == (PLANS[name], [])


def read(query: dict[str, str], shown: ttt.TrainingConfig = PLAIN) -> tuple[Plan | None, list[str]]:
    link = Link(dict(query))
    return read_plan(link, shown), link.dropped


BAD = {
    "across": (
        *("", "alpha", "alpha:0:1", "alpha:0.1:1:10:lin", "alpha:0.1:1:1", "alpha:0.1:1:31"),
        *("alpha:-1:1:10", "alpha:0.1:2:10", "alpha:nan:1:10", "alpha:1e999:1:10", "rule:0:1:2"),
        *("seed:0:9:10", "alpha:0.1:1:9999", "alpha:.:1:10", "alpha:1.2.3:1:10", "x" * 5_000),
        *("alpha:0.1:1:\u0661\u0660", "alpha:0.1:1:10\n", "__class__:0:1:2", "<b>:0:1:2"),
    ),
    "up": (
        *("gamma:0:1:0", "games:0:5:2", "games:1:99999999:2", "rule", "rule:", "rule:0:1:2"),
        *("rule:magic,sarsa", "rule:sarsa,sarsa", "rule:sarsa,", "rule:q-learning,<b>"),
    ),
    "measure": ("", "wins", "__class__", "x" * 5_000),
    "seeds": ("", "0", "21", "-1", "1.5", "x", "9" * 5_000),
    "base.games": ("0", "x", "10000001"),
    "base.rule": ("dyna",),
    "base.nothing": ("1",),
}


@pytest.mark.parametrize("name", BAD)
def test_invalid_parts_of_a_link_are_ignored(name: str) -> None:
    for text in BAD[name]:
        plan, (reason,) = read({name: text, "view": "sweep"})
        assert plan is None, text
        assert reason.startswith(f"{name}="[:20])
        assert reason.endswith(".")
        assert len(reason) < 500
        plan, (reason,) = read({**plan_to_query(FULL), name: text})
        assert plan is not None, text
        assert isinstance(plan.sweep(), ttt.Sweep)


def test_a_link_without_a_base_uses_the_settings_shown() -> None:
    shown = ttt.TrainingConfig(games=300)
    plan, dropped = read({"measure": "wins_as_x"}, shown)
    assert plan == replace(first_plan(shown), measure="wins_as_x")
    assert not dropped
    assert read({"view": "sweep"}, shown) == (None, [])


def test_the_size_in_words() -> None:
    assert size_in_words(FULL.sweep()) == (
        "400 combinations × 5 seeds × 20,000 games = 40 million games."
    )
    plan = PLANS["by a factor"]
    assert size_in_words(plan.sweep()) == (
        "12 combinations × 2 seeds × 100 to 1,000 games = 10,674 games."
    )
    shares = Plan(PLAIN, OFFERED["random_share"], OFFERED["minimax_share"], seeds=1)
    assert size_in_words(shares.sweep()) == (
        "66 combinations × 1 seed × 20,000 games = 1.32 million games. "
        "55 combinations skipped: the values cannot be combined."
    )
    with speaking("fr"):
        assert "= 40 millions de parties." in size_in_words(FULL.sweep())
        assert "= 1,32 million de parties." in size_in_words(shares.sweep())


def test_the_shared_settings_in_words() -> None:
    assert base_in_words(FULL) == "Minimax-Q · 20,000 games · seeds 0 to 4"
    rewards = PLANS["rewards"]
    assert base_in_words(rewards) == (
        f"Q-learning · 50 games · seed 0 · {in_words('backward', rewards.base)}"
    )
    choosy = replace(FULL, base=replace(PLAIN, exploration="least-visited"))
    assert base_in_words(choosy).endswith(f"seeds 0 to 4 · {in_words('exploration', choosy.base)}")
    assert "games" not in base_in_words(PLANS["by a factor"])
    assert base_in_words(PLANS["rules"]) == "2,000 games · seed 0"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"up": FULL.across}, "two different settings"),
        ({"across": Axis("alpha", 0.5, 0.1, 5)}, "from a lower to a higher"),
        ({"across": OFFERED["beads_win"]}, "has no effect with the other settings"),
        ({"seeds": 0}, "can have 1 to 2,500 seeds, not 0"),
        ({"base": replace(PLAIN, games=10_000_000)}, "16.1 times as long as the limit"),
        ({"base": replace(PLAIN, replay=500)}, "2.1 times as long as the limit"),
        (
            {"across": Axis("alpha", 0.1, 1, 30), "up": Axis("gamma", 0.1, 1, 30), "seeds": 20},
            "18,000 training runs are too many; the limit is 5,000",
        ),
        ({"across": Axis("games", 1, 10_000_000, 4)}, "1.7 times as long"),
        (
            {"base": replace(PLAIN, games=10_000_000, replay=1_000)},
            "With that many replayed moves",
        ),
    ],
)
def test_a_plan_that_is_invalid_or_too_large_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises((ttt.ConfigError, LimitError), match=said):
        replace(FULL, **changes).sweep()


def test_every_offered_setting_can_be_swept() -> None:
    for config in ttt.PRESETS.values():
        for name in offered(config):
            other = next(one for one in offered(config) if one != name)
            quick = replace(config, hidden_units=12)
            axes = (replace(OFFERED[axis], count=2) for axis in (name, other))
            assert len(Plan(quick, *axes).sweep().points) > 1
