"""The processor time of compiling all loops: run `python -m tests.benchmarks.compiling`.

It uses an empty cache of its own.
"""

import os
import tempfile
import time

from tests.benchmarks.unit import print_units


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder  # before the loops are imported
        from ttt_ui.loops import STEPS

        total = 0.0
        for name, step in STEPS.items():
            began = time.process_time()
            step.use()
            seconds = time.process_time() - began
            total += seconds
            print_units(name, seconds)
        print_units("everything", total)


if __name__ == "__main__":
    main()
