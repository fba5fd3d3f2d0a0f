"""The benchmark of layers calls the kernels' own functions, which nobody else calls like that."""

import pytest

from tests.benchmarks import layers


@pytest.mark.thorough
def test_every_layer_of_a_game_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(layers, "GAMES", 100)
    layers.main()
    measured = {line.split()[0] for line in capsys.readouterr().out.splitlines()}
    assert {"walk", "play", "count", "learn"} <= measured
