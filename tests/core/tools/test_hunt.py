"""The search for settings: what it draws, who goes on, and that fresh seeds are fresh."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import ttt_core as ttt
from ttt_core.tools import hunt

BASE = replace(ttt.PRESETS["Quick study"], games=700, replay=200)
PAGE = Path(__file__).parents[3] / "docs" / "hunting.md"


def test_different_settings_are_drawn_without_contradictions() -> None:
    over = {"alpha": (0.1, 0.2), "random_share": (0.0, 1.0), "minimax_share": (0.0, 1.0)}
    drawn = [one.config for one in hunt.drawn(BASE, over, 100, seed=1)]
    assert len(set(drawn)) == len(drawn) == 6
    assert {config.alpha for config in drawn} == {0.1, 0.2}
    assert hunt.drawn(BASE, over, 3, seed=1) == hunt.drawn(BASE, over, 3, seed=1)


def test_fewer_failures_come_before_fewer_games() -> None:
    never = float("inf")
    lucky, sure = (hunt.Contender(BASE, games) for games in ([1.0, 1.0, never], [5.0, 6.0, 7.0]))
    assert sorted([lucky, sure], key=lambda one: one.order) == [sure, lucky]
    assert (lucky.median, lucky.never, sure.median, sure.never) == (1, 1, 6, 0)


def test_the_search_and_the_fresh_seeds_never_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []

    def games(config: ttt.TrainingConfig, names: tuple[str], **_: object) -> tuple[float]:
        assert names == ("first_unbeatable",)
        measured.append(config.seed)
        return (100 * config.alpha + config.seed % 3,)

    monkeypatch.setattr("ttt_core.learning.measures.measure_run", games)
    contenders = hunt.drawn(BASE, {"alpha": ttt.span("alpha", 0.1, 1, 10)}, 10, seed=0)
    lines = list(hunt.hunt(contenders, "first_unbeatable", seeds=7, fresh=20, base=BASE))
    assert [line.split(":")[0] for line in lines[:3]] == [
        "10 settings on 2 seeds",
        "5 settings on 4 seeds",
        "5 settings on 7 seeds",
    ]
    assert lines[4].startswith("| Median of | 7 seeds searched | 20 fresh seeds |")
    assert lines[6:9] == [
        "| start | 101 | 101 | 0 |  |",
        "| 1 | 11 | 11 | 0 | alpha=0.1 |",
        "| 2 | 21 | – | – | alpha=0.2 |",
    ]
    assert len(lines) == 7 + hunt.SHOWN
    fresh = [seed for seed in measured if seed >= hunt.FIRST_FRESH_SEED]
    assert set(measured) - set(fresh) == set(range(7))
    assert sorted(fresh) == sorted(2 * [*range(hunt.FIRST_FRESH_SEED, max(fresh) + 1)])
    assert len(fresh) == 2 * 20


@pytest.mark.slow
def test_the_figures_are_those_of_the_runs(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--over", "alpha=0.5", "--over", "games=900", "--tries", "1", "--seeds", "3"]
    hunt.main([*options, "--fresh", "2"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1 setting on 2 seeds: best median ")
    line = next(line for line in lines if line.startswith("| 1 |"))
    config = replace(ttt.PRESETS["Quick study"], alpha=0.5, games=900)
    games = [
        ttt.measure_run(replace(config, seed=seed), ["unbeatable_from"])[0]
        for seed in (0, 1, 2, hunt.FIRST_FRESH_SEED, hunt.FIRST_FRESH_SEED + 1)
    ]
    assert re.findall(r"\d+", line)[1:3] == [f"{sorted(games[:3])[1]:.0f}", f"{max(games[3:]):.0f}"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--over", "alpha"], "needs SETTING=VALUES"),
        (["--over", "alpha=much"], "alpha must be a number"),
        (["--over", "speed=1"], "not a setting you can sweep"),
        (["--over", "reward_win=2,3"], "contradict each other"),
        (["--over", "alpha=1", "--measure", "wins_as_x"], "invalid choice"),
    ],
)
def test_bad_input_is_refused(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        hunt.main(options)
    assert end.value.code == 2
    assert sentence in capsys.readouterr().err


def test_the_command_of_the_page_is_valid() -> None:
    page = PAGE.read_text("utf-8").replace("\\\n", " ")
    (command,) = re.findall(r"^python -m ttt_core\.tools\.hunt (.+)$", page, re.MULTILINE)
    assert len(hunt.parser().parse_args(command.split()).over) > 5
