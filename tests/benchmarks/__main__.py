"""Run with `python -m tests.benchmarks`; what needs a browser has commands of its own here."""

from tests.benchmarks import kernels

kernels.main()
