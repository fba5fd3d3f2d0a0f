"""The chapter on what a win rate says, and what it does not."""
