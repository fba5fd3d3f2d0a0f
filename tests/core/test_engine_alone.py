"""The engine needs nothing but NumPy, numba and pydantic."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys

for name in ("babel", "brotli", "h5py", "pandas", "plotly", "segno", "streamlit", "yaml"):
    sys.modules[name] = None  # as if it were not installed

import ttt_core as ttt
from ttt_ui.command import main

agent = ttt.train(ttt.TrainingConfig(games=300, seed=1))
assert ttt.load_agent(ttt.dump_agent(agent)) == agent
assert not ttt.evaluate(agent).unbeatable
for file in (b"- a: 1\\n- b: 2\\n", b"\\x89HDF\\r\\n\\x1a\\n"):
    try:
        ttt.judge(file)
    except ttt.AgentFileError as refused:
        print(refused)
try:
    agent.to_frame()
except ModuleNotFoundError as missing:
    print(missing)
main([])
"""


@pytest.mark.slow
def test_it_trains_and_judges_and_says_how_to_get_the_rest() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == (  # after what it may say about compiling
        "Only the engine is installed. For the dashboard, run in the project folder: "
        "pip install '.[dashboard]'"
    )
    yaml, hdf5, pandas = run.stdout.splitlines()
    assert yaml.startswith("This is not a table for tic-tac-toe")
    assert hdf5 == "This is an HDF5 file. To read it, install h5py."
    assert pandas == "Tables need pandas. In the project folder, run `pip install '.[tables]'`."
