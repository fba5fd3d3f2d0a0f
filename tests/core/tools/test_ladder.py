"""How strong every rule and preset becomes: the command and the page with its tables."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.learning.presets import PRESET_LABELS
from ttt_core.tools import ladder

PAGE = Path(__file__).parents[3] / "docs" / "benchmarks.md"
QUICK = replace(ttt.PRESETS["Quick study"], games=1_500)


def test_the_table_says_never_if_the_agent_stays_beatable() -> None:
    beatable = ttt.TrainingConfig(games=5)
    lines = list(ladder.tables(2, {"Too short": beatable, "Quick": QUICK}))
    assert "| Too short | 5 | never | never | 0 of 2 |" in lines
    assert sum(line.startswith("| Quick | ") for line in lines) == 2
    strength = [float(cell) for cell in lines[-1].split("|")[2:-1]]
    cards = [ttt.evaluate(ttt.train(replace(QUICK, seed=seed))) for seed in (0, 1)]
    assert strength[0] == pytest.approx(np.mean([c.vs_random_as_x.win for c in cards]), abs=6e-5)
    assert strength[3] == pytest.approx(np.mean([c.vs_random_as_o.loss for c in cards]), abs=6e-5)
    assert strength[5] == pytest.approx(np.mean([c.worst_case_as_o.loss for c in cards]), abs=6e-5)


LABEL = re.compile(r"^\| (?!Training|---)(.+?) \|", re.MULTILINE)


def test_both_tables_have_a_line_for_every_rule_and_preset() -> None:
    rules = [f"{rule.label}, default settings" for rule in ladder.RULES.values()]
    presets = [f"Preset {name}" for name in PRESET_LABELS.values()]
    assert list(ladder.TRAININGS) == [*rules, *presets]
    short = {name: replace(config, games=3) for name, config in ladder.TRAININGS.items()}
    printed = "\n".join(ladder.tables(1, short))
    assert LABEL.findall(printed) == 2 * [*ladder.TRAININGS]


def test_the_page_has_every_line_that_is_printed() -> None:
    assert LABEL.findall(PAGE.read_text("utf-8")) == 2 * [*ladder.TRAININGS]


@pytest.mark.parametrize("seeds", ["0", "-1", "many", "1.5", ""])
def test_a_bad_number_of_seeds_is_refused(seeds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ladder.main(["--seeds", seeds])
    assert "expected a whole number above 0" in capsys.readouterr().err
