"""The table of docs/causes.md: why agents are beatable, and what the fixes achieve."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import ttt_core as ttt
from ttt_core.learning.config import SETTINGS
from ttt_core.study.causes import CAUSES, TESTED
from ttt_core.tools.causes import (
    FAULTS_HEADING,
    HEADING,
    LEAST_CONFIGURATIONS,
    SEVERAL,
    case_of,
    causes_table,
    faults_table,
    random_configuration,
)

DOCS = Path(__file__).parents[3] / "docs" / "causes.md"


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def published() -> list[list[str]]:
    lines = DOCS.read_text(encoding="utf-8").splitlines()
    begin = lines.index(HEADING[1]) + 1
    end = next(number for number in range(begin, len(lines)) if not lines[number])
    return [cells(line) for line in lines[begin:end]]


def test_random_configurations_differ_and_are_reproducible() -> None:
    drawn = [random_configuration(seed) for seed in range(50)]
    assert drawn == [random_configuration(seed) for seed in range(50)]
    assert len({replace(config, seed=0) for config in drawn}) == 50
    assert {config.rule for config in drawn} == {
        *("minimax-q", "q-learning", "monte-carlo", "reward-memory", "matchboxes")
    }


def test_an_unbeatable_agent_is_not_counted() -> None:
    assert case_of(replace(ttt.PRESETS["Default"], games=20_000)) is None


@pytest.mark.thorough
def test_the_table_counts_every_agent_once() -> None:
    title, empty, *heading = list(causes_table(6))
    rows = [cells(row) for row in heading[2:]]
    assert tuple(heading[:2]) == HEADING
    assert empty == ""
    assert title.startswith("Of 6 agents trained with random settings, ")
    total = [int(number) for number in rows[-1][1:]]
    assert total == [sum(int(row[column]) for row in rows[:-1]) for column in range(1, 8)]
    agents, fixed, by_one, by_few, by_default, one_mistake, not_fixed = total
    assert agents == fixed + one_mistake + not_fixed
    assert fixed == by_one + by_few + by_default


def test_the_published_table_adds_up() -> None:
    text = DOCS.read_text(encoding="utf-8")
    *rows, total = published()
    labels = {cause.label for cause in (*CAUSES, *TESTED)} | {SEVERAL}
    assert {part for row in rows for part in row[0].split(" and ")} <= labels
    for column in range(1, 8):
        assert sum(int(row[column]) for row in rows) == int(total[column])
    assert f"Of {LEAST_CONFIGURATIONS} agents" in text
    assert f"{total[1]} are beatable" in text
    for cause in (*CAUSES, *TESTED):
        assert cause.label in text


def test_the_published_faults_add_up() -> None:
    text = DOCS.read_text(encoding="utf-8")
    begin = text.index(FAULTS_HEADING[1]) + len(FAULTS_HEADING[1]) + 1
    rows = [cells(line) for line in text[begin:].partition("\n\n")[0].splitlines()]
    agents, named, alone = (sum(int(row[column]) for row in rows) for column in (1, 2, 3))
    assert f"Of {agents} agents with a single bad setting, {named} have it named" in text
    assert {row[0] for row in rows} <= {setting.label for setting in SETTINGS.values()}
    assert LEAST_CONFIGURATIONS == agents > named > alone


@pytest.mark.thorough
def test_the_bad_setting_is_named() -> None:
    title, empty, *heading = list(faults_table(3))
    assert re.fullmatch(r"Of 3 agents .*, [23] have it named as the cause\.", title)
    assert empty == ""
    assert tuple(heading[:2]) == FAULTS_HEADING
    assert sum(int(cells(row)[1]) for row in heading[2:]) == 3
