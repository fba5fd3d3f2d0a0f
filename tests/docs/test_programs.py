"""The programs that print the documents' figures, each on small settings."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from docs.programs import (
    capacity,
    causes,
    hunt,
    ladder,
    medians,
    other_games,
    quick_study,
    teaching,
)
from ttt_core.learning.config import SETTINGS
from ttt_core.learning.runs import RunsReport
from ttt_core.other_games import uniform
from ttt_core.study.causes import CAUSES

pytestmark = pytest.mark.thorough

DOCS = Path(__file__).parents[2] / "docs"
QUICK = replace(ttt.PRESETS["Quick study"], games=1_500)
LABEL = re.compile(r"^\| (?!Training|---)(.+?) \|", re.MULTILINE)


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def rows_below(page: str, heading: tuple[str, str]) -> list[list[str]]:
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    begin = lines.index(heading[1]) + 1
    end = next(number for number in range(begin, len(lines)) if not lines[number])
    return [cells(line) for line in lines[begin:end]]


def test_capacity() -> None:
    page = (DOCS / "hosting.md").read_text("utf-8")
    assert "\n".join(capacity.lines()[:5]) in page
    assert "\n".join(capacity.lines()[6:]) in page
    assert f"It allows {capacity.supported()} visitors" in page
    one = capacity.waits(1, trains=False)
    least, most = capacity.CLICK
    assert len(one) == capacity.SECONDS / capacity.EVERY - 1
    assert all(least < wait - capacity.OVERHEAD < most for wait in one)


def test_the_ladder_of_rules_and_presets() -> None:
    beatable = ttt.TrainingConfig(games=5)
    lines = list(ladder.tables(2, {"Too short": beatable, "Quick": QUICK}))
    assert "| Too short | 5 | never | never | 0 of 2 |" in lines
    strength = [float(cell) for cell in lines[-1].split("|")[2:-1]]
    cards = [ttt.evaluate(ttt.train(replace(QUICK, seed=seed))) for seed in (0, 1)]
    assert strength[0] == pytest.approx(np.mean([c.vs_random_as_x.win for c in cards]), abs=6e-5)
    assert strength[5] == pytest.approx(np.mean([c.worst_case_as_o.loss for c in cards]), abs=6e-5)
    page = (DOCS / "benchmarks.md").read_text("utf-8")
    assert LABEL.findall(page) == 2 * [*ladder.TRAININGS]


def test_the_ladder_to_quick_study() -> None:
    assert quick_study.settings_of(len(quick_study.STEPS) - 1) == replace(
        ttt.PRESETS["Quick study"], games=quick_study.MOST_GAMES
    )
    assert re.findall(r">([\d,]+)</text>", quick_study.picture([5_595, 481])) == ["5,595", "481"]
    games = quick_study.games_needed(1, seed=0)
    config = replace(quick_study.settings_of(1), seed=0)
    assert ttt.evaluate(ttt.train(replace(config, games=games))).unbeatable
    assert not ttt.evaluate(ttt.train(replace(config, games=games - 1))).unbeatable


def test_teaching(capsys: pytest.CaptureFixture[str]) -> None:
    teaching.main(["--seeds", "2"])
    lines = capsys.readouterr().out.splitlines()
    games = [
        teaching.games_until_it_fails(teaching.random_plan(random), "X", random)
        for random in map(np.random.default_rng, range(2))
    ]
    assert lines[0] == (
        f"A plan as X stops winning after {min(games)} games "
        f"(median of 2 seeds; 5% to 95%: {min(games)} to {max(games)})."
    )
    assert re.fullmatch(
        r"After its first win, a plan as O wins \d+% of second games .*\.", lines[3]
    )
    page = (DOCS / "presets.md").read_text(encoding="utf-8")
    assert "3 games (median of 50 seeds" in " ".join(page.split())


def test_causes_of_random_settings() -> None:
    assert causes.case_of(replace(ttt.PRESETS["Default"], games=20_000)) is None
    title, empty, *heading = list(causes.causes_table(6))
    assert (tuple(heading[:2]), empty) == (causes.HEADING, "")
    assert title.startswith("Of 6 agents trained with random settings, ")
    rows = [cells(row) for row in heading[2:]]
    total = [int(number) for number in rows[-1][1:]]
    assert total == [sum(int(row[column]) for row in rows[:-1]) for column in range(1, 8)]
    agents, fixed, by_one, by_few, by_default, one_mistake, not_fixed = total
    assert agents == fixed + one_mistake + not_fixed
    assert fixed == by_one + by_few + by_default


def test_causes_of_a_bad_setting() -> None:
    title, empty, *heading = list(causes.faults_table(3))
    assert re.fullmatch(r"Of 3 agents .*, [23] have it named as the cause\.", title)
    assert (tuple(heading[:2]), empty) == (causes.FAULTS_HEADING, "")
    assert sum(int(cells(row)[1]) for row in heading[2:]) == 3


def test_the_published_tables_of_causes_add_up() -> None:
    text = (DOCS / "causes.md").read_text(encoding="utf-8")
    *rows, total = rows_below("causes.md", causes.HEADING)
    labels = {cause.label for cause in CAUSES} | {causes.SEVERAL}
    assert {part for row in rows for part in row[0].split(" and ")} <= labels
    for column in range(1, 8):
        assert sum(int(row[column]) for row in rows) == int(total[column])
    assert f"Of {causes.LEAST_CONFIGURATIONS} agents" in text
    assert f"{total[1]} are beatable" in text
    faults = rows_below("causes.md", causes.FAULTS_HEADING)
    agents, named, alone = (sum(int(row[column]) for row in faults) for column in (1, 2, 3))
    assert f"Of {agents} agents with a single bad setting, {named} have it named" in text
    assert {row[0] for row in faults} <= {setting.label for setting in SETTINGS.values()}
    assert causes.LEAST_CONFIGURATIONS == agents > named > alone


def test_the_search_and_the_fresh_seeds_never_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []

    def games(runs: Sequence[ttt.TrainingConfig], _: object) -> Iterator[RunsReport[tuple[float]]]:
        measured.extend(run.seed for run in runs)
        results = [(n, (100 * run.alpha + run.seed % 3,)) for n, run in enumerate(runs)]
        yield RunsReport(results, 1.0, 0.0)

    monkeypatch.setattr(hunt, "measure_runs", games)
    contenders = hunt.drawn(QUICK, {"alpha": ttt.span("alpha", 0.1, 1, 10)}, 10, seed=0)
    lines = list(hunt.hunt(contenders, "first_unbeatable", seeds=7, fresh=20, base=QUICK))
    assert "| 1 | 11 | 11 | 0 | alpha=0.1 |" in lines
    fresh = [seed for seed in measured if seed >= hunt.FIRST_FRESH_SEED]
    assert set(measured) - set(fresh) == set(range(7))
    assert len(fresh) == 2 * 20


def test_a_search(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--over", "alpha=0.5", "--over", "games=900", "--tries", "1", "--seeds", "3"]
    hunt.main([*options, "--fresh", "2"])
    line = next(row for row in capsys.readouterr().out.splitlines() if row.startswith("| 1 |"))
    config = replace(ttt.PRESETS["Quick study"], alpha=0.5, games=900)
    games = [
        ttt.measure_run(replace(config, seed=seed), ["unbeatable_from"])[0]
        for seed in (0, 1, 2, hunt.FIRST_FRESH_SEED, hunt.FIRST_FRESH_SEED + 1)
    ]
    assert re.findall(r"\d+", line)[1:3] == [f"{sorted(games[:3])[1]:.0f}", f"{max(games[3:]):.0f}"]


def test_the_search_of_the_page_is_valid() -> None:
    page = (DOCS / "hunting.md").read_text("utf-8").replace("\\\n", " ")
    (command,) = re.findall(r"^python -m docs\.programs\.hunt (.+)$", page, re.MULTILINE)
    assert len(hunt.parser().parse_args(command.split()).over) > 5


def test_the_page_of_the_presets_gives_the_medians_that_its_program_prints() -> None:
    page = " ".join((DOCS / "presets.md").read_text(encoding="utf-8").split())
    # Those of the last line, 400 trainings, are not all repeated.
    lines = islice(medians.report(100), 3)
    numbers = [re.findall(r"\d[\d,]*\d", line) for line in lines]
    (default, first), (low, high), (without, with_it) = numbers
    assert f"({default} and {first})" in page
    assert f"fewer than {low} games, and one in ten more than {high} (seeds 0 to 99)" in page
    assert f"game {without}, compared with {with_it} with ε from 1 to 0.1" in page
    assert [*medians.report(5)][-1] == "Trap setter: 1 without symmetry, 4 with constant α."


def test_who_learns_other_games_is_what_the_page_says() -> None:
    page = (DOCS / "other-games.md").read_text(encoding="utf-8")
    first = "Minimax-Q, 30,000 games"
    names = [*other_games.MORRIS_LEARNERS, *other_games.FOUR_LEARNERS]
    assert all(f"| {name} | " in page for name in names)
    line = next(line for line in page.splitlines() if line.startswith(f"| {first}"))
    assert cells(line)[1:4] == ["20", "20", "0.000"]
    table = list(other_games.morris_table(1, {first: other_games.MORRIS_LEARNERS[first]}))
    assert cells(table[2])[:4] == [first, "1", "1", "0.000"]


def test_the_third_game_of_the_page_is_tic_tac_toe() -> None:
    page = (DOCS / "other-games.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for snippet in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(snippet, names)
    game, compiled = names["tic_tac_toe"], names["compiled"]
    assert (compiled(game).side.size, compiled(game).n_open) == (5_478, 4_520)
    assert compiled(game, symmetry=True).side.size == 765
    card = names["evaluate"](names["run"].graph, names["run"].policy())
    assert (card.never_loses_as_x, card.never_loses_as_o) == (True, True)
    chance = other_games.evaluate(compiled(game), uniform(compiled(game)))
    assert chance.vs_random_as_x == pytest.approx((0.5849, 0.1270, 0.2881), abs=5e-5)
