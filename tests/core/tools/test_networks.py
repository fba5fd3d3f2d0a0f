"""What networks of different sizes learn: the command, and the table that it prints."""

from pathlib import Path

import pytest

import ttt_core as ttt
from ttt_core.tools import networks


def test_the_table_counts_seeds_and_the_command_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = {"symmetry": (False, True), "hidden_units": (2, 3)}
    monkeypatch.setattr(networks, "SIZES", (2, 3))
    base = ttt.TrainingConfig(games=20, rule="network")
    measures = networks.SWEEP.measures
    sweep = ttt.Sweep(base=base, over=few, measures=measures, seeds=2)
    monkeypatch.setattr(networks, "SWEEP", sweep)
    file = tmp_path / "networks.csv"
    for _ in range(2):
        networks.main(["--file", str(file)])
        lines = capsys.readouterr().out.splitlines()
        assert [line[:29] for line in lines if "of 2" in line] == 2 * [
            "| 2 | 65 | 0 of 2 | more | 0 ",
            "| 3 | 93 | 0 of 2 | more | 0 ",
        ]
        assert len(file.read_text().splitlines()) == 1 + 8
