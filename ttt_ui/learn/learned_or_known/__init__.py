"""The chapter on minimax and the agent on one board."""
