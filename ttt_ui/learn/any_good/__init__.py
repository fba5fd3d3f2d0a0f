"""The chapter on win rates and verdicts."""
