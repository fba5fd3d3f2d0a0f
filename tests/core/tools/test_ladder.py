"""What every rule and preset takes and reaches: the command, and the page that keeps its tables."""

import io
import re
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.tools import ladder

PAGE = Path(__file__).parents[3] / "docs" / "benchmarks.md"
QUICK = replace(ttt.PRESETS["Quick study"], games=1_500)


def test_looks_are_one_by_one_first_and_never_further_apart_than_one_per_cent() -> None:
    points = ladder.looks(100_000)
    assert points[:200] == list(range(1, 201))
    assert points[-1] == 100_000
    gaps = np.diff(points)
    assert (gaps > 0).all()
    assert (gaps[200:] <= np.array(points[200:-1]) / 100).all()
    assert ladder.looks(1) == [1]
    assert ladder.looks(250)[-1] == 250


def test_what_the_looks_say_is_what_the_agent_is_after_so_many_games() -> None:
    def unbeatable(games: int) -> bool:
        return ttt.evaluate(ttt.train(replace(QUICK, games=games, seed=3))).unbeatable

    points = ladder.looks(QUICK.games)
    (curve,) = ttt.learning_curves(QUICK, [3], points)
    first, for_good = ladder.first_look(curve), ladder.look_for_good(curve)
    assert points[0] < first <= for_good <= QUICK.games
    assert unbeatable(int(first))
    assert not unbeatable(points[points.index(int(first)) - 1])
    assert not unbeatable(points[points.index(int(for_good)) - 1])
    assert all(unbeatable(games) for games in points[points.index(int(for_good)) :: 10])


def test_never_is_said_where_it_never_came_about() -> None:
    beatable = ttt.TrainingConfig(games=5)
    lines = list(ladder.tables(2, {"Too short": beatable, "Quick": QUICK}))
    assert "| Too short | 5 | never | never | 0 of 2 |" in lines
    assert sum(line.startswith("| Quick | ") for line in lines) == 2
    strength = [float(cell) for cell in lines[-1].split("|")[2:-1]]
    cards = [ttt.evaluate(ttt.train(replace(QUICK, seed=seed))) for seed in (0, 1)]
    assert strength[0] == pytest.approx(np.mean([c.vs_random_as_x.win for c in cards]), abs=6e-5)
    assert strength[3] == pytest.approx(np.mean([c.vs_random_as_o.loss for c in cards]), abs=6e-5)
    assert strength[5] == pytest.approx(np.mean([c.worst_case_as_o.loss for c in cards]), abs=6e-5)


def test_the_command_has_a_line_in_both_tables_for_every_rule_and_preset(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = [f"{rule.label}, default settings" for rule in ladder.RULES.values()]
    assert list(ladder.TRAININGS) == [*rules, *(f"Preset {name}" for name in ttt.PRESETS)]
    short = {name: replace(config, games=50) for name, config in ladder.TRAININGS.items()}
    tables = ladder.tables
    monkeypatch.setattr(ladder, "tables", lambda seeds: tables(seeds, short))
    printed = io.StringIO()
    with redirect_stdout(printed):
        ladder.main(["--seeds", "1"])
    assert re.findall(r"^\| (?!Training|---)(.+?) \|", printed.getvalue(), re.MULTILINE) == 2 * [
        *ladder.TRAININGS
    ]


def test_the_page_names_nothing_that_is_not_measured() -> None:
    named = re.findall(r"^\| (?!Training|---)(.+?) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(named) >= 20
    assert set(named) <= set(ladder.TRAININGS)


@pytest.mark.parametrize("seeds", ["0", "-1", "many", "1.5", ""])
def test_a_bad_number_of_seeds_is_refused(seeds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ladder.main(["--seeds", seeds])
    assert "a whole number above 0 is needed" in capsys.readouterr().err
